"""What the front door costs: `python benchmarks/door.py [start | size | memory] ...`, all three without arguments.

start: CPU seconds of whole commands, the best of several runs in turn, beside a bare `python -c "import …"`.
size: what running needs on the disk, beside what is installed for developers.
memory: the most that a reading process took over many files, beside what it took over a few.
"""

import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

RUNS = 7
PEERS = {
    "import typer, rich": ("--version", "--help"),
    "import sqlmodel": (
        "trace hand --db {db}",
        "status --db {db}",
        "find mission --db {db}",
        "find mission --db {db} # after a change",
        "find mission --db {db} # after another table changed",
    ),
}
CHANGES = {
    "after a change": "UPDATE name SET text = text || 's' WHERE concept_id = (SELECT min(concept_id) FROM mention)",
    "after another table changed": "UPDATE document SET page_count = page_count + 1",
}
"""What is written to the database before a search: words that its index holds, and something that it does not."""
SAMPLE = Path("games", "resist", "samples", "resist-en.md")
ROOT = Path(__file__).parents[1]
FEW, MANY = 50, 500
MEGABYTE = 1024 * 1024


def cpu_seconds(compiled: str, *arguments: str) -> float:
    """What a process costs, user and system; modules are kept compiled, as they are where a program is installed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        cwd=ROOT,
        env={**kept, "PYTHONPYCACHEPREFIX": compiled, "XDG_CACHE_HOME": compiled},
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write(db: str, change: str) -> None:
    """Change a database as other commands do."""
    with closing(sqlite3.connect(db)) as file, file:
        if not file.execute(change).rowcount:
            sys.exit(f"Nothing was changed by “{change}”.")


def start() -> None:
    """A line a command: its cost on the database of one book, its peer's, and the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        db = f"{folder}/door.db"
        cpu_seconds(folder, "-m", "rulewright", "ingest", str(SAMPLE), "--db", db, "--quiet")
        for peer, commands in PEERS.items():
            for command in commands:
                typed, _, changed = command.format(db=db).partition(" #")
                ours, theirs = ("-m", "rulewright", *typed.split()), ("-c", peer)
                runs = []
                for _ in range(RUNS + 1):  # the first compiles modules
                    if changed:
                        write(db, CHANGES[changed.strip()])
                    runs.append((cpu_seconds(folder, *ours), cpu_seconds(folder, *theirs)))
                a, b = (min(column) for column in zip(*runs[1:], strict=True))
                shown = command.replace(" --db {db}", "").replace(" #", ",")
                print(f"rulewright {shown}: {a:.2f} s; python -c “{peer}”: {b:.2f} s; ratio {a / b:.2f}", flush=True)


def needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """A package and all that it needs, without extras, by their folded names."""
    folded = re.sub(r"[-_.]+", "-", name).lower()
    if folded in found:
        return found
    try:
        package = distribution(name)
    except PackageNotFoundError:  # for another system or another Python
        return found
    found[folded] = package
    for requirement in package.requires or ():
        if "extra ==" not in requirement:
            needed(re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0], found)
    return found


def megabytes(package: Distribution) -> float:
    """What the files of an installed package take."""
    paths = [Path(str(package.locate_file(file))) for file in package.files or ()]
    return sum(path.stat().st_size for path in paths if path.is_file()) / MEGABYTE


def size() -> None:
    """What running needs, the largest parts by name, and what is installed here in all."""
    sizes = {name: megabytes(package) for name, package in needed("rulewright", {}).items()}
    largest = ", ".join(f"{name} {sizes[name]:.0f}" for name in sorted(sizes, key=lambda n: -sizes[n])[:6])
    print(f"running needs {len(sizes)} packages, {sum(sizes.values()):.0f} MB ({largest})")
    print(f"installed here {sum(megabytes(package) for package in distributions()):.0f} MB")


def peak(count: int) -> float:
    """Megabytes that the largest of all processes took that read so many different files."""
    sample = (ROOT / "games" / "pig" / "samples" / "pig-en.md").read_text(encoding="utf-8")  # the shortest
    with tempfile.TemporaryDirectory() as folder:
        books = Path(folder) / "books"
        books.mkdir()
        for number in range(count):
            (books / f"{number:04}.md").write_text(f"{sample}\n\nPrinted in lot {number}.\n", encoding="utf-8")
        command = ["-m", "rulewright", "ingest", str(books), "--db", f"{folder}/door.db", "--jobs", "1", "--quiet"]
        subprocess.run([sys.executable, *command], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def memory() -> None:
    """What reading ten times as many files adds to the memory of the largest process."""
    few = peak(FEW)
    many = peak(MANY)  # the most of all children so far, so that it is never less
    print(f"{FEW} files: {few:.0f} MB; {MANY} files: {many:.0f} MB; ratio {many / few:.2f}")


PARTS = {"start": start, "size": size, "memory": memory}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()

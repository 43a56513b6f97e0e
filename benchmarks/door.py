"""What the front door costs: `python benchmarks/door.py [start | size | memory] ...`, all three without arguments.

start: CPU seconds of whole commands, the best of several runs in turn, beside a bare `python -c "import …"`.
size: what running needs on the disk, beside what is installed for developers.
memory: the most that a reading process took over many files, beside what it took over a few.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

RUNS = 7
PEERS = {"import typer, rich": ("--version", "--help"), "import sqlmodel": ("trace location:paris", "status")}
ROOT = Path(__file__).parents[1]
FEW, MANY = 50, 500
MEGABYTE = 1024 * 1024


def cpu_seconds(*arguments: str) -> float:
    """What a process costs, user and system."""
    before = os.times()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=False, cwd=ROOT)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def start() -> None:
    """A line a command: its cost, its peer's, and the ratio."""
    for peer, commands in PEERS.items():
        for command in commands:
            runs = [(cpu_seconds("-m", "rulewright", *command.split()), cpu_seconds("-c", peer)) for _ in range(RUNS)]
            ours, theirs = (min(column) for column in zip(*runs, strict=True))
            print(f"rulewright {command}: {ours:.2f} s; python -c “{peer}”: {theirs:.2f} s; ratio {ours / theirs:.2f}")


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
    sample = (ROOT / "games" / "resist" / "samples" / "resist-en.md").read_text(encoding="utf-8")
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

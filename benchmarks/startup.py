"""How quickly commands start, against what they cannot do without: `python benchmarks/startup.py`.

CPU seconds of a whole process, the best of several runs in turn, beside a bare `python -c "import …"` in the same run.
"""

import os
import subprocess
import sys
from pathlib import Path

RUNS = 7
PEERS = {"import typer, rich": ("--version", "--help"), "import sqlmodel": ("trace location:paris",)}
ROOT = Path(__file__).parents[1]


def cpu_seconds(*arguments: str) -> float:
    """What a process costs, user and system."""
    before = os.times()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=False, cwd=ROOT)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    """A line a command: its cost, its peer's, and the ratio."""
    for peer, commands in PEERS.items():
        for command in commands:
            runs = [(cpu_seconds("-m", "rulewright", *command.split()), cpu_seconds("-c", peer)) for _ in range(RUNS)]
            ours, theirs = (min(column) for column in zip(*runs, strict=True))
            print(f"rulewright {command}: {ours:.2f} s; python -c “{peer}”: {theirs:.2f} s; ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()

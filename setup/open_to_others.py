"""Says which folder keeps other users of this machine from running what was installed: open_to_others.py FOLDER…"""

import stat
import sys
from pathlib import Path


def closed_folder(path: Path) -> Path | None:
    """The outermost folder on the way to a path that others may not enter; none where they get there."""
    way = [folder for folder in reversed([path, *path.parents]) if folder.is_dir()]
    return next((folder for folder in way if not folder.stat().st_mode & stat.S_IXOTH), None)


if __name__ == "__main__":
    needed = [Path(sys.executable).resolve(), *map(Path, sys.argv[1:])]
    closed = next(filter(None, (closed_folder(path.absolute()) for path in needed)), None)
    if closed:
        print(f"Only you can run it: other users may not enter {closed}. For them, install from a folder and with a")
        print("Python that all may use: make install PYTHON=/usr/bin/python3")

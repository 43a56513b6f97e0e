"""What reading a picture needs beside Python's own: told without importing any of it."""

from importlib.util import find_spec
from shutil import which

PACKAGES = ("onnxruntime", "rapidocr")
"""The packages that run and bring the networks of the second reader."""
_TESSERACT = "tesseract"
_SETUP = "`make setup` installs what is missing."


def missing_readers() -> list[str]:
    """A sentence for each reader of pictures that is not there, with what is read otherwise without it."""
    told = []
    if which(_TESSERACT) is None:
        told.append(f"Tesseract is not installed: scans and photographs cannot be read. {_SETUP}")
    lacking = [name for name in PACKAGES if find_spec(name) is None]
    if lacking:
        packages = " and ".join(lacking)
        told.append(
            f"The second reader lacks {packages}: doubtful words of scans are read once only, and letters on pictured "
            f"cards less well. {_SETUP}"
        )
    return told

"""Cuts passages out of the pictures of their pages."""

from pathlib import Path

from sqlmodel import Session

from db.trace import Place
from db.trace_row import PagePicture, page_pictures
from rulewright.console import remark

MARGIN = 12.0
"""Points of the page that a crop shows around the passage."""


def cut_crops(opened: Session, places: list[Place], pictures: Path, folder: Path) -> list[str]:
    """Cut the passages out of the pictures of their pages, where there are pictures; gives the files."""
    known, files = page_pictures(opened, places), list[str]()
    try:
        for place in places:
            for page in dict.fromkeys(number for number, _ in place.boxes):
                picture = known.get((place.source, page))
                if picture and (pictures / picture.image).is_file():
                    folder.mkdir(parents=True, exist_ok=True)
                    of = f"{Path(place.file_name).stem}-{Path(picture.image).parent.name[:8]}"
                    target = folder / f"{of}-{page}-{_spot(place, page)}.png"
                    _cut(pictures / picture.image, picture, place, page, target)
                    files.append(str(target))
    except OSError as error:
        remark(f"Cuttings of pages cannot be written to {folder} ({error.strerror}). Name another with --crops.")
    return list(dict.fromkeys(files))


def _spot(place: Place, page: int) -> str:
    left, top = (round(min(edge)) for edge in zip(*((b.x0, b.y0) for n, b in place.boxes if n == page), strict=True))
    return f"{left}-{top}"


def _cut(source: Path, picture: PagePicture, place: Place, page: int, target: Path) -> None:
    from PIL import Image  # most values are traced without a picture

    boxes = [box for number, box in place.boxes if number == page]
    with Image.open(source) as image:
        wide, high = image.width / (picture.width or image.width), image.height / (picture.height or image.height)
        edges = (
            (min(box.x0 for box in boxes) - MARGIN) * wide,
            (min(box.y0 for box in boxes) - MARGIN) * high,
            (max(box.x1 for box in boxes) + MARGIN) * wide,
            (max(box.y1 for box in boxes) + MARGIN) * high,
        )
        left, top, right, bottom = map(round, edges)
        image.crop((max(left, 0), max(top, 0), min(right, image.width), min(bottom, image.height))).save(target)

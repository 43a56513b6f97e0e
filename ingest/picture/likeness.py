"""How alike two pictures are, told by where each grows lighter; scale, light and small noise do not count."""

from itertools import pairwise

from PIL import Image

SIDE = 16
"""Places a side that are compared with their right neighbours: 256 in all."""
BITS = SIDE * SIDE


def likeness_of(image: Image.Image) -> str:
    """Where the picture grows lighter from left to right, in hexadecimal digits."""
    small = image.convert("L").resize((SIDE + 1, SIDE), Image.Resampling.BOX)
    tones = list(small.tobytes())
    rows = [tones[at : at + SIDE + 1] for at in range(0, len(tones), SIDE + 1)]
    bits = "".join("1" if left < right else "0" for row in rows for left, right in pairwise(row))
    return f"{int(bits, 2):0{BITS // 4}x}"

"""Who made a game: author and publisher, as the box names them."""

import re
from collections.abc import Iterator, Sequence

from ingest.discover.words import Words, begins, folded_words
from schema.claims import ClaimShape
from schema.documents import PassageShape
from schema.folding import fold
from schema.reading import ClaimRead

BOX = "box"
"""Subject of what is said of the whole game."""


def claim_of_box(attribute: str, value: str, passage: PassageShape, sure: float) -> ClaimRead:
    """One thing that is said of the whole game."""
    shape = ClaimShape(
        subject=BOX,
        attribute=attribute,
        value=value,
        language=passage.language,
        confidence=round(sure * passage.confidence, 4),
        origin="rulebook",
    )
    return ClaimRead(shape, passage.seq)


_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s*[-–,]\s*\d{4})?)?[\s,:]*((?:[^\d\n,.©|•]|(?<=\b[^\W\d_])\.(?=\s)){3,60})",
    re.IGNORECASE,
)
"""A full stop behind one letter belongs to a name: “© 2020 Ada B. Miller”."""
_NEXT_LABEL = re.compile(r"\s+(?:[^\W\d_]+:|www\b|https?\b).*$", re.DOTALL)
_SMALL = re.compile(r"^(?:[^\W\d_A-Z]{1,3}\s+)+(?=[A-Z])|\s+[^\W\d_A-Z]$")
"""“by” before a name, and the first letter of what kind of company it is."""
_LABELLED = re.compile(r"^[\s*_•\-]*([^\W\d_][^:\n]{1,30}):[\s*_]*([^\n:]{3,80})$", re.MULTILINE)


def read_makers(
    shapes: Sequence[PassageShape], early: set[int], words: Words, longest_name: int
) -> Iterator[ClaimRead]:
    """Author and publisher as labelled lines name them; a copyright line where no other tells the publisher."""
    found: dict[str, list[ClaimRead]] = {"author": [], "publisher": []}
    for passage in shapes:
        for label, value in _LABELLED.findall(passage.text):
            said = folded_words(label)
            name = value.strip(" *_.")
            for attribute, stems in (("author", words.author), ("publisher", words.publisher)):
                is_short = len(said) <= 2 and len(name) <= longest_name
                if is_short and begins(said, stems) and _is_name(name):
                    found[attribute].append(claim_of_box(attribute, name, passage, 0.9))
    if not found["publisher"]:
        found["publisher"] = [
            claim_of_box("publisher", name, passage, 0.7)
            for passage in shapes
            if passage.seq in early
            for match in _COPYRIGHT.finditer(passage.raw_text)
            if _is_name(name := _SMALL.sub("", _NEXT_LABEL.sub("", match[1]).strip()))
        ]
    for attribute, claims in found.items():
        if claims and (attribute == "author" or len({fold(c.claim.value) for c in claims}) == 1):
            yield claims[0]


def _is_name(text: str) -> bool:
    """Whether a text begins each of its longer words with a capital."""
    longer = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return bool(longer) and sum(word[0].isupper() for word in longer) >= 0.7 * len(longer) and len(text.split()) <= 8

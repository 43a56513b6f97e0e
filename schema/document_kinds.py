"""Kinds of documents: what each is told by, and what may be believed of what it says. A new kind is one more row."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator

from schema.base import OneOf


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """One kind; the words in the titles of such documents are listed by its code in games/languages/<language>.toml."""

    code: str
    name: str
    """How people call it within a sentence."""
    is_usual: bool = False
    """What a document is that nothing shows to be of another kind."""
    is_of_cards: bool = False
    """What a document is that is mostly pictures of cards."""
    states_rules: bool = True
    """Whether its passages may state rules, not only things to which rules apply."""
    explains_others: bool = False
    """Whether it speaks of another document, the book that it explains or corrects."""
    corrects_others: bool = False
    """Whether what it says is there to be put in the place of what the book says."""


KINDS: Mapping[str, DocumentKind] = {
    kind.code: kind
    for kind in (
        DocumentKind("rulebook", "rulebook", is_usual=True),
        DocumentKind("cards", "card sheet", is_of_cards=True, states_rules=False),
        DocumentKind("faq", "FAQ", explains_others=True),
        DocumentKind("errata", "errata", explains_others=True, corrects_others=True),
    )
}
USUAL = next(code for code, kind in KINDS.items() if kind.is_usual)
OF_CARDS = next(code for code, kind in KINDS.items() if kind.is_of_cards)
EXPLAINING = tuple(code for code, kind in KINDS.items() if kind.explains_others)
CORRECTING = tuple(code for code, kind in KINDS.items() if kind.corrects_others)

KindOfDocument = Annotated[str, AfterValidator(OneOf(KINDS, "kind of document"))]
"""The code of a kind."""

"""Find the things of a game in inflected text, without diacritics, with a score for each.

.venv/bin/python examples/match_names.py
"""

from pathlib import Path

from ingest.packs.read import read_packs
from schema.wording import Text

GAMES = Path(__file__).resolve().parent.parent / "games"


def things_in(sentence: str, game: str = "black-orchestra", language: str = "cs") -> dict[str, float]:
    """The concepts a sentence speaks of, each with the score of its best match."""
    text = Text.of(sentence, read_packs(GAMES)[game].lexicon(language))
    found: dict[str, float] = {}
    for place in range(len(text.tokens)):
        for span in text.spans(place):
            found[str(span.concept)] = max(found.get(str(span.concept), 0.0), span.score)
    return found


if __name__ == "__main__":
    for concept, score in things_in("Z Norimberku jede vlak na vlakove nadrazi, klice ma Hess.").items():
        print(f"{score:5.1f}  {concept}")

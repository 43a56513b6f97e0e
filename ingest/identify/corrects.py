"""Whether a text that does not call itself errata puts another one right: by how often it speaks of faults."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.standing.passages import tell_passages
from ingest.standing.text import read_pieces
from ingest.standing.words import StandingWords
from schema.documents import UNSPOKEN
from schema.pack import Pack, SharedLanguageFile
from schema.reading import PassageRead

FAULTS = frozenset({"wrong", "right", "should", "instead", "sorry", "errata"})
"""Classes of words that speak of a text and of what is wrong with it."""

OWNED = frozenset({"wrong", "sorry", "errata"})
"""Those by which a text owns to faults; one of them may be said of play, as in “whoever guesses wrong”."""


@dataclass(frozen=True, slots=True)
class CorrectsSettings:
    """How often a sheet of corrections speaks of faults; measured on 28 sheets and on 420 pieces of rulebooks of a
    sheet's length, of which none reached 0.33; 23 of the sheets do."""

    longest: int = 1000
    """Words: a longer text that only its contents could show to be a sheet of corrections is a book."""
    least: float = 0.34
    """What a text must say of faults: the words a sentence that do, and the shares of its numbers that are denied and
    that take the place of others."""
    titled: float = 0.3
    """How much it says where the title speaks of corrections, or of wrong and right."""


def puts_right(
    passages: Sequence[PassageRead], pack: Pack, language: str, settings: CorrectsSettings = CorrectsSettings()
) -> bool:
    """Whether a text speaks so often of faults that it must be a sheet of corrections."""
    spoken = [read.passage for read in passages if read.passage.kind not in UNSPOKEN]
    shared = pack.shared.get(language)
    if shared is None or sum(len(passage.text.split()) for passage in spoken) > settings.longest:
        return False
    title = next((passage.text for passage in spoken if passage.kind == "heading"), "")
    said = _faults([title], shared, language)[0]
    is_titled = said["errata"] or (said["wrong"] and said["right"])
    words, sentences = _faults((passage.text for passage in spoken), shared, language)
    told = tell_passages(spoken, shared, language).values()
    untrue = sum(each.standing == "denied" for each in told) + sum(each.corrects is not None for each in told)
    if not untrue and len(OWNED & words.keys()) < len(OWNED) - 1:  # “to the right of”, “instead of moving”
        return False
    speaks = words.total() / max(sentences, 1) + untrue / max(len(told), 1)
    return speaks + settings.titled * bool(is_titled) >= settings.least


def _faults(texts: Iterable[str], shared: SharedLanguageFile, language: str) -> tuple[Counter[str], int]:
    """In how many sentences each class of words that speaks of faults is said, and how many sentences there are."""
    words = StandingWords(shared.standing, shared.numbers, language)
    said: Counter[str] = Counter()
    sentences = 0
    for text in texts:
        pieces = read_pieces(text, words.numbers)
        sentences += len({piece.sentence for piece in pieces})
        found = {(cue.idea, pieces[cue.first].sentence) for cue in words.cues(pieces) if cue.idea in FAULTS}
        said.update(idea for idea, _ in found)
    return said, sentences

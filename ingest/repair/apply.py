"""The step that repairs a document's passages: what is damaged is restored, what is intact is only freed of slips."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from ingest.edits import Edit, with_edits
from ingest.layout.sections import with_sections
from ingest.repair.apostrophes import ApostropheSettings, accent_edits
from ingest.repair.channel import LOST_ACCENTS, MISSING_GLYPHS, WRONG_ACCENTS, Prior
from ingest.repair.context import BOUNDARY, Context, ContextSettings, general_context, tokens_of
from ingest.repair.damage import Damage, DamageSettings, diagnose
from ingest.repair.misread_names import MisreadNameSettings, misread_name_edits
from ingest.repair.rendering import begins_sentence, rendered
from ingest.repair.restore_accents import Restorer, RestoreSettings
from ingest.repair.slips import SlipFinder, SlipSettings
from ingest.repair.vocabulary import own_texts, pack_phrases
from ingest.repair.weigh import Verdict
from ingest.repair.wordlist import WordList, WordListSettings, word_list
from ingest.review import Decisions
from schema.pack import Pack
from schema.reading import PassageRead

PRIORS: dict[Damage, Prior] = {
    "missing glyphs": MISSING_GLYPHS,
    "wrong accents": WRONG_ACCENTS,
    "lost accents": LOST_ACCENTS,
}
UNTOUCHED_KINDS = frozenset({"gap", "noise"})


@dataclass(frozen=True, slots=True)
class RepairSettings:
    """How sure repairs are, and the settings of all other parts.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    pack_weight: float = 0.3
    """What a word of a pack counts: a pack lists words, it does not say how often they are used."""
    close: float = 4.0
    """A lead below which the runner-up is worth keeping."""
    surest: float = 0.999
    """No repair is surer."""
    words: WordListSettings = WordListSettings()
    context: ContextSettings = ContextSettings()
    damage: DamageSettings = DamageSettings()
    restore: RestoreSettings = RestoreSettings()
    apostrophes: ApostropheSettings = ApostropheSettings()
    slips: SlipSettings = SlipSettings()
    names: MisreadNameSettings = MisreadNameSettings()


@dataclass(frozen=True)
class Background:
    """What is known before the document is read: the language, the game, our own texts."""

    words: WordList
    context: Context
    domain: Counter[str]
    names: frozenset[str]
    """Words of the game, in small letters."""
    proper: frozenset[str]
    """Those of them that are always written with a capital."""


def repair(
    passages: Sequence[PassageRead],
    language: str,
    pack: Pack | None,
    decisions: Decisions | None = None,
    settings: RepairSettings = RepairSettings(),
) -> tuple[PassageRead, ...]:
    """The passages with damage undone, each change a repair; what a person decided goes before what is computed."""
    words = word_list(language, settings.words)
    repaired: list[PassageRead] = list(passages)
    if words is not None:
        repaired = repaired_with(repaired, background(words, pack, settings=settings), pack, settings)
    if decisions:
        repaired = [decisions.replayed(read) for read in repaired]
    return with_sections(repaired)


def repaired_with(
    passages: Sequence[PassageRead], known: Background, pack: Pack | None, settings: RepairSettings = RepairSettings()
) -> list[PassageRead]:
    """The passages with damage undone from what is known."""
    damage = diagnose(passages, known.words, known.names, settings.damage)
    damage = ["intact" if p.passage.kind in UNTOUCHED_KINDS else d for p, d in zip(passages, damage, strict=True)]
    repaired = list(passages)
    domain = known.domain
    for kind, prior in PRIORS.items():
        damaged = [at for at, found in enumerate(damage) if found == kind]
        if damaged:
            restorer = Restorer(known.words, prior, known.context, domain, settings.restore)
            verdicts = restorer.restore([passages[at].passage.text for at in damaged])
            for at, chosen in zip(damaged, verdicts, strict=True):
                edits = _edits(passages[at].passage.text, chosen, kind, known.proper, settings)
                repaired[at] = with_edits(passages[at], edits)
            domain = domain + Counter({w: n for w, n in restorer.learnt.items() if n >= 1})
    return _freed_of_slips(repaired, damage, known, pack, settings)


def _freed_of_slips(
    passages: list[PassageRead],
    damage: Sequence[Damage],
    known: Background,
    pack: Pack | None,
    settings: RepairSettings,
) -> list[PassageRead]:
    language = known.words.language
    intact = [at for at, found in enumerate(damage) if found == "intact"]
    texts = [passages[at].passage.text for at in intact if passages[at].passage.kind not in UNTOUCHED_KINDS]
    slips = SlipFinder(known.words, known.names, texts, settings.slips)
    accents = partial(accent_edits, words=known.words, settings=settings.apostrophes)
    finders: list[Callable[[str], Iterable[Edit]]] = [accents, slips.edits]
    repaired = list(passages)
    for at in intact:
        if repaired[at].passage.kind not in UNTOUCHED_KINDS:
            for find in finders:
                repaired[at] = with_edits(repaired[at], find(repaired[at].passage.text))
    if pack is not None:
        misread = misread_name_edits(repaired, pack, language, known.words, settings.names)
        for at, edits in misread.items():
            repaired[at] = with_edits(repaired[at], edits)
    return repaired


def _edits(
    text: str, verdicts: Sequence[Verdict], reason: str, proper: frozenset[str], settings: RepairSettings
) -> list[Edit]:
    """The changes that the chosen guesses make."""
    edits = []
    for verdict in verdicts:
        chunk, guess = verdict.chunk, verdict.guess
        if not guess.is_change:
            continue
        start, end = chunk.start + guess.span[0], chunk.start + guess.span[1]
        is_start = begins_sentence(text, start)
        after = rendered(text[start:end], guess.words, is_start=is_start, proper=proper)
        confidence = min(settings.surest, 1 / (1 + math.exp(-min(verdict.lead, 50.0))))
        runner_up = None
        if verdict.runner_up and verdict.lead < settings.close:
            other = verdict.runner_up
            other_start, other_end = chunk.start + other.span[0], chunk.start + other.span[1]
            runner_up = text[other_start:other_end]
            if other.is_change:
                runner_up = rendered(runner_up, other.words, is_start=is_start, proper=proper)
        if runner_up == after:
            runner_up = None
        edits.append(Edit(start, end, after, reason, confidence, runner_up))
    return edits


def background(
    words: WordList,
    pack: Pack | None,
    without: frozenset[str] = frozenset(),
    settings: RepairSettings = RepairSettings(),
) -> Background:
    """What is known of a language and a game; texts of the games in ``without`` are left out, to measure fairly."""
    phrases = tuple(pack_phrases(pack, words.language)) if pack else ()
    return _background(words.language, phrases, without, settings)


@lru_cache(maxsize=8)
def _background(
    language: str, phrases: tuple[str, ...], without: frozenset[str], settings: RepairSettings
) -> Background:
    words = word_list(language, settings.words)
    assert words is not None
    context = general_context(language, settings.context).copy()
    domain: Counter[str] = Counter()
    for game, text in own_texts(language):
        if game not in without:
            tokens = list(tokens_of(text))
            context.add(tokens, settings.context.own_weight)
            domain.update(token for token in tokens if token[0].isalpha())
    spelt: dict[str, set[bool]] = {}
    for phrase in phrases:
        context.add([*tokens_of(phrase), BOUNDARY])
        for word in phrase.split():
            bare = "".join(c for c in word if c.isalpha())
            if bare:
                spelt.setdefault(bare.lower(), set()).add(bare[0].isupper())
    for word in spelt:
        domain[word] += settings.pack_weight  # type: ignore[assignment]
    proper = frozenset(word for word, seen in spelt.items() if seen == {True})
    return Background(words, context, domain, frozenset(spelt), proper)

"""The step that repairs a document's passages: what is damaged is restored, what is intact is only freed of slips."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from ingest.deciding.review import Decisions
from ingest.edits import Edit, with_edits
from ingest.layout.sections import with_sections
from ingest.repair.apostrophes import ApostropheSettings, accent_edits
from ingest.repair.channel import LOST_ACCENTS, MISSING_GLYPHS, WRONG_ACCENTS, Prior
from ingest.repair.compounds import CompoundSettings, compound_edits, read_lines
from ingest.repair.confidence import confidence_of
from ingest.repair.context import BOUNDARY, Context, ContextSettings, general_context, tokens_of
from ingest.repair.damage import Damage, DamageSettings, diagnose
from ingest.repair.misread_names import MisreadNameSettings, misread_name_edits
from ingest.repair.rendering import begins_sentence, rendered
from ingest.repair.restore_accents import Restorer, RestoreSettings
from ingest.repair.slips import SlipFinder, SlipSettings
from ingest.repair.spacing_accents import SpacingAccentSettings, spacing_accent_edits
from ingest.repair.vocabulary import own_texts, pack_phrases
from ingest.repair.weigh import Verdict
from ingest.repair.wordlist import WordList, WordListSettings, word_list
from ingest.repair.wrong_encoding import EncodingSettings, wrong_encoding_edits
from schema.documents import UNSPOKEN
from schema.pack import Pack
from schema.reading import PassageRead

PRIORS: dict[Damage, Prior] = {
    "missing glyphs": MISSING_GLYPHS,
    "wrong accents": WRONG_ACCENTS,
    "lost accents": LOST_ACCENTS,
}
UNTOUCHED_KINDS = frozenset(UNSPOKEN)


@dataclass(frozen=True, slots=True)
class RepairSettings:
    """How sure repairs are, and the settings of all other parts.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    pack_weight: float = 0.3
    """What a word of a pack counts: a pack lists words, it does not say how often they are used."""
    close: float = 4.0
    """A lead below which the runner-up is worth keeping."""
    least: float = 0.25
    """A damaged word for which no guess is right this often is left as it is."""
    sure: float = 0.9
    """A repaired word less sure than this is doubtful; people are shown it in `review`."""
    words: WordListSettings = WordListSettings()
    context: ContextSettings = ContextSettings()
    accents: SpacingAccentSettings = SpacingAccentSettings()
    compounds: CompoundSettings = CompoundSettings()
    encoding: EncodingSettings = EncodingSettings()
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
    joined = spacing_accent_edits([read.passage.text for read in passages], words, settings.accents)
    repaired = [with_edits(read, edits) for read, edits in zip(passages, joined, strict=True)]
    if words is not None:
        lines = read_lines(repaired, settings.compounds)
        repaired = [with_edits(read, compound_edits(read, words, lines, settings.compounds)) for read in repaired]
        encoded = wrong_encoding_edits([read.passage.text for read in repaired], words, settings.encoding)
        repaired = [with_edits(read, edits) for read, edits in zip(repaired, encoded, strict=True)]
        repaired = repaired_with(repaired, background(words, pack, settings=settings), pack, settings)
    if decisions:
        repaired = [decisions.replayed(read) for read in repaired]
    return with_sections(repaired)


def repaired_with(
    passages: Sequence[PassageRead], known: Background, pack: Pack | None, settings: RepairSettings = RepairSettings()
) -> list[PassageRead]:
    """The passages with damage undone from what is known."""
    damage, verdicts = weigh(passages, known, settings)
    repaired = list(passages)
    for at, chosen in verdicts.items():
        edits = _edits(passages[at].passage.text, chosen, damage[at], known, settings)
        repaired[at] = with_edits(passages[at], edits)
    freed = _freed_of_slips(repaired, damage, known, pack, settings)
    left = {at: sum(_is_left(verdict, known, settings) for verdict in chosen) for at, chosen in verdicts.items()}
    return [_with_doubt(read, left.get(at, 0), settings) for at, read in enumerate(freed)]


def _is_left(verdict: Verdict, known: Background, settings: RepairSettings) -> bool:
    """Whether a word shows damage for which nothing likely enough was found."""
    if not verdict.guess.is_change:
        return len(verdict.chunk.guesses) > 1
    return confidence_of(verdict, known.words.language) < settings.least


def _with_doubt(read: PassageRead, left: int, settings: RepairSettings) -> PassageRead:
    """The passage with the share of its words that are doubtful."""
    doubtful = left + sum(len(r.after.split()) for r in read.repairs if r.confidence < settings.sure)
    share = min(1.0, doubtful / max(1, len(read.passage.text.split())))
    return replace(read, passage=read.passage.model_copy(update={"doubtful": round(share, 4)})) if share else read


def weigh(
    passages: Sequence[PassageRead], known: Background, settings: RepairSettings = RepairSettings()
) -> tuple[list[Damage], dict[int, list[Verdict]]]:
    """The damage of each passage, and what was found for each word of the damaged ones, by their numbers."""
    damage = diagnose(passages, known.words, known.names, settings.damage)
    damage = ["intact" if p.passage.kind in UNTOUCHED_KINDS else d for p, d in zip(passages, damage, strict=True)]
    verdicts: dict[int, list[Verdict]] = {}
    domain = known.domain
    for kind, prior in PRIORS.items():
        damaged = [at for at, found in enumerate(damage) if found == kind]
        if damaged:
            restorer = Restorer(known.words, prior, known.context, domain, settings.restore)
            chosen = restorer.restore([passages[at].passage.text for at in damaged])
            verdicts |= zip(damaged, chosen, strict=True)
            domain = domain + Counter({w: n for w, n in restorer.learnt.items() if n >= 1})
    return damage, verdicts


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
    text: str, verdicts: Sequence[Verdict], reason: str, known: Background, settings: RepairSettings
) -> list[Edit]:
    """The changes that the chosen guesses make, where they are right more often than not."""
    edits = []
    for verdict in verdicts:
        chunk, guess = verdict.chunk, verdict.guess
        confidence = confidence_of(verdict, known.words.language) if guess.is_change else 0.0
        if not guess.is_change or confidence < settings.least:
            continue
        start, end = chunk.start + guess.span[0], chunk.start + guess.span[1]
        is_start = begins_sentence(text, start)
        after = rendered(text[start:end], guess.words, is_start=is_start, proper=known.proper)
        runner_up = None
        if verdict.runner_up and verdict.lead < settings.close:
            other = verdict.runner_up
            other_start, other_end = chunk.start + other.span[0], chunk.start + other.span[1]
            runner_up = text[other_start:other_end]
            if other.is_change:
                runner_up = rendered(runner_up, other.words, is_start=is_start, proper=known.proper)
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

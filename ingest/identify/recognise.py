"""Tell by a document's own words which game, edition, language and kind of document it is."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.discover.of_play import look_for_play
from ingest.discover.words import words_of
from ingest.identify.about_file import AboutFile
from ingest.identify.corrects import CorrectsSettings, puts_right
from ingest.identify.editions import edition_of, plain
from ingest.identify.evidence import Evidence, Text, Weights
from ingest.identify.titles import LONGEST_TITLE, code_of, own_game, title_of, without_language
from ingest.languages.language import UNDETERMINED, detect_language, tell_language
from schema.document_kinds import CORRECTING, USUAL
from schema.pack import Pack
from schema.reading import PassageRead


@dataclass(frozen=True, slots=True)
class RecogniseSettings:
    """What tells a game and a language; measured on rulebooks of other games and on single pages of ours."""

    weights: Weights = Weights()
    """How much each kind of evidence counts."""
    head: int = 4
    """Passages at the beginning in which a document says of what edition it is itself."""
    opening: int = 12
    """Passages at the beginning in which a document's kind is looked for."""
    sure: float = 0.9
    """A language told with less confidence than this is not believed against the game's own words."""
    clearly_more: int = 2
    """Times as many of the game's names in another language outweigh what the letters say."""
    few_words: int = 2
    """Names of several words in the language of a pack that show the document to be in that language; cities and
    persons stand in books of every language."""
    whole: float = 0.5
    """A heading over so much of a document is about all of it."""
    under_title: int = 8
    """A rulebook titled as a taught game is that game's where so many of its names stand in it, whosever they are: in a
    language that no pack speaks the names of the world, cities and persons, are all that can be known."""
    longest_list: int = 6
    """Names that the sentence about the evidence lists."""
    corrects: CorrectsSettings = CorrectsSettings()
    """When a text that does not call itself so is a sheet of corrections."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a document was found to be, with the evidence in a sentence."""

    game: str
    game_name: str
    """What a game without a pack is called; empty where a pack names it."""
    edition: str | None
    language: str
    kind: str
    title: str
    evidence: str
    runner_up: str = ""
    """The taught game that was next, or would have been the one had more spoken for it."""


def recognise(
    passages: Sequence[PassageRead],
    packs: Mapping[str, Pack],
    candidates: Iterable[str],
    *,
    file_name: str,
    about: AboutFile = AboutFile(),
    game: str | None = None,
    beside: str | None = None,
    settings: RecogniseSettings = RecogniseSettings(),
) -> Recognised:
    """The taught game whose own names stand in the text, or a game of its own.

    ``game`` is what a person said, ``beside`` the game of the other documents in its folder.
    """
    texts, weights = [read.passage.text for read in passages], settings.weights
    text = Text(texts)
    found = {(code, spoken): text.evidence(pack, spoken) for code, pack in packs.items() for spoken in pack.languages}
    ranked = _ranked(found, packs, weights, beside if text.count <= weights.page else None)
    title = title_of(passages, about.title, about.label, file_name)
    taught = game if game in packs else None
    if game is None:
        is_enough = _is_enough(ranked, weights.wanted(text.count))
        shown = ranked[0][0] if is_enough else _titled(title, found, packs, settings)
        is_named = any(evidence.own for (code, _), evidence in found.items() if code == shown)
        taught = shown if shown and (is_named or _speaks_of_play(texts)) else None
    if taught is None:
        language = tell_language(" ".join(texts))
        bare = without_language(file_name, language)
        title = title_of(passages, about.title, about.label, bare, language)
        code, name = (code_of(game), game) if game else own_game(title, bare, language)
        kind = _kind(passages, list(packs.values()), settings)
        nearest = ranked[0][0] if ranked and ranked[0][1] else ""
        note = _given(name) if game else _too_little(nearest, found, settings)
        return Recognised(code, name, None, language, kind, title, note, nearest)
    pack = packs[taught]
    own = {spoken: evidence for (code, spoken), evidence in found.items() if code == taught}
    language = _language(texts, sorted(candidates), own, settings)
    note = _given(taught) if game else _told(taught, own.values(), settings, is_beside=taught == beside)
    runner_up = next((code for code, weight in ranked if code != taught and weight), "")
    kind = _kind(passages, [pack], settings)
    if kind == USUAL and puts_right(passages, pack, language, settings.corrects):
        kind = CORRECTING[0]
    edition = edition_of(texts, settings.head, pack, kind)
    return Recognised(taught, "", edition, language, kind, title, note, runner_up)


def called_again(
    found: Recognised,
    before: Sequence[PassageRead],
    repaired: Sequence[PassageRead],
    file_name: str,
    about: AboutFile = AboutFile(),
    *,
    is_given: bool,
) -> Recognised:
    """What was recognised, its title and, where no person named it, its own game's name, with letters put right."""
    bare = without_language(file_name, found.language) if found.game_name else file_name
    told = (about.title, about.label, bare, found.language)
    old, new = (title_of(passages, *told) for passages in (before, repaired))
    if found.title != old or new == old:
        return found
    if not found.game_name or is_given:
        return replace(found, title=new)
    code, name = own_game(new, bare, found.language)
    return replace(found, title=new, game=code, game_name=name)


def _ranked(
    found: Mapping[tuple[str, str], Evidence], packs: Mapping[str, Pack], weights: Weights, beside: str | None
) -> list[tuple[str, int]]:
    """The games by what speaks for each in its best language, the strongest first."""
    by_game = Counter(dict.fromkeys(packs, 0))
    for (game, _), evidence in found.items():
        only_title = packs[game].game.recognised_by == "title"
        weight = weights.decisive * bool(evidence.titles) if only_title else evidence.weight(weights)
        by_game[game] = max(by_game[game], weight)
    if beside is not None and by_game[beside]:
        by_game[beside] += weights.neighbours
    return by_game.most_common()


def _is_enough(ranked: Sequence[tuple[str, int]], wanted: float) -> bool:
    """Whether the strongest game is shown clearly, and no other as strongly."""
    return bool(ranked) and ranked[0][1] >= wanted and (len(ranked) < 2 or ranked[0][1] > ranked[1][1])


def _titled(
    title: str, found: Mapping[tuple[str, str], Evidence], packs: Mapping[str, Pack], settings: RecogniseSettings
) -> str | None:
    """The one game whose title a document bears and of which many names stand in it."""
    named = Text([title])
    titled = [
        code
        for code, pack in packs.items()
        if any(named.evidence(pack, spoken).titles for spoken in pack.languages)
        and any(len(found[code, spoken].names) >= settings.under_title for spoken in pack.languages)
    ]
    return titled[0] if len(titled) == 1 else None


def _speaks_of_play(texts: Sequence[str]) -> bool:
    """Whether it is a rulebook: an article on the theme of a game may bear its title and name its cities, too."""
    play = look_for_play(texts, words_of(tell_language(" ".join(texts))))
    return play.is_of_game and play.states_rules


def _given(game: str) -> str:
    return f"A person said that it is {game}."


def _told(game: str, found: Iterable[Evidence], settings: RecogniseSettings, *, is_beside: bool) -> str:
    folder = " The other documents in its folder are of that game." if is_beside else ""
    return f"Names of {game} stand in it: {_listed(found, settings)}.{folder}"


def _too_little(nearest: str, found: Mapping[tuple[str, str], Evidence], settings: RecogniseSettings) -> str:
    if not nearest:
        return "No name of a taught game stands in it."
    listed = _listed((evidence for (game, _), evidence in found.items() if game == nearest), settings)
    return f"No taught game's own names stand in it often enough; of {nearest} there are {listed}."


def _listed(found: Iterable[Evidence], settings: RecogniseSettings) -> str:
    """What speaks for a game in its best language, shortened."""
    best = max(found, key=lambda evidence: evidence.weight(settings.weights))
    listed = [*best.titles, *(name.text for name in best.names)]
    more = f" and {len(listed) - settings.longest_list} more" if len(listed) > settings.longest_list else ""
    return ", ".join(listed[: settings.longest_list]) + more


def _language(
    texts: Sequence[str], candidates: Sequence[str], own: Mapping[str, Evidence], settings: RecogniseSettings
) -> str:
    """The language told by its letters, unless the game's own words speak clearly for another.

    Where hardly a word but proper names speaks for the game, it may be in a language that its pack does not have.
    """
    text = " ".join(texts)
    spoken = Counter({code: evidence.weight(settings.weights) for code, evidence in own.items()})
    best, count = spoken.most_common(1)[0]
    if sum(not name.is_proper for name in own[best].own) < settings.few_words:
        told = tell_language(text)
        if told not in (UNDETERMINED, *own):
            return told
    guessed, sureness = detect_language(text, candidates)
    is_plausible = sureness >= settings.sure and spoken[guessed] * settings.clearly_more >= count
    return guessed if guessed in spoken and is_plausible else best


def _kind(passages: Sequence[PassageRead], packs: Sequence[Pack], settings: RecogniseSettings) -> str:
    """What the short lines at the beginning call the document; a heading over a small part names that part alone."""
    opening = [read.passage for read in passages[: settings.opening] if len(read.passage.text) <= LONGEST_TITLE]
    title = next((passage for passage in opening if passage.kind == "heading"), None)
    sections = [read.passage.section for read in passages]
    told = [
        passage.text
        for passage in opening
        if passage.kind != "heading"
        or passage is title
        or sum(passage.text in section for section in sections) >= settings.whole * len(sections)
    ]
    first = plain(" ".join(told))
    spoken = (pack.shared[code] for pack in packs for code in pack.languages if code in pack.shared)
    named = [kind for each in spoken for kind, words in each.kinds.items() if any(plain(w) in first for w in words)]
    # “FAQ and corrections” corrects.
    return next((kind for kind in named if kind in CORRECTING), named[0] if named else USUAL)

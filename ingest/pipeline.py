"""The steps from a file to a reading, in order; each takes a draft and gives the next one."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ingest.card_steps import cards
from ingest.cards.pictured_cards import recognise_cards
from ingest.cleaning import clean as cleaning
from ingest.cleaning.mark_icons import mark_icons
from ingest.deciding.review import Decisions, complaint
from ingest.discover.discover import discover as discovering
from ingest.discover.legible import without_unread
from ingest.errors import UnreadableDocument
from ingest.extract import extract_claims
from ingest.files.addresses import Address, Remote
from ingest.files.open import open_document
from ingest.icon_legends import named_icons
from ingest.identify.about_file import about_file
from ingest.identify.dates import Dated, date_of
from ingest.identify.recognise import called_again
from ingest.identify.recognise import recognise as recognising
from ingest.languages.language import UNDETERMINED, mark_languages
from ingest.layout.lay_out import lay_out as laying_out
from ingest.names.abbreviations import spelt_out
from ingest.names.accepted_names import with_accepted
from ingest.names.match import find_mentions, find_names
from ingest.no_collection import no_collection
from ingest.pages.read import read_pages
from ingest.repair.apply import repair as repairing
from ingest.sure_digits import believed
from ingest.underway import DocumentSettings as DocumentSettings  # whoever reads documents looks for them here
from ingest.underway import Draft
from ingest.underway import Options as Options
from schema.claims import FindingShape
from schema.decisions import DecisionShape
from schema.document_kinds import OF_CARDS
from schema.documents import DocumentShape
from schema.folding import EAST_ASIAN
from schema.pack import Pack
from schema.reading import ClaimRead, FindingRead, PassageRead, Reading, WordPage
from schema.row_kinds import STALE, UNREAD_PAGE

_A_WORD = re.compile(rf"[^\W\d_]{{3}}|[{EAST_ASIAN}]")
"""What is read of a picture without words is litter of a letter or two."""
_WORDLESS = (
    "no words could be read in it; name its game with --game to keep it, or photograph it nearer and in more light."
)


def read(draft: Draft) -> Draft:
    """Words of every page, from the text layer, by recognition, or plain, unless they were kept."""
    said, beside = draft.options.language, draft.options.language_beside
    known = said or (beside if beside in draft.candidates else None)
    languages = [known] if known else draft.candidates
    kind = draft.options.kind
    pages = draft.pages or read_pages(
        draft.opened,
        languages=languages,
        on_page=draft.on_page,
        is_of_cards=None if kind is None else kind == OF_CARDS,
        has_like=draft.options.has_like,
        settings=draft.settings.read,
    )
    wanting = dict.fromkeys(page.advice for page in pages if page.advice)
    findings = [FindingShape(kind=UNREAD_PAGE, severity="warning", message=advice) for advice in wanting]
    added = [page.page.number for page in pages for _ in page.added]
    if added:
        message = (
            f"{len(added)} comments, stamps or form fields lie upon its pages (the first on page {added[0]}). They are "
            "kept and can be searched; since they are no print, no rule or number is taken from them."
        )
        findings.append(FindingShape(kind="added-text", severity="note", message=message))
    return replace(draft, pages=pages, findings=draft.findings + tuple(map(FindingRead, findings)))


def lay_out(draft: Draft) -> Draft:
    """Passages in reading order."""
    words = {w for pack in draft.packs.values() for lang in pack.languages.values() for w in lang.example_words}
    return replace(draft, passages=laying_out(draft.pages, example_words=words, settings=draft.settings.lay_out))


def clean(draft: Draft) -> Draft:
    """Text as a person would type it."""
    return replace(draft, passages=cleaning.clean(draft.passages, draft.settings.clean))


def recognise(draft: Draft) -> Draft:
    """Which game, edition and language it is and of when, unless the person said so."""
    said, opened = draft.options, draft.opened
    about = about_file(opened)
    shared = {code: words for pack in draft.packs.values() for code, words in pack.shared.items()}
    dated = date_of(draft.printed, draft.pages, about, shared, draft.settings.dates)
    draft = replace(draft, dated=Dated(said.date, "given") if said.date else dated)
    recognised = partial(
        recognising,
        draft.printed,
        draft.packs,
        draft.candidates,
        file_name=opened.file_name,
        about=about,
        settings=draft.settings.recognise,
    )
    found = recognised(game=said.game, beside=said.beside)
    if draft.is_of_cards and said.game is None:
        cards, taught = recognise_cards(
            found,
            draft.pictured(),
            draft.packs,
            draft.candidates,
            file_name=opened.file_name,
            beside=said.beside or said.cards_beside,
            shelf=said.shelf,
            settings=draft.settings.pictured,
        )
        is_shelved = cards.game != found.game
        found = cards if taught is None else replace(recognised(game=taught), kind=cards.kind, evidence=cards.evidence)
        draft = replace(draft, is_shelved=is_shelved and taught is None)
    found = replace(
        found,
        edition=said.edition or found.edition,
        language=said.spoken or found.language,
        kind=said.kind or found.kind,
    )
    draft = replace(draft, recognised=found)
    if _is_wordless(draft):
        raise UnreadableDocument(opened.path, _WORDLESS)
    return draft


def _is_wordless(draft: Draft) -> bool:
    """Whether no word was read of a picture or a PDF that is no card, of which nobody said what it is."""
    is_drawn = draft.opened.media_type.startswith("image/") or draft.opened.media_type == "application/pdf"
    is_known = draft.options.game is not None or draft.is_of_cards or any(page.advice for page in draft.pages)
    return is_drawn and not is_known and not any(_A_WORD.search(read.passage.text) for read in draft.printed)


def repair(draft: Draft) -> Draft:
    """Ruined letters and slips put right, each change with its reason; what a person decided goes first."""
    passages = repairing(draft.passages, draft.found.language, draft.pack, draft.decisions, draft.settings.repair)
    before, draft = draft.printed, replace(draft, passages=passages)
    about, is_given = about_file(draft.opened), draft.options.game is not None
    found = called_again(draft.found, before, draft.printed, draft.opened.file_name, about, is_given=is_given)
    draft = replace(draft, recognised=found)
    findings = (*draft.findings, *_untaught(draft), *_unspoken(draft), *_doubt(passages, draft.settings.doubtful_share))
    return replace(draft, findings=findings)


def _untaught(draft: Draft) -> Iterator[FindingRead]:
    """One finding for a document of no taught game."""
    found = draft.found
    if draft.options.game or found.game in draft.packs or draft.is_shelved:
        return
    message = (
        f"{draft.opened.file_name} was loaded as a game of its own, “{found.game_name}”. {found.evidence} "
        "Name its game with --game, join it with `rulewright game join`, or add a pack: `rulewright new game`."
    )
    yield FindingRead(FindingShape(kind="unknown-game", severity="note", message=message))


def _unspoken(draft: Draft) -> Iterator[FindingRead]:
    """One finding for a document of a taught game in a language of which its pack has no words."""
    if draft.pack is None or draft.languages() or draft.is_of_cards or draft.found.language == UNDETERMINED:
        return
    game, language, file = draft.pack.game, draft.found.language, draft.opened.file_name
    message = (
        f"The pack of {game.name} has no words of “{language}”, so {file} states no value of the game; what it lists, "
        "its terms and its outline were read as those of any rulebook. Begin a file of its words: "
        f"`rulewright new language {game.code} {language}`."
    )
    yield FindingRead(FindingShape(kind="unspoken-language", severity="warning", message=message))


def _doubt(passages: Sequence[PassageRead], least: float) -> Iterator[FindingRead]:
    """One finding for a document of which many words are doubtful."""
    words = [(len(read.passage.text.split()), read.passage.doubtful) for read in passages]
    total, doubtful = sum(n for n, _ in words), round(sum(n * share for n, share in words))
    if doubtful and doubtful >= least * total:
        message = (
            f"{doubtful} of {total} words are doubtful: they were repaired without being sure, or are damaged still. "
            "Compare them with the page: rulewright review."
        )
        yield FindingRead(FindingShape(kind="doubtful-text", severity="warning", message=message))


def mark(draft: Draft) -> Draft:
    """Icons as tokens, and each passage's own language."""
    glyphs: dict[str, str] = {}
    if draft.pack and draft.speaks:
        words = draft.pack.languages[draft.found.language]
        glyphs = dict(words.glyphs) | named_icons(draft.passages, words, draft.settings.legends)
    passages, findings = mark_icons(draft.passages, glyphs, draft.settings.icons)
    # What a pack cannot read needs no telling apart of the languages that packs have.
    candidates = draft.candidates if draft.speaks else ()
    passages = mark_languages(passages, draft.found.language, candidates, draft.settings.languages)
    return replace(draft, passages=passages, findings=draft.findings + findings)


def match(draft: Draft) -> Draft:
    """Concepts that passages speak of, and their printed names."""
    if not draft.pack:
        return draft
    mentions = find_mentions(draft.printed, draft.pack, draft.languages(), draft.settings.match)
    mentions = draft.decisions.settled(mentions, draft.printed)
    return replace(draft, mentions=mentions, names=find_names(mentions, draft.printed))


def discover(draft: Draft) -> Draft:
    """What any document tells of its game; where no pack has its words that is all its names and mentions, and of a
    game without a pack all its claims."""
    if not draft.pack and not draft.is_of_cards:
        draft = _hushed(draft)
    passages = draft.decisions.as_people_say(draft.printed)
    found = discovering(passages, draft.pages, draft.found.language, draft.settings.discover, is_taught=draft.speaks)
    found = draft.decisions.believed(found)
    draft = replace(draft, discovered=found.found, findings=draft.findings + found.findings)
    if draft.speaks:
        return draft
    draft = replace(draft, names=draft.names + found.names, mentions=draft.mentions + found.mentions)
    return draft if draft.pack else _believed(draft, found.claims)


def _hushed(draft: Draft) -> Draft:
    """Pages of which hardly a word was read are noise where no pack knows what may stand there."""
    passages, findings = without_unread(draft.passages, draft.settings.discover.legible)
    return replace(draft, passages=passages, findings=draft.findings + findings)


def extract(draft: Draft) -> Draft:
    """Claims by the game's patterns; a game that has none has what was discovered."""
    if not draft.pack:
        return draft
    languages = draft.languages()
    passages = spelt_out(draft.printed, draft.pack, languages)
    return _believed(draft, extract_claims(passages, draft.pack, languages, draft.settings.extract))


def _believed(draft: Draft, claims: Sequence[ClaimRead]) -> Draft:
    """The claims whose digits were read surely enough."""
    kept, findings = believed(claims, draft.passages, draft.settings.digits)
    return replace(draft, claims=kept, findings=draft.findings + findings)


STEPS: tuple[Callable[[Draft], Draft], ...] = (
    read,
    lay_out,
    clean,
    recognise,
    repair,
    mark,
    match,
    discover,
    extract,
    cards,
)


def read_document(
    path: Address,
    packs: Mapping[str, Pack],
    *,
    candidates: Iterable[str],
    recipe: str,
    options: Options | None = None,
    on_page: Callable[[int, int], None] | None = None,
    data: bytes | None = None,
    decisions: Sequence[DecisionShape] = (),
    words: Sequence[WordPage] = (),
    settings: DocumentSettings = DocumentSettings(),
) -> Reading:
    """Run all steps on one file.

    ``data`` brings its bytes where they were read elsewhere, ``words`` its pages where they were kept.
    """
    packs = with_accepted(packs, decisions)
    draft = Draft(open_document(path, data=data), packs, tuple(candidates), options or Options(), on_page, settings)
    of_words = [decision for decision in decisions if decision.kind != "name"]
    draft = replace(draft, decisions=Decisions(of_words), pages=tuple(words))
    first, *others = STEPS
    draft = first(draft)
    with no_collection():  # only text from here on
        for step in others:
            draft = step(draft)
    return _reading(draft, recipe)


def _reading(draft: Draft, recipe: str) -> Reading:
    opened, found = draft.opened, draft.found
    stale = tuple(
        FindingRead(FindingShape(kind=STALE, severity="warning", message=complaint(decision)))
        for decision in draft.decisions.stale()
    )
    document = DocumentShape(
        kind=found.kind,
        date=draft.dated.date,
        date_source=draft.dated.source,
        language=found.language,
        title=found.title,
        evidence=found.evidence,
        runner_up=found.runner_up,
        is_game_given=draft.options.game is not None,
        file_name=opened.file_name,
        source=source_of(opened.path),
        sha256=opened.sha256,
        recipe=recipe,
        media_type=opened.media_type,
        page_count=len(draft.pages),
    )
    return Reading(
        document=document,
        game=found.game,
        game_name=found.game_name,
        edition=found.edition,
        pages=draft.pages,
        passages=draft.passages,
        names=draft.names,
        mentions=draft.mentions,
        claims=draft.claims,
        card_texts=draft.card_texts,
        cards=draft.cards,
        is_shelved=draft.is_shelved,
        findings=draft.findings + stale,
        discovered=draft.discovered,
    )


def source_of(path: Address) -> str:
    """How a file is called in the database: by its full address, wherever the program runs."""
    return path.full if isinstance(path, Remote) else Path(os.path.normpath(path.absolute())).as_posix()

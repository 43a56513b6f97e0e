"""What must be true of a pack before anything is read with it: codes exist, names are there, phrases parse."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from schema.cues import CueError, parse_cue
from schema.frames import FrameError
from schema.notation import SLOT, NotationError, slot_kinds
from schema.pack import CHANGE_CODES, CODE, CardFile, ClaimForm, LanguageFile, Pack
from schema.phrasebook import JOINTS
from schema.play_reading import read_frame
from schema.play_variants import variants_of
from schema.wording import NUMERIC, Wording, WordingError, compile_wording


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something wrong, with the files it may stand in and the texts to look for there."""

    files: str
    needles: tuple[str, ...]
    message: str
    line: int = 0
    """Where it is known already."""


def check_pack(pack: Pack) -> Iterator[Complaint]:
    """Everything that is wrong with a pack."""
    yield from _check_game(pack)
    yield from _check_notation(pack)
    for code, language in pack.languages.items():
        yield from _check_names(pack, code, language)
        yield from _check_patterns(pack, code, language)
        yield from _check_rankings(pack, code, language)
        yield from _check_phrasebook(pack, code, language)
        yield from _check_signs(pack, code, language)
    yield from _check_frames(pack)
    yield from _check_rules(pack)
    yield from _check_summaries(pack)
    yield from _check_asked(pack)
    yield from _check_cues(pack)
    for file in pack.cards:
        yield from _check_cards(pack, file)
    yield from _check_unique_cards(pack)
    yield from _check_board(pack)
    yield from _check_play(pack)
    for example in pack.examples.example:
        yield from _unknown_edition(pack, example.edition, "examples/*.toml")


def _unknown_edition(pack: Pack, edition: str | None, files: str) -> Iterator[Complaint]:
    if edition is not None and edition not in {each.code for each in pack.game.edition}:
        yield Complaint(files, (f'"{edition}"',), f"The game has no edition “{edition}”.")


def _check_game(pack: Pack) -> Iterator[Complaint]:
    yield from _unknown_edition(pack, pack.game.default_edition, "game.toml")
    for kind, codes in pack.game.concepts.items():
        for code, count in Counter(codes).items():
            if count > 1:
                yield Complaint("game.toml", (f'"{code}"',), f"The {kind} “{code}” is listed {count} times.")
            if code not in CHANGE_CODES and not re.match(CODE, code):
                yield Complaint("game.toml", (f'"{code}"',), f"“{code}” is not a lower-kebab code.")
        if kind in NUMERIC:
            yield Complaint("game.toml", (kind,), f"“{kind}” is a slot for numbers and cannot be a kind of concept.")
    traits = pack.game.kinds
    for kind in [*traits.named_in_full, *traits.named_alike, *traits.unmentioned, *traits.of_the_world]:
        if kind not in pack.game.concepts:
            yield Complaint("game.toml", (f'"{kind}"',), f"[kinds] names “{kind}”, which is no kind of concept.")
    for kind, form in pack.game.rankings.items():
        if kind not in pack.game.concepts or not _needed_slots(form) <= {kind, "number"}:
            message = (
                f"The ranking of “{kind}” needs concepts of that kind, and no slots but {{{kind}}} and {{number}}."
            )
            yield Complaint("game.toml", (f"[rankings.{kind}]",), message)


def _check_notation(pack: Pack) -> Iterator[Complaint]:
    entries = [*pack.notation.trigger, *pack.notation.step, *pack.notation.condition]
    for entry in entries:
        for slot in SLOT.findall(entry.form):
            for kind in slot_kinds(slot):
                if kind not in pack.game.concepts and kind not in NUMERIC:
                    yield Complaint(
                        "notation.toml", (entry.form,), f"The form “{entry.form}” has a slot of unknown kind “{kind}”."
                    )


def _check_names(pack: Pack, language: str, file: LanguageFile) -> Iterator[Complaint]:
    where = f"{language}.toml"
    for kind, codes in pack.game.concepts.items():
        for code in codes:
            is_named = bool(file.names.get(kind, {}).get(code))
            is_untranslated = code in file.untranslated.get(kind, ())
            if not is_named and not is_untranslated:
                message = f"The {kind} “{code}” has no name in “{language}”: name it or list it under [untranslated]."
                yield Complaint(where, (f"[names.{kind}]", "[names"), message)
            if is_named and is_untranslated:
                yield Complaint(where, (f'"{code}"',), f"The {kind} “{code}” is named and listed as untranslated.")
    for section in (file.names, file.untranslated):
        for kind, listed in section.items():
            for code in listed:
                if code not in pack.game.concepts.get(kind, ()):
                    yield Complaint(where, (code,), f"The game has no {kind} with the code “{code}”.")


def _check_patterns(pack: Pack, language: str, file: LanguageFile) -> Iterator[Complaint]:
    where = f"{language}.toml"
    for name, sources in file.patterns.items():
        form = pack.game.claims.get(name)
        if form is None:
            yield Complaint(where, (name,), f"game.toml has no [claims.{name}].")
            continue
        for source in sources:
            compiled = _compiled(source)
            if isinstance(compiled, WordingError):
                yield Complaint(where, (source,), str(compiled))
                continue
            yield from (Complaint(where, (source,), m) for m in _wrong_slots(pack, compiled))
            missing = _needed_slots(form) - compiled.slots()
            if missing:
                listed = ", ".join(sorted(missing))
                yield Complaint(where, (source,), f"The pattern “{source}” does not say the {listed} of “{name}”.")


def _check_rankings(pack: Pack, language: str, file: LanguageFile) -> Iterator[Complaint]:
    """The game ranks these kinds, and their wordings can be read."""
    where = f"{language}.toml"
    for kind, words in file.rankings.items():
        if kind not in pack.game.rankings:
            yield Complaint(where, (f"[rankings.{kind}",), f"game.toml has no [rankings.{kind}].")
            continue
        for code in sorted(words.described.keys() - set(pack.game.concepts.get(kind, ()))):
            yield Complaint(where, (code,), f"The game has no {kind} with the code “{code}”.")
        for source in words.sources():
            compiled = _compiled(source)
            if isinstance(compiled, WordingError):
                yield Complaint(where, (source,), str(compiled))
            else:
                yield from (Complaint(where, (source,), m) for m in _wrong_slots(pack, compiled))


def _needed_slots(form: ClaimForm) -> set[str]:
    templates = (form.subject, form.attribute, form.value)
    return {slot for template in templates for slot in SLOT.findall(template)}


def _compiled(source: str) -> Wording | WordingError:
    try:
        return compile_wording(source)
    except WordingError as error:
        return error


def _wrong_slots(pack: Pack, wording: Wording) -> Iterator[str]:
    for kind, code in wording.kinds():
        if kind not in pack.game.concepts and kind not in NUMERIC:
            yield f"“{wording.source}” has a slot of unknown kind “{kind}”."
        elif code is not None and code not in pack.game.concepts.get(kind, ()):
            yield f"“{wording.source}” speaks of the {kind} “{code}”, which the game does not have."


def _check_phrasebook(pack: Pack, language: str, file: LanguageFile) -> Iterator[Complaint]:
    where = f"{language}.toml"
    known = {f for forms in pack.vocabulary().forms.values() for f in forms} | set(JOINTS)
    deeds = {action.spelled for action in pack.play.action}
    for form, sources in file.phrasebook.items():
        if form in deeds:
            yield from _check_deed(where, form, sources)
            continue
        if form not in known:
            yield Complaint(where, (form,), f"notation.toml has no form “{form}”.")
        for number, source in enumerate(sources):
            compiled = _compiled(source)
            if isinstance(compiled, WordingError):
                yield Complaint(where, (source,), str(compiled))
                continue
            yield from (Complaint(where, (source,), m) for m in _wrong_slots(pack, compiled))
            if sorted(SLOT.findall(source)) != sorted(SLOT.findall(form)) and (number == 0 or "[" not in source):
                yield Complaint(where, (source,), f"“{source}” does not have the slots of its form “{form}”.")
            if number == 0 and re.search(r"[\[…¶»]|\)\+|\|(?![^{]*\})", source):
                message = f"“{source}” is the wording that is spoken, so it must be plain words and slots."
                yield Complaint(where, (source,), message)


def _check_deed(where: str, form: str, sources: list[str]) -> Iterator[Complaint]:
    for source in sources:
        if set(SLOT.findall(source)) != set(SLOT.findall(form)):
            yield Complaint(where, (source,), f"“{source}” does not have the slots of the action “{form}”.")


def _check_play(pack: Pack) -> Iterator[Complaint]:
    """Every row of the frame can be read, names a rule, and its teams, zones, counters and endings have names."""
    if not pack.play.is_there:
        return
    _, mistakes = read_frame(pack.play, pack.card_words(), [rule.code for rule in pack.rules.rule])
    yield from (Complaint("play.toml", (), str(mistake), mistake.line) for mistake in mistakes)
    named = [("outcome", ending.outcome, ending.line) for ending in pack.play.ending if ending.outcome]
    named += [("team", team.code, team.line) for team in pack.play.team]
    if not pack.play.telling:  # a game that tells in its own words speaks of zones and counters only in these
        named += [("zone", zone.code, zone.line) for zone in pack.play.zone]
        named += [("counter", c.code, c.line) for c in pack.play.counter if not (c.fact or c.means)]
    for kind, code, line in named:
        kinds = ("outcome", "score") if kind == "outcome" else (kind,)
        if not any(code in pack.game.concepts.get(each, ()) for each in kinds):
            message = f"{kind} “{code}”: game.toml does not list it under [concepts], so it has no name."
            yield Complaint("play.toml", (), message, line)


def _check_signs(pack: Pack, language: str, file: LanguageFile) -> Iterator[Complaint]:
    where = f"{language}.toml"
    for edition in file.editions:
        yield from _unknown_edition(pack, edition, where)
    for glyph, icon in file.glyphs.items():
        if icon not in pack.game.concepts.get("icon", ()):
            yield Complaint(where, (icon,), f"The glyph {glyph!r} stands for “{icon}”, which is no icon of the game.")


def _check_rules(pack: Pack) -> Iterator[Complaint]:
    seen: Counter[tuple[str, str | None]] = Counter((rule.code, rule.edition) for rule in pack.rules.rule)
    known = {str(concept) for concept in pack.concepts()}
    for rule in pack.rules.rule:
        needle = (f'"{rule.code}"',)
        yield from _unknown_edition(pack, rule.edition, "rules.toml")
        if seen[rule.code, rule.edition] > 1:
            yield Complaint("rules.toml", needle, f"The rule “{rule.code}” is listed more than once.")
        yield from _numbered("rules.toml", needle[0], rule.code, rule.summary)
        for concept in rule.about:
            if concept not in known:
                message = f"The rule “{rule.code}” is about “{concept}”, which is no concept."
                yield Complaint("rules.toml", (f'"{concept}"',), message)


def _check_summaries(pack: Pack) -> Iterator[Complaint]:
    known = {rule.code for rule in pack.rules.rule}
    for language, told in pack.summaries.items():
        file = f"summaries/{language}.toml"
        if language not in pack.languages:
            yield Complaint(file, (), f"There is no {language}.toml with the words of this language.")
        for code, text in (*told.summaries.items(), *told.questions.items()):
            if code not in known:
                yield Complaint(file, (f"{code} =",), f"There is no rule “{code}” in rules.toml.")
            yield from _numbered(file, f"{code} =", code, text)


def _check_asked(pack: Pack) -> Iterator[Complaint]:
    rules, things = {rule.code for rule in pack.rules.rule}, {str(concept) for concept in pack.concepts()}
    for language, told in pack.asked.items():
        file = f"asked/{language}.toml"
        if language not in pack.languages:
            yield Complaint(file, (), f"There is no {language}.toml with the words of this language.")
        for code in sorted(told.rules.keys() - rules):
            yield Complaint(file, (f"{code} =",), f"There is no rule “{code}” in rules.toml.")
        for subject in sorted(told.things.keys() - things):
            yield Complaint(file, (f'"{subject}" =',), f"There is no concept “{subject}”.")
        for code, phrases in (*told.rules.items(), *told.things.items()):
            for phrase in phrases:
                if not phrase.strip() or re.search(r"\d", phrase):
                    message = f"A phrase by which “{code}” is asked for is empty or holds a number: “{phrase}”."
                    yield Complaint(file, (f'"{phrase}"',), message)


def _numbered(file: str, needle: str, code: str, summary: str) -> Iterator[Complaint]:
    if re.search(r"\d", summary):
        message = f"The summary of “{code}” holds a number; the document says how much, not the pack."
        yield Complaint(file, (needle,), message)


def _check_cues(pack: Pack) -> Iterator[Complaint]:
    """Cues can be read, name what the game has, and every language that lists words has words for them."""
    known = {str(concept) for concept in pack.concepts()} | {f"{kind}:" for kind in pack.game.concepts}
    ideas: dict[str, str] = {}
    listed = variants_of(pack.play)
    for rule in pack.rules.rule:
        for name in rule.variants:
            if (rule.code, name) not in listed:
                message = f"The rule “{rule.code}” has cues of a variant “{name}”, which play.toml does not list."
                yield Complaint("rules.toml", (name,), message)
        for source in (*rule.cues, *(cue for cues in rule.variants.values() for cue in cues)):
            try:
                cue = parse_cue(source)
            except CueError as error:
                yield Complaint("rules.toml", (source,), str(error))
                continue
            for term in sorted(cue.terms()):
                if ":" in term and term not in known:
                    message = f"A cue of “{rule.code}” speaks of “{term}”, which is no concept."
                    yield Complaint("rules.toml", (source,), message)
            ideas |= dict.fromkeys(cue.ideas(), source)
    for language in sorted(pack.cues.keys() & pack.languages.keys()):
        for idea in sorted(ideas.keys() - pack.cues[language].keys()):
            message = f"No words are listed in “{language}” for “{idea}”: add them under cues/."
            yield Complaint("rules.toml", (ideas[idea],), message)


def _check_frames(pack: Pack) -> Iterator[Complaint]:
    """Frames can be read, name what the game has, and every language that lists roles has words for theirs."""
    known = {str(concept) for concept in pack.concepts()} | {f"{kind}:" for kind in pack.game.concepts}
    for name, form in pack.game.claims.items():
        needle = (f"[claims.{name}]",)
        try:
            terms = {term for frame in form.frames() for term in frame.terms}
        except FrameError as error:
            yield Complaint("game.toml", needle, str(error))
            continue
        for term in sorted(term for term in terms if ":" in term and term not in known):
            yield Complaint("game.toml", needle, f"The frame of “{name}” speaks of “{term}”, which is no concept.")
        if terms:
            terms |= {slot for slot in SLOT.findall(form.subject + form.attribute) if slot not in pack.game.concepts}
        for language in sorted(pack.languages.keys() & pack.shared.keys()):
            words = pack.shared[language].roles.words
            for role in sorted(term for term in terms if ":" not in term and words and term not in words):
                message = f"No words are listed in “{language}” for “{role}”: add them in languages/roles/."
                yield Complaint("game.toml", needle, message)


def _check_cards(pack: Pack, file: CardFile) -> Iterator[Complaint]:
    where = "cards/*.toml"
    yield from _unknown_edition(pack, file.edition, where)
    if file.deck not in pack.game.concepts.get("deck", ()):
        yield Complaint(where, (f'deck = "{file.deck}"',), f"The game has no deck “{file.deck}”.")
    for card in file.card:
        for effect in card.effects:
            try:
                pack.vocabulary().parse(effect)
            except NotationError as error:
                yield Complaint(where, (effect,), f"The card “{card.code}”: {error}.")


def _check_unique_cards(pack: Pack) -> Iterator[Complaint]:
    seen = Counter((file.edition, card.code) for file in pack.cards for card in file.card)
    for (edition, code), count in seen.items():
        if count > 1:
            message = f"The card “{code}” is listed {count} times for {edition or 'all editions'}."
            yield Complaint("cards/*.toml", (f'"{code}"',), message)


def _check_board(pack: Pack) -> Iterator[Complaint]:
    where = "cards/board*.toml"
    known = set(pack.game.concepts.get("location", ()))
    for board in pack.boards:
        yield from _unknown_edition(pack, board.edition, where)
        listed = {entry.code for entry in board.location}
        used = {code for group in [*board.connections, *board.cliques] for code in group}
        for code in sorted((listed | used) - known):
            yield Complaint(where, (f'"{code}"',), f"The game has no location “{code}”.")
        for code in sorted(used - listed):
            yield Complaint(where, (f'"{code}"',), f"“{code}” has neighbours but is not listed as a location.")
        for entry in board.location:
            for delivery in entry.delivery:
                if delivery.item not in (*pack.game.concepts.get("item", ()), "any"):
                    yield Complaint(where, (f'"{delivery.item}"',), f"“{delivery.item}” is no item.")
                condition = delivery.condition
                try:
                    if condition:
                        pack.vocabulary().clause_of("condition", tuple(condition.split()), condition)
                except NotationError as error:
                    yield Complaint(where, (f'"{condition}"',), f"{error}.")

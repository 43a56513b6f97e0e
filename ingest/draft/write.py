"""Write a draft into the files of a pack, or add to a drafted pack what it lacks; no line that is there is changed."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ingest.draft.entries import Draft, Number, RuleDraft
from ingest.draft.toml_lines import at_end, into_array, into_table

OFFERED = "drafted.txt"
"""What was drafted before, a line each; a person may have thrown it away, so it is not offered again."""

GAME = """\
# {name}, drafted from {files}. Every line tells where it comes from; docs/packs.md tells what can be said.
# What you change or delete stays so: `rulewright new game {code} --from FILES` adds only what is new.
code = {quoted_code}
name = {quoted_name}
default-edition = "1st"
recognised-by = "title"

[[edition]]
code = "1st"
name = "First edition"
"""
LANGUAGE = """\
# {name} in the language {language}. The first name is spoken, all are read.
titles = {titles}
example-words = []
"""
RULES = """\
# The rules as the documents print them. Tell each in a sentence of your own, without numbers, in its summary.
"""
CARDS = """\
# Cards as the documents print them. What they do is told in effects, see docs/packs.md.
deck = "main"
component = {component}
"""
PLAY = """\
# The course of play as the documents lay it out, for whoever writes the frame of the game (docs/packs.md, play.toml).
"""

Place = Literal["array", "table", "end"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to be written: where it goes, by what it is known, and its lines."""

    file: str
    place: Place
    table: str
    key: str
    lines: Sequence[str]

    @property
    def known_by(self) -> str:
        """What is noted of it once it was offered."""
        return f"{self.file} {self.table} {self.key}"


@dataclass(frozen=True, slots=True)
class Written:
    """What writing a draft did."""

    files: Sequence[Path]
    added: int
    """Entries that were not there and had not been offered before."""


def write_draft(folder: Path, draft: Draft, files: Sequence[str], only: str | None = None) -> Written:
    """Write the pack, or into the pack what it lacks; with ``only`` nothing but the file of that language."""
    offered = set(_lines(folder / OFFERED))
    draft = draft if only is None else replace(draft, numbers=list(_known_numbers(folder, draft)))
    touched: dict[Path, list[str]] = {}
    added: list[Entry] = []
    for file, head in _heads(draft, files):
        path = folder / file
        if only is None or file == f"{only}.toml":
            touched[path] = _lines(path) if path.exists() else head.splitlines()
    concepts = _concepts(folder, draft, offered, only)
    for entry in _entries(draft, concepts):
        path = folder / entry.file
        if path in touched and entry.known_by not in offered and not _is_there(touched[path], entry):
            touched[path] = _put(touched[path], entry)
            added.append(entry)
    _name_all(folder, touched, concepts)
    changed = [path for path, lines in touched.items() if not path.exists() or lines != _lines(path)]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(touched[path]).rstrip() + "\n", encoding="utf-8")
    noted = sorted(offered | {entry.known_by for entry in added})
    (folder / OFFERED).write_text("\n".join(noted) + "\n", encoding="utf-8")
    return Written(changed, len(added))


def _known_numbers(folder: Path, draft: Draft) -> Iterator[Number]:
    """The numbers that the pack claims already, by its own codes: it words them alike in a language that it speaks."""
    codes: dict[tuple[str, str], str] = {}
    for language in draft.titles:
        told = tomllib.loads("\n".join(_lines(folder / f"{language}.toml"))).get("patterns", {})
        codes |= {(language, wording): code for code, wordings in told.items() for wording in wordings}
    for number in draft.numbers:
        said = [(language, wording) for language, wordings in number.wordings.items() for wording in wordings]
        code = next((codes[one] for one in said if one in codes), None)
        if code is not None:
            yield replace(number, code=code)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _heads(draft: Draft, files: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files of the pack with what stands at their top when they are new."""
    named = {"name": draft.name, "code": draft.code, "files": ", ".join(files)}
    quoted = {"quoted_code": _quoted(draft.code), "quoted_name": _quoted(draft.name)}
    yield "game.toml", GAME.format(**named, **quoted)
    for language, titles in draft.titles.items():
        yield f"{language}.toml", LANGUAGE.format(name=draft.name, language=language, titles=_list(titles))
    yield "rules.toml", RULES
    if draft.cards:
        yield "cards/main.toml", CARDS.format(component=_quoted(f"The cards as {', '.join(files)} print them"))
    yield "play.toml", PLAY + "".join(f"# {line}\n" for line in draft.outline)


def _concepts(folder: Path, draft: Draft, offered: set[str], only: str | None) -> Mapping[str, list[str]]:
    """The concepts that the pack has, and those that the draft adds."""
    game = folder / "game.toml"
    known = tomllib.loads(game.read_text(encoding="utf-8"))["concepts"] if game.exists() else {}
    concepts = {kind: list(codes) for kind, codes in known.items()}
    if only is None:
        listed = [(thing.kind, thing.code) for thing in draft.things]
        listed += [("deck", "main")] if draft.cards else []
        for kind, code in listed:
            codes = concepts.setdefault(kind, [])
            if code not in codes and f"game.toml concepts.{kind} {code}" not in offered:
                codes.append(code)
    return concepts


def _entries(draft: Draft, concepts: Mapping[str, Sequence[str]]) -> Iterator[Entry]:
    for thing in draft.things:
        if thing.code in concepts.get(thing.kind, ()):
            item = f"    {_quoted(thing.code)},  # {thing.where}"
            yield Entry("game.toml", "array", f"concepts.{thing.kind}", thing.code, [item])
            for language, names in thing.names.items():
                line = f"{thing.code} = {_list(names)}  # {thing.where}"
                yield Entry(f"{language}.toml", "table", f"names.{thing.kind}", thing.code, [line])
    if draft.cards:
        yield Entry("game.toml", "array", "concepts.deck", "main", ['    "main",  # the cards that were found'])
    for number in draft.numbers:
        block = [
            f"[claims.{number.code}]  # {number.where}",
            f"subject = {_quoted(number.subject)}",
            f"attribute = {_quoted(number.attribute)}",
            *([f"value = {_quoted(number.value)}"] if number.value != "{number}" else []),
            f"note = {_quoted(number.note)}",
            *([f"# counts = {_quoted(number.counts)}  # its frame, where frames are read"] if number.counts else []),
        ]
        yield Entry("game.toml", "end", "claims", number.code, block)
        for language, wordings in number.wordings.items():
            line = f"{number.code} = {_list(wordings)}  # {number.where}"
            yield Entry(f"{language}.toml", "table", "patterns", number.code, [line])
    yield from _rule_entries(draft)
    for card in draft.cards:
        texts = [f"# {language}: {text}" for language, text in card.texts.items()]
        titles = [f"title.{language} = {_quoted(title)}" for language, title in card.titles.items()]
        block = [f"[[card]]  # {card.where}", f"code = {_quoted(card.code)}", *titles, *texts]
        yield Entry("cards/main.toml", "end", "card", card.code, block)


def _rule_entries(draft: Draft) -> Iterator[Entry]:
    for rule in draft.rules:
        block = [
            f"[[rule]]  # {rule.where}",
            f"code = {_quoted(rule.code)}",
            f"topic = {_quoted(rule.topic)}",
            'summary = ""',
            *([f"about = {_list(rule.about)}"] if rule.about else []),
            *([f"cues = {_list([rule.cue])}"] if rule.cue else []),
            *(f"printed.{language} = {_quoted(words)}" for language, words in _words(rule)),
        ]
        yield Entry("rules.toml", "end", "rule", rule.code, block)


def _words(rule: RuleDraft) -> Iterator[tuple[str, str]]:
    """What the documents print of a rule, without numbers: the document says how much."""
    for language, text in rule.printed.items():
        words = " ".join(re.sub(r"\d+", " ", text).split())
        if words:
            yield language, words


def _is_there(lines: Sequence[str], entry: Entry) -> bool:
    """Whether the file has the entry, whoever wrote it."""
    found: Any = tomllib.loads("\n".join(lines))
    for part in entry.table.split("."):
        found = found.get(part, {}) if isinstance(found, dict) else {}
    if isinstance(found, list):
        return any(one == entry.key or (isinstance(one, dict) and one.get("code") == entry.key) for one in found)
    return entry.key in found


def _put(lines: list[str], entry: Entry) -> list[str]:
    if entry.place == "array":
        table, _, key = entry.table.rpartition(".")
        return into_array(lines, table, key, entry.lines)
    return into_table(lines, entry.table, entry.lines) if entry.place == "table" else at_end(lines, entry.lines)


def _name_all(folder: Path, touched: dict[Path, list[str]], concepts: Mapping[str, Sequence[str]]) -> None:
    """List what a language has no name for as untranslated, in every language of the pack."""
    reserved = {"game", "notation", "rules", "look", "play"}
    for path in {*folder.glob("*.toml"), *(p for p in touched if p.parent == folder)}:
        if path.stem in reserved:
            continue
        lines = touched.get(path, _lines(path))
        data = tomllib.loads("\n".join(lines))
        for kind, codes in concepts.items():
            named = {*data.get("names", {}).get(kind, {}), *data.get("untranslated", {}).get(kind, ())}
            missing = [code for code in codes if code not in named]
            if missing:
                lines = into_array(lines, "untranslated", kind, [f"    {_quoted(code)}," for code in missing])
        touched[path] = lines


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"

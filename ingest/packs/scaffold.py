"""The first files of a pack: they load as they are, and every line says what to fill in."""

import json
from collections.abc import Iterable
from pathlib import Path

from schema.pack import LanguageFile, Pack

GAME = """\
# What the game is made of. The format is explained in docs/packs.md.
code = "{code}"
name = {name}
default-edition = "1st"

[[edition]]
code = "1st"
name = "First edition"

# Every thing that rulebooks, cards or effects speak of: kind = [codes].
[concepts]
deck = ["main"]
component = ["board", "die"]
change = ["+", "-"]

# What a recognised pattern says; the patterns themselves stand in the language files.
[claims.deck-size]
subject = "deck:{{deck}}"
attribute = "size"
note = "How many cards a deck has"

[claims.component-count]
subject = "component:{{component}}"
attribute = "count"
note = "How many of a component there are"
"""

NOTATION = """\
# The closed vocabulary of effects: what a card, a space or a rule can do.
[[trigger]]
form = "action"
meaning = "When a player spends an action on it"

[[step]]
form = "draw {deck} {number}"
meaning = "The player draws cards from a deck"
"""

RULES = """\
# The rules in our own words, one sentence each, without numbers: the document says how much.
[[rule]]
code = "set-up-decks"
topic = "set-up"
summary = "Each deck is shuffled and laid face down."
about = ["deck:main"]
"""

CARDS = """\
# A list of cards that no rulebook prints, with the component it was read from.
deck = "main"
component = "The cards of the first edition"

# [[card]]
# code = "first-card"
# copies = 1
# title.en = "First card"
# effects = ["action: draw main 1"]
"""


def new_game(games: Path, code: str, name: str) -> list[Path]:
    """Write the files of a new pack; none where there is a folder of that name, whatever it holds."""
    folder = games / code
    if folder.exists():
        return []
    files = {
        folder / "game.toml": GAME.format(code=code, name=json.dumps(name, ensure_ascii=False)),
        folder / "notation.toml": NOTATION,
        folder / "rules.toml": RULES,
        folder / "cards" / "main.toml": CARDS,
    }
    return [file for file, text in files.items() if _write(file, text)]


def new_language(games: Path, pack: Pack, language: str) -> Path | None:
    """Write a language file that names nothing yet; None when there is one already."""
    known = next(iter(pack.languages.items()), None)
    file = games / pack.code / f"{language}.toml"
    return file if _write(file, "\n".join(_language_lines(pack, language, known))) else None


def _language_lines(pack: Pack, language: str, known: tuple[str, LanguageFile] | None) -> Iterable[str]:
    yield f"# {pack.game.name} in the language {language}. The format is explained in docs/packs.md."
    yield f'titles = ["{pack.game.name}"]'
    yield "example-words = []"
    yield ""
    yield "# Move each code from [untranslated] to [names] with the words a rulebook prints for it."
    for kind, codes in pack.game.concepts.items():
        yield f"[names.{kind}]"
        yield from (f"# {_key(code)} = [{_example(known, kind, code)}]" for code in codes)
        yield ""
    yield "[untranslated]"
    yield from (f"{kind} = [{', '.join(map(_quoted, codes))}]" for kind, codes in pack.game.concepts.items())
    yield ""
    yield "# Wordings by which each claim is recognised."
    yield "[patterns]"
    for name, form in pack.game.claims.items():
        examples = known[1].patterns.get(name, []) if known else []
        shown = f" ({known[0]}: {examples[0]})" if known and examples else ""
        yield f"# {form.note or name}{shown}"
        yield f"{name} = []"
    yield ""
    yield "# Wordings of each notation form, the first is spoken, all are read."
    yield "[phrasebook]"
    for form_text in (f for forms in pack.vocabulary().forms.values() for f in forms):
        yield f"# {_quoted(form_text)} = []"
    yield ""


def _example(known: tuple[str, LanguageFile] | None, kind: str, code: str) -> str:
    names = known[1].names.get(kind, {}).get(code, []) if known else []
    return ", ".join(map(_quoted, names[:1]))


def _key(code: str) -> str:
    return _quoted(code) if code in "+-" else code


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _write(file: Path, text: str) -> bool:
    if file.exists():
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return True

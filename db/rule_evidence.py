"""What speaks for each rule and thing that a question may mean, as numbers that weights were learnt for."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from db.asked_language import asked_language
from db.packed import unpacked
from db.rule_grams import KINDS, Letters, compared, told_in
from db.rule_index import FIELDS, worth
from db.rule_terms import best, terms_of
from db.rule_typical import typical
from schema.folding import fold

Met = dict[str, dict[int, float]]
"""By field and subject how surely it has what a word says."""
OURS = ("question", "asked", "code", "summary", "about", "cue")
"""Fields in which we tell what the rule says, and not a document."""
_JOINED: Mapping[str, Mapping[str, float]] = {
    "anywhere": dict.fromkeys(FIELDS, 1.0),
    "ours": dict.fromkeys(OURS, 1.0),
    "surely": FIELDS,
}
_NOWHERE: Met = {name: {} for name in _JOINED}
OF_ANY = (
    *FIELDS,
    *("anywhere", "ours", "surely", "words"),
    *("summary-share", "title-share", "title-share-squared", "named"),
    *("language", "game", "documented"),
    *(f"letters-{kind}" for kind in KINDS),
    *("letters-squared", "letters-more", "typical", "typical-letters", "thing"),
)
SEEN = (*OF_ANY, *(f"thing-{name}" for name in OF_ANY if name != "thing"))
"""What is seen of a rule or a thing, and once more what is seen of a thing, which is told by other signs.

By field the part of the question that it has there, rare words counting more; that it has
anywhere, in words of ours, and as surely as the field tells; the part of the words, each counting the same; which part
of its sentence and of its title is asked for, and whether nothing else is; whether its game has a document in the
language of the question, and any at all; whether the game is named; how alike the letters are, also squared, and in the
mean of the three likest phrases; how typical the words and their letters are of its phrases; and whether it is a
thing."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is seen of a rule or thing, and which of the words that were asked for it has."""

    seen: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    words: list[str] = field(default_factory=list)


def evidence(
    snapshot: sqlite3.Connection, asked: Mapping[str, Sequence[str]], enough: float, alike: float
) -> tuple[dict[int, Evidence], Sequence[str]]:
    """By subject what speaks for it, and the words that tell; ``asked`` gives for each misspelt word what it may be.

    A rule has its number, a thing its own below zero. Left out is what has less than ``enough`` of the question
    anywhere, and no name as ``alike`` to it.
    """
    sizes = {
        subject: about for subject, *about in snapshot.execute("SELECT subject, game_id, parts, worth FROM search_size")
    }
    language = asked_language(snapshot, asked)
    meant = {word: terms_of(snapshot, word, language) for word in asked}
    met = {
        word: _with_terms(snapshot, terms) or _guessed(snapshot, asked[word], language) or _NOWHERE
        for word, terms in meant.items()
        if terms
    }
    worths = {word: worth(len(sizes), sum(fields["surely"].values())) for word, fields in met.items()}
    whole = sum(worths.values())
    shares = {word: each / whole for word, each in worths.items()}
    spelt, told = [next(iter(near), word) for word, near in asked.items()], told_in(snapshot, language)
    letters = compared(snapshot, spelt, told)
    found = {subject: Evidence() for subject in _candidates(met, shares, letters, enough, alike)}
    _add_words(met, shares, found)
    for word, fields in met.items():
        for rule in fields.get("summary", {}).keys() & found.keys():
            found[rule].seen["summary-share"] += worths[word] * fields["summary"][rule] / sizes[rule][2]
    _add_titles(snapshot, meant, shares, sizes, found)
    _add_letters(letters.alike, found)
    for name, much in typical(snapshot, spelt, letters.having, told, found.keys()).items():
        for subject, mean in much.items():
            found[subject].seen[name] = mean
    _add_games(snapshot, asked, language, sizes, found)
    for subject, known in found.items():
        if subject < 0:
            known.seen.update({f"thing-{name}": seen for name, seen in known.seen.items()}, thing=1.0)
    return found, list(met)


def _candidates(
    met: Mapping[str, Met], shares: Mapping[str, float], letters: Letters, enough: float, alike: float
) -> Iterator[int]:
    """What is looked at more closely: it has enough of the question, or a name that is like it."""
    had: dict[int, float] = defaultdict(float)
    for word, fields in met.items():
        for subject, surely in fields["anywhere"].items():
            had[subject] += shares[word] * surely
    yield from (subject for subject, share in had.items() if share >= enough)
    yield from (subject for (subject, kind), most in letters.alike.items() if kind == "name" and most[0] >= alike)


def _add_words(met: Mapping[str, Met], shares: Mapping[str, float], found: Mapping[int, Evidence]) -> None:
    for word, fields in met.items():
        for name, subjects in fields.items():
            for subject in subjects.keys() & found.keys():
                found[subject].seen[name] += shares[word] * subjects[subject]
        for subject in fields["anywhere"].keys() & found.keys():
            found[subject].words.append(word)
            found[subject].seen["words"] += 1 / len(met)


def _add_letters(letters: Mapping[tuple[int, str], Sequence[float]], found: Mapping[int, Evidence]) -> None:
    for (subject, kind), likeness in letters.items():
        if subject in found:
            seen = found[subject].seen
            seen[f"letters-{kind}"] = likeness[0]
            seen["letters-squared"] = max(seen["letters-squared"], likeness[0] ** 2)
            if kind == "asked":
                seen["letters-more"] = sum(likeness[:3]) / 3


def _with_terms(snapshot: sqlite3.Connection, terms: Mapping[str, float]) -> Met:
    """Which subjects have any of these terms in each field, and then anywhere; nothing where none has."""
    fields: Met = defaultdict(dict)
    rows = _having(snapshot, "SELECT term, field, subjects FROM search_rule", terms)
    for term, name, subjects in sorted(rows, key=lambda row: terms[row[0]]):  # what is surer comes over what is less so
        fields[name].update(dict.fromkeys(unpacked(subjects), terms[term]))
    return {**fields, **{name: _most(fields, worths) for name, worths in _JOINED.items()}} if fields else {}


def _most(fields: Met, worths: Mapping[str, float]) -> dict[int, float]:
    """By subject the most that any of its fields says, each being worth so much."""
    most: dict[int, float] = {}
    for name in fields.keys() & worths.keys():
        for subject, surely in fields[name].items():
            if worths[name] * surely > most.get(subject, 0.0):
                most[subject] = worths[name] * surely
    return most


def _having(snapshot: sqlite3.Connection, question: str, terms: Collection[str]) -> sqlite3.Cursor:
    """The rows of a table that have any of these terms."""
    return snapshot.execute(f"{question} WHERE term IN ({', '.join('?' * len(terms))})", tuple(terms))


def _guessed(snapshot: sqlite3.Connection, near: Iterable[str], language: str | None) -> Met:
    """What any of the words says that a misspelt one may be."""
    return _with_terms(snapshot, best(each for word in near for each in terms_of(snapshot, word, language).items()))


def _add_titles(
    snapshot: sqlite3.Connection,
    meant: Mapping[str, Mapping[str, float]],
    worths: Mapping[str, float],
    sizes: Mapping[int, Sequence[int]],
    found: Mapping[int, Evidence],
) -> None:
    """Which part of a rule's title is asked for; also squared, since half of a title is any rule's; and by how much
    of the question, which names a rule if both are whole."""
    said: dict[str, list[tuple[str, float]]] = {}
    for word, terms in meant.items():
        for term, surely in terms.items():
            said.setdefault(term, []).append((word, surely))
    parts: dict[int, dict[int, float]] = {}
    words: dict[int, dict[str, float]] = {}
    for rule, part, term in _having(snapshot, "SELECT subject, part, term FROM search_title", said):
        for word, surely in said[term] if rule in found else ():
            met, used = parts.setdefault(rule, {}), words.setdefault(rule, {})
            met[part], used[word] = max(met.get(part, 0.0), surely), max(used.get(word, 0.0), surely)
    for rule in parts:
        share = sum(parts[rule].values()) / sizes[rule][1]
        named = share * sum(worths.get(word, 0.0) * surely for word, surely in words[rule].items())
        found[rule].seen.update({"title-share": share, "title-share-squared": share**2, "named": named})


def _add_games(
    snapshot: sqlite3.Connection,
    asked: Iterable[str],
    language: str | None,
    sizes: Mapping[int, Sequence[int]],
    found: Mapping[int, Evidence],
) -> None:
    of_language = snapshot.execute("SELECT DISTINCT game_id FROM document WHERE language = ?", (language,))
    told = {game for (game,) in of_language}
    documented = {game for (game,) in snapshot.execute("SELECT DISTINCT game_id FROM document")}
    named = {}
    for game, name, code in snapshot.execute("SELECT id, name, code FROM game"):
        words = {*fold(name).split(), *code.split("-")}
        named[game] = len(words.intersection(asked)) / len(words)
    for rule, known in found.items():
        game = sizes[rule][0]
        known.seen["language"] = 0.5 if language is None else float(game in told)
        known.seen["game"] = named[game]
        known.seen["documented"] = float(game in documented)

"""Corrections: which number stood there before, and which one takes its place; and questions with their answers."""

from collections.abc import Iterator, Sequence

from ingest.standing.sentences import BORDERS, Piece, Sentence

CELL = "|"


def correct_tables(sentences: Sequence[Sentence]) -> None:
    """In a table with a column of what was and one of what is right, each row corrects."""
    old = new = None
    for row in sentences:
        if not any(piece.text == CELL for piece in row.pieces):
            continue
        cells = list(_cells(row))
        if not row.numbers() or (old is None and all(not any(p.value is not None for p in c) for c in cells[1:])):
            heads = [Sentence(cell, row.words, row.settings) for cell in cells]
            old = next((n for n, h in enumerate(heads) if _says_any(h, ("old", "wrong"))), None)
            new = next((n for n, h in enumerate(heads) if n != old and _says_any(h, ("right", "here"))), None)
        elif old is not None and new is not None and max(old, new) < len(cells):
            _pair(_numbered(cells[old]), _numbered(cells[new]))


def correct(sentence: Sentence, before: Sentence | None, lead: Sentence | None) -> None:
    """Find pairs of an old and a new number in a sentence, or in it and the one before."""
    if sentence.says("unknown") is not None:
        return
    _correct_by_instead(sentence)
    _correct_by_not(sentence)
    _correct_by_replacing(sentence, lead)
    _correct_by_wrong(sentence, before)


def answer_questions(sentences: Sequence[Sentence]) -> None:
    """A question states what its answer confirms; what is denied or left open it does not state."""
    for at, question in enumerate(sentences):
        if not question.is_question or not question.numbers():
            continue
        answer = _answer(sentences, at)
        asked = [question.pieces[n] for n in question.numbers()]
        said = _verdict(answer)
        new = [answer.pieces[n] for n in answer.numbers()] if answer else []
        if said == "yes":
            _settle(asked, "asserted")
        elif said == "no":
            kept = [piece for piece in asked if any(other.value == piece.value for other in new)]
            is_other = len(asked) == 1 and len(new) == 1 and not kept
            if is_other:
                _pair(asked, new)
            _settle(asked, "denied")
        elif new and question.says("or") is not None and any(p.value == n.value for p in asked for n in new):
            for piece in asked:
                piece.settle("asserted" if any(piece.value == n.value for n in new) else "denied")
        elif answer is None or said == "open" or question.says("asking") is None or _offers(question):
            _settle(asked, "supposed")


def _correct_by_instead(sentence: Sentence) -> None:
    """“4 instead of 5”, and “instead of 5 … 4”."""
    for at, length in sentence.all_said("instead"):
        numbers = sentence.numbers()
        following = [n for n in numbers if n >= at + length]
        earlier = [n for n in numbers if n < at]
        if not following:
            continue
        old = _range(sentence, following[0])
        reach = [n for n in earlier if _is_open(sentence.pieces[n])]
        if reach and _same_line(sentence, reach[-1], at):
            _pair(_at(sentence, old), _at(sentence, _range_back(sentence, reach[-1], len(old))))
        else:
            rest = [n for n in following if n not in old]
            if rest:
                _pair(_at(sentence, old), _at(sentence, _range(sentence, rest[0])))


def _correct_by_not(sentence: Sentence) -> None:
    """“not 5 but 4” and “4, not 5”."""
    for at, length in list(sentence.negations()):
        numbers = [n for n in sentence.numbers() if _is_open(sentence.pieces[n])]
        following = [n for n in numbers if n >= at + length]
        if not following or following[0] - at > sentence.settings.near + length:
            continue
        first = following[0]
        between = range(at, first)
        is_aside = sentence.says("relative", max(at - 2, 0), at) is not None
        if is_aside or sentence.says("limit", at, first + 1) is not None or _is_forbidding(sentence, at):
            continue
        if any(sentence.pieces[n].text in ";.\n" for n in between):
            continue
        old = _range(sentence, first)
        earlier = [n for n in numbers if n < at and not any(p.text == CELL for p in sentence.pieces[n:at])]
        is_elliptic = first - at - length < sentence.settings.ellipsis and _begins_clause(sentence, at)
        later = [n for n in following if n not in old and _is_contrast(sentence, old[-1], n)]
        if later and _but_follows(sentence, old[-1], later[0]):
            _pair(_at(sentence, old), _at(sentence, _range(sentence, later[0])))
        elif sentence.says("definite", first - 1, first) is not None:
            continue
        elif is_elliptic and earlier and sentence.clauses[earlier[-1]] >= sentence.clauses[at] - 2:
            _pair(_at(sentence, old), _at(sentence, _range_back(sentence, earlier[-1], len(old))))
        elif later:
            _pair(_at(sentence, old), _at(sentence, _range(sentence, later[0])))


def _correct_by_replacing(sentence: Sentence, lead: Sentence | None) -> None:
    """“replace 5 with 4”, “for 5 read 4”, “from 5 to 4” behind a word of change."""
    numbers = [n for n in sentence.numbers() if _is_open(sentence.pieces[n])]
    if len(numbers) < 2:
        return
    is_for = sentence.says("for", max(numbers[0] - 2, 0), numbers[0]) is not None
    if is_for and sentence.says("read", numbers[0], numbers[1]) is not None:
        _pair(_at(sentence, numbers[:1]), _at(sentence, numbers[1:2]))
        return
    if sentence.says("replace") is not None:
        by = [at for at, _ in sentence.all_said("by") if numbers[0] < at < numbers[1]]
        if by or sentence.says("replace", numbers[0], numbers[1]) is not None:
            _pair(_at(sentence, numbers[:1]), _at(sentence, numbers[1:2]))
            return
    changing = sentence.says("change") is not None or (lead is not None and lead.says("change") is not None)
    if changing and sentence.says("to", numbers[0], numbers[1]) is not None:
        has_from = sentence.says("from", max(numbers[0] - 2, 0), numbers[0]) is not None
        if has_from or lead is not None:
            _pair(_at(sentence, numbers[:1]), _at(sentence, numbers[1:2]))


def _correct_by_wrong(sentence: Sentence, before: Sentence | None) -> None:
    """“5 is a misprint, it is 4”; “was 5. Should be 4.”; “in truth 4, though 5 is printed”."""
    numbers = [n for n in sentence.numbers() if _is_open(sentence.pieces[n])]
    if not numbers:
        return
    right = sentence.says("right")
    wrong = sentence.says("wrong")
    old = sentence.says("old")
    for said, _ in sentence.all_said("old"):
        inside = [n for n in numbers if n > said and sentence.clauses[n] == sentence.clauses[said]]
        outside = [n for n in numbers if n < said]
        if inside and outside and sentence.pieces[said - 1].text == "(":
            _pair(_at(sentence, inside[:1]), _at(sentence, outside[-1:]))
            return
    if len(numbers) >= 2 and (right is not None or wrong is not None):
        first, rest = _range(sentence, numbers[0]), numbers
        rest = [n for n in numbers if n not in first]
        parted = rest and any(sentence.pieces[n].text in BORDERS for n in range(first[-1], rest[0]))
        if parted and (
            (wrong is not None and wrong < rest[0] and sentence.says("right", first[-1]) is not None)
            or (old is not None and right is not None and old < rest[0] and first[-1] < right)
            or (wrong is not None and first[-1] < wrong < rest[0])
        ):
            _pair(_at(sentence, first), _at(sentence, _range(sentence, rest[0])))
            return
    if before is None or not before.numbers():
        return
    earlier = [n for n in before.numbers() if _is_open(before.pieces[n])]
    blamed = before.says("wrong") is not None or sentence.says("wrong", 0, numbers[0]) is not None
    printed = before.says("old") is not None and right is not None
    if earlier and (printed or (blamed and (right is not None or wrong is not None or sentence.word_count() < 9))):
        old_range, new_range = _range(before, earlier[0]), _range(sentence, numbers[0])
        if len(old_range) == len(new_range):
            _pair(_at(before, old_range), _at(sentence, new_range))


def _offers(question: Sentence) -> bool:
    """Whether a question offers numbers to choose from: “4 or 5?”."""
    numbers = question.numbers()
    return len(numbers) > 1 and question.says("or", numbers[-2], numbers[-1]) is not None


def _answer(sentences: Sequence[Sentence], at: int) -> Sentence | None:
    """The sentence behind a question; a lone “A.” only announces it."""
    for sentence in sentences[at + 1 :]:
        if sentence.word_count() > 1 or (sentence.word_count() and sentence.says("answer") is None):
            return sentence
    return None


def _verdict(answer: Sentence | None) -> str:
    """Whether an answer begins with yes or with no; open where it is a question itself."""
    if answer is None or answer.is_question:
        return "open"
    at = 0
    while at < len(answer.pieces) and (
        answer.pieces[at].folded in BORDERS
        or answer.pieces[at].text in '"„“”«»'
        or (
            answer.words.at("answer", answer.pieces, at)
            and at + 1 < len(answer.pieces)
            and answer.pieces[at + 1].text in ":.)"
        )
    ):
        at += 1
    if at >= len(answer.pieces):
        return "open"
    if answer.words.at("no", answer.pieces, at):
        return "no"
    return "yes" if answer.words.at("yes", answer.pieces, at) else ""


def _cells(row: Sentence) -> Iterator[list[Piece]]:
    cell: list[Piece] = []
    for piece in row.pieces:
        if piece.text == CELL:
            yield cell
            cell = []
        elif piece.text != "\n":
            cell.append(piece)
    yield cell


def _says_any(sentence: Sentence, ideas: Sequence[str]) -> bool:
    return any(sentence.says(idea) is not None for idea in ideas)


def _numbered(pieces: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.value is not None]


def _at(sentence: Sentence, places: Sequence[int]) -> list[Piece]:
    return [sentence.pieces[at] for at in places]


def _is_open(piece: Piece) -> bool:
    return not piece.is_settled


def _settle(pieces: Sequence[Piece], standing: str) -> None:
    for piece in pieces:
        piece.settle(standing)  # type: ignore[arg-type]


def _pair(old: Sequence[Piece], new: Sequence[Piece]) -> None:
    """The old ones are denied, the new ones stand in their place."""
    if not old or not new or any(p.is_settled for p in (*old, *new)):
        return
    for before, after in zip(old, new, strict=False):
        before.settle("denied")
        after.settle("asserted", before.value)


def _range(sentence: Sentence, first: int) -> list[int]:
    """The number there, with the upper end of a range that it begins."""
    numbers = sentence.numbers()
    after = [n for n in numbers if n > first]
    if after and after[0] - first == 2 and sentence.words.at("range", sentence.pieces, first + 1):
        return [first, after[0]]
    return [first]


def _range_back(sentence: Sentence, last: int, count: int) -> list[int]:
    """The number there, with the one before where a range is wanted."""
    numbers = sentence.numbers()
    before = [n for n in numbers if n < last]
    return [before[-1], last] if count == 2 and before and last - before[-1] == 2 else [last]


def _same_line(sentence: Sentence, one: int, other: int) -> bool:
    return not any(piece.text in "\n;" for piece in sentence.pieces[one:other])


def _is_forbidding(sentence: Sentence, at: int) -> bool:
    return any(sentence.words.at("forbids", sentence.pieces, n) for n in range(max(at - 1, 0), at + 1))


def _begins_clause(sentence: Sentence, at: int) -> bool:
    """Whether a clause begins there, or one word before, which joins it to the last."""
    before = [piece.text for piece in sentence.pieces[max(at - 2, 0) : at]]
    return not before or any(text in BORDERS for text in before) or len(sentence.pieces[at - 1].text) <= 3


def _but_follows(sentence: Sentence, old: int, new: int) -> bool:
    """Whether “but” stands close behind the old number, before the new one."""
    at = sentence.says("but", old + 1, new)
    if at is None:
        return False
    return sum(piece.text not in BORDERS for piece in sentence.pieces[old + 1 : at]) <= sentence.settings.but_within


def _is_contrast(sentence: Sentence, old: int, new: int) -> bool:
    """Whether the clause of the new number stands against that of the old one."""
    if sentence.says("but", old + 1, new) is not None:
        return True
    return sentence.clauses[old] < sentence.clauses[new] and new - old <= sentence.settings.near + 1

"""What a clause says of its numbers beyond corrections: it denies them, only supposes them, or speaks of elsewhere."""

from ingest.standing.sentences import Sentence

PARTS = frozenset(";:.!?\n")


def say_elsewhere(sentence: Sentence, after: Sentence | None) -> None:
    """Numbers of another edition, game or version, up to where the sentence comes back to this one."""
    numbers = sentence.numbers()
    if not numbers:
        return
    cue = _elsewhere_cue(sentence)
    if cue is not None:
        back = _back_here(sentence, cue)
        for at in numbers:
            is_before = back is not None and at >= back > cue
            is_after = back is not None and back < cue and at < cue and sentence.clauses[at] < sentence.clauses[cue]
            if not is_before and not is_after:
                sentence.pieces[at].settle("elsewhere")
        return
    ours = sentence.says("ours")
    if ours is not None and ours > numbers[0] and _speaks_of_others(sentence, ours):
        start = sentence.span(sentence.clauses[ours]).start
        for at in numbers:
            if at < start:
                sentence.pieces[at].settle("elsewhere")
    elif after is not None and after.numbers() and after.says("ours", 0, 3) is not None and _names_others(sentence):
        for at in numbers:
            sentence.pieces[at].settle("elsewhere")


def suppose(sentence: Sentence) -> None:
    """Numbers of what would be, or is only imagined; a condition of a rule is none of these."""
    numbers = sentence.numbers()
    if not numbers:
        return
    would = [at for at in range(len(sentence.pieces)) if sentence.words.is_would(sentence.pieces, at)]
    ifs = {sentence.clauses[at] for at, _ in sentence.all_said("if")}
    conceded = [(at, n) for at, n in sentence.all_said("concede")]
    supposed = [at for at, _ in sentence.all_said("suppose") if at not in would or _is_asked(sentence, at)]
    for at, _ in conceded:
        first = next((n for n in numbers if n > at), None)
        for n in numbers:
            if first is not None and n > at and sentence.clauses[n] == sentence.clauses[first]:
                sentence.pieces[n].settle("supposed")
    for at in supposed:
        first = next((n for n in numbers if n > at), None)
        for n in numbers:
            if first is not None and n >= first and not _is_parted(sentence, first, n):
                sentence.pieces[n].settle("supposed")
    if sentence.says("unknown") is not None:
        for n in numbers:
            sentence.pieces[n].settle("supposed")
    main = [at for at in would if sentence.clauses[at] not in ifs]
    if main:
        for n in numbers:
            if sentence.says("threshold", n + 1, n + 3) is not None:
                continue  # “had it been 5 or more” still tells where the rule draws its line
            clause = sentence.clauses[n]
            is_unreal = any(sentence.clauses[at] == clause for at in would)
            if (
                is_unreal
                or clause in ifs
                or any(
                    abs(sentence.clauses[at] - clause) <= 1 and not _is_parted(sentence, *sorted((at, n)))
                    for at in main
                )
            ):
                sentence.pieces[n].settle("supposed")


def call_untrue(sentence: Sentence) -> None:
    """Numbers of what is expressly called untrue or taken back."""
    untrue = sentence.says("untrue")
    if untrue is not None:
        for n in sentence.numbers():
            if not _is_parted(sentence, *sorted((n, untrue))):
                sentence.pieces[n].settle("denied")


def deny(sentence: Sentence, after: Sentence | None) -> None:
    """Numbers of what is not so; a limit, a condition, or a thing that somebody need not do, is still stated."""
    numbers = sentence.numbers()
    if not numbers:
        return
    if after is not None and _points_back(after):
        for n in numbers:
            sentence.pieces[n].settle("denied")
    ifs = {sentence.clauses[at] for at, _ in sentence.all_said("if")}
    for at, length in sentence.negations():
        is_forbidden = any(sentence.words.at("forbids", sentence.pieces, n) for n in range(max(at - 1, 0), at + 1))
        # “those that are not mounted get +1” denies who they are, not what they get.
        is_aside = sentence.says("relative", max(at - 2, 0), at) is not None
        if sentence.clauses[at] in ifs or is_forbidden or is_aside:
            continue
        for n in numbers:
            if not at + length <= n <= at + length + sentence.settings.near:
                continue
            same = sentence.clauses[n] == sentence.clauses[at]
            if same and sentence.says("limit", at, n) is None and sentence.says("definite", n - 1, n) is None:
                sentence.pieces[n].settle("denied")


def _elsewhere_cue(sentence: Sentence) -> int | None:
    cue = sentence.says("elsewhere")
    if cue is None:
        cue = sentence.says("known", 0, 3)
    if cue is not None:
        return cue
    for at, _ in sentence.all_said("edition"):
        near = range(max(at - 3, 0), min(at + 3, len(sentence.pieces)))
        if any(sentence.words.at("other", sentence.pieces, n) for n in near if n != at):
            return at
        if any(
            p.is_reference and p.value is not None and p.value > 1800 for p in sentence.pieces[near.start : near.stop]
        ):
            return at
    return None


def _back_here(sentence: Sentence, cue: int) -> int | None:
    """Where the clause begins that speaks of this game again."""
    for at, _ in sentence.all_said("here"):
        clause = sentence.clauses[at]
        if clause != sentence.clauses[cue]:
            return sentence.span(clause).start
    return None


def _speaks_of_others(sentence: Sentence, ours: int) -> bool:
    return _names_others(sentence) or any(p.text in ";" for p in sentence.pieces[:ours])


def _names_others(sentence: Sentence) -> bool:
    """Whether a sentence begins with “in …” another game, or with those who know it."""
    return sentence.says("known", 0, 3) is not None or bool(sentence.words.at("in", sentence.pieces, 0))


def _is_asked(sentence: Sentence, at: int) -> bool:
    return sentence.is_question or at == 0


def _points_back(sentence: Sentence) -> bool:
    """Whether a short sentence says of the one before that it is not so."""
    if sentence.numbers() or sentence.word_count() > sentence.settings.short or sentence.says("pointing", 0, 3) is None:
        return False
    is_denied = next(sentence.negations(), None) is not None
    return (is_denied and sentence.says("wrong") is None) or (sentence.says("wrong") is not None and not is_denied)


def _is_parted(sentence: Sentence, one: int, other: int) -> bool:
    """Whether something stronger than a comma stands between two places."""
    return any(piece.text in PARTS for piece in sentence.pieces[one:other])

"""What `validate` found, for a person: failures first, each cause once; then a line for each family of checks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten, wrap

from rules_engine.checks.evidence import Check
from rules_engine.validate import FAMILIES, Edition, Outcome
from rulewright.console import out, say
from rulewright.expected import Expected

MOST = 20
"""Failures that are told; of more it is told how many there are."""
LONGEST = 400
"""Signs of one failure."""
STYLES = {"passed": "green", "failed": "bold red", "unknown": "yellow"}
MEANS = {
    "stored": "what is stored follows from documents and packs",
    "rows": "rows are sound and fit each other",
    "rules": "rules have code, tests and passages",
    "executed": "rules and effects happen in play",
    "examples": "worked examples end as printed",
    "languages": "languages play alike",
    "numbers": "play obeys the numbers",
    "play": "games end, keep their limits and secrets",
}
SHARED = {
    "rules-are-executed": "rules executed",
    "effects-are-executed": "effects executed",
    "rules-are-printed": "rules found in print",
    "rules-are-tested": "rules tested",
    "numbers-are-obeyed": "numbers change play",
    "stated-is-read": "what is printed reaches play",
    "cards-are-known": "cards known",
    "effects-read-alike": "effects said",
}
"""What a share is called."""

Results = Mapping[Edition, Sequence[Outcome]]


def show_results(results: Results, expected: Expected, *, in_full: bool) -> None:
    """Failures, what was expected, and how far each family got; with ``in_full`` every outcome."""
    supposed = next((o.found.supposed for found in results.values() for o in found if o.found.supposed), "")
    if supposed:
        say(f"Supposed for this run: {supposed}.")
    failures = unexpected(results, expected)
    _show_failures(failures)
    _show_expected(results, expected)
    if in_full:
        _show_all(results, expected)
    _show_families(results, expected)
    _show_sum(results, expected, len(failures))


def unexpected(results: Results, expected: Expected) -> dict[tuple[str, str, str], list[str]]:
    """The failures that nobody declared: game, claim and message, with subjects and editions."""
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for (game, edition), outcomes in results.items():
        for outcome in outcomes:
            if outcome.found.status == "failed" and not expected.holds(game, edition, outcome):
                where = f"{edition}: {outcome.found.subject}" if outcome.found.subject else edition
                found[game, outcome.more, f"{outcome.found.check}: {outcome.found.message}"].append(where)
    return found


def _show_failures(failures: Mapping[tuple[str, str, str], Sequence[str]]) -> None:
    for number, ((game, more, message), places) in enumerate(list(failures.items())[:MOST], 1):
        out.print(f"Failed {number}", style=STYLES["failed"], end="")
        say(f" · {game} {', '.join(dict.fromkeys(places))}")
        _indented(shorten(message, LONGEST, placeholder=" …"))
        _indented(f"→ {more}")
    if len(failures) > MOST:
        say(f"… and {len(failures) - MOST} more failures; all of them with --json.")
    if failures:
        say()


def _show_expected(results: Results, expected: Expected) -> None:
    known = [
        f"{game} {edition}: {outcome.found.subject or outcome.check.code}"
        for (game, edition), outcomes in results.items()
        for outcome in outcomes
        if expected.holds(game, edition, outcome)
    ]
    if known:
        say(f"Expected, because they were declared: {len(known)}")
        for line in dict.fromkeys(known):
            _indented(line)
        say()


def _show_all(results: Results, expected: Expected) -> None:
    for (game, edition), outcomes in results.items():
        if outcomes:
            out.print(f"{game} {edition}", style="bold")
        for outcome in outcomes:
            status = "expected" if expected.holds(game, edition, outcome) else outcome.found.status
            out.print(f"  {status:9}", style=STYLES.get(status, "dim"), end="")
            subject = f" ({outcome.found.subject})" if outcome.found.subject else ""
            out.print(f"{outcome.found.check}{subject}", markup=False, soft_wrap=True)
            _indented(shorten(outcome.found.message, LONGEST, placeholder=" … (all of it: --json)"), 11)
        if outcomes:
            say()


def _show_families(results: Results, expected: Expected) -> None:
    """One line for each family, with shares where not everything could be seen."""
    told = [(edition, outcome) for edition, outcomes in results.items() for outcome in outcomes]
    for family in FAMILIES:
        found = [(edition, outcome) for edition, outcome in told if outcome.check.family == family]
        if not found:
            continue
        wrong = sum(o.found.status == "failed" and not expected.holds(*edition, o) for edition, o in found)
        checks = len({(edition, outcome.check.code) for edition, outcome in found})
        mark = "✗" if wrong else "✓"
        out.print(f"{mark} {family:10}", style=STYLES["failed" if wrong else "passed"], end="")
        parts = [f"{checks} checks", *([f"{wrong} failures"] if wrong else []), *_shares(o for _, o in found)]
        lines = wrap(f"{MEANS.get(family, family)}: {', '.join(parts)}", max(out.width - 13, 20))
        say(f" {lines[0]}")
        for line in lines[1:]:
            say(f"{'':13}{line}")


def _shares(outcomes: Iterator[Outcome]) -> Iterator[str]:
    """What was found of how much, over all editions, for each check that looks at many things."""
    counted: dict[Check, list[int]] = {}
    gaps: dict[Check, int] = defaultdict(int)
    for outcome in outcomes:
        if outcome.found.total is not None:
            both = counted.setdefault(outcome.check, [0, 0])
            both[0] += outcome.found.done or 0
            both[1] += outcome.found.total
        elif outcome.found.status == "unknown":
            gaps[outcome.check] += 1
    for check, (done, total) in counted.items():
        if total:
            name = SHARED.get(check.code, check.claim)
            yield f"{name} {done} of {total} ({_percent(done, total)})"
    untold = sum(count for check, count in gaps.items() if check not in counted)
    if untold:
        yield f"{untold} not known"


def _percent(done: int, total: int) -> str:
    """A share that is 100 % only where nothing is missing."""
    return f"{min(round(100 * done / total), 100 if done == total else 99)} %"


def _show_sum(results: Results, expected: Expected, failures: int) -> None:
    declared = sum(expected.holds(*edition, o) for edition, outcomes in results.items() for o in outcomes)
    editions = len([1 for outcomes in results.values() if outcomes])
    also = f", {declared} expected" if declared else ""
    say()
    if failures:
        say(f"{failures} failures{also} in {editions} editions. What a check found in full: --only CHECK.")
    else:
        say(f"No failures{also} in {editions} editions. A family in full: --only FAMILY.")


def _indented(text: str, by: int = 4) -> None:
    for line in wrap(text, max(out.width - by, 20), break_long_words=False, break_on_hyphens=False):
        say(f"{'':{by}}{line}")

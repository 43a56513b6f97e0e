"""Every rule has code, every piece of rule code has its rule, and every rule is printed in every language."""

from collections.abc import Iterator, Sequence

from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.matrix import rule_matrix
from schema.results import ValidationShape

OBEYED = "every rule has code that obeys it"
RULED = "every piece of rule code has its rule"
PRINTED = "every rule is printed in every language"
PROVED = "every rule is named by a test"
LISTED = 12
"""Rules that are listed in a sentence; all of them are in the matrix."""


def rules_have_code(evidence: Evidence) -> Iterator[ValidationShape]:
    """A rule that no code obeys is not played."""
    rules = rule_matrix(evidence.session, evidence.rows).rules
    if evidence.ruleset.make_engine is None:
        name = evidence.ruleset.name
        yield unknown(OBEYED, f"The engine cannot play whole games of {name} yet, so {len(rules)} rules wait for code.")
        return
    lacking = [rule for rule in rules if not rule.obeyed]
    for rule in lacking:
        yield failed(OBEYED, f"No step of the engine obeys “{rule.summary}”", f"rule:{rule.code}")
    if rules and not lacking:
        places = {(entry.file, entry.line) for rule in rules for entry in rule.obeyed}
        yield passed(OBEYED, f"{len(rules)} rules are obeyed in {len(places)} places.")


def code_has_rules(evidence: Evidence) -> Iterator[ValidationShape]:
    """Code that obeys a rule which nobody has written down is a house rule, or a slip of the pen."""
    matrix = rule_matrix(evidence.session, evidence.rows)
    for entry in matrix.strangers:
        place = f"{entry.function} ({entry.file}:{entry.line})"
        yield failed(RULED, f"{place} obeys `{entry.rule}`, which is no rule of the game.", f"rule:{entry.rule}")
    if not matrix.strangers and any(rule.obeyed for rule in matrix.rules):
        yield passed(RULED, "Every function that obeys a rule names one that the outline has.")


def rules_are_printed(evidence: Evidence) -> Iterator[ValidationShape]:
    """In every language in which the edition is described, some passage states the rule."""
    matrix = rule_matrix(evidence.session, evidence.rows)
    if not matrix.is_aligned:
        yield unknown(PRINTED, "No passage was tied to a rule yet.")
        return
    for language in matrix.languages:
        lacking = [rule.code for rule in matrix.rules if language not in rule.passages]
        found = f"{len(matrix.rules) - len(lacking)} of {len(matrix.rules)} rules were found in print"
        share = (len(matrix.rules) - len(lacking), len(matrix.rules))
        if lacking:
            yield unknown(PRINTED, f"{found}; without a passage: {_listed(lacking)}.", language, share)
        else:
            yield passed(PRINTED, f"{found}.", language, share)


def rules_are_tested(evidence: Evidence) -> Iterator[ValidationShape]:
    """A test names the code of the rule; where the tests are not installed, nothing is said."""
    matrix = rule_matrix(evidence.session, evidence.rows)
    if not matrix.has_tests or evidence.ruleset.make_engine is None:
        return
    lacking = [rule.code for rule in matrix.rules if not rule.tests]
    found = f"{len(matrix.rules) - len(lacking)} of {len(matrix.rules)} rules are named by tests"
    share = (len(matrix.rules) - len(lacking), len(matrix.rules))
    if lacking:
        yield unknown(PROVED, f"{found}; by none: {_listed(lacking)}.", share=share)
    else:
        yield passed(PROVED, f"{found}.", share=share)


CHECKS = (
    Check("rules", OBEYED, rules_have_code),
    Check("rules", RULED, code_has_rules),
    Check("rules", PRINTED, rules_are_printed),
    Check("rules", PROVED, rules_are_tested),
)


def _listed(codes: Sequence[str]) -> str:
    more = f" and {len(codes) - LISTED} more" if len(codes) > LISTED else ""
    return f"{', '.join(codes[:LISTED])}{more}"

"""Outcomes of checks as JUnit XML, which build servers show as tests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from rules_engine.validate import Edition, Outcome


def write_junit(file: Path, results: Mapping[Edition, Sequence[Outcome]]) -> None:
    """One suite for each edition: what failed is a failure, what is not known is skipped."""
    root = ElementTree.Element("testsuites", name="rulewright validate")
    for (game, edition), outcomes in results.items():
        count = Counter(outcome.found.status for outcome in outcomes)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=f"{game} {edition}",
            tests=str(len(outcomes)),
            failures=str(count["failed"]),
            skipped=str(count["unknown"]),
            errors="0",
        )
        for outcome in outcomes:
            _add_case(suite, f"{game}.{edition}", outcome)
    ElementTree.indent(root)
    file.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)


def _add_case(suite: ElementTree.Element, name: str, outcome: Outcome) -> None:
    found = outcome.found
    title = f"{found.check} ({found.subject})" if found.subject else found.check
    case = ElementTree.SubElement(suite, "testcase", classname=f"{name}.{outcome.check.family}", name=_clean(title))
    if found.status == "failed":
        ElementTree.SubElement(case, "failure", message=_clean(found.message)).text = _clean(found.message)
    elif found.status == "unknown":
        ElementTree.SubElement(case, "skipped", message=_clean(found.message))
    else:
        ElementTree.SubElement(case, "system-out").text = _clean(found.message)


def _clean(text: str) -> str:
    """The text without signs that XML has no place for; documents of any kind are quoted in it."""
    return "".join(sign if sign in "\t\n\r" or sign >= " " else "�" for sign in text if sign not in "\ufffe\uffff")

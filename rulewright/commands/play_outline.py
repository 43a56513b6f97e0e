"""The part of `rulewright play` that shows the turn to read: phases, actions and endings beside the printed rules."""

from collections.abc import Mapping, Sequence

import typer
from rich.text import Text
from rich.tree import Tree
from sqlmodel import Session

from rules_engine.read import read_ruleset
from rules_engine.terminal.explain import Explanation, explain_rule
from rulewright.console import out, say
from schema.play_outline import Part, outline_of, rules_of

STYLES = {"phase": "bold", "action": "bold green", "ending": "bold red", "modifier": "yellow", "trigger": "cyan"}


def show_outline(opened: Session, game: str, edition: str | None, language: str) -> None:
    """Print the turn as a tree, and below it each rule with the passages that print it."""
    ruleset = read_ruleset(opened, game, edition)
    if ruleset.frame is None:
        raise typer.BadParameter(
            f"{ruleset.name} is not played from rows, so that its turn cannot be listed.", param_hint="--outline"
        )
    whole = outline_of(ruleset.frame.play)
    rules = {code: explain_rule(opened, ruleset.game, code, language) for code in rules_of(whole)}
    say(f"{ruleset.name}: the turn as it is played")
    out.print(_tree(whole, rules))
    for code, rule in rules.items():
        say(f"{code}: {rule.summary if rule else ''}")
        for line in _pages(rule):
            say(f"  {line}")


def _tree(part: Part, rules: Mapping[str, Explanation | None]) -> Tree:
    tree = Tree(_told(part, rules))
    for inner in part.within:
        tree.add(_tree(inner, rules))
    return tree


def _told(part: Part, rules: Mapping[str, Explanation | None]) -> Text:
    """A row in a line or two: what it is called, what it says, and by which rule."""
    told = Text()
    if part.kind != "step":
        told.append(f"{part.kind} {part.code}", style=STYLES.get(part.kind, ""))
        told.append(": ")
    told.append("; ".join(part.sentences))
    pages = _pages(rules[part.rule])[:1]
    told.append(f" [{part.rule}{', ' if pages else ''}{', '.join(pages)}]", style="dim")
    return told


def _pages(rule: Explanation | None) -> Sequence[str]:
    """Where a rule is printed, each page once."""
    passages = rule.passages if rule else ()
    return list(dict.fromkeys(f"{passage.file_name}, page {passage.page}" for passage in passages))

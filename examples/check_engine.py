"""Check an engine of your own against a file of `rulewright export --conformance`, through a pipe.

.venv/bin/python examples/check_engine.py hearts.json COMMAND…

The command is started once. Each line it is given is a JSON object with a `state`, and perhaps an `action` to be done
in it and the `chance` that it meets; each line it answers is a JSON object with `legal` (all that can be done then),
`to_move`, `result` (null, or `outcome`, `points` and, as you like, `winners`) and `refused` (null, or why the action
cannot be done). docs/conformance.md explains the fields.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Answer = dict[str, Any]
Ask = Callable[..., Answer]
MOST_SHOWN = 20
"""So many differences are shown; the rest is counted."""


def differences(data: Any, ask: Ask) -> Iterator[str]:
    """Where the engine and the file part, each in a sentence."""
    for number, game in enumerate(data["games"], 1):
        steps = game["steps"]
        for place, step in enumerate(steps):
            where = f"game {number}, step {place + 1}"
            then = steps[place + 1] if place + 1 < len(steps) else None
            yield from (f"{where}: {wrong}" for wrong in _step(step, then, game["result"], ask))


def _step(step: Any, then: Any, result: Any, ask: Ask) -> Iterator[str]:
    yield from _compared(ask(state=step["state"]), step)
    for refused in step["refused"]:
        if not ask(state=step["state"], action=refused["action"]).get("refused"):
            yield f"“{refused['action']}” is against the rule {refused['rule']}, and was done"
    after = ask(state=step["state"], action=step["action"], chance=step["chance"])
    is_open = step["is_chance"] and step["chance"] is None
    rules = ", ".join(dict.fromkeys(event["rule"] for event in step["events"]))
    if after.get("refused"):
        yield f"“{step['action']}” was refused ({after['refused']}); it obeys {rules}"
    elif then is not None and not is_open:
        yield from (f"after “{step['action']}” ({rules}): {wrong}" for wrong in _compared(after, then))
    elif then is None:
        told = after.get("result") or {}
        ended = {name: told.get(name) for name in ("outcome", "points", *(["winners"] if "winners" in told else ()))}
        wanted = {name: result[name] for name in ended}
        if ended != wanted and not is_open:
            yield f"after “{step['action']}” the game ends with {wanted} by {result['rule']}, and not with {ended}"


def _compared(answer: Answer, step: Any) -> Iterator[str]:
    legal, wanted = set(answer.get("legal") or ()), set(step["legal"])
    if legal != wanted:
        yield f"missing {sorted(wanted - legal)}, too many {sorted(legal - wanted)}"
    if answer.get("to_move") != step["to_move"]:
        yield f"seat {step['to_move']} decides, and not {answer.get('to_move')}"


def piped(process: "subprocess.Popen[str]") -> Ask:
    """Asks a program, one line for each question."""

    def ask(**question: Any) -> Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(question), file=process.stdin, flush=True)
        line = process.stdout.readline()
        if not line:
            raise SystemExit("The engine has ended without an answer.")
        answer: Answer = json.loads(line)
        return answer

    return ask


def main() -> int:
    """0 where the engine does what the file says, 1 where it does not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    data = json.loads(asked.file.read_text(encoding="utf-8"))["data"]
    with subprocess.Popen(asked.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        found = list(differences(data, piped(process)))
        assert process.stdin is not None
        process.stdin.close()
    for sentence in found[:MOST_SHOWN]:
        print(sentence)
    steps = sum(len(game["steps"]) for game in data["games"])
    print(f"{data['name']}: {len(found)} differences in {steps} steps of {len(data['games'])} games.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

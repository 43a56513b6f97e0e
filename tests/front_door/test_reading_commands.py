"""`draw` and `evaluate text` do for a person what their helps say."""

import json
from pathlib import Path

import pytest
import typer
import typst
from PIL import Image
from typer.testing import CliRunner

from rulewright.commands import draw, evaluate

TRUTH = "Každý hráč dostane pět karet a jednu figurku. Zbytek karet tvoří dobírací balíček."

app = typer.Typer()
app.command("draw")(draw.draw)
app.add_typer(evaluate.app, name="evaluate")


@pytest.fixture
def rulebook(tmp_path: Path) -> Path:
    path = tmp_path / "rules.pdf"
    path.write_bytes(typst.compile(f"#set page(width: 12cm, height: 8cm)\n{TRUTH.replace('pět', '7')}".encode()))
    return path


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_draw_writes_the_page_it_was_asked_for(rulebook: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.png"
    assert "page.png" in run("draw", rulebook, "--page", "1", "--out", out)
    with Image.open(out) as drawn:
        assert drawn.format == "PNG"
    refused = CliRunner().invoke(app, ["draw", str(rulebook), "--page", "3", "--out", str(out)])
    assert refused.exit_code == 2
    assert "there is no page 3" in refused.output


def test_evaluate_text_counts_the_wrong_word_in_table_json_and_page(rulebook: Path, tmp_path: Path) -> None:
    truth, page = tmp_path / "truth.txt", tmp_path / "compared.html"
    truth.write_text(TRUTH, encoding="utf-8")
    (score,) = json.loads(run("evaluate", "text", rulebook, truth, "--json", "--language", "cs"))
    assert (score["words"]["errors"], score["digits"]["errors"]) == (1, 1)
    assert score["shares"]["words"] == pytest.approx(1 / len(TRUTH.split()))
    output = run("evaluate", "text", rulebook, truth, "--html", page, "--language", "cs")
    assert "rules.pdf against truth.txt" in output
    assert "<del>pět</del>" in page.read_text(encoding="utf-8")

"""On the shared documents: the ruined one is restored, the intact ones keep their words but for their true slips."""

import difflib
import re
from pathlib import Path

import pytest

from ingest.cleaning.clean import clean
from ingest.edits import apply_repairs
from ingest.files.open import open_document
from ingest.layout.lay_out import lay_out as laying_out
from ingest.packs.read import read_packs
from ingest.pages.read import read_pages
from ingest.repair.apply import repair
from schema.reading import PassageRead

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
TRUE_SLIPS = {
    "000": {"I5", "nevyža dují", "výbu šnin", "zbý vající"},
    "001": set[str](),
    "002": {
        "zahraniých", "zahraniého", "zahranié", "znepríjemňovaly", "nezbyvá", "dotupných", "Vyhodnotte", "odhodte",
        "nahradte", "ZAHŘANÉ", "ÚROK", "zahráného", "Odhod'te", "odhod'te", "**Bud'te", "**Odhod'te", "nahrad'te",
    },
}  # fmt: skip
"""Words of the intact documents that are misread there, found by reading them."""
DOCUMENTS = (("000", "cs", "black-orchestra"), ("001", "pl", "black-orchestra"), ("002", "cs", "resist"))


def read_seed(number: str, language: str) -> tuple[PassageRead, ...]:
    file = next((SHARED / "seeds").glob(f"{number}*"), None)
    if file is None:
        pytest.skip("the shared documents are not beside the project")
    return clean(laying_out(read_pages(open_document(file), languages=[language]), example_words=()))


@pytest.mark.parametrize(("number", "language", "game"), DOCUMENTS)
def test_fewer_than_one_intact_word_in_two_thousand_is_changed(number: str, language: str, game: str) -> None:
    passages = read_seed(number, language)
    repaired = repair(passages, language, read_packs(ROOT / "games")[game])
    changed = [
        " ".join(change.before.split())
        for before, after in zip(passages, repaired, strict=True)
        for change in after.repairs
        if change not in before.repairs
    ]
    wrong = [word for word in changed if word not in TRUE_SLIPS[number]]
    assert len(wrong) < sum(len(read.passage.text.split()) for read in passages) / 2000, wrong
    assert {"I5"} <= set(changed) or number != "000"


def test_the_ruined_document_gets_its_words_back() -> None:
    passages = read_seed("004", "cs")
    repaired = repair(passages, "cs", read_packs(ROOT / "games")["operation-barclay"])
    for read in repaired:
        assert apply_repairs(read.passage.raw_text, read.repairs) == read.passage.text
    words = [word for read in repaired for word in _words_of(read.passage.text)]
    truth = (SHARED / "truth" / "barclay_restored.tsv").read_text(encoding="utf-8").splitlines()
    wants = [_words_of(line.split("\t")[1]) for line in truth]
    right = sum(_overlap(want, words) for want in wants)
    assert right / sum(map(len, wants)) >= 0.92


def _words_of(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"\w+", text)]


def _overlap(want: list[str], words: list[str]) -> int:
    best = 0
    for start in {max(0, i - shift) for i, word in enumerate(words) if word in want[:6] for shift in range(4)}:
        matcher = difflib.SequenceMatcher(None, want, words[start : start + len(want) + 2], autojunk=False)
        best = max(best, sum(block.size for block in matcher.get_matching_blocks()))
    return best

"""Tesseract as a program of this machine: what it is asked, and how often."""

import pytesseract
import pytest

from ingest.picture.tesseract import Tesseract


def test_the_program_is_asked_once_for_the_languages_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def get_languages() -> list[str]:
        asked.append("")
        return ["ces", "osd"]

    monkeypatch.setenv("TESSDATA_PREFIX", "some data that no other test has")
    monkeypatch.setattr(pytesseract.get_languages, "__wrapped__", get_languages)
    assert [Tesseract().languages() >= {"ces", "cs"} for _ in range(3)] == [True] * 3
    assert len(asked) == 1

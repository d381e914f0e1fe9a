"""Repairs in spreadsheets: one cell changes, and everything else stays as it was."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.claims import Repair
from fustella.core.values.problems import Place
from fustella.read.edit.sheets import RewrittenSheet, rewritten_sheet
from fustella.review.repair import apply, plan_repairs
from tests.read.spreadsheets.making import (
    fronts,
    game_of,
    ods,
    ods_row,
    project_with,
    row,
    xlsx,
)


def repair(
    line: int, key: str, old: str, new: str, file: str = "cards.csv", sheet: str = ""
) -> Repair:
    return Repair(Place(f"content/harbour/{file}", line, key, sheet), old, new)


def edited(data: bytes, *repairs: Repair, file: str = "cards.csv") -> RewrittenSheet:
    return rewritten_sheet(Path("nowhere") / file, data, repairs)


@pytest.mark.parametrize(
    ("before", "one", "after"),
    [
        ("title,value\nElf,3\n", repair(2, "value", "3", "4"), "title,value\nElf,4\n"),
        ("title,value\r\nElf,3", repair(2, "value", "3", "4"), "title,value\r\nElf,4"),
        ('title,value\n"Elf","3"\n', repair(2, "value", "3", "40"), 'title,value\n"Elf","40"\n'),
        ("title;value\nElf; 3 \n", repair(2, "value", "3", "4"), "title;value\nElf; 4 \n"),
        ("title,value\nElf,+3\n", repair(2, "value", "3", "4"), "title,value\nElf,+4\n"),
        ("sep=;\nt;v\n3;3\n", repair(2, "v", "3", "4"), "sep=;\nt;v\n3;4\n"),
        ("t;v\nElf;2,5\n", repair(2, "v", "2.5", "3.5"), "t;v\nElf;3,5\n"),
        ("t,v\n\n,\n3,3.0\n", repair(4, "v", "3", "4"), "t,v\n\n,\n3,4\n"),
        ('t,v\n"a\nb",3\n"c\nd",3\n', repair(3, "v", "3", "4"), 't,v\n"a\nb",3\n"c\nd",4\n'),
        ("t,v\nElf,12-19\n", repair(2, "v", "12-19", "13-20"), "t,v\nElf,13-20\n"),
        ("t,v\nElf,12\n", repair(2, "v", "12", "12, 14"), 't,v\nElf,"12, 14"\n'),
        ("t\tv\nElf\t12\n", repair(2, "v", "12", "12, 14"), "t\tv\nElf\t12, 14\n"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_repair_of_a_csv_changes_its_cell_alone(before, one, after, encoding):
    end = "" if before[-1] == "\n" else "\n"
    before, after = (f"{text}{end}Café né à la “mode”,\n" for text in (before, after))
    result = edited(before.encode(encoding), one)
    assert result.data == after.encode(encoding)
    assert (result.before, result.after) == (before, after)
    assert (result.mended, result.unmended) == ((one,), ())


@pytest.mark.parametrize(
    ("text", "one", "reason"),
    [
        ("t,v\nElf,3\n", repair(2, "v", "4", "5"), "is 3, not 4"),
        ("t,v\nElf,\n", repair(2, "v", "4", "5"), "is no number, not 4"),
        ("t,v\nElf,3\n", repair(3, "v", "3", "5"), "no single cell"),
        ("t,v\nElf,3\n", repair(2, "w", "3", "5"), "no single cell"),
        ("t,v,v\nElf,3,3\n", repair(2, "v", "3", "5"), "no single cell"),
        ("t,v\nElf,3\n", repair(0, "v", "3", "5"), "typed nowhere"),
        ("t,v\nElf,abc\n", repair(2, "v", "abc", "def"), "is text"),
        ('t,v\nElf,"3\n', repair(2, "v", "3", "5"), "not closed"),
    ],
)
def test_repair_of_a_csv_that_is_not_certain_is_refused(text, one, reason):
    result = edited(text.encode(), one)
    assert result.data == text.encode()
    assert result.mended == ()
    assert reason in result.unmended[0].reason


def test_repairs_of_one_cell_that_contradict_each_other_are_refused():
    both = (repair(2, "v", "3", "4"), repair(2, "v", "3", "5"))
    result = edited(b"t,v\nElf,3\n", *both)
    assert result.data == b"t,v\nElf,3\n"
    assert {unmended.reason for unmended in result.unmended} == {
        "it should be 4 and 5 at once: decide which is right"
    }


@given(
    st.lists(st.lists(st.sampled_from(["3", '"3"', " 3", "x", ""]), min_size=2, max_size=2)),
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.integers(0, 5),
)
def test_repair_of_any_csv_changes_one_cell_or_nothing(rows, delimiter, end, line):
    text = end.join([f"a{delimiter}b", *(delimiter.join(cells) for cells in rows), ""])
    result = edited(text.encode(), repair(line, "b", "3", "78"))
    if result.mended:
        assert result.data.decode().count("78") == 1
        assert result.data.decode().replace("78", "3") == text
    else:
        assert result.data.decode() == text


SHEET = row(1, "title", "value", "code") + row(
    2, "Elf", '<c s="1"><v>3</v></c>', '<c t="s"><v>0</v></c>'
)


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def book(sheet: str = SHEET, **how) -> bytes:
    return xlsx({"Cards": sheet}, strings=["7"], formats=["0.0"], **how)


@pytest.mark.parametrize(
    ("one", "old", "new"),
    [
        (repair(2, "value", "3", "40"), b'<c r="B2" s="1"><v>3</v></c>', b'B2" s="1"><v>40</v>'),
        (
            repair(2, "code", "7", "8"),
            b'<c r="C2" t="s"><v>0</v></c>',
            b'<c r="C2" t="inlineStr"><is><t>8</t></is></c>',
        ),
    ],
)
def test_repair_of_a_workbook_changes_its_cell_alone(one, old, new):
    before = book(more={"xl/media/picture.png": bytes(range(256)) * 20, "xl/vba.bin": b"\0" * 9})
    result = edited(before, one, file="cards.xlsx")
    assert result.mended == (one,)
    was, now = parts(before), parts(result.data)
    assert list(was) == list(now)
    changed = [name for name in was if was[name] != now[name]]
    assert changed == ["xl/worksheets/s1.xml"]
    (name,) = changed
    assert old in was[name]
    assert new in now[name]
    assert was[name].partition(old)[0] == now[name][: was[name].index(old)]
    assert now[name].endswith(was[name].partition(old)[2])
    assert (result.before, result.after) == (
        f"Cards!{'B' if one.place.key == 'value' else 'C'}2: {one.old}\n",
        f"Cards!{'B' if one.place.key == 'value' else 'C'}2: {one.new}\n",
    )


def test_other_parts_of_a_repaired_workbook_are_stored_as_they_were():
    before = book(more={"xl/media/picture.png": bytes(range(256)) * 20})
    after = edited(before, repair(2, "value", "3", "4"), file="cards.xlsx").data
    at = before.index(b"xl/media/picture.png")
    local = before[at - 30 : at + 20]
    assert local in after
    with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as new:
        for name in set(old.namelist()) - {"xl/worksheets/s1.xml"}:
            was, now = old.getinfo(name), new.getinfo(name)
            assert (was.CRC, was.compress_size, was.date_time) == (
                *(now.CRC, now.compress_size, now.date_time),
            )


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (row(1, "title", "value") + row(2, "Elf", "<c><f>1+2</f><v>3</v></c>"), "is a formula"),
        (row(1, "title", "value") + row(2, "Elf", "<c><v>5</v></c>"), "is 5, not 3"),
        (
            row(1, "title", "value")
            + row(2, "Elf", "<c><v>3</v></c>")
            + row(3, "Orc")
            + "|||<mergeCells><mergeCell ref='B2:B3'/></mergeCells>",
            "merged cells",
        ),
    ],
)
def test_repair_of_a_workbook_that_is_not_certain_is_refused(sheet, reason):
    before = book(sheet)
    result = edited(before, repair(2, "value", "3", "4"), file="cards.xlsx")
    assert result.data == before
    assert reason in result.unmended[0].reason


def test_repair_of_a_signed_workbook_is_refused():
    before = book(more={"_xmlsignatures/origin.sigs": b""})
    result = edited(before, repair(2, "value", "3", "4"), file="cards.xlsx")
    assert result.data == before
    assert "signed" in result.unmended[0].reason


def test_repair_of_an_open_document_is_refused():
    before = ods({"Cards": ods_row("title", "value") + ods_row("Elf", "3")})
    result = edited(before, repair(2, "value", "3", "4"), file="cards.ods")
    assert result.data == before
    assert ".ods" in result.unmended[0].reason


def test_repair_goes_to_the_sheet_that_a_list_names(tmp_path):
    sheets = {"Notes": row(1, "title", "value") + row(2, "Elf", "<c><v>3</v></c>"), "Deck": SHEET}
    listed = 'kind: card\npieces: "cards.xlsx#Deck"\n'
    data = xlsx(sheets, strings=["7"], formats=["0"])
    project = project_with(tmp_path, data, "cards.xlsx", listed=listed)
    plan = plan_repairs(project, [repair(2, "value", "3", "4", "cards.xlsx", "Deck")])
    assert plan.diff().splitlines()[2:] == ["@@ -1 +1 @@", "-Deck!B2: 3", "+Deck!B2: 4"]
    assert fronts(game_of(project).pieces)[0]["value"] == 3
    apply(plan, project)
    assert fronts(game_of(project).pieces)[0]["value"] == 4
    assert not list(tmp_path.rglob(".*-*"))


def test_planned_repair_of_a_csv_in_a_code_page_is_applied(tmp_path):
    data = "title;value\nŽába;3\n".encode("cp1250")
    project = project_with(tmp_path, data, languages="[cs]")
    plan = plan_repairs(project, [repair(2, "value", "3", "4")])
    assert "-Žába;3\n+Žába;4\n" in plan.diff()
    apply(plan, project)
    written = (tmp_path / "content/harbour/cards.csv").read_bytes()
    assert written == "title;value\nŽába;4\n".encode("cp1250")

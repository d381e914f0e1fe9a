"""content/printers.yaml: read, and written without changing what a person wrote."""

import pytest

from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex, Shift
from fustella.core.values.problems import ProblemsFound
from fustella.read import Printer, find_printer, read_printers, shift_for
from fustella.read.edit import printers
from fustella.read.edit.printers import with_printer
from fustella.read.edit.scalars import EditRefused
from fustella.read.printers import printers_in

OFFICE = Printer("office", 0.4, -1.2, Duplex.SHORT_EDGE)


def codes(text: str) -> list[tuple[str, str]]:
    with pytest.raises(ProblemsFound) as found:
        printers_in(text, "content/printers.yaml")
    assert all(problem.hint for problem in found.value.problems)
    return [(problem.code, problem.place.key) for problem in found.value.problems]


def test_read_printers_keeps_signs_and_converts_units(tiny):
    project = Project(tiny.root)
    assert read_printers(project) == {}
    path = tiny.root / "content" / "printers.yaml"
    path.write_text(
        "office: {dx: 0.4mm, dy: -1.2mm, duplex: short-edge}\nattic: {dx: 0mm, dy: -0.05in}\n",
        encoding="utf-8",
    )
    assert read_printers(project) == {"office": OFFICE, "attic": Printer("attic", 0, -1.27)}
    with pytest.raises(ProblemsFound) as found:
        find_printer(project, "ofice")
    (problem,) = found.value.problems
    assert (problem.code, problem.place.file) == ("E006", "content/printers.yaml")
    assert "`office`" in problem.hint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("office: 3\n", [("E104", "office")]),
        ("office: {dx: 0.4, dy: 1mm}\n", [("E109", "office.dx")]),
        ("office: {dx: 0.4mm}\n", [("E107", "office.dy")]),
        ("office: {dx: 0.4mm, dy: 12mm}\n", [("E110", "office.dy")]),
        ("office: {dx: 0.4mm, dy: 1mm, turn: long}\n", [("E106", "office.turn")]),
        ("office: {dx: 0.4mm, dy: 1mm, duplex: fold}\n", [("E104", "office.duplex")]),
        ("a: {dx: 1mm}\nb: 2\n", [("E107", "a.dy"), ("E104", "b")]),
    ],
)
def test_printers_in_a_faulty_text_reports_each_fault_at_its_key(text, expected):
    assert codes(text) == expected


def test_printers_in_a_text_of_comments_are_none():
    assert printers_in("# nothing yet\n", "content/printers.yaml") == {}


def test_with_printer_in_a_new_file_writes_a_header():
    text, kept = with_printer("", OFFICE)
    assert kept == OFFICE
    assert text.startswith("# Printers")
    assert text.endswith("office: {dx: 0.4mm, dy: -1.2mm, duplex: short-edge}\n")


BLOCK = """\
# mine
attic: {dx: 0mm, dy: 0mm}   # the old one

office:   # by the window
  dx: 0.1mm  # to the right
  dy: "2mm"  # down
# the end
"""


@pytest.mark.parametrize(
    ("before", "printer", "after"),
    [
        ("a: {dx: 1mm, dy: 1mm}", OFFICE,
         "a: {dx: 1mm, dy: 1mm}\noffice: {dx: 0.4mm, dy: -1.2mm, duplex: short-edge}"),
        ("# remark\n", Printer("a", 1, 0), "# remark\na: {dx: 1mm, dy: 0mm}\n"),
        (BLOCK, Printer("attic", 0.5, -0.25),
         BLOCK.replace("{dx: 0mm, dy: 0mm}", "{dx: 0.5mm, dy: -0.25mm}")),
        (BLOCK, OFFICE,
         BLOCK.replace("0.1mm", "0.4mm")
              .replace('dy: "2mm"  # down', "dy: -1.2mm  # down\n  duplex: short-edge")),
        ("{a: {dx: 1mm, dy: 1mm}}\n", Printer("b", 1, 0),
         "{a: {dx: 1mm, dy: 1mm}, b: {dx: 1mm, dy: 0mm}}\n"),
        ("a: {dx: 1mm, dy: 1mm}\n...\n", Printer("b", 1, 0),
         "a: {dx: 1mm, dy: 1mm}\nb: {dx: 1mm, dy: 0mm}\n...\n"),
        ("office: {dy: 1mm, dx: 2mm, duplex: long-edge}\r\n", OFFICE,
         "office: {dy: -1.2mm, dx: 0.4mm, duplex: short-edge}\r\n"),
        ("office: {dx: 2mm, dy: 1mm}\n", OFFICE,
         "office: {dx: 0.4mm, dy: -1.2mm, duplex: short-edge}\n"),
        ("\ufeffa: {dx: 2mm, dy: 1mm}\r\n", Printer("b", 0, 0),
         "\ufeffa: {dx: 2mm, dy: 1mm}\r\nb: {dx: 0mm, dy: 0mm}\r\n"),
    ],
)  # fmt: skip
def test_with_printer_changes_that_printer_alone(before, printer, after):
    text, kept = with_printer(before, printer)
    assert text == after
    assert kept == printer


def test_with_printer_of_unknown_duplex_keeps_the_old_one():
    text, kept = with_printer(
        "office: {dx: 1mm, dy: 1mm, duplex: short-edge}\n", Printer("office", 0, 2)
    )
    assert kept == Printer("office", 0, 2, Duplex.SHORT_EDGE)
    assert text == "office: {dx: 0mm, dy: 2mm, duplex: short-edge}\n"


@pytest.mark.parametrize(
    ("text", "printer", "code"),
    [
        ("a: {dx: 1mm", OFFICE, "E101"),
        ("", Printer("The Office", 0, 0), "E121"),
    ],
)
def test_with_printer_that_cannot_be_written_raises(text, printer, code):
    with pytest.raises(ProblemsFound) as found:
        with_printer(text, printer)
    assert {problem.code for problem in found.value.problems} == {code}
    assert all(problem.hint for problem in found.value.problems)


def test_with_printer_that_is_refused_tells_what_to_write(monkeypatch):
    def refused(*_):
        raise EditRefused("it would change more")

    monkeypatch.setattr(printers, "edited", refused)
    with pytest.raises(ProblemsFound) as found:
        with_printer("a: {dx: 1mm, dy: 1mm}\n", OFFICE)
    (problem,) = found.value.problems
    assert problem.code == "E510"
    assert "office: {dx: 0.4mm, dy: -1.2mm, duplex: short-edge}" in problem.hint


def test_shift_for_a_printer_is_the_opposite_as_seen_on_the_back():
    assert (
        shift_for(OFFICE, Duplex.LONG_EDGE) == shift_for(OFFICE, Duplex.SEPARATE) == Shift(0.4, 1.2)
    )
    assert shift_for(OFFICE, Duplex.SHORT_EDGE) == Shift(-0.4, -1.2)

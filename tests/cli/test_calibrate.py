"""`fustella calibrate`, from the first sheet to a build whose backs are moved."""

import pytest

from fustella.core.files.project import Project
from fustella.read import Printer, read_printers
from tests.helpers.pdf_reader import paper_mm, shapes, text


def kept(tiny) -> dict[str, Printer]:
    return read_printers(Project(tiny.root))


def test_calibrate_without_numbers_writes_the_sheet(tiny, run):
    ran = run(tiny, "calibrate", "--paper", "Letter", "--duplex", "short-edge", "--language", "it")
    assert ran.code == 0, ran.err
    path = tiny.output / "calibration-Letter-short-edge.pdf"
    assert str(path.name) in ran.out
    assert paper_mm(path) == {(215.9, 279.4)}
    assert "Foglio di calibrazione · Letter · short-edge" in text(path)
    assert kept(tiny) == {}


def test_calibrate_with_numbers_keeps_and_shows_them_and_the_next_sheet_has_them(tiny, run):
    ran = run(tiny, "calibrate", "--printer", "office", "--dx", "0.4", "--dy", "-1.2")
    assert ran.code == 0, ran.err
    assert "office: dx 0.4 mm, dy -1.2 mm" in ran.out
    assert "`fustella calibrate --printer office`" in ran.out
    assert kept(tiny) == {"office": Printer("office", 0.4, -1.2)}
    ran = run(tiny, "calibrate", "--printer", "office")
    assert "office: dx 0.4 mm, dy -1.2 mm" in ran.out
    assert "should read 0" in text(tiny.output / "calibration-A4-office.pdf")


@pytest.mark.parametrize(
    ("typed", "kept_mm"),
    [
        ("-1,2", -1.2),
        ("-1.2mm", -1.2),
        ("0.05in", 1.27),
        ("+2", 2.0),
        ("0.12345678", 0.12),
        ("-0.004", 0.0),
        ("-0.5", -0.5),
        ("\u22121,2", -1.2),
        ("0", 0.0),
    ],
)
def test_offset_typed_as_people_type_it_is_read_in_millimetres(typed, kept_mm, tiny, run):
    assert run(tiny, "calibrate", "--printer", "p", "--dx", "1", "--dy", typed).code == 0
    dy_mm = kept(tiny)["p"].dy_mm
    assert f"{dy_mm:g}" == f"{kept_mm:g}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--printer", "p", "--dx", "44", "--dy", "0"], "at most 10 mm"),
        (["--printer", "p", "--dx", "-12mm", "--dy", "0"], "at most 10 mm"),
        (["--printer", "p", "--dx", "much", "--dy", "0"], "write 0.4 or -1.2"),
        (["--printer", "p", "--dx", "nan", "--dy", "0"], "write 0.4 or -1.2"),
        (["--printer", "p", "--dx", "1"], "--dx and --dy"),
        (["--dx", "1", "--dy", "1"], "--printer NAME"),
        (["--duplex", "fold"], "there is no `fold`; write long-edge, or short-edge where"),
    ],
)
def test_calibrate_with_nonsense_exits_with_2_and_keeps_nothing(words, message, tiny, capsys):
    with pytest.raises(SystemExit) as stopped:
        tiny.run("calibrate", *words)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
    assert not (tiny.root / "content" / "printers.yaml").exists()


def test_calibrate_with_numbers_keeps_remarks_in_the_file(tiny, run):
    path = tiny.root / "content" / "printers.yaml"
    path.write_text("# mine\nattic: {dx: 0mm, dy: 1mm}  # old\n", encoding="utf-8")
    assert run(tiny, "calibrate", "--printer", "attic", "--dx", "2", "--dy", "0").code == 0
    assert path.read_text(encoding="utf-8") == "# mine\nattic: {dx: 2mm, dy: 0mm}  # old\n"
    assert list(path.parent.glob(".*")) == []


def test_calibrate_on_small_paper_reports_e301(tiny, run):
    tiny.edit(
        "content/papers.yaml",
        "A4: {width: 210mm, height: 297mm",
        "A4: {width: 100mm, height: 150mm",
    )
    ran = run(tiny, "calibrate")
    assert [problem.code for problem in ran.problems] == ["E301"]
    assert "larger paper" in ran.problems[0].hint


def test_calibrate_on_a_roll_uses_a_piece_of_it(tiny, run):
    tiny.edit(
        "content/papers.yaml",
        "A4:",
        "roll: {width: 610mm, height: 3000mm, margin: 5mm, roll: true}\nA4:",
    )
    assert run(tiny, "calibrate", "--paper", "roll").code == 0
    assert paper_mm(tiny.output / "calibration-roll.pdf") == {(610, 420)}


@pytest.mark.parametrize(
    ("duplex", "moved"), [("long-edge", (0.4, 1.2)), ("short-edge", (-0.4, -1.2))]
)
def test_build_for_a_measured_printer_moves_backs_and_nothing_else(duplex, moved, tiny, run):
    words = ["build", "tiny", "--duplex", duplex, "--only", "card"]
    before = tiny.output / "before"
    after = tiny.output / "after"
    assert run(tiny, *words, "--output", str(before)).code == 0
    assert run(tiny, "calibrate", "--printer", "office", "--dx", "0.4", "--dy", "-1.2").code == 0
    assert run(tiny, *words, "--printer", "office", "--output", str(after)).code == 0
    (plain,), (shifted,) = (sorted(folder.rglob("*card*.pdf")) for folder in (before, after))
    size = card_size(plain)
    pairs = list(zip(shapes(plain, *size), shapes(shifted, *size), strict=True))
    assert pairs
    for old, new in pairs:
        wanted = moved if old.page % 2 else (0, 0)
        assert (new.x - old.x, new.y - old.y) == pytest.approx(wanted, abs=0.02)


def card_size(path) -> tuple[float, float]:
    """The size of the filled shapes of cards of 44 x 67 mm: with or without bleed."""
    for size in ((48.0, 71.0), (44.0, 67.0)):
        if shapes(path, *size):
            return size
    raise AssertionError("no cards found")


def test_a_printer_is_called_in_small_letters_however_it_is_typed(tiny, run):
    kept = run(tiny, "calibrate", "--printer", "Office", "--dx", "0.4", "--dy", "-1.2")
    assert (kept.code, kept.out.splitlines()[0]) == (
        0,
        "content/printers.yaml: office: dx 0.4 mm, dy -1.2 mm",
    )
    assert "calibration-A4-office.pdf" in run(tiny, "calibrate", "--printer", "OFFICE").out

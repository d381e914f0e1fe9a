"""Random projects on random sheets, read back; and that the reader sees what is wrong.

`python -m benchmarks.sheets` does the same with a thousand projects.
"""

from dataclasses import replace

import pypdf
import pytest
from pypdf.generic import ArrayObject, DecodedStreamObject, NameObject

from benchmarks import sheets
from benchmarks.sheets import Counts, Options, PaperFacts, RandomKind, write_project
from tests.helpers.sheet_reader import Shape


@pytest.mark.parametrize("seed", (3, 6, 7))
def test_random_project_with_random_options_is_printed_right(seed, tmp_path):
    counts = Counts()
    sheets.try_project(seed, tmp_path, 1, counts)
    assert counts.faults == []
    assert counts.builds and not counts.refused


def _card(*, wide: float = 30.0, high: float = 42.0) -> RandomKind:
    inside = lambda x, y, by: (x > by) & (y > by) & (x < wide - by) & (y < high - by)  # noqa: E731
    fields = "{trim: colour, arrow: colour, size: decimal}"
    keys = f"width: {wide}mm, height: {high}mm, front: face.svg.j2, back: face.svg.j2"
    names = f"name: Cards, fields: {{front: {fields}, back: {fields}}}"
    return RandomKind(
        "card", f"{keys}, {names}", Shape(wide, high, 5, inside), 0, True, False, True
    )


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A game of cards, printed for long-edge and folded, with the options of each."""
    project = write_project(tmp_path_factory.mktemp("cards"), [(_card(), (1, 2, 3))], (1.5, -1.0))
    found = {}
    for duplex in ("long-edge", "fold"):
        flags = ("--paper", "A4", "--duplex", duplex)
        output = project.folder / duplex
        assert sheets.run(project, flags, output)[0] == 0
        options = Options(flags, "A4", duplex, None, False, "none", {0: 1, 1: 2, 2: 3}, False)
        found[duplex] = project, options, output
    return found


def _faults(project, options, output) -> str:
    pages = sheets.read_all(project, output)
    assert pages
    return "\n".join(sheets.faults_of(project, options, pages, set(), Counts()))


@pytest.mark.parametrize("duplex", ["long-edge", "fold"])
def test_reader_finds_nothing_where_nothing_is_wrong(printed, duplex):
    assert _faults(*printed[duplex]) == ""


@pytest.mark.parametrize(
    ("made", "read", "told"),
    [
        ("long-edge", "short-edge", "no back behind 2"),
        ("fold", "long-edge", "is the last and has no back"),
        ("fold", "separate", "is the last and has no back"),
    ],
)
def test_reader_sees_backs_for_another_way_of_turning(printed, made, read, told):
    project, options, output = printed[made]
    assert told in _faults(project, replace(options, duplex=read), output)


def test_reader_sees_backs_that_were_not_moved_for_a_printer(printed):
    project, options, output = printed["long-edge"]
    assert "back of 2 behind nothing" in _faults(project, replace(options, printer=True), output)


@pytest.mark.parametrize(
    ("copies", "told"),
    [
        ({0: 1, 1: 2, 2: 4}, "3 of piece 2 side 0 instead of 4"),
        ({0: 1, 1: 1, 2: 3}, "2 of piece 1 side 1 instead of 1"),
        ({0: 1, 1: 2}, "piece 2 side 0, which was not asked for"),
    ],
)
def test_reader_sees_a_copy_too_few_or_too_many(printed, copies, told):
    project, options, output = printed["fold"]
    assert told in _faults(project, replace(options, copies=copies), output)


def test_reader_sees_ink_in_margins_and_another_paper(printed, monkeypatch):
    project, options, output = printed["long-edge"]
    monkeypatch.setitem(sheets.PAPERS, "A4", PaperFacts(210, 297, (20, 20, 20, 20)))
    assert "pixels of ink in the margins" in _faults(project, options, output)
    monkeypatch.setitem(sheets.PAPERS, "A4", PaperFacts(210, 296))
    assert "paper of 210.0 x 297.0 mm" in _faults(project, options, output)


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("1 g 0 0 595 842 re f", "are hidden"),
        ("0 g 2 400 5 5 re f", "pixels of ink in the margins"),
    ],
)
def test_reader_sees_what_is_drawn_over_pages(printed, tmp_path, drawn, told):
    """White over all of a page, black in its margin: added to the file by another library."""
    project, options, output = printed["fold"]
    writer = pypdf.PdfWriter(clone_from=next(output.rglob("*-card.pdf")))
    stream = DecodedStreamObject()
    stream.set_data(drawn.encode())
    for page in writer.pages:
        contents = page["/Contents"]
        before = list(contents) if isinstance(contents, list) else [page.raw_get("/Contents")]
        page[NameObject("/Contents")] = ArrayObject([*before, writer._add_object(stream)])
    writer.write(tmp_path / "game-card.pdf")
    assert told in _faults(project, options, tmp_path)


@pytest.mark.parametrize(
    ("width_mm", "height_mm"), [(30.2, 42.0), (30.0, 41.9), (29.9, 41.9), (42.0, 30.0)]
)
def test_reader_sees_a_size_that_is_not_exact(printed, width_mm, height_mm):
    project, options, output = printed["fold"]
    other = _card(wide=width_mm, high=height_mm)
    pieces = {number: (name, other, copies) for number, (name, _, copies) in project.pieces.items()}
    assert "trim of " in _faults(replace(project, pieces=pieces), options, output)


@pytest.mark.parametrize("face", ["-1 0 0 1", "1 0 0 -1"])
def test_reader_sees_faces_that_are_mirrored(printed, tmp_path, face):
    """Pages are mirrored by another library: each face is, and the backs are where fronts were."""
    project, options, output = printed["long-edge"]
    writer = pypdf.PdfWriter(clone_from=next(output.rglob("*-card.pdf")))
    a, b, c, d = map(float, face.split())
    move = (float(a < 0) * 595.276, float(d < 0) * 841.89)
    for page in writer.pages:
        page.add_transformation((a, b, c, d, *move))
    writer.write(tmp_path / "game-card.pdf")
    assert "mirrored" in _faults(project, options, tmp_path)

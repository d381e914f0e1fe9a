"""What a project makes is counted before it is made, and refused at its line.

The work is counted, not timed: bounds are made small, and what is beyond them is never begun.
"""

import io
import zipfile

import pytest

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words import spelling
from fustella.draw import artist
from fustella.read.fields import Converter
from tests.conftest import TinyProject

GAME = """\
title: Probe
languages: [en]
mark: PR
kinds:
  card:
    name: Cards
    size: poker
    front: card.svg.j2
    fields: {front: {title: text, level?: number}}
"""
TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}{{ text(face.title, x=4, y=4, width=50, height=10, size=14) }}{% endblock %}
"""


@pytest.fixture
def probe(tmp_path, monkeypatch):
    """A project whose list is what a test says; its bounds are small."""
    monkeypatch.setattr(limits, "GAME_PIECES", 20)
    monkeypatch.setattr(limits, "GAME_VALUES", 60)
    monkeypatch.setattr(limits, "GAME_LETTERS", 1000)

    def write(pieces: str, game: str = GAME, template: str = TEMPLATE) -> TinyProject:
        for name, text in {
            "content/probe/game.yaml": game,
            "content/probe/cards.yaml": pieces,
            "templates/probe/card.svg.j2": template,
        }.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return TinyProject(tmp_path)

    return write


def entries(*typed: str, head: str = "") -> str:
    return f"kind: card\n{head}pieces:\n" + "".join(f"  - {one}\n" for one in typed)


def cards(number: int) -> list[str]:
    return [f"{{id: c{n}, front: {{title: T}}}}" for n in range(number)]


VARIANTS = "variants: [{id: a}, {id: b}, {id: c}, {id: d}, {id: e}]\n"
FOR = "{{id: e{}, for: {{a: 1..{}}}, front: {{title: T}}}}"
MANY_FIELDS = GAME.replace("title: text", "title: text, a?: text, b?: text, c?: text, d?: text")
TOO_MANY = {
    "entries": (entries(*cards(21)), GAME, 23, "20 pieces"),
    "variants of pieces": (entries(*cards(5), head=VARIANTS), GAME, 8, "20 pieces"),
    "one entry with for": (entries(FOR.format(0, 21)), GAME, 3, "20 pieces"),
    "several with for": (entries(*(FOR.format(n, 8) for n in range(4))), GAME, 5, "20 pieces"),
    "for in variants": (entries(FOR.format(0, 5), head=VARIANTS), GAME, 4, "20 pieces"),
    "names that multiply": (
        entries("{id: e, for: {a: 1..3, b: 1..3, c: 1..3}, front: {title: T}}"),
        GAME,
        3,
        "20 pieces",
    ),
    "where that leaves all out": (
        entries("{id: e, for: {a: 1..21}, where: a > 21, front: {title: T}}"),
        GAME,
        3,
        "20 pieces",
    ),
    "fields": (entries(*cards(11)), MANY_FIELDS, 13, "60 fields"),
    "fields of variants": (entries(*cards(3), head=VARIANTS), MANY_FIELDS, 6, "60 fields"),
    "letters of for": (
        entries(f"{{id: e, for: {{a: 1..9}}, front: {{title: {'long ' * 30}}}}}"),
        GAME,
        3,
        "1,000 letters",
    ),
}


@pytest.mark.parametrize("name", TOO_MANY)
def test_what_is_too_much_is_refused_at_its_line_before_it_is_made(name, probe, run, monkeypatch):
    pieces, game, line, most = TOO_MANY[name]
    made: list[object] = []
    monkeypatch.setattr(Converter, "record", lambda *given: made.append(given))
    ran = run(probe(pieces, game), "list")
    (told,) = (said for said in ran.problems if said.code == "E133")
    assert (told.file, told.line) == ("content/probe/cards.yaml", line)
    assert f"more than {most}" in told.message
    assert not made


@pytest.mark.parametrize(
    "pieces",
    [
        entries(*cards(20)),
        entries(*cards(4), head=VARIANTS),
        entries(FOR.format(0, 20)),
        entries(FOR.format(0, 4), head=VARIANTS),
        entries("{id: e, for: {a: 1..20}, where: a > 19, front: {title: T}}"),
    ],
)
def test_what_is_as_much_as_allowed_is_read(pieces, probe, run):
    assert run(probe(pieces), "list").code == 0


def test_lists_are_counted_together_and_told_once(probe, run):
    root = probe(entries(*cards(15)))
    for number in range(3):
        other = entries(*(f"{{id: o{number}-{n}, front: {{title: T}}}}" for n in range(9)))
        (root.root / f"content/probe/more-{number}.yaml").write_text(other)
    ran = run(root, "list")
    found = [(said.file, said.line) for said in ran.problems if said.code == "E133"]
    assert found == [("content/probe/more-0.yaml", 8)]


@pytest.mark.parametrize(
    "names",
    [
        ", ".join(f"n{n}: 1..5000" for n in range(400)),
        ", ".join(f"n{n}: [x]" for n in range(20_100)),
        ", ".join(f"n{n}: [x, y]" for n in range(2_000)),
        "a: [], " + ", ".join(f"n{n}: 1..5000" for n in range(9)),
        "a: 1..5000, b: 1..2",
    ],
)
def test_values_of_for_are_counted_while_they_are_read(names, probe, run, monkeypatch):
    """No more are kept than a few entries may have, whatever they multiply to."""
    from fustella.read import enumerations

    kept: list[object] = []
    choice = enumerations._choice
    monkeypatch.setattr(enumerations, "_choice", lambda *given: (kept.append(0), choice(*given))[1])
    entry = f"{{id: e, for: {{{names}}}, front: {{title: T}}}}"
    ran = run(probe(entries(entry)), "list")
    assert {said.code for said in ran.problems} & {"E161", "E162"}
    assert len(kept) <= 5 * limits.ENTRY_PIECES + 1


FAULTS = {
    "icons in texts": ("T {icon}", TEMPLATE),
    "icons of a template": (
        "T",
        TEMPLATE.replace("{{ text", "{{ icon('mdi:' ~ piece.id, x=1, y=1, size=9) }}{{ text"),
    ),
    "texts too long": ("T" * 400, TEMPLATE),
    "a name that is none": ("T", TEMPLATE.replace("face.title", "face.titel")),
    "a broken drawing": ("T", TEMPLATE.replace("{{ text", "<path>{{ text")),
    "a letter that no font has": ("\U00013000", TEMPLATE),
}


@pytest.mark.parametrize("name", FAULTS)
def test_pieces_with_faults_are_drawn_up_to_a_number(name, probe, run, monkeypatch):
    title, template = FAULTS[name]
    monkeypatch.setattr(artist, "FAULTY_PIECES", 4)
    typed = (f'{{id: c{n}, front: {{title: "{title}{n}"}}}}' for n in range(12))
    ran = run(probe(entries(*typed), template=template), "build")
    told = [said for said in ran.problems if said.code == "E133"]
    assert [said.line for said in told] == [7], ran.err
    assert len(ran.problems) > 1


EQUAL = TEMPLATE.replace("{{ text(face.title,", "{{ text(face.title, equal='a',")


@pytest.mark.parametrize("template", [TEMPLATE, EQUAL, EQUAL.replace("{{ text", "<path>{{ text")])
@pytest.mark.parametrize("limit", ["FAULTY_PIECES", "FAULTY_LETTERS"])
def test_drawings_with_faults_are_made_up_to_a_number(limit, template, probe, run, monkeypatch):
    monkeypatch.setattr(artist, limit, 2 if limit == "FAULTY_PIECES" else 5_000)
    typed = (f'{{id: c{n}, front: {{title: "{"T " * 400}{n}"}}}}' for n in range(12))
    ran = run(probe(entries(*typed), template=template), "build")
    (told,) = [said for said in ran.problems if said.code == "E133"]
    assert told.line <= 5, ran.err
    assert len(ran.problems) > 1


def test_few_faults_are_all_told(probe, run, monkeypatch):
    monkeypatch.setattr(artist, "FAULTY_PIECES", 4)
    typed = (f"{{id: c{n}, front: {{title: T {{icon{n}}}}}}}" for n in range(4))
    ran = run(probe(entries(*typed)), "build")
    assert "E133" not in {said.code for said in ran.problems}


# Which word is meant is looked for among so many.


def asked_of(pieces: int, known: int) -> str:
    begun = spelling.meant("colur", [f"colour-{n}" for n in range(known)])
    for _ in range(pieces):
        begun = spelling.meant("colur", ["colour"])
    return begun


def test_words_are_compared_up_to_a_number(monkeypatch):
    monkeypatch.setattr(limits, "WORDS_COMPARED", 2_000)
    compared: list[str] = []
    apart = spelling._edit_distance
    monkeypatch.setattr(
        spelling, "_edit_distance", lambda *two: (compared.append(""), apart(*two))[1]
    )
    spelling.begin()
    assert asked_of(10, 1) == "colour"
    few = len(compared)
    assert asked_of(10_000, 1) == ""
    assert len(compared) < few + 2_000
    spelling.begin()
    assert asked_of(1, 1) == "colour"


@pytest.mark.parametrize("of", [spelling.meant, spelling.misspelt])
def test_long_lists_are_not_compared_at_all(of, monkeypatch):
    monkeypatch.setattr(limits, "WORDS_COMPARED", 2_000)
    monkeypatch.setattr(spelling, "_edit_distance", lambda *_: pytest.fail("compared"))
    spelling.begin()
    assert of("colur", [f"colour-{n}" for n in range(3_000)]) == ""
    spelling.begin()


def test_each_game_has_hints_of_its_own(probe, run, monkeypatch):
    monkeypatch.setattr(limits, "WORDS_COMPARED", 500)
    root = probe(entries("{id: a, front: {titel: T}}"))
    for _ in range(30):
        assert "did you mean `title`" in run(root, "list").err


# What takes too long says where it was.


def test_time_that_ran_out_names_the_place_within(monkeypatch):
    """Of a file with its own limit, the entry that was being read."""
    import os

    from fustella.core.processes import overseer, steps
    from fustella.core.processes.status import StatusPage
    from fustella.core.values.problems import Place

    page = StatusPage()
    monkeypatch.setattr(steps, "_page", page)
    looking = overseer.Overseer(page, most_bytes=1 << 50)
    file, entry = (
        Place("content/probe/cards.yaml"),
        Place("content/probe/cards.yaml", 7, "pieces[5]"),
    )
    with steps.step("reading the game", file, 0.0):
        told = None
        for number in range(20):
            place = entry if number > 3 else file
            with steps.step("reading a list", place, 100.0):
                sum(range(20_000))
                told = looking.look(os.getpid()) or told
    assert told is not None
    assert told.code == "E020"
    assert told.place.file == entry.file
    assert "reading the game" in told.message


# Problems are counted, too.


WRONG = {
    "unknown keys": (
        "content/probe/cards.yaml",
        entries(*cards(1)) + "".join(f"k{n}: 1\n" for n in range(50)),
    ),
    "values of a wrong type": (
        "content/probe/cards.yaml",
        entries(*(f"{{id: c{n}, front: {{title: [T]}}}}" for n in range(50))),
    ),
    "entries that are none": ("content/probe/cards.yaml", entries(*("1" for _ in range(50)))),
    "ids that stand twice": (
        "content/probe/cards.yaml",
        entries(*("{id: a, front: {title: T}}" for _ in range(20))),
    ),
    "keys that stand twice": ("content/probe/cards.yaml", "kind: card\n" + "copies: 1\n" * 50),
    "anchors": ("content/probe/cards.yaml", entries(*(f"&a{n} x" for n in range(50)))),
    "keys of game.yaml": (
        "content/probe/game.yaml",
        GAME + "".join(f"k{n}: 1\n" for n in range(50)),
    ),
    "kinds": (
        "content/probe/game.yaml",
        GAME + "".join(f"  k{n}: {{name: K, sise: 1}}\n" for n in range(50)),
    ),
    "claims": (
        "content/probe/claims.yaml",
        "claims:\n" + "".join(f"  - {{id: c{n}, chek: sum}}\n" for n in range(50)),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_problems_are_looked_for_up_to_a_number(name, probe, run, monkeypatch):
    monkeypatch.setattr(limits, "PROBLEMS", 12)
    file, text = WRONG[name]
    project = probe(entries(*cards(1)))
    (project.root / file).write_text(text, encoding="utf-8")
    ran = run(project, "check" if name == "claims" else "list")
    told = [said for said in ran.problems if said.code == "E133"]
    assert [said.file for said in told] == [file], ran.err
    assert told[0].line
    assert len(ran.problems) <= 14


def test_problems_of_several_games_are_looked_for_up_to_a_number(monkeypatch):
    from fustella.cli.problems import collect

    monkeypatch.setattr(limits, "PROBLEMS", 12)
    read: list[int] = []

    def work(game: int) -> None:
        read.append(game)
        raise ProblemsFound([Problem("E106", Place(f"{game}", n), "x") for n in range(5)])

    _, problems = collect(range(9), work)
    assert read == [0, 1, 2]
    assert [said.code for said in problems] == ["E106"] * 15 + ["E133"]


def test_as_many_problems_as_allowed_are_all_told(probe, run, monkeypatch):
    monkeypatch.setattr(limits, "PROBLEMS", 12)
    typed = (f"{{id: c{n}, front: {{title: T}}, k{n}: 1}}" for n in range(12))
    ran = run(probe(entries(*typed)), "list")
    assert [said.code for said in ran.problems] == ["E106"] * 12


# Spreadsheets.


def xlsx(sheet: str, strings: str = "", styles: str = "") -> bytes:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {"worksheet": "sheet1.xml", "sharedStrings": "strings.xml", "styles": "styles.xml"}
    links = "".join(
        f'<Relationship Id="r{n}" Type="{office}/{kind}" Target="{part}"/>'
        for n, (kind, part) in enumerate(parts.items(), 1)
    )
    return packed(
        {
            "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
            f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet '
            'name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">{links}'
            "</Relationships>",
            "xl/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{sheet}</sheetData>'
            "</worksheet>",
            "xl/strings.xml": f'<sst xmlns="{main}">{strings}</sst>',
            "xl/styles.xml": f'<styleSheet xmlns="{main}">{styles}</styleSheet>',
        }
    )


def ods(rows: str) -> bytes:
    spaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = f"<office:document-content{spaces}><office:body><office:spreadsheet>"
    content += f'<table:table table:name="Cards">{rows}</table:table>'
    content += "</office:spreadsheet></office:body></office:document-content>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return packed({"mimetype": kind, "content.xml": content})


def packed(parts: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return data.getvalue()


def row(*texts: str) -> str:
    return "<row>" + "".join(f'<c t="inlineStr"><is><t>{x}</t></is></c>' for x in texts) + "</row>"


def ods_row(*texts: str, repeated: int = 1) -> str:
    cells = "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in texts
    )
    more = f'table:number-rows-repeated="{repeated}"'
    return f"<table:table-row {more}>{cells}</table:table-row>"


HEAD, ODS_HEAD = row("id", "title"), ods_row("id", "title")
SHARED = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'
SHEETS = {
    "tags of a sheet": ("cards.xlsx", xlsx(HEAD + "<row/><x/>" * 200), "300 tags", 0),
    "tags of strings": (
        "cards.xlsx",
        xlsx(HEAD, "<si><r><rPr><b/></rPr><t>x</t></r></si>" * 60),
        "300 tags",
        0,
    ),
    "tags of an ods": ("cards.ods", ods(ODS_HEAD + "<x/>" * 400), "300 tags", 0),
    "formats": (
        "cards.xlsx",
        xlsx(HEAD, "", f"<cellXfs>{'<xf/>' * 60}</cellXfs>"),
        "50 formats of cells",
        0,
    ),
    "a shared text in each cell": (
        "cards.xlsx",
        xlsx(HEAD + SHARED * 9, f"<si><t>{'x' * 150}</t></si>"),
        "1,000 letters",
        5,
    ),
    "a repeated row": (
        "cards.ods",
        ods(ODS_HEAD + ods_row("p", "x" * 150, repeated=20)),
        "1,000 letters",
        8,
    ),
    "a paragraph of spans": (
        "cards.ods",
        ods(ODS_HEAD + ods_row("p", "<text:span>abcd</text:span>" * 60)),
        "200 letters in a cell",
        0,
    ),
    "spaces": (
        "cards.ods",
        ods(ODS_HEAD + ods_row("p", 'x<text:s text:c="90"/>' * 9)),
        "200 letters in a cell",
        0,
    ),
    "empty lines": ("cards.csv", b"id,title\n" + b"\n" * 400, "300 lines", 0),
    "empty cells": ("cards.csv", b"id,title\n" + b",,,,\n" * 250, "1,000 cells", 0),
    "empty cells of tabs": ("cards.tsv", b"id\ttitle\n" + b"\t" * 1200, "1,000 cells", 0),
}


@pytest.mark.parametrize("name", SHEETS)
def test_spreadsheets_are_counted(name, probe, run, monkeypatch):
    file, data, most, line = SHEETS[name]
    for bound, value in {
        "UNPACKED_TAGS": 300,
        "TABLE_STYLES": 50,
        "TABLE_LETTERS": 1000,
        "TEXT_LETTERS": 200,
        "TABLE_LINES": 300,
        "TABLE_PLACES": 1000,
    }.items():
        monkeypatch.setattr(limits, bound, value)
    project = probe(f"kind: card\npieces: {file}\n")
    (project.root / "content/probe" / file).write_bytes(data)
    (told,) = run(project, "list").problems
    assert (told.file, told.line) == (f"content/probe/{file}", line)
    assert f"more than {most}" in told.message


def test_more_games_than_marks_are_refused(probe, run, monkeypatch):
    monkeypatch.setattr(limits, "GAMES", 3)
    project = probe(entries(*cards(1)))
    for number in range(3):
        folder = project.root / f"content/more{number}"
        folder.mkdir()
        (folder / "game.yaml").write_text(GAME)
    (told,) = run(project, "list").problems
    assert (told.code, told.file) == ("E133", "content")


# Claims.


def claims(*typed: str) -> str:
    return "claims:\n" + "".join(f"  - {one}\n" for one in typed)


COUNT = "{{id: c{}, check: count, of: {{kind: card}}, is: 9}}"
CLAIMS = {
    "many": (claims(*(COUNT.format(n) for n in range(9))), 9),
    "of many ids": (
        claims("{id: a, check: count, of: [c1" + ", c1" * 600 + "]}"),
        2,
    ),
    "of patterns": (claims("{id: a, check: count, of: ['*'" + ", 'c*'" * 60 + "], is: 1}"), 2),
    "of conditions": (
        claims("{id: a, check: count, of: {front.title: [" + "T, " * 600 + "T]}, is: 9}"),
        2,
    ),
    "that": (
        claims("{id: a, check: each, of: {kind: card}, that: [" + "faces = 1, " * 600 + "]}"),
        2,
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claims_are_counted_before_they_are_checked(name, probe, run, monkeypatch):
    from fustella.check import claims as checks

    text, line = CLAIMS[name]
    monkeypatch.setattr(limits, "CLAIM_STEPS", 100)
    monkeypatch.setattr(checks, "_findings", lambda *_: pytest.fail("checked"))
    project = probe(entries(*cards(9)))
    (project.root / "content/probe/claims.yaml").write_text(text)
    ran = run(project, "check")
    (told,) = ran.problems
    assert (told.code, told.file, told.line) == ("E133", "content/probe/claims.yaml", line)
    assert "100 steps" in told.message


def test_many_ids_of_a_claim_are_few_looks(probe, run, monkeypatch):
    monkeypatch.setattr(limits, "CLAIM_STEPS", 400)
    project = probe(entries(*cards(9)))
    ids = ", ".join(f"c{n % 9}" for n in range(300))
    (project.root / "content/probe/claims.yaml").write_text(
        claims(f"{{id: a, check: count, of: [{ids}], is: 9}}")
    )
    assert run(project, "check").code == 0


@pytest.mark.parametrize("part", ["claims", "excused"])
def test_passages_are_counted_before_they_are_looked_for(part, probe, run, monkeypatch):
    monkeypatch.setattr(limits, "CLAIM_STEPS", 100)
    project = probe(f"source: {{lines: 1}}\n{entries(*cards(3))}", GAME + "document: rules.txt\n")
    (project.root / "content/probe/rules.txt").write_text("a box of cards\n" * 100)
    passage = "lines: 1, text: 'a box {9} lions'"
    known = f"  - {{id: c, {passage}, check: manual, why: W}}\n"
    more = f"excused:\n  - {{{passage}, why: W}}\n" * 1
    many = {
        "claims": "".join(known.replace("id: c", f"id: c{n}") for n in range(9)),
        "excused": known + more + f"  - {{{passage}, why: W}}\n" * 9,
    }
    text = f"document: rules.txt\nclaims:\n{many[part]}"
    (project.root / "content/probe/claims.yaml").write_text(text)
    (told,) = run(project, "check").problems
    assert (told.code, told.line) == ("E133", 6 if part == "claims" else 7)


@pytest.mark.parametrize(
    ("passage", "document"),
    [
        ("lions {9} a", "lions 3 b " * 150),
        ("a " * 40 + "{9} a", "a " * 300),
        ("a" * 900 + " {9}", "a" * 1_500),
        ("{9} lions a", "3 lions " * 150),
        ("lions … box … {9} lions", "lions 3 " * 300),
    ],
)
def test_places_of_a_passage_are_counted(passage, document, probe, run, monkeypatch):
    monkeypatch.setattr(limits, "CLAIM_STEPS", 1_000)
    project = probe(f"source: {{lines: 1}}\n{entries(*cards(3))}", GAME + "document: rules.txt\n")
    (project.root / "content/probe/rules.txt").write_text(document)
    known = f"  - {{id: c, lines: 1, text: '{passage}', check: manual, why: W}}\n"
    text = f"document: rules.txt\nclaims:\n{known}"
    (project.root / "content/probe/claims.yaml").write_text(text)
    (told,) = run(project, "check").problems
    assert (told.code, told.line) == ("E133", 3)


@pytest.mark.parametrize("level", ["front: {level: 9}\n", ""])
@pytest.mark.parametrize("check", ["each", "value", "count"])
def test_where_a_number_is_typed_is_looked_up_once_for_each_piece(
    level, check, probe, run, monkeypatch
):
    """However many pieces differ: none looks through all the others again."""
    from fustella.check import context

    looked: list[object] = []
    typed_at = context._typed_at
    monkeypatch.setattr(context, "_typed_at", lambda *two: (looked.append(0), typed_at(*two))[1])
    own = "" if level else ", level: 9"
    listed = [f"{{id: c{n}, front: {{title: T{own}}}}}" for n in range(18)]
    project = probe(entries(*listed, head=level))
    said = {
        "each": "{id: a, check: each, of: {kind: card}, that: front.level = 1}",
        "value": "{id: a, check: value, of: {kind: card}, text: '{7} x', are: {front.level: n}}",
        "count": "{id: a, check: count, of: {kind: card}, is: 36}",
    }
    (project.root / "content/probe/claims.yaml").write_text(claims(said[check]))
    assert run(project, "check").code == 1
    assert len(looked) <= 18


# Slips in a file that is broken.


@pytest.mark.parametrize(
    "line",
    [
        "a: {" + "b: c: d, " * 900,
        "a: '" + "b }" * 3_000,
        "a: [" + "\t" * 5_000 + "'",
        "a: " + "b = " * 2_000 + "\n:",
        "- " * 3_000 + "{",
    ],
)
def test_slips_are_looked_for_in_lines_of_some_length(line, probe, run, monkeypatch):
    from fustella.read import broken

    looked: list[int] = []
    within = broken._slips_inside
    monkeypatch.setattr(
        broken,
        "_slips_inside",
        lambda lines, number, keys: (
            looked.append(len(lines[number])),
            within(lines, number, keys),
        )[1],
    )
    ran = run(probe(f"kind: card\n{line}\n"), "list")
    assert {said.code for said in ran.problems} <= {"E101", "E103"}
    assert not [length for length in looked if length > 4_000]


@pytest.mark.parametrize(
    ("last", "line"),
    [
        ("  - id: d\n    front:\n      title: The #3\n", 2005),
        ("  - id: d\n    copies: 2 #3\n    front: {title: T}\n", 2004),
        ("  - id: d # 3\n    front: {title: 'T #3'} # 3\n", 0),
        ("  - id: d\n    front:\n      title: T # see #3\n", 0),
        ('  - id: d\n    front:\n      title: "T #3" # 3\n', 0),
    ],
)
def test_remark_behind_many_texts_with_number_signs_is_found(last, line, probe, run):
    many = entries(*(f"{{id: c{n}, front: {{title: 'T #{n}'}}}} # 3" for n in range(2000)))
    found = run(probe(many + last), "list").problems
    assert [said.line for said in found if "remark" in said.message] == [line] * bool(line)


def test_value_parted_by_many_commas_is_told_shortly(probe, run):
    ran = run(probe(entries("{id: p, front: {title: a" + ", b c" * 5_000 + "}}")), "list")
    told = next(said for said in ran.problems if said.code == "E101")
    assert len(told.message) < 300
    assert told.hint == "put the whole value in quotes"


@pytest.mark.parametrize(
    "key", ["kinds", "colours", "icons", "words", "boxes", "keywords", "fonts"]
)
def test_names_in_game_yaml_are_counted_before_they_are_read(key, probe, run, monkeypatch):
    monkeypatch.setattr(limits, "KINDS", 60)
    monkeypatch.setattr(limits, "NAMES", 60)
    head = GAME if key == "kinds" else f"{GAME}{key}:\n"
    project = probe(entries(*cards(1)), head + "".join(f"  n{n}: {{}}\n" for n in range(90)))
    (told,) = run(project, "list").problems
    line = head.count("\n") + (60 if key == "kinds" else 61)
    assert (told.code, told.file, told.line) == ("E133", "content/probe/game.yaml", line)


@pytest.mark.parametrize("table", ["papers", "sizes", "stocks"])
def test_entries_of_tables_are_counted_before_they_are_read(table, probe, run, monkeypatch):
    monkeypatch.setattr(limits, "NAMES", 60)
    project = probe(entries(*cards(1)))
    text = "".join(f"n{n}: {{}}\n" for n in range(90))
    (project.root / f"content/{table}.yaml").write_text(text)
    (told,) = run(project, "plan").problems
    assert (told.code, told.file, told.line) == ("E133", f"content/{table}.yaml", 61)


@pytest.mark.parametrize(
    "said",
    [
        "check: each, of: {kind: card}, that: faces = 1",
        "check: count, of: {kind: card}, is: 9",
        "check: value, of: {kind: card}, text: '{1} x', are: {copies: n}",
        "check: supply, of: {kind: card}, players: 2, needs: players",
        "check: each, of: {kind: card}, same: [front.title, front.title]",
    ],
)
def test_values_that_claims_compare_are_counted(said, probe, run, monkeypatch):
    monkeypatch.setattr(limits, "CLAIM_STEPS", 2_000)
    project = probe(entries(*cards(18)))
    listed = claims(*(f"{{id: c{n}, {said}}}" for n in range(30)))
    (project.root / "content/probe/claims.yaml").write_text(listed)
    told = [problem for problem in run(project, "check").problems if problem.code == "E133"]
    assert len(told) == 1
    assert "2,000 steps" in told[0].message
    assert 3 <= told[0].line <= 12

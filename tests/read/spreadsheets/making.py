"""A project with one game whose cards stand in a spreadsheet, and files as programs write them."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from fustella.core.files.project import Project
from fustella.core.values.model import Game, Piece, Record, Text
from fustella.core.values.problems import ProblemsFound
from fustella.read import read_game, read_tables

FIELDS = (
    "{front: {title: text, value?: number, weight?: decimal, code?: word, rare?: flag, "
    "tags?: [word], cost?: {wood: number, gold?: number}, "
    "options?: [{icon: icon, text: text}], side?: left | right, size?: length}, "
    "back: {title?: text, mark?: word}}"
)
LIST = "kind: card\npieces: {file}\n"


def project_with(
    folder: Path,
    data: bytes | str | None,
    file: str = "cards.csv",
    *,
    fields: str = FIELDS,
    languages: str = "[en]",
    listed: str = LIST,
    document: str = "",
) -> Project:
    content, templates = folder / "content" / "harbour", folder / "templates" / "harbour"
    content.mkdir(parents=True, exist_ok=True)
    templates.mkdir(parents=True, exist_ok=True)
    (templates / "card.svg.j2").write_text("")
    game = f"title: Harbour\nlanguages: {languages}\n"
    game += f"document: {document}\n" if document else ""
    name = (
        "{" + ", ".join(f"{each.strip()}: Cards" for each in languages.strip("[]").split(",")) + "}"
    )
    game += f"kinds:\n  card:\n    name: {name}\n    size: poker\n    front: card.svg.j2\n"
    game += f"    back: card.svg.j2\n    fields: {fields}\n"
    (content / "game.yaml").write_text(game, encoding="utf-8")
    (content / "cards.yaml").write_text(listed.replace("{file}", file), encoding="utf-8")
    if data is not None:
        raw = data if isinstance(data, bytes) else data.encode("utf-8")
        (content / file.partition("#")[0]).write_bytes(raw)
    return Project(folder)


def game_of(project: Project) -> Game:
    return read_game(project, "harbour", read_tables(project), lambda _: None)


def pieces_of(folder: Path, data: bytes | str, file: str = "cards.csv", **how: str) -> list[Piece]:
    return list(game_of(project_with(folder, data, file, **how)).pieces)


def told(folder: Path, data: bytes | str | None, file: str = "cards.csv", **how: str) -> list[str]:
    """The problems of a game, each as `file:line: key: code`; every one has a hint."""
    try:
        game_of(project_with(folder, data, file, **how))
    except ProblemsFound as found:
        assert all(problem.hint for problem in found.problems), found
        return [
            f"{problem.place}: {problem.code}".removeprefix("content/harbour/")
            for problem in found.problems
        ]
    return []


def plain(value: object) -> object:
    """A value as simple data; texts in their first language."""
    if isinstance(value, Text):
        return str(next(iter(value.by_language.values())))
    if isinstance(value, Record):
        return {name: plain(value[name]) for name in value if value[name] is not None}
    if isinstance(value, tuple):
        return [plain(entry) for entry in value]
    return str(value) if isinstance(value, str) else value


def fronts(pieces: Sequence[Piece]) -> list[object]:
    return [plain(piece.front) for piece in pieces]


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'


def xlsx(
    sheets: Mapping[str, str],
    *,
    strings: Sequence[str] = (),
    formats: Sequence[str] = (),
    hidden: Sequence[str] = (),
    from_1904: bool = False,
    more: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """A workbook of sheets, each the XML inside of its `sheetData`, and after it behind a `|||`.

    Format `n` of the cells, `s="n"`, is `formats[n - 1]`.
    """
    numbered = list(enumerate(sheets, start=1))
    states = {name: ' state="hidden"' if name in hidden else "" for name in sheets}
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}" r:id="rId{n}"{states[name]}/>'
        for n, name in numbered
    )
    relations = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATIONS}/worksheet" Target="worksheets/s{n}.xml"/>'
        for n, _ in numbered
    )
    shared = "".join(
        f"<si>{text if text.startswith('<') else f'<t>{escape(text)}</t>'}</si>" for text in strings
    )
    codes = "".join(
        f'<numFmt numFmtId="{n}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
        for n, code in enumerate(formats, start=164)
    )
    used = "".join(f'<xf numFmtId="{n}"/>' for n in (0, *range(164, 164 + len(formats))))
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships {_PACKAGE}><Relationship Id="rId1" '
        f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {_MAIN} xmlns:r="{_RELATIONS}">'
        f'<workbookPr date1904="{int(from_1904)}"/><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships {_PACKAGE}>{relations}"
        f'<Relationship Id="rId98" Type="{_RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>'
        f'<Relationship Id="rId99" Type="{_RELATIONS}/styles" Target="/xl/styles.xml"/>'
        "</Relationships>",
        "xl/sharedStrings.xml": f"<sst {_MAIN}>{shared}</sst>",
        "xl/styles.xml": f"<styleSheet {_MAIN}><numFmts>{codes}</numFmts><cellStyleXfs>"
        f'<xf numFmtId="14"/></cellStyleXfs><cellXfs>{used}</cellXfs></styleSheet>',
    }
    for n, name in numbered:
        data, _, behind = sheets[name].partition("|||")
        parts[f"xl/worksheets/s{n}.xml"] = (
            f"<worksheet {_MAIN}><sheetData>{data}</sheetData>{behind}</worksheet>"
        )
    return zipped({**parts, **(more or {})})


def row(number: int, *cells: str) -> str:
    """A row of cells from the first column on: texts, or XML where they begin with <."""
    letters = "ABCDEFGHIJ"
    typed = (
        cell.replace("<c", f'<c r="{letter}{number}"', 1)
        if cell.startswith("<c")
        else f'<c r="{letter}{number}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}'
        "</t></is></c>"
        for letter, cell in zip(letters, cells, strict=False)
        if cell
    )
    return f'<row r="{number}">{"".join(typed)}</row>'


_ODS = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "style")
)


def ods(
    sheets: Mapping[str, str], styles: str = "", more: Mapping[str, str | bytes] | None = None
) -> bytes:
    """A spreadsheet of sheets, each the XML of its rows; a style may follow a name after a `|`."""
    tables = "".join(
        f'<table:table table:name="{name.partition("|")[0]}" '
        f'table:style-name="{name.partition("|")[2]}">{rows}</table:table>'
        for name, rows in sheets.items()
    )
    content = (
        f"<office:document-content {_ODS}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:spreadsheet>{tables}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": mimetype, "content.xml": content, **(more or {})})


def ods_row(*cells: str, attributes: str = "") -> str:
    typed = (
        cell
        if cell.startswith("<table")
        else f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p>'
        "</table:table-cell>"
        if cell
        else "<table:table-cell/>"
        for cell in cells
    )
    return f"<table:table-row {attributes}>{''.join(typed)}</table:table-row>"


def ods_cell(kind: str, value: str, shown: str, attributes: str = "") -> str:
    key = {"date": "date-value", "boolean": "boolean-value", "time": "time-value"}.get(
        kind, "value"
    )
    return (
        f'<table:table-cell office:value-type="{kind}" office:{key}="{value}" {attributes}>'
        f"<text:p>{shown}</text:p></table:table-cell>"
    )

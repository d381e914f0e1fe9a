"""Every fault is reported with its code, its place and a hint, and replaces nothing.

A file in tests/cases/ is a file of the tiny game with one fault. Comments in its first lines name
the file that it replaces and what must be reported, one line for each problem, no more, no fewer:

    # replaces: content/tiny/coins.yaml
    # keeps: coins.yaml          (optional: tiny's other lists, its claims and boxes are taken away)
    # expect: E104 line 6 key pieces[1].copies
    # expect: E106 file content/tiny/game.yaml line 9 key kinds.coin.sheets suggests sheet

The lines are those of the case itself; `file` is left out when it is the file replaced. A `.txt`
has no comments: it is put in place without these first lines, and its lines are counted so.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from fustella.pull.download import Reply, Unreachable
from tests.conftest import Ran, Said, Snapshot, TinyProject, problems_in
from tests.helpers.made_fonts import made_font
from tests.helpers.sharing import ROOT
from tests.read.spreadsheets.making import row, xlsx

ART = "content/tiny/art/dragon-hill.png"
FOLDER = Path(__file__).parent / "cases"
DOCS = ROOT / "docs" / "problems"
CASES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
CODES = sorted(
    {
        code
        for path in (ROOT / "generator").rglob("*.py")
        for code in re.findall(r'"(E\d{3})"', path.read_text(encoding="utf-8"))
    }
)
_HEADER = re.compile(r"(?:#|\{#|<!--) (replaces|keeps|expect): (.+?)(?: #\}| -->)?")
_EXPECT = re.compile(
    r"(?P<code>E\d{3})(?: file (?P<file>\S+))?(?: line (?P<line>\d+))?(?: key (?P<key>\S+))?"
    r"(?: suggests (?P<suggests>.+?))?(?P<bare> without hint)?"
)


@dataclass(frozen=True)
class Expected:
    code: str
    file: str
    line: int
    key: str
    suggests: str
    has_hint: bool


@dataclass(frozen=True)
class Case:
    replaces: str
    keeps: tuple[str, ...]
    expected: tuple[Expected, ...]
    strict: bool = False


@pytest.fixture(scope="module")
def shared_tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[TinyProject, Snapshot]:
    """One project for all tests of this file: to write hundreds of copies takes long."""
    project = TinyProject.made_at(tmp_path_factory.mktemp("cases") / "project")
    assert project.run("build") == 0
    return project, Snapshot(project.root)


@pytest.fixture
def tiny(shared_tiny: tuple[TinyProject, Snapshot]) -> TinyProject:
    """Tiny after a good build; what the last test changed is restored."""
    project, as_built = shared_tiny
    as_built.write(project.root)
    return project


def name_of(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix().split(".")[0]


BY_NAME = {name_of(path): path for path in CASES}


@cache
def read_case(path: Path) -> Case:
    said: dict[str, list[str]] = {"replaces": [], "keeps": [], "expect": []}
    for line in path.read_text(encoding="utf-8").splitlines():
        found = _HEADER.fullmatch(line)
        if not found:
            break
        said[found[1]].append(found[2])
    (replaces,) = said["replaces"]
    keeps = tuple(" ".join(said["keeps"]).split())
    wanted = tuple(expected(text, replaces) for text in said["expect"])
    return Case(replaces, keeps, wanted, strict="strict" in path.parts)


def expected(text: str, replaces: str) -> Expected:
    found = _EXPECT.fullmatch(text)
    assert found, f"cannot read `expect: {text}`"
    return Expected(
        code=found["code"],
        file=found["file"] or replaces,
        line=int(found["line"] or 0),
        key=found["key"] or "",
        suggests=found["suggests"] or "",
        has_hint=not found["bare"],
    )


def put_in_place(path: Path, case: Case, project: TinyProject) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    if path.suffix == ".txt":
        lines = [line for line in lines if not _HEADER.fullmatch(line.decode().rstrip())]
    (project.root / case.replaces).parent.mkdir(exist_ok=True)
    (project.root / case.replaces).write_bytes(b"".join(lines))
    lists = (project.root / "content" / "tiny").glob("*.yaml")
    for other in lists if case.keeps else ():
        if other.name not in ("game.yaml", *case.keeps):
            other.unlink()
    if case.keeps and not case.replaces.endswith("game.yaml"):
        without_boxes(project.root / "content" / "tiny" / "game.yaml")


TOLD: dict[Path, Ran] = {}
"""What was said of a case in this process: tests of its hints need not run it again."""


def run_case(path: Path, project: TinyProject, run) -> Ran:
    """Puts the file of a case in place, and runs the command that refuses it."""
    case = read_case(path)
    put_in_place(path, case, project)
    TOLD[path] = run(project, *command_for(case))
    return TOLD[path]


def command_for(case: Case) -> tuple[str, ...]:
    """The command that refuses the file of a case; those in strict/ are warnings to others."""
    if case.strict:
        return ("build", "--language", "it", "--strict")
    if case.replaces.endswith("/jobs.yaml"):
        return ("job", "tiny")
    if case.replaces.endswith("/simulations.yaml"):
        return ("simulate", "tiny")
    if case.replaces.endswith("/playtest.yaml"):
        return ("playtest", "tiny")
    if case.replaces.startswith("content/shops/"):
        return ("check", "--shop", Path(case.replaces).stem)
    if case.replaces.endswith("/prices.csv"):
        return ("quote",)
    return ("kit", "list") if case.replaces.startswith("kits/") else ("build",)


def without_boxes(path: Path) -> None:
    """Removes the boxes, at the end of game.yaml: the pieces they hold are not in this project."""
    before, _, _ = path.read_text(encoding="utf-8").partition("\nboxes:\n")
    path.write_text(f"{before}\n", encoding="utf-8")


def differences(case: Case, found: list[Said]) -> list[str]:
    """Problems that are missing or unexpected, or that lack their hint."""
    wanted = {(e.code, e.file, e.line, e.key): e for e in case.expected}
    given = {(s.code, s.file, s.line, s.key): s for s in found}
    wrong = [f"missing: {place}" for place in wanted.keys() - given.keys()]
    wrong += [f"unexpected: {given[place]}" for place in given.keys() - wanted.keys()]
    for place in wanted.keys() & given.keys():
        said = given[place]
        if bool(said.hint) != wanted[place].has_hint:
            wrong.append(f"hint: {said}")
        if f"`{wanted[place].suggests}`" not in f"{said.hint} {said.message} ``":
            wrong.append(f"does not suggest {wanted[place].suggests}: {said}")
    return wrong


def assert_refused(ran: Ran, project: TinyProject, before: dict[str, str]) -> None:
    """The command exits with 1 and problems, without a traceback; its last output stays."""
    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert re.search(r"\n\d+ problems?(; nothing was replaced(; mend them, or .+)?)?\n$", ran.err)
    assert project.hashes() == before


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_command_with_the_fault_of_a_case_reports_its_place(path, tiny, run):
    case = read_case(path)
    assert case.expected, "a case expects a problem"
    before = tiny.hashes()
    ran = run_case(path, tiny, run)
    assert differences(case, ran.problems) == []
    assert_refused(ran, tiny, before)


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (
            "broken-empty-value-in-braces",
            "a key in brackets has no value",
            "write: - {id: five, copies: …, name: {en: Five, it: Cinque}, front: {value: 5}}",
        ),
        (
            "a-list-as-key",
            "expected a word before the colon, found brackets",
            "write a word; a value with brackets of its own stands in quotes",
        ),
        ("box-form-unknown", 'expected one of tuck, tray, lid, found "bag"', "write one of them"),
        (
            "choice-unknown",
            'expected one of forest, lake, cave, found "forrest"',
            "did you mean `forest`?",
        ),
        ("decimal-with-comma", 'expected a number, found "1,5"', "write 1.5"),
        ("flag-no", 'expected true or false, found "no"', "write false"),
        ("flag-number", "expected true or false, found 1", "write true"),
        ("split-no", 'expected true, false or keys with values, found "no"', "write false"),
        ("number-a-word", 'expected a whole number, found "five"', "write 5"),
        ("number-with-leading-zero", 'expected a whole number, found "05"', "write 5"),
        (
            "word-a-list",
            "expected a word, found a list",
            "write one word, without brackets or dashes",
        ),
        (
            "text-empty",
            "expected a text, found nothing",
            "write the text, or delete the key; one that begins with # needs quotes",
        ),
        ("source-lines-backwards", 'the lines "30-22" run backwards', "write 22-30"),
        (
            "source-lines-words",
            'expected lines of a document, found "the end"',
            'write 12, 12-19 or "12, 38-40"',
        ),
        ("size-negative", "a size cannot be -20mm", "write more than 0mm"),
        (
            "size-too-large",
            "20000mm is too large",
            "at most 3000mm can be printed; look at the number and its unit",
        ),
        ("corner-too-large", "the corner is larger than half the piece", "write 10mm or less"),
        (
            "path-too-large",
            "the piece is too large, 1,000,000,000 x 1,000,000,000 mm",
            "its sides are at most 3000 mm long",
        ),
        (
            "for-ids-twice",
            "the id `coin-1` stands twice",
            "write each name of `for` into the id: {worth}, {mint}",
        ),
        ("icon-misspelt", "there is no icon `mdi:sailboat`", "did you mean `mdi:sail-boat`?"),
        ("colour-unknown", "there is no colour `see`", "did you mean `sea`?"),
        (
            "source-lines-without-document",
            "lines of a rule document, and the game has none",
            "write `document: rules.txt` into game.yaml, or delete `source`",
        ),
        (
            "copies-zero",
            "a piece cannot have 0 copies",
            'write 1 or more; to leave a piece out, delete it or give it `struck_out: "why"`',
        ),
        (
            "own-tag",
            "a value cannot begin with !, as in `!coin`",
            "delete `!coin`, or put the whole value in quotes",
        ),
        (
            "anchor-and-alias",
            "a value cannot begin with &, as in `&five`",
            "delete `&five`, or put the whole value in quotes",
        ),
        (
            "id-with-a-space",
            '"Five Coins" cannot be an id',
            "use letters, digits, - and _, without blanks, like Five-Coins",
        ),
        (
            "kind-id-with-capitals",
            '"Coin" cannot be an id',
            "use small letters, digits and hyphens, like coin",
        ),
        (
            "field-type-a-list-of-two",
            "a list is no type of field",
            "write one type in brackets, like [text], for a list of such values",
        ),
        (
            "box-of-nothing",
            "no piece lies in this box",
            "the pieces of `coin` have `front.value` 5",
        ),
        (
            "box-of-unknown-thickness",
            "nothing says how thick a piece of `coin` is",
            "give `coin` a `stock:` under `kinds`",
        ),
        (
            "sheet-of-two-stocks",
            "`counter` is of card and shares sheets with `coin`, which is of board",
            "give `counter` another `sheet:`, or the `stock:` of `coin`",
        ),
        (
            "for-formula-divides-by-nothing",
            "`2520 / worth`: it divides by 0",
            "leave 0 out, or ask for it: if(n = 0, 0, 12 / n)",
        ),
        ("for-range-backwards", '"9..1" runs backwards', "write 1..9"),
        (
            "words-braces",
            "it has the braces {conta}, {number}; the English word has {count}, {number}",
            "write {count}, {number}, each once",
        ),
        (
            "words-cells",
            'expected numbers with spaces between them, found "um"',
            "write 1, or 0 1 as in French",
        ),
        (
            "triangle-without-size",
            "the triangle has no height",
            "add `height: …`",
        ),
        (
            "only-a-word",
            "expected keys with values, found a text",
            "begin with a line like `kind: …`",
        ),
        (
            "piece-not-a-record",
            'expected keys with values, found "five"',
            "write {id: five}",
        ),
        (
            "colour-of-the-game-without-quotes",
            "expected a colour, found nothing",
            'write it in quotes, like "#2b2a33": without them # begins a remark',
        ),
        (
            "colour-of-the-game-without-quotes",
            'expected a colour, found "26303d"',
            'write "#26303d", with # and in quotes',
        ),
        (
            "kind-id-in-german",
            '"Münze" cannot be an id',
            "use small letters, digits and hyphens, like munze",
        ),
        ("languages-twice", "the language `en` stands twice", "delete one of them"),
        (
            "font-file-of-another-kind",
            "`fonts/Title.pdf` is no font",
            "write the name of a file that ends with .ttf, .otf, .woff2, .woff, .ttc, .otc",
        ),
        (
            "field-type-of-another-program",
            "`integer` is no type of field",
            "did you mean `number`?",
        ),
    ],
)
def test_case_is_told_with_a_way_out_that_fits(name, message, hint, tiny, run):
    path = BY_NAME[f"read/{name}"]
    put_in_place(path, read_case(path), tiny)
    assert (message, hint) in [(s.message, s.hint) for s in run(tiny, "build").problems]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("missing-translation", 'add `it: "…"`'),
        ("text-not-translated", "write {en: …, it: …}"),
        ("name-not-translated", "write {en: …, it: …}"),
        ("words-not-translated", 'add `it: "…"`'),
    ],
)
def test_text_that_is_missing_is_told_with_how_to_add_it(name, hint, tiny, run):
    path = BY_NAME[f"strict/{name}"]
    case = read_case(path)
    put_in_place(path, case, tiny)
    (problem, *_) = run(tiny, *command_for(case)).problems
    assert problem.message == "the text is missing in `it`, and printed in `en` instead"
    assert problem.hint == hint


def test_differences_with_a_wrong_line_or_a_missing_problem_name_it(tiny, run):
    path = FOLDER / "read" / "copies-word.yaml"
    case = read_case(path)
    put_in_place(path, case, tiny)
    found = run(tiny, "build").problems
    assert differences(case, found) == []
    one = case.expected[0]
    moved = Expected(one.code, one.file, one.line + 1, one.key, "", True)
    assert len(differences(Case(case.replaces, (), (moved,)), found)) == 2
    assert len(differences(Case(case.replaces, (), ()), found)) == 1
    assert len(differences(case, [])) == 1
    assert differences(case, [Said(one.code, one.file, one.line, one.key, "", "")])


@pytest.mark.parametrize("name", ["read/tab-indent.yaml", "draw/syntax-unclosed-tag.svg.j2"])
def test_build_as_a_process_with_a_fault_refuses_it(name, tiny):
    case = read_case(FOLDER / name)
    before = tiny.hashes()
    put_in_place(FOLDER / name, case, tiny)
    command = [sys.executable, "-m", "fustella", "build", "--project", str(tiny.root)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=ROOT)
    ran = Ran(done.returncode, done.stdout, done.stderr)
    assert differences(case, ran.problems) == []
    assert_refused(ran, tiny, before)


# What cannot be a file: bytes, folders, and words on the command line.


def not_utf8(project: TinyProject) -> None:
    path = project.root / "content/tiny/coins.yaml"
    path.write_bytes(path.read_bytes().replace(b"Cinque", "Più".encode("latin-1")))


def utf16(project: TinyProject) -> None:
    path = project.root / "content/tiny/coins.yaml"
    path.write_bytes(path.read_text(encoding="utf-8").encode("utf-16"))


def template_not_utf8(project: TinyProject) -> None:
    path = project.root / "templates/tiny/coin.svg.j2"
    path.write_bytes(path.read_bytes() + b"{# pi\xf9 #}")


def list_is_a_folder(project: TinyProject) -> None:
    (project.root / "content/tiny/coins.yaml").unlink()
    (project.root / "content/tiny/coins.yaml").mkdir()


def nothing_in_a_file(project: TinyProject) -> None:
    (project.root / "content/tiny/coins.yaml").write_bytes(b"")


def no_lists(project: TinyProject) -> None:
    for path in (project.root / "content/tiny").glob("*.yaml"):
        if path.name != "game.yaml":
            path.unlink()


def document_not_utf8(project: TinyProject) -> None:
    path = project.root / "content/tiny/tiny-rules.txt"
    path.write_bytes(path.read_bytes() + "più".encode("latin-1"))


def claims_not_utf8(project: TinyProject) -> None:
    path = project.root / "content/tiny/claims.yaml"
    path.write_bytes(path.read_bytes().replace(b"una durata", "metà".encode("latin-1")))


def nothing_in_the_claims(project: TinyProject) -> None:
    (project.root / "content/tiny/claims.yaml").write_bytes(b"")


@pytest.mark.parametrize(
    ("breaks", "code", "file", "line"),
    [
        (not_utf8, "E102", "content/tiny/coins.yaml", 4),
        (utf16, "E102", "content/tiny/coins.yaml", 1),
        (template_not_utf8, "E102", "templates/tiny/coin.svg.j2", 7),
        (list_is_a_folder, "E100", "content/tiny/coins.yaml", 0),
        (nothing_in_a_file, "E108", "content/tiny/coins.yaml", 0),
        (no_lists, "E123", "content/tiny/game.yaml", 1),
        (document_not_utf8, "E509", "content/tiny/tiny-rules.txt", 0),
        (claims_not_utf8, "E102", "content/tiny/claims.yaml", 107),
        (nothing_in_the_claims, "E108", "content/tiny/claims.yaml", 0),
    ],
)
def test_build_with_files_missing_or_not_text_names_them(breaks, code, file, line, tiny, run):
    before = tiny.hashes()
    breaks(tiny)
    ran = run(tiny, "build")
    assert {said.code for said in ran.problems} == {code}
    assert all(said.hint for said in ran.problems), ran.err
    if file:
        assert [(said.file, said.line) for said in ran.problems] == [(file, line)]
    assert_refused(ran, tiny, before)


def coins_in_a_spreadsheet(project: TinyProject, rows: str) -> None:
    folder = project.root / "content/tiny"
    (folder / "coins.yaml").write_text(
        "kind: coin\nsource: {lines: 22}\npieces: coins.csv\n", encoding="utf-8"
    )
    (folder / "coins.csv").write_text(rows, encoding="utf-8")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ('id,name.en,name.it,value\nfive,"Five,Cinque,5\n', [("E152", 2, "")]),
        (
            'id,name.en,name.it,value\nfive,Five,Cinque,#REF!\nten,Ten,Dieci,"1,000"\n',
            [("E153", 2, "value"), ("E153", 3, "value")],
        ),
        (
            "id,name.en,name.it,value,qty\nfive,Five,Cinque,six,\nFive,Five,Cinque,5,-1\n",
            [("E104", 2, "value"), ("E119", 3, "qty"), ("E112", 3, "")],
        ),
        (
            "id,name.en,valeu\nfive,Five,5\n",
            [("E106", 1, "valeu")],
        ),
        ("", [("E108", 0, "")]),
        ("id,name,value\n", [("E108", 1, "")]),
    ],
)
def test_build_with_a_faulty_spreadsheet_names_its_rows_and_columns(rows, expected, tiny, run):
    before = tiny.hashes()
    coins_in_a_spreadsheet(tiny, rows)
    ran = run(tiny, "build")
    assert {(said.code, said.line, said.key) for said in ran.problems} == set(expected)
    assert {said.file for said in ran.problems} == {"content/tiny/coins.csv"}
    assert all(said.hint for said in ran.problems), ran.err
    assert_refused(ran, tiny, before)


def shown_on(code: str) -> set[tuple[str, str, str, int]]:
    """The problems on the page of a code: code, message, hint and line."""
    page = (DOCS / f"{code}.md").read_text(encoding="utf-8")
    return {(one.code, one.message, one.hint, one.line) for one in problems_in(page)}


@pytest.mark.parametrize("command", [("build",), ("check",), ("build", "--strict")])
def test_row_of_sums_and_hidden_rows_are_told_and_refused_by_strict(command, tiny, run):
    (tiny.root / "content/tiny/claims.yaml").unlink()
    header, *rows = (
        "id,name.en,name.it,value,copies",
        *(f"c{n},Coin {n},Moneta {n},{n},1" for n in range(2, 10)),
        ",Total,,44,8",
    )
    typed = [header.split(","), *(each.split(",") for each in rows)]
    lines = "".join(row(n, *cells) for n, cells in enumerate(typed, start=1))
    for number in (4, 7, 8, 9):
        lines = lines.replace(f'<row r="{number}"', f'<row r="{number}" hidden="1"')
    coins_in_a_spreadsheet(tiny, "")
    folder = tiny.root / "content/tiny"
    (folder / "coins.csv").unlink()
    tiny.edit("content/tiny/coins.yaml", "coins.csv", "coins.xlsx")
    (folder / "coins.xlsx").write_bytes(xlsx({"Coins": lines, "Notes": ""}))
    ran = run(tiny, *command, "--language", "it") if "build" in command else run(tiny, *command)
    assert ran.code == int("--strict" in command), ran.err
    told = {(said.code, said.message, said.hint, said.line) for said in ran.problems}
    assert {said.file for said in ran.problems} == {"content/tiny/coins.xlsx#Coins"}
    sums = {(code, message, hint, 10) for code, message, hint, _ in shown_on("E157")}
    wanted = shown_on("E156") | sums
    assert {(code, plainly(message), hint, line) for code, message, hint, line in told} == {
        (code, plainly(message), hint, line) for code, message, hint, line in wanted
    }


def plainly(message: str) -> str:
    return message.removeprefix("warning: ")


@pytest.mark.parametrize(
    ("words", "code", "suggests"),
    [
        (["build", "tinny"], "E002", "`tiny`"),
        (["build", "chess"], "E002", "known: tiny"),
        (["build", "--paper", "A44"], "E003", "`A4`"),
        (["build", "--paper", "Leter"], "E003", "`Letter`"),
        (["build", "--only", "cards"], "E004", "`card`"),
        (["build", "--language", "fr"], "E005", "en, it"),
        (["calibrate", "--language", "fi"], "E005", "known: de, en, es, fr, it"),
        (["list", "tinny"], "E002", "`tiny`"),
        (["calibrate", "--printer", "office"], "E006", "`fustella calibrate`"),
        (["list", "--paper", "leter"], "E003", "`Letter`"),
        (["build", "--pages", "2,99"], "E007", "fustella plan tiny --sheets"),
        (["plan", "--pages", "99"], "E007", "fustella plan tiny --sheets"),
        (["build", "--players", "7"], "E009", "2, 3 or 4 players"),
        (["plan", "--players", "1"], "E009", "2, 3 or 4 players"),
        (["whatis", "TI-HHHH"], "E601", "codes begin with TI"),
        (["whatis", "TI"], "E601", "two letters and 4 of 2345"),
        (["diff"], "E612", "`git init`"),
        (["check", "--shop", "tcg"], "E780", "`tgc`"),
    ],
)
def test_command_with_an_unknown_word_suggests_a_known_one(words, code, suggests, tiny, run):
    before = tiny.hashes()
    ran = run(tiny, *words)
    assert [said.code for said in ran.problems] == [code]
    assert suggests in ran.problems[0].hint
    assert_refused(ran, tiny, before)


def test_build_with_unknown_pieces_in_a_list_of_copies_names_each(tiny, run):
    (tiny.root / "more.yaml").write_text("five: 2\nbaot: 1\nghost: 1\n", encoding="utf-8")
    before = tiny.hashes()
    ran = run(tiny, "build", "--copies-from", str(tiny.root / "more.yaml"))
    assert [(s.code, s.line, s.key) for s in ran.problems] == [
        ("E008", 2, "baot"),
        ("E008", 3, "ghost"),
    ]
    assert "`boat`" in ran.problems[0].hint
    assert_refused(ran, tiny, before)


def test_claim_whose_check_is_misspelt_is_told_the_key_that_stands_for_it(tiny, run):
    path = tiny.root / "content/tiny/claims.yaml"
    path.write_text(path.read_text("utf-8").replace("check: count", "chek: count", 1), "utf-8")
    (problem,) = run(tiny, "build").problems
    assert problem.message == "`check` is missing"
    assert problem.hint == "write `check` where `chek` stands"


def test_build_of_a_kind_whose_pieces_are_struck_out_says_so(tiny, run):
    tiny.edit_freely("content/tiny/coins.yaml", "copies: 6", 'struck_out: "why"')
    (problem,) = run(tiny, "build", "--only", "coin").problems
    assert problem.message == "no piece of the kind `coin` is printed: all are struck out"
    assert problem.hint == "delete `struck_out` at one of them, or leave --only out"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("{EN: Five, it: Cinque}", "did you mean `en`?"),
        ("{en: “Five, yes”}", 'write: en: "Five, yes"'),
    ],
)
def test_language_that_is_none_is_told_with_what_was_meant(typed, hint, tiny, run):
    tiny.edit_freely("content/tiny/coins.yaml", "{en: Five, it: Cinque}", typed)
    assert hint in [said.hint for said in run(tiny, "build").problems]


def test_spreadsheet_named_as_on_windows_is_told_how_to_write_it(tiny, run):
    coins_in_a_spreadsheet(tiny, "id,name.en,name.it,value\nfive,Five,Cinque,5\n")
    folder = tiny.root / "content/tiny"
    (folder / "money").mkdir()
    (folder / "coins.csv").rename(folder / "money/coins.csv")
    tiny.edit("content/tiny/coins.yaml", "coins.csv", r"money\coins.csv")
    (problem,) = run(tiny, "build").problems
    assert (problem.code, problem.hint) == ("E151", "write money/coins.csv")
    tiny.edit("content/tiny/coins.yaml", r"money\coins.csv", problem.hint.removeprefix("write "))
    assert "E151" not in {said.code for said in run(tiny, "build").problems}


def test_table_in_place_of_a_list_is_told_where_it_goes(tiny, run):
    (tiny.root / "content/tiny/coins.yaml").write_text("id,name,value\nfive,Five,5\n")
    (problem,) = run(tiny, "build").problems
    assert (problem.code, problem.line) == ("E101", 1)
    assert "`pieces: cards.csv`" in problem.hint


@pytest.mark.parametrize("command", ["build", "plan"])
def test_command_with_claims_that_disagree_on_the_supply_names_both(command, tiny, run):
    claim = "  - {id: bank, check: supply, players: 2, needs: 5, of: five}\n"
    tiny.edit("content/tiny/claims.yaml", "excused:\n", f"{claim}excused:\n")
    before = tiny.hashes()
    ran = run(tiny, command, "--players", "2")
    assert [(s.code, s.file, s.key) for s in ran.problems] == [
        ("E512", "content/tiny/claims.yaml", "bank")
    ]
    assert "`coins-in-play`" in ran.problems[0].hint
    assert_refused(ran, tiny, before)


def test_strict_check_names_what_no_claim_speaks_of(tiny, run):
    before = tiny.hashes()
    ran = run(tiny, "check", "--strict")
    counters = [said for said in ran.problems if said.file == "content/tiny/counters.yaml"]
    assert [(said.code, said.line, said.key) for said in counters] == [("E513", 8, "front.picture")]
    assert "`gap`" in counters[0].hint
    assert (ran.code, tiny.hashes()) == (1, before)


def test_strict_check_names_rules_that_no_booklet_restates(tiny, run):
    chapter = tiny.root / "content/tiny/rules/10-start.en.md"
    chapter.parent.mkdir()
    chapter.write_text("# Start\n\nTake 3 cards. {lines: 28}\n", encoding="utf-8")
    (unrestated,) = [
        said for said in run(tiny, "check", "--strict").problems if said.code == "E722"
    ]
    assert (unrestated.file, unrestated.line) == ("content/tiny/rules", 0)
    assert "lines 3, " in unrestated.message


def test_build_in_a_folder_without_a_project_is_refused(tmp_path, run):
    ran = run(TinyProject(tmp_path), "build")
    assert ran.code == 1
    assert [said.code for said in ran.problems] == ["E001"]
    assert "--project" in ran.problems[0].hint


def test_build_of_a_project_without_a_game_is_refused(tmp_path, run):
    (tmp_path / "content").mkdir()
    ran = run(TinyProject(tmp_path), "build")
    assert ran.code == 1
    assert [said.code for said in ran.problems] == ["E002"]


# Rights do not stop the superuser from writing; a file where the folder must be stops everyone.


def test_build_with_a_file_as_output_folder_is_refused(tiny, run):
    (tiny.root / "blocked").write_text("mine", encoding="utf-8")
    before = tiny.hashes()
    ran = run(tiny, "build", "--output", str(tiny.root / "blocked"))
    assert [said.code for said in ran.problems] == ["E401"]
    assert "a file is where a folder must be" in ran.problems[0].message
    assert "move that file away" in ran.problems[0].hint
    assert_refused(ran, tiny, before)
    assert (tiny.root / "blocked").read_text(encoding="utf-8") == "mine"


def test_build_with_a_folder_in_place_of_a_pdf_is_refused(tiny, run):
    tiny.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    (tiny.built / "tiny-bits.pdf").unlink()
    (tiny.built / "tiny-bits.pdf" / "inside").mkdir(parents=True)
    before = tiny.hashes()
    ran = run(tiny, "build")
    assert [said.code for said in ran.problems] == ["E401"]
    assert ran.problems[0].hint
    assert_refused(ran, tiny, before)
    assert not [
        path for path in tiny.built.iterdir() if path.name.startswith(".") and "tiny-" in path.name
    ]


def twin(project: TinyProject) -> None:
    """A second game with the same document."""
    for folder in ("content", "templates"):
        shutil.copytree(project.root / folder / "tiny", project.root / folder / "twin")


@pytest.mark.parametrize(
    ("address", "answer", "code"),
    [
        ("http://example.org/cards.csv", Reply(b"", ""), "E701"),
        ("https://example.org/cards.csv", Unreachable("no answer", "try again"), "E702"),
        ("https://example.org/cards.csv", Reply(b"<html></html>", "text/html"), "E703"),
    ],
)
def test_pull_of_a_faulty_sheet_is_refused(address, answer, code, tiny, run, monkeypatch):
    def download(*_: object) -> Reply:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("fustella.pull.sheets.download", download)
    path = tiny.root / "content/tiny/online.yaml"
    path.write_text(f"kind: coin\nsource: {{sheet: '{address}'}}\npieces: coins.csv\n", "utf-8")
    before = tiny.hashes()
    ran = run(tiny, "pull")
    assert [(s.code, s.file, s.line, s.key) for s in ran.problems] == [
        (code, "content/tiny/online.yaml", 2, "source.sheet")
    ]
    assert ran.problems[0].hint
    assert_refused(ran, tiny, before)
    assert not (tiny.root / "content/tiny/coins.csv").exists()


def test_build_of_two_games_with_one_mark_is_refused(tiny, run):
    twin(tiny)
    tiny.edit("content/tiny/game.yaml", "document: tiny", "mark: TW\ndocument: tiny")
    before = tiny.hashes()
    ran = run(tiny, "build", "tiny")
    assert [(s.code, s.file, s.line, s.key) for s in ran.problems] == [
        ("E124", "content/tiny/game.yaml", 4, "mark")
    ]
    assert "`twin`" in ran.problems[0].message
    assert "`mark: XY`" in ran.problems[0].hint
    assert_refused(ran, tiny, before)


def other_twin(project: TinyProject) -> None:
    """A second game with a document of its own."""
    twin(project)
    for name in ("game", "claims"):
        project.edit(f"content/twin/{name}.yaml", "tiny-rules.txt", "twin-rules.txt")


@pytest.mark.parametrize(
    ("prepares", "document", "said", "suggests"),
    [
        (twin, "missing.txt", "cannot be read", "check its name"),
        (other_twin, "content/papers.yaml", "no game", "check GAME --document FILE"),
        (twin, "content/tiny/tiny-rules.txt", "2 games", "check GAME --document FILE"),
        (other_twin, "content", "a folder", "tiny-rules.txt, twin-rules.txt"),
        (None, "missing.txt", "cannot be read", "check its name"),
        (None, "output", "a folder", "tiny-rules.txt"),
    ],
)
def test_check_with_an_unusable_document_is_refused(prepares, document, said, suggests, tiny, run):
    if prepares:
        prepares(tiny)
    ran = run(tiny, "check", "--document", str(tiny.root / document))
    assert ran.code == 1
    (problem,) = ran.problems
    assert problem.code == "E509"
    assert said in problem.message
    assert suggests in problem.hint


def test_check_of_an_unreadable_game_reports_it_before_its_document(tiny, run):
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: six")
    ran = run(tiny, "check", "--document", str(tiny.root / "content/tiny/tiny-rules.txt"))
    assert [said.code for said in ran.problems] == ["E104"]


def test_check_accept_with_a_folder_in_place_of_the_lines_is_refused(tiny, run):
    path = tiny.root / "content/tiny/document.lines"
    path.unlink()
    (path / "inside").mkdir(parents=True)
    ran = run(tiny, "check", "--accept")
    assert ran.code == 1
    assert [(said.code, said.file) for said in ran.problems] == [
        ("E510", "content/tiny/document.lines")
    ]
    assert ran.problems[0].hint


def test_build_with_an_svg_that_lint_lets_through_is_refused_by_the_engine(tiny, run, monkeypatch):
    """E210 cannot be provoked by content: only where the lint accepts what typst refuses."""
    import fustella.draw.artist as faces

    monkeypatch.setattr(faces.Lint, "check", lambda self, svg: None)
    tiny.edit("templates/tiny/coin.svg.j2", "{% block face %}", "{% block face %}<g><g></g>")
    (tiny.root / "content/tiny/claims.yaml").unlink()
    before = tiny.hashes()
    ran = run(tiny, "build")
    assert [said.code for said in ran.problems] == ["E210"]
    assert ran.problems[0].hint
    assert_refused(ran, tiny, before)


def no_picture(project: TinyProject) -> None:
    (project.root / ART).write_text("a text that was renamed")


def half_a_picture(project: TinyProject) -> None:
    """Its head is whole: that it is broken is found when it is printed."""
    path = (project.root / ART).with_suffix(".jpg")
    with Image.open(project.root / ART) as picture:
        picture.convert("RGB").save(path)
    (project.root / ART).unlink()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("breaks", "file", "line", "said"),
    [
        (no_picture, "content/tiny/cards.yaml", 42, "no picture that can be read"),
        (half_a_picture, "content/tiny/cards.yaml", 42, "the picture is damaged"),
    ],
)
def test_build_with_a_broken_picture_is_refused(breaks, file, line, said, tiny, run):
    before = tiny.hashes()
    breaks(tiny)
    ran = run(tiny, "build")
    assert [(s.code, s.file, s.line) for s in ran.problems] == [("E231", file, line)]
    assert said in ran.problems[0].message
    assert ran.problems[0].hint
    assert_refused(ran, tiny, before)


@pytest.mark.parametrize(
    ("keys", "font", "code", "said"),
    [
        ("", b"a text that was renamed", "E237", "is no font"),
        ("", made_font(licence=2), "E238", "must not be put into a PDF"),
        (", axes: {wght: 500}", made_font(), "E239", "has no axis `wght`"),
        (", features: [ss07]", made_font(), "E239", "has no feature `ss07`"),
    ],
)
def test_build_with_a_font_that_cannot_be_printed_is_refused(keys, font, code, said, tiny, run):
    path = "content/tiny/game.yaml"
    (tiny.root / "content/tiny/Title.ttf").write_bytes(font)
    tiny.edit(path, "languages: ", f"fonts: {{title: {{file: Title.ttf{keys}}}}}\nlanguages: ")
    before = tiny.hashes()
    ran = run(tiny, "build")
    line = (tiny.root / path).read_text().split("fonts:")[0].count("\n") + 1
    assert [(s.code, s.file, s.line) for s in ran.problems] == [(code, path, line)]
    assert said in ran.problems[0].message
    assert_refused(ran, tiny, before)


def coarse(project: TinyProject) -> None:
    with Image.open(project.root / ART) as picture:
        picture.resize((100, 50)).save(project.root / ART)


def placeholder(project: TinyProject) -> None:
    (project.root / ART).rename(project.root / ART.replace("dragon-hill", "wyvern"))
    path = "content/tiny/game.yaml"
    project.edit(path, "languages: ", "images: {missing: placeholder}\nlanguages: ")


def filtered(project: TinyProject) -> None:
    (project.root / ART).unlink()
    (project.root / ART).with_suffix(".svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">\n<filter id="soft">'
        '<feGaussianBlur stdDeviation="1"/></filter>\n<path filter="url(#soft)" d="M5 5h9v9z"/>'
        "</svg>"
    )


@pytest.mark.parametrize(
    ("changes", "code", "file", "line", "said"),
    [
        (coarse, "E232", "content/tiny/cards.yaml", 42, "70 dpi at 36 x 18 mm"),
        (placeholder, "E233", "content/tiny/game.yaml", 3, "1 picture is missing"),
        (filtered, "E229", "content/tiny/cards.yaml", 42, "a picture of 600 dpi"),
    ],
)
def test_build_with_a_doubtful_picture_warns_each_time(changes, code, file, line, said, tiny, run):
    changes(tiny)
    for _ in ("built", "unchanged"):
        ran = run(tiny, "build")
        assert ran.code == 0
        assert [(s.code, s.file, s.line) for s in ran.problems] == [(code, file, line)]
        assert "warning: " in ran.problems[0].message
        assert said in ran.problems[0].message
        assert ran.problems[0].hint


def in_finnish(project: TinyProject) -> None:
    for path in (project.root / "content").rglob("*.yaml"):
        said = re.sub(r"\bit:", "fi:", path.read_text(encoding="utf-8"))
        path.write_text(said.replace("[en, it]", "[fi, en]"), encoding="utf-8")
    (project.root / "content/tiny/claims.yaml").unlink()
    words = "word,fi\nsheet.front,etupuoli\nsheet.back,takapuoli\n"
    (project.root / "content/words.csv").write_text(words, encoding="utf-8")


def test_build_in_a_language_with_some_words_is_told_as_on_the_page_of_its_code(tiny, run):
    in_finnish(tiny)
    (shown,) = problems_in((DOCS / "E142.md").read_text(encoding="utf-8"))
    for _ in ("built", "unchanged"):
        ran = run(tiny, "build")
        assert (ran.code, ran.problems) == (0, [shown])


@pytest.mark.parametrize(
    ("code", "words", "exit_code"), [("E319", (), 0), ("E320", ("--only", "board"), 1)]
)
def test_piece_that_a_machine_does_not_reach_is_told_as_on_its_page(
    code, words, exit_code, tiny, run
):
    tiny.edit("content/tiny/game.yaml", "    split: true\n", "")
    ran = run(tiny, "build", "--paper", "A3", "--cutter", "cricut", *words)
    assert ran.code == exit_code
    (shown,) = problems_in((DOCS / f"{code}.md").read_text(encoding="utf-8"))
    assert ran.problems == [shown]


def measured(project: TinyProject) -> None:
    path = project.root / "content/printers.yaml"
    path.write_text("office: {dx: 0.4mm, dy: -1.2mm}\n", encoding="utf-8")


def kit(project: TinyProject) -> None:
    assert project.run("kit", "new", "club", "tiny") == 0


def kit_and_an_edit(project: TinyProject) -> None:
    kit(project)
    project.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: 7")


def papers_are_a_folder(project: TinyProject) -> None:
    (project.root / "content/papers.yaml").unlink(missing_ok=True)
    (project.root / "content/papers.yaml").mkdir()


def much_to_say(project: TinyProject) -> None:
    folder = project.root / "content/tiny/rules"
    folder.mkdir(exist_ok=True)
    for language, title, said in (
        ("en", "Play", "Who has the most coins begins, and takes a card."),
        ("it", "Gioca", "Chi ha il maggior numero di monete comincia e prende una carta."),
    ):
        text = f"# {title}\n\n" + f"{said}\n\n" * 150
        (folder / f"10-play.{language}.md").write_text(text, encoding="utf-8")


def rules_in_english(project: TinyProject) -> None:
    folder = project.root / "content/tiny/rules"
    folder.mkdir(exist_ok=True)
    (folder / "10-start.en.md").write_text("# Play\n\nTake a card.\n", encoding="utf-8")


def rules_translated_otherwise(project: TinyProject) -> None:
    rules_in_english(project)
    folder = project.root / "content/tiny/rules"
    (folder / "10-start.en.md").write_text("# Play\n\nTake {count:coin} coins.\n", encoding="utf-8")
    (folder / "10-start.it.md").write_text("# Gioca\n\nPrendi 6 monete.\n", encoding="utf-8")


def errata_since_nothing(project: TinyProject) -> None:
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    rules_in_english(project)
    folder = project.root / "content/tiny/rules"
    (folder / "10-start.it.md").write_text("# Gioca\n\nPrendi una carta.\n", encoding="utf-8")
    (folder / "booklet.yaml").write_text("errata: v1.0\n", encoding="utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=project.root, check=True)


@pytest.mark.parametrize(
    ("code", "changes", "words"),
    [
        ("E717", rules_translated_otherwise, ("rules", "tiny", "--strict")),
        ("E718", errata_since_nothing, ("rules", "tiny", "--strict")),
        ("E321", None, ("rules", "tiny", "--paper", "A5")),
        ("E322", much_to_say, ("rules", "tiny", "--fold", "leaflet", "--panels", "4")),
        ("E323", rules_in_english, ("rules", "tiny", "--language", "it")),
        ("E003", None, ("build", "--paper", "Leter")),
        ("E004", None, ("build", "tiny", "--only", "cards")),
        ("E005", None, ("build", "tiny", "--language", "fr")),
        ("E006", measured, ("build", "--printer", "ofice")),
        ("E007", None, ("build", "tiny", "--pages", "2-40")),
        ("E009", None, ("build", "tiny", "--players", "7")),
        ("E010", kit, ("kit", "show", "clubb")),
        ("E011", kit, ("kit", "new", "club", "tiny")),
        ("E012", kit, ("kit", "printed", "club")),
        ("E014", kit_and_an_edit, ("kit", "printed", "club", "--whole")),
        ("E100", papers_are_a_folder, ("build",)),
        ("E102", not_utf8, ("build",)),
        ("E123", no_lists, ("build",)),
    ],
)
def test_command_is_told_as_on_the_page_of_its_code(code, changes, words, tiny, run, capsys):
    if changes:
        changes(tiny)
    capsys.readouterr()
    ran = run(tiny, *words)
    assert ran.code == 1
    (shown,) = problems_in((DOCS / f"{code}.md").read_text(encoding="utf-8"))
    assert ran.problems == [shown]


def test_paper_that_is_like_none_is_told_some_that_are_known(tiny, run):
    (problem,) = run(tiny, "build", "--paper", "foolscap").problems
    assert problem.file == "content/papers.yaml"
    assert "A4" in problem.hint
    assert "Letter" in problem.hint


def put_twice(project: TinyProject) -> None:
    setup = "    - {put: {kind: card}, form: deck}\n    - {put: boat, at: [0mm, 0mm]}\n"
    path = project.root / "content" / "tiny" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}table:\n  setup:\n{setup}", encoding="utf-8")


def crowd(project: TinyProject) -> None:
    project.edit_freely("content/tiny/coins.yaml", "copies: 6", "copies: 1300")


def large(project: TinyProject) -> None:
    project.edit_freely("content/tiny/game.yaml", "width: 300mm", "width: 600mm")


def for_four(project: TinyProject, players: int = 4) -> None:
    step = f"{{put: boat, at: [0mm, 0mm], players: {players}}}"
    path = project.root / "content" / "tiny" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}table: {{players: 2-4, setup: [{step}]}}\n", encoding="utf-8")


def for_seven(project: TinyProject) -> None:
    for_four(project, 7)


def slit_through(project: TinyProject) -> None:
    slit = "    width: 15mm\n    slits: [{x: 50%}]\n"
    project.edit_freely("content/tiny/game.yaml", "    width: 15mm\n", slit)


def chips(project: TinyProject) -> None:
    heads = "identity,what,shape,width_px,height_px,finished_width_mm,finished_height_mm"
    rows = ("PokerDeck,deck,rectangle,825,1125,63.5,88.9", "LargeCoin,chip,circle,450,450,30,30")
    path = project.root / "content" / "products-tgc.csv"
    path.write_text("\n".join((heads, *rows)), encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "changes", "words", "exit_code"),
    [
        ("E801", None, ("--to", "tgc", "--only", "coin"), 0),
        ("E805", None, ("--to", "drivethru", "--only", "card"), 1),
        ("E806", chips, ("--to", "tgc", "--only", "coin"), 1),
        ("E802", put_twice, ("--to", "pcio", "--dpi", "72"), 1),
        ("E650", for_seven, ("--to", "tts", "--dpi", "72"), 1),
        ("E651", for_four, ("--to", "pcio", "--dpi", "72", "--players", "7"), 1),
        ("E803", None, ("--to", "png", "--preset", "tgc", "--only", "card"), 0),
        ("E807", crowd, ("--to", "pcio", "--dpi", "72"), 0),
        ("E808", large, ("--to", "png", "--dpi", "1200", "--only", "board"), 1),
        ("E792", None, ("--to", "punchboard", "--board", "25x25mm", "--only", "coin"), 1),
        ("E793", None, ("--to", "punchboard", "--board", "100x80mm", "--only", "counter"), 0),
        (
            "E794",
            None,
            ("--to", "punchboard", "--board", "100x80mm", "--only", "coin", "--nicks", "20x3mm"),
            1,
        ),
        ("E795", None, ("--to", "punchboard"), 1),
        ("E796", None, ("--to", "punchboard", "--board", "10x10mm"), 1),
        (
            "E797",
            slit_through,
            ("--to", "punchboard", "--board", "100x80mm", "--only", "counter"),
            1,
        ),
    ],
)
def test_export_is_told_as_on_the_page_of_its_code(code, changes, words, exit_code, tiny, run):
    if changes:
        changes(tiny)
    ran = run(tiny, "export", *words)
    assert ran.code == exit_code
    (shown,) = problems_in((DOCS / f"{code}.md").read_text(encoding="utf-8"))
    assert ran.problems == [shown]


def with_a_box(size: str, more: str = "") -> Callable[[TinyProject], None]:
    """Gives tiny a box, and each of its kinds a stock, so that nothing else is told."""

    def change(project: TinyProject) -> None:
        game = project.root / "content" / "tiny" / "game.yaml"
        text = game.read_text(encoding="utf-8")
        for kind in ("across_flats: 40mm", "width: 300mm"):
            text = text.replace(f"    {kind}\n", f"    {kind}\n    stock: board\n")
        game.write_text(f"{text}\nbox: {size}\n{more}", encoding="utf-8")

    return change


@pytest.mark.parametrize(
    ("code", "change", "exit_code"),
    [
        ("E750", with_a_box("200 × 200 × 50 mm"), 1),
        ("E751", with_a_box("305 × 225 × 50 mm", "bought: [{name: Pawn, size: small}]\n"), 0),
        ("E752", with_a_box("305 × 225 × 12 mm"), 1),
        ("E753", lambda project: None, 0),
    ],
)
def test_box_of_the_game_is_told_as_on_the_page_of_its_code(code, change, exit_code, tiny, run):
    change(tiny)
    ran = run(tiny, "plan", "--box")
    assert ran.code == exit_code
    (shown,) = problems_in((DOCS / f"{code}.md").read_text(encoding="utf-8"))
    assert [said for said in ran.problems if said.code == code][:1] == [shown]
    assert {said.code for said in ran.problems} == {code}


def test_model_of_too_many_faces_is_told_as_on_its_page(tiny, monkeypatch):
    from fustella.preview import models  # it loads what a page needs
    from fustella.preview.views import EditionKey
    from tests.preview.conftest import service_of

    monkeypatch.setattr(models, "MOST_PIXELS", 100)
    view = service_of(tiny).model(EditionKey("tiny", "en", "full"))
    (shown,) = problems_in((DOCS / "E788.md").read_text(encoding="utf-8"))
    told = [(one.code, one.file, one.line, one.message, one.hint) for one in view.faults]
    assert told == [("E788", shown.file, shown.line, shown.message, shown.hint)]


@pytest.mark.parametrize(
    ("code", "box", "words"),
    [
        ("E755", "", ()),
        ("E756", "150 × 150 × 40 mm", ("--loose", "--wall", "20mm")),
        ("E757", "150 × 150 × 40 mm", ("--loose", "--form", "laser", "--kerf", "1.8mm")),
        ("E758", "150 × 150 × 40 mm", ("--loose", "--form", "stl", "--bed", "60x60mm")),
        ("E759", "150 × 150 × 40 mm", ("--loose", "--form", "laser", "--material", "100x200mm")),
    ],
)
def test_insert_is_told_as_on_the_page_of_its_code(code, box, words, tiny, run):
    if box:
        tiny.edit_freely("content/tiny/game.yaml", "\nkinds:\n", f"\nbox: {box}\nkinds:\n")
    ran = run(tiny, "export", "--to", "insert", *words)
    (shown,) = problems_in((DOCS / f"{code}.md").read_text(encoding="utf-8"))
    # A pile without a tray is a warning: all others have theirs.
    assert ran.code == (0 if code == "E758" else 1)
    assert [said for said in ran.problems if said.code == code] == [shown]


@pytest.mark.parametrize(("code", "words"), [("E770", ()), ("E784", ("--shop", "tgc"))])
def test_files_for_a_press_are_told_as_on_the_page_of_the_code(code, words, tiny, run):
    ran = run(tiny, "export", "--to", "press", "--only", "card", *words)
    assert ran.code == 0, ran.err
    (shown,) = problems_in((DOCS / f"{code}.md").read_text(encoding="utf-8"))
    assert [said for said in ran.problems if said.code == code] == [shown]


def test_exclusion_from_a_shop_that_excludes_nothing_is_told_as_on_its_page(tiny, run):
    shop = tiny.root / "content" / "shops" / "corner.yaml"
    shop.parent.mkdir()
    shop.write_bytes((FOLDER / "shops" / "too-fine.yaml").read_bytes())
    game = tiny.root / "content" / "tiny" / "game.yaml"
    more = (
        "\nshops: {corner: {excluding: [{rule: line, pieces: hut, reason: it is a hair}, "
        "{rule: pictures, pieces: dragon, reason: it is soft}, "
        "{rule: safe, pieces: aid-*, reason: it is a rim}]}}\n"
    )
    game.write_text(game.read_text(encoding="utf-8") + more, encoding="utf-8")
    ran = run(tiny, "check", "--shop", "corner")
    assert ran.code == 0
    (shown,) = problems_in((DOCS / "E783.md").read_text(encoding="utf-8"))
    assert ran.problems == [shown]


@cache
def codes_with_a_case() -> set[str]:
    in_files = {one.code for path in CASES for one in read_case(path).expected}
    return in_files | set(re.findall(r'"(E\d{3})"', Path(__file__).read_text(encoding="utf-8")))


def test_codes_found_in_the_generator_are_many():
    assert len(CODES) > 40


@pytest.mark.parametrize("code", CODES)
def test_code_has_a_case_and_a_page(code):
    assert code in codes_with_a_case()
    page = (DOCS / f"{code}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {code} ")
    for part in ("## Why it is bad", "## For example", "## Instead"):
        assert part in page, f"{code}.md has no part {part!r}"
    assert f"[{code}]({code}.md)" in (DOCS / "README.md").read_text(encoding="utf-8")


def test_pages_of_problems_have_a_code():
    assert {path.stem for path in DOCS.glob("E*.md")} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_example_on_the_page_of_a_code_is_what_is_printed(code, tiny, run):
    """A page that names a case shows the problem as the command prints it."""
    page = (DOCS / f"{code}.md").read_text(encoding="utf-8")
    shown = list(problems_in(page))
    assert shown, "a page shows what is printed"
    named = re.search(r"<!-- case: (\S+) -->", page)
    if named is None:
        assert code in (
            "E001",
            "E002",
            "E003",
            "E004",
            "E005",
            "E006",
            "E007",
            "E008",
            "E009",
            "E010",
            "E011",
            "E012",
            "E013",
            "E014",
            "E015",
            "E016",
            "E018",
            "E020",
            "E021",
            "E022",
            "E023",
            "E029",
            "E100",
            "E102",
            "E123",
            "E740",
            "E744",
            "E810",
            "E811",
            "E812",
            "E813",
            "E822",
            "E131",
            "E132",
            "E133",
            "E134",
            "E142",
            "E152",
            "E153",
            "E166",
            "E173",
            "E174",
            "E175",
            "E156",
            "E157",
            "E210",
            "E229",
            "E231",
            "E232",
            "E233",
            "E234",
            "E237",
            "E238",
            "E239",
            "E240",
            "E241",
            "E319",
            "E320",
            "E321",
            "E322",
            "E323",
            "E401",
            "E402",
            "E404",
            "E740",
            "E743",
            "E750",
            "E751",
            "E752",
            "E753",
            "E755",
            "E756",
            "E757",
            "E758",
            "E759",
            "E770",
            "E772",
            "E773",
            "E774",
            "E780",
            "E783",
            "E784",
            "E788",
            "E124",
            "E509",
            "E510",
            "E512",
            "E513",
            "E601",
            "E630",
            "E631",
            "E632",
            "E633",
            "E634",
            "E635",
            "E636",
            "E637",
            "E638",
            "E641",
            "E642",
            "E643",
            "E611",
            "E612",
            "E613",
            "E614",
            "E615",
            "E650",
            "E651",
            "E701",
            "E702",
            "E703",
            "E717",
            "E718",
            "E722",
            "E792",
            "E793",
            "E794",
            "E795",
            "E796",
            "E797",
            "E801",
            "E802",
            "E803",
            "E805",
            "E806",
            "E807",
            "E808",
        )
        return
    (path,) = (path for path in CASES if name_of(path) == named[1])
    case = read_case(path)
    put_in_place(path, case, tiny)
    printed = {(s.code, s.message, s.hint) for s in run(tiny, *command_for(case)).problems}
    assert {(s.code, s.message, s.hint) for s in shown} <= printed

"""Files of gettext: what we write is read by others, and what others write is read by us."""

import gettext
import shutil
import subprocess
from pathlib import Path

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.files.project import Project
from fustella.core.values.problems import ProblemsFound
from fustella.translate.entries import TextState, texts_of
from fustella.translate.exchange.po import po_of, returned
from tests.conftest import TinyProject

MSGFMT = shutil.which("msgfmt")
needs_msgfmt = pytest.mark.skipif(not MSGFMT, reason="gettext's msgfmt is not installed")

HEAD = (
    'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Content-Transfer-Encoding: 8bit\\n"\n\n'
)

ODD = (
    'He said "go", and went.',
    "C:\\cards\\new\\table",
    "one\ntwo\nthree",
    "ends with a backslash \\",
    "a\ttab, a\rreturn, a\vturn",
    "line\u2028separator, next\x85line, paragraph\u2029end",
    "Donaudampfschifffahrtsgesellschaft" * 20,
    "word " * 400,
    "🐉 drakón שלום مرحبا 龍 e\u0301",
    '#~ msgid "looks like gettext"',
    '"',
    "\\n is not a line",
    "\u200fright to left\u200e",
    "back\b form\f bell\a",
    '\n\nblank lines first, "then" \\ this\n',
)
"""Texts as they may stand in a list, which a careless writer of such files gets wrong."""

LETTERS = st.characters(codec="utf-8", exclude_characters="\0\4", exclude_categories=["Cs"])
TEXTS = st.one_of(
    st.sampled_from(ODD),
    st.text(LETTERS, min_size=1, max_size=300),
    st.text(st.sampled_from('ab \n\t\r"\\n#~|,:msgid\u2028'), min_size=1, max_size=200),
)


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    project = TinyProject.made_at(tmp_path_factory.mktemp("po") / "project")
    found = texts_of(Project(project.root), "tiny", "it")
    return lambda: found  # itself it would fill pages where a test fails


def made(texts, tmp: Path, said: list[tuple[str, str, str]]) -> Path:
    """The file of some texts, each with its translation and what it was before."""
    entries = [
        replace(
            texts().entries[0],
            text=text,
            translation=translation,
            before=before,
            state=TextState.CHANGED if before else TextState.TRANSLATED,
        )
        for text, translation, before in said
    ]
    path = tmp / "tiny-it.po"
    path.write_bytes(po_of(texts(), entries))
    return path


def read_by_polib(path: Path) -> list[tuple[str, str, str | None]]:
    return [(one.msgid, one.msgstr, one.previous_msgid) for one in polib.pofile(str(path))]


def read_by_msgfmt(path: Path) -> dict[str, str]:
    """What gettext's own compiler makes of a file, read by Python's own reader."""
    compiled = path.with_suffix(".mo")
    command = [MSGFMT, "--check", "--use-fuzzy", "-o", compiled, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    with compiled.open("rb") as stream:
        catalogue = gettext.GNUTranslations(stream)
    return {text: said for text, said in catalogue._catalog.items() if text}


@given(st.lists(TEXTS, min_size=1, max_size=6, unique=True), st.data())
@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_texts_are_read_back_by_polib_and_by_us(texts, tmp_path, found, data):
    said = [(text, data.draw(TEXTS), data.draw(TEXTS | st.just(""))) for text in found]
    path = made(texts, tmp_path, said)
    assert read_by_polib(path) == [(text, word, was or None) for text, word, was in said]
    sure = [(text, word) for text, word, was in said if not was]
    back = returned(path, path.name, ["en", "it"])
    assert [(one.text, one.word) for one in back.by_language["it"]] == sure
    assert back.unsure == len(said) - len(sure)


@needs_msgfmt
@given(st.lists(TEXTS, min_size=1, max_size=6, unique=True), st.data())
@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_texts_are_read_back_by_gettext(texts, tmp_path, found, data):
    """Where a text begins or ends with a line end, `--check` wants one in its translation, too."""
    said = [
        (text, _with_ends_of(text, data.draw(TEXTS)), data.draw(TEXTS | st.just("")))
        for text in found
    ]
    path = made(texts, tmp_path, said)
    assert read_by_msgfmt(path) == {text: word for text, word, _ in said}


def _with_ends_of(text: str, word: str) -> str:
    word = word.strip("\n") or "x"
    return (
        f"{chr(10) if text[:1] == chr(10) else ''}{word}{chr(10) if text[-1:] == chr(10) else ''}"
    )


@pytest.mark.parametrize("text", ODD)
def test_previous_text_stands_in_quotes(texts, tmp_path, text):
    path = made(texts, tmp_path, [("now", "ora", text)])
    assert read_by_polib(path) == [("now", "ora", text)]
    lines = path.read_bytes().decode().split("\n")
    before = [line for line in lines if line.startswith("#|")]
    assert before
    assert all(line.endswith('"') for line in before)


def test_remarks_of_any_text_break_no_file(texts, tmp_path):
    path = tmp_path / "tiny-it.po"
    spots = tuple(replace(spot, about="\n".join(ODD)) for spot in texts().entries[0].spots)
    entries = [replace(texts().entries[0], spots=spots, others=tuple(("de", odd) for odd in ODD))]
    path.write_bytes(po_of(texts(), entries))
    assert len(polib.pofile(str(path))) == 1
    assert len(returned(path, path.name, ["en", "it"]).by_language["it"]) == 1


@needs_msgfmt
def test_whole_export_passes_the_check_of_gettext(tiny):
    words = ("translate", "export", "tiny", "--language", "it", "--to", "po")
    assert tiny.run(*words) == 0
    read = read_by_msgfmt(tiny.output / "tiny" / "translations" / "tiny-it.po")
    assert read["Boat"] == "Barca"


def taken(tmp_path: Path, data: bytes | str) -> list[tuple[str, str]]:
    path = tmp_path / "tiny-it.po"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return [
        (one.text, one.word)
        for one in returned(path, path.name, ["en", "it", "pt-BR"]).by_language["it"]
    ]


BOAT = 'msgid "Boat"\nmsgstr "Barca"\n'


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("\ufeff" + HEAD + BOAT, id="byte order mark"),
        pytest.param("\ufeff# remark\n" + HEAD + BOAT, id="mark and remark"),
        pytest.param((HEAD + BOAT).replace("\n", "\r\n"), id="Windows lines"),
        pytest.param((HEAD + BOAT).replace("\n", "\r"), id="lines of old Macs"),
        pytest.param((HEAD + BOAT).encode("utf-16"), id="UTF-16"),
        pytest.param(HEAD + BOAT.rstrip(), id="no last line end"),
        pytest.param(HEAD + 'msgid"Boat"\nmsgstr\n"Bar" "ca"\n', id="texts on their lines"),
        pytest.param(HEAD + 'msgid ""\n"Bo"\n"at"\nmsgstr "Bar"\n"ca"\n', id="parted"),
        pytest.param(HEAD + '  msgid "Boat"\n\tmsgstr "Barca"\n', id="indented"),
        pytest.param(
            HEAD + '#, fuzzy\n#~| msgid ""\n#~| "Er\\n"\n#~ msgid "Hut"\n#~ msgstr "x"\n\n' + BOAT,
            id="obsolete with what it was",
        ),
        pytest.param(HEAD + BOAT + '#~msgid "Hut"\n#~msgstr "x"\n', id="obsolete without blanks"),
        pytest.param(
            HEAD + "#remark\n## two\n#! odd\n#.extracted\n#:a.c:1\n#= c-format\n#|\n#\n" + BOAT,
            id="any remark",
        ),
        pytest.param(
            HEAD + "#| msgid one without quotes\n#|   on two lines\n" + BOAT, id="wrapped by Babel"
        ),
        pytest.param(HEAD + "#, c-format,no-wrap\n" + BOAT, id="other flags"),
        pytest.param(HEAD + 'msgid "B\\157at"\nmsgstr "\\x42arca"\n', id="signs by number"),
        pytest.param(HEAD + 'domain "tiny"\n' + BOAT, id="domain"),
        pytest.param(
            HEAD + 'msgid "Boat"\nmsgid_plural "Boats"\nmsgstr[0] "Barca"\nmsgstr[1] "Barche"\n',
            id="plural forms",
        ),
        pytest.param(HEAD.replace("Language: it", "Language: it_IT") + BOAT, id="with a country"),
        pytest.param(HEAD.replace("Language: it", "Language: IT@euro") + BOAT, id="with a variety"),
        pytest.param(HEAD.replace("UTF-8", "CHARSET") + BOAT, id="charset of a template"),
        pytest.param(BOAT + "\n" + HEAD, id="head at the end"),
    ],
)
def test_whatever_form_a_file_has_it_is_read(tmp_path, data):
    assert taken(tmp_path, data) == [("Boat", "Barca")]


@pytest.mark.parametrize(
    ("charset", "word"),
    [
        ("ISO-8859-1", "Città"),
        ("iso8859-15", "10 €"),
        ("CP1250", "Łódź"),
        ("windows-1251", "Лодка"),
        ("KOI8-R", "Лодка"),
        ("Shift_JIS", "船ソ表"),
        ("BIG5", "功許"),
        ("EUC-KR", "배"),
        ("GB18030", "船🐉"),
        ("ASCII", "Barca"),
    ],
)
def test_file_in_the_encoding_that_its_head_names(tmp_path, charset, word):
    text = f'{HEAD.replace("UTF-8", charset)}msgid "Boat"\nmsgstr "{word}"\n'
    assert taken(tmp_path, text.encode(charset)) == [("Boat", word)]


@pytest.mark.parametrize(
    ("data", "code", "lines"),
    [
        (HEAD + 'msgid "Boat"\nmsgstr Barca\nmsgid "Hut"\nmsgstr "Ca"panna"\n', "E101", [8, 10]),
        (HEAD + 'msgstr "Barca"\n', "E101", [7]),
        (HEAD + 'msgid "Boat"\nmsgid "Hut"\nmsgstr "Capanna"\n', "E101", [7]),
        (HEAD + 'msgid "Boat"\nmsgstr "Ba\\qrca"\n', "E101", [8]),
        (HEAD + 'msgid "Boat"\nmsgstr "Barca"\nmsgstr "Nave"\n', "E101", [9]),
        (HEAD + 'msgid "Boat"\n', "E101", [7]),
        ('"Boat"\n' + HEAD + BOAT, "E101", [1]),
        ((HEAD + 'msgid "Boat"\nmsgstr "Città"\n').encode("latin-1"), "E102", [8]),
        (HEAD.replace("UTF-8", "klingon") + BOAT, "E102", [0]),
        (HEAD.replace("UTF-8", "zlib") + BOAT, "E102", [0]),
        (HEAD.replace("UTF-8", "unicode_escape") + BOAT, "E102", [0]),
        (HEAD.replace("UTF-8", "punycode") + BOAT, "E102", [0]),
    ],
)
def test_what_is_wrong_in_a_file_is_told_at_its_line(tmp_path, data, code, lines):
    with pytest.raises(ProblemsFound) as caught:
        taken(tmp_path, data)
    told = caught.value.problems
    assert {one.code for one in told} == {code}
    assert [one.place.line for one in told] == lines
    assert all(one.hint for one in told)


def test_language_is_found_whatever_its_letters(tmp_path):
    path = tmp_path / "x.po"
    path.write_text(HEAD.replace("Language: it", "Language: pt_br") + BOAT, "utf-8")
    assert list(returned(path, "x.po", ["en", "it", "pt-BR"]).by_language) == ["pt-BR"]

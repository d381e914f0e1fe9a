"""XML of strangers is read within bounds, and nothing but the file itself."""

from pathlib import Path

import pytest

from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.intake import open_source
from fustella.intake.xml import line_of, root_name, tree_of


def read(tmp_path: Path, text: str | bytes):
    path = tmp_path / "a.xml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return tree_of(open_source(path), "a.xml")


def refused(tmp_path: Path, text: str | bytes) -> tuple[int, str]:
    with pytest.raises(ProblemsFound) as caught:
        read(tmp_path, text)
    (problem,) = caught.value.problems
    assert (problem.code, problem.place.file) == ("E811", "a.xml")
    return problem.place.line, problem.message


def test_a_tree_has_its_texts_and_the_lines_of_its_elements(tmp_path):
    text = '<cards xmlns:x="http://a.b/c">\n <card x:n="1">A &amp; B<b/> end</card>\n</cards>'
    root = read(tmp_path, text)
    (card,) = root
    assert (root.tag, card.tag, card.attrib) == ("cards", "card", {"n": "1"})
    assert (card.text, card[0].tail) == ("A & B", " end")
    assert (line_of(root), line_of(card)) == (1, 2)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_letters_are_read_as_the_file_says(tmp_path, encoding):
    said = encoding.removesuffix("-sig").replace("cp", "windows-")
    text = f'<?xml version="1.0" encoding="{said}"?><a>Æther</a>'
    assert read(tmp_path, text.encode(encoding)).text == "Æther"


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        '<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><a/>',
    ],
)
def test_a_document_type_is_refused(tmp_path, declared):
    assert "document type" in refused(tmp_path, declared)[1]
    assert root_name(open_source(tmp_path / "a.xml"), "a.xml") == ""


@pytest.mark.parametrize(
    ("broken", "line"),
    [("<a>\n<b></a>", 2), ("<a>\n", 2), ("<a>&nbsp;</a>", 1), ("", 1), ("no XML", 1)],
)
def test_what_is_broken_is_told_with_its_line(tmp_path, broken, line):
    assert refused(tmp_path, broken)[0] == line


def test_a_coding_that_is_not_known_is_told(tmp_path):
    refused(tmp_path, b'<?xml version="1.0" encoding="klingon"?><a/>')


def test_elements_their_depth_and_bytes_have_bounds(tmp_path, monkeypatch):
    deep = limits.IMPORT_XML_DEPTH
    read(tmp_path, "<a>" * deep + "</a>" * deep)
    assert "deep" in refused(tmp_path, "<a>" * (deep + 1) + "</a>" * (deep + 1))[1]
    monkeypatch.setattr(limits, "IMPORT_XML_ELEMENTS", 3)
    read(tmp_path, "<a><b/><b/></a>")
    assert "elements" in refused(tmp_path, "<a><b/><b/><b/></a>")[1]
    monkeypatch.setattr(limits, "IMPORT_XML_BYTES", 10)
    with pytest.raises(ProblemsFound) as caught:
        read(tmp_path, "<a>01234</a>")
    assert caught.value.problems[0].code == "E132"


@pytest.mark.parametrize(
    ("text", "name"),
    [("<?xml version='1.0'?>\n<!-- x --><deck a='1'>", "deck"), ("a < b", ""), ("", "")],
)
def test_the_first_element_is_known_without_the_rest(tmp_path, text, name):
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    assert root_name(open_source(tmp_path / "a.xml"), "a.xml") == name
    assert root_name(open_source(tmp_path / "a.xml"), "b.xml") == ""

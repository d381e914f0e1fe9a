"""Upper case is that of the language: in texts, filters, methods of texts, and drawings."""

import re
from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import pytest

from fustella.core.files.project import Project
from fustella.core.values.model import PlainWord, Record, Text, Word
from fustella.core.values.problems import Place
from fustella.draw.sources import Sources, Uses
from fustella.draw.svg.clean import clean_svg
from fustella.draw.templates.environment import TemplateSet
from tests.draw.own_fonts import fonts_of, own_font
from tests.draw.tools import Tools
from tests.helpers.made_fonts import made_font

PLACE = Place("content/own/cards.yaml", 3)
GREEK = "Άνθρωπος ή ζώο μαΐου"
CAPITALS = "ΑΝΘΡΩΠΟΣ Ή ΖΩΟ ΜΑΪΟΥ"


@pytest.fixture
def draw(tmp_path):
    def drawn(source, value, language):
        folder = tmp_path / "templates" / "own"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "main.svg.j2").write_text(source, encoding="utf-8")
        project, problems = Project(tmp_path), []
        game = SimpleNamespace(
            id="own", words=Record({}), colours=Record({}), title=Text({language: "Own"})
        )
        functions = Tools(language=language).functions
        found = (functions, problems.append, Sources(project, "own"), Uses(), lambda _: 0)
        templates = TemplateSet(project, game, language, *found)
        svg = templates.render("main.svg.j2", {"face": Record({"name": value})}, PLACE)
        assert not problems
        return svg

    return drawn


WAYS = [
    "{{ face.name | upper }}",
    "{{ face.name.upper() }}",
    "{% filter upper %}{{ face.name }}{% endfilter %}",
    "{{ [face.name] | map('upper') | join }}",
    "{% macro big(x) %}{{ x | upper }}{% endmacro %}{{ big(face.name) }}",
    "{% for each in [face.name] %}{{ each.upper() }}{% endfor %}",
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("language", "text", "capitals"),
    [
        ("el", GREEK, CAPITALS),
        ("tr", "iki ışık", "İKİ IŞIK"),
        ("az", "istiqlal", "İSTİQLAL"),
        ("de", "Straße", "STRASSE"),
        ("hy", "որևէ", "ՈՐԵՎԷ"),
        ("en", "ijs iki", "IJS IKI"),
    ],
)
def test_template_has_the_capitals_of_the_language(draw, way, language, text, capitals):
    assert draw(way, Word(text, PLACE), language) == capitals


@pytest.mark.parametrize(
    ("source", "language", "text", "seen"),
    [
        ("{{ face.name | title }}", "nl", "ijs eten", "IJs Eten"),
        ("{{ face.name.title() }}", "nl", "ijs eten", "IJs Eten"),
        ("{{ face.name | capitalize }}", "tr", "IRMAK iki", "Irmak iki"),
        ("{{ face.name | lower }}", "tr", "IŞIK İKİ", "ışık iki"),
        ("{{ face.name.lower() }}", "el", "ΣΟΦΟΣ", "σοφος"),
        ("{{ 'i' | upper }}", "tr", "", "İ"),
        ("{{ 'i' | upper }}", "en", "", "I"),
    ],
)
def test_other_cases_are_those_of_the_language(draw, source, language, text, seen):
    assert draw(source, Word(text, PLACE), language) == seen


@pytest.mark.parametrize("language", ["el", "el-cy"])
@pytest.mark.parametrize("bold", ["", "**"])
def test_text_in_capitals_is_that_of_the_language(language, bold):
    tools = Tools(language=language)
    value = f"{bold}{GREEK}{bold}"
    drawn = tools.text(value, x=0, y=0, width=90, height=9, size=12, caps=True)
    assert re.sub("<[^>]*>", "", str(drawn)) == CAPITALS
    assert not tools.problems


def test_georgian_capitals_that_a_font_lacks_are_its_usual_letters(tmp_path):
    file = tmp_path / "boxes.ttf"
    file.write_bytes(made_font({"\u10d0": 400, "\u10d1": 600}))
    fonts = fonts_of(own_font("boxes", file))
    tools = Tools(language="ka", fonts=fonts)
    drawn = tools.text(
        "\u10d0\u10d1", x=0, y=0, width=90, height=9, size=12, caps=True, font="boxes"
    )
    assert re.sub("<[^>]*>", "", str(drawn)) == "\u10d0\u10d1"
    assert not tools.problems


@pytest.mark.parametrize(
    ("language", "case", "text", "seen"),
    [
        ("el", "uppercase", "Άνθρωπος", "ΑΝΘΡΩΠΟΣ"),
        ("tr", "uppercase", "iki", "İKİ"),
        ("tr", "lowercase", "IŞIK", "ışık"),
        ("nl", "capitalize", "ijs eten", "IJs Eten"),
        ("de", "uppercase", "Straße", "STRASSE"),
        ("", "uppercase", "iki", "IKI"),
        ("", "capitalize", "wAR (two)", "WAR (two)"),
    ],
)
def test_drawing_has_the_letters_of_its_language(language, case, text, seen):
    told = f' xml:lang="{language}"' if language else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"{told}><g>'
        f'<text y="9" font-size="5" style="text-transform:{case}">{text}</text></g></svg>'
    )
    clean = clean_svg(svg.encode(), {}, lambda href: href)
    assert "".join(fromstring(clean.svg).itertext()).strip() == seen


PLAIN = PlainWord("5* {hotel}", PLACE)


@pytest.mark.parametrize(
    "change",
    [
        *("face.name | upper", "face.name.upper()", "face.name | trim", "face.name.strip()"),
        *("face.name | replace('5', '6')", "face.name.replace('5', '6')", "face.name | title"),
        *("face.name | truncate(9)", "face.name.removeprefix('x')", "face.name | lower"),
    ],
)
def test_plain_text_that_is_changed_stays_plain(draw, change):
    source = f"{{{{ text({change}, x=0, y=0, width=90, height=9, size=12) }}}}"
    drawn = draw(source, PLAIN, "en")
    assert "* {" in drawn


@pytest.mark.parametrize("way", ["{{ shape | upper }}", "{{ shape.upper() }}"])
def test_tags_and_entities_are_no_letters(draw, way):
    source = f"{{% set shape %}}<text>&amp; {{{{ face.name }}}}</text>{{% endset %}}{way}"
    assert draw(source, Word("ώρα <", PLACE), "el") == "<text>&amp; ΩΡΑ &lt;</text>"

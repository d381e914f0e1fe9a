"""Letters that no font has are one problem for each font and script, whose hint works."""

import re

import pytest

from fustella.cli.command import main
from fustella.core.geometry.shapes import Outline
from fustella.draw.inspect.lint import Lint
from tests.conftest import problems_in
from tests.helpers.made_fonts import made_font

LAYOUT = "layout: {front: {title: {font: sans}}}"
KINDS = f"kinds: {{card: {{name: Cards, front: ready/card, {LAYOUT}}}}}\n"
HINDI = ("गाँव का बाज़ार", "तीन सिक्के लो। **बदले में** मछली", "नदी का पानी", "राजा और रानी")
SCRIPTS = {
    "devanagari": (HINDI, "Devanagari", "Noto Sans Devanagari"),
    "bengali": (("নদীর জল", "রাজা ও রানী", "গ্রাম"), "Bengali", "Noto Sans Bengali"),
    "tamil": (("ஆற்று நீர்", "அரசன்", "கிராமம்"), "Tamil", "Noto Sans Tamil"),
    "thai": (("หมู่บ้าน", "แม่น้ำ", "พระราชา"), "Thai", "Noto Sans Thai"),
    "hebrew": (("כפר קטן", "נהר", "מלך"), "Hebrew", "Noto Sans Hebrew"),
    "arabic": (("قرية", "نهر كبير", "ملك"), "Arabic", "Noto Sans Arabic"),
    "georgian": (("სოფელი", "მდინარე", "მეფე"), "Georgian", "Noto Sans Georgian"),
    "han": (("村庄", "河流", "国王"), "Han", "Noto Sans SC"),
    "japanese": (("村の川", "カード", "王様"), "Japanese", "Noto Sans JP"),
    "hangul": (("마을", "강물", "임금"), "Hangul", "Noto Sans KR"),
    "tibetan": (("གྲོང", "ཆུ", "རྒྱལ"), "Tibetan", "Noto Serif Tibetan"),
}


@pytest.fixture
def cards(tmp_path, capsys):
    """Builds a game of cards with these texts; gives its problems."""

    def build(texts, fonts="{}", language="en"):
        game = f"title: Letters\nlanguages: [{language}]\nfonts: {fonts}\n{KINDS}"
        (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
        pieces = [f"  - {{id: c{at}, front: {{title: {text!r}}}}}" for at, text in enumerate(texts)]
        (tmp_path / "cards.yaml").write_text(
            "\n".join(("kind: card", "pieces:", *pieces)), encoding="utf-8"
        )
        code = main(["build", "--project", str(tmp_path)])
        printed = capsys.readouterr().err
        assert code == (1 if "problem" in printed else 0), printed
        return [*problems_in(printed)]

    return build


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_that_no_font_has_is_one_problem_with_where_to_get_one(cards, script):
    texts, called, font = SCRIPTS[script]
    (problem,) = cards(texts)
    letters = {letter for text in texts for letter in text if not letter.isascii()}
    assert problem.code == "E202"
    assert f"lacks {len(letters)} {called} letters, on {len(texts)} pieces" in problem.message
    assert "`c0`, `c1`, `c2`" in problem.message
    assert (problem.file, problem.line) == ("cards.yaml", 3)
    assert font in problem.hint
    assert f"fonts: {{{script}: " in problem.hint


@pytest.mark.parametrize("script", ["hebrew", "georgian", "han", "japanese", "thai"])
@pytest.mark.parametrize("chain", [False, True])
def test_hint_for_a_script_works_when_it_is_followed(cards, tmp_path, script, chain):
    texts = SCRIPTS[script][0]
    plain = "sans: {fallback: [serif]}" if chain else ""
    (problem,) = cards(texts, f"{{{plain}}}")
    added, file = re.search(r"fonts: \{((?:\w+): (\S+))\}", problem.hint).groups()
    letters = {letter: 500 for text in texts for letter in text}
    (tmp_path / file).write_bytes(made_font(letters))
    assert ("write" in problem.hint) == chain
    if chain:
        plain = f"sans: {{fallback: [serif, {script}]}}, "
        assert f"write {script} under `fallback` of `sans`" in problem.hint
    assert cards(texts, f"{{{plain}{added}}}") == []


def test_several_scripts_are_a_problem_each_and_signs_are_one_each(cards):
    found = cards(["नदी ★", "ไทย ★ ⚔", "देश"])
    said = [problem.message for problem in found]
    assert len(found) == 4
    assert sum("Devanagari letters, on 2 pieces" in message for message in said) == 1
    assert sum("3 Thai letters: " in message for message in said) == 1
    assert sum('no "★" (U+2605, BLACK STAR), on 2 pieces (`c0`, `c1`)' in one for one in said) == 1
    assert sum(one.endswith('no "⚔" (U+2694, CROSSED SWORDS)') for one in said) == 1


def test_letters_of_a_script_that_a_font_has_are_told_as_some_of_it(cards):
    (problem,) = cards(["ƙⱥ", "ⱥꝑ"])
    assert "lacks 3 Latin letters, on 2 pieces" in problem.message
    assert "noto" not in problem.hint


def test_of_many_pieces_and_letters_the_first_are_named(cards):
    (problem,) = cards([f"{chr(0x10D0 + at)}{chr(0x10D1 + at)}" for at in range(20)])
    assert "lacks 21 Georgian letters, on 20 pieces (`c0`, `c1`, `c2` and 17 more)" in (
        problem.message
    )
    assert problem.message.endswith('"მ" and 9 more')


@pytest.mark.parametrize(
    ("language", "font"), [("ja", "JP"), ("ko", "KR"), ("zh", "SC"), ("zh-tw", "TC"), ("de", "SC")]
)
def test_chinese_characters_are_those_of_the_language(cards, language, font):
    assert f"Noto Sans {font}" in cards(["村庄"], language=language)[0].hint


def test_letters_of_a_text_in_a_template_are_one_fault():
    text = '<text x="9" y="9" font-size="3" font-family="Source Sans Pro">नदी ★</text>'
    size = 'width="50mm" height="50mm" viewBox="0 0 50 50"'
    found = []
    Lint(Outline.rectangle(50, 50), 0, found.append).check(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{text}</svg>'
    )
    (fault,) = found
    assert 'no "न" (U+0928), "द" (U+0926), "ी" (U+0940), "★" (U+2605)' in fault.message

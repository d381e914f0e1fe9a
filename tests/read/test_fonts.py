"""`fonts` of game.yaml: files beside the game, installed packages, and names of other fonts."""

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.fonts import FontCut
from fustella.core.values.model import Game
from fustella.core.values.problems import ProblemsFound
from fustella.draw.text.families import GameFonts
from tests.helpers.made_fonts import collection, made_font


@pytest.fixture
def game(tmp_path):
    """Reads a game with these `fonts`; `Title.ttf` and `art/Text.woff2` lie beside it."""
    (tmp_path / "art").mkdir()
    (tmp_path / "Title.ttf").write_bytes(made_font())
    (tmp_path / "art" / "Both.ttc").write_bytes(collection(made_font(), made_font(style="Bold")))
    (tmp_path / "art" / "Lora-Regular.otf").write_bytes(made_font())
    (tmp_path / "art" / "Text.woff2").write_bytes(made_font(flavour="woff2"))
    (tmp_path / "cards.yaml").write_text("kind: ready/card\npieces: [{id: a, front: {title: A}}]\n")

    def read(fonts: str) -> Game:
        text = f"title: Fonts\nlanguages: [en]\nfonts: {fonts}\n"
        (tmp_path / "game.yaml").write_text(text)
        project = Project.named(tmp_path)
        return load_game(project, project.games()[0])

    return read


def test_files_beside_the_game_are_fonts_of_it(game):
    found = game("{title: Title.ttf, Text: {file: art/Text.woff2, bold: Title.ttf}}")
    title, text = found.own_fonts
    assert (title.name, [cut for cut, _ in title.files]) == ("title", [FontCut.REGULAR])
    assert (text.name, [cut for cut, _ in text.files]) == ("text", [FontCut.REGULAR, FontCut.BOLD])
    assert found.fonts == (("text", "text"), ("title", "title"))
    assert title.files[0][1].digest == text.files[1][1].digest


def test_font_of_an_installed_package_is_found(game):
    found = game("{hand: {package: font-source-serif-pro, file: SourceSerifPro-Black.ttf}}")
    (_, file), *_ = found.own_fonts[0].files
    assert file.path.name == "SourceSerifPro-Black.ttf"
    assert file.path.is_file()


def test_name_may_stand_for_a_font_of_the_game(game):
    found = game("{title: Title.ttf, Futura: title, Garamond: serif}")
    names = GameFonts(found.fonts, found.own_fonts).names
    assert names["futura"] == names["title"].lower()
    assert names["garamond"] == "Source Serif Pro"
    assert names["text"] == "Source Sans Pro"


def test_font_that_is_always_there_may_be_replaced(game):
    found = game("{sans: Title.ttf}")
    names = GameFonts(found.fonts, found.own_fonts).names
    assert names["sans"].startswith("sans-")
    assert names["serif"] == "Source Serif Pro"


@pytest.mark.parametrize(
    ("fonts", "hint"),
    [
        ("{title: Titel.ttf}", "`Title.ttf`"),
        ("{title: {package: font-source-serif-pro, file: SourceSerifPro-Blak.ttf}}", "Black"),
        ("{title: Title.ttf, text: titel}", "`title`"),
        ("{text: {file: Title.ttf, fallback: [serfi]}}", "`serif`"),
    ],
)
def test_misspelt_name_of_a_font_is_told_with_the_near_one(game, fonts, hint):
    with pytest.raises(ProblemsFound) as found:
        game(fonts)
    (problem,) = found.value.problems
    assert problem.code == "E135"
    assert hint in problem.hint


def test_ready_card_uses_fonts_of_game(game):
    found = game("{title: Title.ttf}")
    assert found.kinds[0].front_layout["title"]["font"] == "title"
    assert found.kinds[0].front_layout["text"]["font"] == "sans"


@pytest.mark.parametrize(
    "named", ["art/Both.ttc#2", "art/Both.ttc#Boxes Bold", "{file: art/Both.ttc#2}"]
)
def test_font_of_a_collection_is_named_behind_its_file(game, named):
    found = game(f"{{title: {named}}}")
    ((_, file),) = found.own_fonts[0].files
    assert file.path.name == "Both.ttc"
    assert file.member in ("2", "Boxes Bold")
    assert [*GameFonts(found.fonts, found.own_fonts).problems(None)] == []


def test_two_fonts_of_one_collection_are_two(game):
    found = game("{title: art/Both.ttc#1, text: art/Both.ttc#2}")
    names = GameFonts(found.fonts, found.own_fonts).names
    assert names["title"] != names["text"]


@pytest.mark.parametrize(
    ("fonts", "hint"),
    [
        ("{title: Cinzel}", "such as fonts/Cinzel.ttf"),
        ("{title: fonts/Cinzel}", "such as fonts/Cinzel.ttf"),
        ("{title: Times New Roman}", "such as fonts/TimesNewRoman.ttf"),
        ("{title: {file: Cinzel}}", "such as fonts/Cinzel.ttf"),
        ("{title: monospace}", "such as fonts/monospace.ttf"),
        ("{hand: hand}", "such as fonts/hand.ttf"),
        ("{cinzel: Cinzel}", "such as fonts/Cinzel.ttf"),
        ("{title: 'https://fonts.example/css?family=Cinzel'}", "such as fonts/Title.ttf"),
        ("{title: Lora}", "did you mean `art/Lora-Regular.otf`?"),
        ("{title: {file: lora regular}}", "did you mean `art/Lora-Regular.otf`?"),
        ("{title: {file: Title.ttf, bold: Lora}}", "did you mean `art/Lora-Regular.otf`?"),
        ("{title: Source Sans Pro}", "write sans"),
        ("{title: Source Serif 4}", "write serif"),
        ("{title: sans-serif}", "write sans"),
        ("{title: art/Both.tcc}", ".ttc"),
        ("{title: art/Bth.ttc#2}", "did you mean `art/Both.ttc`?"),
    ],
)
def test_font_called_by_name_hints_its_file(game, fonts, hint):
    with pytest.raises(ProblemsFound) as found:
        game(fonts)
    assert [problem.code for problem in found.value.problems] == ["E135"]
    assert hint in found.value.problems[0].hint


@pytest.mark.parametrize("font", ["Cinzel", "Times New Roman", "monospace"])
def test_hint_of_a_zone_for_a_font_that_there_is_not_works(game, tmp_path, font):
    layout = f"layout: {{front: {{title: {{font: {font}}}}}}}"
    kinds = f"kinds: {{card: {{name: Cards, front: ready/card, {layout}}}}}"
    cards = "kind: card\npieces: [{id: a, front: {title: A}}]\n"
    (tmp_path / "cards.yaml").write_text(cards)
    with pytest.raises(ProblemsFound) as found:
        game(f"{{}}\n{kinds}")
    (hint,) = {problem.hint for problem in found.value.problems if "font" in problem.message}
    fonts = hint.partition("fonts: ")[2]
    file = tmp_path / fonts.partition(": ")[2].strip("}")
    file.parent.mkdir()
    file.write_bytes(made_font())
    assert game(f"{fonts}\n{kinds}").own_fonts[0].files

"""Cards for Cockatrice: a database as its schema has it, pictures, and the same lists again."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Picture, Piece, Text
from fustella.intake import bring
from tests.conftest import TinyProject
from tests.intake.test_cockatrice import FOUR, THREE

ORDER = ("name", "text", "prop", "set", "related", "token", "tablerow")
"""The elements of a card in their order, as the schema of version 4 has them."""


def exported(project: TinyProject, game: str, *words: str) -> Path:
    assert project.run("export", game, "--to", "cockatrice", "--dpi", "72", *words) == 0
    return project.output / game / "en" / "cockatrice"


def cards_in(folder: Path) -> dict[str, ElementTree.Element]:
    (path,) = (folder / "customsets").iterdir()
    root = ElementTree.parse(path).getroot()
    assert (root.tag, root.get("version")) == ("cockatrice_carddatabase", "4")
    cards = list(root.iterfind("cards/card"))
    named = {str(card.findtext("name")): card for card in cards}
    assert len(named) == len(cards)
    return named


def values_of(piece: Piece, language: str) -> dict[str, str]:
    """The fields of a piece that hold one value, by their paths."""
    found = {}
    for side, record in (("front", piece.front), ("back", piece.back)):
        for name in record:
            value = record[name]
            if isinstance(value, Text):
                value = value.in_language(language)
            if isinstance(value, bool):
                value = str(value).lower()
            if isinstance(value, str | int | float) and not isinstance(value, Picture):
                found[f"{side}.{name}"] = value if isinstance(value, str) else f"{value:g}"
    return found


def test_every_card_has_its_texts_its_picture_and_its_count(tiny):
    folder = exported(tiny, "tiny")
    cards = cards_in(folder)
    for name, card in cards.items():
        tags = [each.tag for each in card]
        assert tags == sorted(tags, key=ORDER.index)
        assert card.findtext("set") == "tiny"
        assert (folder / "pics" / "CUSTOM" / "tiny" / f"{name}.png").is_file()
    game = load_game(Project(tiny.root), "tiny")
    pieces = {piece.id: piece for piece in game.pieces}
    ids = {card.findtext("prop/fustella-id"): name for name, card in cards.items()}
    deck = ElementTree.parse(folder / "decks" / "tiny.cod").getroot()
    counts = {one.get("name"): one.get("number") for one in deck.iterfind("zone/card")}
    shown = [one for one in ids if one]
    assert shown
    for one in shown:
        assert counts[ids[one]] == str(pieces[one].copies)


def test_pieces_that_are_no_cards_are_told(tiny, run):
    ran = run(tiny, "export", "tiny", "--to", "cockatrice", "--dpi", "72")
    assert "E801" in ran.out + ran.err


def imported(tmp_path: Path, text: str) -> TinyProject:
    (tmp_path / "woods").mkdir()
    (tmp_path / "woods" / "cards.xml").write_text(text, encoding="utf-8")
    return TinyProject(bring(tmp_path / "woods", into=tmp_path / "first").place.project.root)


def test_costs_types_and_colours_are_those_that_the_program_knows(tmp_path):
    project = imported(tmp_path, THREE)
    fox = cards_in(exported(project, "first"))["Fox"]
    known = {each.tag: each.text for each in fox.find("prop") or ()}
    assert (
        known
        | {**{"manacost": "1G", "cmc": "2", "colors": "G", "type": "Creature - Fox", "pt": "2/1"}}
        == known
    )
    assert fox.find("set").get("rarity") == "rare"
    assert "{T}: Add {G}{G}, {Q1} or *two*." in fox.findtext("text")


@pytest.mark.parametrize("text", [THREE, FOUR], ids=["three", "four"])
def test_exported_and_imported_the_lists_are_the_same(tmp_path, run, text):
    project = imported(tmp_path, text)
    folder = exported(project, "first")
    again = bring(folder, into=tmp_path / "second").place
    assert run(TinyProject(again.project.root), "build").code == 0
    before = load_game(Project.named(tmp_path / "first"), "first").pieces
    after = load_game(again.project, again.game).pieces
    assert [(piece.id, piece.copies, values_of(piece, "en")) for piece in before] == [
        (piece.id, piece.copies, values_of(piece, "en")) for piece in after
    ]


def test_fields_of_any_game_come_back_as_they_were(tiny, tmp_path):
    folder = exported(tiny, "tiny")
    again = bring(folder, into=tmp_path / "again").place
    before = {piece.id: piece for piece in load_game(Project(tiny.root), "tiny").pieces}
    after = load_game(again.project, again.game).pieces
    assert after
    for piece in after:
        old = before[piece.id]
        assert values_of(piece, "en") == values_of(old, "en")
        assert (piece.copies, piece.kind.id) == (old.copies, old.kind.id)
        assert piece.kind.outline.size == old.kind.outline.size

"""Fields of pieces by their paths."""

import pytest

from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.check.selection import as_text, field_of, number_in
from fustella.core.values.model import Record, Text, Word
from fustella.core.values.problems import Place

NOWHERE = Place("x.yaml")


def word(text: str) -> Word:
    return Word(text, NOWHERE)


@pytest.mark.parametrize(
    ("piece", "path", "value"),
    [
        ("castle", "front.level", 3),
        ("castle", "back.level", 2),
        ("castle", "front.rows[1].places", 2),
        ("castle", "front.rows[2].places", 4),
        ("castle", "front.rows[icon=own:hut].places", 4),
        ("castle", "front.rows[icon=mdi:castle].places", 2),
        ("castle", "front.rows[places=4].icon", "own:hut"),
        ("castle", "front.tags[2]", "keep"),
        ("castle", "front.gap", 2.0),
        ("castle", "front.mark", "B"),
        ("wheat-field", "front.level", 1),
        ("wheat-field", "front.free", True),
        ("wheat-field", "front.tags", None),
        ("wheat-mill", "front.cost", None),
        ("castle", "copies", 40),
        ("wheat-field", "copies", 2),
        ("lake", "copies", 1),
        ("ghost", "copies", 0),
        ("castle", "width_mm", 60),
        ("castle", "height_mm", 90),
        ("castle", "sides", 4),
        ("castle", "faces", 2),
        ("peak", "sides", 6),
        ("peak", "faces", 1),
        ("coin-red", "width_mm", 20),
        ("coin-red", "sides", 1),
        ("coin-blue", "front.value", 5),
    ],
)
def test_field_of_path_gives_its_value(box, piece, path, value):
    assert field_of(box.piece(piece), path).value == value


@pytest.mark.parametrize(
    ("piece", "path", "line", "key"),
    [
        ("castle", "front.level", 11, "front.level"),
        ("castle", "front.rows[2].places", 17, "front.rows[2].places"),
        ("castle", "back.level", 19, "back.level"),
        ("wheat-field", "front.level", 4, "front.level"),
        ("wheat-field", "front.cost", 20, "front.cost"),
        ("wheat-mill", "front.cost", 0, "front.cost"),
        ("castle", "copies", 8, "pieces[1].copies"),
        ("wheat-field", "copies", 3, "copies"),
    ],
)
def test_field_of_path_gives_its_place(box, piece, path, line, key):
    place = field_of(box.piece(piece), path).place
    assert (place.file, place.line, place.key) == ("content/kingdom/cards.yaml", line, key)


def test_field_of_size_has_the_place_of_the_kind(box):
    piece = box.piece("castle")
    assert field_of(piece, "width_mm").place == piece.kind.place


@pytest.mark.parametrize(
    ("path", "code", "hint"),
    [
        ("front.levle", "E506", "`level`"),
        ("front.level.more", "E506", ""),
        ("front.rows.places", "E506", ""),
        ("level", "E506", ".level`"),
        ("front", "E506", "front."),
        ("front.", "E506", ""),
        ("frnt.level", "E506", "`front.level`"),
        ("copy", "E506", "`copies`"),
        ("back.cost", "E506", ""),
        ("front..level", "E505", "front.level"),
        ("front.level.", "E505", "front.level"),
        ("front.rows[1]places", "E505", "front.rows[2].places"),
        ("front.2nd", "E505", "front.level"),
    ],
)
def test_field_of_unknown_path_raises(box, path, code, hint):
    with pytest.raises(InvalidClaim) as raised:
        field_of(box.piece("castle"), path, "are.it")
    assert (raised.value.code, raised.value.key) == (code, "are.it")
    assert hint in raised.value.hint


@pytest.mark.parametrize(
    ("piece", "path", "line", "key"),
    [
        ("castle", "front.rows[3].places", 17, "front.rows"),
        ("castle", "front.rows[0]", 17, "front.rows"),
        ("castle", "front.rows[icon=own:tower].places", 17, "front.rows"),
        ("castle", "front.rows[colour=red].places", 17, "front.rows"),
        ("castle", "front.level[1]", 11, "front.level"),
        ("wheat-mill", "front.rows[1]", 0, "front.rows"),
    ],
)
def test_field_of_missing_entry_raises(box, piece, path, line, key):
    with pytest.raises(MissingEntry) as raised:
        field_of(box.piece(piece), path)
    assert raised.value.place == Place("content/kingdom/cards.yaml", line, key)
    assert piece in raised.value.message


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (None, 0),
        (False, 0),
        (True, 1),
        (7, 7),
        (2.5, 2.5),
        (word("06"), 6),
        (word("six"), None),
        (word("-6"), None),
        (word(""), None),
        ((1, 2), None),
        (Record({}), None),
        (Text({"en": word("6")}), None),
    ],
)
def test_number_in_value_is_what_is_printed(value, number):
    found = number_in(value)
    assert (found, type(found)) == (number, type(number))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "nothing"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (2.5, "2.5"),
        (3.0, "3"),
        (word("B"), "B"),
        (Text({"it": word("Castello"), "en": word("Castle")}), "Castello"),
        ((word("a"), 2), "a, 2"),
        (Record({"icon": word("own:x"), "turns": 3}), "own:x 3"),
    ],
)
def test_as_text_of_value_is_as_tables_show_it(value, shown):
    assert as_text(value) == shown

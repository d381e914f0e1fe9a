"""What a cover says at its end."""

from generator.contents import contents_of
from generator.draw.notes import note_texts
from generator.geometry import Outline
from generator.model import Game, Kind, Piece, Record, Source, Text, Word
from generator.problems import Place
from generator.vocabulary import vocabulary

PLACE = Place("content/g/game.yaml", 1)
WORDS = vocabulary("en")


def text(words: str, line: int = 0) -> Text:
    return Text({"en": Word(words, Place("content/g/list.yaml", line))})


KIND = Kind(
    "card", text("Cards"), Outline.rectangle(63, 88), 0.0, "f", None, "card", False, 1, PLACE
)


def piece(name: str, designed: Text | None = None, struck_out: Text | None = None) -> Piece:
    copies = 0 if struck_out else 1
    nothing, source = Record({}), Source(((1, 2),), designed, PLACE)
    return Piece(name, KIND, text(name), nothing, nothing, copies, source, struck_out, PLACE, PLACE)


def notes(*pieces: Piece) -> list[Word]:
    nothing = Record({})
    game = Game("g", text("G"), "GG", ("en",), "", (KIND,), pieces, nothing, nothing, {}, {}, PLACE)
    return list(note_texts("en", contents_of(game, pieces, ()), WORDS))


def test_nothing_designed_and_nothing_struck_out_is_no_note():
    assert notes(piece("Fox")) == []


def test_a_reason_for_the_whole_kind_names_the_kind():
    why = text("the document has no card")
    found = notes(piece("Fox", why), piece("Owl", why))
    assert found == [f"**{WORDS['reasons']}**", "*Cards:* the document has no card"]


def test_a_reason_for_some_names_them():
    found = notes(piece("Fox", text("why", 7)), piece("Owl"))
    assert found[-1] == "*Cards (Fox):* why"
    assert found[-1].place.line == 7


def test_what_is_struck_out_says_why():
    found = notes(piece("Fox"), piece("Tower", struck_out=text("line 188", 9)))
    assert found == [f"**{WORDS['struck_out']}**", "Tower: line 188"]


def test_marks_in_a_remark_are_printed_as_typed():
    assert notes(piece("Fox", text("a {wood} *or* two")))[-1].endswith(r"a \{wood\} \*or\* two")

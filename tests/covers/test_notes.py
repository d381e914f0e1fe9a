"""What a cover says at its end."""

from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Game, Kind, Piece, Record, Source, Text, Word
from fustella.core.values.problems import Place
from fustella.core.words.printed import ToolWords
from fustella.covers.notes import NoteText, Rank, notes_of

PLACE = Place("content/g/game.yaml", 1)
WORDS = ToolWords().on_sheets("en")


def text(words: str, line: int = 0) -> Text:
    return Text({"en": Word(words, Place("content/g/list.yaml", line))})


KIND = Kind(
    "card", text("Cards"), Outline.rectangle(63, 88), 0.0, "f", None, "card", None, 1, PLACE
)


def piece(name: str, designed: Text | None = None, struck_out: Text | None = None) -> Piece:
    copies = 0 if struck_out else 1
    nothing, source = Record({}), Source(((1, 2),), designed, PLACE)
    return Piece(name, KIND, text(name), nothing, nothing, copies, source, struck_out, PLACE, PLACE)


OTHER = replace(KIND, id="coin", name=text("Coins"))


def notes(*pieces: Piece, document: str = "rules.txt", captioned: bool = False) -> list[NoteText]:
    nothing = Record({})
    kinds = (KIND, OTHER)
    game = Game(
        "g", text("G"), "GG", ("en",), document, kinds, pieces, nothing, nothing, {}, {}, PLACE
    )
    words = ToolWords().on_sheets("en", original=game.original)
    return list(notes_of("en", contents_of(game, pieces, ()), words, captioned=captioned))


def said(found: list[NoteText]) -> list[tuple[Rank, str]]:
    return [(note.rank, str(note.text)) for note in found]


def test_nothing_designed_and_nothing_struck_out_is_no_note():
    assert notes(piece("Fox")) == []


def test_a_reason_for_the_whole_kind_stands_below_its_name():
    why = text("the document has no card")
    assert said(notes(piece("Fox", why), piece("Owl", why))) == [
        (Rank.TITLE, WORDS["reasons"]),
        (Rank.GROUP, "Cards"),
        (Rank.NOTE, "the document has no card"),
    ]


def test_a_reason_for_some_names_them():
    found = notes(piece("Fox", text("why", 7)), piece("Owl"))
    assert said(found)[1:] == [(Rank.GROUP, "Cards"), (Rank.NOTE, "**Fox:** why")]
    assert found[-1].text.place.line == 7


def test_more_than_six_are_not_all_named():
    why = text("why")
    pieces = [piece(f"Fox {number}", why) for number in range(7)]
    assert said(notes(*pieces, piece("Owl")))[-1] == (Rank.NOTE, "why")


def test_with_pictures_all_are_named_but_a_whole_kind():
    why = text("why")
    pieces = [piece(f"Fox {number}", why) for number in range(7)]
    found = said(notes(*pieces, piece("Owl"), captioned=True))
    names = ", ".join(f"Fox {number}" for number in range(7))
    assert found[2] == (Rank.NOTE, f"**{names}:** why")


def test_document_lines_shared_by_pieces_are_noted_once():
    coins = [replace(piece(name), kind=OTHER) for name in ("Penny", "Dime", "Cent")]
    dime = replace(coins[1], source=Source(((7, 7), (12, 19)), None, PLACE))
    found = notes(piece("Fox"), piece("Owl"), coins[0], dime, coins[2], captioned=True)
    assert said(found) == [
        (Rank.TITLE, WORDS["document_lines"]),
        (Rank.NOTE, "**Cards:** 1–2"),
        (Rank.NOTE, "**Coins:** Penny, Cent\u00a01–2 · Dime\u00a07, 12–19"),
    ]
    assert notes(piece("Fox"), piece("Owl")) == [], "a large box says it in its list"


def test_reasons_about_one_kind_stand_together():
    coin = replace(piece("Penny", text("coins")), kind=OTHER)
    found = notes(piece("Fox", text("one")), coin, piece("Owl", text("two")))
    assert said(found)[1:] == [
        (Rank.GROUP, "Cards"),
        (Rank.NOTE, "**Fox:** one"),
        (Rank.NOTE, "**Owl:** two"),
        (Rank.GROUP, "Coins"),
        (Rank.NOTE, "coins"),
    ]


def test_a_reason_about_two_kinds_has_a_group_of_its_own():
    why = text("both")
    coin = replace(piece("Penny", why), kind=OTHER)
    found = notes(piece("Fox", why), piece("Owl"), coin)
    assert said(found)[1:] == [
        (Rank.GROUP, "Cards, Coins"),
        (Rank.NOTE, "**Cards (Fox), Coins:** both"),
    ]


def test_what_is_struck_out_says_why():
    found = notes(piece("Fox"), piece("Tower", struck_out=text("line 188", 9)))
    expected = [(Rank.TITLE, WORDS["struck_out"]), (Rank.NOTE, "**Tower:** line 188")]
    assert said(found) == expected


def test_notes_of_an_original_have_neutral_headings():
    tower = piece("Tower", struck_out=text("0 ×", 9))
    found = notes(piece("Fox", text("my first card")), tower, document="")
    assert said(found) == [
        (Rank.TITLE, "Not printed"),
        (Rank.NOTE, "**Tower:** 0 ×"),
        (Rank.TITLE, "Notes"),
        (Rank.GROUP, "Cards"),
        (Rank.NOTE, "**Fox:** my first card"),
    ]


def test_marks_in_a_remark_are_printed_as_typed():
    found = notes(piece("Fox", text("a {wood} *or* two")))
    assert found[-1].text.endswith(r"a \{wood\} \*or\* two")


def test_what_names_have_in_common_is_said_once():
    colours = [piece(f"Town ({colour})") for colour in ("blue", "green", "red")]
    others = [replace(piece("Hill"), source=Source(((7, 9),), None, PLACE))]
    found = said(notes(*colours, *others, captioned=True))
    assert found[-1] == (Rank.NOTE, "**Cards:** Town\u00a01–2 · Hill\u00a07–9")


def test_long_list_of_names_fills_equal_notes():
    names = [f"A name with number {number}" for number in range(60)]
    other = replace(piece("Hill"), source=Source(((7, 9), (12, 14)), None, PLACE))
    pieces = [*map(piece, names), other]
    texts = [text for rank, text in said(notes(*pieces, captioned=True)) if rank is Rank.NOTE]
    assert ", ".join(texts).replace(", Hill", " · Hill") == (
        f"**Cards:** {', '.join(names)}\u00a01–2 · Hill\u00a07–9, 12–14"
    )
    lengths = [len(text) for text in texts]
    assert max(lengths) < 300


def test_long_lists_are_divided_between_names_with_their_lines():
    pieces = [
        replace(piece(f"{name} with a long name"), source=Source(((at, at),), None, PLACE))
        for at, name in enumerate(f"{kind} {number}" for number in range(10) for kind in "ABCD")
    ]
    texts = [text for rank, text in said(notes(*pieces, captioned=True)) if rank is Rank.NOTE]
    assert len(texts) > 2
    assert all(text[-2:].strip("\u00a0").isdigit() for text in texts)
    assert not any(text.startswith("· ") for text in texts)


def test_no_note_ends_with_a_comma():
    pieces = [piece(f"A name with number {number}") for number in range(60)]
    pieces.append(replace(piece("Hill"), source=Source(((7, 9), (12, 14)), None, PLACE)))
    texts = [text for rank, text in said(notes(*pieces, captioned=True)) if rank is Rank.NOTE]
    assert len(texts) > 2
    assert not any(text.endswith((",", "·")) for text in texts)

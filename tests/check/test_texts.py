"""What checks read of a text: its letters, without the markup that it is typed with."""

from fustella.check.texts import inline_icons, plain
from fustella.core.model import PlainWord, Text, Word
from fustella.core.problems import Place

PLACE = Place("cards.yaml", 3)


def test_text_has_no_markup_and_its_icons_no_size():
    typed = Word(r"1\. **Pay** {wood:1.5} or \{one\} \- all", PLACE)
    assert plain(typed, "") == "1. Pay  or {one} - all"
    assert list(inline_icons(Text({"en": typed}))) == [("wood", typed)]


def test_plain_text_is_taken_as_typed():
    typed = PlainWord("**Pay** {wood}", PLACE)
    assert plain(Word(typed, PLACE), "") == "Pay "
    assert plain(typed, "") == "**Pay** {wood}"
    assert not list(inline_icons(Text({"en": typed})))

"""What checks read of a text: its letters, without the markup that it is typed with."""

from collections.abc import Iterator

from fustella.check import texts
from fustella.check.texts import FieldText, entries, inline_icons, plain
from fustella.core.values.model import PlainWord, Record, Text, Value, Word, leaves
from fustella.core.values.problems import Place

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


def record_at(line: int) -> Record:
    word = Word("wood", Place("cards.yaml", line))
    text = Text({"en": word})
    inner = Record({"icon": word, "note": text})
    return Record({"name": text, "level": 2, "free": None, "rows": (inner, (word, 3)), "of": inner})


def walked(key: str, value: Value, record: Record) -> Iterator[FieldText]:
    if isinstance(value, Text | Word):
        yield FieldText(key, value, record)
    for name in value if isinstance(value, Record) else ():
        yield from walked(name, value[name], value)
    for each in value if isinstance(value, tuple) else ():
        yield from walked(key, each, record)


def test_entries_are_all_texts_and_words_in_their_order():
    record = record_at(1)
    assert entries(record) == tuple(walked("", record, record))
    assert [entry.key for entry in entries(record)] == [
        "name",
        "icon",
        "note",
        "rows",
        "icon",
        "note",
    ]


def test_entries_of_equal_records_are_those_of_their_own_lines(monkeypatch):
    monkeypatch.setattr(texts, "_MOST_KEPT", 3)
    records = [record_at(line) for line in range(1, 9)]
    for record in (*records, *records):
        icons = [one.value for one in entries(record) if isinstance(one.value, Word)]
        assert all(icon.place is record["of"]["icon"].place for icon in icons)


def test_leaves_are_the_single_values_with_their_paths():
    paths = [path for path, _ in leaves("front", record_at(1))]
    rows = "rows[1].icon rows[1].note rows[2][1] rows[2][2]"
    assert paths == [f"front.{one}" for one in f"name level {rows} of.icon of.note".split()]
    assert leaves("front", None) == []
    assert leaves("front", 2) == [("front", 2)]

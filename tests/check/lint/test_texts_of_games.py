"""Texts of games in all languages: nothing is told of right ones, and nearly all wrong ones are."""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from fustella.check.lint import rules
from fustella.core.values.model import Record, Text, Word
from fustella.core.values.problems import Place
from fustella.core.words.languages import languages
from tests.check.lint.conftest import MakeBox

RULES = ("language", "numbers", "sense")
Tell = Callable[..., list[str]]


def rows(name: str) -> list[tuple[str, ...]]:
    lines = (Path(__file__).parent / name).read_text("utf-8").splitlines()
    return [tuple(line.split(" | ")) for line in lines if not line.startswith("#")]


GOOD, WRONG = rows("good_texts.txt"), rows("wrong_texts.txt")
ORDER = ("en", "it", "es", "de", "fr")


@pytest.fixture
def told(box: MakeBox) -> Tell:
    """What some rules tell of texts that stand among the words of a game."""
    made = box()
    bare = replace(made.game, pieces=(), kinds=())

    def tell(*texts: Mapping[str, str], names: tuple[str, ...] = RULES) -> list[str]:
        found: list[str] = []
        for number, text in enumerate(texts):
            words = {code: Word(word, Place("w", number, code)) for code, word in text.items()}
            one, where = Text(words), Record({"text": Text(words)})
            game = replace(bare, languages=tuple(text), words=where, title=one)
            for name in names:
                found += [one.has for one in rules()[name].findings(game, made.claims, None)]
        return found

    return tell


def pairs() -> Iterator[tuple[int, int]]:
    yield from permutations(range(len(ORDER)), 2)


def test_the_good_texts_are_in_all_languages_of_the_tool():
    assert {*ORDER} == {*languages()}
    assert len(GOOD) >= 300
    assert {len(row) for row in GOOD} == {len(ORDER)}


@pytest.mark.parametrize(("first", "other"), [(a, b) for a, b in pairs() if a < b])
def test_nothing_is_told_of_good_texts(told: Tell, first: int, other: int) -> None:
    assert told(*({ORDER[first]: row[first], ORDER[other]: row[other]} for row in GOOD)) == []


def test_nothing_is_told_of_good_texts_in_one_language_or_in_all(told: Tell) -> None:
    assert told(*(dict(zip(ORDER, row, strict=True)) for row in GOOD), names=("language",)) == []
    alone = [{code: row[at]} for row in GOOD[60:] for at, code in enumerate(ORDER)]
    assert told(*alone, names=("language",)) == []


def test_wrong_texts_are_told_whichever_language_is_first(told: Tell) -> None:
    assert len(WRONG) >= 150
    missed = []
    for pair, text, translation in WRONG:
        (first, other), both = pair.split(), (text, translation)
        for codes, texts in (((first, other), both), ((other, first), both[::-1])):
            if not told(dict(zip(codes, texts, strict=True))):
                missed.append((codes, *texts))
    assert missed == []


def sentences(at: int) -> list[tuple[str, ...]]:
    """Every third row of at least three words in a language, of the good texts."""
    return [row for row in GOOD if len(row[at].split()) >= 3 and not row[at].istitle()][::3]


def test_nearly_all_sentences_that_are_left_as_their_source_are_told(told: Tell) -> None:
    tried, missed = 0, []
    for first, other in pairs():
        for row in sentences(first):
            if row[first] != row[other]:
                tried += 1
                text = {ORDER[first]: row[first], ORDER[other]: row[first]}
                missed += [] if told(text, names=("language",)) else [text]
    assert tried >= 1000
    assert len(missed) <= 0.04 * tried


def test_most_rows_in_a_language_of_no_column_are_told(told: Tell) -> None:
    tried, missed = 0, 0
    for first, other in pairs():
        for row in sentences(first)[::4]:
            third = next(at for at in range(len(ORDER)) if at not in (first, other))
            tried += 1
            text = {ORDER[other]: row[other], ORDER[third]: row[first]}
            missed += not told(text, names=("language",))
    assert tried >= 300
    assert missed <= 0.25 * tried


@pytest.mark.parametrize(
    ("text", "has"),
    [
        (
            {"it": "Scopri una carta.", "de": "Scopri una carta."},
            "de: “Scopri una carta.” is Italian",
        ),
        ({"it": "Castello", "en": "Castello"}, "en: “Castello” is Italian"),
        ({"it": "Caserme", "de": "Caserme"}, "de: “Caserme” is Italian"),
        ({"it": "Wald", "de": "Wald"}, "it: “Wald” is German"),
        ({"it": "Pesca una carta.", "en": "Ziehe eine Karte vom Stapel."}, "German"),
        ({"it": "Castles and town halls", "en": "Castles and town halls"}, "it: “Castles and"),
        ({"it": "Turm", "de": "Torre"}, "it: “Turm” is German"),
        (
            {"it": "Pesca e mostra.", "de": "Ziehe una carta e mostrala a tutti i tuoi avversari."},
            "de: “Ziehe una carta",
        ),
        ({"it": "Tutti", "de-at": "Alle", "en": "Wer weniger hat, zieht zwei."}, "en: “Wer"),
    ],
)
def test_texts_in_another_language_are_told_with_it(
    told: Tell, text: Mapping[str, str], has: str
) -> None:
    assert any(has in one for one in told(text, names=("language",)))


@pytest.mark.parametrize(
    "text",
    [
        {"it": "Torre di Babele", "pt": "Torre di Babele"},
        {"pt": "Compre uma carta.", "nl": "Trek een kaart."},
        {"it": "Carta “Der König von Burg”", "de": "Karte „Der König von Burg“"},
        {"en": "Pizza al forno", "it": "Pizza al forno"},
        {"it": "VII", "de": "VII"},
        {"en-gb": "Take the other tile.", "en-us": "Take the other tile."},
        {"it": "", "de": ""},
        {"en": "Gloria in excelsis", "it": "Gloria in excelsis"},
    ],
)
def test_texts_that_may_be_right_are_not_told(told: Tell, text: Mapping[str, str]) -> None:
    assert told(text, names=("language",)) == []


def named(*names: tuple[str, str]) -> str:
    return "\n".join(
        f"- {{id: p{number}, name: {{it: {first}, en: {other}}}}}"
        for number, (first, other) in enumerate(names)
    )


def test_names_are_told_only_where_names_are_translated(box: MakeBox) -> None:
    left = ("Castello", "Castello")
    mostly = named(("Torre", "Tower"), ("Lupo", "Wolf"), left)
    assert box(card=mostly).has(rule="language") == ["6: en: “Castello” is Italian"]
    kept = named(("Torre", "Torre"), ("Lupo", "Lupo"), left)
    assert box(card=kept).has(rule="language") == []


def test_language_of_ignored_pieces_is_not_looked_at(box: MakeBox) -> None:
    cards = named(("Torre", "Tower"), ("Lupo", "Wolf"), ("Castello", "Castello"))
    ignore = "ignore: {rule: language, of: p2, fields: name, why: so it is called in both}"
    assert box(ignore, card=cards).has(rule="language") == []

"""Formulas where nothing is computed: E136. Only entries with `for` compute."""

import pytest

from tests.conftest import TinyProject

FIELDS = (
    "title: text, a?: text, s?: plain, n?: number, d?: decimal, w?: word, c?: colour, i?: icon, "
    "g?: flag, p?: image, ch?: lo | hi, li?: [text], r?: {x: word}"
)
GAME = f"""title: T
languages: [en, de]
kinds:
  card:
    name: Cards
    front: ready/card
    fields: {{front: {{{FIELDS}}}}}
"""
PIECE = "  - {{id: p, front: {{title: A, {}}}}}\n"


@pytest.fixture
def listed(tmp_path, run):
    """What is said of a list, in YAML or with cells."""

    def say(text, cells=""):
        (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
        (tmp_path / "cards.yaml").write_text(f"kind: card\n{text}", encoding="utf-8")
        (tmp_path / "cards.csv").write_text(cells, encoding="utf-8")
        return run(TinyProject(tmp_path), "list").problems

    return say


@pytest.mark.parametrize(
    ("typed", "key", "shown"),
    [
        ("a: =type", "a", "=type"),
        ("a: {en: =type, de: Art}", "a.en", "=type"),
        ("a: {en: Kind, de: =art}", "a.de", "=art"),
        ('a: "Take {=2 * rank}."', "a", "{=2 * rank}"),
        ("n: =2*3", "n", "=2*3"),
        ('n: "=2 * rank"', "n", "=2 * rank"),
        ("d: =rank / 2", "d", "=rank / 2"),
        ("w: =SUM(A1:A9)", "w", "=SUM(A1:A9)"),
        ("c: =sea", "c", "=sea"),
        ("i: =suit.sign", "i", "=suit.sign"),
        ("g: =rare", "g", "=rare"),
        ("p: =picture", "p", "=picture"),
        ("ch: =lo", "ch", "=lo"),
        ("li: [Run, =type]", "li[2]", "=type"),
        ("r: {x: =suit}", "r.x", "=suit"),
    ],
)
def test_formula_in_an_entry_without_for_is_told_whatever_the_field(typed, key, shown, listed):
    (said,) = listed(f"pieces:\n{PIECE.format(typed)}")
    assert (said.code, said.file, said.line) == ("E136", "cards.yaml", 3)
    assert said.key == f"pieces[1].front.{key}"
    assert said.message == f"`{shown}` is not computed here"
    assert said.hint.startswith("write the value itself")
    _, to_print, as_it_is = said.hint.partition("write a blank behind the sign: ")
    assert bool(to_print) == (key.partition(".")[0] in ("a", "li[2]") and "{" not in shown)
    if to_print:  # the hint is right
        right = typed.replace(shown, f'"{as_it_is}"')
        assert listed(f"pieces:\n{PIECE.format(right)}") == []


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("front: {w: =type}\npieces:\n" + PIECE.format("a: x"), 2, "pieces[1].front.w"),
        ("pieces:\n  - {id: p, name: =type, front: {title: A}}\n", 3, "pieces[1].name"),
        (
            "pieces:\n  - {id: p, source: {designed: =type}, front: {title: A}}\n",
            3,
            "pieces[1].source.designed",
        ),
        ("pieces:\n  - {id: p, front: {title: =2 * x}}\n", 3, "pieces[1].front.title"),
        (
            "variants:\n  - {id: red, name: Red, front: {w: =type}}\npieces:\n"
            "  - {id: p, front: {title: A}}\n",
            3,
            "pieces[1].front.w",
        ),
    ],
)
def test_formula_in_what_is_no_field_of_one_entry_is_told(text, line, key, listed):
    told = [said for said in listed(text) if said.code == "E136"]
    assert [(said.line, said.key) for said in told][:1] == [(line, key)]


@pytest.mark.parametrize(
    "typed",
    [
        'a: "a = b"',
        'a: "= type"',
        'a: "=)"',
        'a: "== yes"',
        'a: "=this is a sentence"',
        'a: "{wood} = 3 {gold}"',
        "s: =type",  # printed as typed, whatever it is
        'w: "="',
    ],
)
def test_sign_that_begins_no_formula_is_none(typed, listed):
    told = listed(f"pieces:\n{PIECE.format(typed)}")
    assert "E136" not in [said.code for said in told]


def test_formula_in_cells_of_csv_is_told_at_its_column(listed):
    rows = 'id,title,w,n\na,=B2,=C2,=1+2\nb,"=""x""&B2",plain,4\n'
    told = listed("pieces: cards.csv\n", rows)
    places = {(said.line, said.key) for said in told if said.code == "E136"}
    assert {(2, "title"), (2, "w"), (2, "n")} <= places


def test_formula_in_an_entry_with_for_is_computed(listed):
    entry = '  - {for: {x: [1, 2]}, id: "p{=x}", front: {title: "=x * 2", n: "=x + 1"}}\n'
    assert listed(f"pieces:\n{entry}") == []

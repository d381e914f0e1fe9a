"""Entries with `for`: the pieces that they make, and faults in one of them, in some, in all."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.processes import limits
from fustella.core.values.claims import Repair
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read.edit import rewritten
from fustella.read.enumerations import Enumeration, entry_of
from fustella.read.forms import At, anything
from fustella.read.source import loaded

COINS = "content/tiny/coins.yaml"


def coins(tiny, *entries: str):
    """The coins of tiny with these entries."""
    text = "".join(f"  - {entry}\n" for entry in entries)
    path = tiny.root / COINS
    path.write_text(f"kind: coin\nsource: {{lines: 22}}\npieces:\n{text}", encoding="utf-8")
    (tiny.root / "content/tiny/claims.yaml").unlink(missing_ok=True)
    game = load_game(Project(tiny.root), "tiny")
    return [piece for piece in game.pieces if piece.kind.id == "coin"]


def problems(tiny, *entries: str) -> list[Problem]:
    with pytest.raises(ProblemsFound) as caught:
        coins(tiny, *entries)
    return list(caught.value.problems)


def filled(text: str, icons: tuple[str, ...] = ()) -> list[dict[str, object]]:
    """An entry as typed, filled in for each combination; raises ProblemsFound."""
    found: list[Problem] = []
    at = At(Place("list.yaml", 1, "pieces[1]"), found, 0)
    entry = entry_of(anything)(loaded(text, "list.yaml"), at)
    if isinstance(entry, Enumeration):
        made = [dict(piece) for _, piece, _ in entry.filled(at, icons)]
        if not found:
            return made
    raise ProblemsFound(found)


def told(text: str, icons: tuple[str, ...] = ()) -> list[tuple[str, int, str]]:
    with pytest.raises(ProblemsFound) as caught:
        filled(text, icons)
    assert all(problem.hint for problem in caught.value.problems)
    return [(one.code, one.place.line, one.place.key) for one in caught.value.problems]


def message(text: str) -> str:
    with pytest.raises(ProblemsFound) as caught:
        filled(text)
    return str(caught.value)


def test_entry_with_for_makes_the_product_with_the_first_name_slowest(tiny):
    made = coins(
        tiny,
        "{for: {side: [heads, tails], value: 1..3}, copies: 2, "
        'name: {en: "{side} {value}", it: "{side} {value}"}, front: {value: =value}}',
    )
    assert [piece.id for piece in made] == [
        *("heads-1", "heads-2", "heads-3", "tails-1", "tails-2", "tails-3")
    ]
    assert [piece.front["value"] for piece in made] == [1, 2, 3, 1, 2, 3]
    assert made[4].name.in_language("it") == "tails 2"
    assert {piece.copies for piece in made} == {2}


def test_deck_of_four_suits_and_thirteen_ranks_has_52_pieces():
    made = filled(
        "for:\n"
        '  suit: [{id: hearts, colour: "#c00", name: {en: Hearts, it: Cuori}}, {id: spades}]\n'
        "  rank: [A, 2..10, J, Q, K]\n"
        "id: card\n"
        "points: =if(rank = 'A', 11, if(rank = 'J' or rank = 'Q' or rank = 'K', 10, rank))\n"
    )
    assert len(made) == 26
    assert made[0] == {"id": "card-hearts-a", "points": 11}
    assert made[9]["points"] == 10
    assert [one["points"] for one in made[-3:]] == [10, 10, 10]
    assert made[-1]["id"] == "card-spades-k"


def test_enumerated_piece_has_line_of_entry(tiny):
    first, second = coins(
        tiny, "{for: {n: 1..2}, copies: =2 * n, name: {en: A, it: A}, front: {value: 3}}"
    )
    assert first.place == Place(COINS, 4, "pieces[1](n=1)")
    assert second.place == Place(COINS, 4, "pieces[1](n=2)")
    assert first.copies_place == second.copies_place == Place(COINS, 4, "pieces[1].copies")
    assert (first.copies, second.copies) == (2, 4)
    assert first.source.place == Place(COINS, 2, "source.lines")


def test_enumeration_takes_variants_source_and_struck_out(tiny):
    (tiny.root / COINS).write_text(
        "kind: coin\n"
        "source: {lines: 22}\n"
        "variants: [{id: old}, {id: new, copies: 3}]\n"
        "pieces:\n"
        "  - for: {n: 1..2}\n"
        "    id: coin\n"
        "    name: {en: Coin, it: Moneta}\n"
        "    front: {value: =n}\n"
        "    source: {lines: 12}\n"
        '  - {for: {n: 3..4}, name: {en: C, it: C}, front: {value: =n}, struck_out: "no {n}"}\n',
        encoding="utf-8",
    )
    made = [p for p in load_game(Project(tiny.root), "tiny").pieces if p.kind.id == "coin"]
    assert [piece.id for piece in made[:4]] == [
        *("coin-1-old", "coin-1-new", "coin-2-old", "coin-2-new")
    ]
    assert [piece.copies for piece in made] == [1, 3, 1, 3, 0, 0, 0, 0]
    assert made[0].source.lines == ((12, 12),)
    assert made[0].source.place.key == "pieces[1].source.lines"
    assert made[-1].struck_out.in_language("it") == "no 4"


@pytest.mark.parametrize(
    ("values", "ids"),
    [
        ("1..3", ["1", "2", "3"]),
        ("1 .. 3", ["1", "2", "3"]),
        ("-1..1", ["minus-1", "0", "1"]),
        ("7..7", ["7"]),
        ("A..C", ["a", "b", "c"]),
        ("[A, 2..4, 0.5, true]", ["a", "2", "3", "4", "0-5", "true"]),
        ("[New York, Città]", ["new-york", "citta"]),
        ('[{id: red, n: 1}, "x-y"]', ["red", "x-y"]),
        ('["Wait...", or...]', ["wait", "or"]),
    ],
)
def test_values_of_a_name_make_ids(values, ids):
    assert [one["id"] for one in filled(f"for: {{n: {values}}}")] == ids


@pytest.mark.parametrize(
    ("id_", "made"),
    [
        ("card", "card-hearts-10"),
        ('"{rank}-of-{suit}"', "10-of-hearts"),
        ('"{suit.short}{rank}"', "h10"),
        ('"r{=rank * 2}"', "r20"),
        ("=rank", "10"),
        ("=suit.short", "h"),
    ],
)
def test_id_of_a_piece_comes_from_its_values(id_, made):
    text = f"for: {{suit: [{{id: Hearts, short: H}}], rank: [10]}}\nid: {id_}\n"
    assert [one["id"] for one in filled(text)] == [made]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ('"{n}"', 3),
        ("{n}", 3),
        ("=n", 3),
        ("= n ", 3),
        ('"{ n }"', 3),
        ('"n {n}!"', "n 3!"),
        ('"{=n * 10} and {=n / 2}"', "30 and 1.5"),
        ("=n / 3 / 3", 0.333333),
        ("=n > 2", True),
        ('"{=n > 3}"', False),
        ('"it is {=n > 3}"', "it is false"),
        ("=suit", "hearts"),
        ("=suit.name", {"en": "Hearts"}),
        ("{suit.name}", {"en": "Hearts"}),
        ('{en: "{n} of {suit.name.en}", it: =suit.sign}', {"en": "3 of Hearts", "it": "♥"}),
        ('["{suit}", "of {suit}", 5, true, ~]', ["hearts", "of hearts", 5, True, None]),
        ('"{wood} {n} \\\\{n} \\\\\\\\"', "{wood} 3 \\{n} \\\\"),
        ('"{wood:1.5} {n}"', "{wood:1.5} 3"),
        ("[[=n], [{deep: =n}]]", [[3], [{"deep": 3}]]),
        ("{n: 4}", {"n": 4}),
        ('"="', None),
        ('"+{n}"', "+3"),
        ("=if(suit = 'hearts', 'red', 'black')", "red"),
    ],
)
def test_value_of_an_entry_is_filled_in(typed, value):
    text = "for: {n: [3], suit: [{id: hearts, sign: ♥, name: {en: Hearts}}]}\nid: x\nfront: "
    if value is None:
        assert told(f"{text}{typed}\n") == [("E164", 3, "pieces[1].front")]
        return
    (made,) = filled(f"{text}{typed}\n", ("wood",))
    assert made["front"] == value
    assert type(made["front"]) is type(value) or isinstance(value, dict | list)


def test_filled_value_is_not_filled_again():
    (made,) = filled('for: {a: ["{b}"], b: ["=1 + 1"]}\nid: x-{b}\nname: "{a}{b} {a}"\n')
    assert made["name"] == "{b}=1 + 1 {b}"


def test_where_keeps_the_combinations_for_which_it_holds():
    made = filled("for: {a: 0..6, b: 0..6}\nwhere: a <= b\nid: domino\n")
    assert len(made) == 28
    assert made[1]["id"] == "domino-0-1"
    assert len(filled("for: {a: 0..6, b: 0..6}\nwhere: =a < b and a + b = 6\n")) == 3


NAMES = st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True)


@given(NAMES, NAMES, NAMES)
def test_any_values_make_their_product_in_order(a, b, c):
    made = filled(f"for: {{a: {a}, b: {b}, c: {c}}}\nfront: [=a, =b, =c, =100 * a + 10 * b + c]\n")
    assert [tuple(one["front"][:3]) for one in made] == list(product(a, b, c))
    assert all(one["front"][3] == int("{}{}{}".format(*one["front"][:3])) for one in made)
    assert [one["id"] for one in made] == [f"{x}-{y}-{z}" for x, y, z in product(a, b, c)]


@given(st.text("{}=n.3 +*/(),\"'<if\\x", max_size=14))
def test_any_text_is_filled_in_or_reported(text):
    quoted = "'" + text.replace("'", "''") + "'"
    try:
        filled(f"for: {{n: 1..2}}\nfront: {quoted}\n")
    except ProblemsFound as found:
        assert {problem.code for problem in found.problems} <= {"E163", "E164"}


def test_fault_that_all_pieces_share_is_told_once_without_values(tiny):
    (fault,) = problems(
        tiny, "{for: {a: 1..9, b: 1..9}, name: {en: A, it: A}, front: {value: =tin}}"
    )
    assert (fault.code, fault.place) == ("E163", Place(COINS, 4, "pieces[1].front.value"))
    (fault,) = problems(
        tiny, "{for: {a: 1..9}, name: {en: A, it: A}, front: {values: 1, value: 1}}"
    )
    assert (fault.code, fault.place.key) == ("E106", "pieces[1].front.values")


def test_fault_of_one_piece_names_its_values(tiny):
    (fault,) = problems(
        tiny, "{for: {a: 1..9, b: [2, 4]}, name: {en: A, it: A}, front: {value: =8 / (a + b - 3)}}"
    )[:1]
    assert fault.code == "E164"
    assert fault.place.key == "pieces[1](a=1,b=2).front.value"


def test_fault_of_all_pieces_with_one_value_names_that_value(tiny):
    (fault,) = problems(
        tiny,
        "{for: {suit: [hearts, clubs], a: 1..9}, name: {en: A, it: A}, "
        "front: {value: \"=if(suit = 'clubs', 1, 'one')\"}}",
    )
    assert (fault.code, fault.place.key) == ("E104", "pieces[1](suit=hearts).front.value")


def test_fault_of_some_pieces_names_the_first_and_counts_the_others(tiny):
    (fault,) = problems(
        tiny, "{for: {a: 1..9}, name: {en: A, it: A}, front: {value: \"=if(a > 6, 'x', a)\"}}"
    )
    assert fault.place.key == "pieces[1](a=7).front.value"
    assert fault.message.endswith("(and in 2 more)")


def test_same_fault_of_two_entries_is_told_for_each(tiny):
    entry = "{for: {a: 1..2}, id: %s, name: {en: A, it: A}, front: {value: =b}}"
    found = problems(tiny, entry % "x", entry % "y")
    assert [fault.place.key for fault in found] == [
        *("pieces[1].front.value", "pieces[2].front.value")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for: 3\n", ("E104", 1, "pieces[1].for")),
        ("for: {}\n", ("E104", 1, "pieces[1].for")),
        ("for: {n: 3}\n", ("E104", 1, "pieces[1].for.n")),
        ("for: {n: [~]}\n", ("E104", 1, "pieces[1].for.n[1]")),
        ("for: {n: [[1]]}\n", ("E104", 1, "pieces[1].for.n[1]")),
        ("for: {n: []}\n", ("E161", 1, "pieces[1].for.n")),
        ("for: {n: 3..1}\n", ("E161", 1, "pieces[1].for.n")),
        ("for: {n: [1...3]}\n", ("E161", 1, "pieces[1].for.n[1]")),
        ("for: {n: 1..}\n", ("E161", 1, "pieces[1].for.n")),
        ("for: {n: a..Z}\n", ("E161", 1, "pieces[1].for.n")),
        ("for: {n: two..six}\n", ("E161", 1, "pieces[1].for.n")),
        ("for: {n: 1..9999999}\n", ("E161", 1, "pieces[1].for.n")),
        ("for:\n  n: [1,\n    1..2]\n", ("E161", 3, "pieces[1].for.n[2]")),
        ("for: {n: [a, A]}\n", ("E161", 1, "pieces[1].for.n[2]")),
        ("for: {n: [♥]}\n", ("E161", 1, "pieces[1].for.n[1]")),
        ("for: {n: [{sign: ♥}]}\n", ("E161", 1, "pieces[1].for.n[1]")),
        ("for: {N: [1]}\n", ("E161", 1, "pieces[1].for.N")),
        ("for: {or: [1]}\n", ("E161", 1, "pieces[1].for.or")),
        ("for: {n: 1..999999}\n", ("E162", 1, "pieces[1].for.n")),
        ("for: {a: 1..71, b: 1..71}\n", ("E162", 1, "pieces[1].for")),
        ("for: {n: 1..2}\nwhere: 3\n", ("E104", 2, "pieces[1].where")),
        ("for: {n: 1..2}\nwhere: n > 2\n", ("E161", 2, "pieces[1].where")),
        ("for: {n: 1..2}\nwhere: n + 1\n", ("E164", 2, "pieces[1].where")),
        ("for: {n: 1..2}\nwhere: m = 1\n", ("E163", 2, "pieces[1].where")),
        ("for: {n: 1..2}\nx: {y: [=n, =m]}\n", ("E163", 2, "pieces[1].x.y[2]")),
        ("for: {n: 1..2}\nx: =n-1\n", ("E163", 2, "pieces[1].x")),
        ('for: {n: 1..2}\nx: "{m}"\n', ("E163", 2, "pieces[1].x")),
        ('for: {n: 1..2}\nid: "a{wood}"\n', ("E163", 2, "pieces[1].id")),
        ('for: {n: 1..2}\nx: "a {n.x}"\n', ("E163", 2, "pieces[1].x")),
        ("for: {n: [{id: a, y: 1}, {id: b}]}\nx: =n.y\n", ("E163", 2, "pieces[1](n=b).x")),
        ('for: {n: [{id: a, y: {z: 1}}]}\nx: "a {n.y}"\n', ("E163", 2, "pieces[1].x")),
        ("for: {n: [{id: a, y: {z: 1}}]}\nid: =n.y\n", ("E163", 2, "pieces[1].id")),
        ("for: {n: 0..1}\nx: =1 / n\n", ("E164", 2, "pieces[1](n=0).x")),
        ("for: {n: 0..1}\nx: =sin(n)\n", ("E164", 2, "pieces[1].x")),
        ('for: {n: 0..1}\nx: "{=n +}"\n', ("E164", 2, "pieces[1].x")),
    ],
)
def test_fault_of_an_enumeration_is_reported_with_line_and_key(text, expected):
    assert told(text, ("wood",)) == [expected]


def test_faults_of_several_names_are_reported_together():
    text = "for: {a: 2..1, b: [], C: [1]}\nwhere: 5\n"
    assert [key for _, _, key in told(text)] == [
        *("pieces[1].for.C", "pieces[1].for.a", "pieces[1].for.b", "pieces[1].where")
    ]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("for: {rank: 1..2}\nx: =rnk + 1\n", "did you mean `rank`?"),
        ('for: {rank: 1..2}\nx: "{rnak}"\n', "did you mean `rank`?"),
        ("for: {rank: 1..2}\nx: =rank-1\n", "a minus stands between spaces: rank - 1"),
        ("for: {n: [{id: a, colour: x}]}\nx: =n.color\n", "did you mean `n.colour`?"),
        ('for: {n: [{id: a, name: {en: x}}]}\nx: "{n.name}!"\n', "write {n.name.en}"),
        ("for: {rank: 1..2}\nx: =rounded(rank)\n", "did you mean `round`?"),
        ("for: {n: 1..2}\nx: {y: =max(n, 2), z: 1}\n", 'write: y: "=max(n, 2)"'),
    ],
)
def test_unknown_name_suggests_a_known_one(text, hint):
    assert hint in message(text)


def test_entry_may_make_the_most_pieces_and_no_more():
    assert len(filled(f"for: {{n: 1..{limits.ENTRY_PIECES}}}\n")) == limits.ENTRY_PIECES
    assert "at most 5000" in message(f"for: {{n: 0..{limits.ENTRY_PIECES}}}\n")


def test_ids_that_leave_a_name_out_stand_twice(tiny):
    found = problems(
        tiny, '{for: {a: 1..2, b: 1..2}, id: "x{a}", name: {en: A, it: A}, front: {value: 1}}'
    )
    assert [(fault.code, fault.place.key) for fault in found] == [
        ("E112", "pieces[1](a=1,b=2)"),
        ("E112", "pieces[1](a=2,b=2)"),
    ]


def test_repair_of_a_formula_is_refused_with_its_reason():
    text = "pieces:\n  - {for: {n: 1..3}, front: {value: =10 * n, level: 2}}\n"
    repair = Repair(Place("list.yaml", 2, "front.value"), "30", "40")
    (unmended,) = rewritten(text, "list.yaml", [repair]).unmended
    assert "is =10 * n, not 30" in unmended.reason


def test_repair_of_a_number_that_all_pieces_share_is_written():
    text = "pieces:\n  - {for: {n: 1..3}, front: {value: =10 * n, level: 2}}\n"
    repair = Repair(Place("list.yaml", 2, "front.level"), "2", "4")
    assert rewritten(text, "list.yaml", [repair]).text == text.replace("level: 2", "level: 4")


@pytest.mark.parametrize("of", ["coin-1", "coin-*"])
def test_fix_of_copies_never_changes_pieces_that_no_claim_names(of, tiny, run):
    coins(tiny, "{for: {n: 1..2}, id: coin, copies: 6, name: {en: A, it: A}, front: {value: =n}}")
    (tiny.root / "content/tiny/claims.yaml").write_text(
        "document: tiny-rules.txt\n"
        f'claims: [{{id: c, check: value, lines: 22, of: "{of}", are: {{copies: 7}}}}]\n',
        encoding="utf-8",
    )
    ran = run(tiny, "check", "--fix", "--yes")
    text = (tiny.root / COINS).read_text(encoding="utf-8")
    assert ("copies: 7" in text) == (of == "coin-*"), ran

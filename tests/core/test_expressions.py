"""Arithmetic that a designer types."""

import operator
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.values.expressions import (
    Comparison,
    InvalidExpression,
    Sum,
    Worth,
    compare,
    evaluate,
    exact,
    formula,
    shown,
)

VALUES = {
    "n": 40,
    "castles": 7,
    "barracks-1-2.n": 12,
    "front.level": 3,
    "front.rows[2].places": 4,
    "front.recruits[icon=own:mapa-levy].turns": 5,
    "_x1": 2,
}
PLAIN = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
SIGNS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def name(text: str) -> Fraction:
    if text not in VALUES:
        raise KeyError(f"no {text}")
    return Fraction(VALUES[text])


def call(function: str, arguments: Sequence[str]) -> Fraction:
    """Ten times the number of arguments, plus the number of their letters."""
    if function != "count":
        raise KeyError(f"no {function}")
    return Fraction(10 * len(arguments) + sum(map(len, arguments)))


def value(text: str) -> Sum:
    return evaluate(text, name, call)


def comparison(text: str) -> Comparison:
    return compare(text, name, call)


@pytest.mark.parametrize(
    ("text", "result", "as_shown"),
    [
        ("40", 40, "40"),
        ("06", 6, "6"),
        ("2.5", Fraction(5, 2), "2.5"),
        ("n", 40, "40"),
        ("1 + 2 * 3", 7, "1 + 2 × 3"),
        ("(1 + 2) * 3", 9, "(1 + 2) × 3"),
        ("10 - 4 - 3", 3, "10 − 4 − 3"),
        ("12 / 4 / 3", 1, "12 / 4 / 3"),
        ("12/(4/2)", 6, "12 / (4 / 2)"),
        ("n - 1", 39, "40 − 1"),
        ("barracks-1-2.n - 1", 11, "12 − 1"),
        ("3*front.level", 9, "3 × 3"),
        ("front.rows[2].places + _x1", 6, "4 + 2"),
        ("front.recruits[icon=own:mapa-levy].turns", 5, "5"),
        ("  n  +\n 1 ", 41, "40 + 1"),
        ("0.1 + 0.2", Fraction(3, 10), "0.1 + 0.2"),
        ("1 / 3", Fraction(1, 3), "1 / 3"),
    ],
)
def test_evaluate_arithmetic_gives_its_value(text, result, as_shown):
    found = value(text)
    assert (found.value, found.shown) == (result, as_shown)


def test_evaluate_hyphen_without_spaces_is_part_of_a_name():
    with pytest.raises(KeyError, match="no n-1"):
        value("n-1 + 1")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("count(card)", 14),
        ('count("wheat-*")', 17),
        ("count(front.grid, F)", 31),
        ("count( a , b )", 22),
        ("count()", 10),
        ("2 * count(card) + 1", 29),
        ("count(front.rows[icon=own:x-y])", 34),
    ],
)
def test_evaluate_call_passes_its_arguments(text, result):
    assert value(text).value == result


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("n", "n"),
        ("front.level", "front.level"),
        ("(n)", ""),
        ("n + 1", ""),
        ("n * 1", ""),
        ("3", ""),
    ],
)
def test_evaluate_single_name_keeps_the_name(text, alone):
    assert value(text).name == alone


def test_sum_result_shows_expression_and_value():
    assert value("40 + 30").result == "40 + 30 = 70"
    assert value("40").result == "40"
    assert value("1 / 3").result == "1 / 3 = 0.333333"


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("right", [6, 7, 8])
def test_compare_any_sign_gives_whether_it_holds(sign, right):
    found = comparison(f"castles {sign} {right}")
    assert found.holds == SIGNS[sign](7, right)
    assert found.left.name == "castles"
    assert comparison(f"castles{sign}{right}").holds == found.holds


@pytest.mark.parametrize(
    ("text", "claimed", "found"),
    [
        ("40 + 30 = 70", "40 + 30 = 70", "it is"),
        ("40 + 30 = 72", "40 + 30 = 72", "40 + 30 = 70 ≠ 72"),
        ("n != 40", "40 ≠ 40", "40 = 40"),
        ("n != 41", "40 ≠ 41", "40 ≠ 41"),
        ("n < 6 * 6", "40 < 6 × 6", "40 ≥ 36"),
        ("n <= 39", "40 ≤ 39", "40 > 39"),
        ("n <= 40", "40 ≤ 40", "40 ≤ 40"),
        ("n > 40", "40 > 40", "40 ≤ 40"),
        ("n >= 41", "40 ≥ 41", "40 < 41"),
    ],
)
def test_comparison_shows_claim_and_truth(text, claimed, found):
    made = comparison(text)
    assert (made.claimed, made.found) == (claimed, found)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nothing to compute"),
        ("   ", "nothing to compute"),
        ("1 +", "missing"),
        ("1 *", "missing"),
        ("(1 + 2", "not closed"),
        ("((1)", "not closed"),
        ("1 + (", "missing"),
        ("1)", "does not fit"),
        ("1 2", "does not fit"),
        ("n castles", "does not fit"),
        ("6x", "does not fit"),
        ("n (2)", "does not fit"),
        ("1 = 1", "does not fit"),
        ("+ 1", r"before `\+`"),
        ("-1", "before `-`"),
        ("1 + * 2", r"before `\*`"),
        ("= 1", "before `=`"),
        (")", r"before `\)`"),
        ("()", r"before `\)`"),
        ("1 / 0", "divides by 0"),
        ("1 / (n - 40)", "divides by 0"),
        ("1 ~ 2", "no arithmetic"),
        ("1.", "no arithmetic"),
        ("1,5", "does not fit"),
        ("2 ** 3", r"before `\*`"),
        ("n ^ 2", "no arithmetic"),
        ("“n”", "no arithmetic"),
        ("2 × 3", "no arithmetic"),
        ("{n}", "no arithmetic"),
    ],
)
def test_evaluate_what_is_no_arithmetic_raises(text, says):
    with pytest.raises(InvalidExpression, match=says) as raised:
        value(text)
    assert raised.value.hint


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("n", "compares nothing"),
        ("1 + 2", "compares nothing"),
        ("n 3 = 3", "does not fit"),
        ("", "nothing to compute"),
        ("1 =", "missing"),
        ("1 = 2 = 2", "does not fit"),
        ("1 < 2 < 3", "does not fit"),
        ("1 => 1", "before `>`"),
        ("1 <> 1", "before `>`"),
        ("(1 = 1)", "compares nothing"),
    ],
)
def test_compare_what_is_no_comparison_raises(text, says):
    with pytest.raises(InvalidExpression, match=says) as raised:
        comparison(text)
    assert raised.value.hint


def test_evaluate_unknown_name_raises_what_the_lookup_raises():
    with pytest.raises(KeyError, match="no tiles"):
        value("1 + tiles")
    with pytest.raises(KeyError, match="no total"):
        value("total(n)")


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(40), "40"), (Fraction(0), "0"), (Fraction(-3), "-3"), (Fraction(5, 2), "2.5")],
)
def test_shown_number_is_short(number, text):
    assert shown(number) == text


def test_exact_length_has_no_binary_error():
    assert exact(0.1) + exact(0.2) == exact(0.3)
    assert exact(25.4 * 2.5) == Fraction(127, 2)
    assert exact(40) == 40


NUMBERS = st.one_of(
    st.integers(0, 99).map(lambda number: (str(number), Fraction(number))),
    st.integers(0, 999).map(lambda number: (f"{number / 4}", Fraction(number, 4))),
    st.sampled_from(sorted(VALUES)).map(lambda known: (known, Fraction(VALUES[known]))),
)
ORDER = {"+": 1, "-": 1, "*": 2, "/": 2}


@st.composite
def trees(draw, depth: int = 3):
    """An expression as text, its value as a fraction, and how tightly its operator binds."""
    if depth == 0 or draw(st.booleans()):
        return (*draw(NUMBERS), 3)
    sign = draw(st.sampled_from("+-*/"))
    left, left_value, left_order = draw(trees(depth - 1))
    right, right_value, right_order = draw(trees(depth - 1))
    if sign == "/" and not right_value:
        right, right_value, right_order = "7", Fraction(7), 3
    order = ORDER[sign]
    left = f"({left})" if left_order < order else left
    right = f"({right})" if right_order <= order else right
    between = " " * draw(st.integers(0 if sign != "-" else 1, 2))
    text = f"{left}{between}{sign}{between}{right}"
    if draw(st.integers(0, 5)) == 0:
        return f"({text})", PLAIN[sign](left_value, right_value), 3
    return text, PLAIN[sign](left_value, right_value), order


@settings(deadline=None)
@given(trees())
def test_evaluate_any_arithmetic_equals_fractions(tree):
    text, expected, _ = tree
    assert value(text).value == expected


@settings(max_examples=50, deadline=None)
@given(trees(2), st.sampled_from(sorted(SIGNS)), trees(2))
def test_compare_any_two_sums_equals_fractions(left, sign, right):
    found = comparison(f"{left[0]} {sign} {right[0]}")
    assert found.holds == SIGNS[sign](left[1], right[1])
    assert (found.left.value, found.right.value) == (left[1], right[1])


@settings(max_examples=50, deadline=None)
@given(trees())
def test_sum_shown_has_the_same_value(tree):
    """The shown expression, typed again, has the same value."""
    made = value(tree[0])
    typed = made.shown.replace("×", "*").replace("−", "-")
    assert value(typed).value == made.value


@settings(deadline=None)
@given(st.text('n1 +-*/()=<>!.,[]x"', max_size=12))
def test_evaluate_any_text_gives_a_sum_or_raises(text):
    try:
        value(text)
        comparison(text)
    except InvalidExpression as refused:
        assert refused.hint
    except KeyError:
        pass


KNOWN: dict[str, Worth] = {
    "rank": Fraction(11),
    "half": Fraction(5, 2),
    "suit": "hearts",
    "red": True,
    "true": True,
    "attack": "",
}


def worth(text: str) -> Worth:
    return formula(text, KNOWN.__getitem__)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("rank * 10", 110),
        ("suit", "hearts"),
        ('"J"', "J"),
        ("'it is \"J\"'", 'it is "J"'),
        ("red", True),
        ("rank = 11", True),
        ("rank != 11", False),
        ("suit = 'hearts'", True),
        ("suit != 'clubs'", True),
        ("rank = 'J'", False),
        ("'J' != rank", True),
        ("rank > 10 and suit = 'hearts'", True),
        ("rank > 11 or suit = 'clubs' or red", True),
        ("rank > 11 and red or red", True),
        ("rank > 11 and (red or red)", False),
        ("if(rank = 11, 'J', rank)", "J"),
        ("if(rank = 12, 'Q', rank)", 11),
        ("if(rank = 12, 'Q', if(rank = 11, 'J', rank)) ", "J"),
        ("if(red, 1, 2) + 3 * if(rank < 3, 1, 2)", 7),
        ("if(rank = 11, 0, 10 / (rank - 11))", 0),
        ("if(red, rank, suit + 1)", 11),
        ("if(red, 1, if(suit, mod(1, 0), -(2)))".replace("-(2)", "2"), 1),
        ("max(rank, 3, half)", 11),
        ("min(rank, 3, half)", Fraction(5, 2)),
        ("max(rank)", 11),
        ("min(half)", Fraction(5, 2)),
        ("mod(rank, 3)", 2),
        ("mod(0 - rank, 3)", 1),
        ("round(half)", 3),
        ("round(0 - half)", -3),
        ("rounddown(half)", 2),
        ("rounddown(0 - half)", -2),
        ("roundup(half)", 3),
        ("roundup(rank / 2)", 6),
        ("round(max(rank, min(2, 3)) / 2)", 6),
        ("rank == 11", True),
        ("suit == 'clubs'", False),
        ("red == true", True),
        ("red != true", False),
        ("not red", False),
        ("not not red", True),
        ("not rank = 12 and red", True),
        ("not (rank = 11 or red)", False),
        ("rank > 3 and not suit = 'clubs'", True),
        ("attack is given", False),
        ("attack is not given", True),
        ("rank is given and suit is given", True),
        ("not attack is given", True),
        ("attack > 2", False),
        ("attack < 2", False),
        ("attack != 2", True),
        ("attack = ''", True),
        ("not attack", True),
        ("attack or red", True),
        ("if(attack is given, attack + 1, 0)", 0),
    ],
)
def test_formula_gives_a_number_a_word_or_whether_it_holds(text, result):
    found = worth(text)
    assert found == result
    assert isinstance(found, bool) == isinstance(result, bool)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("suit + 1", '`"hearts"` is no number'),
        ("1 * 'a'", "is no number"),
        ("suit < 3", "is no number"),
        ("red = 1", "`true` is no number"),
        ("if(rank, 1, 2)", "`11` is no condition"),
        ("rank and red", "`11` is no condition"),
        ("red or 1", "`1` is no condition"),
        ("if(red, 1)", "a condition and two values"),
        ("if(red, 1, 2, 3)", "a condition and two values"),
        ("if(red, 1, 2", "a condition and two values"),
        ("if(red)", "a condition and two values"),
        ("if(red, 1 +, 2)", "before `,`"),
        ("max()", r"before `\)`"),
        ("max(1, 2", "not closed"),
        ("mod(1)", "takes 2 numbers"),
        ("round(1, 2)", "takes 1 number$"),
        ("mod(1, 0)", "divides by 0"),
        ("sin(1)", "no function `sin`"),
        ("'J", "no arithmetic"),
        ("rank = = 11", "before `=`"),
        ("attack + 1", "`attack` has no value"),
        ("attack is", "after “is” stands"),
        ("attack is not", "after “is” stands"),
        ("attack is 3", "after “is” stands"),
        ("not", "'not'|missing at its end"),
        ("not rank", "`11` is no condition"),
        ("and", "'and'"),
        ("(" * 70 + "1" + ")" * 70, "nested too deeply"),
        ("max(" * 70 + "1" + ")" * 70, "nested too deeply"),
        ("9" * 16, "does not fit"),
        (" * ".join(["999999999999999"] * 3), "too long"),
        (" / ".join(["1", *["999999999999999"] * 3]), "too long"),
    ],
)
def test_formula_without_a_value_raises(text, says):
    with pytest.raises((InvalidExpression, KeyError), match=says):
        worth(text)


@pytest.mark.parametrize("text", ["'n'", "n + 'n'", "if(n = 40, 'n', 1)", "(n = 40)"])
def test_evaluate_of_what_is_no_number_raises(text):
    with pytest.raises(InvalidExpression, match="is no number"):
        value(text)


def test_evaluate_computes_a_choice_and_functions_like_a_formula():
    assert value("if(n > 30, castles, n) + max(1, 2)").value == 9
    assert value("if(n > 30, castles, n)").shown == "7"
    assert value("max(n, 2)").shown == "max(40, 2)"


@settings(deadline=None)
@given(st.text("rank1 +*/()=<>,'ifmaxo\"", max_size=20))
def test_formula_of_any_text_gives_a_value_or_raises(text):
    try:
        assert isinstance(worth(text), Fraction | str | bool)
    except InvalidExpression as refused:
        assert refused.message
    except KeyError:
        pass

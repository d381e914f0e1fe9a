"""`fustella odds`: odds of decks in figures and of decks of games."""

import json

import pytest

from fustella.cli.command import main


@pytest.fixture
def odds(capsys):
    """Runs the command without a project; the exit code, and what it printed."""

    def call(line):
        try:
            code = main(["odds", *line.split()])
        except SystemExit as left:
            code = left.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_odds_of_a_deck_in_figures_have_their_distribution(odds):
    code, out, _ = odds("--of 60 --good 4 --draw 7 --least 1")
    assert code == 0
    assert out.splitlines() == [
        "39.9 %: at least 1 of 4 in 7 cards of 60",
        "on average 0.467 in a hand",
        "",
        "good  exactly  or more",
        "────  ───────  ───────",
        "   0   60.1 %    100 %",
        "   1   33.6 %   39.9 %",
        "   2    5.9 %    6.3 %",
        "   3    0.4 %    0.4 %",
        "   4   0.01 %   0.01 %",
    ]


def test_odds_of_two_groups_by_turn_are_a_table(odds):
    code, out, _ = odds("--of 60 --good 24 --and-good 4 --draw 7 --least 2 --turns 2 --both 1")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "33.4 %: at least 2 of 24 and at least 1 of 4 in 7 cards of 60"
    assert lines[1] == "1 card in both groups"
    assert [line.split()[:2] for line in lines[-3:]] == [["0", "7"], ["1", "8"], ["2", "9"]]


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ("", "at least 1 of 4"),
        ("--least 2", "at least 2 of 4"),
        ("--most 2", "at most 2 of 4"),
        ("--least 1 --most 2", "1 to 2 of 4"),
        ("--exactly 2", "exactly 2 of 4"),
        ("--exactly 0", "none of 4"),
    ],
)
def test_wishes_of_a_hand_are_said_as_typed(words, wish, odds):
    code, out, _ = odds(f"--of 60 --good 4 --draw 7 {words}")
    assert code == 0
    assert f": {wish} in" in out


def test_odds_as_json_are_exact(odds):
    code, out, _ = odds("--of 3 --good 1 --draw 1 --turns 1 --format json")
    assert code == 0
    assert json.loads(out) == {
        "cards": 3,
        "drawn": 1,
        "groups": [{"good": 1, "least": 1, "most": None}],
        "both": 0,
        "chance": 1 / 3,
        "exactly": "1/3",
        "expected": 1 / 3,
        "distribution": [2 / 3, 1 / 3],
        "turns": [
            {"turn": 0, "drawn": 1, "chance": 1 / 3},
            {"turn": 1, "drawn": 2, "chance": 2 / 3},
        ],
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--of 60 --good 4", "--draw is missing"),
        ("--of 60 --draw 7", "--good is missing"),
        ("--of 60 --good 4 --draw x", "--draw: `x` is no number of cards"),
        ("--of 60 --good 4 --draw 7 --turns 51", "--turns: a table has 0 to 50 turns, not 51"),
        ("--of 60 --good 4 --draw 999999999999", "is no number of cards"),
        ("--of 999999 --good 4 --draw 7", "--of: a deck has 1 to 200,000 cards, not 999,999"),
        ("--of 5 --good 4 --draw 7", "--draw: 7 cards cannot be drawn from 5"),
        ("--of 60 --good 70 --draw 7", "--good: 70 good cards are not in a deck of 60"),
        ("--of 60 --good 4 --draw 7 --and-least 1", "--and-good: it is missing"),
        ("--of 60 --good 4 --draw 7 --both 1", "--and-good: it is missing"),
        ("--of 60 --good 4 --draw 7 --and-good 9 --both 5", "--both: of 4 and 9 good cards"),
        ("--of 60 --good 4 --draw 7 --least 1 --exactly 1", "--exactly cannot be used together"),
        ("--of 60 --good 4 --draw 7 --least 3 --most 1", "--good: no number is at least 3"),
        ("--of 60 --good 4 --draw 7 --where cost", "--where cannot be used together with --of"),
        ("tiny --of 60 --good 4 --draw 7", "GAME cannot be used together with --of"),
        ("--good 4 --draw 7", "--good: it needs --of"),
        ("--kind card --draw 7", "--where: it is missing"),
        ("--where cost --draw 7 --and-least 2", "--and-where: it is missing"),
    ],
)
def test_mistyped_question_is_refused_with_exit_code_2(words, said, odds):
    code, out, err = odds(words)
    assert (code, out) == (2, "")
    assert said in err


def test_deck_of_a_game_counts_copies_by_conditions(tiny, run):
    """12 boats of cost 3, 2 huts of cost 1, 4 dragons of cost 9, and a ghost that is struck out."""
    asked = ("--kind", "card", "--draw", "5", "--format", "json")
    for condition, good in (
        ("cost <= 2", 2),
        ("cost = 3 or rare", 16),
        ('land = "lake"', 12),
        ('title = "boat"', 12),
        ('name = "Hut"', 2),
        ('back.mark = "!"', 4),
        ("note is given", 2),
        ("copies > 3", 16),
    ):
        done = run(tiny, "odds", "tiny", *asked, "--where", condition)
        assert done.code == 0, done.err
        told = json.loads(done.out)
        assert (told["cards"], told["groups"][0]["good"]) == (18, good), condition


def test_deck_among_its_pieces_and_two_groups_that_overlap(tiny, run):
    words = ("--deck", "card", "--among", "cost > 1", "--where", "cost > 2", "--draw", "3")
    done = run(tiny, "odds", *words, "--and-where", "rare", "--format", "json")
    told = json.loads(done.out)
    assert (told["cards"], [group["good"] for group in told["groups"]]) == (16, [16, 4])
    assert told["both"] == 4
    assert told["chance"] == pytest.approx(1 - 12 * 11 * 10 / (16 * 15 * 14))


def test_deck_of_several_kinds_lacks_fields_of_others(tiny, run):
    words = ("--kind", "card,coin", "--where", "value is given", "--draw", "2")
    told = json.loads(run(tiny, "odds", *words, "--format", "json").out)
    assert told["groups"][0]["good"] == told["cards"] - 18 > 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--kind", "cards", "--where", "cost > 1"), "E004", "`card`"),
        (("--deck", "cads", "--where", "cost > 1"), "E004", "`card`"),
        (("--kind", "card", "--where", "cots > 1"), "E163", "`cost`"),
        (("--kind", "card", "--where", "land = lake"), "E163", '"lake"'),
        (("--kind", "card", "--where", "cost >"), "E164", "something is missing"),
        (("--kind", "card", "--where", "cost"), "E164", "neither true nor false"),
        (("--kind", "card", "--among", "cost ; 2", "--where", "rare"), "E164", "comma"),
        (("--kind", "card", "--where", "rare", "--and-where", "raer"), "E163", "`rare`"),
        (("--kind", "card", "--among", "cost > 99", "--where", "rare"), "E123", "cost > 99"),
        (("tinny", "--where", "rare"), "E002", "`tiny`"),
    ],
)
def test_unknown_words_are_problems_with_the_nearest(words, code, said, tiny, run):
    done = run(tiny, "odds", *words, "--draw", "3")
    assert (done.code, done.out) == (1, "")
    assert code in done.err
    assert said in done.err


def test_word_that_no_piece_has_is_a_warning(tiny, run):
    done = run(tiny, "odds", "--kind", "card", "--where", 'land = "lakes"', "--draw", "3")
    assert done.code == 0
    assert done.out.splitlines()[1].startswith("0 %:")
    assert "--where: E165 warning: no piece has `lakes` in `land`" in done.err
    assert "did you mean `lake`?" in done.err


def test_hand_larger_than_the_deck_of_a_game_is_refused(tiny, capsys):
    with pytest.raises(SystemExit) as left:
        tiny.run("odds", "--kind", "card", "--where", "rare", "--draw", "40")
    assert left.value.code == 2
    assert "--draw: 40 cards cannot be drawn from 18" in capsys.readouterr().err

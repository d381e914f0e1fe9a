"""`fustella playtest report`: figures against a hand-made count, whatever the order of imports."""

import itertools
import json
import math

import pytest

from fustella.core.values.intervals import Share, mean_interval, quantile, spread_of
from tests.cli.terminals import on_terminal
from tests.playtests.sessions import codes_in, event, players, saved, session

CARDS = "content/tiny/cards.yaml"


def reported(project, run):
    ran = run(project, "playtest", "report", "tiny", "--format", "json")
    assert ran.code == 0, ran.err
    (found,) = json.loads(ran.out)
    return found


def row_of(found, piece, code):
    (row,) = (one for one in found["pieces"] if (one["piece"], one["code"]) == (piece, code))
    return row


def counts(row):
    return {name: (row[name]["good"], row[name]["of"]) for name in
            ("drawn", "played", "unplayed", "won")}  # fmt: skip


def evening(project, name, day, log, won, **more):
    answers = {
        "session": {"date": day, **more},
        "players": players("red", "blue", won=won),
        "scales": {"fun": len(name)},
    }
    return session(project, name, answers=answers, log=log)


@pytest.fixture
def three_versions(tiny, tmp_path):
    """Five sessions of three versions of the hut, with their files and the codes of the hut."""
    files, codes = [], []

    def add(*typed):
        files.append(str(saved(tmp_path / "in", f"{len(files)}", evening(tiny, *typed))))

    # The first version: the hut is drawn in both, played in one; red held it twice and won once.
    codes.append(codes_in(tiny)["hut"])
    add("a", "2026-03-01", [event("draw", "red", "hut"), event("play", "red", "hut")], "red")
    add("bb", "2026-03-02", [event("deal", "red", "hut"), event("take", "blue", "hut")], "blue")
    # The second version: nobody draws it.
    tiny.edit_freely(CARDS, "cost: 1", "cost: 2")
    codes.append(codes_in(tiny)["hut"])
    add("ccc", "2026-04-01", [event("draw", "red", "boat")], "")
    # The third one, of now: played without having been drawn, and drawn.
    tiny.edit_freely(CARDS, "cost: 2", "cost: 3")
    codes.append(codes_in(tiny)["hut"])
    add("dddd", "2026-05-01", [event("play", "blue", "hut")], "blue")
    add("eeeee", "2026-05-02", [event("draw", "blue", "hut", code=codes[2])], "red")
    return tiny, files, codes


def test_figures_are_those_of_a_count_by_hand(three_versions, run):
    tiny, files, (first, second, third) = three_versions
    assert run(tiny, "playtest", "import", *files).code == 0
    found = reported(tiny, run)
    assert (found["sessions"], len(found["versions"])) == (5, 3)
    assert counts(row_of(found, "hut", first)) == {
        **{"drawn": (2, 2), "played": (1, 2), "unplayed": (1, 2)},
        "won": (2, 3),  # red in the first; red and blue in the second
    }
    assert counts(row_of(found, "hut", second)) == {
        **{"drawn": (0, 1), "played": (0, 1), "unplayed": (0, 0), "won": (0, 0)},
    }
    assert counts(row_of(found, "hut", third)) == {
        **{"drawn": (1, 2), "played": (1, 2), "unplayed": (1, 1), "won": (0, 1)},
    }
    assert row_of(found, "hut", first)["expected"] == 0.5
    rows = [row["code"] for row in found["pieces"] if row["piece"] == "hut"]
    assert rows == [first, second, third]
    assert [row["current"] for row in found["pieces"] if row["piece"] == "hut"] == [0, 0, 1]
    boats = [row for row in found["pieces"] if row["piece"] == "boat"]
    assert [counts(row)["drawn"] for row in boats] == [(1, 5)]  # it did not change
    fun = [row["scales"]["fun"]["mean"] for row in found["versions"]]
    assert fun == [1.5, 3, 4.5]


def test_sessions_imported_in_any_order_give_the_same_report(three_versions, run):
    tiny, files, _ = three_versions
    told = set()
    for order in itertools.islice(itertools.permutations(files), 0, None, 31):
        for file in order:
            assert run(tiny, "playtest", "import", file).code == 0
        told.add(json.dumps(reported(tiny, run)))
        for path in (tiny.root / "playtests" / "tiny").iterdir():
            path.unlink()
    assert len(told) == 1


def test_an_older_version_says_what_it_had_been(tiny, tmp_path, run):
    typed = evening(tiny, "a", "2026-03-01", [event("draw", "red", "hut")], "red")
    code = codes_in(tiny)["hut"]
    tiny.edit_freely(CARDS, "cost: 1", "cost: 2")  # the ledger of the build knows the old code
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "a", typed))).code == 0
    changes = row_of(reported(tiny, run), "hut", code)["changes"]
    assert changes == [{"field": "front.cost", "then": "1", "now": "2"}]
    assert f"{code} Hut: front.cost: 1 → 2" in run(tiny, "playtest", "report", "tiny").out


def test_what_was_said_stands_with_its_piece(tiny, tmp_path, run):
    hut = codes_in(tiny)["hut"]
    typed = session(
        tiny,
        "a",
        remarks=[{"text": "Too weak", "piece": "hut", "seat": "red"}, {"text": "Fun"}],
        answers={"rulings": [{"code": hut.lower().replace("-", " "), "question": "Once?"}]},
    )
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "a", typed))).code == 0
    found = reported(tiny, run)
    said = [one["text"] for one in row_of(found, "hut", hut)["remarks"]]
    assert said == ["Too weak", "Once?"]
    assert [one["text"] for one in found["versions"][0]["remarks"]] == ["Fun"]
    ran = run(tiny, "playtest", "report", "tiny")
    assert "“Too weak” (red), undated-" in ran.out and "“Fun”" in ran.out


def test_small_numbers_are_shown_with_their_interval(tiny, tmp_path, run):
    log = [event("draw", "red", "hut"), event("play", "red", "hut")]
    for day in ("01", "02", "03"):
        typed = evening(tiny, f"x{day}", f"2026-03-{day}", log, "red", begin="19:00", end="20:00")
        assert run(tiny, "playtest", "import", str(saved(tmp_path, day, typed))).code == 0
    out = run(tiny, "playtest", "report", "tiny").out
    assert "3 of 3 [44–100 %]" in out and "by chance 50 %" in out
    assert "never in a hand nor used: Boat, Dragon" in out


def imported(project, tmp_path, run, *typed):
    """The report after these sessions, as JSON and as text."""
    files = [str(saved(tmp_path / "in", f"s{at}", one)) for at, one in enumerate(typed)]
    assert run(project, "playtest", "import", *files).code == 0
    return reported(project, run), run(project, "playtest", "report", "tiny").out


def test_pieces_that_go_through_no_hand_are_used(tiny, tmp_path, run):
    on_table = [
        *(event("move", "red", "hut"), event("move", "blue", "hut")),
        *(event("turn", "red", "boat"), event("flip", "red", "boat")),
        event("move", "red", "five", **{"from": "Supply", "to": "table"}),
    ]
    pile = {"at": 9, "from": "Deck", "to": "Other deck"}
    whole_pile = [event("move", "red", piece, **pile) for piece in ("dragon", "boat")]
    whole_pile += [event("shuffle", "red", ""), event("look", "red", "dragon")]
    found, out = imported(
        *(tiny, tmp_path, run),
        session(tiny, "a", log=on_table),
        session(tiny, "b", log=whole_pile),
    )
    now = codes_in(tiny)
    used = {one: row_of(found, one, now[one])["used"] for one in now}
    counted = {piece: (share["good"], share["of"]) for piece, share in used.items()}
    assert {piece for piece, (good, _) in counted.items() if good} == {"hut", "boat", "five"}
    assert set(counted.values()) == {(1, 2), (0, 2)}
    (head,) = (line for line in out.splitlines() if line.startswith("piece"))
    assert "used at all" in head and "hand" not in head and "discarded" not in head
    assert "never in a hand nor used: Dragon" in out


@pytest.mark.parametrize(
    ("to", "verb", "discards"),
    [
        ("Hut", "play", True),  # the pile that lies face up is called by its top card
        ("discard", "play", True),
        ("Discards", "play", True),
        ("Pila degli scarti", "play", True),
        ("Ablagestapel", "play", True),
        ("hut", "discard", True),
        ("", "discard", True),
        ("table", "play", False),
        ("Boat", "play", False),
        ("Harbour", "play", False),
        ("", "play", False),
    ],
)
def test_a_card_that_goes_from_a_hand_onto_discards_is_not_played(
    to, verb, discards, tiny, tmp_path, run
):
    log = [event("draw", "red", "hut"), event(verb, "red", "hut", **{"from": "hand", "to": to})]
    found, out = imported(tiny, tmp_path, run, session(tiny, "a", log=log))
    row = row_of(found, "hut", codes_in(tiny)["hut"])
    figures = {name: row[name]["good"] for name in ("played", "discarded", "unplayed", "used")}
    assert figures == {
        **{"played": not discards, "discarded": discards},
        **{"unplayed": discards, "used": not discards},
    }
    assert ("discarded" in out) == discards


def test_no_figure_is_cut_off_in_a_narrow_window(tiny, tmp_path, run):
    log = [event("draw", "red", "hut"), event("play", "red", "hut"), event("move", "red", "boat")]
    answers = {"scales": {"fun": 3}, "players": players("red", won="red")}
    imported(tiny, tmp_path, run, session(tiny, "a", log=log, answers=answers))
    shown = on_terminal("playtest", "report", "tiny", columns=80, cwd=tiny.root).written
    hut, boat = (codes_in(tiny)[piece] for piece in ("hut", "boat"))
    told = " ".join(shown.split())
    assert f"Hut {hut}: in a hand 1 of 1 (21–100 %), played 1 of 1 (21–100 %)" in told
    assert f"Boat {boat}: used at all 1 of 1 (21–100 %)" in told
    assert "fun 3" in told and "…" not in told.partition("Tiny Island:")[2]


def test_what_goes_from_the_table_onto_discards_was_used_and_not_discarded_from_a_hand(
    tiny, tmp_path, run
):
    log = [event("discard", "red", "hut", **{"from": "table", "to": "discard"})]
    pile = {"at": 9, "from": "Deck", "to": "discard"}
    log += [event("discard", "red", piece, **pile) for piece in ("boat", "dragon")]
    found, _ = imported(tiny, tmp_path, run, session(tiny, "a", log=log))
    rows = {piece: row_of(found, piece, code) for piece, code in codes_in(tiny).items()}
    assert {piece: row["used"]["good"] for piece, row in rows.items() if row["used"]["good"]} == {
        "hut": 1
    }
    assert not any(row["discarded"]["good"] for row in rows.values())


OWN = """
questions:
  - {id: why, ask: Why?}
  - {id: pick, ask: Which?, type: choice, of: {hut: Hut, boat: Boat}}
"""


def test_what_was_written_and_who_won_stand_by_version(tiny, tmp_path, run):
    (tiny.root / "content" / "tiny" / "playtest.yaml").write_text(OWN, encoding="utf-8")
    won = [
        {"seat": "1", "name": "Anna", "score": "3", "won": True},
        {"seat": "2", "score": "0"},
    ]
    first = {
        "session": {"date": "2026-03-01"},
        "players": won,
        "scales": {"fun": 3},
        "questions": {"unclear": "The dragon.", "change": "Fewer\ncoins"},
        "observer": "They laughed.",
        "own": {"why": "No wood.", "pick": "hut"},
    }
    one = session(tiny, "a", answers=first)
    tiny.edit_freely(CARDS, "cost: 1", "cost: 2")
    second = {"session": {"date": "2026-03-02"}, "questions": {"unclear": "Nothing.", "won": " "}}
    two = session(tiny, "b", answers=second)
    found, out = imported(tiny, tmp_path, run, two, one)
    then, now = found["versions"]
    assert {
        name: [said["text"] for said in all_said] for name, all_said in then["written"].items()
    } == {
        **{"unclear": ["The dragon."], "change": ["Fewer\ncoins"], "why": ["No wood."]},
        "observer": ["They laughed."],
    }
    assert [said["text"] for said in now["written"]["unclear"]] == ["Nothing."]
    assert (now["outcomes"], set(now["written"])) == ([], {"unclear"})
    (ended,) = then["outcomes"]
    assert ended["session"].startswith("2026-03-01-")
    assert ended["players"] == [
        {"seat": "1", "name": "Anna", "score": "3", "won": True},
        {"seat": "2", "name": "", "score": "0", "won": False},
    ]
    version = one["version"]
    for line in (
        f"{version} scales, 1 to 5, the mean: fun 3\n",
        f"{version} unclear: “The dragon.”, 2026-03-01-",
        f"{version} why: “No wood.”, 2026-03-01-",
        f"{version} pick: hut (1)\n",
        f"{version} observer: “They laughed.”, ",
        f"{version} result: Anna (1) won, score 3; 2 score 0, 2026-03-01-",
        f"{two['version']} unclear: “Nothing.”, 2026-03-02-",
    ):
        assert line in out


def test_questions_that_cannot_be_read_are_told_beside_the_report(tiny, tmp_path, run):
    typed = session(tiny, "a", answers={"own": {"why": "No wood."}})
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "a", typed))).code == 0
    (tiny.root / "content" / "tiny" / "playtest.yaml").write_text("questions: 7\n")
    ran = run(tiny, "playtest", "report", "tiny")
    assert ran.code == 1 and ran.problems[0].file.endswith("playtest.yaml")
    assert "why: No wood. (1)" in ran.out


def test_a_session_without_an_own_box_counts_for_no_piece(tiny, tmp_path, run):
    typed = session(tiny, "a", answers={"session": {"begin": "19:00", "end": "19:45"}})
    del typed["pieces"]
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "a", typed))).code == 0
    found = reported(tiny, run)
    assert found["pieces"] == [] and found["versions"][0]["minutes"]["median"] == 45


def test_without_sessions_the_report_says_so(tiny, run):
    assert "No session" in run(tiny, "playtest", "report", "tiny").out


@pytest.mark.parametrize(
    ("seen", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (12, 30, 0.2459, 0.5768),
        (1, 1, 0.2065, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilsons_interval(seen, of, low, high):
    assert Share(seen, of).interval == pytest.approx((low, high), abs=5e-5)


def test_wilsons_interval_holds_the_truth_about_as_often_as_it_says():
    """Exactly, by the binomial distribution: for 20 observations of shares between 0.1 and 0.9."""
    covered = []
    for truth in (0.1, 0.25, 0.5, 0.7, 0.9):
        inside = [
            n for n in range(21) if Share(n, 20).interval[0] <= truth <= Share(n, 20).interval[1]
        ]
        chance = sum(math.comb(20, n) * truth**n * (1 - truth) ** (20 - n) for n in inside)
        covered.append(chance)
    assert min(covered) > 0.91 and sum(covered) / 5 > 0.94


def test_hands_of_a_session_are_one_observation():
    """All win or all lose, as in a game against the box: ten sessions, however many hands."""
    assert Share.in_groups(12, [4] * 10).interval == Share(3, 10).interval
    assert Share.in_groups(3, [1] * 10).interval == Share(3, 10).interval
    assert Share.in_groups(0, []).interval == (0.0, 1.0)
    unequal = Share.in_groups(6, [1, 1, 1, 5])  # between the two: 64 / 28
    assert unequal.alone == pytest.approx(16 / 7)
    low, high = unequal.interval
    assert low < Share(3, 4).interval[0] and high > Share(3, 4).interval[1]


@pytest.mark.parametrize("hands", [1, 3])
def test_more_hands_of_the_same_sessions_show_no_more(hands, tiny, tmp_path, run):
    seats = ["red", "blue", "green"][:hands]
    log = [event("draw", seat, "hut") for seat in seats]
    for day in ("01", "02"):
        answers = {"players": [{"seat": seat, "won": True} for seat in seats]}
        typed = session(tiny, f"x{day}", answers=answers, log=log)
        assert run(tiny, "playtest", "import", str(saved(tmp_path, day, typed))).code == 0
    won = row_of(reported(tiny, run), "hut", codes_in(tiny)["hut"])["won"]
    assert (won["good"], won["of"]) == (2 * hands, 2 * hands)
    assert won["low"] == pytest.approx(Share(2, 2).interval[0])
    assert "count as one" in run(tiny, "playtest", "report", "tiny").out


def test_spreads_of_figures():
    spread = spread_of([3, 1, 2, 10])
    assert (spread.least, spread.median, spread.mean, spread.most) == (1, 2.5, 4, 10)
    assert spread_of([]) is None
    assert [quantile([0, 10, 20], share) for share in (0, 0.25, 0.9, 1)] == [0, 5, 18, 20]
    assert mean_interval([2, 4]) == pytest.approx((3 - 1.96, 3 + 1.96), abs=0.001)

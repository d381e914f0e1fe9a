"""The four games are played on their tables: three rounds by gestures, saved, opened, the same."""

import json
from collections import Counter
from itertools import pairwise

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import project_at
from tests.export.played import at_table, exported_table
from tests.helpers.sharing import ROOT

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

MOST_BYTES = 3_000_000
PLAYERS = {
    "city-duel": (2, 2),
    "el-mapa": (2, 6),
    "empire-plateau": (2, 4),
    "moving-kingdoms": (2, 6),
}
ROUNDS = 3


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The pages of the four games, made when they are first asked for."""
    made, output = {}, tmp_path_factory.mktemp("tables")

    def table(game):
        if game not in made:
            made[game] = exported_table(game, ROOT, output)
        return made[game]

    return table


DECK = """() => Object.entries(now().piles)
  .filter(([, pile]) => pile.copies.length > 9 && !isUp(topOf(pile)) && !pile.aside)
  .map(([key]) => key)[0] ?? null"""
PIECE = """() => orderOf(now()).filter((key) => !now().piles[key].fixed
  && now().piles[key].copies.length === 1 && !now().piles[key].aside)
  .map((key) => [key, ...toScreen(now().piles[key].x, now().piles[key].y)])
  .find(([key, x, y]) => y > 90 && y < freeBox().bottom - 30 && x > 20 && x < stage.width - 20
    && pileAt(...toTable(x, y)) === key)[0]"""


def play_turn(player, turn, seat):
    """A turn: draw and play a card where the game has a deck, else move a piece; then turn it."""
    page = player.page
    deck = page.evaluate(DECK)
    if deck is not None:
        player.tap(*player.at(deck))
        if turn == 0:
            player.action("Shuffle")
        player.action("Draw")
        start = player.middle("#cards .card:last-child")
    else:
        piece = page.evaluate(PIECE)
        start = player.at(piece)
    where = page.evaluate("[stage.width / 2, (freeBox().top + freeBox().bottom) / 2]")
    player.drag(start, (where[0] + 25 * seat - 60, where[1] + 10 * seat))
    assert player.told()[-1].split()[1] in ("plays", "moves")
    if page.locator("#bar").is_visible():  # else it went onto another pile
        player.action("Turn")
        assert player.told()[-1].split()[1] == "turns"


@pytest.mark.parametrize("most", [False, True], ids=["least-mouse", "most-touch"])
@pytest.mark.parametrize("game", PLAYERS)
def test_game_is_played_saved_opened_and_is_the_same(game, most, tables, browser, tmp_path):
    file, count = tables(game), PLAYERS[game][most]
    assert file.stat().st_size < MOST_BYTES
    with at_table(browser, file, touch=most) as player:
        page = player.page
        counts = page.locator("#count input").evaluate_all("all => all.map((one) => one.value)")
        assert [int(counts[0]), int(counts[-1])] == [*PLAYERS[game]]
        player.sit_down(count)
        if most:
            scale = page.evaluate("eye.scale")
            player.pinch(180, 330, 60, 66)
            assert page.evaluate("eye.scale") > 1.05 * scale
        assert page.inner_text("#round") == "Set-up ›"
        player.press("#round")
        player.press("dialog[open] button", "Anna begins")
        for turn in range(ROUNDS * count):
            play_turn(player, turn, turn % count)
            player.press("#next")
            player.take_over()
        assert page.inner_text("#round") == f"Round {ROUNDS + 1}"
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        played, told = player.state(), player.told()
        saved = tmp_path / "session.json"
        saved.write_bytes(player.saved().read_bytes())
        page.reload()
        player.opened(saved)
        page.wait_for_function("() => isPlayed()")
        player.take_over()
        assert player.state() == played
        assert player.told() == told
    session = json.loads(saved.read_bytes())
    assert (session["format"], session["game"]) == ("fustella-playtest", game)
    about = [event for event in session["log"] if "piece" in event]
    assert len(about) >= ROUNDS * count
    assert all(session["pieces"][event["piece"]] == event["code"] for event in about)


MAP = """players => {
  const state = started({players, seed: "x"}), tiles = {};
  for (const { x, y, copies, turn, aside } of Object.values(state.piles)) {
    const design = designAt(state, copies.at(-1));
    if (kindOf(design).id === "tile" && !aside && copies.length === 1 && Math.abs(x) < 380) {
      tiles[`${x} ${y}`] = [design.piece, isUp(copies[0]), turn];
    }
  }
  return tiles;
}"""
HOMES = {"P": "stone-mine-levy", "M": "wood-mine"} | dict.fromkeys("ABCDEF", "town")


def test_map_of_tiles_is_laid_as_the_set_up_of_so_many_shows_it(tables, browser):
    game = load_game(project_at(ROOT), "el-mapa")
    levels = {one.id: one.back["level"] for one in game.pieces if one.kind.id == "tile"}
    rows_of = {one.id: one.front["map"] for one in game.pieces if one.kind.id == "setup"}
    with at_table(browser, tables("el-mapa")) as player:
        for count in range(2, 7):
            rows = rows_of[f"setup-{count}"]
            laid = player.page.evaluate(MAP, ["x"] * count)
            assert len(laid) == sum(map(len, rows))
            turns = set()
            for down, row in enumerate(rows):
                for across, mark in enumerate(row):
                    x, y = (across - (len(row) - 1) / 2) * 38, (down - (len(rows) - 1) / 2) * 38
                    piece, up, turn = laid[f"{x:g} {y:g}"]
                    if mark in HOMES:
                        assert (piece, up) == (HOMES[mark], True)
                    else:
                        assert not up and levels[piece] in ((1, 2) if mark == "x" else (int(mark),))
                        turns.add(turn)
            assert turns == {0, 90, 180, 270}, "turned as they come"
            most = Counter(piece for piece, *_ in laid.values())
            assert max(most.values()) <= count, "each player brings one of each design"


def test_set_ups_differ_by_players_and_lay_each_copy_once(tables, browser):
    for game, (least, most) in PLAYERS.items():
        with at_table(browser, tables(game)) as player:
            laid = []
            for count in range(least, most + 1):
                players = json.dumps([f"Player {seat}" for seat in range(count)])
                state = player.page.evaluate(f"started({{players: {players}, seed: 'x'}})")
                copies = [abs(c) for pile in state["piles"].values() for c in pile["copies"]]
                total = player.page.evaluate("given.first.length")
                assert sorted(copies) == [*range(1, total + 1)]
                laid.append({k: v for k, v in state["piles"].items() if not v["aside"]})
            assert all(one != other for one, other in pairwise(laid))


def test_links_of_the_rules_lead_to_their_places(tables, browser):
    """Console messages fail the test, as those of links that would leave the page do."""
    for game in PLAYERS:
        with at_table(browser, tables(game)) as player:
            player.sit_down(2)
            player.press("#rules-open")
            frame = player.page.frame_locator("dialog[open] iframe")
            link = frame.locator("nav li a").last
            link.click()
            target = link.evaluate("(a) => a.hash.slice(1)")
            seen = "id => document.getElementById(id).getBoundingClientRect().top < innerHeight"
            (rules,) = player.page.frames[1:]
            assert rules.evaluate("scrollY") > 0
            assert rules.evaluate(seen, target)


BOTH_SIDES = """() => {
  const state = now(), isArmy = ({ copies }) => copies.length === 1
    && kindOf(designAt(state, copies[0])).id === "army";
  const [key] = Object.entries(state.piles).find(([, pile]) => isArmy(pile));
  act({ do: "flip", piles: [key] });
  choose([key]);
  return [designAt(now(), topOf(now().piles[key])).name, actionsOf([key])[0].words];
}"""


def test_piece_with_a_back_of_its_own_keeps_its_name_when_it_is_flipped(tables, browser):
    with at_table(browser, tables("el-mapa")) as player:
        player.sit_down(2)
        name, first = player.page.evaluate(BOTH_SIDES)
        assert first == "Look"
        assert player.page.inner_text("#bar-name") == f"{name}, face down"
        assert player.page.inner_text("#told") == f"Anna flips {name}"
        tile = (
            "Object.values(now().piles).find((one) => one.copies.length > 9 && !isUp(topOf(one)))"
        )
        assert player.page.evaluate(f"isSeen(now(), topOf({tile}))") is False


@pytest.mark.parametrize(
    ("game", "homes"),
    [
        ("city-duel", {"2": [0, 180]}),
        ("empire-plateau", {"2": [0, 180], "3": [], "4": [0, 180, 0, 180]}),
        ("el-mapa", {"2": [0, 180], "3": [0, 180, 180], "4": [0, 180, 180, 0]}),
        ("moving-kingdoms", {"2": [0, 180], "3": [0, 90, 270], "4": [0, 180, 90, 270]}),
    ],
)
def test_set_up_says_to_which_side_each_player_sits(game, homes, tables, browser):
    with at_table(browser, tables(game)) as player:
        known = player.page.evaluate("given.homes")
        assert {count: known[count] for count in homes} == homes


GATHERED = """() => {
  const state = now(), isCity = (key) => kindAt(state, state.piles[key]).id === "city";
  const keys = orderOf(state).filter((key) => isCity(key) && !state.piles[key].aside);
  gather(keys);
  act({ do: "shuffle", pile: chosen.keys[0] });
  return [keys.length, kindAt(now(), now().piles[chosen.keys[0]]).name];
}"""


def test_pile_that_is_gathered_face_down_names_no_piece_of_it(tables, browser):
    with at_table(browser, tables("city-duel")) as player:
        player.sit_down(2)
        count, kind = player.page.evaluate(GATHERED)
        assert count == 5
        assert player.page.inner_text("#bar-name") == f"{kind}, face down (5)"
        assert player.page.inner_text("#told") == f"Anna shuffles {kind}, face down"

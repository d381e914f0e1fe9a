"""The table on its page: state and log, what strangers send, sharing, keyboard, screen readers."""

import json
import re
from collections import Counter
from importlib.resources import files

import pytest

from fustella.core.files.project import project_at
from fustella.core.words.printed import TABLE, ToolWords
from fustella.read.sessions import sessions_of
from tests.conftest import TinyProject
from tests.export.played import DESKTOP, PHONE, at_table, exported_table

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import expect

TRAP = "<img src=x onerror='top.caught = true'>"
BOAT = "{put: boat, at: [-200mm, 0mm]}"
NAME = "name: {en: The deck, it: Il mazzo}"
PUT = f"{BOAT}, {{put: {{kind: card}}, form: deck, at: [0mm, 200mm], {NAME}}}"
SETUP = f"""table:
  players: 1-3
  rules: [tile]
  boards: {{island: {{first: [20mm, 20mm], step: [30mm, 30mm], columns: 6, rows: 5}}}}
  setup: [{{put: island, at: [0mm, 0mm]}}, {PUT}, {{put: meadow, form: supply, at: [200mm, 0mm]}}]
"""


def with_table(project):
    path = project.root / "content" / "tiny" / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + SETUP, encoding="utf-8")
    return project


@pytest.fixture(scope="module")
def page_file(built_tiny, tmp_path_factory):
    """The page of the tiny game, shared by many tests: only to be read."""
    root = tmp_path_factory.mktemp("table") / "project"
    built_tiny.write(root)
    return exported_table("tiny", with_table(TinyProject(root)).root, root / "output")


@pytest.fixture
def player(page_file, browser):
    with at_table(browser, page_file) as player:
        yield player


@pytest.fixture
def seated(player):
    player.sit_down(2)
    return player


KEY = "name => Object.keys(now().piles).find((key) => placeName(now(), key) === name)"


def do(player, **event):
    assert player.page.evaluate("event => act(event)", event), event


# The state.

RANDOM_PLAY = """([seed, steps]) => {
  let random = seeded(seed);
  const pick = (list) => {
    const [value, after] = next(random);
    random = after;
    return list[value % list.length];
  };
  begin(["Anna", "Ben", "Carla"], seed);
  const faults = [];
  for (let step = 0; step < steps; step += 1) {
    const state = now(), keys = Object.keys(state.piles), key = pick(keys), other = pick(keys);
    if (!key) break;  // all is in hands
    const copies = state.piles[key].copies, hand = state.hands[state.seat];
    const place = [pick([-90, 0, 40]), pick([-80, 10, 60]), pick([0, 90, 180])];
    const to = pick([other, handKey(pick([0, 1, 2])), place]), up = pick([true, false]);
    const first = hand.slice(0, 1).map(idOf), {x, y, turn} = state.piles[key];
    const event = pick([
      () => ({do: "take", from: key, count: pick([1, 2, 5]), to}),
      () => ({do: "take", from: key, items: [idOf(pick(copies))], to: pick([place, mine()]), up}),
      () => ({do: "take", from: mine(), items: first, to: pick([key, place]), under: true}),
      () => ({do: "lay", piles: {[key]: place, [other]: place}}),
      () => ({do: "lay", piles: {[key]: [x, y, turn + 90]}}),
      () => ({do: "join", piles: [key], to: other, up: pick([true, false])}),
      () => ({do: "flip", piles: [key], top: pick([true, false])}),
      () => ({do: "shuffle", pile: pick([key, mine()])}),
      () => ({do: "deal", from: key, each: 2}),
      () => ({do: "spread", pile: key, step: [5, 0]}),
      () => ({do: "roll", dice: [6, 20]}),
      () => ({do: "note", kind: "counter", text: "gold", value: 3, x: 1, y: 2}),
      () => ({do: "count", thing: pick(Object.keys(state.things)) ?? "", add: 2}),
      () => ({do: "pass", to: pick([0, 1, 2])}),
      () => ({do: "look", from: key}),
      () => ({do: "fix", pile: key, fixed: pick([true, false])}),
    ])();
    const frozen = JSON.stringify(state);
    act(event);
    if (JSON.stringify(state) !== frozen) faults.push(["an event changed a state", event]);
    const piles = Object.values(now().piles).map((pile) => pile.copies);
    const all = [...piles, ...now().hands].flat().map(Math.abs);
    const wanted = given.first.length + now().made.length;
    if (all.length !== wanted || new Set(all).size !== wanted) faults.push(["lost", event]);
    if (piles.some((copies) => !copies.length)) faults.push(["an empty pile", event]);
  }
  const log = JSON.parse(JSON.stringify(session.log)), end = JSON.stringify(now());
  const again = replayed(log);
  if (JSON.stringify(again.at(-1)) !== end) faults.push(["a replay differs"]);
  const told = logText(log, again);
  while (undo()) {}
  if (JSON.stringify(now()) !== JSON.stringify(again[0])) faults.push(["undo does not come back"]);
  while (redo()) {}
  if (JSON.stringify(now()) !== end) faults.push(["redo does not come back"]);
  return {faults, steps: log.length, told, records: sessionValue().log};
}"""


@pytest.mark.parametrize("seed", ["a", "b"])
def test_random_play_loses_nothing_and_replays(player, seed):
    got = player.page.evaluate(RANDOM_PLAY, [seed, 250])
    assert got["faults"] == []
    assert got["steps"] > 100
    assert "undefined" not in got["told"]
    assert not re.search(r"\{\w+\}|\bnull\b|NaN", got["told"])
    known = {"deal", "draw", "take", "play", "move", "flip", "turn", "shuffle", "counter", "dice"}
    assert known <= {event["verb"] for event in got["records"]}
    assert all(re.fullmatch(r"[a-z]+", event["verb"]) for event in got["records"])


def test_same_seed_gives_the_same_chance_and_another_one_does_not(player):
    play = """seed => {
      begin(["Anna"], seed);
      const pile = Object.keys(now().piles).find((key) => now().piles[key].copies.length > 9);
      act({do: "shuffle", pile});
      act({do: "roll", dice: Array(20).fill(6)});
      return [now().piles[pile].copies, now().rolled];
    }"""
    one, again, other = (player.page.evaluate(play, seed) for seed in ("s", "s", "t"))
    assert one == again
    assert one[0] != other[0]
    assert one[1] != other[1]
    assert {*one[1]} <= {1, 2, 3, 4, 5, 6}


def test_shuffles_are_fair(player):
    counts = player.page.evaluate("""() => {
      const draft = {random: seeded("fair")}, counts = {};
      for (let times = 0; times < 12000; times += 1) {
        const order = shuffled(draft, [1, 2, 3]).join("");
        counts[order] = (counts[order] || 0) + 1;
      }
      return counts;
    }""")
    assert len(counts) == 6
    chi_squared = sum((count - 2000) ** 2 / 2000 for count in counts.values())
    assert chi_squared < 20.5  # of five degrees of freedom: one in a thousand


def test_supply_never_runs_out(seated):
    key = seated.page.evaluate(KEY, "Meadow")
    for _ in range(2):
        do(seated, do="take", **{"from": key}, count=60, to="h0")
    assert len(seated.state()["hands"][0]) == 120
    assert seated.page.evaluate("key => now().piles[key].copies.length", key) == 1


def test_log_names_what_was_seen_and_its_text_all(seated):
    key = seated.page.evaluate(KEY, "The deck")
    seated.tap(*seated.at(key))
    seated.action("Draw")
    assert seated.told()[-1] == "Anna draws 1 from The deck"
    whole = seated.page.evaluate("logText(session.log, session.states)").splitlines()[-1]
    assert re.search(r"Anna draws 1 from The deck \(.+ [A-Z]{2}-[A-Z0-9]{4}\)", whole)
    card = seated.page.locator("#cards .card")
    name = card.get_attribute("aria-label")
    seated.drag(seated.middle("#cards .card"), (300, 300))
    assert re.fullmatch(f"Anna plays {name} TI-[A-Z0-9]{{4}}", seated.told()[-1])
    assert seated.page.inner_text("#told") == f"Anna plays {name}", "no code is read out"


def test_flip_is_told_by_the_front_that_was_seen_or_is(seated):
    page, key = seated.page, seated.page.evaluate(KEY, "The deck")
    do(seated, do="flip", piles=[key], top=True)
    told = seated.told()[-1]
    assert "face down" not in told
    do(seated, do="flip", piles=[key], top=True)
    assert seated.told()[-1] == told
    do(seated, do="take", **{"from": key}, count=1, to=[0, 0, 0])
    for _ in range(2):
        do(seated, do="flip", piles=page.evaluate("newest()"))
        assert seated.told()[-1] == told
    do(seated, do="flip", piles=[key])
    assert seated.told()[-1] == "Anna flips The deck", "what lies below was not seen"


# Strangers.


def test_names_that_are_markup_are_texts(tiny, browser):
    tiny.edit("content/tiny/game.yaml", "{en: Tiny Island,", f'{{en: "{TRAP}</script>",')
    tiny.edit("content/tiny/game.yaml", "{en: Coins,", f'{{en: "{TRAP}",')
    page_file = exported_table("tiny", with_table(tiny).root, tiny.output)
    with at_table(browser, page_file) as player:
        page = player.page
        page.locator("#names input").first.fill(TRAP)
        page.click("#start-go")
        player.take_over()
        page.evaluate("text => act({do: 'note', kind: 'note', text, value: 0, x: 0, y: 0})", TRAP)
        for opener in ("#list", "#log", "#menu", "#rules-open"):
            player.press(opener)
            page.keyboard.press("Escape")
        page.evaluate("given.designs.forEach((design) => { lookAt(design); })")
        assert page.evaluate("top.caught") is None
        assert page.locator("img[src=x]").count() == 0
        assert TRAP in page.locator("#players").inner_text()


def saved_value(player):
    return player.page.evaluate("sessionValue()")


SPOILT = {
    "no JSON": lambda value: "{",
    "a list": lambda value: "[]",
    "another format": lambda value: json.dumps({**value, "format": "x"}),
    "another game": lambda value: json.dumps({**value, "game": "x", "title": TRAP}),
    "a version that never was": lambda value: json.dumps({**value, "version": "XX-0000"}),
    "a million steps": lambda value: json.dumps(
        {**value, "table": {"events": [{"do": "roll", "dice": [6]}] * 25_000}}
    ),
    "no beginning": lambda value: json.dumps({**value, "table": {"events": []}}),
    "an unknown verb": lambda value: with_event(value, {"do": "constructor"}),
    "a place that is not there": lambda value: with_event(
        value, {"do": "take", "from": "__proto__", "count": 1, "to": [0, 0, 0]}
    ),
    "a copy that is not there": lambda value: with_event(
        value, {"do": "take", "from": "p0", "items": [99999], "to": "h0"}
    ),
    "a place that is no number": lambda value: with_event(
        value, {"do": "lay", "piles": {"p0": [0, "x", 0]}}
    ),
    "dice without end": lambda value: with_event(value, {"do": "roll", "dice": [6] * 1000}),
    "a player who is not there": lambda value: with_event(value, {"do": "pass", "to": 7}),
    "somebody else's step": lambda value: with_event(value, {"do": "roll", "dice": [6], "by": 9}),
    "too many players": lambda value: json.dumps(
        {**value, "table": {"events": [{"do": "start", "seed": "x", "players": ["x"] * 21}]}}
    ),
}


def with_event(value, event):
    table = {**value["table"], "events": [*value["table"]["events"], event]}
    return json.dumps({**value, "table": table})


def test_spoilt_sessions_are_told_and_change_nothing(seated):
    value, before = saved_value(seated), seated.state()
    told = []
    for name, spoil in SPOILT.items():
        assert seated.page.evaluate("text => load(text)", spoil(value)) is False, name
        assert seated.state() == before, name
        told.append(seated.page.inner_text("#told"))
        assert told[-1], name
    assert len({*told}) > 6
    assert seated.page.evaluate("text => load(text)", json.dumps(value)) is True


WHERE = """() => {
  const named = (copies) => copies.map((copy) => [designAt(now(), copy).piece, isUp(copy)]);
  const piles = Object.values(now().piles).map((pile) => [pile.x, pile.y, named(pile.copies)]);
  return [piles, now().hands.map(named), logText(session.log, session.states)];
}"""


def test_session_of_another_version_goes_on_where_its_pieces_are(tiny, browser):
    """Its own box is played on: other numbers of copies, or new pieces, move nothing."""
    page_file = exported_table("tiny", with_table(tiny).root, tiny.output)
    with at_table(browser, page_file) as player:
        player.sit_down(2)
        deck = player.page.evaluate(KEY, "The deck")
        do(player, do="shuffle", pile=deck)
        do(player, do="deal", **{"from": deck}, each=2)
        do(player, do="take", **{"from": deck}, count=1, to=[30, 40, 0])
        do(player, do="flip", piles=player.page.evaluate("newest()"))
        played, value = player.page.evaluate(WHERE), saved_value(player)
    tiny.edit("content/tiny/cards.yaml", "cost: 1\n", "cost: 2\n")
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: 9")
    tiny.edit("content/tiny/tiles.yaml", "copies: 5", "copies: 8")
    page_file = exported_table("tiny", tiny.root, tiny.output, "en", "--force")
    with at_table(browser, page_file) as player:
        page = player.page
        assert page.evaluate("text => load(text)", json.dumps(value)) is True
        text = page.locator("dialog.small[open]").inner_text()
        assert value["version"] in text and "Changed since: Hut TI-" in text
        page.keyboard.press("Escape")
        where = page.evaluate(WHERE)
        assert where[:2] == played[:2]
        do(player, do="roll", dice=[6])
        again = saved_value(player)
        for key in ("version", "pieces", "id"):
            assert again[key] == value[key], "it stays a session of the version that was played"
        assert again["log"][: len(value["log"])] == value["log"]
        assert page.evaluate("text => load(text)", json.dumps(again)) is True
        for spoil in SPOILT_BOXES:
            box = spoil(json.loads(json.dumps(value["table"]["box"])))
            text = json.dumps({**value, "table": {**value["table"], "box": box}})
            assert page.evaluate("text => load(text)", text) is False, box
        old = {**value, "table": {key: v for key, v in value["table"].items() if key != "box"}}
        assert page.evaluate("text => load(text)", json.dumps(old)) is False
        assert "Open it on the table of its version" in page.inner_text("#told")
    tiny.edit("content/tiny/cards.yaml", "  - id: hut\n", "  - id: hut\n    struck_out: dull\n")
    page_file = exported_table("tiny", tiny.root, tiny.output, "en", "--force")
    with at_table(browser, page_file) as player:
        assert player.page.evaluate("text => load(text)", json.dumps(value)) is False
        assert "hut are not in the box" in player.page.inner_text("#told")
        assert player.page.evaluate("isPlayed()") is False


def changed_in(key, change):
    def spoil(box):
        box[key] = change(box[key])
        return box

    return spoil


SPOILT_BOXES = (
    lambda box: 7,
    changed_in("designs", lambda designs: {}),
    changed_in("designs", lambda designs: [*designs, ["x", "x", 1e9]]),
    changed_in("designs", lambda designs: [[one[0], one[1], one[2] + 1] for one in designs]),
    changed_in("setup", lambda piles: piles[1:]),
    changed_in("setup", lambda piles: [{**piles[0], "form": "constructor"}, *piles[1:]]),
    changed_in("setup", lambda piles: [{**piles[0], "of": [["__proto__", 1]]}, *piles[1:]]),
    changed_in("setup", lambda piles: [{**piles[0], "x": "1"}, *piles[1:]]),
)


def test_texts_of_a_session_are_cut_to_what_the_page_knows(seated):
    value = saved_value(seated)
    value["remarks"] = [{"text": TRAP * 1000, "piece": {}, "at": "x"}, {"text": 5}, 7]
    value["answers"] = {"scales": {"fun": TRAP}, "players": [TRAP]}
    assert seated.page.evaluate("text => load(text)", json.dumps(value)) is True
    seated.page.evaluate("showForm()")
    assert seated.page.evaluate("top.caught") is None
    (remark,) = saved_value(seated)["remarks"]
    assert len(remark["text"]) <= 2000


@pytest.mark.parametrize("ends", ["undo", "cancel", "second-finger"])
def test_what_is_carried_is_set_down_when_something_comes_between(seated, ends):
    """A carried pile may be gone after a step back; nothing else of the gesture stays, either."""
    page = seated.page
    do(seated, do="take", **{"from": page.evaluate(KEY, "The deck")}, count=1, to=[0, 0, 0])
    before, (x, y) = seated.state(), page.evaluate("toScreen(0, 0)")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*seated.middle("#players .chip:last-child"), steps=3)
    assert page.locator(".chip.target").count() == 1
    page.evaluate(
        {
            "undo": "undo()",
            "cancel": "cancelled({pointerId: gesture.id})",
            "second-finger": "fingers.set(77, [500, 400]); beginPinch()",
        }[ends]
    )
    assert page.locator(".chip.target, body.carrying").count() == 0
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    if ends == "undo":
        assert before["piles"].keys() - seated.state()["piles"].keys()
    else:
        assert seated.state() == before


# A session.


def test_session_has_remarks_answers_and_codes(seated):
    page = seated.page
    key = page.evaluate(KEY, "Boat")
    seated.tap(*seated.at(key))
    seated.action("Remark")
    page.fill("dialog[open] textarea", "Too slow.")
    page.click("dialog[open] .main")
    page.evaluate("showForm()")
    page.locator("dialog[open] input[type=checkbox]").first.check()
    page.locator("dialog[open] input[name=fun][value='4']").check()
    page.locator("dialog[open] textarea").first.fill("Islands.")
    page.keyboard.press("Escape")
    value = saved_value(seated)
    (remark,) = value["remarks"]
    assert (remark["piece"], remark["text"], remark["seat"]) == ("boat", "Too slow.", "1")
    assert remark["code"] == value["pieces"]["boat"]
    players = value["answers"]["players"]
    assert [(one["seat"], one["name"], one["won"]) for one in players] == [
        ("1", "Anna", True),
        ("2", "Ben", False),
    ]
    assert value["answers"]["scales"] == {"fun": 4}
    assert "Islands." in value["answers"]["questions"].values()
    assert re.fullmatch(r"[a-z0-9-]{8,40}", value["id"])
    assert (value["format"], value["format_version"]) == ("fustella-playtest", 2)


OWN = """questions:
  - {id: dragons, type: number, ask: {en: How many dragons came?, it: Quanti draghi?}}
  - {id: favourite, type: choice, ask: {en: Your favourite?, it: Il preferito?}, of: {boat: Boat}}
  - {id: hard, type: scale, ask: {en: Hard?, it: Difficile?}, low: no, high: very}
"""


def test_remark_for_which_there_is_no_room_is_told(seated):
    page = seated.page
    page.evaluate("session.remarks = Array(MOST_REMARKS).fill({at: 0, seat: '1', text: 'x'})")
    page.evaluate("void remarkOn(null)")
    page.fill("dialog[open] textarea", "One too many.")
    page.click("dialog[open] .main")
    expect(page.locator("#told")).to_have_text("This is too long for a session.")
    assert page.evaluate("session.remarks.length === MOST_REMARKS")


def test_session_of_a_table_is_imported_and_counted(tiny, browser, tmp_path, run):
    (tiny.root / "content" / "tiny" / "playtest.yaml").write_text(OWN, encoding="utf-8")
    page_file = exported_table("tiny", with_table(tiny).root, tiny.output)
    with at_table(browser, page_file) as player:
        player.sit_down(2)
        deck = player.page.evaluate(KEY, "The deck")
        do(player, do="shuffle", pile=deck)
        do(player, do="deal", **{"from": deck}, each=2)
        hand = [abs(copy) - 1 for copy in player.state()["hands"][0]]
        do(player, do="take", **{"from": "h0"}, items=hand[:1], to=[0, 0, 0], up=True)
        do(player, do="pass", to=1)
        do(player, do="take", **{"from": deck}, count=1, to="h1")
        player.page.evaluate("showForm()")
        player.page.fill("dialog[open] input[type=number]", "3")
        player.page.select_option("dialog[open] select", "boat")
        player.page.locator("dialog[open] input[name=own-hard][value='5']").check()
        value = saved_value(player)
    assert value["answers"]["own"] == {"dragons": 3, "favourite": "boat", "hard": 5}
    saved = tmp_path / "session.json"
    saved.write_text(json.dumps(value), encoding="utf-8")
    ran = run(tiny, "playtest", "import", str(saved))
    assert ran.code == 0, ran.err
    assert not ran.problems
    problems: list[object] = []
    (found,) = sessions_of(project_at(tiny.root), "tiny", problems).values()
    assert problems == []
    verbs = Counter(event.verb for event in found.log)
    assert (verbs["deal"], verbs["play"], verbs["draw"], verbs["shuffle"]) == (4, 1, 1, 2)
    assert {event.seat for event in found.log if event.verb == "deal"} == {"1", "2"}
    assert run(tiny, "playtest", "report", "tiny").code == 0


def test_browser_keeps_the_game_and_offers_it(seated):
    do(seated, do="roll", dice=[6, 6])
    played = seated.state()
    seated.page.reload()
    seated.press("#resume")
    seated.take_over()
    assert seated.state() == played


def test_two_screens_share_by_a_text(page_file, browser):
    def copied(player):
        player.page.evaluate("copyState()")
        text = player.page.locator("dialog[open] textarea").input_value()
        player.page.keyboard.press("Escape")
        return text

    def pasted(player, text):
        player.page.evaluate("void pasteState()")
        player.page.fill("dialog[open] textarea", text)
        player.page.click("dialog[open] .main")

    with at_table(browser, page_file) as one, at_table(browser, page_file) as other:
        for player in (one, other):
            player.sit_down(2)
            deck = player.page.evaluate(KEY, "The deck")
            do(player, do="take", **{"from": deck}, count=1, to="h0")
        do(one, do="roll", dice=[20])
        pasted(other, copied(one))
        other.page.get_by_role("button", name="Take theirs").click()  # another game until now
        other.press("#curtain-go")
        assert other.state() == one.state()
        do(other, do="roll", dice=[20, 20])
        pasted(one, copied(other))
        one.press("#curtain-go")
        assert one.state() == other.state()
        do(one, do="roll", dice=[4])
        pasted(one, copied(other))
        expect(one.page.locator("#told")).to_contain_text("This screen is 1 step ahead")
        do(other, do="roll", dice=[8])
        pasted(one, copied(other))
        expect(one.page.locator("dialog[open]")).to_contain_text("went on separately")
        one.page.keyboard.press("Escape")
        assert one.told() != other.told()


# Rounds, and handing over.


def heading(player):
    return player.page.inner_text("#round"), player.page.evaluate("now().seat")


def handed(player, *presses):
    for selector, *words in presses:
        player.press(selector, *words)
    player.take_over()


def begun(player, name):
    player.press("#round")
    player.press("dialog[open] button", f"{name} begins")


def test_set_up_counts_no_round_until_somebody_begins_one(seated):
    for _ in range(3):
        do(seated, do="roll", dice=[6])
        seated.press("#next")
        if seated.page.locator("dialog.small[open]").count():
            seated.press("dialog.small[open] li:last-child button")
        seated.take_over()
    assert heading(seated) == ("Set-up ›", 1)
    handed(seated, ("#round",), ("dialog[open] button", "Anna begins"))
    assert heading(seated) == ("Round 1", 0)
    assert seated.told()[-1] == "Round 1. Anna is next."
    begun(seated, "Anna")
    assert heading(seated) == ("Round 2", 0), "who has the screen keeps it"
    assert seated.page.locator("#curtain").is_hidden()
    (event,) = [one for one in saved_value(seated)["log"] if one["verb"] == "round"][1:]
    assert event["value"] == 2


def test_round_ends_when_everybody_had_a_turn_whoever_began(player):
    player.sit_down(3)
    begun(player, "Anna")
    seats = []
    for _ in range(3):
        do(player, do="roll", dice=[6])
        handed(player, ("#next",))
        seats.append(heading(player))
    assert seats == [("Round 1", 1), ("Round 1", 2), ("Round 2", 0)]
    handed(player, ("#players .chip:last-child",))  # who begins this round is another
    assert heading(player) == ("Round 2", 2)
    seats = []
    for _ in range(3):
        do(player, do="roll", dice=[6])
        handed(player, ("#next",))
        seats.append(heading(player))
    assert seats == [("Round 2", 0), ("Round 2", 1), ("Round 3", 2)]
    do(player, do="roll", dice=[6])
    handed(player, ("#players .chip:nth-child(2)",))
    do(player, do="roll", dice=[6])
    handed(player, ("#next",))  # goes on from who is at turn, to who had none
    assert heading(player) == ("Round 3", 0)


def test_who_is_alone_begins_rounds_without_being_asked(player):
    player.sit_down(1)
    for number in (1, 2):
        player.press("#round")
        assert heading(player) == (f"Round {number}", 0)


def test_undo_says_what_it_took_back_and_hands_the_screen_back(seated):
    page = seated.page
    do(seated, do="roll", dice=[6, 6])
    told = page.inner_text("#told")
    seated.press("#undo")
    assert page.inner_text("#told") == f"Undone: {told}"
    seated.press("#redo")
    assert page.inner_text("#told") == told
    deck = page.evaluate(KEY, "The deck")
    do(seated, do="take", **{"from": deck}, count=1, to="h0")
    handed(seated, ("#next",))
    seated.press("#undo")
    assert page.inner_text("#curtain-to") == "Hand the screen to Anna"
    seated.take_over()
    seated.press("#redo")
    assert page.inner_text("#curtain-to") == "Hand the screen to Ben"


def test_choosing_several_is_seen_and_ends_with_the_turn(seated):
    page = seated.page
    for end in ("#several", "#next", "Escape"):
        page.evaluate("selectSeveral(true)")
        assert page.locator("#several").is_visible()
        if end == "Escape":
            page.focus("#table")
            page.keyboard.press(end)
        else:
            seated.press(end)
        assert page.evaluate("selecting()") is False
        assert page.locator("#several").is_hidden()
        if end == "#next":
            seated.take_over()


def test_game_that_is_played_is_not_left_unasked(seated, tmp_path):
    saved = tmp_path / "saved.json"
    saved.write_bytes(seated.saved().read_bytes())
    do(seated, do="roll", dice=[6])
    played = seated.state()
    for agree in (False, True):
        with seated.page.expect_file_chooser() as choosing:
            seated.page.evaluate("openFile()")
        choosing.value.set_files(saved)
        if agree:
            seated.press("dialog[open] .main")
            seated.page.wait_for_function("() => session.log.length === 2")
        else:
            seated.press("dialog[open] .close")
            assert seated.state() == played
    assert [event["do"] for event in seated.page.evaluate("session.log")] == ["start", "shuffle"]
    do(seated, do="roll", dice=[6])
    seated.saved()
    assert seated.page.evaluate("mayLeave('menu_new')") is True, "all of it is in a file"


def test_screen_is_only_covered_where_somebody_has_a_hand(seated):
    page = seated.page
    seated.press("#next")
    assert page.locator("#curtain").is_hidden()
    assert page.evaluate("shownSeat") == 1
    do(seated, do="take", **{"from": page.evaluate(KEY, "The deck")}, count=1, to="h1")
    seated.press("#players .chip:first-child")
    assert page.locator("#curtain").is_visible()


def test_decks_of_the_set_up_are_shuffled_and_the_log_says_so(seated):
    assert seated.told()[1:] == ["Anna shuffles The deck"]
    laid = seated.page.evaluate("session.states.map(({ piles }) => piles.p2.copies)")
    assert laid[0] != laid[1] and sorted(laid[0]) == sorted(laid[1])


def test_typed_number_replaces_the_one_that_is_offered(seated):
    page, deck = seated.page, seated.page.evaluate(KEY, "The deck")
    page.evaluate("key => { void drawSome(key); }", deck)
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#cards .card")).to_have_count(3)
    page.evaluate("key => { void drawSome(key); }", deck)
    page.keyboard.type("4000")
    seated.press("dialog[open] .step:first-child")
    page.keyboard.press("Enter")
    everything = page.evaluate(
        "given.first.filter((design) => deckOf(given.designs[design])).length"
    )
    expect(page.locator("#cards .card")).to_have_count(everything)


def test_escape_closes_what_lies_in_front(seated):
    page, deck = seated.page, seated.page.evaluate(KEY, "The deck")
    page.evaluate("key => { choose([key]); search(key); document.activeElement.blur(); }", deck)
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    assert page.locator("#bar").is_visible()


def test_discarded_cards_lie_beside_their_deck_and_count_as_discarded(seated):
    page, deck = seated.page, seated.page.evaluate(KEY, "The deck")
    do(seated, do="take", **{"from": deck}, count=4, to="h0")
    for _ in range(2):
        seated.press("#cards .card")
        seated.action("Discard")
        assert re.fullmatch(r"Anna discards .+ TI-....", seated.told()[-1])
    (pile,) = [one for one in seated.state()["piles"].values() if "discards" in one]
    assert (pile["name"], len(pile["copies"])) == ("Discard: The deck", 2)
    assert min(pile["copies"]) > 0, "face up"
    assert (pile["x"], pile["y"]) == (50, 200)
    page.evaluate("panBy(0, -250)")
    seated.drag(seated.middle("#cards .card"), seated.at(page.evaluate(KEY, "Discard: The deck")))
    do(seated, do="take", **{"from": deck}, count=1, to=[-300, 0, 0])
    page.evaluate("choose(newest())")
    seated.action("Discard")
    log = [one for one in saved_value(seated)["log"] if one["verb"] == "discard"]
    assert [one["from"] for one in log] == ["hand", "hand", "hand", "table"]
    assert {one["to"] for one in log} == {"discard"}
    do(seated, do="join", piles=[page.evaluate(KEY, "Discard: The deck")], to=deck, up=False)
    seated.press("#cards .card")
    seated.action("Discard")
    assert seated.page.evaluate(KEY, "Discard: The deck") is None, "a single card has its own name"
    assert [one for one in seated.state()["piles"].values() if "discards" in one]


# The eye.

EYE = "[eye.x, eye.y, eye.scale, eye.turn]"


def test_table_lies_still_when_something_is_let_go_at_its_edge(seated):
    page, key = seated.page, seated.page.evaluate(KEY, "Boat")
    bottom = page.evaluate("freeBox().bottom")
    eye, (x, y) = page.evaluate(EYE), seated.at(key)
    seated.drag((x, y), (x, bottom - 4))
    assert page.evaluate(EYE) == eye
    page.keyboard.press("Escape")
    seated.page.mouse.move(*seated.at(key))
    seated.page.mouse.down()
    for place in (300, bottom - 4):
        seated.page.mouse.move(x, place)
    page.wait_for_function(f"() => {EYE}[1] > {eye[1]}")  # held there, it moves on
    seated.page.mouse.up()


def test_each_player_sees_the_table_from_their_side(tiny, browser):
    mats = ", ".join(
        f"{{put: boat, copies: 1, at: [0mm, {y}mm], turn: {turn}}}"
        for y, turn in ((90, 0), (-90, 180))
    )
    path = tiny.root / "content" / "tiny" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}table: {{players: 2-3, setup: [{mats}]}}\n", encoding="utf-8")
    with at_table(browser, exported_table("tiny", tiny.root, tiny.output)) as player:
        page = player.page
        assert page.evaluate("given.homes") == {"2": [0, 180], "3": []}
        player.sit_down(2)
        assert page.evaluate("eye.turn") == 0
        page.evaluate("zoomAt(300, 300, 2)")
        anna = page.evaluate(EYE)
        handed(player, ("#next",))
        assert page.evaluate("eye.turn") == 180
        heights = [player.at(key)[1] for key in ("p1", "p0")]
        assert heights[0] > page.evaluate("stage.height / 2") > heights[1]
        page.evaluate("turnTable(90)")
        handed(player, ("#players .chip:first-child",))
        assert page.evaluate(EYE) == anna
        handed(player, ("#players .chip:last-child",))
        assert page.evaluate("eye.turn") == 270, "as they had it"


def test_table_is_turned_about_the_middle_as_large_as_it_was(seated):
    page = seated.page
    page.evaluate("zoomAt(200, 300, 3)")
    middle = "toTable(stage.width / 2, (freeBox().top + freeBox().bottom) / 2)"
    scale, at = page.evaluate("eye.scale"), page.evaluate(middle)
    seated.press("#menu")
    seated.press("dialog[open] button", "Turn the table round")
    assert page.evaluate("[eye.turn, eye.scale]") == [180, scale]
    assert page.evaluate(middle) == pytest.approx(at)


def test_bar_hides_nothing_that_lies_where_it_was_chosen(seated):
    page, key = seated.page, seated.page.evaluate(KEY, "The deck")
    for low in (True, False):
        page.evaluate("([key, by]) => { choose([]); showAll(); panBy(0, by); choose([key]); }",
                      [key, 0 if low else -400])  # fmt: skip
        _, y = seated.at(key)
        box = page.locator("#bar").bounding_box()
        assert (box["y"] + box["height"] < y) is low
        assert (y < box["y"]) is not low


def test_bar_has_a_few_actions_and_all_the_others_under_more(page_file, browser):
    for touch, most in ((True, 5), (False, 8)):
        with at_table(browser, page_file, touch=touch) as player:
            player.sit_down(2)
            key = player.page.evaluate(KEY, "The deck")
            player.page.evaluate("key => choose([key])", key)
            actions = player.page.locator("#bar-actions button")
            assert actions.count() == most
            player.press("#bar-actions button", "More")
            assert actions.count() == player.page.evaluate("actionsOf(chosen.keys).length") > most
            right = actions.evaluate_all("all => all.map((o) => o.getBoundingClientRect().right)")
            assert max(right) <= player.page.viewport_size["width"]


# Words.


def test_log_says_where_something_came_to_lie(seated):
    page, key = seated.page, seated.page.evaluate(KEY, "Boat")
    do(seated, do="lay", piles={key: [-10, 8, 0]})
    assert page.inner_text("#told") == "Anna moves Boat to The island"
    deck = page.evaluate(KEY, "The deck")
    do(seated, do="take", **{"from": deck}, count=1, to=[-300, 0, 0])
    coin = page.evaluate(
        "orderOf(now()).find((key) => kindAt(now(), now().piles[key]).id === 'coin')"
    )
    do(seated, do="take", **{"from": coin}, count=1, to=[-300, 0, 0])
    assert " to " in seated.told()[-1]
    one = page.evaluate("newest()[0]")
    do(seated, do="lay", piles={one: [80, 60, 0]})
    assert re.search(r" from .+ to The island$", seated.told()[-1])


def test_note_that_is_moved_is_not_written_again(seated):
    page = seated.page
    do(seated, do="note", kind="note", text="Wind", value=0, x=0, y=0)
    thing = page.evaluate("Object.keys(now().things)[0]")
    do(seated, do="note", thing=thing, kind="note", text="Wind", value=0, x=9, y=0)
    assert seated.told()[-2:] == ["Anna writes: Wind", "Anna moves Wind"]
    do(seated, do="note", thing=thing, kind="note", text="Rain", value=0, x=9, y=0)
    assert seated.told()[-1] == "Anna writes: Rain"
    texts = [event["text"] for event in saved_value(seated)["log"] if event["verb"] == "note"]
    assert texts == ["Wind", "Rain"]


def test_new_counter_is_chosen_and_lies_beside_other_things(seated):
    page, places = seated.page, []
    for name in ("gold", "wood"):
        page.evaluate("void changeThing('counter')")
        page.fill("dialog[open] input", name)
        page.keyboard.press("Enter")
        expect(page.locator("#bar-name")).to_have_text(name)
        assert page.evaluate("now().things[chosen.thing].text") == name
        places.append(page.evaluate("[now().things[chosen.thing].x, now().things[chosen.thing].y]"))
    (x, y), (other_x, other_y) = places
    assert abs(x - other_x) >= 36 or abs(y - other_y) >= 22


def test_piece_is_turned_to_both_sides(seated):
    page, key = seated.page, seated.page.evaluate(KEY, "Boat")
    page.evaluate("key => choose([key])", key)
    for action, turn in (("Turn", 90), ("Turn back", 0), ("Turn back", 270)):
        seated.action(action)
        assert seated.state()["piles"][key]["turn"] == turn


def test_single_pieces_are_no_piles_in_words(seated):
    page, deck = seated.page, seated.page.evaluate(KEY, "The deck")
    for x in (0, 100):
        do(seated, do="take", **{"from": deck}, count=1, to=[x, -300, 0])
    page.evaluate("choose(orderOf(now()).slice(-2))")
    assert page.inner_text("#bar-name") == "2 pieces"
    page.evaluate("key => choose([key, ...chosen.keys])", deck)
    assert page.inner_text("#bar-name") == "3 piles"


def test_places_to_move_to_are_near_first_and_larger_pieces_are_among_them(seated):
    page, deck = seated.page, seated.page.evaluate(KEY, "The deck")
    for x in (100, 300):
        do(seated, do="take", **{"from": deck}, count=1, to=[x, 200, 0])
    page.evaluate("key => { void movePiles([key]); }", page.evaluate("newest()[0]"))
    onto = page.locator("dialog[open] .choices button", has_text="Onto: ").all_inner_texts()
    cm = [int(re.search(r"\((\d+) cm to the left", text)[1]) for text in onto[:2]]
    assert cm == [20, 30]
    assert any(text.startswith("Onto: The island (") for text in onto)
    page.get_by_role("button", name=re.compile("Onto: The island")).click()
    expect(page.locator("#told")).to_have_text("Anna moves 1 face down to The island")


def test_double_click_turns_what_lies_face_down(seated):
    page, deck = seated.page, seated.page.evaluate(KEY, "The deck")
    do(seated, do="take", **{"from": deck}, count=1, to=[-300, -100, 0])
    key = page.evaluate("newest()[0]")
    page.mouse.dblclick(*seated.at(key))
    assert page.evaluate("key => isUp(topOf(now().piles[key]))", key) is True
    page.mouse.dblclick(*seated.at(deck))
    assert page.evaluate("key => isUp(topOf(now().piles[key]))", deck) is False, (
        "a pile stays hidden"
    )


def test_fields_are_called_as_the_game_calls_them(page_file, browser, tiny):
    words = "  rare: {en: rare,"
    tiny.edit("content/tiny/game.yaml", words, f"  options: {{en: Power, it: Potere}}\n{words}")
    other = exported_table("tiny", with_table(tiny).root, tiny.output)
    for file, known in ((page_file, set()), (other, {"Power"})):
        with at_table(browser, file) as player:
            labels = player.page.evaluate(
                "given.designs.flatMap((one) => one.said.map(([label]) => label))"
            )
            assert {*labels} - {""} == known
            texts = player.page.evaluate("given.designs.flatMap((one) => one.said)")
            assert all(label or re.search(r"[^\W\d]", text) for label, text in texts)


# Hands are hidden, and everything can be done without a mouse.


def test_hand_is_hidden_while_the_screen_is_handed_over(seated):
    key = seated.page.evaluate(KEY, "The deck")
    do(seated, do="take", **{"from": key}, count=3, to="h0")
    assert seated.page.locator("#cards .card").count() == 3
    names = seated.page.locator("#cards .card").evaluate_all("all => all.map((c) => c.ariaLabel)")
    seated.press("#next")
    shown = seated.page.content().split('<script type="application/json"')[0]
    assert not any(name in shown for name in names)
    seated.page.keyboard.press("Escape")
    assert seated.page.locator("#curtain").is_visible()
    seated.take_over()
    assert seated.page.locator("#cards .card").count() == 0
    seated.press("#players .chip:first-child")
    assert seated.page.inner_text("#curtain-to") == "Hand the screen to Anna"


def test_everything_is_done_with_the_keyboard(player):
    page = player.page
    page.locator("#start-go").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # "I am Player 1"

    def chosen(*words):
        for word in words:
            button = page.locator("dialog[open]").last.get_by_role("button", name=word).first
            button.focus()
            page.keyboard.press("Enter")

    page.locator("#list").focus()
    page.keyboard.press("Enter")
    chosen("× The deck", "Draw …")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_function("now().hands[0].length === 3")
    card = page.evaluate("designAt(now(), now().hands[0][0]).name")
    chosen(re.compile(f"^{re.escape(card)}"), "Move to …", "Put")
    expect(page.locator("#told")).to_contain_text(f"Player 1 plays {card} to ")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    assert len(player.state()["hands"][0]) == 3
    page.locator("#table").focus()
    page.evaluate("key => choose([key])", page.evaluate(KEY, "Boat"))
    x = page.evaluate("now().piles[chosen.keys[0]].x")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("f")
    page.keyboard.press("r")
    moved = page.evaluate("now().piles[chosen.keys[0]]")
    assert (moved["x"], moved["turn"]) == (x + 10, 90)


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def findings(page):
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], iframes: false})")
    assert found["passes"]
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]


@pytest.mark.parametrize("touch", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing(page_file, browser, touch):
    with at_table(browser, page_file, touch=touch) as player:
        page = player.page
        assert findings(page) == []
        player.sit_down(2)
        deck = page.evaluate(KEY, "The deck")
        do(player, do="take", **{"from": deck}, count=2, to="h0")
        page.evaluate("key => choose([key])", deck)
        assert findings(page) == []
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width == (PHONE if touch else DESKTOP)["width"]
        for open_it in (
            "showList()",
            "showMenu()",
            "showForm()",
            "showLog()",
            "showRules()",
            "lookAt(given.designs[0])",
            "void askPlace(given.kinds[0], [])",
            f"search('{deck}')",
            "passOn()",
        ):
            page.evaluate(open_it)
            assert findings(page) == [], open_it
            page.keyboard.press("Escape")


# The words, and the page itself.


@pytest.mark.parametrize("language", ToolWords().languages)
def test_scripts_ask_for_words_that_there_are(language):
    folder = files("fustella.export") / "pages"
    scripts = "".join(
        path.read_text(encoding="utf-8")
        for path in folder.iterdir()
        if path.name.startswith("table-")
    )
    words = ToolWords().section(TABLE, language)
    known = {name.removesuffix(".one").removesuffix(".many") for name in words}
    asked = {*re.findall(r'(?:said|counted)\(\s*"(\w+)"', scripts)}
    asked |= {*re.findall(r'"((?:log|do|menu)_\w+)"', scripts)}
    assert asked <= known
    page = (folder / "table.html.j2").read_text(encoding="utf-8")
    assert known <= {*re.findall(r'"(\w+)"', scripts), *re.findall(r"words\.(\w+)", page)}


def test_page_speaks_the_language_of_the_game(tiny, browser):
    page_file = exported_table("tiny", with_table(tiny).root, tiny.output, "it")
    with at_table(browser, page_file) as player:
        assert player.page.inner_text("#start-go") == "Comincia"
        player.sit_down(1)
        assert "Il mazzo" in player.page.evaluate(
            "Object.values(now().piles).map((pile) => pile.name)"
        )

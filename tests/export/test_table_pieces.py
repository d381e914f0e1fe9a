"""Pieces on the page of a table that are no cards, and what is painted while the table moves.

They are those of a train game: dice, standing trains, hexagons, tokens with holes, a folded board.
"""

import io
import shutil

import pytest
from PIL import Image, ImageChops

from tests.export.played import at_table, exported_table
from tests.helpers.sharing import ROOT

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PAINTED = """async () => {
  const step = () => new Promise(requestAnimationFrame);
  const waits = () => !faces.blobs.length || pictures.wanted.size
    || faces.images.some((one) => !one.complete);
  do { redraw(); await step(); } while (waits());
  await step();
}"""
KEYS = """kind => orderOf(now()).filter((key) => {
  const { id } = kindAt(now(), now().piles[key]);
  return id === kind;
})"""


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    root = tmp_path_factory.mktemp("railways") / "project"
    shutil.copytree(ROOT / "tests" / "foreign" / "railways", root)
    return exported_table("railways", root, root / "output")


@pytest.fixture
def seated(page_file, browser):
    with at_table(browser, page_file) as player:
        player.sit_down(2)
        player.page.evaluate(PAINTED)
        yield player


def keys(player, kind):
    return player.page.evaluate(KEYS, kind)


def alone(player, kind, at):
    """The key of a piece that is taken from the pile of its kind and laid somewhere."""
    event = {"do": "take", "from": keys(player, kind)[0], "count": 1, "to": [*at, 0]}
    assert player.page.evaluate("event => act(event)", event)
    return player.page.evaluate("newest()[0]")


def shot(player):
    player.page.evaluate(PAINTED)
    return Image.open(io.BytesIO(player.page.screenshot())).convert("RGB")


def test_pieces_lie_apart_from_each_other_and_all_are_seen(seated):
    boxes = seated.page.evaluate("""() => Object.values(now().piles).map((pile) => {
      const { width, height } = boxOf(now(), pile);
      return [pile.x - width / 2, pile.y - height / 2, pile.x + width / 2, pile.y + height / 2];
    })""")
    for number, (left, top, right, bottom) in enumerate(boxes):
        for x, y, to_x, to_y in boxes[:number]:
            assert right <= x or to_x <= left or bottom <= y or to_y <= top
    kinds = {"tile", "share", "train", "station", "signal", "die", "market"}
    assert all(keys(seated, kind) for kind in kinds)


@pytest.mark.parametrize(
    ("kind", "width", "height", "sides"),
    [("die", 16, 16, 6), ("train", 25, 26, 2), ("tile", 43.879, 38, 1), ("station", 16, 16, 1)],
)
def test_piece_lies_as_large_as_it_is_played(seated, kind, width, height, sides):
    """A die is a square and a train stands there with one panel: the nets stay at home."""
    key = keys(seated, kind)[0]
    found = seated.page.evaluate(
        """key => {
          const design = designAt(now(), topOf(now().piles[key]));
          const { width, height } = kindOf(design);
          return [width, height, design.sides.length];
        }""",
        key,
    )
    assert found == [pytest.approx(width, abs=0.01), pytest.approx(height, abs=0.01), sides]


def test_dice_are_rolled_and_show_what_they_say(seated):
    page, die = seated.page, alone(seated, "die", (0, 0))
    seen, looks = set(), set()
    page.evaluate("key => { choose([key]); zoomAt(600, 400, 2); }", die)
    while len(seen) < 6:
        seated.action("Roll")
        value = page.evaluate("key => now().piles[key].value", die)
        assert value == page.evaluate("now().rolled[0]")
        assert seated.told()[-1].endswith(str(value))
        if value not in seen and len(seen) < 3:
            x, y = seated.at(die)
            looks.add(shot(seated).crop((x - 12, y - 12, x + 12, y + 12)).tobytes())
        seen.add(value)
    assert seen == {1, 2, 3, 4, 5, 6}
    assert len(looks) > 1, "another side lies up"
    words = page.locator("#bar-actions button").all_inner_texts()
    assert "Flip" not in words and "Turn" in words
    (event,) = page.evaluate("sessionValue().log.slice(-1)")
    assert (event["verb"], event["text"]) == ("dice", str(value))


def test_standing_figure_is_turned_to_its_other_side(seated):
    page, train = seated.page, alone(seated, "train", (0, 0))
    page.evaluate("key => { choose([key]); zoomAt(600, 400, 2); }", train)
    top = page.evaluate("key => topOf(now().piles[key])", train)
    seated.action("Flip")
    assert page.evaluate("key => topOf(now().piles[key])", train) == -top
    assert page.evaluate(
        "key => sideOf(designAt(now(), 1 * topOf(now().piles[key])), false)", train
    )
    seated.action("Turn")
    assert page.evaluate("key => now().piles[key].turn", train) == 90


def test_hexagons_snap_to_each_other(seated):
    page, one = seated.page, alone(seated, "tile", (0, 0))
    other = alone(seated, "tile", (0, 80))
    x, y = seated.at(one)
    scale = page.evaluate("eye.scale")
    seated.drag(seated.at(other), (x + 3, y + 41 * scale))
    pile = seated.state()["piles"][other]
    assert (pile["x"], pile["y"]) == (0, 38)


HOLED = """key => {
  const design = designAt(now(), topOf(now().piles[key]));
  const canvas = paintSide(design.kind, sideOf(design, true), 4);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return [[32, 32], [12, 32], [1, 1]].map(([x, y]) => data[4 * (y * canvas.width + x) + 3]);
}"""


def test_token_has_its_outline_and_its_hole(seated):
    assert seated.page.evaluate(HOLED, keys(seated, "station")[0]) == [0, 255, 0]


# What is painted while the table moves.

COUNTED = """() => {
  window.paints = 0;
  const context = stage.canvas.getContext("2d"), clear = context.clearRect;
  context.clearRect = function (...box) { window.paints += 1; return clear.apply(this, box); };
}"""
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_table_that_moves_is_not_painted_and_looks_the_same(seated):
    page = seated.page
    page.evaluate(COUNTED)
    for x, y in ((60, 30), (-200, 15), (90, -70)):
        page.evaluate("([x, y]) => panBy(x, y)", [x, y])
        page.evaluate(FRAME)
    moved = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    assert page.evaluate("window.paints") == 0
    assert page.evaluate("painted.x !== eye.x")
    difference = ImageChops.difference(moved, shot(seated))
    assert max(high for _, high in difference.getextrema()) < 40
    assert page.evaluate("window.paints") > 0


def test_what_comes_into_sight_is_painted(seated):
    page = seated.page
    page.evaluate("zoomAt(600, 400, 6)")
    page.evaluate(PAINTED)
    page.evaluate(COUNTED)
    page.evaluate("for (let step = 0; step < 6; step += 1) panBy(stage.rim / 5, 0)")
    page.evaluate(FRAME)
    assert page.evaluate("window.paints") == 1
    assert page.evaluate("painted.x === eye.x")


def test_what_is_carried_is_painted_alone(seated):
    page, one = seated.page, alone(seated, "tile", (0, 0))
    x, y = seated.at(one)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    page.evaluate(FRAME)
    page.evaluate(COUNTED)
    for step in range(5):
        page.mouse.move(x + 30 + 10 * step, y + 30)
        page.evaluate(FRAME)
    assert page.evaluate("window.paints") == 0
    page.mouse.up()

"""Plays on a table as people do: gestures of a mouse or of fingers in a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import TinyProject

NAMES = ("Anna", "Ben", "Carla", "Dov", "Eva", "Fritz")
DESKTOP, PHONE = {"width": 1200, "height": 800}, {"width": 360, "height": 740}


def exported_table(
    game: str, project: Path, output: Path, language: str = "en", *more: str
) -> Path:
    """The page of a game's table; `more` are other words of the command."""
    words = ("export", game, "--to", "table", "--dpi", "72", "--language", language, *more)
    assert TinyProject(project).run(*words, "--output", str(output)) == 0
    return output / game / language / "table" / f"{game}-table.html"


_MIDDLE = """([selector, words]) => {
  const named = (one) => !words || one.textContent.trim() === words;
  const one = [...document.querySelectorAll(selector)].find(named);
  if (!one) return null;
  one.scrollIntoView({block: "nearest", inline: "center"});
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return one.contains(document.elementFromPoint(x, y)) && [x, y];
}"""


_NAME_ALL = "(all, names) => all.forEach((one, seat) => { one.value = names[seat]; })"


@contextmanager
def at_table(browser, page_file: Path, *, touch: bool = False) -> Iterator["Player"]:
    """The page of a table, opened from disk; it loads nothing else and tells no error."""
    size = PHONE if touch else DESKTOP
    context = browser.browser.new_context(
        viewport=size, has_touch=touch, reduced_motion="reduce", accept_downloads=True
    )
    told, asked = [], []
    try:
        page = context.new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        yield Player(page, touch)
        assert told == []
        asked = [url for url in asked if not url.startswith(("blob:", "data:", "about:"))]
        assert {*asked} == {page_file.as_uri()}, "nothing from the network, nor beside the page"
    finally:
        context.close()


class Player:
    """Somebody at a table, with a mouse or with fingers."""

    def __init__(self, page, touch: bool) -> None:
        self.page, self.touch = page, touch
        self._fingers = page.context.new_cdp_session(page) if touch else None

    def sit_down(self, count: int, seed: str = "seed") -> None:
        page = self.page
        page.locator(f"#count input[value='{count}']").check(force=True)
        page.locator("#names input").evaluate_all(_NAME_ALL, NAMES)
        self.press("#start summary")
        page.fill("#seed", seed, force=True)
        self.press("#start-go")
        self.take_over()

    def take_over(self) -> None:
        """Says who plays now, where the page asks for it: nobody asks where no hand is hidden."""
        if self.page.locator("#curtain").is_visible():
            self.press("#curtain-go")

    def press(self, selector: str, words: str = "") -> None:
        """Presses a button where it is seen."""
        self.tap(*self.middle(selector, words))

    def action(self, words: str) -> None:
        """Chooses an action of the bar, which has some of them under *More*."""
        shown = self.page.locator("#bar-actions button").all_inner_texts()
        if words not in shown and "More" in shown:
            self.press("#bar-actions button", "More")
        self.press("#bar-actions button", words)

    def middle(self, selector: str, words: str = "") -> tuple[float, float]:
        """The middle on the screen of an element that is seen: the first, or the one that says so.

        Where a page has to read a file first, it is waited for.
        """
        asked = [selector, words]
        found = self.page.evaluate(_MIDDLE, asked)
        x, y = found or self.page.wait_for_function(_MIDDLE, arg=asked).json_value()
        return x, y

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y) if self.touch else self.page.mouse.click(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drags from one place of the screen to another, over one between."""
        (x, y), (to_x, to_y) = start, end
        # It begins upwards: a card leaves the hand, and whatever is small is past its slack.
        ways = [(x, y - 14), (to_x, to_y)]
        if not self.touch:
            mouse = self.page.mouse
            mouse.move(x, y)
            mouse.down()
            for way in ways:
                mouse.move(*way)
            mouse.up()
            return
        self._touch("touchStart", [(x, y)])
        for way in ways:
            self._touch("touchMove", [way])
        self._touch("touchEnd", [])

    def pinch(self, x: float, y: float, apart: float, then: float) -> None:
        self._touch("touchStart", [(x - apart, y), (x + apart, y)])
        self._touch("touchMove", [(x - then, y), (x + then, y)])
        self._touch("touchEnd", [])

    def _touch(self, type: str, points: list[tuple[float, float]]) -> None:
        listed = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._fingers.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": listed})

    # What is on the table.

    def state(self) -> dict:
        return self.page.evaluate("now()")

    def told(self) -> list[str]:
        """The log as it is shown, without the times."""
        lines = self.page.evaluate("logText(session.log, session.states, false)").splitlines()
        return [line.partition("  ")[2] for line in lines]

    def at(self, key: str) -> tuple[float, float]:
        """The place on the screen of a pile."""
        x, y = self.page.evaluate("key => toScreen(now().piles[key].x, now().piles[key].y)", key)
        return x, y

    def free(self, key: str) -> tuple[float, float]:
        """A free place on the screen for the top of a pile."""
        place = "key => toScreen(...freePlace(kindAt(now(), now().piles[key])))"
        x, y = self.page.evaluate(place, key)
        return x, y

    def saved(self) -> Path:
        """The file that *Save* writes."""
        with self.page.expect_download() as loading:
            self.press("#save")
        return Path(loading.value.path())

    def opened(self, file: Path) -> None:
        """Opens a session file on the page as it is at its start."""
        with self.page.expect_file_chooser() as choosing:
            self.press("#start-open")
        choosing.value.set_files(file)

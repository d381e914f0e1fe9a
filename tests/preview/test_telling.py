"""Open pages are told of every change in the end, whatever happens at the same time."""

import asyncio
import json
import random
import shutil
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fustella.draw.templates.timeouts import TemplateWatchdog
from fustella.preview.events import Bus, ChangeNotifier, Queue
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey
from tests.conftest import TinyProject
from tests.preview.conftest import ENDLESS, service_of

CARDS = "content/tiny/cards.yaml"
FULL = EditionKey("tiny", "en", "full")
SAVES = 100
PATIENCE_S = 60


class Page:
    """An open page: what it shows, by the same rules as the page in the browser."""

    def __init__(self, service: PreviewService, queue: Queue) -> None:
        self._service, self._queue = service, queue
        self.loads = 0
        self._load()

    def _load(self) -> None:
        now = self._service.snapshot(FULL)
        self.loads += 1
        self.number = now.number
        self.names = {piece.id: piece.name for piece in now.pieces}
        self.faults = [fault.code for fault in now.faults]

    async def hear(self) -> str:
        said = await asyncio.wait_for(self._queue.get(), PATIENCE_S)
        assert said is not None
        name, data = said.decode().strip().split("\n")
        if name == "event: touched":  # for pages that show the booklet
            return await self.hear()
        told = json.loads(data.removeprefix("data: "))
        out_of_step = name == "event: change" and told["since"] != self.number < told["number"]
        if name == "event: reload" or out_of_step:
            await asyncio.to_thread(self._load)
        elif name == "event: change" and told["number"] > self.number:
            self.number = told["number"]
            self.names |= {piece["id"]: piece["name"] for piece in told["pieces"]}
            self.faults = [fault["code"] for fault in told.get("faults", [])]
        return name.removeprefix("event: ")

    async def hears(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            await self.hear()


@asynccontextmanager
async def watched(service: PreviewService, bus: Bus) -> AsyncIterator[ChangeNotifier]:
    said: list[str] = []
    notifier, changes = ChangeNotifier(service, bus, said.append), service.saved(said.append)
    task = asyncio.create_task(notifier.watch(changes))
    try:
        yield notifier
    finally:
        changes.stop.set()
        await notifier.close()
        await task
        assert said == []


def run(service: PreviewService, act: Callable[[Page, Bus], Awaitable[None]]) -> None:
    async def running() -> None:
        bus = Bus()
        with bus.watching(FULL) as queue:
            page = Page(service, queue)
            service.news(FULL, checked=True)
            async with watched(service, bus):
                await act(page, bus)

    asyncio.run(running())


def test_page_after_many_saves_shows_the_last_one(
    service: PreviewService, tiny: TinyProject
) -> None:
    """Saved in all the ways that editors save, at random moments."""
    path, dice = tiny.root / CARDS, random.Random(6)
    text = path.read_text(encoding="utf-8")

    def save(number: int) -> None:
        new = text.replace("en: Boat,", f"en: Boat {number},")
        way = dice.choice(["over", "rename", "backup", "broken"])
        if way == "rename":
            beside = path.with_name(f".{path.name}.tmp")
            beside.write_text(new, encoding="utf-8")
            beside.replace(path)
            return
        if way == "backup":
            path.replace(path.with_name(f"{path.name}~"))
        if way == "broken":
            path.write_text(new[: len(new) // 2], encoding="utf-8")
        path.write_text(new, encoding="utf-8")

    async def act(page: Page, bus: Bus) -> None:
        async def saving() -> None:
            for number in range(SAVES):
                await asyncio.to_thread(save, number)
                await asyncio.sleep(dice.choice([0, 0.001, 0.01, 0.05]))

        task = asyncio.create_task(saving())
        await page.hears(lambda: task.done() and page.names["boat"] == f"Boat {SAVES - 1}")
        await page.hears(lambda: not page.faults)
        await task

    run(service, act)


def test_page_hears_what_another_page_had_drawn(service: PreviewService, tiny: TinyProject) -> None:
    """A page opened just after a save has the faces drawn; pages already open must hear of them."""

    async def act() -> None:
        bus, said = Bus(), list[str]()
        with bus.watching(FULL) as queue:
            page = Page(service, queue)
            service.news(FULL, checked=True)
            notifier = ChangeNotifier(service, bus, said.append)
            tiny.edit(CARDS, "en: Boat,", "en: Barge,")
            touched = service.touch([tiny.root / CARDS])
            service.snapshot(FULL)  # the other page
            notifier.changed(touched)
            await notifier.settled()
            await page.hear()
            assert (page.names["boat"], page.loads) == ("Barge", 1)
            tiny.edit(CARDS, "en: Barge,", "en: Boat,")
            notifier.changed(service.touch([tiny.root / CARDS]))
            service.compare(FULL, "start")
            await notifier.settled()
            await page.hears(lambda: page.names["boat"] == "Boat")

    asyncio.run(act())


def test_notifier_with_saves_while_drawing_draws_once_more(
    service: PreviewService, tiny: TinyProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, news = list[int](), service.news

    async def act() -> None:
        bus = Bus()
        with bus.watching(FULL):
            notifier = ChangeNotifier(service, bus, print)

            def slow(edition: EditionKey, *, checked: bool):
                drawn.extend([1] * (not checked))
                if len(drawn) == 1 and not checked:
                    for _ in range(10):
                        loop.call_soon_threadsafe(notifier.changed, ["tiny"])
                return news(edition, checked=checked)

            loop = asyncio.get_running_loop()
            monkeypatch.setattr(service, "news", slow)
            notifier.changed(["tiny"])
            await notifier.settled()

    asyncio.run(act())
    assert len(drawn) == 2


def test_touch_while_something_is_drawn_does_not_wait(
    service: PreviewService, tiny: TinyProject
) -> None:
    """`touch` is called by the event loop, which must go on answering."""
    begun, go_on = threading.Event(), threading.Event()

    def work() -> None:
        with service._at_work():
            begun.set()
            go_on.wait(PATIENCE_S)

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    tiny.edit(CARDS, "en: Boat,", "en: Barge,")
    assert service.touch([tiny.root / CARDS]) == ("tiny",)
    go_on.set()
    thread.join()
    boat = next(one for one in service.snapshot(FULL).pieces if one.id == "boat")
    assert boat.name == "Barge"


def test_service_with_an_endless_template_reports_a_fault(
    tiny: TinyProject,
) -> None:
    service = service_of(tiny, watchdog=TemplateWatchdog(look_s=0.02))
    template = tiny.root / "templates/tiny/coin.svg.j2"
    good = template.read_text(encoding="utf-8")
    before = service.snapshot(FULL)
    template.write_text(
        good.replace("{% endblock %}", f"{ENDLESS}{{% endblock %}}"), encoding="utf-8"
    )
    tiny.edit(CARDS, "en: Boat,", "en: Barge,")
    service.touch([template, tiny.root / CARDS])
    broken = service.snapshot(FULL)
    [fault] = broken.faults
    assert (fault.code, fault.file) == ("E213", "templates/tiny/coin.svg.j2")
    assert "5 s" not in fault.message and "look at its loops" in fault.message
    assert next(one for one in broken.pieces if one.id == "boat").name == "Barge"
    template.write_text(good, encoding="utf-8")
    service.touch([template])
    mended = service.snapshot(FULL)
    assert mended.faults == ()
    assert len(mended.pieces) == len(before.pieces)


def ids(service: PreviewService) -> list[str]:
    return [game.id for game in service.games()]


def test_service_of_all_games_follows_new_renamed_and_vanished_ones(tiny: TinyProject) -> None:
    service, content = service_of(tiny, named=()), tiny.root / "content"
    before = service.snapshot(FULL)
    shutil.copytree(content / "tiny", content / "twin")
    shutil.copytree(tiny.root / "templates/tiny", tiny.root / "templates/twin")
    assert service.touch([content / "twin" / "game.yaml"]) == ("twin",)
    assert ids(service) == ["tiny", "twin"]
    assert service.edition("twin", "", "") == EditionKey("twin", "en", "full")
    (content / "tiny").rename(content / "other")
    assert service.touch([content / "tiny", content / "other"]) == ("other", "tiny")
    assert ids(service) == ["other", "twin"]
    gone = service.snapshot(FULL)
    assert ([fault.code for fault in gone.faults], len(gone.pieces)) == (
        ["E002"],
        len(before.pieces),
    ), "whoever looks at it goes on seeing it"
    shutil.rmtree(content)
    service.touch([content])
    assert ids(service), "the page needs one"


def test_service_of_named_games_shows_no_other(tiny: TinyProject) -> None:
    service = service_of(tiny)
    shutil.copytree(tiny.root / "content/tiny", tiny.root / "content/twin")
    assert service.touch([tiny.root / "content/twin/game.yaml"]) == ()
    assert ids(service) == ["tiny"]
    assert service.edition("twin", "", "") is None


def test_page_of_a_vanished_edition_is_told_to_reload(tiny: TinyProject) -> None:
    path = tiny.root / "content/tiny/game.yaml"
    good = path.read_bytes()
    path.write_bytes(b"\xff")
    service = service_of(tiny)
    unread = service.edition("tiny", "whatever", "")
    assert unread == EditionKey("tiny", "", "full"), "nobody knows its languages"
    service.snapshot(unread)

    async def act() -> list[bytes | None]:
        bus = Bus()
        with bus.watching(unread) as queue:
            notifier = ChangeNotifier(service, bus, print)
            path.write_bytes(good)
            notifier.changed(service.touch([path]))
            await notifier.settled()
            return [queue.get_nowait() for _ in range(queue.qsize())]

    said = asyncio.run(act())
    assert said[1] == b"event: reload\ndata: {}\n\n"
    assert said[2] is None, "the stream ends, and the page opens another"


def test_watcher_is_not_heard_again_of_what_a_page_wrote(
    service: PreviewService, tiny: TinyProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each drawing of a game takes the processor for a while."""
    touched: list[set[Path]] = []
    monkeypatch.setattr(service, "touch", lambda paths: touched.append({*paths}) or ())
    path, other = tiny.root / CARDS, tiny.root / "content/tiny/game.yaml"

    async def telling() -> None:
        notifier = ChangeNotifier(service, Bus(), print)
        path.write_text("by the page")
        notifier.written([path])
        await notifier.watch([{path}, {path, other}])
        path.write_text("by another program")
        await notifier.watch([{path}])
        path.unlink()
        notifier.written([path])
        await notifier.watch([{path}])
        path.write_text("there again")
        await notifier.watch([{path}])

    asyncio.run(telling())
    assert touched == [{path}, {other}, {path}, {path}, {path}]

"""The watchdog ends a drawing without an end, and lets all others go on."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import jinja2
import pytest

from fustella.draw.templates.timeouts import (
    BY_THE_CLOCK,
    KNOWN,
    DrawingTooLong,
    Stopped,
    TemplateWatchdog,
)

ENDLESS = "{% for a in range(10**9) %}{% for b in range(10**9) %}{% endfor %}{% endfor %}"
IDLE = "{% for a in range(10**9) %}{{ wait(0.005) }}{% endfor %}"
"""As endless, and takes next to nothing of the processor's time."""

LOOK_S, LOOKS = 0.1, 5
"""As far apart as in earnest, for the machine may be busy in between; but fewer."""


@pytest.fixture
def watchdog() -> TemplateWatchdog:
    return TemplateWatchdog(LOOK_S, LOOKS)


def drawn(text: str, wait: Callable[[float], object] = time.sleep) -> str:
    loader = jinja2.DictLoader({"a.svg.j2": text, "b.svg.j2": "{% include 'a.svg.j2' %}"})
    return jinja2.Environment(loader=loader).get_template("b.svg.j2").render(wait=wait)


def test_watchdog_with_an_endless_template_ends_it(watchdog):
    with (
        watchdog.watching(),
        pytest.raises(TimeoutError, match=r"after 0\.5 s of computing; look at"),
    ):
        drawn(ENDLESS)
    with watchdog.watching():
        assert drawn("quick") == "quick", "and that is all"


class Looks:
    """Counts the looks of a watchdog, which waits for as long as ever between them."""

    def __init__(self) -> None:
        self.number = 0

    def sleep(self, seconds: float) -> None:
        self.number += 1
        time.sleep(seconds)

    def wait_for(self, number: int) -> None:
        """Waits until there were so many more."""
        until = self.number + number
        while self.number < until:
            time.sleep(0.001)


def test_watchdog_with_a_template_known_to_be_endless_ends_it_sooner_until_files_change():
    looks = Looks()
    watchdog = TemplateWatchdog(0.01, 2 * LOOKS, looks.sleep)

    def looked() -> int:
        before = looks.number
        with watchdog.watching(), pytest.raises(DrawingTooLong, match="after 1 s of waiting; run"):
            drawn(IDLE)
        return looks.number - before

    # More where the drawing has not begun at a look, or has no turn to end before the next one.
    assert looked() >= BY_THE_CLOCK * 2 * LOOKS - 1
    assert BY_THE_CLOCK * KNOWN - 1 <= looked() < BY_THE_CLOCK * 2 * LOOKS - 1
    watchdog.forget()
    assert looked() >= BY_THE_CLOCK * 2 * LOOKS - 1


@pytest.mark.parametrize(
    "template", ["{{ wait(0) }}", "{% for n in (1, 2) %}{{ wait(n) }}{% endfor %}"]
)
def test_watchdog_with_a_drawing_that_a_busy_machine_lets_wait_goes_on(template):
    """It is found at more looks than it may compute for, and has computed nothing."""
    looks = Looks()
    watchdog = TemplateWatchdog(0.01, LOOKS, looks.sleep)
    with watchdog.watching():
        assert drawn(template, lambda _: looks.wait_for(3 * LOOKS) or "") == ""


def test_watchdog_with_a_drawing_beside_a_thread_that_computes_goes_on():
    """The processor's time of other threads is not its own."""
    looks, over = Looks(), threading.Event()
    watchdog = TemplateWatchdog(0.01, LOOKS, looks.sleep)

    def compute() -> None:
        while not over.is_set():
            pass

    other = threading.Thread(target=compute)
    other.start()
    try:
        with watchdog.watching():
            assert drawn("{{ wait(0) }}", lambda _: looks.wait_for(4 * LOOKS) or "") == ""
    finally:
        over.set()
        other.join()


def test_watchdog_with_many_quick_drawings_lets_them_go_on(watchdog):
    with watchdog.watching():
        for _ in range(2 * LOOKS):
            drawn("{{ wait(0.06) }}")


def test_watchdog_with_work_that_draws_nothing_lets_it_go_on(watchdog):
    with watchdog.watching():
        time.sleep(1.5 * LOOKS * LOOK_S)


def test_watchdog_stopped_ends_all_work_and_lets_none_begin(watchdog):
    ended, begun = [], threading.Barrier(3)

    def work():
        with suppress(Stopped), watchdog.watching(), watchdog.watching():
            begun.wait()
            while True:
                time.sleep(0.001)
        ended.append(True)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    begun.wait()
    watchdog.stop()
    for thread in threads:
        thread.join(30)
    assert ended == [True, True]
    with pytest.raises(Stopped), watchdog.watching():
        pass

"""The watchdog ends a drawing without an end, and lets all others go on."""

import threading
import time
from contextlib import suppress

import jinja2
import pytest

from fustella.draw.templates.timeouts import KNOWN, DrawingTooLong, Stopped, TemplateWatchdog

ENDLESS = "{% for a in range(10**9) %}{% for b in range(10**9) %}{% endfor %}{% endfor %}"
IDLE = "{% for a in range(10**9) %}{{ wait(0.005) }}{% endfor %}"
"""As endless, and takes nothing from what else runs on the machine."""

LOOK_S, LOOKS = 0.1, 5
"""As far apart as in earnest, for the machine may be busy in between; but fewer."""


@pytest.fixture
def watchdog() -> TemplateWatchdog:
    return TemplateWatchdog(LOOK_S, LOOKS)


def drawn(text: str) -> str:
    loader = jinja2.DictLoader({"a.svg.j2": text, "b.svg.j2": "{% include 'a.svg.j2' %}"})
    return jinja2.Environment(loader=loader).get_template("b.svg.j2").render(wait=time.sleep)


def test_watchdog_with_an_endless_template_ends_it(watchdog):
    with watchdog.watching(), pytest.raises(TimeoutError, match=r"after 0\.5 s; look at its loops"):
        drawn(ENDLESS)
    with watchdog.watching():
        assert drawn("quick") == "quick", "and that is all"


def test_watchdog_with_a_template_known_to_be_endless_ends_it_sooner_until_files_change():
    looks: list[float] = []

    def sleep(seconds: float) -> None:
        looks.append(seconds)
        time.sleep(seconds)

    watchdog = TemplateWatchdog(LOOK_S, 2 * LOOKS, sleep)

    def looked() -> int:
        looks.clear()
        with watchdog.watching(), pytest.raises(DrawingTooLong):
            drawn(IDLE)
        return len(looks)

    # More where the drawing has not begun at a look, or has no turn to end before the next one.
    assert looked() >= 2 * LOOKS - 1
    assert KNOWN - 1 <= looked() < 2 * LOOKS - 1
    watchdog.forget()
    assert looked() >= 2 * LOOKS - 1


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

"""A drawing without an end is ended; all others are left alone."""

import threading
import time
from contextlib import suppress

import jinja2
import pytest

from fustella.preview import timeouts as patience
from fustella.preview.timeouts import DrawingTooLong, Stopped, TemplateWatchdog

ENDLESS = "{% for a in range(10**9) %}{% for b in range(10**9) %}{% endfor %}{% endfor %}"


@pytest.fixture
def overseer(monkeypatch) -> TemplateWatchdog:
    """Fewer looks than in earnest, but as far apart: the machine may be busy in between."""
    monkeypatch.setattr(patience, "LOOK_S", 0.1)
    monkeypatch.setattr(patience, "PATIENCE", 5)
    return TemplateWatchdog()


def drawn(text: str) -> str:
    loader = jinja2.DictLoader({"a.svg.j2": text, "b.svg.j2": "{% include 'a.svg.j2' %}"})
    return jinja2.Environment(loader=loader).get_template("b.svg.j2").render(wait=time.sleep)


def test_an_endless_template_is_ended(overseer):
    with overseer.watching(), pytest.raises(TimeoutError, match="5 s; look at its loops"):
        drawn(ENDLESS)
    with overseer.watching():
        assert drawn("quick") == "quick", "and that is all"


def test_one_that_took_too_long_before_is_ended_sooner_until_files_change(overseer, monkeypatch):
    looks = []
    look = TemplateWatchdog._look_at

    def counted(self, thread, frame):
        looks.append(patience._drawing_in(frame)[0] is not None)
        look(self, thread, frame)

    monkeypatch.setattr(TemplateWatchdog, "_look_at", counted)

    def looked() -> int:
        looks.clear()
        with overseer.watching(), pytest.raises(DrawingTooLong):
            drawn(ENDLESS)
        return sum(looks)

    # One more where the drawing has no turn to end before the next look.
    assert looked() >= patience.PATIENCE
    assert patience.KNOWN <= looked() < patience.PATIENCE
    overseer.forget()
    assert looked() >= patience.PATIENCE


def test_many_quick_drawings_may_take_as_long_as_they_like(overseer):
    with overseer.watching():
        for _ in range(2 * patience.PATIENCE):
            drawn("{{ wait(0.06) }}")


def test_what_draws_nothing_may_take_as_long_as_it_likes(overseer):
    with overseer.watching():
        time.sleep(1.5 * patience.PATIENCE * patience.LOOK_S)


def test_all_work_can_be_stopped_and_none_begins_then(overseer):
    ended, begun = [], threading.Barrier(3)

    def work():
        with suppress(Stopped), overseer.watching(), overseer.watching():
            begun.wait()
            while True:
                time.sleep(0.001)
        ended.append(True)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    begun.wait()
    overseer.stop()
    for thread in threads:
        thread.join(30)
    assert ended == [True, True]
    with pytest.raises(Stopped), overseer.watching():
        pass

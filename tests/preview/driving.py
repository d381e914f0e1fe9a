"""A preview that is served, and its page in a real browser."""

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect, sync_playwright

from tests.helpers.sharing import ROOT

CARDS = "content/tiny/cards.yaml"
_BROWSERS = ("chromium", "chromium-browser", "chrome")
"""What people have: the shell without windows shows no PDF, and paints other edges."""

CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")

VIEW = {"width": 1200, "height": 900}
REDUCED = "reduce"
"""What moves is painted sixty times a second, by as much of the processor as there is."""

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"),
    *("--disable-site-isolation-trials", "--disable-features=site-per-process"),
    "--js-flags=--single-threaded",
)
"""A machine without a graphics card would draw everything twice; a new process takes a second, and
each address, or each file, would have one of its own; threads that look for garbage beside a script
wait for more. Letters are set as browsers do by default."""

_OF_DRIVER = "GL Driver Message"
"""What Chromium says where the processor has to draw in the place of a graphics card."""

NO_ANSWER = "ERR_|status of 4"
"""What the console says of a request that fails or is refused."""

_LIVE = re.compile("^live$")

PATIENCE_S = 60
"""Far longer than anything takes: the machine may be busy. Only a failing test waits so long."""

expect.set_options(timeout=PATIENCE_S * 1000)


def free_port() -> int:
    """A port outside the range that the system hands out, so that a server can come back to it."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a hundred ports are taken")


def serving(root: Path, port: int) -> contextlib.AbstractContextManager[str]:
    """The address at which a project is served; Ctrl-C must end the server without output."""
    return _served(["preview", "--project", str(root)], port)


def serving_studio(folder: Path, port: int, home: Path) -> contextlib.AbstractContextManager[str]:
    """The address of a studio in a folder, for somebody who has this home."""
    own = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""}
    return _served(["studio", str(folder), "--no-open"], port, own)


@contextlib.contextmanager
def _served(words: list[str], port: int, own: dict[str, str] | None = None) -> Iterator[str]:
    command = [sys.executable, "-m", "fustella", *words, "--port", str(port)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    server = subprocess.Popen(command, cwd=ROOT, env=own, **pipes)
    try:
        said = server.stdout.readline()
        while said and "http" not in said:  # the port may be taken
            said = server.stdout.readline()
        assert said, server.stderr.read()
        yield said.split()[0]  # with the token, by which pages can change files
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=PATIENCE_S)
        assert (server.returncode, errors) == (0, "")
    finally:
        server.kill()
        server.wait()


@contextlib.contextmanager
def browsing() -> Iterator[BrowserContext]:
    """A browser for any number of pages, one after the other.

    They share one context: in a context of its own, each page would start a process, read the fonts
    and compile the scripts anew.
    """
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        context = browser.new_context(viewport=VIEW, reduced_motion=REDUCED)
        context.set_default_timeout(PATIENCE_S * 1000)
        context.new_page()  # stays open, for `opened`, and keeps the process of the others
        yield context
        browser.close()


@contextlib.contextmanager
def opened(
    browser: BrowserContext, address: str, complains: str = "", own_tab: bool = False
) -> Iterator[Page]:
    """The page, with nothing remembered of an earlier one.

    Its console must stay empty, except for lines in which the pattern `complains` is found. It
    is always the same tab of the browser: a new one costs as much as half of what a test does in
    it. A test that has the network behave in another way takes its `own_tab`.
    """
    page = browser.new_page() if own_tab else browser.pages[0]
    complaints: list[str] = []
    foreign: list[str] = []
    heard = {
        "console": lambda m: _OF_DRIVER in m.text or complaints.append(m.text),
        "pageerror": lambda error: complaints.append(str(error)),
        "request": lambda r: r.url.startswith(address.partition("#")[0]) or foreign.append(r.url),
    }
    for event, hear in heard.items():
        page.on(event, hear)
    try:
        _forget(page, address)
        page.goto(address)
        expect(page.locator("#live", has_text=_LIVE).or_(page.locator("body.start"))).to_have_count(
            1
        )
        yield page
    finally:
        for event, hear in heard.items():
            page.remove_listener(event, hear)
        if own_tab:
            page.close()
        else:
            _leave(page)
    if complains:
        complaints = [one for one in complaints if not re.search(complains, one)]
    assert not complaints, complaints
    assert foreign == []


def _forget(page: Page, address: str) -> None:
    """Clears what earlier pages of an address have kept, without loading one of them."""
    kept = {"origin": address.partition("#")[0].rstrip("/"), "storageTypes": "local_storage"}
    browser = page.context.new_cdp_session(page)
    browser.send("Storage.clearDataForOrigin", kept)
    browser.detach()


def _leave(page: Page) -> None:
    """Has a tab as it was at first."""
    page.goto("about:blank")
    page.emulate_media(reduced_motion=REDUCED)
    page.set_viewport_size(VIEW)


def tile(page: Page, piece: str) -> Locator:
    """The tile of a piece."""
    return page.locator(f'.tile[data-id="{piece}"]')


def expect_drawn(art: Locator, text: str, *, shown: bool = True) -> None:
    """Waits until one of the pictures in there shows a text, or until none of them does."""
    until_s = time.monotonic() + PATIENCE_S
    said = []
    while time.monotonic() < until_s:
        said = [_SOURCE.sub("", svg) for svg in art.evaluate(_PICTURES)]
        if said and any(text in one for one in said) == shown:
            return
        time.sleep(0.05)
    raise AssertionError(f"{text} in {said}: not {shown}")


_PICTURES = """element => Promise.all([...element.querySelectorAll("image")].map(one => {
  const address = one.getAttribute("href");
  if (address.startsWith("data:")) return decodeURIComponent(address);
  return fetch(address).then(answer => answer.text());
}))"""
_SOURCE = re.compile("<style>.*?</style>|<[^>]*>")
"""All of a picture but its texts."""

"""A preview that is served, and its page in a real browser."""

import contextlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.conftest import ROOT

CARDS = "content/tiny/cards.yaml"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")


@contextlib.contextmanager
def serving(root: Path, port: int) -> Iterator[str]:
    """Serves a project at the address that it gives; Ctrl-C must end that quietly."""
    command = [sys.executable, "-m", "generator", "preview", "--port", str(port)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    server = subprocess.Popen([*command, "--project", str(root)], cwd=ROOT, **pipes)
    said = server.stdout.readline()
    while said and "http" not in said:  # the port may be taken
        said = server.stdout.readline()
    yield said.split()[0]
    server.send_signal(signal.SIGINT)
    _, errors = server.communicate(timeout=10)
    assert (server.returncode, errors) == (0, "")


@contextlib.contextmanager
def opened(browser: Browser, address: str, of_no_answer: bool = False) -> Iterator[Page]:
    """The page; nothing may be complained of in its console, but perhaps that nobody answers."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    complaints: list[str] = []
    foreign: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda r: r.url.startswith(address) or foreign.append(r.url))
    page.goto(address)
    expect(page.locator("#live")).to_have_text("live")
    yield page
    page.close()
    if of_no_answer:
        complaints = [one for one in complaints if "ERR_" not in one]
    assert complaints == []
    assert foreign == []


def tile(page: Page, piece: str) -> Locator:
    """A piece among all others."""
    return page.locator(f'.tile[data-id="{piece}"]')

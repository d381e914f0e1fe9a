"""`fustella preview` as a process ends soon and without output, whatever it is doing."""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
import uvicorn

from fustella.preview.server import ImpatientProtocol
from tests.conftest import TinyProject
from tests.helpers.sharing import ROOT
from tests.preview.conftest import ENDLESS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such signals there")

PATIENCE_S = 60
STREAM = b"GET /api/events?game=tiny HTTP/1.1\r\nHost: localhost\r\n\r\n"


class MoreImpatient(ImpatientProtocol):
    request_s = 0.05


PROGRAM = """
import sys, fustella.cli, fustella.cli.preview
fustella.cli.preview._EXIT_S = float(sys.argv.pop(1))
fustella.cli.run()
"""
"""Fustella, which is ended after so many seconds where a preview does not end by itself."""


class Preview:
    def __init__(self, project: TinyProject, port: int, exit_s: float = 2) -> None:
        program = [sys.executable, "-c", PROGRAM, str(exit_s)]
        command = [*program, "preview", f"--port={port}"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        where = ["--project", str(project.root)]
        self.process = subprocess.Popen([*command, *where], cwd=ROOT, **pipes)
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/", self._line())):
            pass
        self.port = int(found[1])

    def _line(self) -> str:
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return line

    def asked(self, request: bytes) -> socket.socket:
        asking = socket.create_connection(("127.0.0.1", self.port), PATIENCE_S)
        asking.sendall(request)
        return asking

    def streaming(self) -> socket.socket:
        stream, said = self.asked(STREAM), b""
        while b"event: hello" not in said:
            said += stream.recv(65536)
        return stream

    def ended_by(self, number: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said


@pytest.fixture
def preview(tiny: TinyProject, request: pytest.FixtureRequest) -> Iterator[Preview]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    running = Preview(tiny, port, getattr(request, "param", 2))
    yield running
    running.process.kill()
    running.process.wait()


def test_preview_that_no_page_has_asked_draws_the_first_game(
    tiny: TinyProject, request: pytest.FixtureRequest
) -> None:
    shutil.rmtree(tiny.output)
    preview: Preview = request.getfixturevalue("preview")
    until_s = time.monotonic() + PATIENCE_S
    while not [*tiny.output.glob(".cache/*.faces")]:
        assert time.monotonic() < until_s, "nothing is drawn"
        time.sleep(0.02)
    assert preview.ended_by(signal.SIGINT) == (0, "")


@pytest.mark.parametrize("preview", [2 * PATIENCE_S], indirect=True)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_preview_with_open_pages_ends_by_itself_at_a_signal(
    preview: Preview, number: signal.Signals
) -> None:
    streams = [preview.streaming() for _ in range(3)]
    assert preview.ended_by(number) == (0, "")
    for stream in streams:
        with stream:
            while stream.recv(65536):
                pass


def test_preview_with_an_endless_template_ends_at_a_signal(
    preview: Preview, tiny: TinyProject
) -> None:
    template = tiny.root / "templates/tiny/coin.svg.j2"
    good = template.read_text(encoding="utf-8")
    endless = f"{ENDLESS}{{% endblock %}}"
    template.write_text(good.replace("{% endblock %}", endless), encoding="utf-8")
    with preview.asked(STREAM), preview.asked(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") as page:
        assert page.recv(12) == b"HTTP/1.1 200", "it goes on answering"
        assert preview.ended_by(signal.SIGINT) == (0, "")


def test_preview_with_a_file_that_does_not_answer_ends_at_a_signal(
    preview: Preview, tiny: TinyProject
) -> None:
    os.mkfifo(tiny.root / "content/tiny/from-nowhere.yaml")
    with preview.asked(STREAM), preview.asked(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") as page:
        assert page.recv(12) == b"HTTP/1.1 200"
        assert preview.ended_by(signal.SIGINT) == (0, "")


def test_preview_beside_another_takes_the_next_port(preview: Preview, tiny: TinyProject) -> None:
    other = Preview(tiny, preview.port)
    try:
        assert other.port > preview.port
        for one in (preview, other):
            one.streaming().close()
        assert other.ended_by(signal.SIGINT) == (0, "")
        preview.streaming().close()
    finally:
        other.process.kill()
        other.process.wait()


def test_protocol_with_a_client_that_asks_nothing_hangs_up_on_it_alone() -> None:
    state = uvicorn.server.ServerState()

    async def answer(scope, receive, send) -> None:
        for connection in state.connections:
            connection.hang_up()  # as if the answer took so long
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})

    async def asked(request: bytes, protocol: type[ImpatientProtocol]) -> bytes:
        config = uvicorn.Config(answer, log_level="critical", lifespan="off", ws="none")
        config.load()
        listening = await asyncio.get_running_loop().create_server(
            lambda: protocol(config, state, {}), "127.0.0.1", 0
        )
        async with listening:
            reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
            writer.write(request)
            try:
                return await asyncio.wait_for(reader.readline(), PATIENCE_S)
            except ConnectionResetError:
                return b""
            finally:
                writer.close()

    request = b"GET / HTTP/1.1\r\nHost: a\r\n"
    assert asyncio.run(asked(request + b"\r\n", ImpatientProtocol)) == b"HTTP/1.1 200 OK\r\n"
    assert asyncio.run(asked(b"", MoreImpatient)) == b""
    assert asyncio.run(asked(request, MoreImpatient)) == b""

"""`fustella preview`: which address, which port, how it ends."""

import argparse
import asyncio
import socket
from pathlib import Path

import pytest

from generator import cli
from generator.cli.preview import add_command
from generator.preview.bus import Bus
from generator.preview.server import _of_interest, bound_socket, told
from generator.preview.views import Edition
from generator.previewing import Workshop
from tests.conftest import TinyProject

HERE = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def test_it_is_bound_to_this_machine_alone_unless_told_otherwise() -> None:
    parser = argparse.ArgumentParser()
    add_command(parser.add_subparsers())
    assert parser.parse_args(["preview"]).host == HERE
    assert parser.parse_args(["preview"]).port == 8000


def test_of_a_taken_port_the_next_one_is_used() -> None:
    with bound_socket(HERE, free_port()) as first:
        port = first.getsockname()[1]
        with bound_socket(HERE, port) as second:
            assert port < second.getsockname()[1] <= port + 50


def test_an_address_of_another_machine_is_a_slip_of_the_command(
    tiny: TinyProject, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["preview", "--host", "203.0.113.1", "--project", str(tiny.root)])
    assert ended.value.code == 2
    assert "203.0.113.1:8000" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "٣"])
def test_no_port_is_a_slip_of_the_command(port: str, tiny: TinyProject) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["preview", f"--port={port}", "--project", str(tiny.root)])
    assert ended.value.code == 2


@pytest.mark.parametrize("name", [".#cards.yaml", "cards.yaml~", "4913.swp", "#x#", "x.tmp"])
def test_what_editors_leave_about_is_not_looked_at(name: str) -> None:
    from watchfiles import Change

    assert not _of_interest(Change.added, str(Path("/p/content/tiny") / name))
    assert _of_interest(Change.modified, "/p/content/tiny/cards.yaml")


def test_pages_are_told_of_faces_first_and_of_failures(
    workshop: Workshop, tiny: TinyProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition, said = Edition("tiny", "en", "full"), list[str]()
    workshop.snapshot(edition)
    cards = tiny.root / "content" / "tiny" / "cards.yaml"

    async def heard() -> list[bytes]:
        bus = Bus()
        with bus.watching(edition) as queue:
            tiny.edit("content/tiny/cards.yaml", "cost: 3", "cost: 4")
            await told(workshop, bus, workshop.touch([cards]), said.append)
            monkeypatch.setattr(workshop, "refresh", lambda _: 1 / 0)
            await told(workshop, bus, workshop.touch([cards]), said.append)
            return [queue.get_nowait() for _ in range(queue.qsize())]

    told_to_page = asyncio.run(heard())
    names = [message.split(b"\n")[0] for message in told_to_page]
    assert names == [
        *(b"event: change", b"event: change", b"event: games"),
        *(b"event: failed", b"event: change", b"event: games"),
    ]
    assert b'"id":"boat"' in told_to_page[0] and b'"claims"' not in told_to_page[0]
    assert b'"verdict":"differs"' in told_to_page[1]
    assert said == ["tiny: ZeroDivisionError: division by zero"]

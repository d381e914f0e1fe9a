"""`fustella preview`: which address, which port, how it ends."""

import asyncio
import socket

import pytest

from fustella import cli
from fustella.cli.arguments import parse
from fustella.preview.events import Bus, ChangeNotifier
from fustella.preview.server import bound_socket
from fustella.preview.service import PreviewService
from fustella.preview.views import Edition
from tests.conftest import TinyProject

HERE = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def test_it_is_bound_to_this_machine_alone_unless_told_otherwise() -> None:
    assert parse(["preview"]).host == HERE
    assert parse(["preview"]).port == 8000


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


def test_pages_are_told_of_faces_first_and_of_failures(
    workshop: PreviewService, tiny: TinyProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition, said = Edition("tiny", "en", "full"), list[str]()
    workshop.snapshot(edition)
    cards = tiny.root / "content" / "tiny" / "cards.yaml"

    async def heard() -> list[bytes]:
        bus = Bus()
        with bus.watching(edition) as queue:
            tiny.edit("content/tiny/cards.yaml", "cost: 3", "cost: 4")
            teller = ChangeNotifier(workshop, bus, said.append)
            teller.changed(workshop.touch([cards]))
            await teller.told()
            monkeypatch.setattr(workshop, "refresh", lambda _: 1 / 0)
            teller.changed(workshop.touch([cards]))
            await teller.told()
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


@pytest.mark.parametrize("host", ["", " ", "a\nb"])
def test_no_host_is_a_slip_of_the_command(
    host: str, tiny: TinyProject, capsys: pytest.CaptureFixture[str]
) -> None:
    """Above all not "", which would be every address of the machine."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["preview", "--host", host, "--project", str(tiny.root)])
    assert ended.value.code == 2
    assert "--host" in capsys.readouterr().err


def test_a_port_that_may_not_be_used_is_not_called_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def bind(_, address) -> None:
        asked.append(address)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "socket", type("Refusing", (socket.socket,), {"bind": bind}))
    with pytest.raises(PermissionError):
        bound_socket(HERE, 80)
    assert asked == [(HERE, 80)]


def test_a_game_that_is_not_there_is_refused(
    tiny: TinyProject, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("tinny", "..", "../content/tiny"):
        assert cli.main(["preview", name, "--project", str(tiny.root)]) == 1
        said = capsys.readouterr().err
        assert f"E002 there is no game `{name}`" in said and "known: tiny" in said


@pytest.mark.parametrize(
    ("host", "address"),
    [(HERE, "http://127.0.0.1:"), ("[::1]", "http://[::1]:"), ("0.0.0.0", "http://localhost:")],
)
def test_it_says_where_and_whether_others_can_look(
    host: str,
    address: str,
    tiny: TinyProject,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    served = []
    monkeypatch.setattr("fustella.preview.server.serve", lambda *said: served.append(said))
    command = ["preview", f"--port={free_port()}", "--host", host, "--project", str(tiny.root)]
    try:
        assert cli.main(command) == 0
    except SystemExit:
        pytest.skip(f"this machine has no {host}")
    said = capsys.readouterr().out
    assert address in said
    assert ("your network can see" in said) == (host == "0.0.0.0")
    assert len(served) == 1

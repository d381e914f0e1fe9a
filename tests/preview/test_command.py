"""`fustella preview`: its address, its port, and what it refuses."""

import asyncio
import socket
from pathlib import Path

import pytest

from fustella.cli.arguments import parse
from fustella.cli.command import main
from fustella.cli.preview import tell_of_history
from fustella.core.files.project import Project
from fustella.preview.events import Bus, ChangeNotifier
from fustella.preview.server import bound_socket
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey
from tests.conftest import TinyProject

HERE = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def test_preview_command_without_a_host_is_bound_to_this_machine() -> None:
    assert parse(["preview"]).host == HERE
    assert parse(["preview"]).port == 8000


def test_bound_socket_with_a_taken_port_takes_the_next() -> None:
    with bound_socket(HERE, free_port()) as first:
        port = first.getsockname()[1]
        with bound_socket(HERE, port) as second:
            assert port < second.getsockname()[1] <= port + 50


def test_bound_socket_sends_each_part_of_an_answer_at_once() -> None:
    """Else a page waits 40 ms for each: the system holds back what is short."""

    async def met() -> int:
        delays = asyncio.get_running_loop().create_future()

        async def meet(_: object, writer: asyncio.StreamWriter) -> None:
            own = writer.get_extra_info("socket")
            delays.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        bound = bound_socket(HERE, free_port())
        async with await asyncio.start_server(meet, sock=bound):
            with socket.create_connection(bound.getsockname()):
                return await delays

    assert asyncio.run(met())


def test_preview_command_with_a_foreign_address_is_a_usage_error(
    tiny: TinyProject, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["preview", "--host", "203.0.113.1", "--project", str(tiny.root)])
    assert ended.value.code == 2
    assert "203.0.113.1:8000" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "٣"])
def test_preview_command_with_an_impossible_port_is_a_usage_error(
    port: str, tiny: TinyProject
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["preview", f"--port={port}", "--project", str(tiny.root)])
    assert ended.value.code == 2


def test_notifier_after_an_edit_tells_faces_first_and_failures_too(
    service: PreviewService, tiny: TinyProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition, said = EditionKey("tiny", "en", "full"), list[str]()
    service.snapshot(edition)
    cards = tiny.root / "content" / "tiny" / "cards.yaml"

    async def heard() -> list[bytes]:
        bus = Bus()
        with bus.watching(edition) as queue:
            tiny.edit("content/tiny/cards.yaml", "cost: 3", "cost: 4")
            notifier = ChangeNotifier(service, bus, said.append)
            notifier.changed(service.touch([cards]))
            await notifier.settled()
            news = service.news
            monkeypatch.setattr(
                service,
                "news",
                lambda *named, checked: news(*named, checked=checked) if checked else 1 / 0,
            )
            notifier.changed(service.touch([cards]))
            await notifier.settled()
            return [queue.get_nowait() for _ in range(queue.qsize())]

    told_to_page = asyncio.run(heard())
    names = [message.split(b"\n")[0] for message in told_to_page]
    assert names == [
        *(b"event: touched", b"event: change", b"event: change", b"event: games"),
        *(b"event: touched", b"event: failed", b"event: change", b"event: games"),
    ]
    assert b'"id":"boat"' in told_to_page[1] and b'"claims"' not in told_to_page[1]
    assert b'"verdict":"differs"' in told_to_page[2]
    assert said == ["tiny: ZeroDivisionError: division by zero"]


@pytest.mark.parametrize("host", ["", " ", "a\nb"])
def test_preview_command_with_an_empty_host_is_a_usage_error(
    host: str, tiny: TinyProject, capsys: pytest.CaptureFixture[str]
) -> None:
    """Above all "" must be refused: it would be every address of the machine."""
    with pytest.raises(SystemExit) as ended:
        main(["preview", "--host", host, "--project", str(tiny.root)])
    assert ended.value.code == 2
    assert "--host" in capsys.readouterr().err


def test_bound_socket_with_a_forbidden_port_tries_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def bind(_, address) -> None:
        asked.append(address)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "socket", type("Refusing", (socket.socket,), {"bind": bind}))
    with pytest.raises(PermissionError):
        bound_socket(HERE, 80)
    assert asked == [(HERE, 80)]


def test_preview_command_with_an_unknown_game_is_refused(
    tiny: TinyProject, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("tinny", "..", "../content/tiny"):
        assert main(["preview", name, "--project", str(tiny.root)]) == 1
        said = capsys.readouterr().err
        assert f"E002 there is no game `{name}`" in said
        assert ("did you mean `tiny`?" if name == "tinny" else "tiny") in said


@pytest.mark.parametrize(
    ("host", "address"),
    [(HERE, "http://127.0.0.1:"), ("[::1]", "http://[::1]:"), ("0.0.0.0", "http://localhost:")],
)
def test_preview_command_says_its_address_and_who_can_see_it(
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
        assert main(command) == 0
    except SystemExit:
        pytest.skip(f"this machine has no {host}")
    said = capsys.readouterr().out
    assert address in said
    assert ("your network can see" in said) == (host == "0.0.0.0")
    assert len(served) == 1


def test_preview_of_a_history_that_lies_elsewhere_says_so(
    tiny: TinyProject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tell_of_history(Project(tiny.root))
    assert capsys.readouterr().err == ""
    (tmp_path / "elsewhere").mkdir()
    (tiny.root / ".git").write_text(f"gitdir: {tmp_path / 'elsewhere'}\n", encoding="utf-8")
    tell_of_history(Project(tiny.root))
    assert "add to the command: --git-dir" in capsys.readouterr().err

"""Sheets taken from a server on this machine, and what is refused."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from fustella.cli import pull as command
from fustella.core.files.project import Project
from fustella.core.values.problems import ProblemsFound
from fustella.pull.download import Limits
from fustella.pull.sheets import plan_pull, write_pulled
from fustella.pull.tables import changes_between

TABLE = b"id,name,value\r\na,Abbot,1\r\nb,Baker,2\r\n"
ANSWERS = {
    "/cards.csv": (200, {"Content-Type": "text/csv"}, TABLE),
    "/octets": (200, {"Content-Type": "application/octet-stream"}, TABLE),
    "/moved": (302, {"Location": "/cards.csv"}, b""),
    "/round": (302, {"Location": "/round"}, b""),
    "/file": (302, {"Location": "file:///etc/passwd"}, b""),
    "/plain": (302, {"Location": "http://example.org/cards.csv"}, b""),
    "/page": (200, {"Content-Type": "text/html"}, b"<html><body>Sign in</body></html>"),
    "/hidden-page": (200, {"Content-Type": "text/csv"}, b"\n<!DOCTYPE html><html></html>"),
    "/empty": (200, {"Content-Type": "text/csv"}, b""),
    "/commas": (200, {"Content-Type": "text/csv"}, b"\xef\xbb\xbf,,,\r\n,,,\r\n"),
    "/latin": (200, {"Content-Type": "text/csv"}, "id,name\nx,Città\n".encode("latin-1")),
    "/zeros": (200, {"Content-Type": "text/csv"}, b"id,name\nx,\0\n"),
    "/workbook": (200, {"Content-Type": "application/zip"}, b"PK\x03\x04abc"),
    "/large": (200, {"Content-Type": "text/csv"}, b"id\n" + b"x\n" * 60_000),
    "/gone": (404, {}, b""),
    "/closed": (403, {}, b""),
    "/broken": (500, {}, b""),
    "/short": (200, {"Content-Length": "99999", "Content-Type": "text/csv"}, TABLE),
}


class Server(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path in ("/slow", "/drip"):
            self.send_response(200)
            self.flush_headers()
            if self.path == "/slow":
                time.sleep(1.5)
            for _ in range(15 if self.path == "/drip" else 0):
                self.wfile.write(b"X-More: 1\r\n")
                self.wfile.flush()
                time.sleep(0.1)
            return
        status, headers, body = ANSWERS[self.path]
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server():
    made = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    made.daemon_threads = True
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.shutdown()
    made.server_close()


LIMITS = Limits(most_bytes=100_000, time_s=0.7, local=True)


def sheet(tiny, address: str, kept: str = "cards.csv", name: str = "online") -> None:
    (tiny.root / f"content/tiny/{name}.yaml").write_text(
        f'kind: card\nsource:\n  sheet: "{address}"\npieces: {kept}\n', encoding="utf-8"
    )


def pulled(tiny, limits: Limits = LIMITS):
    return plan_pull(Project(tiny.root), ("tiny",), limits)


def problem(tiny, limits: Limits = LIMITS):
    with pytest.raises(ProblemsFound) as caught:
        pulled(tiny, limits)
    (one,) = caught.value.problems
    assert one.hint
    return one


@pytest.fixture
def local(monkeypatch):
    """The command may ask this machine."""
    monkeypatch.setattr(command, "plan_pull", lambda p, g: plan_pull(p, g, LIMITS))


@pytest.mark.parametrize("path", ["/cards.csv", "/octets", "/moved"])
def test_pull_writes_what_came_byte_for_byte(path, tiny, server):
    sheet(tiny, f"{server}{path}")
    made = pulled(tiny)
    assert [one.sheet.name for one in made] == ["content/tiny/cards.csv"]
    assert not (tiny.root / "content/tiny/cards.csv").exists()
    write_pulled(Project(tiny.root), made)
    assert (tiny.root / "content/tiny/cards.csv").read_bytes() == TABLE
    assert not [path for path in (tiny.root / "content/tiny").iterdir() if path.name[0] == "."]


def test_pull_of_equal_bytes_leaves_the_file_alone(tiny, server):
    sheet(tiny, f"{server}/cards.csv")
    path = tiny.root / "content/tiny/cards.csv"
    path.write_bytes(TABLE)
    before = path.stat()
    made = pulled(tiny)
    write_pulled(Project(tiny.root), made)
    assert not made[0].differs
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("path", "code", "says"),
    [
        ("/file", "E702", "no web address (302)"),
        ("/plain", "E702", "does not begin with https"),
        ("/round", "E702", "in a circle"),
        ("/gone", "E702", "nothing at this address"),
        ("/closed", "E702", "not shared"),
        ("/broken", "E702", "cannot answer now"),
        ("/short", "E702", "broke off"),
        ("/slow", "E702", "seconds"),
        ("/drip", "E702", "in 0.7 seconds"),
        ("/page", "E703", "a web page"),
        ("/hidden-page", "E703", "a web page"),
        ("/empty", "E703", "empty"),
        ("/commas", "E703", "empty"),
        ("/latin", "E703", "UTF-8"),
        ("/zeros", "E703", "no text"),
        ("/workbook", "E703", "a workbook"),
        ("/large", "E703", "more than 0.1 MB"),
    ],
)
def test_pull_of_what_is_no_table_is_refused(path, code, says, tiny, server):
    sheet(tiny, f"{server}{path}")
    (tiny.root / "content/tiny/cards.csv").write_bytes(b"mine")
    started = time.monotonic()
    found = problem(tiny)
    assert time.monotonic() - started < 5
    assert (found.code, found.place.line, found.place.key) == (code, 3, "source.sheet")
    assert says in found.message
    assert (tiny.root / "content/tiny/cards.csv").read_bytes() == b"mine"


def test_pull_from_a_port_where_nobody_answers_is_refused(tiny):
    sheet(tiny, "http://127.0.0.1:9/cards.csv")
    assert problem(tiny).code == "E702"


def test_pull_asks_no_unencrypted_address(tiny, server):
    sheet(tiny, f"{server}/cards.csv")
    found = problem(tiny, Limits())
    assert (found.code, found.place.key) == ("E701", "source.sheet")


@pytest.mark.parametrize(
    ("kept", "key"),
    [
        ("[]", "source.sheet"),
        ("cards.xlsx", "source.sheet"),
        ("../cards.csv", "pieces"),
        ("/tmp/cards.csv", "pieces"),
        ("deep/cards.csv", "pieces"),
        (".cards.csv", "pieces"),
        ("folder.csv", "pieces"),
        ("link.csv", "pieces"),
    ],
)
def test_pull_into_what_is_no_file_of_the_game_is_refused(kept, key, tiny, server, tmp_path):
    (tiny.root / "content/tiny/folder.csv").mkdir()
    (tiny.root / "content/tiny/link.csv").symlink_to(tmp_path / "outside.csv")
    sheet(tiny, f"{server}/cards.csv", kept)
    found = problem(tiny)
    assert (found.code, found.place.key) == ("E701", key)


def test_pull_into_a_game_that_lies_outside_the_project_is_refused(tiny, server, tmp_path):
    sheet(tiny, f"{server}/cards.csv")
    game = tiny.root / "content/tiny"
    game.rename(tmp_path / "outside")
    game.symlink_to(tmp_path / "outside")
    assert problem(tiny).code == "E131"


def test_pull_of_two_sheets_into_one_file_is_refused(tiny, server):
    sheet(tiny, f"{server}/cards.csv")
    sheet(tiny, f"{server}/octets", "Cards.csv", "second")
    found = problem(tiny)
    assert (found.code, found.place.file) == ("E701", "content/tiny/second.yaml")


def test_pull_with_several_faults_tells_all_and_writes_nothing(tiny, server, local, run):
    for name in ("cards.csv", "gone", "page"):
        sheet(tiny, f"{server}/{name}", f"{name.removesuffix('.csv')}.csv", name[:4])
    ran = run(tiny, "pull")
    assert ran.code == 1
    assert [one.code for one in ran.problems] == ["E702", "E703"]
    assert "2 problems; nothing was replaced" in ran.err
    assert not list((tiny.root / "content/tiny").glob("*.csv"))


def test_pull_says_what_changed_and_then_nothing(tiny, server, local, run):
    sheet(tiny, f"{server}/cards.csv")
    path = tiny.root / "content/tiny/cards.csv"
    assert run(tiny, "pull").out == "content/tiny/cards.csv: new, 2 rows\n"
    assert run(tiny, "pull").out == "content/tiny/cards.csv: unchanged\n"
    path.write_bytes(b"id,name,value\na,Abbot,3\nc,Cook,2\n")
    ran = run(tiny, "pull", "tiny")
    assert (ran.code, path.read_bytes()) == (0, TABLE)
    assert "1 row changed, 1 row added, 1 row removed" in ran.out


def test_pull_check_writes_nothing_and_exits_with_1_for_a_difference(tiny, server, local, run):
    sheet(tiny, f"{server}/cards.csv")
    path = tiny.root / "content/tiny/cards.csv"
    assert run(tiny, "pull", "--check").code == 1
    assert not path.exists()
    path.write_bytes(TABLE)
    assert run(tiny, "pull", "--check").code == 0


def test_pull_without_sheets_says_so(tiny, run):
    ran = run(tiny, "pull")
    assert ran.code == 0
    assert "no list has a sheet online" in ran.out


def test_pull_into_a_folder_that_cannot_be_written_is_refused(tiny, server, monkeypatch):
    sheet(tiny, f"{server}/cards.csv")
    made = pulled(tiny)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ProblemsFound, match="E401"):
        write_pulled(Project(tiny.root), made)
    assert {path.name for path in (tiny.root / "content/tiny").glob("*csv*")} == set()


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [
        ("id,n\na,1\nb,2\n", "id,n\na,1\nb,3\n", (1, 0, 0, False)),
        ("id,n\na,1\nb,2\n", "id,n\nb,2\na,1\n", (0, 0, 0, False)),
        ("id,n\na,1\n", "id,n\na,1\nb,2\nc,3\n", (0, 2, 0, False)),
        ("id,n\na,1\nb,2\n", "id,n\nb,2\n", (0, 0, 1, False)),
        ("ID;n\na;1\n", "id;m\na;1\n", (0, 0, 0, True)),
        ("t,n\na,1\nb,2\nc,3\n", "t,n\na,1\nb,3\n", (1, 0, 1, False)),
        ("t,n\na,1\na,1\n", "t,n\na,1\n", (0, 0, 1, False)),
        ("id\nx\nx\n", "id\nx\n", (0, 0, 1, False)),
        ("t\na\n\n,\n", "t\r\na\r\n", (0, 0, 0, False)),
        ('t\n"a\nb"\n', 't\n"a\nc"\n', (1, 0, 0, False)),
        ("t\n" + "a" * 200_000, "t\n" + "b" * 200_000, (1, 0, 0, False)),
        ("", "t\na\n", (0, 1, 0, True)),
    ],
)
def test_changes_between_tables_are_counted_by_rows(before, after, counts):
    found = changes_between(before.encode(), after.encode())
    assert (found.changed, found.added, found.removed, found.headings) == counts
    assert found.other_bytes

"""Addresses as a browser shows them, and where the table is as CSV."""

import pytest

from fustella.pull.addresses import csv_address, fault_of

SHEETS = "https://docs.google.com/spreadsheets"


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        (f"{SHEETS}/d/1aB-c_D/edit#gid=7", f"{SHEETS}/d/1aB-c_D/export?format=csv&gid=7"),
        (f"{SHEETS}/d/1aB/edit?gid=7#gid=7", f"{SHEETS}/d/1aB/export?format=csv&gid=7"),
        (f"{SHEETS}/d/1aB/edit?usp=sharing", f"{SHEETS}/d/1aB/export?format=csv&gid=0"),
        (f"{SHEETS}/d/1aB", f"{SHEETS}/d/1aB/export?format=csv&gid=0"),
        (f"{SHEETS}/u/1/d/1aB/view", f"{SHEETS}/d/1aB/export?format=csv&gid=0"),
        (f"{SHEETS}/d/1aB/export?format=csv&gid=3", f"{SHEETS}/d/1aB/export?format=csv&gid=3"),
        (f"{SHEETS}/d/e/2PACX-1v/pubhtml", f"{SHEETS}/d/e/2PACX-1v/pub?output=csv"),
        (
            f"{SHEETS}/d/e/2PACX-1v/pub?gid=5&single=true&output=csv",
            f"{SHEETS}/d/e/2PACX-1v/pub?gid=5&single=true&output=csv",
        ),
        (f"{SHEETS}/d/1aB/gviz/tq?tqx=out:csv", f"{SHEETS}/d/1aB/gviz/tq?tqx=out:csv"),
        (
            "https://github.com/me/game/blob/main/content/x/cards.csv",
            "https://raw.githubusercontent.com/me/game/main/content/x/cards.csv",
        ),
        (
            "https://cloud.example.org/s/AbCdEfGh12",
            "https://cloud.example.org/s/AbCdEfGh12/download",
        ),
        (
            "https://example.org/index.php/s/AbCdEfGh12/download",
            "https://example.org/index.php/s/AbCdEfGh12/download",
        ),
        ("https://www.dropbox.com/s/x/c.csv?dl=0", "https://www.dropbox.com/s/x/c.csv?dl=1"),
        (
            "https://a-my.sharepoint.com/:x:/g/x?e=1",
            "https://a-my.sharepoint.com/:x:/g/x?e=1&download=1",
        ),
        ("https://example.org/a/cards.csv?v=2#top", "https://example.org/a/cards.csv?v=2"),
    ],
)
def test_address_of_a_browser_becomes_that_of_its_csv(typed, asked):
    assert csv_address(typed) == asked
    assert csv_address(asked) == asked
    assert not fault_of(asked)


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/a.csv", "file:///etc/passwd", "ftp://example.org/a", "cards.csv", ""),
        *("https://", "https:///a", "https://example.org:x/", "https://me:pw@example.org/a"),
        *("https://example.org/a b", "https://example.org/è", f"https://example.org/{'a' * 2000}"),
        *("https://[::1", "http://127.0.0.1/a", "http://127.0.0.1:80/a"),
    ],
)
def test_address_that_is_not_public_and_encrypted_has_a_fault(address):
    assert fault_of(address)


def test_address_of_this_machine_is_asked_only_where_that_is_allowed():
    assert not fault_of("http://127.0.0.1:8000/a", local=True)
    assert fault_of("http://example.org:8000/a", local=True)
    assert fault_of("file://127.0.0.1:80/a", local=True)

"""Special inks of a game on their way from a template or a zone to files for a press."""

import csv
import re

import pytest

from tests.conftest import problems_in
from tests.helpers.sharing import ROOT

DOCS = ROOT / "docs" / "problems"
GAME = "content/tiny/game.yaml"
COIN = "templates/tiny/coin.svg.j2"
GOLD = "inks: {gold: {sort: foil}}\n"
UPRIGHT = (
    '<text x="10" y="6" font-family="Source Sans Pro" font-size="4" '
    'writing-mode="vertical-rl">A</text>'
)
PICTURE = '{{ image("dragon-hill", x=7, y=14, width=4, height=3) }}'


def with_gold(tiny, drawn=""):
    tiny.edit(GAME, "icons:  ", f"{GOLD}icons:  ")
    path = tiny.root / COIN
    text = path.read_text(encoding="utf-8")
    group = f'<g data-ink="gold">{drawn}</g>\n{{% endblock %}}' if drawn else "{% endblock %}"
    path.write_text(text.replace("{% endblock %}", group), encoding="utf-8")


def plates_of(path):
    """The names of the Separations that a file has."""
    return {name.decode() for name in re.findall(rb"/Separation ?/([^/]+)/", path.read_bytes())}


def rows_of(folder):
    text = (folder / "press.csv").read_text(encoding="utf-8-sig")
    return {(row["piece"], row["side"]): row for row in csv.DictReader(text.splitlines())}


@pytest.mark.parametrize(
    ("code", "drawn", "only", "exit_code"),
    [
        ("E772", "", (), 0),
        ("E773", PICTURE, ("--only", "coin"), 1),
        ("E774", UPRIGHT, ("--only", "coin"), 1),
    ],
)
def test_fault_of_an_ink_is_told_as_on_the_page_of_its_code(
    code, drawn, only, exit_code, tiny, run
):
    with_gold(tiny, drawn)
    ran = run(tiny, "export", "--to", "press", *only, "--force")
    assert ran.code == exit_code, ran.err
    (shown,) = problems_in((DOCS / f"{code}.md").read_text(encoding="utf-8"))
    assert [one for one in ran.problems if one.code == code] == [shown]


RING = '<circle cx="10" cy="10" r="9" fill="none" stroke="#000"/>'


def test_files_name_the_plates_and_the_list_says_which_designs_have_them(tiny, run):
    with_gold(tiny, RING)
    assert run(tiny, "export", "--to", "press", "--force").code == 0
    folder = tiny.output / "tiny" / "en" / "press"
    assert plates_of(folder / "tiny-coin.pdf") == {"Foil", "CutContour"}
    assert plates_of(folder / "tiny-card.pdf") == {"CutContour"}
    found = {(row["kind"], row["special plates"]) for row in rows_of(folder).values()}
    assert {plates for kind, plates in found if kind == "coin"} == {"Foil"}
    assert {plates for kind, plates in found if kind != "coin"} == {""}


@pytest.mark.parametrize(
    ("special", "plates"),
    [("none", {"tiny-coin.pdf": set()}), ("apart", {"tiny-coin.pdf": set(), "more": {"Foil"}})],
)
def test_plates_lie_apart_or_are_left_out_where_asked(special, plates, tiny, run):
    with_gold(tiny, RING)
    words = ("--dies", "none", "--only", "coin", "--special", special, "--force")
    assert run(tiny, "export", "--to", "press", *words).code == 0
    folder = next((tiny.output / "tiny" / "en" / "press").rglob("tiny-coin.pdf")).parent
    named = {name.replace("more", "tiny-coin-plates.pdf"): has for name, has in plates.items()}
    assert {path.name: plates_of(path) for path in folder.glob("*.pdf")} == named


def test_shop_calls_the_plate_and_a_name_of_its_die_lines_is_told(tiny, run):
    with_gold(tiny, RING)
    shop = tiny.root / "content" / "shops" / "corner.yaml"
    shop.parent.mkdir()
    names = "names: {foil: Stamp}"
    text = (
        "name: Corner\ntakes: x4\nsources: {page: {what: the page on files, seen: 2026-11}}\n"
        f"plates: {{source: page, {names}}}\n"
    )
    shop.write_text(text, encoding="utf-8")
    words = ("export", "--to", "press", "--only", "coin", "--shop", "corner", "--force")
    ran = run(tiny, *words)
    assert ran.code == 0, ran.err
    path = next((tiny.output / "tiny" / "en" / "press").rglob("tiny-coin.pdf"))
    assert plates_of(path) == {"Stamp", "CutContour"}
    shop.write_text(text.replace(names, "names: {cut: Foil, foil: Die}"), encoding="utf-8")
    assert run(tiny, *words).code == 0
    tiny.edit(GAME, "{sort: foil}", "{sort: varnish, plate: foil}")
    assert [one.code for one in run(tiny, *words).problems if one.code == "E790"] == ["E790"]


def test_zone_of_a_ready_face_is_printed_in_its_ink(tiny, run):
    old = "kinds:\n"
    kind = (
        f"{GOLD}kinds:\n  ticket:\n    name: {{en: Ticket, it: Biglietto}}\n    size: mini\n"
        "    front: ready/card\n    layout: {front: {title: {ink: gold}}}\n"
    )
    tiny.edit(GAME, old, kind)
    (tiny.root / "content" / "tiny" / "tickets.yaml").write_text(
        "kind: ticket\nsource: {designed: a test}\npieces:\n  - {id: go, copies: 1, "
        "front: {title: {en: Go, it: Vai}, text: {en: Now, it: Ora}}}\n",
        encoding="utf-8",
    )
    ran = run(tiny, "export", "--to", "press", "--only", "ticket", "--force")
    assert ran.code == 0, ran.err
    folder = next((tiny.output / "tiny" / "en" / "press").rglob("press.csv")).parent
    assert rows_of(folder)["go", "front"]["special plates"] == "Foil"
    assert "Foil" in plates_of(folder / "tiny-ticket.pdf")

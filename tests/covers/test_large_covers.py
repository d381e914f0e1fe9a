"""The cover of a box of many different pieces, as a reader of PDFs sees it."""

from collections import Counter

import pytest

from fustella.covers import MOST_PICTURED
from tests.conftest import TinyProject
from tests.helpers.pdf_reader import MM_PER_PT, pages_of, paper_mm, text, uses_of_forms

GAME = """\
title: Pebbles
languages: [en]
kinds:
  pebble: {name: Pebbles, width: 12mm, height: 12mm, front: pebble.svg.j2}
  shell: {name: Shells of the northern shore, width: 12mm, height: 12mm, front: pebble.svg.j2}
"""
PEBBLE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}<circle cx="6" cy="6" r="{{ piece.copies }}" fill="#2f7f9b"/>{% endblock %}
"""
SHELLS = 30
COLOURS = ("grey", "red", "blue", "", "", "", "green as the sea on a morning in May")


def name(kind: str, number: int) -> str:
    return f"{kind[0]}{number} {COLOURS[number % len(COLOURS)]}".strip()


def pebbles(root, count: int) -> TinyProject:
    """A built box of so many different pieces, some of which are shells."""
    content, templates = root / "content" / "pebbles", root / "templates" / "pebbles"
    content.mkdir(parents=True)
    templates.mkdir(parents=True)
    (content / "game.yaml").write_text(GAME)
    (templates / "pebble.svg.j2").write_text(PEBBLE)
    for kind, pieces in (("pebble", count - SHELLS), ("shell", SHELLS)):
        lines = (
            f"  - {{id: {kind}-{n}, name: {name(kind, n)}, copies: {1 + n % 3}}}\n"
            for n in range(pieces)
        )
        (content / f"{kind}s.yaml").write_text(f"kind: {kind}\npieces:\n{''.join(lines)}")
    project = TinyProject(root)
    assert project.run("build") == 0
    return project


def cover_of(project: TinyProject):
    return project.output / "pebbles" / "en-A4" / "pebbles-cover.pdf"


def faces_in(pdf) -> Counter[str]:
    """How often each form is drawn; the ruler, which each page has, is left out."""
    return Counter({form: n for form, n in uses_of_forms(pdf).items() if "ruler" not in form})


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    return cover_of(pebbles(tmp_path_factory.mktemp("large") / "p", MOST_PICTURED + 1))


def test_large_box_lists_every_piece_on_one_page_without_its_picture(large):
    said = text(large)
    assert len(pages_of(large)) == 1
    assert large.stat().st_size < 250_000
    for kind, count in (("pebble", MOST_PICTURED + 1 - SHELLS), ("shell", SHELLS)):
        for number in range(count):
            assert f"{1 + number % 3} × {name(kind, number)} " in f"{said} "
        assert f"designs {count} · pieces {sum(1 + n % 3 for n in range(count))}" in said
    assert not any(page.curves for page in pages_of(large)), "pebbles are round"
    heads, kinds = 1, 2
    assert sum(faces_in(large).values()) == heads + kinds + MOST_PICTURED + 1


def test_large_box_has_a_box_to_tick_beside_each_line(large):
    boxes = Counter()
    for page in pages_of(large):
        ticks = [each for each in page.rects if abs(each["width"] * MM_PER_PT - 2.2) < 0.05]
        counts = [word for word in page.extract_words() if word["text"] == "×"]
        assert len(ticks) == len(counts)
        for tick, count in zip(
            sorted(ticks, key=_by_place), sorted(counts, key=_by_place), strict=True
        ):
            assert tick["x1"] < count["x0"] < tick["x1"] + 12 / MM_PER_PT
            assert abs(tick["top"] - count["top"]) < 1 / MM_PER_PT
        boxes["all"] += len(ticks)
    assert boxes["all"] == MOST_PICTURED + 1


def _by_place(seen) -> tuple[int, float]:
    return round(seen["x0"] * MM_PER_PT / 40), seen["top"]


def test_words_of_a_list_lie_apart_and_on_the_paper(large):
    ((wide_mm, high_mm),) = paper_mm(large)
    for page in pages_of(large):
        words = page.extract_words()
        for word in words:
            assert word["x0"] * MM_PER_PT > 5 - 0.1
            assert word["x1"] * MM_PER_PT < wide_mm - 5 + 0.1
            assert word["bottom"] * MM_PER_PT < high_mm - 5 + 0.1
        overlapping = [
            (a["text"], b["text"])
            for i, a in enumerate(words)
            for b in words[i + 1 :]
            if min(a["x1"], b["x1"]) - max(a["x0"], b["x0"]) > 0.3
            and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 1.2
        ]
        assert overlapping == []


def test_box_of_fewer_pieces_shows_pictures_and_equal_ones_are_stored_once(tmp_path):
    cover = cover_of(pebbles(tmp_path / "p", MOST_PICTURED))
    uses = faces_in(cover)
    heads, kinds, radii = 1, 2, 3
    assert len(uses) == heads + kinds + radii + MOST_PICTURED
    assert sum(sorted(uses.values())[-radii:]) == MOST_PICTURED

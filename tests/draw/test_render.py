"""Rendering of faces: page sizes, sharing, chunks, the cache, worker processes, refused faces."""

import itertools
import subprocess
from io import BytesIO

import pypdf
import pytest

from fustella.core.cache import DiskCache
from fustella.core.geometry import Outline
from fustella.core.model import Face
from fustella.draw import render as rendering
from fustella.draw.render import LEAST_FACES, MOST_FACES, RenderFailed, render
from fustella.draw.render.pages import PlainPages
from tests.write.samples import CARD, PT_PER_MM, face


def numbered(count: int, start: int = 0) -> list[Face]:
    return [
        face(f'<text x="2" y="9" font-family="Source Sans Pro" font-size="4">N {n}</text>')
        for n in range(start, start + count)
    ]


BROKEN = Face.drawn("<svg this is no SVG", CARD, 0.0)


def pages_of(pdf: bytes):
    return pypdf.PdfReader(BytesIO(pdf)).pages


@pytest.fixture(autouse=True)
def fresh_process(monkeypatch):
    """A process that has compiled nothing yet."""
    monkeypatch.setattr(rendering, "compiled_here", set())


@pytest.fixture
def nothing_plain(monkeypatch):
    """All faces are left to typst."""
    monkeypatch.setattr(rendering.PlainPages, "draw", lambda _pages, _svg: None)


@pytest.fixture
def compiles(monkeypatch, nothing_plain):
    """The number of faces of each compile; a compile returns their SVGs, joined."""
    counts = []

    def compile_pages(svgs, fonts):
        counts.append(len(svgs))
        return "".join(svgs).encode()

    monkeypatch.setattr(rendering, "compile_pages", compile_pages)
    monkeypatch.setattr(rendering, "FACES_IN_PROCESS", 1_000_000)
    return counts


@pytest.mark.parametrize(
    ("outline", "bleed_mm"),
    [
        (Outline.rectangle(63, 88), 0),
        (Outline.rectangle(63.5, 88.9, 3), 3),
        (Outline.hexagon(60), 2),
        (Outline.circle(12.7), 0),
        (Outline.rectangle(480, 480), 0),
        (Outline.rectangle(1189, 841), 0),
        (Outline.rectangle(3, 2), 0),
    ],
)
def test_render_makes_pages_as_large_as_trim_and_bleed(outline, bleed_mm):
    (rendered,) = render([[face('<rect width="2" height="2"/>', outline, bleed_mm)]], None)
    (page,) = pages_of(rendered.pdf)
    width_mm, height_mm = (float(n) / PT_PER_MM for n in page.mediabox[2:])
    assert width_mm == pytest.approx(outline.size.width_mm + 2 * bleed_mm, abs=0.001)
    assert height_mm == pytest.approx(outline.size.height_mm + 2 * bleed_mm, abs=0.001)
    assert page.mediabox[:2] == [0, 0]


def test_render_orders_pages_as_their_digests():
    faces = numbered(5)
    (rendered,) = render([faces], None)
    assert rendered.digests == tuple(each.digest for each in faces)
    for number, page in enumerate(pages_of(rendered.pdf)):
        assert page.extract_text().replace(" ", "") == f"N{number}"


def test_render_with_equal_faces_renders_them_once_with_their_first_batch(compiles):
    one, two, three = numbered(3)
    rendered = render([[one, two, one], [], [two], [three, one]], None)
    assert [each.digests for each in rendered] == [(one.digest, two.digest), (three.digest,)]
    assert compiles == [2, 1]


def test_render_twice_gives_equal_bytes():
    assert render([numbered(3)], None) == render([numbered(3)], None)


def test_render_without_faces_gives_nothing():
    assert render([], None) == ()
    assert render([[], []], None) == ()


def test_render_of_a_batch_up_to_the_maximum_makes_one_chunk(compiles):
    render([numbered(MOST_FACES)], None)
    assert compiles == [MOST_FACES]


def test_render_of_a_large_batch_makes_chunks_within_their_limits(compiles):
    faces = numbered(2_000)
    rendered = render([faces], None)
    assert all(LEAST_FACES <= count <= MOST_FACES for count in compiles[:-1])
    assert [d for each in rendered for d in each.digests] == [each.digest for each in faces]


def test_render_with_a_face_inserted_at_the_front_compiles_few_chunks(tmp_path, compiles):
    faces, cache = numbered(2_000), DiskCache(tmp_path)
    render([faces], cache)
    compiles.clear()
    render([[*numbered(1, start=5_000), *faces]], cache)
    assert 0 < sum(compiles) <= 3 * MOST_FACES


def test_render_from_the_cache_compiles_nothing(tmp_path, compiles):
    batches, cache = [numbered(3), numbered(2, start=10)], DiskCache(tmp_path)
    first = render(batches, cache)
    compiles.clear()
    assert render(batches, cache) == first
    assert compiles == []


def test_render_with_a_changed_face_compiles_only_its_batch(tmp_path, compiles):
    cards, tiles, cache = numbered(3), numbered(2, start=10), DiskCache(tmp_path)
    render([cards, tiles], cache)
    compiles.clear()
    render([cards, [tiles[0], *numbered(1, start=20)]], cache)
    assert compiles == [2]


def test_render_with_a_damaged_cache_compiles_again(tmp_path, compiles):
    cache = DiskCache(tmp_path)
    first = render([numbered(3)], cache)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-2])
    assert render([numbered(3)], cache) == first
    assert compiles == [3, 3]


def test_render_by_another_version_compiles_again(tmp_path, compiles, monkeypatch):
    cache = DiskCache(tmp_path)
    render([numbered(3)], cache)
    monkeypatch.setattr(rendering, "__version__", "999")
    render([numbered(3)], cache)
    assert compiles == [3, 3]


def test_render_with_other_fonts_compiles_again(tmp_path, compiles, monkeypatch):
    """An SVG names only the family; the font files determine the shapes of the letters."""
    cache = DiskCache(tmp_path)
    render([numbered(3)], cache)
    compiled = len(compiles)
    monkeypatch.setattr(rendering, "fonts_stamp", lambda: "a newer release")
    render([numbered(3)], cache)
    assert len(compiles) == 2 * compiled


def test_render_reports_progress_with_cached_faces_too(tmp_path, compiles):
    cache = DiskCache(tmp_path)
    render([numbered(3)], cache)
    progress = []
    render([numbered(3), numbered(2, start=10)], cache, progress.append)
    assert progress == [3, 5]


def test_render_ignores_fonts_of_the_machine():
    drawing = '<text x="2" y="9" font-family="{}" font-size="4">AV</text>'
    faces = [face(drawing.format(family)) for family in ("Source Sans Pro", "DejaVu Sans")]
    (rendered,) = render([faces], None)
    known, unknown = pages_of(rendered.pdf)
    assert known.extract_text()
    assert not unknown.extract_text()


@pytest.mark.parametrize("index", [0, 3, 8])
def test_render_of_a_refused_face_names_it(index):
    faces = numbered(9)
    faces[index] = BROKEN
    with pytest.raises(RenderFailed, match="SVG") as failed:
        render([faces], None)
    assert failed.value.digest == BROKEN.digest
    assert failed.value.message


@pytest.fixture
def workers(monkeypatch, nothing_plain):
    """Low limits, so that a handful of faces needs worker processes."""
    monkeypatch.setattr(rendering, "FACES_IN_PROCESS", 3)
    monkeypatch.setattr(rendering, "FACES_OF_WORKER", 3)


def test_render_by_workers_gives_the_same_bytes(workers, monkeypatch):
    batches = [numbered(2), numbered(1, start=10), numbered(2, start=20)]
    by_workers = render(batches, None)
    monkeypatch.setattr(rendering, "FACES_IN_PROCESS", 1_000)
    assert render(batches, None) == by_workers


def test_render_over_the_limit_in_several_builds_starts_a_worker(workers, monkeypatch):
    started = []
    popen = subprocess.Popen

    def counted(*command, **options):
        started.append(1)
        return popen(*command, **options)

    monkeypatch.setattr(subprocess, "Popen", counted)
    render([numbered(3)], None)
    render([numbered(3)], None)  # the same faces again cost nothing
    assert started == []
    render([numbered(1, start=10)], None)
    assert started == [1]


def test_render_by_a_worker_of_a_refused_face_names_it(workers):
    with pytest.raises(RenderFailed) as failed:
        render([numbered(2), [*numbered(2, start=10), BROKEN]], None)
    assert failed.value.digest == BROKEN.digest


def test_render_by_a_worker_that_fails_says_why(workers, monkeypatch):
    monkeypatch.setattr(rendering.compiling, "__file__", "no such program.py")
    with pytest.raises(RenderFailed, match="no such program"):
        render([numbered(5)], None)


def test_of_a_chunk_that_has_changed_only_new_faces_are_drawn(tmp_path, monkeypatch):
    """Its bytes are those of a build without a cache, whatever the chunk was before."""
    bodies = [
        f'<text x="2" y="9" font-family="{family}" font-size="4">No. {number}</text>{more}'
        for number, (family, more) in enumerate(
            itertools.product(
                ("Source Sans Pro", "Source Serif Pro"),
                ("", '<g opacity=".5"><rect width="9" height="9"/></g>', "<rect opacity='.5'/>"),
            )
        )
    ]
    drawn, draw = [], PlainPages.draw
    monkeypatch.setattr(
        PlainPages, "draw", lambda pages, svg: drawn.append(svg) or draw(pages, svg)
    )
    cache = DiskCache(tmp_path)
    render([[*map(face, bodies)]], cache, name="game")
    for changed in ([*bodies[1:], bodies[0]], [*bodies[3:], "<rect/>", bodies[2]], bodies[3:5]):
        faces = [*map(face, changed)]
        drawn.clear()
        warm = render([faces], cache, name="game")
        assert len(drawn) == ("<rect/>" in changed)
        assert warm == render([faces], None)


def test_faces_that_typst_compiled_are_kept_beside_a_plain_one_that_has_changed(
    tmp_path, monkeypatch
):
    compiled, compile_pages = [], rendering.compile_pages
    monkeypatch.setattr(
        rendering,
        "compile_pages",
        lambda svgs, fonts: compiled.append(len(svgs)) or compile_pages(svgs, fonts),
    )
    glow = face('<g opacity=".5"><rect width="9" height="9"/></g>')
    cache, (first, second) = DiskCache(tmp_path), numbered(2)
    render([[first, glow]], cache)
    warm = render([[second, glow]], cache)
    assert compiled == [1]
    assert warm == render([[second, glow]], None)

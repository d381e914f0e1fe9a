"""Faces to pages: sizes, sharing, chunks, the cache, the worker processes, and refused faces."""

from io import BytesIO

import pypdf
import pytest

from fustella.core.cache import DiskCache
from fustella.core.geometry import Outline
from fustella.core.model import Face
from fustella.draw import render as rendering
from fustella.draw.render import LEAST_FACES, MOST_FACES, RenderFailed, render
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
    """As if nothing had been compiled yet."""
    monkeypatch.setattr(rendering, "_compiled_here", set())


@pytest.fixture
def compiles(monkeypatch):
    """How many faces each compile was given; a compile gives back their SVGs, joined."""
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
def test_a_page_is_as_large_as_trim_and_bleed(outline, bleed_mm):
    (rendered,) = render([[face('<rect width="2" height="2"/>', outline, bleed_mm)]], None)
    (page,) = pages_of(rendered.pdf)
    width_mm, height_mm = (float(n) / PT_PER_MM for n in page.mediabox[2:])
    assert width_mm == pytest.approx(outline.size.width_mm + 2 * bleed_mm, abs=0.001)
    assert height_mm == pytest.approx(outline.size.height_mm + 2 * bleed_mm, abs=0.001)
    assert page.mediabox[:2] == [0, 0]


def test_page_i_shows_the_face_of_digest_i():
    faces = numbered(5)
    (rendered,) = render([faces], None)
    assert rendered.digests == tuple(each.digest for each in faces)
    for number, page in enumerate(pages_of(rendered.pdf)):
        assert page.extract_text().replace(" ", "") == f"N{number}"


def test_equal_faces_are_rendered_once_with_the_first_batch(compiles):
    one, two, three = numbered(3)
    rendered = render([[one, two, one], [], [two], [three, one]], None)
    assert [each.digests for each in rendered] == [(one.digest, two.digest), (three.digest,)]
    assert compiles == [2, 1]


def test_equal_faces_give_equal_bytes():
    assert render([numbered(3)], None) == render([numbered(3)], None)


def test_nothing_to_render_is_nothing():
    assert render([], None) == ()
    assert render([[], []], None) == ()


def test_a_batch_of_up_to_the_most_is_one_chunk(compiles):
    render([numbered(MOST_FACES)], None)
    assert compiles == [MOST_FACES]


def test_chunks_keep_to_their_bounds(compiles):
    faces = numbered(2_000)
    rendered = render([faces], None)
    assert all(LEAST_FACES <= count <= MOST_FACES for count in compiles[:-1])
    assert [d for each in rendered for d in each.digests] == [each.digest for each in faces]


def test_a_face_put_in_at_the_front_leaves_most_chunks_as_they_were(tmp_path, compiles):
    faces, cache = numbered(2_000), DiskCache(tmp_path)
    render([faces], cache)
    compiles.clear()
    render([[*numbered(1, start=5_000), *faces]], cache)
    assert 0 < sum(compiles) <= 3 * MOST_FACES


def test_a_second_build_compiles_nothing(tmp_path, compiles):
    batches, cache = [numbered(3), numbered(2, start=10)], DiskCache(tmp_path)
    first = render(batches, cache)
    compiles.clear()
    assert render(batches, cache) == first
    assert compiles == []


def test_a_changed_face_compiles_its_own_batch_alone(tmp_path, compiles):
    cards, tiles, cache = numbered(3), numbered(2, start=10), DiskCache(tmp_path)
    render([cards, tiles], cache)
    compiles.clear()
    render([cards, [tiles[0], *numbered(1, start=20)]], cache)
    assert compiles == [2]


def test_a_damaged_cache_is_rendered_again(tmp_path, compiles):
    cache = DiskCache(tmp_path)
    first = render([numbered(3)], cache)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-2])
    assert render([numbered(3)], cache) == first
    assert compiles == [3, 3]


def test_another_version_of_the_tool_renders_anew(tmp_path, compiles, monkeypatch):
    cache = DiskCache(tmp_path)
    render([numbered(3)], cache)
    monkeypatch.setattr(rendering, "__version__", "999")
    render([numbered(3)], cache)
    assert compiles == [3, 3]


def test_other_fonts_are_rendered_anew(tmp_path, compiles, monkeypatch):
    """The SVG names a family; what the letters look like is in the font's files."""
    cache = DiskCache(tmp_path)
    render([numbered(3)], cache)
    compiled = len(compiles)
    monkeypatch.setattr(rendering, "fonts_stamp", lambda: "a newer release")
    render([numbered(3)], cache)
    assert len(compiles) == 2 * compiled


def test_progress_counts_cached_faces_too(tmp_path, compiles):
    cache = DiskCache(tmp_path)
    render([numbered(3)], cache)
    told = []
    render([numbered(3), numbered(2, start=10)], cache, told.append)
    assert told == [3, 5]


def test_fonts_of_the_machine_are_not_used():
    drawing = '<text x="2" y="9" font-family="{}" font-size="4">AV</text>'
    faces = [face(drawing.format(family)) for family in ("Source Sans Pro", "DejaVu Sans")]
    (rendered,) = render([faces], None)
    known, unknown = pages_of(rendered.pdf)
    assert known.extract_text()
    assert not unknown.extract_text()


@pytest.mark.parametrize("index", [0, 3, 8])
def test_a_refused_face_is_named(index):
    faces = numbered(9)
    faces[index] = BROKEN
    with pytest.raises(RenderFailed, match="SVG") as failed:
        render([faces], None)
    assert failed.value.digest == BROKEN.digest
    assert failed.value.message


@pytest.fixture
def workers(monkeypatch):
    """Small numbers, so that a handful of faces needs worker processes."""
    monkeypatch.setattr(rendering, "FACES_IN_PROCESS", 3)
    monkeypatch.setattr(rendering, "_FACES_OF_A_WORKER", 3)


def test_worker_processes_give_the_same_bytes(workers, monkeypatch):
    batches = [numbered(2), numbered(1, start=10), numbered(2, start=20)]
    by_workers = render(batches, None)
    monkeypatch.setattr(rendering, "FACES_IN_PROCESS", 1_000)
    assert render(batches, None) == by_workers


def test_many_small_builds_of_one_process_end_in_workers_too(workers, monkeypatch):
    started = []
    work = rendering._work
    monkeypatch.setattr(rendering, "_work", lambda *given: started.append(1) or work(*given))
    render([numbered(3)], None)
    render([numbered(3)], None)  # the same faces again cost nothing
    assert started == []
    render([numbered(1, start=10)], None)
    assert started == [1]


def test_a_refused_face_is_named_through_a_worker(workers):
    with pytest.raises(RenderFailed) as failed:
        render([numbered(2), [*numbered(2, start=10), BROKEN]], None)
    assert failed.value.digest == BROKEN.digest


def test_a_worker_that_dies_says_why(workers, monkeypatch):
    monkeypatch.setattr(rendering.compiling, "__file__", "no such program.py")
    with pytest.raises(RenderFailed, match="no such program"):
        render([numbered(5)], None)

"""Rendering of faces: page sizes, sharing, chunks, the cache, worker processes, refused faces."""

import itertools
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from fustella.core.files.cache import DiskCache
from fustella.core.geometry.shapes import Outline
from fustella.core.processes import worker
from fustella.core.values.model import Face
from fustella.draw import render as rendering
from fustella.draw.render import LEAST_FACES, MOST_FACES, render
from fustella.draw.render.faults import RenderFailed
from fustella.draw.render.pages import PlainPages
from tests.write.samples import CARD, PT_PER_MM, face

BLURRED = '<filter id="f"><feOffset dx="1"/></filter><rect width="9" height="9" filter="url(#f)"/>'
"""What typst compiles."""


def numbered(count: int, start: int = 0) -> list[Face]:
    return [
        face(f'<text x="2" y="9" font-family="Source Sans Pro" font-size="4">N {n}</text>')
        for n in range(start, start + count)
    ]


BROKEN = Face.drawn("<svg this is no SVG", CARD, 0.0)


def pages_of(pdf: bytes):
    return pypdf.PdfReader(BytesIO(pdf)).pages


@pytest.fixture
def nothing_plain(monkeypatch):
    """All faces are left to typst."""
    monkeypatch.setattr(rendering.PlainPages, "draw", lambda _pages, _svg: None)


@pytest.fixture
def compiles(monkeypatch, nothing_plain):
    """The number of faces of each compile; a compile returns their SVGs, joined."""
    counts = []

    def work(batches, fonts, limit_s):
        counts.extend(map(len, batches))
        return rendering._Answer(["".join(svgs).encode() for svgs in batches], None, 0)

    monkeypatch.setattr(rendering, "_compile_in_process", work)
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
    monkeypatch.setattr("fustella.core.files.fingerprint._tool", lambda: "another")
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
    with pytest.raises(RenderFailed, match="refuses") as failed:
        render([faces], None)
    assert [fault.digest for fault in failed.value.faults] == [BROKEN.digest]


@pytest.fixture
def few_at_a_time(monkeypatch, nothing_plain):
    """Low limits, so that a handful of faces needs several processes."""
    monkeypatch.setattr(rendering, "FACES_OF_WORKER", 3)


def test_render_by_several_processes_gives_the_same_bytes(few_at_a_time, monkeypatch):
    batches = [numbered(2), numbered(1, start=10), numbered(2, start=20)]
    by_several = render(batches, None)
    monkeypatch.setattr(rendering, "FACES_OF_WORKER", 1_000)
    assert render(batches, None) == by_several


def test_render_of_refused_faces_names_all_of_their_chunk(few_at_a_time):
    also = Face.drawn("<svg nor is this", CARD, 0.0)
    with pytest.raises(RenderFailed) as failed:
        render([numbered(2), [BROKEN, *numbered(2, start=10), also]], None)
    assert [fault.digest for fault in failed.value.faults] == [BROKEN.digest, also.digest]


FAR = "999999999999999999990"
PANICS = [
    f'<filter id="a">{filters}</filter><circle cx="9" cy="9" r="5" filter="url(#a)"/>'
    for filters in (
        f'<feOffset dy="{FAR}"/>',
        f'<feOffset dx="{FAR}"/>',
        f'<feOffset dx="-{FAR}" dy="{FAR}"/>',
        f'<feOffset dx="1"/><feOffset dx="{FAR}"/>',
        f'<feOffset dy="{FAR}"/><feGaussianBlur stdDeviation="1"/>',
        f'<feDropShadow dx="{FAR}" dy="9" stdDeviation="0"/>',
    )
]
"""Bodies of faces with which the engine breaks off, and takes its process along."""


@pytest.mark.parametrize("body", PANICS)
def test_face_with_which_the_engine_breaks_off_is_named_among_many(body):
    faces = [face(f'{BLURRED}<path d="M0 0h{n}v9"/>') for n in range(1, 30)]
    faces[17] = face(body)
    with pytest.raises(RenderFailed, match="broke off") as failed:
        render([faces], None)
    assert [fault.digest for fault in failed.value.faults] == [faces[17].digest]


def test_faces_with_which_the_engine_breaks_off_are_named_together():
    faces = [
        face(BLURRED),
        *map(face, PANICS),
    ]
    with pytest.raises(RenderFailed) as failed:
        render([faces], None)
    assert {fault.digest for fault in failed.value.faults} == {one.digest for one in faces[1:]}


def hanging(monkeypatch, tmp_path, mark):
    """A program in the place of the worker that computes forever with a face that has a mark."""
    program = Path(rendering.compiling.__file__).read_text(encoding="utf-8")
    slow = f"""
def compile_pages(svgs, fonts, compile_pages=compile_pages):
    while any({mark!r} in svg for svg in svgs):
        pass
    return compile_pages(svgs, fonts)

if __name__ == "__main__":"""
    path = tmp_path / "worker.py"
    path.write_text(program.replace('\nif __name__ == "__main__":', slow), encoding="utf-8")
    monkeypatch.setattr(rendering.compiling, "__file__", str(path))


def test_face_that_takes_the_engine_too_long_is_named_and_so_are_others(monkeypatch, tmp_path):
    hanging(monkeypatch, tmp_path, "slow")
    for name in ("LEAST_COMPILING_S", "ALONE_S"):
        monkeypatch.setattr(rendering, name, 0.5)
    monkeypatch.setattr(rendering, "COMPILING_S", 0.01)
    bodies = [f'{BLURRED}<g id="{name}"/>' for name in
              ("a", "slow", "b", "slower", "c")]  # fmt: skip
    faces = [*map(face, bodies)]
    with pytest.raises(RenderFailed, match="drawing the face was ended after") as failed:
        render([faces], None)
    assert [(fault.digest, fault.code) for fault in failed.value.faults] == [
        (faces[1].digest, "E020"),
        (faces[3].digest, "E020"),
    ]


def test_drawing_process_that_cannot_begin_is_told(monkeypatch, nothing_plain):
    monkeypatch.setattr(rendering.compiling, "__file__", "no such program.py")
    monkeypatch.setattr(rendering, "MOST_FAULTS", 0)
    with pytest.raises(RenderFailed, match="the drawing process ended with 2"):
        render([numbered(5)], None)


def test_of_a_chunk_that_has_changed_only_new_faces_are_drawn(tmp_path, monkeypatch):
    """Its bytes are those of a build without a cache, whatever the chunk was before."""
    bodies = [
        f'<text x="2" y="9" font-family="{family}" font-size="4">No. {number}</text>{more}'
        for number, (family, more) in enumerate(
            itertools.product(
                ("Source Sans Pro", "Source Serif Pro"),
                (
                    "",
                    BLURRED,
                    "<rect opacity='.5'/>",
                ),
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
    compiled, work = [], rendering._compile_in_process
    monkeypatch.setattr(
        rendering,
        "_compile_in_process",
        lambda batches, *more: compiled.extend(map(len, batches)) or work(batches, *more),
    )
    glow = face(BLURRED)
    cache, (first, second) = DiskCache(tmp_path), numbered(2)
    render([[first, glow]], cache)
    warm = render([[second, glow]], cache)
    assert compiled == [1]
    assert warm == render([[second, glow]], None)


def test_a_program_that_is_slow_to_read_gets_all_faces(monkeypatch, nothing_plain):
    monkeypatch.setattr(worker, "LOOK_S", 0.001)  # it has begun to read nothing by then
    large = Face.drawn(
        numbered(1)[0].svg.replace("</svg>", f"<!--{' ' * 300_000}--></svg>"), CARD, 0
    )
    (batch,) = render([[large]], None)
    assert len(pages_of(batch.pdf)) == 1

"""The face cache gives back what was drawn from the same things, and only that."""

import pytest

from fustella.core.files.cache import DiskCache
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, FaceMetadata, SideName
from fustella.core.values.problems import Place
from fustella.draw import FaceCache, FaceSpec
from tests.draw.tools import NO_PICTURES

CARD = Outline.rectangle(63, 88)
FACE = Face.drawn("<svg>one</svg>", CARD, 0.0)
FACTS = FaceMetadata(("mdi:castle", "own:moai"), 6.25, "Castle")


def card(number: int) -> FaceSpec:
    face_id = FaceId(f"card-{number}", SideName.FRONT)
    return FaceSpec(face_id, "card.svg.j2", CARD, 0.0, {"number": number}, Place("cards.yaml"))


def kept(tmp_path, shared="templates"):
    face_cache = FaceCache(DiskCache(tmp_path), shared, NO_PICTURES)
    face_cache.note(face_cache.name(card(1), ()), ())
    face_cache.add(face_cache.name(card(1), ()), FACE, FACTS)
    face_cache.save()


def test_a_face_comes_back_whole(tmp_path):
    kept(tmp_path)
    found, metadata = FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES).find(card(1))
    assert (found, metadata) == (FACE, FACTS)
    assert found.svg == "<svg>one</svg>"


def test_what_faces_show_is_known_without_their_pictures(tmp_path):
    kept(tmp_path)
    known, unknown = FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES).known_metadata(
        [card(1), card(2)]
    )
    assert known == {card(1).id: FACTS}
    assert unknown == (card(2).id,)


def test_other_values_or_other_templates_find_nothing(tmp_path):
    kept(tmp_path)
    assert FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES).find(card(2)) is None
    assert FaceCache(DiskCache(tmp_path), "other templates", NO_PICTURES).find(card(1)) is None


def used(tmp_path, *numbers):
    """Draws some cards, those that are known from the face cache."""
    face_cache = FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES)
    for number in numbers:
        if face_cache.taken(card(number)) is None:
            face_cache.note(face_cache.name(card(number), ()), ())
        if face_cache.find(card(number)) is None:
            face_cache.add(face_cache.name(card(number), ()), FACE, FACTS)
    face_cache.save()


def known(tmp_path, *numbers):
    found, _ = FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES).known_metadata(
        map(card, numbers)
    )
    return [int(one.piece.removeprefix("card-")) for one in found]


def test_a_part_that_is_drawn_does_not_make_the_rest_forgotten(tmp_path):
    used(tmp_path, 1, 2, 3)
    used(tmp_path, 4)
    used(tmp_path, 5)
    assert known(tmp_path, 1, 2, 3, 4, 5) == [
        2,
        3,
        4,
        5,
    ]  # three, as many as were ever used at once


def test_what_was_not_used_for_longest_is_let_go_first(tmp_path):
    used(tmp_path, 1, 2)
    used(tmp_path, 1, 3)
    used(tmp_path, 4, 5)
    used(tmp_path, 1, 6)
    assert known(tmp_path, 1, 2, 3, 4, 5, 6) == [1, 4, 5, 6]


def test_what_was_asked_for_counts_as_used(tmp_path):
    kept(tmp_path)
    face_cache = FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES)
    face_cache.known_metadata([card(1)])
    face_cache.add(face_cache.name(card(2), ()), FACE, FACTS)
    face_cache.save()
    assert FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES).find(card(1)) == (FACE, FACTS)


def test_a_damaged_face_cache_is_an_empty_one(tmp_path):
    kept(tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes()[:-3])
    assert FaceCache(DiskCache(tmp_path), "templates", NO_PICTURES).find(card(1)) is None


def test_without_a_cache_nothing_is_remembered():
    face_cache = FaceCache(None, "templates", NO_PICTURES)
    face_cache.add(face_cache.name(card(1), ()), FACE, FACTS)
    face_cache.save()
    assert FaceCache(None, "templates", NO_PICTURES).find(card(1)) is None


def test_the_trim_is_part_of_a_face():
    assert Face.drawn("<svg/>", CARD, 0.0).digest != Face.drawn("<svg/>", CARD, 3.0).digest
    rounded = Outline.rectangle(63, 88, 3)
    assert Face.drawn("<svg/>", CARD, 0.0).digest != Face.drawn("<svg/>", rounded, 0.0).digest


@pytest.mark.parametrize("svg", ["", "x", "x\x01", "<svg/>", f"<svg>{'ä' * 5000}</svg>"])
def test_svg_of_a_face_is_as_it_was_drawn(svg):
    assert Face.drawn(svg, CARD, 0.0).svg == svg

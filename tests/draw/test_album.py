"""The album gives back what was drawn from the same things, and only that."""

from generator.draw.album import Album
from generator.draw.cache import FaceCache
from generator.draw.sketches import Sketch
from generator.geometry import Outline
from generator.model import Face, FaceFacts, FaceId, SideName
from generator.problems import Place

CARD = Outline.rectangle(63, 88)
FACE = Face.drawn("<svg>one</svg>", CARD, 0.0)
FACTS = FaceFacts(("mdi:castle", "own:moai"), 6.25, "Castle")


def card(number: int) -> Sketch:
    face_id = FaceId(f"card-{number}", SideName.FRONT)
    return Sketch(face_id, "card.svg.j2", CARD, 0.0, {"number": number}, Place("cards.yaml"))


def kept(tmp_path, shared="templates"):
    album = Album(FaceCache(tmp_path), shared)
    album.note(card(1), ())
    album.add(card(1), FACE, FACTS)
    album.save()


def test_a_face_comes_back_whole(tmp_path):
    kept(tmp_path)
    found, facts = Album(FaceCache(tmp_path), "templates").find(card(1))
    assert (found, facts) == (FACE, FACTS)
    assert found.svg == "<svg>one</svg>"


def test_what_faces_show_is_known_without_their_pictures(tmp_path):
    kept(tmp_path)
    known, unknown = Album(FaceCache(tmp_path), "templates").known_facts([card(1), card(2)])
    assert known == {card(1).id: FACTS}
    assert unknown == (card(2).id,)


def test_other_values_or_other_templates_find_nothing(tmp_path):
    kept(tmp_path)
    assert Album(FaceCache(tmp_path), "templates").find(card(2)) is None
    assert Album(FaceCache(tmp_path), "other templates").find(card(1)) is None


def test_what_is_not_used_any_more_is_let_go(tmp_path):
    kept(tmp_path)
    album = Album(FaceCache(tmp_path), "templates")
    album.add(card(2), FACE, FACTS)
    album.save()
    album = Album(FaceCache(tmp_path), "templates")
    assert album.find(card(2)) == (FACE, FACTS)
    assert album.find(card(1)) is None


def test_what_was_asked_for_counts_as_used(tmp_path):
    kept(tmp_path)
    album = Album(FaceCache(tmp_path), "templates")
    album.known_facts([card(1)])
    album.add(card(2), FACE, FACTS)
    album.save()
    assert Album(FaceCache(tmp_path), "templates").find(card(1)) == (FACE, FACTS)


def test_a_damaged_album_is_an_empty_one(tmp_path):
    kept(tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes()[:-3])
    assert Album(FaceCache(tmp_path), "templates").find(card(1)) is None


def test_without_a_cache_nothing_is_remembered():
    album = Album(None, "templates")
    album.add(card(1), FACE, FACTS)
    album.save()
    assert Album(None, "templates").find(card(1)) is None


def test_the_trim_is_part_of_a_face():
    assert Face.drawn("<svg/>", CARD, 0.0).digest != Face.drawn("<svg/>", CARD, 3.0).digest
    rounded = Outline.rectangle(63, 88, 3)
    assert Face.drawn("<svg/>", CARD, 0.0).digest != Face.drawn("<svg/>", rounded, 0.0).digest

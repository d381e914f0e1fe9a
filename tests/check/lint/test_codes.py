"""Pieces without their version code, or with the code of another piece."""

import pytest
from msgspec.structs import force_setattr

from fustella.core.values.codes import codes_of
from fustella.core.values.model import FaceId, FaceMetadata, Game, SideName
from tests.check.lint.conftest import Box, MakeBox

CARDS = """
- {id: keep, copies: 3, name: {it: Rocca, en: Keep}}
- {id: hut, name: {it: Capanna, en: Hut}}
"""
ARMIES = "- {id: army, name: {it: Armata, en: Army}}"


def metadata(*codes: str) -> FaceMetadata:
    return FaceMetadata((), 6.0, "some", codes)


def drawn(
    game: Game, language: str = "it", **others: tuple[str, ...]
) -> dict[FaceId, FaceMetadata]:
    """The metadata of all faces: each front with its own code, or with those in `others`."""
    codes = codes_of(game, language)
    faces = {}
    for piece in game.pieces:
        for look, _ in enumerate(piece.copies_by_look):
            own = others.get(piece.id, (codes[piece.id],))
            faces[FaceId(piece.id, SideName.FRONT, look)] = metadata(*own)
            if piece.kind.back is not None:
                faces[FaceId(piece.id, SideName.BACK, look)] = metadata()
    return faces


def found(made: Box, faces: dict[FaceId, FaceMetadata] | None) -> list[str]:
    return made.has(faces, "codes")


@pytest.fixture
def made(box: MakeBox) -> Box:
    return box(card=CARDS, army=ARMIES)


def test_codes_with_own_code_on_every_piece_find_nothing(made: Box) -> None:
    assert found(made, drawn(made.game)) == []
    assert found(made, drawn(made.game, "en")) == []


def test_codes_of_game_without_codes_find_nothing(made: Box) -> None:
    assert found(made, drawn(made.game, keep=(), hut=(), army=())) == []
    assert found(made, None) == []
    assert found(made, {}) == []


def test_codes_with_pieces_without_code_name_them(made: Box) -> None:
    assert found(made, drawn(made.game, keep=(), hut=())) == [
        "5: 2 pieces of `card` (`keep`, `hut`) show no version code"
    ]
    assert found(made, drawn(made.game, army=())) == ["4: `army` of `army` shows no version code"]


def test_codes_on_the_back_alone_find_nothing(made: Box) -> None:
    faces = drawn(made.game, keep=())
    faces[FaceId("keep", SideName.BACK)] = metadata(codes_of(made.game, "it")["keep"])
    assert found(made, faces) == []


def test_codes_of_another_piece_are_reported(made: Box) -> None:
    codes = codes_of(made.game, "it")
    other = {"hut": (codes["keep"],)}
    message = "6: `hut` of `card` shows the version code of another piece"
    assert found(made, drawn(made.game, **other)) == [message]
    assert found(made, drawn(made.game, hut=(codes["keep"], codes["hut"]))) == [message]
    assert found(made, drawn(made.game, hut=("XX-2222",))) == [message]


def test_codes_of_piece_not_drawn_whole_are_not_checked(made: Box) -> None:
    faces = drawn(made.game, keep=())
    del faces[FaceId("keep", SideName.BACK)]
    assert found(made, faces) == []


def test_codes_of_every_look_are_checked(box: MakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    made = box(card=CARDS, army=ARMIES)
    force_setattr(made.game.pieces[0].kind, "looks", 2)
    faces = drawn(made.game)
    assert FaceId("keep", SideName.FRONT, 1) in faces
    assert found(made, faces) == []
    faces[FaceId("keep", SideName.FRONT, 1)] = metadata()
    assert found(made, faces) == ["5: `keep` of `card` shows no version code"]


def test_codes_of_ignored_pieces_are_not_checked(box: MakeBox) -> None:
    ignore = "ignore: [{rule: codes, of: army, why: too small}]"
    made = box(ignore, card=CARDS, army=ARMIES)
    assert found(made, drawn(made.game, army=())) == []

"""Makes session files as the table and the forms save them."""

import json
from pathlib import Path

from fustella.build.inputs import load_game
from fustella.core.files.project import project_at
from fustella.core.values.codes import box_code, codes_of
from tests.conftest import TinyProject


def codes_in(project: TinyProject, language: str = "en") -> dict[str, str]:
    """The codes of all pieces as they are now, by their ids."""
    return dict(codes_of(load_game(project_at(project.root), "tiny"), language))


def session(project: TinyProject, name: str, **more: object) -> dict[str, object]:
    """A session of the box as it is now, with an id made of `name`; `more` are other keys."""
    game = load_game(project_at(project.root), "tiny")
    made: dict[str, object] = {
        "format": "fustella-playtest",
        "format_version": 2,
        "id": f"session-{name}",
        "game": "tiny",
        "title": "Tiny Island",
        "version": box_code(game, "en"),
        "language": "en",
        "pieces": codes_in(project),
    }
    return made | more


def event(verb: str, seat: str, piece: str, **more: object) -> dict[str, object]:
    return {"at": 1, "seat": seat, "verb": verb, "piece": piece, **more}


def players(*seats: str, won: str = "") -> list[dict[str, object]]:
    return [{"seat": seat, "won": seat == won} for seat in seats]


def saved(folder: Path, name: str, typed: object) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(json.dumps(typed), encoding="utf-8")
    return path

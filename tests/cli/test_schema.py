"""`fustella schema`: the files it writes, the lines it shows, and faults of game.yaml."""

import json
import os
from pathlib import Path

from fustella.core.files.project import project_at
from fustella.schema import FOLDER, modeline, schema_files

OWN = (
    "game.json",
    "list.json",
    "claims.json",
    "booklet.json",
    "remarks.json",
    "jobs.json",
    "simulations.json",
    "playtest.json",
)
ONCE = (
    "kit.json",
    "papers.json",
    "sizes.json",
    "stocks.json",
    "printers.json",
    "ready.json",
    "shop.json",
)


def test_schema_writes_the_files_and_shows_the_line_for_each(tiny, capsys):
    assert tiny.run("schema") == 0
    folder = tiny.root / FOLDER
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.json")}
    assert written == {*(f"tiny/{name}" for name in OWN), *ONCE}
    said = capsys.readouterr().out
    assert "content/tiny/coins.yaml" in said
    assert "# yaml-language-server: $schema=../../.schema/tiny/list.json\n" in said
    assert "# yaml-language-server: $schema=../.schema/papers.json\n" in said


def test_schema_that_is_unchanged_is_not_written_again(tiny):
    assert tiny.run("schema") == 0
    paths = sorted((tiny.root / FOLDER).rglob("*.json"))
    before = [(path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in paths]
    assert tiny.run("schema") == 0
    after = [(path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in paths]
    assert after == before


def test_schema_in_another_folder_is_named_from_each_file(tiny, capsys, tmp_path):
    assert tiny.run("schema", "--output", str(tmp_path / "here")) == 0
    assert (tmp_path / "here" / "tiny" / "list.json").is_file()
    assert not (tiny.root / FOLDER).exists()
    assert "here/tiny/list.json" in capsys.readouterr().out


def test_schema_knows_new_kinds_when_it_is_run_again(tiny):
    assert tiny.run("schema") == 0
    game = tiny.root / "content" / "tiny" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("  coin:\n", "  doubloon:\n"), encoding="utf-8")
    tiny.run("schema")
    made = json.loads((tiny.root / FOLDER / "tiny" / "list.json").read_text(encoding="utf-8"))
    assert "doubloon" in made["properties"]["kind"]["anyOf"][0]["enum"]
    assert "coin" not in made["properties"]["kind"]["anyOf"][0]["enum"]


def test_schema_of_a_game_with_faults_is_written_and_says_so(tiny, capsys):
    game = tiny.root / "content" / "tiny" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("title: ", "titel: ", 1), encoding="utf-8")
    assert tiny.run("schema") == 1
    said = capsys.readouterr().err
    assert "E106" in said
    made = json.loads((tiny.root / FOLDER / "tiny" / "list.json").read_text(encoding="utf-8"))
    assert "coin" in made["properties"]["kind"]["anyOf"][0]["enum"]


def test_schema_of_a_game_that_is_no_yaml_accepts_any_kind(tiny, capsys):
    game = tiny.root / "content" / "tiny" / "game.yaml"
    game.write_text("kinds: {coin: [\n", encoding="utf-8")
    assert tiny.run("schema") == 1
    assert "E101" in capsys.readouterr().err
    made = json.loads((tiny.root / FOLDER / "tiny" / "list.json").read_text(encoding="utf-8"))
    assert "enum" not in made["properties"]["kind"]


def test_schema_of_an_unknown_game_is_refused(tiny, capsys):
    assert tiny.run("schema", "tyni") == 1
    assert "E002" in capsys.readouterr().err
    assert not (tiny.root / FOLDER).exists()


def test_schema_that_cannot_be_written_is_a_problem(tiny, capsys):
    (tiny.root / FOLDER).write_text("a file", encoding="utf-8")
    assert tiny.run("schema") == 1
    assert "E401" in capsys.readouterr().err
    assert (tiny.root / FOLDER).read_text(encoding="utf-8") == "a file"


def test_write_schemas_of_a_project_of_one_folder_lie_at_the_top(tmp_path):
    """Its game.yaml is in the project's folder itself."""
    (tmp_path / "game.yaml").write_text("title: A\nlanguages: [en]\n", encoding="utf-8")
    project = project_at(tmp_path)
    written = schema_files(project, project.games()).write(tmp_path / FOLDER, tmp_path)
    assert {path.relative_to(tmp_path / FOLDER).as_posix() for path in written} == {*OWN, *ONCE}


def test_modeline_leads_from_the_file_to_the_schema():
    line = modeline(Path("/p/content/tiny/coins.yaml"), Path("/p/.schema/tiny/list.json"))
    assert line == "# yaml-language-server: $schema=../../.schema/tiny/list.json"


def test_build_keeps_the_schemas_of_a_project_fresh(tiny, run):
    """A field that was added is known to the editor after the next build."""
    assert run(tiny, "build").code == 0
    assert not (tiny.root / ".schema").exists()
    assert run(tiny, "schema").code == 0
    path = tiny.root / ".schema" / "tiny" / "list.json"
    before = path.read_text(encoding="utf-8")
    game = tiny.root / "content" / "tiny" / "game.yaml"
    tiny.edit("content/tiny/game.yaml", "{value: number}", "{value: number, new?: text}")
    os.utime(game, (game.stat().st_mtime + 5,) * 2)
    assert '"new"' not in before
    run(tiny, "build")
    assert '"new"' in path.read_text(encoding="utf-8")

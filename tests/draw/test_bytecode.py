"""Compiled templates are kept and used again; a folder or file that is lost does no harm."""

import jinja2

from fustella.core.files.cache import COMPILED, DiskCache
from fustella.core.files.state import state_folder
from fustella.draw.templates.environment import CompiledTemplates
from tests.conftest import TinyProject


def rendered(folder, text: str, settings: str = "usual") -> str:
    environment = jinja2.Environment(
        loader=jinja2.DictLoader({"a": text}),
        bytecode_cache=CompiledTemplates(DiskCache(folder), settings),
    )
    return environment.get_template("a").render()


def test_compiled_template_is_used_again(tmp_path, monkeypatch):
    assert rendered(tmp_path / "new", "one {{ 1 + 1 }}") == "one 2"
    monkeypatch.setattr(jinja2.Environment, "compile", None)
    assert rendered(tmp_path / "new", "one {{ 1 + 1 }}") == "one 2"


def test_compiled_template_after_a_change_is_compiled_again(tmp_path):
    assert rendered(tmp_path, "one") == "one"
    assert rendered(tmp_path, "two") == "two"


def test_compiled_templates_of_other_settings_are_separate(tmp_path):
    rendered(tmp_path, "one")
    rendered(tmp_path, "one", "other")
    assert len(list(tmp_path.iterdir())) == 2


def test_compiled_template_in_a_damaged_file_is_compiled_again(tmp_path):
    rendered(tmp_path, "one")
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-9])
    assert rendered(tmp_path, "one") == "one"


def test_compiled_templates_without_a_folder_still_render(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert rendered(tmp_path / "file" / "inside", "one") == "one"
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_oldest_compiled_templates_are_dropped_before_new_ones_are_kept(tmp_path):
    cache = DiskCache(tmp_path, limit_files=2)
    for text in ("one", "two", "three", "four"):
        environment = jinja2.Environment(
            loader=jinja2.DictLoader({"a": text}),
            bytecode_cache=CompiledTemplates(cache, "usual"),
        )
        assert environment.get_template("a").render() == text
    assert len(list(tmp_path.iterdir())) == 3


def test_build_into_another_folder_compiles_nothing(tiny, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert tiny.run("build", "--output", str(tmp_path / "one")) == 0
    assert list((state_folder() / COMPILED).iterdir())
    monkeypatch.setattr(jinja2.Environment, "compile", None)
    assert tiny.run("build", "--output", str(tmp_path / "two")) == 0


def test_build_of_a_copy_of_a_project_compiles_nothing_and_names_its_own_files(
    tiny, run, tmp_path, monkeypatch
):
    tiny.edit("templates/tiny/card.svg.j2", "{% block face %}", "{% block face %}{{ gone }}")
    said = run(tiny, "build", "--output", str(tmp_path / "one"))
    assert {problem.code for problem in said.problems} == {"E212"}
    copy = TinyProject(tiny.root.rename(tmp_path / "copy"))
    monkeypatch.setattr(jinja2.Environment, "compile", None)
    again = run(copy, "build", "--output", str(tmp_path / "two"))
    assert again.problems == said.problems


def test_compiled_template_of_another_user_is_never_run(tmp_path, monkeypatch):
    assert rendered(tmp_path / "kept", "one") == "one"
    (path,) = (tmp_path / "kept").iterdir()
    with monkeypatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(tmp_path / "stranger"))
        DiskCache(tmp_path / "kept").put(path.stem, b"not what was compiled")
    assert rendered(tmp_path / "kept", "one") == "one"
    assert DiskCache(tmp_path / "kept").get(path.stem) not in (None, b"not what was compiled")

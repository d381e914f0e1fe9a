"""Compiled templates are kept and used again; a folder or file that is lost does no harm."""

import jinja2

from fustella.core.cache import DiskCache
from fustella.draw.templates.environment import CompiledTemplates


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

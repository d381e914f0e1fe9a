"""Compiled templates are kept, used again, and never in the way."""

import jinja2

from fustella.draw.templates.environment import CompiledTemplates


def rendered(folder, text: str, settings: str = "usual") -> str:
    environment = jinja2.Environment(
        loader=jinja2.DictLoader({"a": text}), bytecode_cache=CompiledTemplates(folder, settings)
    )
    return environment.get_template("a").render()


def test_a_template_is_compiled_once(tmp_path, monkeypatch):
    assert rendered(tmp_path / "new", "one {{ 1 + 1 }}") == "one 2"
    monkeypatch.setattr(jinja2.Environment, "compile", None)
    assert rendered(tmp_path / "new", "one {{ 1 + 1 }}") == "one 2"


def test_a_changed_template_is_compiled_anew(tmp_path):
    assert rendered(tmp_path, "one") == "one"
    assert rendered(tmp_path, "two") == "two"


def test_other_settings_do_not_share(tmp_path):
    rendered(tmp_path, "one")
    rendered(tmp_path, "one", "other")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_damaged_file_is_as_good_as_none(tmp_path):
    rendered(tmp_path, "one")
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-9])
    assert rendered(tmp_path, "one") == "one"


def test_a_folder_that_cannot_be_made_costs_only_time(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert rendered(tmp_path / "file" / "inside", "one") == "one"
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"

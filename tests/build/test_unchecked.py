"""A box that is printed although it differs from its rule document says so on its cover."""

import pytest
from msgspec.structs import replace

from fustella.build import BuildOptions, already_built, inputs_of
from fustella.build.pipeline import build_game
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound
from fustella.core.words.printed import ToolWords
from tests.helpers.pdf_reader import text

WARNINGS = {
    "en": "unchecked: the box differs from the rule document",
    "it": "non verificata: la scatola differisce dal documento delle regole",
}


def options(project, **other) -> BuildOptions:
    return BuildOptions("A4", Duplex.LONG_EDGE, project.output, **other)


def build(project, wanted: BuildOptions):
    there = Project(project.root)
    return build_game(there, "tiny", wanted, inputs_of(there, "tiny"), lambda *_: None)


def spoil(project) -> None:
    """A figure of the document that claims.yaml has wrongly: the same faces, but it differs."""
    project.edit("content/tiny/claims.yaml", "{value=5}", "{value=4}")


def mend(project) -> None:
    project.edit("content/tiny/claims.yaml", "{value=4}", "{value=5}")


def known(project, wanted: BuildOptions, unchecked: bool):
    inputs = inputs_of(Project(project.root), "tiny")
    return already_built("tiny", wanted, inputs, unchecked)


@pytest.mark.parametrize("language", WARNINGS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cover_warns_in_the_language_of_the_sheet(language, paper, tiny):
    spoil(tiny)
    wanted = replace(options(tiny, language=language, force=True), paper=paper)
    built = build(tiny, wanted)
    for path in built.folder.glob("*.pdf"):
        assert (WARNINGS[language] in text(path)) == path.name.endswith("-cover.pdf"), path


def test_box_that_differs_is_not_printed(tiny):
    before = tiny.hashes()
    spoil(tiny)
    with pytest.raises(ProblemsFound) as found:
        build(tiny, options(tiny))
    (problem,) = found.value.problems
    assert problem.code == "E501"
    assert "document now says 5 (was 4)" in problem.message
    assert tiny.hashes() == before


def test_box_that_differs_is_told_how_to_print_it_all_the_same(tiny, run):
    spoil(tiny)
    ran = run(tiny, "build")
    assert ran.code == 1
    assert "--force" in ran.err
    assert run(tiny, "build", "--force").code == 0


def test_warning_in_every_language_is_there():
    warnings = {ToolWords().on_sheets(language)["unchecked"] for language in ("en", "it", "es")}
    assert len(warnings) == 3


def test_cover_with_the_warning_has_all_the_rest(good, tiny):
    plain = text(good.built / "tiny-cover.pdf")
    spoil(tiny)
    warned = text(build(tiny, options(tiny, force=True)).folder / "tiny-cover.pdf")
    assert warned.replace(WARNINGS["en"], "").split() == plain.split()


def test_box_that_agrees_is_not_marked_even_when_forced(good, tiny):
    before = good.hashes()
    spoil(tiny)
    build(tiny, options(tiny, force=True))
    mend(tiny)
    build(tiny, options(tiny, force=True))
    pdfs = {name: digest for name, digest in before.items() if name.endswith(".pdf")}
    assert {name: tiny.hashes()[name] for name in pdfs} == pdfs


def test_marked_build_never_counts_as_the_normal_one(tiny):
    assert known(tiny, options(tiny), unchecked=False)
    spoil(tiny)
    build(tiny, options(tiny, force=True))
    assert known(tiny, options(tiny), unchecked=False) is None
    assert known(tiny, options(tiny, force=True), unchecked=False) is None
    assert known(tiny, options(tiny, force=True), unchecked=True)


def test_normal_build_never_counts_as_a_marked_one(tiny):
    assert known(tiny, options(tiny, force=True), unchecked=True) is None
    spoil(tiny)
    build(tiny, options(tiny, force=True))
    mend(tiny)
    build(tiny, options(tiny))
    assert known(tiny, options(tiny, force=True), unchecked=True) is None
    assert known(tiny, options(tiny), unchecked=False)


def test_stamp_key_of_an_unchecked_build_differs_and_force_alone_changes_none(tiny):
    plain, forced = options(tiny), options(tiny, force=True)
    assert plain.key() == forced.key() != forced.key(unchecked=True)

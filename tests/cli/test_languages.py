"""A game in several languages on the command line: what is missing, --strict, --language all."""

import json
import re

import pytest
from pypdf import PdfReader

COINS = "content/tiny/coins.yaml"
TABLE = "content/tiny/translations.csv"


@pytest.fixture
def half(tiny):
    """Tiny, one of whose names is not in Italian."""
    tiny.edit(COINS, "{en: Five, it: Cinque}", "Five")
    return tiny


def cover_of(project, language):
    path = project.root / f"output/tiny/{language}-A4/tiny-cover.pdf"
    return "".join(page.extract_text() for page in PdfReader(path).pages)


def test_build_of_a_whole_language_says_nothing_of_others(half, run):
    assert run(half, "build").err == ""
    assert run(half, "build", "--strict").code == 0


def test_build_with_a_missing_text_warns_and_prints_the_first_language(half, run):
    ran = run(half, "build", "--language", "it")
    assert ran.code == 0
    (told,) = ran.problems
    assert (told.code, told.file, told.line, told.key) == ("E113", COINS, 4, "pieces[1].name")
    assert told.hint == "write {en: …, it: …}"
    assert "warning" in ran.err
    assert "Five" in cover_of(half, "it")


def test_build_that_is_unchanged_tells_what_is_missing_again(half, run):
    first, second = (run(half, "build", "--language", "it") for _ in range(2))
    assert "unchanged" in second.out
    assert second.err == first.err


def test_build_strict_refuses_a_missing_text_and_keeps_what_was_built(half, run):
    assert run(half, "build", "--language", "it").code == 0
    before = half.hashes()
    ran = run(half, "build", "--language", "it", "--strict")
    assert ran.code == 1
    assert [(told.code, told.line) for told in ran.problems] == [("E113", 4)]
    assert "warning" not in ran.err
    assert half.hashes() == before


def test_table_of_translations_fills_in_what_the_lists_lack(half, run):
    (half.root / TABLE).write_text("en,it\nFive,Cinque pezzi\n", encoding="utf-8")
    ran = run(half, "build", "--language", "it", "--strict")
    assert (ran.code, ran.err) == (0, "")
    assert "Cinque pezzi" in cover_of(half, "it")
    (half.root / TABLE).write_text("en,it\nFive,Da cinque\n", encoding="utf-8")
    assert run(half, "build", "--language", "it").code == 0
    assert "Da cinque" in cover_of(half, "it")


def test_faults_of_the_table_stop_the_build_at_their_cells(tiny, run):
    (tiny.root / TABLE).write_text("en,it,fr\nA,B,C\nA,D,\n", encoding="utf-8")
    before = tiny.hashes()
    ran = run(tiny, "build")
    assert [(p.code, p.file, p.line, p.key) for p in ran.problems] == [
        ("E113", TABLE, 1, "fr"),
        ("E105", TABLE, 3, "en"),
    ]
    assert tiny.hashes() == before


def test_many_missing_texts_are_told_by_their_number(tiny, run):
    tiny.edit("content/tiny/game.yaml", "languages: [en, it]", "languages: [en, it, de]")
    ran = run(tiny, "build", "--language", "de")
    assert ran.code == 0
    (told,) = ran.problems
    assert (told.code, told.file, told.key) == ("E113", "content/tiny/game.yaml", "languages")
    listed = run(tiny, "translate", "list", "--language", "de").out.splitlines()[0]
    texts = listed.removesuffix(" missing").split()[-1]
    assert f" {texts} texts are missing in `de`, in " in ran.err
    assert " places, and printed in `en` instead" in ran.err
    assert "fustella translate list tiny --language de" in told.hint
    strict = run(tiny, "build", "--language", "de", "--strict")
    (one,) = strict.problems
    more = re.search(r"    also: (?:\S+, ){2}\S+ and (\d+) more\n", strict.err)
    assert one.hint
    assert f" in {1 + 3 + int(more[1])} places, " in told.message


def test_build_in_all_languages_makes_each(tiny, run):
    ran = run(tiny, "build", "--language", "all")
    assert ran.code == 0
    assert "tiny/en-A4/" in ran.out
    assert "tiny/it-A4/" in ran.out
    assert "Isola minuscola" in cover_of(tiny, "it")
    again = run(tiny, "build", "--language", "all")
    assert again.out.count("unchanged") == 2


def test_fault_of_one_language_does_not_stop_the_others(tiny, run):
    tiny.edit("content/tiny/cards.yaml", "{en: Boat, it: Barca}", f"{{en: Ship, it: {'B' * 60}}}")
    ran = run(tiny, "build", "--language", "all")
    assert (ran.code, [told.code for told in ran.problems]) == (1, ["E201"])
    assert "Ship" in cover_of(tiny, "en")
    assert ran.err.endswith("1 problem; other files are as they were\n")


def test_export_in_all_languages_has_a_folder_for_each(tiny, run):
    ran = run(tiny, "export", "--to", "png", "--language", "all", "--only", "coin")
    assert ran.code == 0
    assert "en/png/" in ran.out.replace("\\", "/")
    assert "it/png/" in ran.out.replace("\\", "/")


def test_export_strict_refuses_a_missing_text(half, run):
    asked = ("export", "--to", "png", "--language", "it", "--only", "coin")
    assert run(half, *asked).code == 0
    ran = run(half, *asked, "--strict")
    assert (ran.code, [told.code for told in ran.problems]) == (1, ["E113"])


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_check_tells_what_is_missing_in_any_language(half, run, form):
    code = run(half, "check", "--format", form).code
    half.edit(COINS, "name: Five", "name: {en: Five, it: Cinque}")
    assert run(half, "check", "--format", form).code == code, "a warning is no fault"
    half.edit(COINS, "{en: Five, it: Cinque}", "Five")
    ran = run(half, "check", "--format", form)
    if form == "text":
        assert "E113 warning" in ran.err
    elif form == "json":
        (told,) = json.loads(ran.out)["warnings"]
        assert told["code"] == "E113"
    else:
        assert "::warning file=content/tiny/coins.yaml,line=4::E113" in ran.out


def test_check_strict_counts_what_is_missing_as_a_fault(half, run):
    ran = run(half, "check", "--strict")
    assert ran.code == 1
    assert "E113" in {told.code for told in ran.problems}

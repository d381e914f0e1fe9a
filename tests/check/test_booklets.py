"""Booklets are checked like the box: their numbers, references, terms, lines and sums."""

from pathlib import Path
from textwrap import dedent

import pytest

from fustella.build.rules import rules_of
from fustella.core.files.project import Project
from fustella.core.values.claims import Finding, Verdict
from fustella.core.values.problems import ProblemsFound
from fustella.review import Review, problems_of, review, unclaimed_problems
from tests.check.making import FOLDER, Box, rows

DOCUMENT = """\
Rules of the kingdom.
There are 12 towers.

Each of the 2-4 players draws 7 cards.
Discard 2 cards for each castle.

End after 50 minutes.
"""
CLAIMS = """
    - {id: hand, lines: 4, text: "draws {7} cards", check: manual, why: no piece has it}
    - {id: discard, lines: 5, text: "Discard {2} cards", check: manual, why: no piece has it}
    """


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box.made_at(tmp_path)


def chapter(box: Box, english: str, italian: str = "", name: str = "10-play") -> None:
    folder = box.root / FOLDER / "rules"
    folder.mkdir(exist_ok=True)
    for language, text in (("en", english), ("it", italian)):
        if text:
            path = folder / f"{name}.{language}.md"
            path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")


def reviewed(
    box: Box, claims: str = CLAIMS, *, more: str = "", document: str | None = DOCUMENT
) -> Review:
    project = Project(box.root)
    if document is not None:
        (box.root / "rules.txt").write_text(document, encoding="utf-8")
    known = box.claims(claims, more)
    path = box.root / "rules.txt" if document is not None else None
    return review(project, box.game, path, claims=known, rules=rules_of(project, box.game))


def said(found: Review) -> list[Finding]:
    """The findings about booklets that do not hold."""
    return [
        one
        for one in found.findings
        if one.verdict is not Verdict.HOLDS
        for place in (one.place, *one.where)[:1]
        if "/rules/" in place.file or any("/rules/" in each.file for each in one.where)
    ]


def only(found: Review) -> Finding:
    (one,) = said(found)
    return one


def lines_of(finding: Finding) -> list[tuple[str, int]]:
    places = (finding.place, *finding.where)
    return [
        (place.file.rpartition("/")[2], place.line) for place in places if "/rules/" in place.file
    ]


# Numbers of the lines that are restated


def test_number_that_its_lines_lack_is_told_at_its_line(box):
    chapter(box, "# Play\n\nEach draws\n**8 cards**. {lines: 4}\n")
    one = only(reviewed(box))
    assert (one.claim, one.verdict) == ("lint-restated", Verdict.DIFFERS)
    assert one.has == "8 cards; 4 has 2, 3, 4, 7"
    assert lines_of(one) == [("10-play.en.md", 4)]
    (problem,) = [one for one in problems_of(reviewed(box)) if "/rules/" in one.place.file]
    assert (problem.code, problem.place.line) == ("E520", 4)


@pytest.mark.parametrize(
    "text",
    [
        "Each draws seven cards. {lines: 4}",
        "With 3 players each draws 7. {lines: 4}",
        "Draw {piece:coin-red.copies} of them. {lines: 7}",
        "Draw one card more than a die has spots.",
        "Look at step 3, and draw a card. {lines: 1-7}",
    ],
)
def test_number_of_its_lines_or_lists_is_right(box, text):
    if "step 3" in text:
        text = text.replace("3", "2")
    chapter(box, f"# Play\n\n{text}\n")
    assert said(reviewed(box)) == []


def test_below_a_heading_only_counted_words_are_compared(box):
    chapter(box, "# Play {lines: 4-5}\n\nIn step 9, discard 3 cards.\n")
    assert only(reviewed(box)).has == "3 cards; 4-5 has 2, 7"


@pytest.mark.parametrize("kind", ["example", "decision", "variant"])
def test_boxes_with_numbers_of_ours_are_not_asked(box, kind):
    chapter(box, f"# Play {{lines: 5}}\n\n::: {kind} Ours\nDiscard 3 cards.[^1]\n:::\n\n[^1]: 9!\n")
    assert said(reviewed(box)) == []


def test_without_the_document_claims_are_asked(box):
    chapter(box, "# Play\n\nEach draws 8 cards. {lines: 4}\n")
    one = only(reviewed(box, document=None))
    assert (one.has, one.verdict) == ("8 cards; 4 has 7", Verdict.UNCHECKED)


def test_changed_document_is_asked_as_it_is_now(box):
    chapter(box, "# Play\n\nEach draws 7 cards. {lines: 4}\n")
    changed = DOCUMENT.replace("draws 7", "draws 6")
    assert "7 cards; 4 has 2, 3, 4, 6" in [
        one.has for one in reviewed(box, document=changed).findings
    ]


def test_words_of_a_booklet_let_its_paragraph_go(box):
    chapter(box, "# Play\n\nAs **we said** in step 9, draw 7 cards. {lines: 4}\n")
    assert only(reviewed(box)).has == "9; 4 has 2, 3, 4, 7"
    more = 'lint: {ignore: {rule: restated, booklet: "we said", why: it is a step}}'
    assert said(reviewed(box, more=more)) == []


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ('{rule: restated, booklet: "no such words", why: it is so}', "E506"),
        ('{rule: codes, booklet: "we said", why: it is so}', "E106"),
        ('{rule: restated, booklet: "Play", of: coin-red, why: it is so}', "E106"),
        ('{rule: restated, booklet: "Play"}', "E107"),
    ],
)
def test_entry_that_lets_nothing_go_is_refused(box, entry, code):
    chapter(box, "# Play\n\nHello.\n")
    (problem,) = reviewed(box, more=f"lint: {{ignore: {entry}}}").problems
    assert (problem.code, problem.place.line) == (code, 5)
    assert problem.hint


# The languages


def test_other_number_in_a_language_is_told_at_both_lines(box):
    chapter(box, "# Play\n\nDraw a card,\nthen two.\n", "# Gioco\n\nPesca una carta, poi tre.\n")
    one = only(reviewed(box))
    assert (one.claim, one.has) == ("lint-numbers", "en: 2; it: 3")
    assert lines_of(one) == [("10-play.it.md", 3), ("10-play.en.md", 4)]


def test_other_reference_in_a_language_is_told(box):
    chapter(
        box,
        "# Play\n\nThere are {count:peak} peaks.\n",
        "# Gioco\n\nCi sono {count:lake} vette.\n",
    )
    one = only(reviewed(box))
    assert (one.claim, one.has) == ("lint-booklets", "en: count:peak; it: count:lake")
    assert lines_of(one) == [("10-play.it.md", 3), ("10-play.en.md", 3)]


def test_name_may_stand_more_often_in_one_language(box):
    chapter(
        box,
        "# Play\n\nTake a {name:coin-red}, and keep it.\n",
        "# Gioco\n\nPrendi una {name:coin-red} e tieni la {name:coin-red}.\n",
    )
    assert said(reviewed(box)) == []


def test_other_lines_and_pictures_in_a_language_are_told(box):
    chapter(
        box,
        "# Play\n\nHello.\n{lines: 4}\n\n![](piece:peak)\n",
        "# Gioco\n\nCiao.\n{lines: 5}\n\n![](piece:lake)\n",
    )
    lines, pictures = said(reviewed(box))
    assert lines.has == "en: lines: 4; it: lines: 5"
    assert lines_of(lines) == [("10-play.it.md", 4), ("10-play.en.md", 4)]
    assert pictures.has == "en: the front of peak; it: the front of lake"


def test_sections_divided_in_another_way_are_compared_as_a_whole(box):
    chapter(
        box,
        "# Play\n\nDraw two cards. Discard three.\n",
        "# Gioco\n\nPesca due carte.\n\nScartane tre.\n",
    )
    assert said(reviewed(box)) == []


def test_denial_in_one_language_alone_is_open(box):
    chapter(box, "# Play\n\nYou may not move.\n", "# Gioco\n\nPuoi muovere.\n")
    one = only(reviewed(box))
    assert (one.claim, one.verdict) == ("lint-sense", Verdict.OPEN)


def test_unknown_name_is_told(box):
    chapter(box, "# Play\n\nYou take the Banner from it.\n")
    one = only(reviewed(box))
    assert (one.claim, one.has.split(";")[0]) == ("lint-names", '"Banner" is in no name of the box')


def test_heading_and_words_of_the_tool_are_names(box):
    chapter(box, "# The Old Bridge\n\nGo to the Old Bridge: see the Example.\n")
    assert said(reviewed(box)) == []


def test_chapter_in_the_wrong_language_is_told(box):
    text = "Ogni giocatore pesca le carte che non ha ancora e poi le mette nella sua mano."
    chapter(box, f"# Play\n\n{text}\n", f"# Gioco\n\n{text}\n")
    assert "lint-language" in {one.claim for one in said(reviewed(box))}


# Terms

GLOSSARY = """
    - id: terms
      lines: 1
      check: glossary
      terms:
        - {en: card, it: carta, ours: true, never: [fortress*, leaf]}
        - {en: after, it: dopo, ours: true, on_pieces: true}
    """


def test_term_in_one_language_alone_is_open(box):
    chapter(box, "# Play\n\nTake a card after it.\n", "# Gioco\n\nPrendi un foglio.\n")
    one = only(reviewed(box, GLOSSARY))
    assert (one.verdict, one.has) == (Verdict.OPEN, "en: “card”; it: no “carta”")
    assert sorted(lines_of(one)) == [("10-play.en.md", 3), ("10-play.it.md", 3)]


THREE = """
    - id: terms
      lines: 1
      check: glossary
      terms:
        - {en: city, it: città, de: Stadt, ours: true}
        - {en: cemetery, it: cimitero, de: Friedhof, ours: true}
    """


@pytest.mark.parametrize(
    ("english", "has"),
    [
        ("A cemetery fights a city, no cemetery.", "en: once more “cemetery” instead"),
        ("A city fights a city, no cemetery.", ""),
        ("A city fights it, no cemetery.", ""),
    ],
)
def test_term_in_the_place_of_another_is_open_where_two_languages_agree(box, english, has):
    game = box.root / FOLDER / "game.yaml"
    typed = game.read_text(encoding="utf-8")
    game.write_text(typed.replace("[en, it]", "[en, it, de]"), encoding="utf-8")
    italian = "Una città combatte una città, nessun cimitero."
    chapter(box, f"# Play\n\n{english}\n", f"# Gioco\n\n{italian}\n")
    german = "# Spiel\n\nEine Stadt kämpft gegen eine Stadt, kein Friedhof.\n"
    (box.root / FOLDER / "rules" / "10-play.de.md").write_text(german, encoding="utf-8")
    found = [one for one in said(reviewed(box, THREE)) if "as often" in one.says]
    assert [(one.verdict, one.has) for one in found] == ([(Verdict.OPEN, has)] if has else [])


def test_word_that_must_not_stand_is_a_fault(box):
    chapter(box, "# Play\n\nAll is well.\n\nGo to the old fortresses.\n")
    one = only(reviewed(box, GLOSSARY))
    assert (one.verdict, one.has) == (Verdict.DIFFERS, "en: “fortresses”")
    assert lines_of(one) == [("10-play.en.md", 5)]


# Sums


@pytest.mark.parametrize(
    ("sum_", "has"),
    [
        ("3 × {piece:coin-red.value} = 4", "3 × 1 = 4, and it is 3"),
        ("4 ÷ (3 − 1) = 3 damage", "4 ÷ (3 − 1) = 3, and it is 2"),
        ("they make 2 + 6 = 9.", "2 + 6 = 9, and it is 8"),
    ],
)
def test_sum_that_does_not_come_out_is_told(box, sum_, has):
    chapter(box, f"# Play\n\nFor example {sum_}\n")
    one = only(reviewed(box))
    assert (one.claim, one.has) == ("lint-sums", has)


@pytest.mark.parametrize(
    "text",
    [
        "3 × {piece:coin-red.value} = 3",
        "level 1 = 2 coins",
        "1–2 = 1 gold",
        "1/2 = .5",
        "2 + = 3",
        "+=1",
    ],
)
def test_sums_that_come_out_and_others_are_passed(box, text):
    chapter(box, f"# Play\n\nFor example {text}\n")
    assert said(reviewed(box)) == []


# Claims about the booklet

HELD = """
    - {id: hand, lines: 4, text: "draws {7} cards", check: value, booklet: {words}}
    """


def held(words: str) -> str:
    return HELD.replace("{words}", words)


@pytest.mark.parametrize(
    ("words", "has"),
    [
        ('"draw {n} cards"', "8"),
        ('{en: "draw {n} cards", it: "pesca {n} carte"}', "8"),
        ('"draw {n} apples"', "no such words"),
    ],
)
def test_claim_holds_a_sentence_of_the_booklet(box, words, has):
    chapter(box, "# Play\n\nNow draw 8 cards.\n", "# Gioco\n\nOra pesca sette carte.\n")
    found = [one for one in reviewed(box, held(words)).findings if one.claim == "hand"]
    found = [one for one in found if one.verdict is not Verdict.HOLDS]
    assert [(one.has, one.verdict) for one in found] == [(has, Verdict.DIFFERS)]


def test_claim_about_the_booklet_holds(box):
    chapter(box, "# Play\n\nNow draw seven cards.\n", "# Gioco\n\nOra pesca 7 carte.\n")
    found = reviewed(box, held('{en: "draw {n} cards", it: "pesca {n} carte"}'))
    assert ("“draw 7 cards” · “pesca 7 carte”", "the same", "holds") in rows(found.findings)


def test_claim_about_a_booklet_that_is_not_there_differs(box):
    one = next(
        one for one in reviewed(box, held('"draw {n} cards"')).findings if one.claim == "hand"
    )
    assert (one.has, one.verdict) == ("no such words", Verdict.DIFFERS)


def test_claim_about_a_booklet_in_no_language_is_refused(box):
    (problem,) = reviewed(box, held('{de: "zieh {n} Karten"}')).problems
    assert (problem.code, problem.place.key) == ("E106", "hand.booklet.de")


# Lines


def test_rules_that_no_booklet_restates_are_counted(box):
    claims = (
        CLAIMS.rstrip()
        + '\n    - {id: time, lines: 6-7, text: "after {50}", check: manual, why: no}\n'
    )
    chapter(box, "# Play\n\nDraw 7 cards. {lines: 4}\n")
    restated = reviewed(box, claims).restated
    assert (restated.rules, restated.restated, restated.missing) == (3, 1, ((5, 7),))
    (problem,) = [one for one in unclaimed_problems(reviewed(box, claims)) if one.code == "E722"]
    assert "lines 5-7 of the document" in problem.message


def test_lines_behind_the_last_are_a_fault(box):
    chapter(box, "# Play\n\nDraw 7 cards.\n\n{lines: 4-60}\n")
    (problem,) = [one for one in problems_of(reviewed(box)) if "/rules/" in one.place.file]
    assert (problem.code, problem.place.line) == ("E721", 5)
    assert problem.message == "the booklet restates 4-60, and the document has 8 lines"


def test_marks_of_one_part_are_joined(box):
    chapter(box, "# Play {lines: 4}\n\n{lines: 5}\n")
    assert reviewed(box).restated.missing == ()


def test_without_booklets_nothing_is_said_of_them(box):
    assert reviewed(box).restated is None


def test_game_without_claims_has_open_findings_about_its_booklet(box):
    chapter(box, "# Play\n\nDraw two cards.\n", "# Gioco\n\nPesca tre carte.\n")
    (box.root / FOLDER / "game.yaml").write_text(
        (box.root / FOLDER / "game.yaml").read_text("utf-8").replace("document: rules.txt\n", ""),
        "utf-8",
    )
    for name in ("cards", "tiles", "tokens"):
        (box.root / FOLDER / f"{name}.yaml").unlink()
    project, game = Project(box.root), box.game
    rules = rules_of(project, game)
    found = review(project, game, output=box.root / "output", rules=rules)
    assert [(one.claim, one.verdict) for one in said(found)] == [("lint-numbers", Verdict.OPEN)]


def test_booklet_with_faults_is_refused_by_the_check(box):
    chapter(box, "# Play\n\n{count:nothing}\n")
    with pytest.raises(ProblemsFound, match="E711"):
        rules_of(Project(box.root), box.game)

"""Languages whose words no rule knows are told once, and no word of theirs is taken for a fault."""

import json

import pytest

from tests.check.lint.conftest import MakeBox
from tests.conftest import TinyProject


@pytest.mark.parametrize(
    ("languages", "title", "unknown"),
    [
        ("[en, de, fr]", "{en: Two foxes, de: Zwei Füchse, fr: Deux renards}", ""),
        ("[en, pl]", "{en: Two foxes, pl: Dwa lisy}", "pl"),
        ("[en, pl, cs]", "{en: Two foxes, pl: Dwa lisy, cs: Dvě lišky}", "pl and cs"),
        ("[sv, fi, hu]", "{sv: Två rävar, fi: Kaksi kettua, hu: Két róka}", "sv, fi and hu"),
        ("[en, pl]", "Two foxes", ""),
        ("[sv, en]", "{sv: Två rävar, en: Two foxes}", "sv"),
        ("[sv]", "Två rävar", ""),
        ("[en-gb, de-at]", "{en-gb: Two foxes, de-at: Zwei Füchse}", ""),
        ("[en, pt-br]", "{en: Two foxes, pt-br: Duas raposas}", "pt-br"),
        ("[en, de, ja]", "{en: Two foxes, de: Zwei Füchse}", ""),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "github"])
@pytest.mark.parametrize("claims", [True, False])
def test_languages_without_known_words_are_told_once(
    tmp_path, run, languages, title, unknown, form, claims
):
    (tmp_path / "game.yaml").write_text(f"title: {title}\nlanguages: {languages}\n", "utf-8")
    card = "{id: a, name: A, source: {designed: ours}, front: {title: A}}"
    (tmp_path / "cards.yaml").write_text(f"kind: ready/card\npieces:\n  - {card}\n", "utf-8")
    if claims:
        (tmp_path / "claims.yaml").write_text(
            "claims:\n  - {id: sums, check: sum, that: 1 + 1 = 2}\n", "utf-8"
        )
    ran = run(TinyProject(tmp_path), "check", "--strict", "--format", form)
    said = " ".join((ran.out + ran.err).split())
    assert said.count(f"no words of {unknown} are known") == (1 if unknown else 0), said
    assert ("no words of" in said) is bool(unknown)
    if form == "json":
        assert len(json.loads(ran.out).get("notes", [])) == bool(unknown)
    assert "none" not in said


@pytest.mark.parametrize(
    ("languages", "texts", "has"),
    [
        (("en", "pl"), ("Build two fields.", "Zbuduj dwa pola."), ""),
        (("pl", "en"), ("Zbuduj dwa pola.", "Build two fields."), ""),
        (("en", "pl"), ("Build two fields.", "Zbuduj 2 pola."), ""),
        (("en", "cs"), ("On each turn, draw.", "V každém kole táhni."), ""),
        (("cs", "pl"), ("Postav 3 pole.", "Zbuduj 3 pola."), ""),
        (("en", "ru"), ("Level II.", "Уровень II."), ""),
        (("en", "de-at"), ("Draw two cards.", "Zieh zwei Karten."), ""),
        (("en", "de-at"), ("Draw two cards.", "Zieh drei Karten."), "en: 2; de-at: 3"),
        (("en", "pl"), ("Build 2 fields.", "Zbuduj 3 pola."), "en: 2; pl: 3"),
        (("en", "pl"), ("Build two fields.", "Zbuduj 3 pola."), "en: 2; pl: 3"),
        (("cs", "pl"), ("Postav 3 pole.", "Zbuduj 4 pola."), "cs: 3; pl: 4"),
        (("en", "ja"), ("Draw 3.", "カードを引く。"), "en: 3; ja: none"),
    ],
)
def test_figures_alone_are_compared_with_unknown_words(
    box: MakeBox, languages: tuple[str, str], texts: tuple[str, str], has: str
) -> None:
    text = f'{{it: "{texts[0]}", en: "{texts[1]}"}}'
    card = f"- {{id: fog, name: {{it: A, en: B}}, front: {{text: {text}}}}}"
    found = box(card=card, languages=languages).has(rule="numbers")
    assert [line.partition(": ")[2] for line in found] == ([has] if has else [])


@pytest.mark.parametrize(("language", "word"), [("de-ch", "nicht"), ("en-us", "not")])
def test_regions_of_known_languages_are_read(box: MakeBox, language: str, word: str) -> None:
    text = f'{{it: "Prendi.", en: "Do {word} take."}}'
    card = f"- {{id: fog, name: {{it: A, en: B}}, front: {{text: {text}}}}}"
    (found,) = box(card=card, languages=("it", language)).has(rule="sense")
    assert f"{language}: “{word}”" in found

"""Zones that follow from the fields of a piece: choices, conditions, formulas, what they show."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from fustella.core.files.project import find_project
from fustella.core.processes import limits
from fustella.core.values.codes import codes_of
from fustella.core.values.model import Edition, SideName
from fustella.core.values.problems import ProblemsFound
from fustella.draw.specs import piece_specs
from fustella.read import read_game, read_tables
from tests.helpers.alone import game_alone, problems_alone

GEM = "x: 5mm, y: 70mm, width: 8mm, height: 8mm"
FIELDS = "rarity?: word, attack?: number, defence?: number, flying?: flag"


def files_of(zones, *pieces, languages="[en]", fields=FIELDS):
    """The files of a game with one kind of cards, these zones and these pieces."""
    text = f"title: T\nlanguages: {languages}\nkinds:\n  card:\n    front: ready/card\n"
    text += f"    fields: {{front: {{{fields}}}}}\n    layout:\n      front:\n"
    text += "".join(f"        {zone}\n" for zone in zones)
    each = pieces or ("{id: owl, front: {title: Owl}}",)
    rows = "".join(f"- {piece}\n" for piece in each)
    return {"game.yaml": text, "cards.yaml": f"kind: card\npieces:\n{rows}"}


@pytest.fixture
def game(tmp_path):
    """Reads such a game."""
    return lambda *said, **options: game_alone(tmp_path, files_of(*said, **options))


@pytest.fixture
def zones_of(game):
    """The zones of the first piece's front."""

    def find(zones, *pieces, **options):
        return game(zones, *pieces, **options).pieces[0].kind.layout(SideName.FRONT)

    return find


@pytest.fixture
def faults(tmp_path):
    """The faults of such a game, each as `line key code message`."""

    def find(*said, **options):
        return [
            f"{p.place.line} {p.place.key.removeprefix('kinds.card.layout.')} {p.code} {p.message}"
            for p in problems_alone(tmp_path, files_of(*said, **options))
        ]

    return find


def card(name="owl", **front):
    values = ", ".join(f"{key}: {value}" for key, value in front.items())
    return f"{{id: {name}, front: {{title: {name.title()}, {values}}}}}"


@pytest.mark.parametrize(
    ("front", "fill"),
    [
        ({"rarity": "rare"}, "#ffd700"),
        ({"rarity": "RARE"}, "#ffd700"),
        ({"rarity": "common"}, "#777777"),
        ({"rarity": "epic"}, "none"),
        ({}, "none"),
    ],
)
def test_value_of_a_zone_follows_from_a_field(zones_of, front, fill):
    zone = f'gem: {{{GEM}, fill: {{by: rarity, common: "#777777", rare: gold, else: none}}}}'
    assert zones_of([zone], card(**front))["gem"]["fill"] == fill


@pytest.mark.parametrize(
    ("by", "front", "size"),
    [
        ("flying", {"flying": "true"}, 14),
        ("flying", {"flying": "false"}, 8),
        ("attack > 3", {"attack": 4}, 14),
        ("attack > 3", {"attack": 3}, 8),
        ("attack > 3", {}, 8),
        ("=attack is given", {"attack": 1}, 14),
    ],
)
def test_choice_may_be_by_a_condition(zones_of, by, front, size):
    zone = f"title: {{size: {{by: {by}, true: 14pt, false: 8pt}}}}"
    assert zones_of([zone], card(**front))["title"]["size"] == size


def test_choice_by_a_number_is_by_its_figures(zones_of):
    zone = f"gem: {{{GEM}, fill: {{by: attack, 1: red, 2: blue}}}}"
    assert zones_of([zone], card(attack=2))["gem"]["fill"] == "#0000ff"


@pytest.mark.parametrize(
    ("zone", "key", "value"),
    [
        ("size: {by: flying, true: 15pt, else: none}", "size", None),
        ("turn: {by: flying, true: 15, else: none}", "turn", 0),
        ("fill: {by: flying, true: red, else: none}", "fill", "none"),
    ],
)
def test_none_of_a_choice_leaves_the_key_out_unless_it_is_a_value(game, zone, key, value):
    found = game([f"title: {{{zone}}}"], card("owl", flying="true"), card("fox")).pieces
    plain = game(["title: {bold: true}"], card()).pieces[0].kind.layout(SideName.FRONT)["title"]
    zones = [piece.kind.layout(SideName.FRONT)["title"][key] for piece in found]
    assert zones[1] == (plain[key] if value is None else value)
    assert zones[0] != zones[1]


@pytest.mark.parametrize("sort", ["text", "image", "icon"])
def test_none_of_a_choice_shows_nothing(game, sort):
    zone = f"gem: {{{GEM}, {sort}: {{by: rarity, odd: none, else: none}}}}"
    found = game([zone], card(rarity="odd"), card("fox"))
    assert [piece.front["gem"] for piece in found.pieces] == [None, None]


def test_choice_without_a_value_leaves_the_key_as_it_is(zones_of):
    zone = "title: {align: {by: rarity, rare: center}}"
    assert zones_of([zone], card())["title"]["align"] == "start"
    assert zones_of([zone], card(rarity="rare"))["title"]["align"] == "center"


@pytest.mark.parametrize(
    ("key", "typed", "attack", "found"),
    [
        ("width", '"{=attack * 4}mm"', 3, 12),
        ("width", '"{attack}0mm"', 2, 20),
        ("turn", "=attack * 90", 1, 90),
        ("opacity", "=attack / 4", 3, 0.75),
        ("shape", "\"=if(attack > 2, 'circle', 'shield')\"", 3, "circle"),
        ("fill", '"#{attack}{attack}{attack}"', 7, "#777"),
    ],
)
def test_value_of_a_zone_may_be_computed(zones_of, key, typed, attack, found):
    places = {"x": "5mm", "y": "70mm", "width": "8mm", "height": "8mm", "fill": "red"}
    zone = ", ".join(f"{name}: {value}" for name, value in {**places, key: typed}.items())
    assert zones_of([f"gem: {{{zone}}}"], card(attack=attack))["gem"][key] == found


@pytest.mark.parametrize(
    ("when", "front", "there"),
    [
        ("attack is given", {"attack": 2}, True),
        ("attack is given", {}, False),
        ("flying", {"flying": "true"}, True),
        ("not flying", {}, True),
        ('attack is given and type == "Creature"', {"attack": 1, "type": "Creature"}, True),
        ('attack is given and type == "Creature"', {"attack": 1, "type": "Spell"}, False),
        ("true", {}, True),
        ("copies > 1", {}, False),
    ],
)
def test_zone_is_there_when_its_condition_holds(zones_of, when, front, there):
    found = zones_of([f"cost: {{when: {when}}}"], card(cost=3, **front))
    assert found["cost"]["show"] is there


def test_hidden_zone_counts_as_a_missing_field_like_any_other(game):
    found = game(["cost: {when: rarity is given}"], card(cost=3))
    assert "right" not in found.pieces[0].kind.layout(SideName.FRONT)["title"]
    assert found.pieces[0].kind.layout(SideName.FRONT)["cost"]["show"] is False


def shown_by(piece, name, language="en"):
    value = piece.front[name]
    return value if value is None else str(value.in_language(language))


def test_panel_of_ones_own_is_there_on_some_pieces_alone(game):
    found = game(
        [f"bar: {{when: cost is given, fill: ink, {GEM}}}"], card("owl", cost=1), card("fox")
    )
    layouts = [piece.kind.layout(SideName.FRONT) for piece in found.pieces]
    assert [layout["bar"]["show"] for layout in layouts] == [True, False]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ('rarity = "Rare"', True),
        ('rarity = "epic"', False),
        ('attack = "2"', True),
        ('attack != "2.0"', False),
        ('attack = "two"', False),
    ],
)
def test_comparison_minds_neither_capitals_nor_quotes_of_numbers(zones_of, condition, holds):
    found = zones_of([f"cost: {{when: '{condition}'}}"], card(rarity="rare", attack=2, cost=1))
    assert found["cost"]["show"] is holds


def test_formulas_of_zones_are_given_to_no_translator(tmp_path):
    zones = [f"power: {{text: =attack + 1, {GEM}}}", f"line: {{text: 'Costs {{cost}}', {GEM}}}"]
    files = files_of(zones, card(attack=2), languages="[en, it]")
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    project, texts = find_project(tmp_path), []
    read_game(project, project.games()[0], read_tables(project), lambda _: None, texts)
    words = {str(word) for text in texts for word in text.typed.values()}
    assert "Costs {cost}" in words
    assert not [word for word in words if "attack" in word]


def test_zone_shows_numbers_of_the_deck_in_the_order_of_the_list(game):
    zone = f'number: {{text: "{{n}}/{{of}}", {GEM}}}'
    pieces = [card("owl"), card("fox"), "{id: elk, struck_out: no, front: {title: Elk}}"]
    found = game([zone], *pieces, card("bat"))
    assert [shown_by(piece, "number") for piece in found.pieces if piece.copies] == [
        "1/3",
        "2/3",
        "3/3",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('"=attack + defence"', "5"),
        ('"{attack} + {defence}"', "2 + 3"),
        ('"{=attack * 2} for {title}"', "4 for Owl"),
        ('"{id}, {kind}, {name}, {copies}"', "owl, card, Owl, 1"),
        ("{by: rarity, rare: Very rare, else: Not at all}", "Not at all"),
        ('{by: attack, 2: "{title} has two"}', "Owl has two"),
    ],
)
def test_zone_shows_a_text_that_is_filled_in(game, text, says):
    found = game([f"power: {{text: {text}, {GEM}}}"], card(attack=2, defence=3))
    assert shown_by(found.pieces[0], "power") == says


def test_text_of_a_zone_is_filled_in_with_the_words_of_each_language(game):
    zone = f'line: {{text: {{en: "{{title}} flies", it: "{{title}} vola"}}, {GEM}}}'
    piece = "{id: owl, front: {title: {en: Owl, it: Gufo}}}"
    found = game([zone], piece, languages="[en, it]")
    assert shown_by(found.pieces[0], "line") == "Owl flies"
    assert shown_by(found.pieces[0], "line", "it") == "Gufo vola"
    assert not found.missing


def test_text_without_letters_of_its_own_is_missing_in_no_language(game):
    zone = f'number: {{text: "{{n}}/{{of}}", {GEM}}}'
    piece = "{id: owl, front: {title: {en: Owl, it: Gufo}}}"
    assert not game([zone], piece, languages="[en, it]").missing


@pytest.mark.parametrize(
    ("text", "attack", "says"),
    [
        ("=attack / 3", 2, {"en": "0.67", "de": "0,67"}),
        ("=attack / 3", 3, {"en": "1", "de": "1"}),
        ("=attack / 4", 10, {"en": "2.5", "de": "2,5"}),
        ("=0 - attack / 3", 1, {"en": "-0.33", "de": "-0,33"}),
        ("=attack / 1000", 1, {"en": "0", "de": "0"}),
        ("{=attack / 8}", 1, {"en": "0.13", "de": "0,13"}),
        ("x{=attack / 3}% y", 1, {"en": "x0.33% y", "de": "x0,33% y"}),
        ("{attack}", 1.5, {"en": "1.5", "de": "1.5"}),
    ],
)
def test_computed_number_in_a_text_is_as_readers_of_its_language_write_it(game, text, attack, says):
    zone = f'share: {{text: "{text}", {GEM}}}'
    piece = f"{{id: owl, front: {{title: {{en: Owl, de: Eule}}, attack: {attack}}}}}"
    found = game([zone], piece, languages="[en, de]", fields="attack: decimal")
    assert {code: shown_by(found.pieces[0], "share", code) for code in says} == says


def test_computed_length_keeps_its_decimals(zones_of):
    zone = 'gem: {x: 5mm, y: 5mm, height: 5mm, fill: red, width: "{=attack / 3}mm"}'
    assert zones_of([zone], card(attack=10))["gem"]["width"] == 3.3333


def faces_of(game):
    """The texts of the faces of a game, by their ids."""
    edition = Edition(game, "en")
    return {spec.id: spec.values["face"] for spec in piece_specs(edition, game.pieces)}


def test_each_copy_shows_its_number(game):
    zone = f'number: {{text: "{{copy}}/{{copies}} of {{of}}", {GEM}}}'
    found = game([zone], "{id: owl, copies: 3, front: {title: Owl}}", card("fox"))
    shown = {(each.piece, each.look): face["number"] for each, face in faces_of(found).items()}
    assert shown == {
        ("owl", 0): "1/3 of 2",
        ("owl", 1): "2/3 of 2",
        ("owl", 2): "3/3 of 2",
        ("fox", 0): "1/1 of 2",
    }
    assert found.pieces[0].copies_by_look == (1, 1, 1)


def test_copies_without_their_number_share_a_face(game):
    zone = f'number: {{text: "{{copy}}", when: flying, {GEM}}}'
    owl, fox = (
        "{id: owl, copies: 3, front: {title: Owl}}",
        "{id: fox, copies: 2, front: {title: Fox, flying: true}}",
    )
    found = game([zone], owl, fox)
    assert [piece.copies_by_look for piece in found.pieces] == [(3,), (1, 1)]


def test_text_shows_the_version_code_of_its_piece(game):
    zone = f'number: {{text: "No. {{version}}", {GEM}}}'
    found = game([zone], "{id: owl, copies: 3, front: {title: Owl}}")
    codes = codes_of(found, "en")
    assert [face["number"] for face in faces_of(found).values()] == [f"No. {codes['owl']}"]


def test_version_code_does_not_depend_on_the_text_that_shows_it(game):
    """Else a code in a text would change the text, and so the code."""
    zone = f'number: {{text: "{{version}}", {GEM}}}'
    assert codes_of(game([zone]), "en") == codes_of(game([zone]), "en")


def test_field_called_copy_is_the_field(game):
    zone = f'number: {{text: "{{copy}}", {GEM}}}'
    found = game([zone], "{id: owl, copies: 3, front: {title: Owl, copy: A}}", fields="copy: word")
    assert [face["number"] for face in faces_of(found).values()] == ["A"]


@pytest.mark.parametrize(
    "zone",
    [
        f"gem: {{{GEM}, fill: red, when: copy = 1}}",
        f"gem: {{{GEM}, fill: {{by: copy, 1: red, else: none}}}}",
        f'gem: {{{GEM}, text: "{{=copy + 1}}"}}',
        f'gem: {{{GEM}, image: "owl-{{copy}}"}}',
    ],
)
def test_number_of_a_copy_is_asked_for_in_texts_alone(tmp_path, zone):
    (problem,) = problems_alone(tmp_path, files_of([zone]))
    assert (problem.code, problem.hint) == (
        "E163",
        "write {copy} into a text: it is filled in there",
    )


def test_faces_of_copies_are_counted_before_they_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "GAME_PIECES", 20)
    zone = f'number: {{text: "{{copy}}", {GEM}}}'
    piece = "{id: owl, copies: 21, front: {title: Owl}}"
    (problem,) = problems_alone(tmp_path, files_of([zone], piece))
    assert (problem.code, problem.place.key) == ("E133", "kinds.card")


def test_piece_that_says_something_itself_keeps_it(game):
    zone = 'title: {text: "A {rarity} card"}'
    found = game([zone], card("owl", rarity="rare"), "{id: fox, front: {rarity: odd}, name: Fox}")
    assert [shown_by(piece, "title") for piece in found.pieces] == ["Owl", "A odd card"]


def test_zone_shows_a_picture_or_an_icon_by_a_field(game, tmp_path):
    (tmp_path / "art").mkdir()
    Image.new("RGB", (300, 400), "green").save(tmp_path / "art" / "green.png")
    whole = "x: 0mm, y: 0mm, width: 100%, height: 100%"
    zones = [
        f"frame: {{image: {{by: rarity, rare: green}}, {whole}, under: art}}",
        f'seal: {{icon: \'{{=if(attack > 1, "mdi:sword", "mdi:owl")}}\', {GEM}}}',
    ]
    found = game(zones, card("owl", rarity="rare", attack=2), card("fox", attack=1))
    assert [piece.front["frame"] for piece in found.pieces] == ["green", None]
    assert [piece.front["seal"] for piece in found.pieces] == ["mdi:sword", "mdi:owl"]


def test_zone_under_one_of_the_face_is_drawn_before_it_and_hides_nothing(game, tmp_path):
    (tmp_path / "art").mkdir()
    Image.new("RGB", (300, 400), "green").save(tmp_path / "art" / "green.png")
    frame = "frame: {image: green, x: 0mm, y: 0mm, width: 100%, height: 100%, under: art}"
    assert not [w for w in game([frame], card(cost=2)).warnings if w.code == "E234"]


def test_pieces_with_equal_zones_share_their_kind(game):
    zone = "title: {size: {by: rarity, rare: 14pt, else: 8pt}}"
    pieces = [card(f"c{number}", rarity=("rare", "odd")[number % 2]) for number in range(6)]
    kinds = [piece.kind for piece in game([zone], *pieces).pieces]
    assert len({id(kind) for kind in kinds}) == 2
    assert {kind.id for kind in kinds} == {"card"}


@pytest.mark.parametrize(
    ("zone", "says"),
    [
        (f"gem: {{{GEM}, fill: {{by: raity, else: red}}}}", "front.gem.fill.by E163 `raity`"),
        (
            f"gem: {{{GEM}, fill: {{by: [a], else: red}}}}",
            "front.gem.fill.by E104 expected a field",
        ),
        (f"gem: {{{GEM}, fill: {{by: rarity, odd: rd}}}}", "front.gem.fill E115 `fill`: there is"),
        (
            f"gem: {{{GEM}, fill: {{by: rarity, rar: red}}}}",
            "front.gem.fill E165 `rarity` is `rare`",
        ),
        ("cost: {when: attac > 2}", "front.cost.when E163 `attac` is no field of this side"),
        ("cost: {when: attack +}", "front.cost.when E164"),
        ("cost: {when: attack}", "front.cost.when E164 `attack` is neither true nor false"),
        ("cost: {wen: attack is given}", "front.cost.wen E106"),
        ("cost: {when: 3}", "front.cost.when E104 expected a condition, found 3"),
        ("cost: {turn: =title * 2}", "front.cost.turn E164"),
        ('cost: {x: "{attack}"}', "front.cost.x E109"),
        (f"n2: {{{GEM}, text: '{{nn}}/{{of}}'}}", "front.n2.text E163 `{nn}` is no field of this"),
        (f"n2: {{{GEM}, text: [a]}}", "front.n2.text E104 expected a text, found a list"),
        (f"n2: {{{GEM}, icon: 'mdi:owll'}}", "front.n2.icon E114 there is no icon `mdi:owll`"),
        (f"n2: {{{GEM}, image: ghost}}", "front.n2.image E"),
        (f"n2: {{{GEM}, image: a, text: b}}", "front.n2.image E106 the zone has `text` already"),
        (
            f"attack: {{{GEM}, text: a}}",
            "front.attack.text E104 `attack` is a field of",
        ),
        ("title: {under: art}", "front.title.under E106 `title` is a zone of the face"),
        ("cost: {when: 'flying = \"yes\"'}", "front.cost.when E164"),
        (f"bar: {{text: a, {GEM.replace('8mm', '=attack * 2', 1)}}}", "front.bar.width E109"),
        (f"bar: {{text: '{{attack * 2}}', {GEM}}}", "front.bar.text E163"),
        (f"gem: {{{GEM}, fill: red, under: arts}}", "front.gem.under E106 the face has no zone"),
        ("titel: {size: 4pt}", "front.titel E106 there is no zone and no field `titel`"),
        (f"titel: {{{GEM}, fill: red}}", "front.titel E106 there is no zone and no field `titel`"),
    ],
)
def test_fault_of_a_zone_that_follows_is_told_at_its_key(faults, zone, says):
    (found,) = faults([zone], card(rarity="rare", attack=2, cost=1, flying="true"))
    assert says in found


def test_fault_of_a_value_that_no_piece_has_is_told_at_its_line(faults):
    zones = [f"gem: {{{GEM}, fill: {{by: rarity, rare: gold,", "  odd: goldd}}"]
    (found,) = faults(zones, card(rarity="rare"))
    assert found.startswith("10 front.gem.fill E115")


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ("{by: sort, beats: red, else: none}", "E165 `sort` is never `beats`"),
        ("{by: flying, yes: red, else: none}", "E165 `flying` is never `yes`"),
        ("{by: attack > 2, yes: red, else: none}", "E165 `attack > 2` is never `yes`"),
    ],
)
def test_value_that_a_choice_can_never_take_is_told(faults, choice, says):
    fields = f"{FIELDS}, sort?: beast | bird"
    (found,) = faults([f"gem: {{{GEM}, fill: {choice}}}"], card(), fields=fields)
    assert says in found


TYPES = "type?: text, rarity?: common | rare, attack?: number, defence?: number, flying?: flag"


def warned(game):
    return [
        f"{p.place.key.removeprefix('kinds.card.layout.')} {p.code} {p.message}"
        for p in game.read_warnings
    ]


@pytest.mark.parametrize(
    ("zone", "says"),
    [
        ('when: rarity = "legendary"', "front.gem.when E165 `rarity` is never `legendary`"),
        ("when: \"'legendary' != rarity\"", "front.gem.when E165 `rarity` is never `legendary`"),
        (
            'when: attack > 2 and not (rarity = "epic")',
            "front.gem.when E165 `rarity` is never `epic`",
        ),
        ('when: front.rarity = "epic"', "front.gem.when E165 `front.rarity` is never `epic`"),
        (
            'width: {by: rarity = "epic", true: 9mm, false: 8mm}',
            "front.gem.width.by E165 `rarity` is never `epic`",
        ),
        (
            "width: \"{=if(rarity = 'epic', 9, 8)}mm\"",
            "front.gem.width E165 `rarity` is never `epic`",
        ),
        ("text: \"{=if(rarity = 'epic', 9, 8)}\"", "front.gem.text E165 `rarity` is never `epic`"),
    ],
)
def test_word_that_a_field_never_has_is_told_in_each_condition(faults, zone, says):
    own = {"x": "5mm", "y": "70mm", "width": "8mm", "height": "8mm", "fill": "red"}
    own.pop(zone.partition(":")[0], None)
    own.pop("fill" if zone.startswith("text") else "", None)
    keys = ", ".join(f"{key}: {value}" for key, value in own.items())
    assert [
        each.partition(" ")[2] for each in faults([f"gem: {{{keys}, {zone}}}"], fields=TYPES)
    ] == [says]


@pytest.mark.parametrize(
    "when", ['rarity = "RARE"', 'rarity = "common"', "attack is given", 'title = "Owl"']
)
def test_word_that_a_field_may_have_is_no_fault(game, when):
    assert not warned(game([f"gem: {{{GEM}, fill: red, when: {when}}}"], card(), fields=TYPES))


@pytest.mark.parametrize(
    ("zone", "says"),
    [
        (
            'when: type = "Creatura"',
            "front.gem.when E165 `type` is compared in `en`, where it is never `Creatura`",
        ),
        ('when: type = "Cretaure"', "front.gem.when E165 no piece has `Cretaure` in `type`"),
        (
            "opacity: {by: type, Creatura: 0.5, else: 1}",
            "front.gem.opacity.Creatura E165 `type` is compared in `en`, "
            "where it is never `Creatura`",
        ),
        (
            "opacity: {by: type, Creatrue: 0.5, else: 1}",
            "front.gem.opacity.Creatrue E165 no piece has `Creatrue` in `type`",
        ),
    ],
)
def test_word_of_another_language_or_misspelt_is_warned_of(game, zone, says):
    piece = "{id: owl, front: {title: {en: Owl, it: Gufo}, type: {en: Creature, it: Creatura}}}"
    found = game([f"gem: {{{GEM}, fill: red, {zone}}}"], piece, languages="[en, it]", fields=TYPES)
    assert warned(found) == [says]


@pytest.mark.parametrize("word", ["Creature", "creature ", "Spell"])
def test_word_that_no_piece_has_yet_is_no_fault(game, word):
    zone = f"gem: {{{GEM}, fill: red, when: type = '{word}'}}"
    assert not warned(game([zone], card(type="Creature"), fields=TYPES))


@pytest.mark.parametrize(
    "text",
    [
        "attack + defence",
        "attack * 2",
        "(attack + defence) / 2",
        '"if(flying, attack, 2)"',
        "attack > defence",
        "{by: flying, true: attack + 1, else: none}",
        "{en: attack - defence}",
        "'max(attack, 3)'",
    ],
)
def test_formula_without_its_sign_is_warned_of(game, text):
    found = game([f"power: {{{GEM}, text: {text}}}"], card(attack=1, defence=2, flying="true"))
    assert [each.split()[1] for each in warned(found)] == ["E168"]


@pytest.mark.parametrize(
    "text",
    [
        "attack",
        "Attack + defence!",
        "attack and defence",
        "2 + 3",
        "wood + attack",
        "A - B",
        "{attack} + 1",
    ],
)
def test_text_that_is_no_formula_is_not_warned_of(game, text):
    assert not warned(game([f'power: {{{GEM}, text: "{text}"}}'], card(attack=1, defence=2)))


@pytest.mark.parametrize(
    ("text", "front", "shown"),
    [
        ("{attack}/{defence}", {"attack": 2, "defence": 3}, "2/3"),
        ("{attack}/{defence}", {}, None),
        ("({rarity})", {}, None),
        ("Costs {attack}", {}, None),
        ("{rarity} {attack}", {"rarity": "odd"}, "odd "),
        ("{n}/{of}", {}, "1/1"),
        ("{copy} {rarity}", {}, "{copy} "),
    ],
)
def test_text_whose_fields_are_all_empty_is_left_out(game, text, front, shown):
    found = game([f'power: {{text: "{text}", {GEM}}}'], card(**front))
    value = found.pieces[0].front["power"]
    assert (value if value is None else str(value.in_language("en"))) == shown
    assert not warned(found)


def test_text_that_lacks_one_of_its_fields_is_warned_of_with_the_piece(game):
    zone = f'power: {{text: "{{attack}}/{{defence}}", {GEM}}}'
    pieces = card("owl", attack=2), card("fox", attack=1, defence=1), card("bat", attack=3)
    (problem,) = game([zone], *pieces).read_warnings
    assert (problem.code, problem.piece) == ("E167", "owl")
    assert problem.message == (
        "`defence` is empty, so `{attack}/{defence}` prints `2/` (and of 1 more piece)"
    )


def test_fault_of_many_pieces_is_told_once_with_their_number(faults):
    pieces = [card(f"c{number}", rarity="odd") for number in range(5)]
    (found,) = faults([f"gem: {{{GEM}, fill: {{by: rarity, rare: red}}}}"], *pieces)
    assert found.endswith("(and of 4 more pieces)")


@settings(max_examples=60, deadline=None)
@given(st.text('{}=+"by title:,n/()[]', max_size=14))
def test_any_text_of_a_zone_is_read_or_told(tmp_path_factory, typed):
    quoted = typed.replace("'", "''")
    zone = f"cost: {{when: '{quoted}', text: '{quoted}', turn: '{quoted}'}}"
    try:
        game_alone(tmp_path_factory.mktemp("any"), files_of([zone], card(cost=1)))
    except ProblemsFound as found:
        assert all(problem.place.file == "game.yaml" for problem in found.problems)


FOR = """\
kind: ready/card
pieces:
- {for: {a: 1..3, b: 1..2}, id: card, front: {title: T, text: TEXT}}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a * b", ["E168"]),
        ("'max(a, b)'", ["E168"]),
        ("=a * b", []),
        ("'{a} * {b}'", []),
        ("a", []),
        ("a thing + b", []),
        ("{en: a + 2}", ["E168"]),
    ],
)
def test_formula_of_an_entry_with_for_without_its_sign_is_warned_of(tmp_path, text, told):
    found = game_alone(tmp_path, {"cards.yaml": FOR.replace("TEXT", text)})
    assert [problem.code for problem in found.read_warnings] == told

"""Which suggestions of the nearest word are right: words as they are misspelt, and other words.

The bounds of `core.words.spelling` were chosen by the first two lists. The lists NEW_… were written
afterwards, and nothing was changed for them: they show how it does with words that nobody tried.
"""

import pytest

from fustella.core.values.problems import did_you_mean, nearest

CARD = "title art type text note cost points colour"
KIND = (
    "front name stock grain back sheet split looks fields layout shape size width "
    "height across_flats diameter side corner bleed safe edge panels holes folds path"
)
PIECE = "id copies name front back source struck_out for where"
GAME = (
    "title languages mark colours icons keywords kinds boxes words images fonts table "
    "document sheets cover papers"
)
ZONE = (
    "x y width height right bottom size align colour fill font lines rotate show "
    "without border radius"
)
ICONS = "sword shield castle crown horse wheat anvil hammer candle lantern"
FILES = "wizard.png goblin.png castle.svg bridge.jpg tavern.png"
COMMANDS = "build check plan preview export new kit diff import translate explain"

TYPOS = (
    (
        CARD,
        "titel > title, tilte > title, ttle > title, Title > title, titles > title, txt > "
        "text, texts > text, tpye > type, typ > type, cots > cost, costs > cost, color > "
        "colour, colur > colour, point > points, poitns > points, pts > points, notes > "
        "note, artt > art, card_title > title",
    ),
    (
        KIND,
        "widht > width, heigth > height, hight > height, heihgt > height, stok > stock, "
        "feilds > fields, field > fields, lay-out > layout, layuot > layout, acrossflats "
        "> across_flats, across-flats > across_flats, diametre > diameter, diam > "
        "diameter, bakc > back, fornt > front, frnt > front, corners > corner, blead > "
        "bleed",
    ),
    (
        PIECE,
        "copys > copies, copie > copies, copy > copies, nmae > name, soruce > source, "
        "struckout > struck_out",
    ),
    (
        GAME,
        "langages > languages, language > languages, lang > languages, colors > colours, "
        "icon > icons, kind > kinds, knds > kinds, keyword > keywords, key_words > "
        "keywords, img > images, image > images, font > fonts, docment > document",
    ),
    ("open, gap, contradiction", "opne > open"),
    ("card, token, tile", "crad > card, cards > card, tokne > token"),
    ("card, token", "Card > card"),
    ("sea, brick, sand", "see > sea, brik > brick"),
    ("forest, lake, cave", "forrest > forest"),
    ("Source Sans Pro, Source Serif Pro", "Source Sans > Source Sans Pro"),
    ("munze, karte", "münze > munze"),
    ("knight.png, rook.png", "kngiht.png > knight.png"),
    ("knight, rook", "knigth > knight"),
    ("build, check, plan, preview", "biuld > build, prewiev > preview"),
    ("build, check, plan", "chekc > check"),
)
"""Words as they were typed, and which of the known ones is meant."""

OTHERS = (
    (
        CARD,
        "power, strength, attack, defence, rarity, health, speed, range, element, level, "
        "image, effect, flavour, set, number, team, suit, rank, icon, price, age, world, "
        "5, 5mm, hp, xp, weight, income, faction, keywords",
    ),
    (KIND, "margin, color, template, title, copies, paper, x, radius, format, orientation"),
    (PIECE, "description, quantity, count, art, text, world"),
    (GAME, "author, version, players, rules, setup, date, cards, decks"),
    ("en, it, de", "fr, es, ti"),
    ("food, mood, hood", "wood"),
    ("lamps, blame, flag", "flames"),
    ("worm, words, sward", "swords"),
    ("led-on, food-croissant", "gold-coin"),
    ("night, light", "knight"),
    ("store, grove", "stone"),
    ("green, screen", "queen"),
    ("wagon, rook", "dragon"),
    ("tea, bee", "see"),
    ("corn, join", "coin"),
    ("taken, card", "token"),
    ("zero, here", "hero"),
    ("bean, pear", "bear"),
    ("people, steeple", "meeple"),
    ("roots, books", "boots"),
)
"""Words that mean none of the known ones."""

NEW_TYPOS = (
    (
        ZONE,
        "algin > align, alignment > align, colou > colour, rotat > rotate, rotaet > "
        "rotate, botom > bottom, rigth > right, boder > border, withuot > without, "
        "radious > radius",
    ),
    (
        ICONS,
        "sheild > shield, casle > castle, corwn > crown, hrose > horse, weat > wheat, "
        "anvill > anvil, hamer > hammer, candel > candle, lanten > lantern, Swords > "
        "sword",
    ),
    (
        FILES,
        "wizzard.png > wizard.png, gobiln.png > goblin.png, bridg.jpg > bridge.jpg, "
        "Tavern.PNG > tavern.png, castel.svg > castle.svg",
    ),
    (
        COMMANDS,
        "exprot > export, transalte > translate, improt > import, explian > explain, dif > diff",
    ),
)

NEW_OTHERS = (
    (
        ZONE,
        "opacity, padding, margin, background, spacing, weight, depth, layer, shadow, "
        "top, left, stroke",
    ),
    (ICONS, "staff, house, boat, crow, hat, words, heat, worse, wheel"),
    (FILES, "dwarf.png, lizard.png, cave.svg, ridge.jpg"),
    (COMMANDS, "print, test, render, run, watch"),
)
"""Many of them are spelt nearly as a known one, as house and horse."""


def words_of(known):
    """Known words, parted by blanks, or by commas where words have blanks in them."""
    return known.split(", ") if "," in known else known.split()


def typos(groups):
    return [
        (*pair.split(" > "), words_of(known)) for known, rows in groups for pair in rows.split(", ")
    ]


def others(groups):
    return [(word, words_of(known)) for known, rows in groups for word in rows.split(", ")]


@pytest.mark.parametrize(
    ("groups", "many", "most_missed"), [(TYPOS, 71, 0), (NEW_TYPOS, 30, 1)], ids=["tuned", "new"]
)
def test_a_misspelt_word_finds_the_one_that_is_meant(groups, many, most_missed):
    tried = typos(groups)
    found = {word: nearest(word, known) for word, _, known in tried}
    missed = [(word, found[word]) for word, meant, _ in tried if found[word] != meant]
    assert len(tried) == many
    assert len(missed) <= most_missed, missed
    assert [wrong for _, wrong in missed if wrong] == [], "none rather than a wrong one"


@pytest.mark.parametrize(
    ("groups", "many", "most_wrong"), [(OTHERS, 72, 8), (NEW_OTHERS, 30, 7)], ids=["tuned", "new"]
)
def test_another_word_is_hardly_ever_taken_for_a_misspelt_one(groups, many, most_wrong):
    tried = others(groups)
    wrong = [(word, found) for word, known in tried if (found := nearest(word, known))]
    assert len(tried) == many
    assert len(wrong) <= most_wrong, wrong


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("FRONT", ["front", "back"], "front"),  # capitals
        ("Münze", ["munze", "karte"], "munze"),  # accents
        ("struck-out", ["struck_out", "source"], "struck_out"),  # what is between the parts
        ("ladies", ["lady", "lord"], "lady"),  # one and many
        ("diam", ["diameter", "width"], "diameter"),  # shortened
        ("card_title", ["title", "text"], "title"),  # a part of it
        ("cost", ["front.cost", "back.cost"], "front.cost"),  # of both sides the first
        ("", ["front", "back"], ""),
        ("---", ["front", "back"], ""),
        ("front", [], ""),
        ("7", ["8", "9"], ""),  # figures are not misspelt
        ("ab", ["ac"], ""),  # of two letters nothing can be told
        ("mar", ["market", "margin"], ""),  # two begin with it
    ],
)
def test_nearest_word_by_how_it_is_like(word, known, meant):
    assert nearest(word, known) == meant


def test_hint_lists_a_few_known_words_where_none_is_meant():
    assert did_you_mean("zebra", ["front", "back"]) == "known: back, front"
    assert did_you_mean("zebra", [f"word{number}" for number in range(13)]) == ""

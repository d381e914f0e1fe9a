"""A project with every ready face in two sizes, each with three very different contents.

The first has all fields, the second long texts, the third only what it must have.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from fustella.core.project import RESOURCES

ART = RESOURCES / "starts" / "cards" / "art"
"""Pictures for examples; those of the start with cards."""

LONG = (
    "Whenever a caravan reaches the mountain pass before the first snow has fallen, its owner may trade any number"
    " of goods. | Ogni volta che una carovana raggiunge il valico prima della prima neve, chi la possiede può"
    " commerciare qualsiasi quantità di merci."
)

SMALLER: Mapping[str, Mapping[str, Any]] = {
    "aid": {"size": "euro"},
    "back": {"size": "mini-euro"},
    "blank": {"size": "mini-american"},
    "board": {"width": "130mm", "height": "180mm"},
    "building": {"size": "mini-american"},
    "card": {"size": "mini-euro"},
    "counter": {"width": "15mm", "height": "15mm"},
    "event": {"size": "poker"},
    "hexagon": {"across_flats": "35mm"},
    "money": {"width": "70mm", "height": "35mm"},
    "playing-card": {"size": "mini-american"},
    "resource": {"width": "32mm", "height": "45mm"},
    "square": {"width": "30mm", "height": "30mm"},
    "standee": {"width": "22mm", "height": "76mm"},
    "text-card": {"size": "mini-euro"},
    "token": {"diameter": "18mm"},
}
"""Another size of each face, much smaller or of other proportions than its own."""

CONTENTS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "card": [
        {
            "title": "The Lighthouse | Il faro",
            "art": "harbour",
            "type": "Place | Luogo",
            "cost": 3,
            "points": 5,
            "text": "Draw **two cards**. Ships may stop here in a storm. | Pesca **due carte**. Qui le navi possono sostare nella tempesta.",
            "note": "Its light is seen from five towns. | La sua luce si vede da cinque paesi.",
        },
        {
            "title": "Watchtower of the Northern Cliffs | La torre di guardia delle scogliere",
            "art": "tower",
            "type": "Building | Edificio",
            "cost": 12,
            "text": LONG,
            "colour": "#e0a33e",
        },
        {"title": "Owl | Gufo", "text": "Look at the top card. | Guarda la prima carta."},
    ],
    "text-card": [
        {
            "title": "A rumour | Una voce",
            "type": "Round 2 | Turno 2",
            "cost": 2,
            "colour": "#7c4a3a",
            "text": "The miller has not been seen for three days. | Il mugnaio non si vede da tre giorni.",
            "note": "Read aloud, then discard. | Leggi ad alta voce, poi scarta.",
        },
        {
            "title": "Questions that nobody would answer | Domande a cui nessuno risponde",
            "text": LONG.replace(" |", " Then everybody at the table chooses one. |"),
        },
        {"text": "Why? | Perché?"},
    ],
    "blank": [
        {"motto": "Bread and salt | Pane e sale", "badge": "mdi:bread-slice"},
        {"motto": LONG, "badge": "mdi:map", "colour": "#9c3f2e"},
        {"motto": "No | No"},
    ],
    "resource": [
        {
            "title": "Grain | Grano",
            "icon": "mdi:barley",
            "amount": 2,
            "text": "Feeds 1 | Sfama 1",
            "colour": "#c28a1f",
        },
        {"title": "Unworked limestone | Pietra non lavorata", "art": "mill", "amount": 12},
        {"icon": "mdi:pine-tree"},
    ],
    "event": [
        {
            "title": "Storm over the bay | Tempesta sulla baia",
            "type": "Autumn | Autunno",
            "art": "storm",
            "text": "Three ships are at sea, and there is room in the harbour for one. | Tre navi sono in mare e nel porto c’è posto per una.",
            "choices": [
                {
                    "text": "Let the smallest in. | Fai entrare la più piccola.",
                    "effect": "+2 favour | +2 favore",
                },
                {
                    "text": "Keep it free for your own. | Tienilo per la tua.",
                    "effect": "+3 gold, −1 favour | +3 oro, −1 favore",
                },
            ],
        },
        {
            "title": "The assembly of all guilds and villages | L’assemblea di tutte le gilde e i villaggi",
            "icon": "mdi:gavel",
            "colour": "#7c4a3a",
            "text": LONG,
            "choices": [
                {
                    "text": "Speak for the millers and against the tax. | Parla per i mugnai e contro la tassa."
                },
                {"text": "Stay silent | Taci"},
                {
                    "text": "Leave before the vote, and be seen leaving. | Esci prima del voto e fatti vedere.",
                    "effect": "Lose 1 card | Perdi 1 carta",
                },
                {"text": "Ask | Chiedi", "effect": "+1"},
            ],
        },
        {"title": "Calm | Quiete"},
    ],
    "building": [
        {
            "title": "Windmill | Mulino a vento",
            "type": "Workshop | Bottega",
            "art": "mill",
            "cost": "2 {wood}  1 {stone}",
            "points": 3,
            "text": "Each turn: {wood} becomes 2 {stone}. | Ogni turno: {wood} diventa 2 {stone}.",
        },
        {
            "title": "Merchants’ hall at the old gate | Loggia dei mercanti alla porta vecchia",
            "icon": "mdi:storefront-outline",
            "cost": "4 {wood}  3 {stone}  12",
            "text": LONG,
            "colour": "#7c4a3a",
        },
        {"title": "Well | Pozzo"},
    ],
    "playing-card": [
        {"rank": 7, "icon": "mdi:cards-heart", "colour": "#a8322d"},
        {
            "rank": "K",
            "icon": "mdi:cards-spade",
            "suit": "Spades | Picche",
            "art": "owl",
            "title": "The Lord of the Night | Il signore della notte",
        },
        {"rank": "Joker"},
    ],
    "hexagon": [
        {
            "title": "Forest | Bosco",
            "icon": "mdi:pine-tree",
            "value": 8,
            "text": "2 {wood} | 2 {wood}",
            "colour": "#3f7a52",
        },
        {
            "title": "Harbour of the old lighthouse | Il porto del vecchio faro",
            "art": "harbour",
            "value": 12,
        },
        {},
    ],
    "square": [
        {"title": "Mill | Mulino", "art": "mill", "value": 3, "text": "2 {wood} | 2 {wood}"},
        {
            "title": "Crossroads of the three kings | Il crocevia dei tre re",
            "icon": "mdi:road-variant",
            "colour": "#7c4a3a",
        },
        {"value": 20},
    ],
    "token": [
        {"icon": "mdi:sword-cross", "value": 5, "title": "Army | Armata", "colour": "#9c3f2e"},
        {"art": "fox", "colour": "#e0a33e"},
        {"value": 100},
    ],
    "counter": [
        {
            "icon": "mdi:horse",
            "title": "III. Cavalry | III. Cavalleria",
            "top_left": "A",
            "top_right": 2,
            "bottom_left": "4-6",
            "bottom_right": 12,
            "colour": "#5d6f3f",
        },
        {"art": "tower", "bottom_left": 10, "bottom_right": 0},
        {"title": "Depot | Deposito"},
    ],
    "standee": [
        {"art": "fox", "title": "The fox | La volpe", "colour": "#c8553d"},
        {
            "icon": "mdi:wizard-hat",
            "title": "The wizard of the northern cliffs | Il mago delle scogliere del nord",
        },
        {"art": "tower"},
    ],
    "aid": [
        {
            "title": "Your turn | Il tuo turno",
            "sections": [
                {
                    "title": "Do two | Fai due azioni",
                    "text": "Build a house.\nMove up to **3 spaces**.\nTrade 2 {wood} for 1 {stone}. | Costruisci una casa.\nMuovi fino a **3 spazi**.\nScambia 2 {wood} con 1 {stone}.",
                },
                {
                    "title": "Icons | Simboli",
                    "icons": [
                        {"icon": "mdi:forest", "text": "Wood | Legno"},
                        {
                            "icon": "mdi:cube-outline",
                            "text": "Stone, of which there is never enough | Pietra, che non basta mai",
                        },
                    ],
                },
            ],
        },
        {
            "title": "Everything that may happen | Tutto ciò che può accadere",
            "colour": "#7c4a3a",
            "sections": [
                {"title": f"Phase {number} | Fase {number}", "text": LONG} for number in (1, 2, 3)
            ],
        },
        {"sections": [{"text": "Draw. Play. | Pesca. Gioca."}]},
    ],
    "money": [
        {
            "value": 5,
            "unit": "Crowns | Corone",
            "icon": "mdi:crown",
            "title": "Bank of the Bay | Banca della Baia",
            "colour": "#3f7a52",
        },
        {
            "value": "1000",
            "unit": "Florins of the free towns | Fiorini delle libere città",
            "art": "tower",
            "colour": "#7c4a3a",
        },
        {"value": 20},
    ],
    "back": [
        {"icon": "mdi:lighthouse", "title": "The Bay | La baia"},
        {"title": "Buildings of the second age | Edifici della seconda era", "colour": "#e0a33e"},
        {},
    ],
    "board": [
        {
            "title": "Round the bay | Intorno alla baia",
            "art": "heron",
            "text": "The first to reach the end wins. | Vince chi arriva per primo.",
            "columns": 5,
            "spaces": [
                {"title": "Start | Via", "icon": "mdi:flag"},
                *[{}] * 11,
                {"icon": "mdi:ferry"},
                *[{}] * 10,
                {"title": "End | Arrivo", "icon": "mdi:trophy", "colour": "#e0a33e"},
            ],
        },
        {
            "title": "A long way through all towns of the kingdom | Un lungo viaggio in tutte le città",
            "spaces": [{"title": "Watchtower of the cliffs | Torre delle scogliere"}] * 60,
        },
        {"spaces": [{}] * 3},
    ],
}


def _texts(value: Any) -> Any:
    """`English | Italiano` in both languages."""
    if isinstance(value, str) and " | " in value:
        english, italian = value.split(" | ")
        return {"en": english, "it": italian}
    if isinstance(value, list):
        return [_texts(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key: _texts(entry) for key, entry in value.items()}
    return value


def _kind(face: str, more: Mapping[str, Any]) -> dict[str, Any]:
    kind: dict[str, Any] = {"front": f"ready/{face}", **more}
    if face == "blank":
        kind["fields"] = {"front": {"motto": "text", "badge?": "icon"}}
        kind["layout"] = {
            "front": {
                "motto": {
                    "x": "5mm",
                    "right": "5mm",
                    "y": "50%",
                    "bottom": "6mm",
                    "size": "12pt",
                    "align": "center",
                },
                "badge": {
                    "x": "30%",
                    "width": "40%",
                    "y": "10%",
                    "height": "36%",
                    "colour": "accent",
                },
            }
        }
    return kind


def write_ready_project(root: Path, faces: Sequence[str] = tuple(CONTENTS), **game: Any) -> None:
    """Write a game of one folder, with the kinds `card` and `card-small` for each face."""
    kinds: dict[str, Any] = {}
    for face in faces:
        kinds[face] = _kind(face, {})
        kinds[f"{face}-small"] = _kind(face, SMALLER[face])
        for kind in (face, f"{face}-small"):
            pieces = []
            for number, content in enumerate(CONTENTS[face]):
                name = ["full", "long", "bare"][number]
                pieces.append(
                    {
                        "id": f"{kind}-{name}",
                        "name": {"en": name, "it": name},
                        "front": _texts(content),
                    }
                )
            source = yaml.safe_dump({"kind": kind, "pieces": pieces}, allow_unicode=True)
            (root / f"{kind}.yaml").write_text(source, "utf-8")
    data = {
        "title": "Ready",
        "languages": ["en", "it"],
        "icons": {"wood": "mdi:forest", "stone": "mdi:cube-outline"},
        "kinds": kinds,
        **game,
    }
    (root / "game.yaml").write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    shutil.copytree(ART, root / "art", dirs_exist_ok=True)

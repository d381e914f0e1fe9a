"""Takes what 18xx-maker prints of companies: certificates, charters, tokens, trains, privates."""

from collections.abc import Iterator, Mapping, Sequence

from fustella.core.processes import limits
from fustella.intake.formats._looks import text_of_plain
from fustella.intake.formats._maker18xx_colours import Palette
from fustella.intake.formats._maker18xx_map import Told
from fustella.intake.formats._maker18xx_values import (
    dict_in,
    dicts_in,
    list_in,
    number_of,
    texts_in,
    words_of,
)
from fustella.intake.ids import free_name
from fustella.intake.taken import Miss, TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value
from fustella.read.spreadsheets.rows import slug_of

CARD_MM = (67.5, 44.0)
_CHARTER_MM = (127.0, 88.0)
_SHEET_MM = (100.0, 140.0)
_STATION_MM, _TOKEN_MM = 11.0, 12.7
_WITHOUT_END = 10
"""How many are printed of what the source has without end, and without a number to print."""

_Zones = dict[str, dict[str, Value]]
Row = Mapping[str, str]


def money_of(game: Mapping[str, object], typed: object) -> str:
    """An amount with the sign of the currency; a text that is no number stays as it is."""
    shown = words_of(typed)
    form = words_of(dict_in(game, "info").get("currency")) or "$#"
    plain = shown.replace(",", "")
    return form.replace("#", shown) if plain.isdecimal() and "#" in form else shown


def companies_in(game: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The companies of a game, each with its own lists of `shares` and `tokens`."""
    found: list[Mapping[str, object]] = []
    for company in dicts_in(game, "companies")[: limits.IMPORT_CARDS]:
        usual = "minor" if company.get("minor") else "default"
        made = dict(company)
        for key, types in (("shares", "shareTypes"), ("tokens", "tokenTypes")):
            known, typed = dict_in(game, types), company.get(key)
            if isinstance(typed, str):
                typed = known.get(typed)
            elif not typed and not isinstance(typed, list):
                typed = known.get(usual, known.get("default"))
            made[key] = typed if isinstance(typed, list) else []
        found.append(made)
    return found


class CardsMaker:
    """Makes kinds of a game's cards and tokens."""

    def __init__(self, game: Mapping[str, object], palette: Palette, tell: Told) -> None:
        self._game, self._palette, self._tell = game, palette, tell
        self._companies = companies_in(game)

    def kinds(self) -> Iterator[TakenKind]:
        """Yields all kinds, also those without a row."""
        yield self._certificates()
        yield self._charters()
        yield self._stations()
        yield self._market_tokens()
        yield self._trains()
        yield self._privates()
        yield self._tokens()
        yield self._numbers()
        yield self._summaries()

    def _certificates(self) -> TakenKind:
        rows: list[Row] = []
        for company in self._companies:
            for share in dicts_in(company, "shares"):
                for key in sorted(share.keys() & {"variant", "backgroundColor", "labelColor"}):
                    self._tell(Miss.LOOKS, f'"{key}"', f"{key} of shares", "shares look alike here")
                percent, shares = words_of(share.get("percent")), words_of(share.get("shares"))
                label = words_of(share.get("label"))
                texts = [words_of(share.get("subtext")), *self._costs(share)]
                rows.append(
                    {
                        "id": f"{words_of(company.get('abbrev'))} {label or percent or 'share'}",
                        **self._company(company),
                        "percent": f"{percent}%" if percent else "",
                        "shares": f"{shares} share{'' if shares == '1' else 's'}" if shares else "",
                        "label": text_of_plain(label or words_of(share.get("type"))),
                        "text": text_of_plain(" · ".join(filter(None, texts))),
                        "copies": self._count(share.get("quantity"), share, "shares"),
                    }
                )
        zones: _Zones = {
            "title": _bar("0mm", "10mm", "12pt"),
            "abbrev": _disc("5mm", "15mm", "20mm"),
            "percent": _text("28mm", "4mm", "13mm", "12mm", "28pt", bold=True),
            "shares": _text("28mm", "4mm", "25.5mm", "5.5mm", "11pt"),
            "label": _text("28mm", "4mm", "31mm", "5mm", "10pt", bold=True),
            "text": _text("5mm", "5mm", "37mm", "5mm", "8pt"),
        }
        sorts = {"title": "text", "abbrev": "word", "percent": "word", "shares": "word"}
        sorts |= {"label": "text", "text": "text"}
        return _kind("share", "Certificates", CARD_MM, zones, sorts, rows)

    def _costs(self, of: Mapping[str, object]) -> Iterator[str]:
        for key in ("cost", "revenue"):
            if shown := money_of(self._game, of.get(key)):
                yield f"{key.capitalize()} {shown}"

    def _company(self, company: Mapping[str, object]) -> Row:
        name = words_of(company.get("name"))
        return {
            "name": name,
            "title": text_of_plain(name or words_of(company.get("abbrev"))),
            "abbrev": words_of(company.get("abbrev")),
            "colour": self._palette.of_company(company.get("color")),
        }

    def _charters(self) -> TakenKind:
        rows: list[Row] = []
        floats = words_of(self._game.get("floatPercent"))
        for company in self._companies:
            for key in ("token", "logo"):
                if company.get(key):
                    why = "pictures of the program are not in the file: the token has its letters"
                    self._tell(Miss.PICTURES, f'"{key}"', f"{key} of companies", why)
            tokens = [money_of(self._game, each) for each in list_in(company, "tokens")]
            tokens = [shown or "–" for shown in tokens]
            sub = words_of(company.get("subtext"))
            rows.append(
                {
                    "id": words_of(company.get("abbrev")),
                    **self._company(company),
                    "tokens": text_of_plain(" · ".join(tokens)),
                    "text": text_of_plain(
                        " · ".join(
                            filter(
                                None,
                                (
                                    "Minor company" if company.get("minor") else "",
                                    sub,
                                    f"Floats at {floats}%" if floats else "",
                                ),
                            )
                        )
                    ),
                }
            )
        box: dict[str, Value] = {"line": "ink", "line_width": "0.2mm", "radius": "1.5mm"}
        heads: dict[str, Value] = {
            **{"size": "8pt", "align": "left", "valign": "top", "padding": "1.5mm"}
        }
        zones: _Zones = {
            "title": _bar("0mm", "13mm", "17pt"),
            "abbrev": _disc("6mm", "18mm", "22mm"),
            "text": _text("32mm", "6mm", "17mm", "6mm", "9pt"),
            "tokens": _text("32mm", "6mm", "24mm", "16mm", "13pt") | box,
            "trains": _at("6mm", "66mm", "45mm", "36mm") | {"text": "Trains", **heads, **box},
            "treasury": _at("64mm", "6mm", "45mm", "36mm") | {"text": "Treasury", **heads, **box},
        }
        sorts = {"title": "text", "abbrev": "word", "text": "text", "tokens": "text"}
        return _kind("charter", "Charters", _CHARTER_MM, zones, sorts, rows)

    def _stations(self) -> TakenKind:
        rows = [
            {
                "id": words_of(company.get("abbrev")),
                "name": words_of(company.get("name")),
                "abbrev": words_of(company.get("abbrev")) or str(number),
                "colour": self._palette.of_company(company.get("color")),
                "copies": str(min(limits.COPIES, count)),
            }
            for number, company in enumerate(self._companies, 1)
            if (count := len(list_in(company, "tokens")))
        ]
        return _round("station", "Station tokens", _STATION_MM, rows)

    def _market_tokens(self) -> TakenKind:
        usual = number_of(dict_in(self._game, "info").get("marketTokens"), 3)
        rows = [
            {
                "id": words_of(company.get("abbrev")),
                "name": words_of(company.get("name")),
                "abbrev": words_of(company.get("abbrev")) or str(number),
                "colour": self._palette.of_company(company.get("color")),
                "copies": str(min(limits.COPIES, count)),
            }
            for number, company in enumerate(self._companies, 1)
            if (count := round(number_of(company.get("marketTokens"), usual))) > 0
        ]
        if not dict_in(self._game, "stock"):
            rows = []
        return _round("market-token", "Market tokens", _TOKEN_MM, rows)

    def _trains(self) -> TakenKind:
        rows: list[Row] = []
        for train in dicts_in(self._game, "trains")[: limits.IMPORT_CARDS]:
            if train.get("image"):
                why = "pictures of the program are not in the file"
                self._tell(Miss.PICTURES, '"image"', "pictures of trains", why)
            name = words_of(train.get("name"))
            rusts = ", ".join(_events(train.get("rust")))
            phased = ", ".join(_events(train.get("phased", train.get("obsolete"))))
            trade = [
                f"{words_of(key)}: −{money_of(self._game, value)}"
                for key, value in dict_in(train, "discount").items()
            ]
            notes = [
                f"Rusts on {rusts}" if rusts else "",
                f"Phased out on {phased}" if phased else "",
                f"Available on {words_of(train.get('available'))}"
                if train.get("available")
                else "",
                f"Discounts {', '.join(trade)}" if trade else "",
                "Permanent" if train.get("permanent") else "",
                words_of(train.get("description")),
            ]
            rows.append(
                {
                    "id": name,
                    "name": name,
                    "title": text_of_plain(name),
                    "price": money_of(self._game, train.get("price")),
                    "text": text_of_plain("\n".join(filter(None, notes))),
                    "colour": self._palette.of_company(train.get("color")),
                    "copies": self._count(train.get("quantity"), train, "trains"),
                }
            )
        zones: _Zones = {
            "title": _bar("0mm", "17mm", "30pt"),
            "price": _text("4mm", "4mm", "18mm", "8mm", "18pt", bold=True),
            "text": _text("4mm", "4mm", "27mm", "14mm", "9pt"),
        }
        sorts = {"title": "text", "price": "word", "text": "text"}
        return _kind("train", "Trains", CARD_MM, zones, sorts, rows)

    def _privates(self) -> TakenKind:
        rows: list[Row] = []
        for private in dicts_in(self._game, "privates")[: limits.IMPORT_CARDS]:
            for key in sorted(private.keys() & {"icon", "token", "image"}):
                why = "pictures of the program are not in the file"
                self._tell(Miss.PICTURES, f'"{key}"', f"{key} of privates", why)
            if private.get("abilities"):
                why = "it is for programs that play; what it says is printed by its description"
                self._tell(Miss.OUTPUT, '"abilities"', "abilities of privates", why)
            name = words_of(private.get("name"))
            notes = [
                words_of(private.get("note")),
                *(
                    f"{head} {words_of(private.get(key))}" if words_of(private.get(key)) else ""
                    for key, head in (("hex", "Hex"), ("tile", "Tile"), ("company", "Company"))
                ),
                _players(private),
            ]
            revenue = "/".join(
                filter(None, (money_of(self._game, v) for v in list_in(private, "revenue")))
            )
            bid, debt = (money_of(self._game, private.get(key)) for key in ("bid", "debt"))
            money = [
                ("Price", money_of(self._game, private.get("price"))),
                *(("Revenue", revenue), ("Bid", bid), ("Debt", debt)),
            ]
            rows.append(
                {
                    "id": words_of(private.get("id")) + " " + name,
                    "name": name,
                    "number": words_of(private.get("id")) or words_of(private.get("sym")),
                    "title": text_of_plain(name),
                    "money": text_of_plain(
                        "  ·  ".join(f"{head} {shown}" for head, shown in money if shown)
                    ),
                    "text": text_of_plain(words_of(private.get("description"))),
                    "note": text_of_plain(" · ".join(filter(None, notes))),
                    "colour": self._palette.of_company(private.get("idBackgroundColor")),
                }
            )
        zones: _Zones = {
            "title": {**_bar("0mm", "9mm", "12pt"), "x": "12mm"},
            "number": {**_bar("0mm", "9mm", "9pt"), "right": "55.5mm"},
            "money": _text("3mm", "3mm", "9.5mm", "5mm", "9.5pt", bold=True),
            "text": _text("3.5mm", "3.5mm", "15mm", "22.5mm", "9pt"),
            "note": _text("3.5mm", "3.5mm", "38mm", "4.5mm", "7pt"),
        }
        sorts = {"title": "text", "number": "word", "money": "text", "text": "text", "note": "text"}
        return _kind("private", "Private companies", CARD_MM, zones, sorts, rows)

    def _tokens(self) -> TakenKind:
        rows: list[Row] = []
        for number, token in enumerate(list_in(self._game, "tokens")[: limits.IMPORT_CARDS], 1):
            typed = token if isinstance(token, Mapping) else {"label": token}
            if typed.keys() & {"icon", "logo"}:
                why = "pictures of the program are not in the file"
                self._tell(Miss.PICTURES, '"icon"', "icons of tokens", why)
            label = words_of(typed.get("label")) or words_of(typed.get("icon"))
            label = label or words_of(typed.get("logo")) or str(number)
            count = self._count(typed.get("print", typed.get("quantity", 1)), {}, "tokens")
            rows.append(
                {
                    "id": label,
                    "name": label,
                    "abbrev": label,
                    "colour": self._palette.of_company(typed.get("color")),
                    "copies": count,
                }
            )
        return _round("token", "Tokens", _TOKEN_MM, rows)

    def _numbers(self) -> TakenKind:
        numbers = [*texts_in(list_in(self._game, "number_cards"))][: limits.IMPORT_CARDS]
        rows = [{"id": number, "name": number, "number": number} for number in numbers]
        zones: _Zones = {"number": _text("4mm", "4mm", "4mm", "36mm", "72pt", bold=True)}
        return _kind("number", "Number cards", CARD_MM, zones, {"number": "word"}, rows)

    def _summaries(self) -> TakenKind:
        rows = [
            {"id": title, "name": title, "title": title, "text": text_of_plain("\n".join(lines))}
            for title, lines in self._tables()
            if lines
        ]
        zones: _Zones = {
            "title": _bar("0mm", "11mm", "16pt"),
            "text": {
                **_at("5mm", "5mm", "15mm", "121mm"),
                **{"size": "10pt", "least": "3pt", "align": "left", "valign": "top"},
            },
        }
        sorts = {"title": "text", "text": "text"}
        return _kind("summary", "Summaries", _SHEET_MM, zones, sorts, rows)

    def _tables(self) -> Iterator[tuple[str, Sequence[str]]]:
        """Yields what the program prints as tables: the title of each, and its lines."""
        game = self._game
        bank = money_of(game, game.get("bank"))
        players = [f"Bank: {bank}"] if bank else []
        for each in dicts_in(game, "players"):
            parts = [f"{words_of(each.get('number'))} players"]
            for key, head in (("certLimit", "certificates"), ("capital", "capital")):
                value = each.get(key, game.get(key))
                shown = words_of(value) if key == "certLimit" else money_of(game, value)
                parts += [f"{head} {shown}"] if shown else []
            if shown := money_of(game, each.get("bank")):
                parts.append(f"bank {shown}")
            players.append(": ".join((parts[0], ", ".join(parts[1:]))))
        yield "Players", players
        yield "Phases", [*self._phases()]
        turns = [words_of(each.get("name")) for each in dicts_in(game, "rounds")]
        lines = [f"Rounds: {', '.join(filter(None, turns))}"] if any(turns) else []
        for each in dicts_in(game, "turns"):
            lines.append(words_of(each.get("name")))
            for key, head in (("steps", "–"), ("optional", "– optional:")):
                lines += [f"   {head} {step}" for step in texts_in(list_in(each, key))]
        yield "Rounds and turns", lines
        stock = dict_in(game, "stock")
        market = []
        if par := [*texts_in(list_in(dict_in(stock, "par"), "values"))]:
            market.append(f"Par values: {', '.join(par)}")
        for way, causes in dict_in(stock, "movement").items():
            market.append(f"{words_of(way)}: {', '.join(texts_in(causes))}")
        for key in ("legend", "limits"):
            market += [
                f"{words_of(each.get('color'))}: {words_of(each.get('description'))}"
                for each in dicts_in(stock, key)
            ]
        for pool in dicts_in(game, "pools"):
            market.append(words_of(pool.get("name")))
            market += [f"   – {words_of(note.get('note'))}" for note in dicts_in(pool, "notes")]
        yield "Stock market", market

    def _phases(self) -> Iterator[str]:
        for phase in dicts_in(self._game, "phases"):
            trains = ", ".join(texts_in(list_in(phase, "train")))
            parts = [
                f"trains {trains}" if trains else "",
                f"limit {words_of(phase.get('limit'))}" if phase.get("limit") else "",
                f"{words_of(phase.get('tiles'))} tiles" if phase.get("tiles") else "",
                f"{words_of(phase.get('rounds'))} rounds" if phase.get("rounds") else "",
                f"on {', '.join(_events(phase.get('on')))}" if phase.get("on") else "",
                "companies may buy privates" if phase.get("buy_companies") is True else "",
                *(words_of(key).replace("_", " ") for key in dict_in(phase, "events")),
                *texts_in(phase.get("notes")),
            ]
            name = words_of(phase.get("name")) or trains
            yield f"{name}: {', '.join(filter(None, parts))}"

    def _count(self, typed: object, of: Mapping[str, object], what: str) -> str:
        """How many are printed; of what has no end, as many as the source prints."""
        printed = of.get("print", typed)
        if words_of(printed) == "∞":
            self._tell(Miss.PIECES, "∞", f"{what} without end: {_WITHOUT_END} of each", "")
            return str(_WITHOUT_END)
        return str(max(0, min(limits.COPIES, round(number_of(printed, 1)))))


def _events(typed: object) -> Iterator[str]:
    """Yields the trains that an event waits for."""
    for each in typed if isinstance(typed, list) else [typed]:
        of = each if isinstance(each, Mapping) else {"on": each}
        if shown := words_of(of.get("on")):
            index = words_of(of.get("index"))
            yield f"{shown} ({index})" if index else shown


def _players(private: Mapping[str, object]) -> str:
    least, most = words_of(private.get("minPlayers")), words_of(private.get("maxPlayers"))
    if least and most:
        return f"{least}–{most} players"
    return f"from {least} players" if least else f"up to {most} players" if most else ""


def _at(x: str, right: str, y: str, height: str) -> dict[str, Value]:
    return {"x": x, "right": right, "y": y, "height": height}


def _text(
    x: str, right: str, y: str, height: str, size: str, bold: bool = False
) -> dict[str, Value]:
    look: dict[str, Value] = {"size": size, "least": "3pt", "align": "center", "valign": "middle"}
    return {**_at(x, right, y, height), **look, **({"bold": True} if bold else {})}


def _bar(y: str, height: str, size: str) -> dict[str, Value]:
    return {**_text("0mm", "0mm", y, height, size, True), "fill": "accent", "padding": "1mm"}


def _disc(x: str, y: str, side: str) -> dict[str, Value]:
    return {
        **{"x": x, "width": side, "y": y, "height": side, "shape": "circle", "fill": "accent"},
        **{"size": "20pt", "least": "3pt", "bold": True, "align": "center", "valign": "middle"},
        **{"padding": "1.5mm"},
    }


def _round(kind_id: str, name: str, diameter_mm: float, rows: Sequence[Row]) -> TakenKind:
    zone: dict[str, Value] = {
        **{"x": "0mm", "right": "0mm", "y": "0mm", "bottom": "0mm", "shape": "circle"},
        **{"fill": "accent", "size": "13pt", "least": "3pt", "bold": True},
        **{"padding": f"{diameter_mm * 0.15:.2g}mm"},
        **{"align": "center", "valign": "middle"},
    }
    keys: dict[str, Value] = {"shape": "circle", "diameter": f"{diameter_mm:g}mm"}
    fields = {"abbrev": "word"}
    return _kind(kind_id, name, (0.0, 0.0), {"abbrev": zone}, fields, rows, keys)


def _kind(
    kind_id: str,
    name: str,
    size_mm: tuple[float, float],
    zones: _Zones,
    fields: Mapping[str, str],
    rows: Sequence[Row],
    keys: Mapping[str, Value] | None = None,
) -> TakenKind:
    """A kind on an empty face, with ids that differ, and without columns that are empty."""
    made = with_ids(rows, kind_id)
    header = [key for key in dict.fromkeys(key for row in made for key in row) if key]
    header = [key for key in header if key == "id" or any(row.get(key) for row in made)]
    printed = [row for row in made if row.get("copies", "1") != "0"]
    shown = {name: zone for name, zone in zones.items() if name in header or name not in fields}
    typed = {f"{name}?": sort for name, sort in fields.items() if name in header}
    face = TakenFace(shown, typed)
    words = {name for name, sort in fields.items() if sort == "word"}
    cells = [
        [text_of_plain(row.get(key, "")) if key in words else row.get(key, "") for key in header]
        for row in printed
    ]
    return TakenKind(kind_id, name, *size_mm, face, None, header, cells, keys=keys or {})


def with_ids(rows: Sequence[Row], kind_id: str) -> list[dict[str, str]]:
    """The rows, with ids of their kind and the texts under `id`, of which no two are alike."""
    made: list[dict[str, str]] = []
    used: set[str] = set()
    for number, row in enumerate(rows, 1):
        plain = f"{kind_id}-{slug_of(row['id'])[:40].strip('-') or number}"
        free = free_name(plain, used)
        used.add(free)
        made.append({**row, "id": free})
    return made

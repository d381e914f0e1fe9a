"""Shows a save in Tabletop Simulator while it runs: the game takes scripts from a port.

The script is sent to this machine alone and runs in the game. It finds pieces on the table by the
ids in their notes, wherever players have moved them, gives new pictures to pieces whose pictures
are new, adds the pieces that the table lacks, and writes the pages of the notebook.
"""

import copy
import json
import socket
from collections.abc import Iterator, Mapping
from typing import Any

PORT = 39999
"""The port at which the game listens, on the machine that it runs on."""

_HOST = "127.0.0.1"
_PATIENCE_S = 3.0

_RUN = 3
_EVERYWHERE = "-1"
"""The id by which a script runs for the whole table instead of an object."""

_ABOVE_UNITS = 2.0

_SCRIPT = """\
local wanted = JSON.decode(%s)
local seen, put = {}, {}
local changed, new = 0, 0
local refresh

local function note_of(data)
  local read, note = pcall(JSON.decode, data.GMNotes or "")
  if read and type(note) == "table" and type(note.id) == "string" then
    return note
  end
  return {}
end

local function entry_of(decks, key)
  return decks and (decks[key] or decks[tostring(key)])
end

local function alike(one, other)
  if not one then
    return false
  end
  for name, value in pairs(other) do
    if one[name] ~= value then
      return false
    end
  end
  return true
end

local function new_card(data, look, decks)
  local key = math.floor(data.CardID / 100)
  local deck = entry_of(data.CustomDeck, key) or entry_of(decks, key)
  if alike(deck, look.deck) and data.CardID %% 100 == look.index then
    return false
  end
  data.CardID = look.key * 100 + look.index
  data.CustomDeck = {[look.key] = look.deck}
  return true
end

local function new_image(data, look)
  local image = data.CustomImage
  local back = image.ImageSecondaryURL or ""
  if image.ImageURL == look.image and back == look.back then
    return false
  end
  image.ImageURL, image.ImageSecondaryURL = look.image, look.back
  return true
end

local function new_look(data, decks)
  local note = note_of(data)
  local look = note.id and wanted.looks[note.id .. "|" .. (note.side or "")]
  if note.id then
    seen[note.id] = true
  end
  if not look then
    return false
  end
  local is_new = false
  if look.deck and data.CardID then
    is_new = new_card(data, look, decks)
  elseif look.image and data.CustomImage then
    is_new = new_image(data, look)
  end
  if is_new then
    data.Nickname, data.Description, data.GMNotes = look.name, look.description, look.notes
  end
  return is_new
end

local function gather(data)
  local decks, ids = {}, {}
  for number, card in ipairs(data.ContainedObjects) do
    local key = math.floor(card.CardID / 100)
    decks[key] = entry_of(card.CustomDeck, key) or entry_of(data.CustomDeck, key)
    ids[number] = card.CardID
  end
  data.CustomDeck, data.DeckIDs = decks, ids
end

function refresh(data, decks)
  local is_new = new_look(data, decks)
  for _, inside in ipairs(data.ContainedObjects or {}) do
    is_new = refresh(inside, data.CustomDeck) or is_new
  end
  for _, state in pairs(data.States or {}) do
    is_new = refresh(state) or is_new
  end
  if is_new and data.DeckIDs then
    gather(data)
  end
  return is_new
end

for _, object in ipairs(getObjects()) do
  local read, data = pcall(function() return object.getData() end)
  if read and data and refresh(data) then
    object.destruct()
    spawnObjectData({data = data})
    changed = changed + 1
  end
end

for _, pile in ipairs(wanted.piles) do
  local missing = {}
  for _, id in ipairs(pile.ids) do
    if not seen[id] then
      table.insert(missing, id)
    end
  end
  if #missing == #pile.ids then
    spawnObjectJSON({json = pile.json})
    new = new + 1
  else
    for _, id in ipairs(missing) do
      if not put[id] then
        put[id] = true
        spawnObjectJSON({json = wanted.singles[id]})
        new = new + 1
      end
    end
  end
end

local tabs = {}
for _, tab in ipairs(Notes.getNotebookTabs()) do
  tabs[tab.title] = tab.index
end
for _, page in ipairs(wanted.pages) do
  if tabs[page.title] then
    Notes.editNotebookTab({index = tabs[page.title], title = page.title, body = page.body})
  else
    Notes.addNotebookTab({title = page.title, body = page.body, color = "Grey"})
  end
end
printToAll(wanted.title .. ": " .. changed .. " changed, " .. new .. " new")
"""


def push(save: bytes, port: int = 0) -> str:
    """Shows a save, the JSON of an export, in the game, and returns a sentence about the result.

    Nothing is raised: a game that does not run, or does not answer, is no fault.
    """
    port = port or PORT
    message = {"messageID": _RUN, "guid": _EVERYWHERE, "script": script_of(json.loads(save))}
    try:
        with socket.create_connection((_HOST, port), timeout=_PATIENCE_S) as game:
            game.sendall(json.dumps(message).encode())
    except ConnectionRefusedError:
        return (
            f"Tabletop Simulator is not running (nothing listens on port {port}): start it, "
            "open a table, and export again."
        )
    except OSError as error:
        return f"Tabletop Simulator was not reached on port {port}: {error.strerror or error}."
    return "Sent to Tabletop Simulator: its chat says how many pieces are changed and new."


def script_of(save: Mapping[str, Any]) -> str:
    """The script, in Lua, that brings the objects of a save to the table."""
    piles = save["ObjectStates"]
    pieces = [piece for pile in piles for piece in _pieces_in(pile)]
    singles: dict[str, str] = {}
    for pile in piles:
        for piece in _pieces_in(pile):
            singles.setdefault(_note_of(piece)["id"], _text_of(_copy_above(piece, pile)))
    wanted = {
        "title": save["SaveName"],
        "looks": {_key_of(piece): _look_of(piece) for piece in pieces},
        "piles": [
            {
                "ids": [*dict.fromkeys(_note_of(piece)["id"] for piece in _pieces_in(pile))],
                "json": _text_of(pile),
            }
            for pile in piles
        ],
        "singles": singles,
        "pages": [*save["TabStates"].values()],
    }
    return _SCRIPT % lua_string(json.dumps(wanted))


def lua_string(text: str) -> str:
    """A text as a Lua string, which the text itself cannot end.

    Between long brackets no character has a meaning, and these brackets have a level that the text
    does not contain. Lua changes only line ends, which the JSON given here does not have.
    """
    level = 0
    while (text + "]").find(f"]{'=' * level}]") >= 0:
        level += 1
    bars = "=" * level
    return f"[{bars}[\n{text}]{bars}]"


def _pieces_in(thing: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yields the pieces in an object: itself, and the pieces in its contents and other states."""
    if thing["GMNotes"]:
        yield thing
    for inside in (*thing.get("ContainedObjects", ()), *thing.get("States", {}).values()):
        yield from _pieces_in(inside)


def _note_of(piece: Mapping[str, Any]) -> dict[str, str]:
    note: dict[str, str] = json.loads(piece["GMNotes"])
    return note


def _key_of(piece: Mapping[str, Any]) -> str:
    """The key of a piece's look in the script; each state of a token has a key of its own."""
    note = _note_of(piece)
    return f"{note['id']}|{note.get('side', '')}"


def _look_of(piece: Mapping[str, Any]) -> Mapping[str, Any]:
    look = {
        "name": piece["Nickname"],
        "description": piece["Description"],
        "notes": piece["GMNotes"],
    }
    if "CardID" in piece:
        key, index = divmod(piece["CardID"], 100)
        return {**look, "key": key, "index": index, "deck": piece["CustomDeck"][str(key)]}
    image = piece["CustomImage"]
    return {**look, "image": image["ImageURL"], "back": image["ImageSecondaryURL"]}


def _copy_above(piece: Mapping[str, Any], pile: Mapping[str, Any]) -> Mapping[str, Any]:
    """A single copy of a piece, placed above its pile."""
    single = {key: value for key, value in copy.deepcopy(dict(piece)).items() if key != "Number"}
    single["Name"] = single["Name"].removesuffix("_Stack")
    place, there = single["Transform"], pile["Transform"]
    for axis in ("posX", "posZ", "rotY"):
        place[axis] = there[axis]
    place["posY"] = there["posY"] + _ABOVE_UNITS
    return single


def _text_of(thing: Mapping[str, Any]) -> str:
    return json.dumps(thing, separators=(",", ":"))

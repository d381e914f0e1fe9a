"""Which pieces a rule asks: all that are printed, but for those that claims.yaml lets go.

```yaml
lint:
  ignore:
    - {rule: numbers, of: aid, why: "the Spanish sentence counts what the English one shows"}
```
"""

from collections.abc import Iterator

from generator.check.bad import BadClaim
from generator.check.selection import select
from generator.claims import Claims, Finding, Verdict
from generator.model import Game, Piece, Record, SideName, Value
from generator.problems import Place


def asked(game: Game, claims: Claims, module: str) -> tuple[Piece, ...]:
    """The pieces that a rule asks; `module` is its `__name__`. Raises BadClaim for a bad `of`."""
    let_go: set[str] = set()
    for key, entry in ignores(claims):
        if "rule" in entry and "of" in entry and entry["rule"] == rule_of(module):
            let_go |= {piece.id for piece in select(game, entry["of"], f"{key}.of")}
    return tuple(piece for piece in printed(game) if piece.id not in let_go)


def printed(game: Game) -> tuple[Piece, ...]:
    """The pieces that are not struck out."""
    return tuple(piece for piece in game.pieces if piece.struck_out is None)


def ignores(claims: Claims) -> Iterator[tuple[str, Record]]:
    """The entries of `lint.ignore` with their keys. Raises BadClaim where one is no record."""
    value: Value = claims.lint["ignore"] if "ignore" in claims.lint else ()
    for number, entry in enumerate(value if isinstance(value, tuple) else (value,), start=1):
        key = f"lint.ignore[{number}]"
        if not isinstance(entry, Record):
            hint = 'write {rule: numbers, of: aid, why: "…"}'
            raise BadClaim(key, "an entry says which rule lets which pieces go, and why", hint)
        yield key, entry


def rule_of(module: str) -> str:
    """How a rule is called in claims.yaml: `small-text` for the module `small_text`."""
    return module.rpartition(".")[2].replace("_", "-")


def place_of(piece: Piece, side: SideName) -> Place:
    """Where a side of a piece begins: the line of its first field, or that of the piece."""
    record = piece.front if side is SideName.FRONT else piece.back
    # A field that the whole list or a variant gives was typed above the piece.
    lines = [line for line in map(record.line_of, record) if line >= piece.place.line]
    return Place(
        piece.place.file, min(lines, default=piece.place.line), f"{piece.place.key}.{side}"
    )


def fault(
    module: str,
    place: Place,
    says: str,
    has: str,
    *where: Place,
    verdict: Verdict = Verdict.DIFFERS,
) -> Finding:
    """What a rule found: what it asks for, what the box has instead, where else that stands."""
    return Finding(
        claim=f"lint-{rule_of(module)}",
        check="lint",
        place=place,
        lines=(),
        verdict=verdict,
        says=says,
        has=has,
        where=where,
    )

"""`fustella plan --box`: shows what lies where in the boxes of games, and what does not fit."""

import json
from collections.abc import Iterator, Sequence

from fustella.build.game_box import BoxPlan, booklet_of, plan_box
from fustella.build.job import Job
from fustella.build.options import BuildOptions
from fustella.cli import progress
from fustella.cli.problems import collect, report, tell
from fustella.cli.tables import table
from fustella.core.files.project import Project
from fustella.core.geometry.units import rounded_up
from fustella.core.values.packed import GameBox, PackedBox, Stack, StackStance

_HEADS = ("place", "what", "copies", "width", "depth", "height", "above", "lies")


def plan_boxes(
    project: Project, games: Sequence[str], options: BuildOptions, *, as_data: bool
) -> int:
    """Prints the box of each game with its contents, as tables or as JSON; the exit code."""

    def planned(game: str) -> BoxPlan:
        job = Job(project, game, options, progress.show)
        return plan_box(job.edition, booklet_of(job))

    plans, problems = collect(games, planned)
    if as_data:
        print(json.dumps({plan.edition.game.id: _json(plan) for plan in plans}, indent=1))
    elif plans:
        print("\n\n".join(map(_text, plans)))
    tell(warning for plan in plans for warning in plan.warnings)
    problems = [*problems, *(problem for plan in plans for problem in plan.problems)]
    return report(problems) if problems else 0


def _text(plan: BoxPlan) -> str:
    game, packed = plan.edition.game.id, plan.packed
    if packed is None:
        return f"{game} · no usual box holds everything: write `box` in game.yaml"
    told = [game, f"a box of {_sides(packed.box)} inside"]
    if packed.fits:
        told.append(f"{packed.used:.0%} of it used")
    if packed.least_height_mm:
        told.append(f"a height of {rounded_up(packed.least_height_mm)} mm would do")
    lines = [" · ".join(told)]
    if plan.suggested:
        lines.append(f"suggested, as game.yaml does not say its `box`: {_typed(packed.box)}")
        lines.append(f"its floor: {plan.source}")
    lines += ["", table(_HEADS, [*_rows(packed)], "llrrrrrl", ("above",))]
    return "\n".join(lines)


def _sides(box: GameBox) -> str:
    return f"{box.width_mm:g} × {box.depth_mm:g} × {box.height_mm:g} mm"


def _typed(box: GameBox) -> str:
    """A box as it is typed in game.yaml."""
    if not box.folded:
        return f"box: {_sides(box)}"
    boards = ", ".join(f"{kind}: {across} × {down}" for kind, (across, down) in box.folded)
    return f"box: {{inside: {_sides(box)}, folded: {{{boards}}}}}"


def _rows(packed: PackedBox) -> Iterator[tuple[str, ...]]:
    for place, stack in _placed(packed):
        yield (
            place,
            stack.name,
            str(stack.copies),
            *(f"{side:.1f}" for side in (stack.width_mm, stack.depth_mm, stack.height_mm)),
            f"{stack.z_mm:.1f}",
            _lies(stack),
        )


def _placed(packed: PackedBox) -> Iterator[tuple[str, Stack]]:
    """Yields the stacks with the names of their places, from above."""
    for number, layer in reversed([*enumerate(packed.layers, 1)]):
        yield from ((f"on top {number}", stack) for stack in layer.stacks)
    for number, well in enumerate(packed.wells, 1):
        yield from ((f"well {number}", stack) for stack in well.stacks)


def _lies(stack: Stack) -> str:
    if stack.stance is not StackStance.LYING:
        return f"on the {stack.stance.value}"
    return f"flat, in {stack.folded} layers" if stack.folded > 1 else "flat"


def _json(plan: BoxPlan) -> dict[str, object]:
    """The plan of a box as JSON; its keys are stable."""
    packed = plan.packed
    if packed is None:
        return {"box": None, "suggested": True}
    box = packed.box
    return {
        "box": {
            "width_mm": box.width_mm,
            "depth_mm": box.depth_mm,
            "height_mm": box.height_mm,
            "wall_mm": box.wall_mm,
            "divider_mm": box.divider_mm,
            "folded": {kind: list(panels) for kind, panels in box.folded},
        },
        "suggested": plan.suggested,
        "source": plan.source,
        "fits": packed.fits,
        "used": round(packed.used, 4),
        "least_height_mm": packed.least_height_mm or None,
        "tallest": _stack_json(packed.tallest) if packed.tallest else None,
        "wells": [
            {
                "x_mm": round(well.x_mm, 2),
                "y_mm": round(well.y_mm, 2),
                "width_mm": round(well.width_mm, 2),
                "depth_mm": round(well.depth_mm, 2),
                "height_mm": round(well.height_mm, 2),
                "stacks": [*map(_stack_json, well.stacks)],
            }
            for well in packed.wells
        ],
        "layers": [
            {
                "z_mm": round(layer.z_mm, 2),
                "height_mm": round(layer.height_mm, 2),
                "stacks": [*map(_stack_json, layer.stacks)],
            }
            for layer in packed.layers
        ],
        "left_over": [
            {
                "part": one.part,
                "sort": one.sort.value,
                "copies": one.copies,
                "width_mm": round(one.width_mm, 2),
                "depth_mm": round(one.depth_mm, 2),
                "height_mm": round(one.height_mm, 2),
                "why": one.why.value,
            }
            for one in packed.left_over
        ],
    }


def _stack_json(stack: Stack) -> dict[str, object]:
    return {
        "part": stack.part,
        "sort": stack.sort.value,
        "copies": stack.copies,
        "x_mm": round(stack.x_mm, 2),
        "y_mm": round(stack.y_mm, 2),
        "z_mm": round(stack.z_mm, 2),
        "width_mm": round(stack.width_mm, 2),
        "depth_mm": round(stack.depth_mm, 2),
        "height_mm": round(stack.height_mm, 2),
        "stance": stack.stance.value,
        "turned": stack.turned,
        "folded": stack.folded,
        "pieces": dict(stack.pieces),
    }

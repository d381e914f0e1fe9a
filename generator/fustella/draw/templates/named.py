"""Finds the pictures that a template names itself and always draws, without drawing anything.

What stands in `{% if %}`, `{% for %}` or a macro may be drawn or not, and so may what a template
that is included only sometimes has; a name that is computed is known when it is. None of these are
found here: they are told when faces are drawn.
"""

from collections.abc import Iterable, Iterator

from jinja2 import Environment, TemplateSyntaxError, nodes

from fustella.core.problems import Place
from fustella.core.project import RESOURCES, Project
from fustella.draw.sources import Sources

_ASKED = "image"
_PICTURE = "picture"
"""The tool that draws pictures, and its argument that names one."""

_SOMETIMES = (
    nodes.If,
    nodes.For,
    nodes.Macro,
    nodes.CallBlock,
    nodes.CondExpr,
    nodes.And,
    nodes.Or,
)
_MOST_DEEP = 20
"""Templates that extend or include one another; more are told when they are drawn."""


def pictures_named(
    project: Project, game_id: str, templates: Iterable[str]
) -> Iterator[tuple[str, Place]]:
    """The names of pictures that every face of some templates shows, each with its line.

    Nothing of a template that is not there, cannot be read or has a fault.
    """
    reader = _Reader(project, Sources(project, game_id))
    for template in dict.fromkeys(templates):
        yield from reader.of(template, frozenset(), 0)


class _Reader:
    def __init__(self, project: Project, sources: Sources) -> None:
        self._project, self._sources = project, sources
        self._environment = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True)

    def of(
        self, name: str, drawn_by_child: frozenset[str], depth: int
    ) -> Iterator[tuple[str, Place]]:
        """Of a template whose blocks of these names are drawn by one that extends it."""
        tree = self._tree(name) if depth < _MOST_DEEP else None
        if tree is None or _names_own_tool(tree):
            return
        extends = tree.find(nodes.Extends)
        blocks = [*tree.find_all(nodes.Block)]
        parts = blocks if extends else tree.body
        own = frozenset(block.name for block in blocks)
        for part in parts:
            yield from self._drawn(part, name, drawn_by_child, depth)
        parent = extends.template if extends else None
        if isinstance(parent, nodes.Const) and isinstance(parent.value, str):
            yield from self.of(parent.value, drawn_by_child | own, depth + 1)

    def _tree(self, name: str) -> nodes.Template | None:
        path = self._sources.path_of(name)
        if path is None or path.is_relative_to(RESOURCES):
            return None  # ready ones of the tool name no pictures
        try:
            return self._environment.parse(self._sources.template(path).decode())
        except (OSError, ValueError, TemplateSyntaxError, RecursionError):
            return None

    def _drawn(
        self, node: nodes.Node, file: str, left_out: frozenset[str], depth: int
    ) -> Iterator[tuple[str, Place]]:
        if isinstance(node, _SOMETIMES) or (
            isinstance(node, nodes.Block) and node.name in left_out
        ):
            return
        if isinstance(node, nodes.Include):
            included = node.template
            if isinstance(included, nodes.Const) and isinstance(included.value, str):
                yield from self.of(included.value, frozenset(), depth + 1)
            return
        if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
            name = _named_in(node) if node.node.name == _ASKED else None
            if name is not None:
                path = self._sources.path_of(file)
                assert path is not None
                yield name, Place(self._project.name_of(path), node.lineno)
        for inner in node.iter_child_nodes():
            yield from self._drawn(inner, file, left_out, depth)


def _named_in(call: nodes.Call) -> str | None:
    """The name of the picture, where it is typed as it is."""
    named = [one.value for one in call.kwargs if one.key == _PICTURE]
    asked = (call.args or named)[:1]
    value = asked[0].value if asked and isinstance(asked[0], nodes.Const) else None
    return value if isinstance(value, str) and value.strip() else None


def _names_own_tool(tree: nodes.Template) -> bool:
    """Whether the template itself gives something else the name of the tool."""
    made = any(macro.name == _ASKED for macro in tree.find_all(nodes.Macro))
    stored = any(one.name == _ASKED and one.ctx != "load" for one in tree.find_all(nodes.Name))
    imported = (
        (name if isinstance(name, str) else name[1])
        for one in tree.find_all(nodes.FromImport)
        for name in one.names
    )
    return made or stored or _ASKED in imported

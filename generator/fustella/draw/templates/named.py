"""Finds the pictures that a template names itself and always draws, without drawing anything.

Pictures in `{% if %}`, `{% for %}` or a macro are left out, because they may or may not be drawn;
so are pictures in templates that are included only sometimes. A name that is computed is left out,
too. Problems of such pictures are reported when faces are drawn.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TypeAlias

from jinja2 import Environment, TemplateSyntaxError, nodes

from fustella.core.files.project import Project
from fustella.core.values.problems import Place
from fustella.draw.sources import Sources
from fustella.draw.templates.calls import names_given

_ASKED = "image"
_PICTURE = "picture"
"""The argument that names a picture; `_ASKED` is the tool that draws it."""

_Blocks: TypeAlias = dict[str, tuple[str, nodes.Block]]
"""The drawn blocks by name, each with its template; a template's block replaces its parent's."""

_SOMETIMES = (
    nodes.If,
    nodes.For,
    nodes.Macro,
    nodes.CallBlock,
    nodes.CondExpr,
    nodes.And,
    nodes.Or,
)


def pictures_named(
    project: Project, game_id: str, templates: Iterable[str]
) -> Iterator[tuple[str, Place]]:
    """Yields the names of pictures that every face of some templates shows, each with its line.

    Templates that are missing, cannot be read or have a fault give no names.
    """
    reader = _TemplateReader(project, Sources(project, game_id))
    for template in templates:
        with suppress(RecursionError):
            yield from list(reader.of(template))


class _TemplateReader:
    """Reads templates, each once, however often it is included."""

    def __init__(self, project: Project, sources: Sources) -> None:
        self._project, self._sources = project, sources
        self._environment = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True)
        self._read: set[str] = set()

    def of(self, name: str) -> Iterator[tuple[str, Place]]:
        """Yields the pictures that a template names, also in templates that it extends or includes.

        A template that was read before, or that names something else `image`, gives none.
        """
        if name in self._read:
            return
        self._read.add(name)
        chain = self._chain(name)
        blocks: _Blocks = {}
        for file, tree in chain:
            for block in tree.find_all(nodes.Block):
                blocks.setdefault(block.name, (file, block))
        if chain and not any(_ASKED in names_given(tree) for _, tree in chain):
            file, tree = chain[-1]
            yield from self._inside(tree, file, blocks)

    def _chain(self, name: str) -> list[tuple[str, nodes.Template]]:
        """A template and those that it extends; none if one of these is unknown."""
        chain = dict[str, nodes.Template]()
        while name not in chain:
            tree = self._tree(name)
            if tree is None:
                return []
            chain[name] = tree
            extends = tree.find(nodes.Extends)
            if extends is None:
                return list(chain.items())
            if extends not in tree.body:
                return []
            name = _constant(extends.template)
        return []

    def _tree(self, name: str) -> nodes.Template | None:
        path = self._sources.path_of(name)
        if path is None:
            return None
        try:
            return self._environment.parse(self._sources.template(path).decode())
        except (OSError, ValueError, TemplateSyntaxError):
            return None

    def _inside(self, node: nodes.Node, file: str, blocks: _Blocks) -> Iterator[tuple[str, Place]]:
        for inner in node.iter_child_nodes():
            yield from self._drawn(inner, file, blocks)

    def _drawn(self, node: nodes.Node, file: str, blocks: _Blocks) -> Iterator[tuple[str, Place]]:
        if isinstance(node, _SOMETIMES):
            return
        if isinstance(node, nodes.Block):
            if node.name in blocks:  # each is drawn once
                own, block = blocks.pop(node.name)
                yield from self._inside(block, own, blocks)
            return
        if isinstance(node, nodes.Include):
            yield from self.of(_constant(node.template))
            return
        if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
            name = _named_in(node) if node.node.name == _ASKED else None
            path = self._sources.path_of(file)
            if name is not None and path is not None and path.is_relative_to(self._project.root):
                yield name, Place(self._project.name_of(path), node.lineno)
        yield from self._inside(node, file, blocks)


def _constant(node: nodes.Node) -> str:
    """The text of a constant in a template; "" for any other expression."""
    value = node.value if isinstance(node, nodes.Const) else None
    return value if isinstance(value, str) else ""


def _named_in(call: nodes.Call) -> str | None:
    """The name of the picture in a call if it is typed as a constant, else None."""
    named = [argument.value for argument in call.kwargs if argument.key == _PICTURE]
    name = _constant([*call.args, *named, nodes.Const("")][0])
    return name if name.strip() else None

"""Restricts templates to what their documentation lists.

Templates are programs by others, and building a game must not run them on anything but its values.
A template can reach only the listed names of an object's type, never one of Python's own; filters,
tests and functions are those listed here. No value may be longer than `MOST_LETTERS` letters or
`MOST_ENTRIES` entries: a longer one is refused before it is made.
"""

import functools
import re
import string
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping
from itertools import islice
from types import BuiltinMethodType, FunctionType, MappingProxyType, MethodType
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.filters import FILTERS, _GroupTuple, sync_do_slice
from jinja2.parser import Parser
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.runtime import Undefined as JinjaUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS
from jinja2.utils import Namespace, missing
from markupsafe import Markup, escape, soft_str

from fustella.core.values.model import PlainWord, Record
from fustella.core.words.cases import capitalized, in_capitals, in_small_letters, in_title_case
from fustella.core.words.patterns import regex
from fustella.draw.templates.arguments import MOST_ENTRIES
from fustella.draw.templates.boards import TemplateBoard, TemplateCell
from fustella.draw.templates.positions import TemplatePosition
from fustella.draw.templates.unknown import KNOWN, UnknownName, message_about_unknown

MOST_LETTERS = 20_000_000
"""The most letters of a text, and of the SVG of a face."""

_MOST_BITS = 4096
_MOST_DIGITS = 1000

USED_FILTERS = (
    *("abs", "batch", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first"),
    *("float", "format", "groupby", "int", "items", "join", "last", "length", "list", "lower"),
    *("map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round", "safe"),
    *("select", "selectattr", "slice", "sort", "string", "striptags", "sum", "title", "trim"),
    *("truncate", "unique", "upper", "wordcount", "xmlattr"),
)
"""The filters of Jinja that templates may use."""

USED_TESTS = (
    *("!=", "<", "<=", "==", ">", ">=", "boolean", "defined", "divisibleby", "eq", "equalto"),
    *("even", "false", "float", "ge", "greaterthan", "gt", "in", "integer", "iterable", "le"),
    *("lessthan", "lower", "lt", "mapping", "ne", "none", "number", "odd", "sameas", "sequence"),
    *("string", "true", "undefined", "upper"),
)
"""The tests of Jinja that templates may use."""

NAMES_OF: Mapping[type, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        str: (
            "a text",
            (
                *("capitalize", "casefold", "count", "endswith", "find", "format", "index"),
                *("isalnum", "isalpha", "isdecimal", "isdigit", "islower", "isnumeric"),
                *("isspace", "istitle", "isupper", "join", "lower", "lstrip", "partition"),
                *("removeprefix", "removesuffix", "replace", "rfind", "rindex", "rpartition"),
                *("rsplit", "rstrip", "split", "splitlines", "startswith", "strip"),
                *("swapcase", "title", "upper"),
            ),
        ),
        list: ("a list", ("append", "count", "index")),
        tuple: ("a list", ("count", "index")),
        _GroupTuple: ("a group", ("grouper", "list")),
        dict: ("a mapping", ("get", "items", "keys", "values")),
        MappingProxyType: ("a mapping", ("get", "items", "keys", "values")),
        LoopContext: (
            "`loop`",
            (
                *("changed", "cycle", "depth", "depth0", "first", "index", "index0", "last"),
                *("length", "nextitem", "previtem", "revindex", "revindex0"),
            ),
        ),
        TemplateBoard: (
            "a board",
            (
                *("cell", "cells", "columns", "flats", "height", "middle", "outline"),
                *("rows", "shape", "sides", "through", "top", "ways", "width"),
            ),
        ),
        TemplateCell: ("a cell", ("column", "name", "row", "x", "y")),
        TemplatePosition: ("a position", ("angle", "random", "x", "y")),
        Macro: ("a macro", ("arguments", "caller", "catch_kwargs", "catch_varargs", "name")),
        BlockReference: ("a block", ("super",)),
        Namespace: ("a namespace", ()),
        TemplateModule: ("an imported file", ()),
        TemplateReference: ("`self`", ()),
        Record: ("a record", ()),
        bool: ("true or false", ()),
        int: ("a number", ()),
        float: ("a number", ()),
        type(None): ("nothing", ()),
    }
)
"""For each type of values in templates: its name in messages, and the names allowed on it."""

_CALLED = (
    *(BlockReference, BuiltinMethodType, FunctionType, JinjaUndefined, LoopContext),
    *(Macro, MethodType, functools.partial),
)


_METHOD_TYPES = (BuiltinMethodType, MethodType)

_TOO_DEEP = "this is nested too deeply: brackets in brackets, tags in tags, or a very long sum"


class Refused(ValueError):
    """Raised for a forbidden action of a template, and for values that cannot be drawn."""


class TooLong(Refused):
    """Raised for a value that would fill the memory."""


_rules: dict[type, tuple[str, frozenset[str]]] = {}


def _rule_of(kind: type) -> tuple[str, frozenset[str]]:
    """The name of a type in messages, and the attributes that templates may use of it."""
    known = _rules.get(kind)
    if known is None:
        known = "a tool" if kind is FunctionType else "this value", frozenset[str]()
        for each in kind.__mro__:
            if each in NAMES_OF:
                called, names = NAMES_OF[each]
                known = called, frozenset(names)
                break
        _rules[kind] = known
    return known


_NOT_EXPORTED = regex(r"the template '(.+?)' \(imported on .+\) does not export")
"""Matches the message of Jinja about a name that an imported file does not have."""


class Missing(jinja2.StrictUndefined):
    """An unknown name: using it raises an error with a message for designers."""

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: Any = None, *_: Any
    ) -> None:
        super().__init__(hint, obj, name, UnknownName.of(obj))

    @property
    def _undefined_message(self) -> str:
        name, owner = self._undefined_name, self._undefined_obj
        imported = _NOT_EXPORTED.match(self._undefined_hint or "")
        if imported:
            return f"`{imported[1]}` has no `{name}`"
        if owner is not missing or self._undefined_hint:
            names = _rule_of(type(owner))[1]
            message = message_about_unknown(self._undefined_hint, owner, name, tuple(sorted(names)))
            if message:
                return message
        if isinstance(owner, Record):
            return f"there is no `{name}` here{KNOWN}{', '.join(owner) or 'none'}"
        if owner is missing or not isinstance(name, str):
            return f"{UNKNOWN}{name}`"
        called, names = _rule_of(type(owner))
        known = f"{KNOWN}{', '.join(sorted(names))}" if names else ""
        return f"{called} has no `{name}`{known}"


UNKNOWN = "there is no name `"
"""The beginning of the message about a name that neither the tool nor the template has."""


_AS_WRITTEN = frozenset((str, Markup, int, float))
_NOT_WRITTEN = (
    *(BlockReference, BuiltinMethodType, FunctionType, Iterator, LoopContext, Macro, MethodType),
    *(Namespace, TemplateBoard, TemplateCell, TemplatePosition, TemplateReference),
    functools.partial,
)


_EXAMPLES = {
    TemplateBoard: "one of its lines, such as board.sides()",
    TemplateCell: "its name, its x or its y",
    TemplatePosition: "its x or its y",
}


def _written(value: Any) -> Any:
    """The value that `{{ value }}` writes as text.

    Raises Refused for a value without a text, such as a tool that is not called.
    """
    if type(value) in _AS_WRITTEN or not isinstance(value, _NOT_WRITTEN):
        return value
    if isinstance(value, TemplateBoard | TemplateCell | TemplatePosition):
        called, example = _rule_of(type(value))[0], _EXAMPLES[type(value)]
        raise Refused(f"{called} has no text: write {example}")
    if isinstance(value, LoopContext | Namespace | TemplateReference):
        raise Refused(f"{_rule_of(type(value))[0]} has no text: write one of its values")
    if isinstance(value, Iterator):
        raise Refused("this is several values: write them with `|join(', ')`")
    name = getattr(value, "__name__", None) or getattr(value, "name", "")
    raise Refused(f"`{name}` has no text: call it, as in {{{{ {name}(…) }}}}")


class _Code(CodeGenerator):
    """Generates the code of templates, with limits on operators that can make large values.

    Most sums and products are of lengths; their operators stay plain, since one side is known to be
    a number with a fraction.
    """

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        if _is_number(node.left) or _is_number(node.right):
            super().visit_Add(node, frame)
        else:
            self._bounded("plus", node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        if _is_fraction(node.left) or _is_fraction(node.right):
            super().visit_Mul(node, frame)
        else:
            self._bounded("times", node, frame)

    def visit_Pow(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        self._bounded("power", node, frame)

    def visit_Mod(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        if _is_number(node.left):
            super().visit_Mod(node, frame)
        else:
            self._bounded("modulo", node, frame)

    def buffer(self, frame: Frame) -> None:
        frame.buffer = self.temporary_identifier()
        self.writeline(f"{frame.buffer} = environment.parts()")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("environment.short(markup_join((")
        for part in node.nodes:
            self.write("environment.finalize(")
            self.visit(part, frame)
            self.write("), ")
        self.write(")))")

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            _written(node.as_const(frame.eval_ctx))  # what raises here raises when it is drawn
        return super()._output_child_to_const(node, frame, finalize)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _is_escaped(frame):
            self.write("environment.drawn(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _is_escaped(frame):
            self.write(")")
        else:
            super()._output_child_post(node, frame, finalize)

    def _bounded(self, name: str, node: nodes.BinExpr, frame: Frame) -> None:
        self.write(f"environment.{name}(")
        self.visit(node.left, frame)
        self.write(", ")
        self.visit(node.right, frame)
        self.write(")")


def _is_escaped(frame: Frame) -> bool:
    """Whether it is known, when a template is compiled, that all output of a block is escaped."""
    return bool(frame.eval_ctx.autoescape) and not frame.eval_ctx.volatile


def _drawn(value: Any) -> str:
    """The text that `{{ value }}` writes, escaped.

    Most values are numbers, which need no escaping.
    """
    kind = type(value)
    if kind is float or kind is int:
        return str(value)
    return value if kind is Markup else escape(_written(value))


def _is_number(node: nodes.Node) -> bool:
    """Whether an expression can only be a number, if it has a value at all."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, int | float)
    if isinstance(node, nodes.Filter):
        return node.name in {"abs", "count", "float", "int", "length", "round", "wordcount"}
    if isinstance(node, nodes.Add):
        return _is_number(node.left) or _is_number(node.right)
    if isinstance(node, nodes.Mul):
        return _is_fraction(node) or (_is_number(node.left) and _is_number(node.right))
    return isinstance(node, nodes.Div | nodes.Pow | nodes.Neg)


def _is_fraction(node: nodes.Node) -> bool:
    """Whether an expression can only be a float, of fixed size, if it has a value at all."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, float)
    if isinstance(node, nodes.Filter):
        return node.name == "float"
    if isinstance(node, nodes.Neg):
        return _is_fraction(node.node)
    if isinstance(node, nodes.Add | nodes.Sub | nodes.Mul):
        return _is_fraction(node.left) or _is_fraction(node.right)
    return isinstance(node, nodes.Div)


class _Parts(list[str]):
    """The parts that a macro, or a block whose text is needed, has drawn so far."""

    __slots__ = ("letters",)

    def __init__(self) -> None:
        self.letters = 0

    def append(self, part: str) -> None:
        self.letters += len(part)
        if self.letters > MOST_LETTERS:
            _refuse_letters()
        super().append(part)

    def extend(self, several: Iterable[str]) -> None:
        if type(several) is tuple:  # as in the code of most templates
            self.letters += sum(map(len, several))
            if self.letters > MOST_LETTERS:
                _refuse_letters()
            super().extend(several)
            return
        for part in several:
            self.append(part)


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment with only the names of this module, and the functions added to it."""

    code_generator_class = _Code
    parts = _Parts
    drawn = staticmethod(_drawn)
    intercepted_binops = frozenset(("+", "*", "**", "%"))  # so they are not computed at compilation

    def __init__(self, **settings: Any) -> None:
        super().__init__(undefined=Missing, finalize=_written, **settings)
        self.filters = {name: FILTERS[name] for name in USED_FILTERS}
        self.filters.update(_FILTERS)
        self.tests = {name: TESTS[name] for name in USED_TESTS}
        self.globals = {"range": short_range, "dict": _dict, "namespace": _namespace}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> dict[str, Any]:
        """The names that a template knows; each rendering copies this plain dict."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """The value of `obj.attribute` in a template."""
        if isinstance(obj, Record):  # as nearly always
            try:
                return obj[attribute]
            except LookupError:
                pass
        if attribute in _rule_of(type(obj))[1]:
            bounded = _METHODS.get(attribute) if isinstance(obj, str | list) else None
            if bounded:
                return functools.partial(bounded, obj)
            value = getattr(obj, attribute, missing)
        elif isinstance(obj, JinjaUndefined):
            value = obj.name  # raises and names the unknown name
        else:
            value = _inside(obj, attribute)
        if value is not missing:
            return value
        unknown = self.undefined(obj=obj, name=attribute)
        return str(unknown) if attribute.startswith("_") else unknown  # str raises at once

    def getitem(self, obj: Any, argument: Any) -> Any:
        """The value of `obj[argument]` in a template."""
        try:
            return obj[argument]
        except (AttributeError, TypeError, LookupError):
            if isinstance(argument, str):
                return self.getattr(obj, str(argument))
            return self.undefined(obj=obj, name=argument)

    def call(__self, __context: Context, __obj: Any, *args: Any, **named: Any) -> Any:  # noqa: N805
        """The value of `obj(…)` in a template."""
        if type(__obj) is FunctionType:  # a tool
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
            return __obj(*args, **named)
        if isinstance(__obj, _METHOD_TYPES) and isinstance(__obj.__self__, str):
            return _called_of_text(__context, __obj, *args, **named)
        if isinstance(__obj, functools.partial) and isinstance(__obj.args[0], PlainWord):
            return _as_plain_as(__obj.args[0], __context.call(__obj, *args, **named))
        if not isinstance(__obj, _CALLED):
            called, _ = _rule_of(type(__obj))
            raise Refused(f"{called} cannot be called")
        return __context.call(__obj, *args, **named)

    def concat(self, parts: Iterable[str]) -> str:
        """Joins the parts that a template, a macro or a block has drawn."""
        if isinstance(parts, _Parts):
            return "".join(parts)
        several, letters = list[str](), 0
        for part in parts:
            letters += len(part)
            if letters > MOST_LETTERS:
                _refuse_letters()
            several.append(part)
        return "".join(several)

    @staticmethod
    def short(text: str) -> str:
        if len(text) > MOST_LETTERS:
            _refuse_letters()
        return text

    @staticmethod
    def plus(left: Any, right: Any) -> Any:
        if type(left) is not float:
            if isinstance(left, str) and isinstance(right, str):
                if len(left) + len(right) > MOST_LETTERS:
                    _refuse_letters()
            elif isinstance(left, list | tuple) and isinstance(right, list | tuple):
                _few(len(left) + len(right))
        return left + right

    @staticmethod
    def times(left: Any, right: Any) -> Any:
        if type(left) is not float and type(right) is not float:
            _check_product(left, right)
        return left * right

    @staticmethod
    def power(left: Any, right: Any) -> Any:
        whole = isinstance(left, int) and isinstance(right, int)
        if whole and right > 0 and left.bit_length() * right > _MOST_BITS:
            _refuse_number()
        return left**right

    @staticmethod
    def modulo(left: Any, right: Any) -> Any:
        return _formatted(left, right) if isinstance(left, str) else left % right

    def compile(self, source: Any, name: Any = None, filename: Any = None, *rest: Any) -> Any:
        """Compiles a template.

        Raises TemplateSyntaxError, also for a template that nests too deeply.
        """
        try:
            return super().compile(source, name, filename, *rest)
        except (RecursionError, MemoryError) as error:
            line = _line_reached(error)
            raise jinja2.TemplateSyntaxError(_TOO_DEEP, line, name, filename) from None

    def _compile(self, source: str, filename: str) -> Any:
        try:
            with warnings.catch_warnings():  # Python's; the fault itself is reported when drawn
                warnings.simplefilter("ignore", SyntaxWarning)
                return super()._compile(source, filename)
        except SyntaxError as error:  # Python's, about the code made from the template
            message = "this cannot be compiled; nest it less deeply, or split it"
            line = _line_in_template(source, error.lineno or 1)
            raise jinja2.TemplateSyntaxError(message, line, None, filename) from None
        except (RecursionError, MemoryError):
            lines = source.split("\n")
            line = _line_in_template(source, lines.index(max(lines, key=len)) + 1)
            raise jinja2.TemplateSyntaxError(_TOO_DEEP, line, None, filename) from None


def _inside(obj: Any, name: str) -> Any:
    """The value that a template or the content has put into `obj`, or `missing`."""
    try:
        if isinstance(obj, Record | dict | MappingProxyType | TemplateReference):
            return obj[name]
        if isinstance(obj, Namespace | TemplateModule) and not name.startswith("_"):
            return getattr(obj, name)
    except (AttributeError, LookupError):
        pass
    return missing


def short_range(*numbers: int) -> range:
    """`range` for templates. Raises Refused for more numbers than `MOST_ENTRIES`."""
    numbered = range(*numbers)
    if numbered[MOST_ENTRIES:]:
        raise Refused(f"range(…) gives more than {MOST_ENTRIES:,} numbers")
    return numbered


def _dict(*args: Any, **named: Any) -> dict[Any, Any]:
    return dict(*args, **named)


def _namespace(*args: Any, **named: Any) -> Namespace:
    return Namespace(*args, **named)


def _refuse_letters() -> NoReturn:
    raise TooLong(f"this would be too long: more than {MOST_LETTERS:,} letters")


def _refuse_number() -> NoReturn:
    raise TooLong("this number would be too long")


def _few(entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise TooLong(f"this would be too long: more than {MOST_ENTRIES:,} entries")


def _check_product(left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, int):
        if left.bit_length() + right.bit_length() > _MOST_BITS:
            _refuse_number()
        return
    repeated, times = (right, left) if isinstance(left, int) else (left, right)
    if not isinstance(times, int) or not isinstance(repeated, str | list | tuple):
        return
    if isinstance(repeated, str):
        if len(repeated) * times > MOST_LETTERS:
            _refuse_letters()
    else:
        _few(len(repeated) * times)


_PERCENT = regex(r"%(?:\([^)]*\))?[#0\- +]*(\*|\d*)(?:\.(\*|\d*))?")


def _formatted(text: str, values: Any) -> str:
    """`text % values`. Raises TooLong for a width, or a text, that is too large."""
    known = len(text) <= _SHORT
    times = _values_in(text) if known else _values_in.__wrapped__(text)
    if not (known and type(values) is float):  # as most are, which need not be measured
        _check_filled(text, times, values if isinstance(values, tuple | Mapping) else (values,))
    written: str = text % values
    return written


_SHORT = 40
"""The most letters of a text before `%` that is remembered: templates have it for each number."""


@functools.lru_cache(maxsize=256)
def _values_in(text: str) -> int:
    """The number of values that `text % values` writes. Raises TooLong for too large a width."""
    specs = _PERCENT.findall(text)
    for number in (number for spec in specs for number in spec):
        _check_width(number)
    return len(specs)


def _check_width(number: str) -> None:
    if number == "*" or (number and (len(number) > 4 or int(number) > _MOST_DIGITS)):
        raise TooLong(f"a width or precision of more than {_MOST_DIGITS} digits is too long")


def _check_filled(text: str, times: int, values: Iterable[Any]) -> None:
    """Raises TooLong for a text that would be too long with `times` values written into it."""
    every = values.values() if isinstance(values, Mapping) else values
    longest = max((len(str(value)) for value in every), default=0)
    if len(text) + times * max(longest, _MOST_DIGITS) > MOST_LETTERS:
        _refuse_letters()


class _Formatter(string.Formatter):
    """Formats texts for their method `format`, without access to the insides of values."""

    def __init__(self, is_markup: bool) -> None:
        self._is_markup = is_markup

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        if "." in field_name or "[" in field_name:
            raise Refused("format(…) takes numbers and names in { }, nothing inside of values")
        return super().get_field(field_name, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> Any:
        for number in re.findall(r"\d+", format_spec):
            _check_width(number)
        if isinstance(value, JinjaUndefined):
            return str(value)  # raises and names the unknown name
        written = super().format_field(value, format_spec)
        return escape(written) if self._is_markup and not isinstance(value, Markup) else written


def _format(text: str, *args: Any, **named: Any) -> str:
    _check_filled(text, text.count("{"), (*args, *named.values()))
    is_markup = isinstance(text, Markup)
    written = _Formatter(is_markup).vformat(str(text), args, named)
    return Markup(written) if is_markup else written


def _join(text: str, parts: Iterable[str]) -> str:
    several = list(parts)
    _check_joined(several, text)
    return text.join(several)


def _check_joined(parts: list[Any], between: str) -> None:
    letters = sum(len(part) for part in parts if isinstance(part, str))
    if letters + len(between) * len(parts) > MOST_LETTERS:
        _refuse_letters()


def _replace(text: str, old: str, new: str, count: int = -1) -> str:
    _check_replaced(text, old, new)
    return text.replace(old, new, count)


def _check_replaced(text: str, old: str, new: str) -> None:
    places = text.count(old)
    if len(text) + places * len(new) > MOST_LETTERS:
        _refuse_letters()


def _append(entries: list[Any], entry: Any) -> None:
    _few(len(entries) + 1)
    entries.append(entry)


_METHODS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {"append": _append, "format": _format, "join": _join, "replace": _replace}
)
"""The methods of texts and lists that have limits of their own."""


@jinja2.pass_eval_context
def _join_filter(context: Any, value: Iterable[Any], d: str = "", attribute: Any = None) -> Any:
    parts = list(value)
    _check_joined(parts, str(d))
    return FILTERS["join"](context, parts, d, attribute)


@jinja2.pass_eval_context
def _replace_filter(context: Any, s: str, old: str, new: str, count: int | None = None) -> Any:
    _check_replaced(str(escape(s)), str(old), str(new))
    return _as_plain_as(s, FILTERS["replace"](context, s, old, new, count))


@jinja2.pass_environment
def _truncate_filter(environment: Any, s: str, *args: Any, **named: Any) -> Any:
    return _as_plain_as(s, FILTERS["truncate"](environment, s, *args, **named))


def _trim_filter(value: str, chars: str | None = None) -> Any:
    return _as_plain_as(value, FILTERS["trim"](value, chars))


def _format_filter(value: str, *args: Any, **named: Any) -> str:
    if args and named:
        raise Refused("format takes values in order, or by name, not both")
    text = value if isinstance(value, str) else str(value)
    return _formatted(text, named or args)


def _round_filter(value: Any, precision: int = 0, method: str = "common") -> Any:
    if not -_MOST_DIGITS < precision < _MOST_DIGITS:
        _refuse_number()
    return FILTERS["round"](value, precision, method)


def _int_filter(value: Any, default: int = 0, base: int = 10) -> Any:
    if isinstance(value, str) and len(value) > _MOST_DIGITS:
        _refuse_number()
    return FILTERS["int"](value, default, base)


def _batch_filter(value: Iterable[Any], linecount: int, fill_with: Any = None) -> Any:
    _few(linecount)
    return FILTERS["batch"](value, linecount, fill_with)


def _slice_filter(value: Collection[Any], slices: int, fill_with: Any = None) -> Any:
    _few(slices)
    return sync_do_slice(value, slices, fill_with)


def _list_filter(value: Iterable[Any]) -> list[Any]:
    entries = list(islice(value, MOST_ENTRIES + 1))
    _few(len(entries))
    return entries


@jinja2.pass_environment
def _sum_filter(
    environment: jinja2.Environment, iterable: Any, attribute: Any = None, start: Any = 0
) -> Any:
    if not isinstance(start, int | float):
        raise Refused("sum adds numbers")
    return FILTERS["sum"](environment, iterable, attribute, start)


_CASES: Mapping[str, Callable[[str, str], str]] = MappingProxyType(
    {
        "upper": in_capitals,
        "lower": in_small_letters,
        "capitalize": capitalized,
        "title": in_title_case,
    }
)
"""The filters and methods that change the case of letters, by the rules of a language."""


def _case_filter(name: str) -> Callable[..., Any]:
    @jinja2.pass_context  # so it is not computed when a template is compiled, for all languages
    def change(context: Context, value: Any) -> Any:
        return _in_case(name, soft_str(value), context, value)

    return change


_TAG_OR_ENTITY = regex(r"(<[^>]*>|&\#?\w+;)")
"""Matches tags and entities in finished SVG, whose case must stay."""


def _in_case(name: str, text: str, context: Context, value: Any) -> Any:
    change, language = _CASES[name], context.get("language", "")
    if isinstance(text, Markup):
        parts = enumerate(_TAG_OR_ENTITY.split(str(text)))
        return Markup("".join(part if at % 2 else change(part, language) for at, part in parts))
    return _as_plain_as(value, change(text, language))


def _called_of_text(context: Context, method: Any, *args: Any, **named: Any) -> Any:
    """Calls a method of a text; the result is a `PlainWord` if the text is one."""
    text, name = method.__self__, method.__name__
    named.pop("_loop_vars", None)
    named.pop("_block_vars", None)
    if name not in _CASES or args or named:
        return _as_plain_as(text, context.call(method, *args, **named))
    return _in_case(name, text, context, text)


def _as_plain_as(text: Any, changed: Any) -> Any:
    """A text made from another text, as a `PlainWord` if that text is one."""
    if isinstance(text, PlainWord) and isinstance(changed, str):
        return PlainWord(changed, text.place)
    return changed


_FILTERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        **{name: _case_filter(name) for name in _CASES},
        "batch": _batch_filter,
        "format": _format_filter,
        "int": _int_filter,
        "join": _join_filter,
        "list": _list_filter,
        "replace": _replace_filter,
        "round": _round_filter,
        "slice": _slice_filter,
        "string": lambda value: soft_str(_written(value)),
        "sum": _sum_filter,
        "trim": _trim_filter,
        "truncate": _truncate_filter,
    }
)
"""The filters with limits or rules of their own, which replace those of Jinja."""


def _line_reached(error: BaseException) -> int:
    """The line of the template that Jinja had reached when it failed."""
    step, line = error.__traceback__, 1
    while step is not None:
        for each in step.tb_frame.f_locals.values():
            if isinstance(each, Parser):
                line = each.stream.current.lineno
            elif isinstance(each, nodes.Node):
                line = max(line, each.lineno or 0)
        step = step.tb_next
    return line


_LINES_OF_CODE = regex(r"^debug_info = '([^']*)'", re.MULTILINE)


def _line_in_template(source: str, line_of_code: int) -> int:
    """The template line from which a line of its compiled code was made."""
    match, line = _LINES_OF_CODE.search(source), 1
    for pair in match[1].split("&") if match and match[1] else ():
        of_template, of_code = map(int, pair.split("="))
        if of_code <= line_of_code:
            line = of_template
    return line

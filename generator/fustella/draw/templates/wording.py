"""Words faults of templates for designers, where Jinja's and Python's messages are for programmers.

Their messages may quote a value; such quotes are never passed on unchanged.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import jinja2

from fustella.core.values.problems import did_you_mean
from fustella.core.words.patterns import regex
from fustella.draw.templates.sandbox import USED_FILTERS, USED_TESTS, Refused

MessageAndHint: TypeAlias = tuple[str, str]
"""A message and a hint."""

_LOOK = "look at the tags {% … %} and {{ … }} of this line and the one before"

_TAGS = (
    *("block", "call", "extends", "filter", "for", "from", "if", "import", "include"),
    *("macro", "set", "with"),
)
_WITH_END = ("block", "call", "filter", "for", "if", "macro", "set", "with")
_BRANCHES = ("elif", "else")

_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "begin of comment": "{#",
        "begin of print statement": "{{",
        "begin of statement block": "{%",
        "end of comment": "#}",
        "end of print statement": "}}",
        "end of statement block": "%}",
    }
)
_HINTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("mm", "pt", "cm"), "write the number alone: lengths are in millimetres"),
        "!": "write {% if not … %}, or != for values that differ",
        "&": "write and instead of &&",
        "=": "write == to compare, or {% set name = … %} to give a name a value",
        "?": "write {{ this if … else that }}",
        "if": "write {% elif … %} for one more condition",
    }
)
"""Hints for words and signs that other languages have."""
_TAGS_MEANT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("endwhile", "endforeach", "endeach", "endrepeat", "next"), "endfor"),
        **dict.fromkeys(("elseif", "elsif"), "elif …"),
        **dict.fromkeys(("end", "fi", "endswitch", "endcase", "endunless"), "endif"),
        **dict.fromkeys(("let", "var", "assign"), "set name = …"),
        "unless": "if not …",
    }
)
"""For tags of other template languages, the tag that templates have here."""
_REPEATING = ("while", "foreach", "each", "repeat")
_CHOOSING = ("switch", "case", "when")
_REPEATED = (
    "write {% for n in range(3) %} before what is drawn 3 times, and {% endfor %} behind it; "
    "a list may stand for range(3)"
)
_CHOSEN = (
    'write {{% if {0} == "Animal" %}} … {{% elif {0} == "Place" %}} … {{% endif %}}, '
    "with your own values; numbers stand without quotes"
)
_NAME = regex(r"[a-z_]\w*(?:\.\w+)*")

_OWN_TAG = regex(r"\{%[-+]?\s*(\w+)(.*?)\s*[-+]?%\}")
_GIVEN = regex(r"\s*=(?!=)\s*(.+)")
_INNER = regex(r"\{\{\s*(.*?)\s*\}\}")
_BRACES_INSIDE = (
    regex(r"\{%(?:(?!%\}).)*?\{\{.*?%\}"),
    regex(r"\{\{(?:(?!\}\}).)*?\{\{.*?\}\}.*?\}\}"),
)
"""Matches a tag with braces in it, from its start to its end."""
_APART = regex(r"([%}])\s+\}")
_LONE = regex(r"\{([{%])[^{}%]*\}(?!\})")
"""Matches a tag that a single brace ends."""
_LONGEST = 1000
"""The most characters of a line that are searched; at most `_SHOWN` of them are shown."""
_SHOWN = 80

_SORTS: Mapping[str, str] = MappingProxyType(
    {
        "end of template": "the end of the template",
        "float": "a number",
        "integer": "a number",
        "name": "a name",
        "string": "a text in quotes",
        "template data / text": "the end of the tag",
    }
)


def message_about_syntax(error: jinja2.TemplateSyntaxError) -> MessageAndHint:
    """The message and the hint for an error of Jinja about a template's syntax."""
    message, lines = str(error.message), (error.source or "").splitlines()
    line = lines[error.lineno - 1][:_LONGEST] if 0 < error.lineno <= len(lines) else ""
    of_line = _line_message(message, line, error)
    if of_line:
        return of_line
    for pattern, saying in _OF_SYNTAX:
        match = pattern.fullmatch(message)
        if match:
            return saying(*match.groups())
    return message[:1].lower() + message[1:].rstrip("."), _LOOK


def _line_message(
    message: str, line: str, error: jinja2.TemplateSyntaxError
) -> MessageAndHint | None:
    """A better message and hint than Jinja's from the faulty line itself, or None."""
    if message == "expected token ':', got '}'":
        return _braces_inside(line)
    if message == "unexpected '}'":
        if apart := _APART.search(line):
            return f"`{apart[0]}` ends no tag", f"write {apart[1]}}} without a blank between"
        if lone := _LONE.search(line):
            end = "}}" if lone[1] == "{" else "%}"
            return "a single `}` ends no tag", f"write {end} instead of }}"
    if (match := _COMMA.fullmatch(message)) and match[1] not in _HINTS:
        return _without_comma(error.source or "", error.lineno, match[1])
    if match := _UNKNOWN_TAG.fullmatch(message):
        return _tag_with_more(match[1], line)
    return None


def _braces_inside(line: str) -> MessageAndHint | None:
    for pattern in _BRACES_INSIDE:
        match = pattern.search(line)
        if match:
            tag, begin = match[0], match[0][:2]
            meant = begin + _INNER.sub(r"\1", tag[2:-2]) + tag[-2:]
            hint = f"write {meant}" if len(meant) <= _SHOWN else "delete the braces inside of it"
            shown = "{% … %}" if begin == "{%" else "{{ … }}"
            return f"there are braces inside of `{shown}`", hint
    return None


_COMMA = regex(r"expected token ',', got '(.+)'")
_VALUES = ("integer", "float", "string", "name")
_BETWEEN = ("and", "else", "if", "in", "is", "not", "or")
"""The words that stand between values, and are no values."""


def _without_comma(source: str, line: int, token: str) -> MessageAndHint | None:
    """The fault of two values side by side in brackets, or None.

    Jinja calls the second value `token`.
    """
    left, depth = "", 0
    for number, sort, text in jinja2.Environment().lex(source):  # (it was read up to its end)
        is_value = sort in _VALUES and text not in _BETWEEN
        if sort == "whitespace":
            continue
        beside = is_value and left and not left.endswith(".")
        if beside and depth and number == line and token in {sort, text}:
            return _missing_comma(left, text)
        if is_value or text == ".":
            left = f"{left}{text}" if text == "." or left.endswith(".") else text
        else:
            left = text if text in {")", "]"} else ""
        depth += (text in {"(", "["}) - (text in {")", "]"}) if sort == "operator" else 0
    return None


def _missing_comma(left: str, right: str) -> MessageAndHint:
    both = f"`{left}` and `{right}`"
    if len(left) + len(right) > _SHOWN:
        return "a comma is missing between two values", "write a comma between them"
    if left.isidentifier() and not right.isidentifier():
        hint = f"write {left}={right} if {left} is the name of an option, else {left}, {right}"
        return f"a sign is missing between {both}", hint
    return f"a comma is missing between {both}", f"write {left}, {right}"


_UNKNOWN_TAG = regex(r"Encountered unknown tag '(\w+)'\..*", re.DOTALL)


def _tag_with_more(tag: str, line: str) -> MessageAndHint | None:
    """The fault of an unknown tag, from its name and the text after it, or None."""
    rest = next((match[2] for match in _OWN_TAG.finditer(line) if match[1] == tag), "")
    if tag in _REPEATING:
        hint = _REPEATED
    elif tag in _CHOOSING:
        hint = _CHOSEN.format(rest.strip() if _NAME.fullmatch(rest.strip()) else "face.type")
    elif not rest or len(rest) > _SHOWN:
        return None
    elif given := _GIVEN.fullmatch(rest):
        hint = f"write {{% set {tag} = {given[1]} %}}"
    elif rest[0] in "(.|[":
        hint = f"write {{{{ {tag}{rest} }}}}"
    elif "…" in _TAGS_MEANT.get(tag, ""):
        meant = _TAGS_MEANT[tag].removesuffix("name = …").removesuffix("…")
        several = meant == "if not " and not _NAME.fullmatch(rest.strip())
        hint = f"write {{% {meant}{f'({rest.strip()})' if several else rest.strip()} %}}"
    else:
        return None
    return f"there is no tag `{{% {tag} %}}`", hint


def _named(sort: str) -> str:
    """The name of a token of Jinja as the file shows it."""
    return _SORTS.get(sort) or f"`{_SIGNS.get(sort, sort)}`"


def _not_closed(wanted: str, token: str) -> MessageAndHint:
    if wanted in {"end of print statement", "end of statement block"}:
        end = _SIGNS[wanted]
        begin = "{{" if end == "}}" else "{%"
        if token in {"{", "template data / text", *_SIGNS}:
            return f"`{begin}` is not closed: `{end}` is missing before {_named(token)}", _LOOK
        hint = _HINTS.get(token) or f"a comma, a sign like + or ~, or {end} is missing before it"
        return f"{_named(token)} cannot stand here", hint
    if wanted == "," and token in {"{", *_SIGNS}:
        return f"`)` is missing before {_named(token)}", "close each bracket that is open"
    if wanted == ",":
        missing = f"a comma is missing before {_named(token)}", "write a comma between two values"
        foreign = _HINTS.get(token)
        return (f"{_named(token)} cannot stand here", foreign) if foreign else missing
    hint = "write {% for … in … %}" if wanted == "in" else _LOOK
    if wanted == ":" and token == "}":
        hint = "write a name without braces inside of a tag: {% if face.cost %}"
    return f"{_named(wanted)} is missing before {_named(token)}", hint


def _ends_before(wanted: str) -> MessageAndHint:
    return f"the template ends before {_named(wanted)}", _LOOK


def _never_ended(_looked_for: str, opened: str) -> MessageAndHint:
    end = f"{{% end{opened} %}}"
    return f"`{{% {opened} %}}` is never closed", f"write {end} where it ends"


def _unknown_tag(tag: str, rest: str) -> MessageAndHint:
    innermost = re.search(r"closed is '(\w+)'", rest)
    opened = innermost[1] if innermost else ""
    is_end = tag.startswith("end") and tag[3:] in _WITH_END
    if opened and (is_end or tag in _BRANCHES):
        hint = f"write {{% end{opened} %}} before it"
        return f"`{{% {tag} %}}` comes while `{{% {opened} %}}` is not closed", hint
    if is_end:
        return (
            f"`{{% {tag} %}}` closes nothing",
            f"no {{% {tag[3:]} %}} is open before it: delete it",
        )
    if tag in _BRANCHES:
        return f"`{{% {tag} %}}` stands outside of an {{% if %}}", "write {% if … %} before it"
    ends = (f"end{known}" for known in _WITH_END)
    value = f"write {{% set {tag} = … %}} to give a name a value; there are {', '.join(_TAGS)}"
    meant = f"end{opened}" if tag == "end" and opened else _TAGS_MEANT.get(tag, "")
    if "…" in meant:
        hint = f"write {{% {meant} %}}"
    else:
        hint = did_you_mean(meant or tag, (*_TAGS, *_BRANCHES, *ends))
    return f"there is no tag `{{% {tag} %}}`", hint or value


def _unexpected(token: str) -> MessageAndHint:
    sign = token.removeprefix("'").removesuffix("'")
    if sign == "}":
        return (
            "a single `}` ends no tag",
            "write }} where {{ … ends, or %} where {% … ends",
        )
    if sign in {")", "]"}:
        opening = {")": "(", "]": "["}[sign]
        return f"`{sign}` has no `{opening}` before it", "delete it, or open the bracket"
    if sign in {"end of print statement", "end of statement block", "end of template"}:
        return f"something is missing before {_named(sign)}", _LOOK
    return f"{_named(sign)} cannot stand here", "a value is missing before it, or it is too much"


def _other_bracket(token: str, wanted: str) -> MessageAndHint:
    return f"`{wanted}` is missing before `{token}`", "close each bracket that is open"


def _unexpected_sign(sign: str) -> MessageAndHint:
    if sign in {'"', "'"}:
        return f"a text that begins with {sign} is not closed", f"write {sign} at its end, too"
    if sign in "“”„‟‘’‚«»":
        return f"`{sign}` cannot stand in a tag", 'write straight quotes: "…"'
    return f"`{sign}` cannot stand in a tag", _HINTS.get(sign, "delete it, or put it in quotes")


def _no_filter(name: str) -> MessageAndHint:
    return f"there is no filter `{name}`", did_you_mean(name, USED_FILTERS)


def _no_test(name: str) -> MessageAndHint:
    return f"there is no test `is {name}`", did_you_mean(name, USED_TESTS)


_OF_SYNTAX: tuple[tuple[re.Pattern[str], Callable[..., MessageAndHint]], ...] = tuple(
    (regex(pattern, re.DOTALL), saying)
    for pattern, saying in (
        (r"expected token '(.+)', got ['\"](.+)['\"]", _not_closed),
        (r"unexpected end of template, expected '(.+)'\.", _ends_before),
        (
            r"Unexpected end of template\. Jinja was looking for the following tags: (.+)\. "
            r"The innermost block that needs to be closed is '(\w+)'\.",
            _never_ended,
        ),
        (r"Encountered unknown tag '(\w+)'\.(.*)", _unknown_tag),
        (r"unexpected '(.)', expected '(.)'", _other_bracket),
        (r"unexpected char ['\"]\\?(.)['\"] at \d+", _unexpected_sign),
        (r"unexpected (.+)", _unexpected),
        (
            r"Expected an expression, got ['\"](.+)['\"]",
            lambda found: (f"a value is missing before {_named(found)}", _LOOK),
        ),
        (
            r"tag name expected",
            lambda: ("`{%` without a word", "write what it is to do, such as {% if … %}"),
        ),
        (
            r"No filter named '(.+)'\.",
            _no_filter,
        ),
        (
            r"No test named '(.+)'\.",
            _no_test,
        ),
        (
            r"block '(.+)' defined twice",
            lambda name: (f"there are two `{{% block {name} %}}`", "draw it all in one of them"),
        ),
        (
            r"Missing end of comment tag",
            lambda: ("`{#` is not closed", "write #} where the comment ends"),
        ),
        (
            r"Missing end of raw directive",
            lambda: ("`{% raw %}` is never closed", "write {% endraw %} where it ends"),
        ),
        (
            r"Invalid character in identifier",
            lambda: ("a name has a sign that no name may have", "use letters, digits and _"),
        ),
        (
            r"Block names in Jinja have to be valid.+",
            lambda: ("the name of a block has a hyphen", "write _ instead"),
        ),
        (
            r"names starting with an underline can not be imported",
            lambda: ("what begins with _ cannot be taken from another file", "rename it there"),
        ),
        (
            r"non-default argument follows default argument",
            lambda: ("a name without `=` stands after one with it", "write it before the others"),
        ),
        (
            r"invalid syntax for function call expression",
            lambda: ("a value without a name stands after one with it", "write name=… before it"),
        ),
        (
            r"expected name or number",
            lambda: ("a name is missing after the dot", "write the name without quotes"),
        ),
        (
            r"can't assign to '.+'",
            lambda: ("only a name can be given a value", "write {% set name = … %}"),
        ),
    )
)


def message_about_failure(error: Exception) -> MessageAndHint:
    """The message and the hint for an exception of Python that a template raised."""
    message = str(error)
    if isinstance(error, Refused):
        return message, ""
    if isinstance(error, ZeroDivisionError):
        return "it divides by 0", "write another number, or {% if … %} around what divides"
    if isinstance(error, OverflowError):
        return "a number is too large", ""
    if isinstance(error, KeyError):  # of `format` alone: names are asked for in the sandbox
        return f"format(…) has no value for {{{error.args[0]}}}", "write name=… for each { }"
    for pattern, saying in _OF_FAILURE:
        match = pattern.fullmatch(message)
        if match:
            return saying(*match.groups())
    return _UNKNOWN_FAILURE


_UNKNOWN_FAILURE = (
    "what this line computes does not fit its values",
    "look at each value in its {{ … }} and {% … %}: is it there, a number, a text or a list?",
)
"""The message and the hint for exceptions that have none of their own here."""


_CALLED: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("int", "float"), "a number"),
        **dict.fromkeys(("str", "Markup", "Word", "Combination"), "a text"),
        **dict.fromkeys(("list", "tuple", "range", "generator", "set"), "a list"),
        **dict.fromkeys(
            ("dict", "mappingproxy", "Record", "NotedRecord"), "several values with names"
        ),
        **dict.fromkeys(("function", "Macro", "method", "builtin_function_or_method"), "a tool"),
        "NoneType": "nothing",
        "TemplatePosition": "a position",
        "bool": "true or false",
    }
)


def _called(kind: str) -> str:
    return _CALLED.get(kind, "a text" if kind.endswith("Word") else "this value")


_JOIN = 'write ~ instead of + to put texts together: "+" ~ 3'
_EMPTY = "a field that may be left out needs an {% if … %} in the template"


def _cannot_reckon(sign: str, left: str, right: str) -> MessageAndHint:
    left, right = _called(left), _called(right)
    both = f"`{sign}` cannot be computed with {left} and {right}"
    if "nothing" in {left, right}:
        return both, _EMPTY
    if sign == "+" and "a text" in {left, right}:
        return both, _JOIN
    return both, "write |float after a text that is a number" if "a text" in {left, right} else ""


def _cannot_compare(sign: str, left: str, right: str) -> MessageAndHint:
    left, right = _called(left), _called(right)
    hint = _EMPTY if "nothing" in {left, right} else "compare numbers with numbers"
    return f"`{sign}` cannot compare {left} with {right}", hint


def _cannot_lead(sign: str, kind: str) -> MessageAndHint:
    return f"`{sign}` cannot stand before {_called(kind)}", _EMPTY if kind == "NoneType" else ""


def _no_list(kind: str) -> MessageAndHint:
    hint = _EMPTY if kind == "NoneType" else "write range(…) to count, or name a list"
    return f"{_called(kind)} stands where a list must", hint


_FUNCTION = regex(r"(?:\S+\.)*?(?:do_|_)?(\w+?)(?:_filter)?")
"""Matches the Python name of a filter, method or tool; the group is its name in templates."""


def _calling(function: str) -> str:
    """The name of a called filter or tool for messages, or "what is called here"."""
    match = _FUNCTION.fullmatch(function)
    return f"`{match[1]}`" if match and "<" not in function else "what is called here"


def _too_few(function: str) -> MessageAndHint:
    return f"{_calling(function)} gets too few values", "write what is missing in its brackets"


def _too_many(function: str) -> MessageAndHint:
    return f"{_calling(function)} gets more values than it takes", "take out what is too much"


def _takes_no(function: str, name: str) -> MessageAndHint:
    return f"{_calling(function)} takes no `{name}`", "take it out"


def _other_than_text(kind: str | None = None) -> MessageAndHint:
    other = f", not {_called(kind)}" if kind else ""
    return f"a text must stand here{other}", "write it in quotes, or |string after it"


def _not_whole(kind: str) -> MessageAndHint:
    given = "one with a fraction" if kind == "float" else _called(kind)
    whole = f"a whole number must stand here, not {given}"
    return whole, "write |int after it" if kind in {"float", "str"} else ""


def _without_names(kind: str) -> MessageAndHint:
    return f"{{'name': value}} must stand here, not {_called(kind)}", ""


def _cannot_round(kind: str) -> MessageAndHint:
    hint = _EMPTY if kind == "NoneType" else "write |float before |round"
    return f"round takes a number, not {_called(kind)}", hint


_OF_FAILURE: tuple[tuple[re.Pattern[str], Callable[..., MessageAndHint]], ...] = tuple(
    (regex(pattern), saying)
    for pattern, saying in (
        (
            r"unsupported operand type\(s\) for (\S+?)(?: or pow\(\))?: '(\w+)' and '(\w+)'",
            _cannot_reckon,
        ),
        (
            r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+",
            lambda *of: _cannot_reckon("+", *of),
        ),
        (
            r"can't multiply sequence by non-int of type '(\w+)'",
            lambda kind: _cannot_reckon("*", "str", kind),
        ),
        (
            r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'",
            _cannot_compare,
        ),
        (r"bad operand type for unary (.): '(\w+)'", _cannot_lead),
        (r"bad operand type for abs\(\): '(\w+)'", lambda kind: _cannot_lead("abs", kind)),
        (r"No filter named '(.+)'(?: found)?\.", _no_filter),
        (r"No test named '(.+)'(?: found)?\.", _no_test),
        (r"(\S+)\(\) missing \d+ required .+", _too_few),
        (r"(\S+?)(?:\(\))? (?:expected|takes) at least \d+ arguments?.+", _too_few),
        (r"(\S+?)(?:\(\))? (?:expected|takes) (?:at most|exactly) .+", _too_many),
        (r"(\S+)\(\) takes .+ given\)?", _too_many),
        (r"(\S+)\(\) got an unexpected keyword argument '(\w+)'.*", _takes_no),
        (r"(\S+)\(\) got multiple values for .+", _too_many),
        (r"(\S+)\(\) takes no keyword arguments", _too_many),
        (
            r"type (\w+) doesn't define __round__ method",
            _cannot_round,
        ),
        (r"'(\w+)' object has no attribute '(?:items|keys|values|get)'", _without_names),
        (r"(?:\S+ )?argument after \*\* must be a mapping, not (\w+)", _without_names),
        (r"(?:Value|\S+ argument) after \* must be an iterable, not (\w+)", _no_list),
        (
            r"Can only get item pairs from a mapping\.",
            lambda: ("`|items` takes {'name': value} alone", ""),
        ),
        (r"'(\w+)' object cannot be interpreted as an integer", _not_whole),
        (
            r"slice indices must be .+",
            lambda: ("[ : ] takes whole numbers", "write |int after them"),
        ),
        (r"(?:list|tuple|string) indices must be .+", lambda: ("[ ] takes a whole number", "")),
        (
            r"'(\w+)' object is not subscriptable",
            lambda kind: (f"{_called(kind)} has no parts that [ ] could take", ""),
        ),
        (
            r"argument of type '(\w+)' is not .+",
            lambda kind: (f"`in` looks into a list or a text, not into {_called(kind)}", ""),
        ),
        (
            r"'in <string>' requires string as left operand, not (\w+)",
            lambda kind: (f"`in` looks for a text in a text, not for {_called(kind)}", ""),
        ),
        (
            r"substring not found|.+ is not in list|(?:list|tuple)\.index\(x\): x not in .+",
            lambda: ("`index` does not find it", "ask first: {% if … in … %}"),
        ),
        (
            r"cannot assign attribute on non-namespace object",
            lambda: (
                "only a namespace is given values by its names",
                "write {% set name = … %} for a name of your own",
            ),
        ),
        (
            r"(?:cannot use '\w+' as a .+ \()?unhashable type: '(\w+)'\)?",
            lambda kind: (f"{_called(kind)} stands where a text or a number must", ""),
        ),
        (r"name '(?:inf|nan)' is not defined", lambda: ("a number is too large", "")),
        (
            r"cannot convert float .+|Exceeds the limit .+",
            lambda: ("a number is too large", ""),
        ),
        (
            r"(?:map|\w+) requires a filter argument|Missing parameter for attribute name",
            lambda: ("the name of a filter or of a field is missing in the brackets", ""),
        ),
        (
            r"Replacement index .+|(?:tuple|list) index out of range",
            lambda: ("format(…) has fewer values than the text has { }", "write one for each"),
        ),
        (
            r"(?:Single '[{}]' encountered|expected '\}'|unmatched '[{}]'|unexpected '[{}]').*"
            r"|cannot switch from .+",
            lambda: (
                "a { or } in the text of format(…) does not fit",
                "close each {, write {{ and }} for braces that are printed",
            ),
        ),
        (
            r"Unknown format code '(.)' for object of type '(\w+)'",
            lambda sign, kind: (f"{{:{sign}}} does not fit {_called(kind)}", "write {}"),
        ),
        (
            r"(?:Invalid format specifier|Format specifier|unsupported format string).*",
            lambda: ("what stands after : in { } of format(…) cannot be followed", "write {}"),
        ),
        (
            r"unsupported format character '(.)' .+",
            lambda sign: (f"%{sign} is not known", "write %s for a value, %% for a percent sign"),
        ),
        (r"incomplete format.*", lambda: ("a % is not finished", "write %% for a percent sign")),
        (
            r"format requires a mapping",
            lambda: ("%(name)s needs values with names", "write %s, and the value after %"),
        ),
        (
            r"must be str(?: or None)?, not (\w+)|\w+ arg must be None or str",
            _other_than_text,
        ),
        (r"\w+ first arg must be str .+, not (\w+)", _other_than_text),
        (r"\S+ (?:argument \d+ )?must be str, not (\w+)", _other_than_text),
        (
            r"sequence item \d+: expected .+, (\w+) found",
            _other_than_text,
        ),
        (r"empty separator", lambda: ("split('') has nothing to split at", "write split(' ')")),
        (
            r"method must be common, ceil or floor",
            lambda: ("round has no such method", "write 'common', 'ceil' or 'floor'"),
        ),
        (
            r'You can only sort by either "key" or "value"',
            lambda: ("dictsort has no such order", "write by='key' or by='value'"),
        ),
        (r"no items for cycling given", lambda: ("loop.cycle() gets no values", "write them in")),
        (
            r"The loop must have the 'recursive' marker .+",
            lambda: (
                "loop(…) stands in a loop that is not recursive",
                "write {% for … recursive %}",
            ),
        ),
        (
            r"cannot convert dictionary update sequence .+|dictionary update sequence .+",
            lambda: ("dict(…) takes names with values", "write dict(name=value)"),
        ),
        (
            r"range\(\) arg 3 must not be zero",
            lambda: ("the third number of range(…) is 0", "it says how far each step goes"),
        ),
        (r"'(\w+)' object is not iterable", _no_list),
        (r"cannot unpack non-iterable (\w+) object", _no_list),
        (
            r"object of type '(\w+)' has no len\(\)",
            lambda kind: (f"{_called(kind)} has no length", "count a list or a text"),
        ),
        (
            r"(?:not enough|too many) values to unpack \(expected (?:at least )?(\d+).*\)",
            lambda number: (
                f"an entry has not the {number} values for which names are written",
                "write as many names as an entry has values",
            ),
        ),
        (
            r"macro '(\w+)' takes no keyword argument '(\w+)'",
            lambda macro, name: (f"the macro `{macro}` takes no `{name}`", "see its {% macro %}"),
        ),
        (
            r"macro '(\w+)' takes not more than (\d+) argument\(s\)",
            lambda macro, number: (
                f"the macro `{macro}` gets more than the {number} values that it takes",
                "see its {% macro %}",
            ),
        ),
        (
            r"not all arguments converted during string formatting",
            lambda: ("% has more values than the text has places", "write a %s for each value"),
        ),
        (
            r"not enough arguments for format string",
            lambda: ("% has fewer values than the text has places", "write a value for each %"),
        ),
        (
            r"%(.) format: a (?:real )?number is required, not (\w+)",
            lambda sign, kind: (f"%{sign} takes a number, not {_called(kind)}", "write %s for it"),
        ),
    )
)

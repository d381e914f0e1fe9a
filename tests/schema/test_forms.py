"""What reads and what describes say the same: keys, required keys, defaults, single values."""

import importlib
import json
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

import fustella
from fustella.check import kind_named, kind_names, rules
from fustella.check.keys import Key
from fustella.core.values.problems import Place
from fustella.core.values.schemas import Vocabulary
from fustella.read import scalars
from fustella.read.fields import Converter, FieldType, field_schema
from fustella.read.forms import At, Form, form_of, list_of, schema_of
from fustella.read.nodes import FAULTY
from tests.read.test_fields import KNOWN, node

VOCABULARY = Vocabulary(languages=("en",), colours=("sea",))
_SENTENCE = re.compile(r"[A-Z].{8,98}[.)}]", re.DOTALL)


def forms() -> list[type]:
    """Every form of the package: those with a key."""
    found = set()
    for module in pkgutil.walk_packages(fustella.__path__, "fustella."):
        if module.name.split(".")[1] in ("read", "kits"):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, Form) and value.DECLARED:
                    found.add(value)
    return sorted(found, key=lambda form: form.__name__)


FORMS = forms()


def test_forms_are_found():
    names = {form.__name__ for form in FORMS}
    assert {"GameForm", "KindForm", "PieceForm", "ClaimForm", "KitForm", "PaperForm"} <= names
    assert len(names) >= 20


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_key_of_a_form_says_what_it_is_for_in_one_sentence(form):
    for name, key in form.DECLARED.items():
        assert _SENTENCE.fullmatch(key.about), name


def keys() -> list[tuple[str, Key]]:
    checks = [(f"{n}.{k}", key) for n in kind_names() for k, key in kind_named(n).KEYS.items()]
    lint = [item for rule in rules().values() for item in getattr(rule, "OPTIONS", {}).items()]
    return [*checks, *lint]


@pytest.mark.parametrize(("name", "key"), keys(), ids=lambda value: str(value)[:30])
def test_key_of_a_check_says_what_it_is_for_in_one_sentence(name, key):
    assert _SENTENCE.fullmatch(key.about), name
    Draft7Validator.check_schema(key.schema(VOCABULARY))


@pytest.mark.parametrize("name", kind_names())
def test_keys_that_a_key_needs_are_keys_of_the_check(name):
    kind = kind_named(name)
    for key in kind.KEYS.values():
        assert set(key.needs) <= set(kind.KEYS)
    assert set(getattr(kind, "SOME_OF", ())) <= set(kind.KEYS)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_schema_of_a_form_has_its_keys_and_no_others(form):
    schema = schema_of(form, VOCABULARY)
    assert list(schema["properties"]) == list(form.DECLARED)
    assert schema["additionalProperties"] is False
    required = [name for name, key in form.DECLARED.items() if not key.is_optional]
    assert schema.get("required", []) == required


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_default_in_a_schema_is_read_as_the_default_of_the_form(form):
    """And is accepted, so that an editor may fill it in."""
    schema = schema_of(form, VOCABULARY)
    for name, key in form.DECLARED.items():
        described = schema["properties"][name]
        if "default" in described:
            read = key.reader(described["default"], At(Place(""), []))
            assert read == key.default
            assert valid(described, described["default"])
        elif isinstance(key.default, int | float) and key.default:
            pytest.fail(f"{name} has a default that the schema does not tell")


def valid(schema, value) -> bool:
    return bool(Draft7Validator(json.loads(json.dumps(schema))).is_valid(value))


SCALARS = (
    st.text(max_size=12)
    | st.sampled_from(["3mm", "-1 mm", "2.5in", "a-b", "A-b", "12-19", "12, 38-40", "", " ", "MK"])
    | st.integers(-10, 10_000)
    | st.floats(-10, 10, allow_nan=False)
    | st.booleans()
    | st.none()
)
READERS = {
    name: getattr(scalars, name)
    for name in ("SIZE", "DISTANCE", "LENGTH", "IDENTIFIER", "PIECE_ID", "COPIES", "LINES")
} | {name: getattr(scalars, name) for name in ("STRING", "FLAG", "LOOKS", "MARK")}
STRICTER = ("IDENTIFIER", "PIECE_ID")
"""They take `true` for the word `True`, which no designer means."""


@pytest.mark.parametrize("name", READERS)
@given(SCALARS)
def test_value_that_is_read_is_accepted(name, value):
    if name in STRICTER and isinstance(value, bool | float):
        return
    read = READERS[name](value, At(Place(""), []))
    if value is not None and read is not FAULTY:
        assert valid(READERS[name].schema(VOCABULARY), value)


FIELDS = [
    *(FieldType(name) for name in ("text", "word", "number", "decimal", "flag")),
    *(FieldType(name) for name in ("icon", "colour", "length")),
    FieldType("number", optional=True),
    FieldType("colour", optional=True),
    FieldType("choice", words=("forest", "lake", "1")),
    FieldType("choice", optional=True, words=("forest", "lake")),
    FieldType("list", entry=FieldType("number")),
    FieldType("record", fields=(("a", FieldType("number")), ("b", FieldType("flag", True)))),
]
_INNER = st.sampled_from(["sea", "mdi:castle", "#fff", "lake", "1", "3mm", 1, 2.5, True, None])
VALUES = (
    SCALARS
    | _INNER
    | st.lists(_INNER, max_size=2)
    | st.dictionaries(st.sampled_from(["a", "b", "en", "it"]), _INNER, max_size=2)
)


@pytest.mark.parametrize("field", FIELDS, ids=str)
@given(VALUES)
def test_value_of_a_field_is_accepted_just_when_it_is_read(field, value):
    """Whole floats, `2.0`, are integers to JSON Schema; nobody types a length over nine digits."""
    if isinstance(value, float) and value.is_integer():
        return
    problems = []
    Converter(KNOWN, problems).value(node(value), field, Place("a.yaml", 7, "x"))
    codes = {problem.code for problem in problems}
    read = not codes - {"E114"}  # of a language, which no schema says
    if (field.name == "icon" and problems) or "E136" in codes:
        return  # which icons there are, and where formulas may stand, no schema says
    assert valid(field_schema(field, VOCABULARY), value) is read


def test_schema_of_a_reader_made_of_others_describes_them():
    entries = list_of(form_of(scalars.SizeForm), least=1).schema(VOCABULARY)
    assert entries["minItems"] == 1
    assert entries["items"]["properties"]["width"]["type"] == "string"
    assert entries["items"]["required"] == ["width", "height"]

"""The one script and the one style sheet of a page, made of files with scopes of their own."""

import re

import pytest

from fustella.preview.joining import (
    STATIC,
    NotJoined,
    joined_script,
    joined_style,
    page_files,
)

DOM = """const kept = 1;
export const el = (tag) => tag + kept;
export async function toast(text) {
  return text;
}
export class Box {}
"""


def test_modules_joined_stand_after_those_that_they_import() -> None:
    files = {
        "main.js": 'import { get } from "./live.js";\nimport { el as put } from "./dom.js";\na();',
        "live.js": 'import { el, toast } from "./dom.js";\nexport function get(of) {}\n',
        "dom.js": DOM,
        "other.js": "alone();",
    }
    script = joined_script("main.js", files)
    assert re.findall(r'^modules\["(.*)"\] =', script, re.MULTILINE) == [
        "dom.js",
        "live.js",
        "main.js",
    ]
    assert 'const { el: put } = modules["dom.js"];' in script
    assert "return { el, toast, Box };" in script
    assert "alone" not in script
    assert re.findall("^export .*", script, re.MULTILINE) == ["export const modules = {};"]


@pytest.mark.parametrize(
    "line",
    [
        'import "./dom.js";',
        'import * as dom from "./dom.js";',
        'import dom from "./dom.js";',
        'import { el } from "/static/dom.js";',
        'import { el } from "./dom.js"; el();',
        'import { none } from "./dom.js";',
        'import { el } from "./none.js";',
        'import { get } from "./main.js";',
        'import { back } from "./back.js";',
        "  import { el,",
        "export default 1;",
        "export let count = 0;",
        "export const { a, b } = el();",
        "export { el };",
        'export * from "./dom.js";',
        '  export { el } from "./dom.js";',
        "export function* all() {}",
        'const dom = await import("./dom.js");',
    ],
)
def test_form_that_joining_does_not_know_is_refused(line: str) -> None:
    back = 'import { get } from "./main.js";\nexport const back = 1;'
    files = {"main.js": f"first();\n{line}\nexport const get = 1;", "dom.js": DOM, "back.js": back}
    with pytest.raises(NotJoined, match=r"^(main\.js:2|back\.js:1): "):
        joined_script("main.js", files)


def test_sheets_joined_stand_in_the_places_of_their_imports() -> None:
    files = {"page.css": '@import "./a.css";\n@import "./b.css";', "a.css": "a {}", "b.css": "b {}"}
    assert joined_style("page.css", files).split() == ["a", "{}", "b", "{}"]


@pytest.mark.parametrize(
    "line", ['@import url("a.css");', '@import "./a.css" print;', '@import "./none.css";']
)
def test_import_of_a_sheet_in_another_form_is_refused(line: str) -> None:
    with pytest.raises(NotJoined, match=r"^page\.css:2: "):
        joined_style("page.css", {"page.css": f"/* all */\n{line}", "a.css": ""})


def test_each_module_and_sheet_is_in_one_of_the_pages() -> None:
    served = page_files()
    scripts = served["main.js"] + served["start.js"]
    sheets = served["page.css"] + served["start.css"]
    for path in STATIC.iterdir():
        if path.suffix == ".js":
            assert f'modules["{path.name}"] ='.encode() in scripts, path.name
        if path.suffix == ".css" and path.name not in served:
            assert path.read_bytes().rstrip() in sheets, path.name

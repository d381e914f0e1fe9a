"""What mkdocs does with the pages of docs/ that are also read in the repository.

- Links that lead out of docs/ become links to the repository's pages; what they name must exist.
- CHANGELOG.md is a page of the site, without being copied into docs/.
- The bold path above a file's text becomes the title of its block.
- Problems as they are printed are wrapped, not scrolled, for their lines are long.
"""

import logging
import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
CHANGELOG = "changelog.md"

_FENCE = re.compile(r"^( *)(```+).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(\]\()([^()\s]+)(\))")
_PROBLEM = re.compile(r"^```text\n(?=\S+.* E\d{3} )", re.MULTILINE)
_FILE = re.compile(r"^\*\*([^*\s]+\.[a-z0-9.]+)\*\*\n\n```(\w+)$", re.MULTILINE)
_LOG = logging.getLogger("mkdocs.hooks")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the changelog, whose links are as seen from the top of the repository."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    files.append(File.generated(config, CHANGELOG, content=_changelog(text, config)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Lead links out of docs/ to the repository, and give blocks their titles."""
    if page.file.src_uri == CHANGELOG:
        return markdown
    folder = posixpath.dirname(f"docs/{page.file.src_uri}")

    def target(link: str) -> str:
        path = posixpath.normpath(posixpath.join(folder, link.partition("#")[0]))
        if path.startswith("docs/"):
            return link
        if path == "CHANGELOG.md":
            return posixpath.relpath(CHANGELOG, posixpath.dirname(page.file.src_uri) or ".")
        return _in_repository(path, link, config)

    titled = _FILE.sub(r'```\2 title="\1"', _with_links(markdown, target))
    return _PROBLEM.sub("``` { .text .wrapped }\n", titled)


def _changelog(text: str, config: MkDocsConfig) -> str:
    def target(link: str) -> str:
        if link.startswith("docs/"):
            return link.removeprefix("docs/")
        return _in_repository(posixpath.normpath(link.partition("#")[0]), link, config)

    return _with_links(text, target)


def _with_links(markdown: str, target: Callable[[str], str]) -> str:
    """The text with its relative links replaced, but for those inside blocks of code."""
    parts, at = [], 0

    def replaced(link: re.Match[str]) -> str:
        if link[2].startswith("#") or re.match(r"[a-z]+:", link[2]):
            return link[0]
        return f"{link[1]}{target(link[2])}{link[3]}"

    for fence in _FENCE.finditer(markdown):
        parts += [_LINK.sub(replaced, markdown[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join((*parts, _LINK.sub(replaced, markdown[at:])))


def _in_repository(path: str, link: str, config: MkDocsConfig) -> str:
    """The address of a file or folder in the repository; one that is not there is a warning."""
    there = ROOT / path
    if path.startswith("..") or not there.exists():
        _LOG.warning("a link leads to nothing: %s", link)
    kind = "tree" if there.is_dir() else "blob"
    anchor = f"#{link.partition('#')[2]}" if "#" in link else ""
    return f"{config.extra['repository']}/{kind}/main/{path}{anchor}"

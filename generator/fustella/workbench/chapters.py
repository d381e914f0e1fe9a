"""The gesture on chapters of the rule booklet: one block of a chapter is typed anew."""

from codecs import BOM_UTF8

from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.read.rules.files import rules_folder
from fustella.read.rules.parts import ChapterPart, lines_of, parts_of
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.gestures import Gesture

_CONTROL = regex(r"[\x00-\x08\x0b-\x1f\x7f]")
_SHOWN = 40


class ChangeBlock(Gesture, frozen=True, tag="block"):
    """Types a block of a chapter anew: its lines alone, which were `typed` before.

    Without a text, the block goes, and a blank line with it.
    """

    file: str
    line: int
    typed: str
    text: str

    def apply(self, draft: Draft) -> str:
        content = draft.read(self.file)
        home = rules_folder(draft.project, draft.game)
        if draft.path_of(self.file).parent != home or not self.file.endswith(".md"):
            raise GestureRefused(f"`{self.file}` is no chapter of the rules")
        bom = BOM_UTF8 if content.startswith(BOM_UTF8) else b""
        try:
            text = content.removeprefix(bom).decode()
        except UnicodeDecodeError:
            message = "the chapter is not saved as UTF-8"
            raise GestureRefused(message, place=Place(self.file)) from None
        part = self._part(text)
        after = bom + self._replaced(text, part).encode()
        if len(after) > limits.CHAPTER_BYTES:
            message = f"the chapter has more than {limits.CHAPTER_BYTES:,} bytes with this"
            raise GestureRefused(message, "write another chapter", self._place)
        draft.write(self.file, after)
        return f"edit “{_shown(self.text or self.typed)}”"

    @property
    def _place(self) -> Place:
        return Place(self.file, self.line)

    def _part(self, text: str) -> ChapterPart:
        """The block as it is now. Raises GestureRefused for one that is another by now."""
        if _CONTROL.search(self.text):
            raise GestureRefused("the text has a control character", place=self._place)
        alike = [part for part in parts_of(text) if part.typed == self.typed]
        for part in alike:
            if part.first == self.line:
                return part
        if len(alike) == 1:  # it was moved by what was typed above it
            return alike[0]
        message = "this block is not there any more as the page shows it"
        raise GestureRefused(message, "click on it again", self._place)

    def _replaced(self, text: str, part: ChapterPart) -> str:
        """The chapter with the block typed anew, in lines that end as they do there."""
        lines = lines_of(text)
        before, own, behind = (
            lines[: part.first - 1],
            lines[part.first - 1 : part.last],
            lines[part.last :],
        )
        ends = [_end_of(line) for line in lines]
        usual = next((end for end in (_end_of(own[0]), *ends) if end), "\n")
        typed = self.text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        if not typed.strip():
            if behind and not behind[0].strip():
                behind = behind[1:]
            return "".join((*before, *behind))
        new = usual.join(typed.split("\n"))
        return "".join((*before, new, _end_of(own[-1]), *behind))


def _end_of(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def _shown(text: str) -> str:
    """The beginning of a text, on one line."""
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()}…"

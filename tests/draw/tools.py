"""A toolbox with two inline icons, and the problems that its tools report."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fustella.core.files.pictures import PictureFolder, PictureSettings
from fustella.core.values.model import InlineIcon, Keyword, Word
from fustella.core.values.problems import Place, Problem
from fustella.draw.icons import IconLibrary
from fustella.draw.pictures.library import PictureLibrary
from fustella.draw.templates.functions import Toolbox
from fustella.draw.text.equal import SizesOfFace
from fustella.draw.text.families import GameFonts
from fustella.draw.text.keywords import KeywordStyles
from fustella.draw.text.overhang import Overhang

FACE = Place("content/tiny/cards.yaml", 7, "pieces[2]")
GAME = Place("content/tiny/game.yaml", 12, "icons.broken")
SHARED_ICONS = Path(__file__).parents[2] / "templates" / "_shared" / "icons"

NO_PICTURES = PictureFolder(Path("no folder"))

INLINE = {
    "wood": InlineIcon(Word("mdi:tree", GAME), ""),
    "gold": InlineIcon(Word("fa:coins", GAME), "#c9a227"),
    "broken": InlineIcon(Word("mdi:tre", GAME), ""),
}


class Tools:
    """Tools by name, as a template sees them: `tools.text(…)`."""

    def __init__(
        self,
        own_icons: Path = SHARED_ICONS,
        language: str = "en",
        sizes: SizesOfFace | None = None,
        pictures: PictureFolder | None = None,
        settings: PictureSettings | None = None,
        keywords: tuple[Keyword, ...] = (),
        fonts: GameFonts | None = None,
        draft: bool = False,
    ) -> None:
        self.problems: list[Problem] = []
        self.overhangs: list[Overhang] = []
        self.sizes = sizes or SizesOfFace()
        library, report = IconLibrary(own_icons), self.problems.append
        shown = PictureLibrary(pictures or NO_PICTURES, settings or PictureSettings())
        box = Toolbox(
            FACE,
            INLINE,
            library,
            shown,
            report,
            language,
            fonts or GameFonts(),
            sizes=self.sizes,
            keywords=KeywordStyles(keywords, language),
            note_overhang=self._note_overhang if draft else None,
        )
        self.functions = dict(box.functions())

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self.functions[name]

    def _note_overhang(self, overhang: Overhang) -> str:
        self.overhangs.append(overhang)
        return f"over{len(self.overhangs)}"

    @property
    def codes(self) -> list[str]:
        return [problem.code for problem in self.problems]

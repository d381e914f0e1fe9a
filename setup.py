"""What pyproject.toml cannot say: the pages about problems come with the package.

They lie in docs/, where the website and readers of the repository find them; `fustella explain`
prints them anywhere.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithPages(build_py):
    """Copies docs/problems into the package that is built; an editable one finds it in docs/."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "fustella" / "resources" / "problems"
            shutil.copytree("docs/problems", target, dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithPages})

"""A preview service on the tiny game, the app without a network, and the page in a browser."""

import re
import subprocess
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from fustella.build import BuildOptions
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.draw.templates.timeouts import TemplateWatchdog
from fustella.preview.app import make_app
from fustella.preview.events import Bus
from fustella.preview.service import PreviewService, font_files
from tests.conftest import Snapshot, TinyProject

_LOOP = "{% for a in range(100000) %}"
ENDLESS = f"{_LOOP}{_LOOP}{_LOOP}{'{% endfor %}' * 3}"
"""A loop in a template that does not end in a lifetime."""

HERE = "http://localhost:8000"


def service_of(
    tiny: TinyProject,
    named: tuple[str, ...] = ("tiny",),
    watchdog: TemplateWatchdog | None = None,
) -> PreviewService:
    options = BuildOptions("A4", Duplex.LONG_EDGE, tiny.output)
    return PreviewService(Project(tiny.root), named, options, watchdog)


@pytest.fixture
def service(tiny: TinyProject) -> PreviewService:
    return service_of(tiny)


@pytest.fixture(scope="session")
def client(built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """A client for tests that change nothing; its faces are drawn into a cache of its own."""
    root = tmp_path_factory.mktemp("client") / "project"
    built_tiny.write(root)
    app = make_app(service_of(TinyProject(root)), Bus(), font_files(), ("192.168.7.7",))
    return TestClient(app, base_url=HERE)


@pytest.fixture(scope="session")
def project(built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> TinyProject:
    """Tiny, committed; each test undoes its edits."""
    root = tmp_path_factory.mktemp("browser") / "project"
    built_tiny.write(root)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "content", "templates"], ["commit", "-qm", "First box"]):
        subprocess.run([*git, *words], cwd=root, check=True)
    return TinyProject(root)


@pytest.fixture(scope="session")
def address(project: TinyProject) -> Iterator[str]:
    from tests.preview.driving import free_port, serving

    with serving(project.root, free_port()) as served:
        yield served


@pytest.fixture
def page(browser: object, address: str) -> Iterator[object]:
    from tests.preview.driving import opened

    with opened(browser, address) as shown:
        yield shown


def address_of(client: TestClient, name: str) -> str:
    """The address of a static file, as the page has it."""
    found = re.search(rf'"(/static/[^"]+/{re.escape(name)})"', client.get("/").text)
    assert found, name
    return found[1]

"""A workshop on the tiny game, and the app without a network."""

import pytest
from starlette.testclient import TestClient

from generator.job import Options
from generator.press import Duplex
from generator.preview.app import make_app
from generator.preview.bus import Bus
from generator.previewing import Workshop, font_files
from generator.project import Project
from tests.conftest import TinyProject

HERE = "http://localhost:8000"


def workshop_of(tiny: TinyProject) -> Workshop:
    project = Project(tiny.root)
    return Workshop(project, project.games(), Options("A4", Duplex.LONG_EDGE, tiny.output))


@pytest.fixture
def workshop(tiny: TinyProject) -> Workshop:
    return workshop_of(tiny)


@pytest.fixture(scope="session")
def client(good: TinyProject) -> TestClient:
    """For tests that change nothing."""
    app = make_app(workshop_of(good), Bus(), font_files(), ("192.168.7.7",))
    return TestClient(app, base_url=HERE)

"""YAML by libyaml, where it is installed: ten times as fast as what PyYAML itself does."""

from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def load(text: str) -> Any:
    return yaml.load(text, Loader=_LOADER)


def dump(value: object) -> str:
    return yaml.dump(value, Dumper=_DUMPER, allow_unicode=True)

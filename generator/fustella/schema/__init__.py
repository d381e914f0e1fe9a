"""JSON Schema of a project's files, for editors: what each room says of the files that it reads."""

from fustella.schema.files import (
    FOLDER,
    SchemaFiles,
    file_schemas,
    lines_for_files,
    modeline,
    refresh,
    schema_files,
)

__all__ = [
    "FOLDER",
    "SchemaFiles",
    "file_schemas",
    "lines_for_files",
    "modeline",
    "refresh",
    "schema_files",
]

"""Makes the JSON Schema of a project's files, for editors, from the forms of each room."""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.schema.files import (
        FOLDER,
        SchemaFiles,
        file_schemas,
        lines_for_files,
        modeline,
        refresh,
        schema_files,
    )

__getattr__ = lazily(__name__, __file__)

"""The folders that belong to a database: they lie beside its file, bear its name and are moved with it."""

import re
from pathlib import Path

from db.open import address_of, file_of
from rulewright import home

PAGES, CROPS = "pages", "crops"


def beside(db: str, what: str) -> Path:
    """The folder of a database for its pages or its cuttings; that of a database on a server lies with our own data."""
    address = address_of(db)
    file = file_of(address)
    if file is not None:
        return Path(f"{file.absolute()}.{what}")
    name = re.sub(r"[^\w.-]+", "-", f"{address.host or 'local'}-{address.database or 'memory'}")
    return home() / f"{name}.{what}"

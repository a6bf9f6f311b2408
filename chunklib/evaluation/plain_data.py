"""Give what was measured as plain data, as JSON, and as a table for pandas: one way for every result."""

import json
import operator
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from chunklib.errors import MissingPackage


class PlainData(ABC):
    """Turns a result into data that other programs read; a class says what is in it and how its table looks."""

    @abstractmethod
    def _data(self) -> dict[str, Any]:
        """Collect everything that is known, arrays as they are."""

    @abstractmethod
    def _table(self) -> Iterator[Sequence[object]]:
        """Write the names of the columns, and then row by row their values."""

    def to_json(self) -> str:
        """Write everything as JSON, fractions in full."""
        return json.dumps(self._data(), default=_plain)

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain data: dictionaries, lists, texts, numbers, truth values and None."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def to_pandas(self) -> Any:
        """Make a ``pandas.DataFrame`` with a row for every question (of every setting and phase).

        Raises:
            ModuleNotFoundError: where pandas is not installed.
        """
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise MissingPackage("to_pandas needs the package pandas: pip install pandas", name="pandas") from None
        head, *rows = self._table()
        return pandas.DataFrame(rows, columns=head)


def _plain(value: object) -> object:
    """Turn numbers and arrays of numpy into those of Python."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else operator.index(value)  # type: ignore[arg-type]

"""A retriever for a check: it gives what it was told to, in that order, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Ranked:
    """Retrieves by rankings that are known: one for each query.

    Args:
        rankings: for each query the ids of what is found, best first.

    >>> Ranked({"fish?": ["b", "a"]}).search("fish?", 1)
    [{'id': 'b'}]
    >>> Ranked({"fish?": ["b", "a"]})
    Ranked({'fish?': ['b', 'a']})
    """

    def __init__(self, rankings: Mapping[str, Sequence[str]]) -> None:
        self.rankings = {query: list(ids) for query, ids in rankings.items()}

    def search(self, query: str, top_k: int = 5) -> list[dict[str, str]]:
        """Return at most ``top_k`` ids, best first."""
        return [{"id": name} for name in self.rankings[query][:top_k]]

    def __repr__(self) -> str:
        return f"Ranked({self.rankings!r})"

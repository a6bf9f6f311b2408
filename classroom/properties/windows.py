"""The properties of a window loop, for windows of characters and of tokens alike.

Four of them work on sequences whose elements all differ, so that the place of every element of a window is known
without a search; one works on real, repetitive input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Property, expect_list, kind_of
from classroom.properties.spans import refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Items = Sequence[Any]
Examples = tuple[Mapping[str, Any], ...]
_GAP = "a window begins after the end of the one before it, and something between them is left out"
_SAME = "the first two windows are the same: the start does not move, or the slice does not use it"
_SHORT = "the first window already has less than the size"
_OTHER = "a window holds something that is not in the input"
_NEXT = "the loop asks whether there is a next start, not whether the last window reached the end"
_LISTS = "the first line of the function says what it returns: a list of lists of tokens"
_DEAF = "the size is not used"
_SPLIT = "list += text adds the characters one by one; list.append(text) adds the text as a whole"
_SMALL: Examples = (
    {"length": 1, "size": 2, "overlap": 0},
    {"length": 5, "size": 2, "overlap": 0},
    {"length": 5, "size": 3, "overlap": 1},
    {"length": 7, "size": 4, "overlap": 3},
    {"length": 6, "size": 3, "overlap": 0},
    {"length": 9, "size": 8, "overlap": 0},  # a short last window, as a minimum size would drop it
    {"length": 21, "size": 20, "overlap": 0},
)


@dataclass(frozen=True)
class Windows:
    """Holds the elements that one window exercise works on, and the words for them.

    ``distinct(n)`` makes n elements that all differ; ``item`` is the word for one element; ``read`` checks the type of
    what came back; ``hostile`` makes the strategy of real input. ``plain`` has more than 4 units of any kind that a
    learner may count in, so that an answer with another fault cuts it otherwise for a size of 2 and of 4.
    """

    default_size: int
    default_overlap: int
    item: str
    distinct: Callable[[int], Items]
    read: Callable[[object], list[Items]]
    hostile: Callable[[], SearchStrategy[Any]]
    real: tuple[Items, ...]
    plain: Items = field(default_factory=lambda: list(range(9)))

    def call(self, function: Call, items: Items, size: int | None, overlap: int | None) -> list[Items]:
        """Call the function; a size or overlap of None is left to its default."""
        given = {"size": size, "overlap": overlap}
        return self.read(function(items, **{name: n for name, n in given.items() if n is not None}))

    def cut(self, function: Call, length: int, size: int | None, overlap: int | None) -> list[Items]:
        """Return the windows of distinct elements, or raise ``Broken`` where the size is not used: nothing to judge."""
        windows = self.call(function, self.distinct(length), size, overlap)
        if windows and len(windows[0]) != min(self.settled(size, overlap)[0], length):
            small, large = (self.call(function, self.plain, size, 0) for size in (2, 4))
            if small == large:
                cause = _SPLIT if all(len(window) == 1 for window in large) else _DEAF
                raise Broken("these are the windows for a size of 2 too", cause=cause)
            windows = self.call(function, self.distinct(length), size, overlap)  # the report shows the last call
        return windows

    def settled(self, size: int | None, overlap: int | None) -> tuple[int, int]:
        """Return size and overlap with the defaults put in."""
        wanted = self.default_size if size is None else size
        return wanted, self.default_overlap if overlap is None else overlap

    def defaults(self, size: int | None, overlap: int | None) -> str:
        """Name the defaults as the cause where a call leaves them out."""
        if size is not None and overlap is not None:
            return ""
        return (
            f"the defaults are those of the given first line: size={self.default_size}, overlap={self.default_overlap}"
        )

    def nothing_lost(self, function: Call, length: int, size: int | None = None, overlap: int | None = None) -> None:
        """Require that every element lies in some window."""
        items = self.distinct(length)
        windows = self.call(function, items, size, overlap)
        seen = {item for window in windows for item in window}
        for place, item in enumerate(items):
            if item not in seen:
                cause = _GAP if not all(windows) or any(later in seen for later in items[place:]) else ""
                if windows and windows[:1] == windows[1:2]:
                    cause = _SAME
                if windows and len(windows[0]) < min(self.settled(size, overlap)[0], length):
                    cause = _SHORT
                raise Broken(f"lost {item!r} at {self.item} {place}", cause=cause if seen <= set(items) else _OTHER)

    def sizes(self, function: Call, length: int, size: int | None = None, overlap: int | None = None) -> None:
        """Require that every window but the last has exactly the size, and that the last is no longer than that."""
        wanted, _ = self.settled(size, overlap)
        windows = self.call(function, self.distinct(length), size, overlap)
        for index, window in enumerate(windows):
            last = index == len(windows) - 1
            if len(window) > wanted or (len(window) < wanted and not last):
                why = f"window {index} has {len(window)} {self.item}s; expected {wanted}"
                raise Broken(why, cause=self.defaults(size, overlap))

    def steps(self, function: Call, length: int, size: int | None = None, overlap: int | None = None) -> None:
        """Require that each window begins size - overlap after the one before it."""
        wanted, shared = self.settled(size, overlap)
        items = self.distinct(length)
        for index, window in enumerate(self.cut(function, length, size, overlap)):
            start = index * (wanted - shared)
            begins = items.index(window[0]) if len(window) and window[0] in items else None
            if begins is not None and begins != start:
                why = f"window {index} begins at {self.item} {begins}; expected {start}"
                raise Broken(why, cause=self.defaults(size, overlap))

    def no_waste(self, function: Call, length: int, size: int | None = None, overlap: int | None = None) -> None:
        """Require that every window holds something that the one before it does not."""
        items, (wanted, shared) = self.distinct(length), self.settled(size, overlap)
        windows = self.cut(function, length, size, overlap)
        for index, window in enumerate(windows):
            if len(window) == 0 or (index and set(window) <= set(windows[index - 1])):
                starts = range(0, index * (wanted - shared), wanted - shared)
                right = [items[start : start + wanted] for start in starts]
                cause = _NEXT if right and windows[:index] == right and right[-1][-1] == items[-1] else ""
                what = f"lies wholly inside window {index - 1}" if len(window) else "is empty"
                raise Broken(f"window {index} {what}", cause=cause)

    def unchanged(self, function: Call, items: Items, size: int, overlap: int) -> None:
        """Require that the windows are the pieces of the input, element for element."""
        gave = self.call(function, items, size, overlap)
        starts = range(0, max(1, len(items) - overlap), size - overlap)
        expected = [items[start : start + size] for start in starts]
        for index, (one, other) in enumerate(zip(gave, expected, strict=False)):
            if one != other:
                raise Broken(f"window {index} is {one!r}; expected {other!r}", gave=gave, expected=expected)
        if len(gave) != len(expected):
            raise Broken(f"returned {len(gave)} windows; expected {len(expected)}", expected=expected)

    def empty(self, function: Call, size: int, overlap: int) -> None:
        """Require that no input gives no windows."""
        gave = self.call(function, self.distinct(0), size, overlap)
        if gave != []:
            raise Broken("returned a window of nothing", expected=[])

    def refuses(self, function: Call, size: int, overlap: int | None = None, length: int = 4) -> None:
        """Require ValueError for sizes that make no sense, also without input, and with the default overlap."""
        given = {"size": size} if overlap is None else {"size": size, "overlap": overlap}
        refuses(function, self.distinct(length), **given)


def read_texts(value: object) -> list[Items]:
    """Return a list of strings, or raise ``Broken`` saying what it is instead."""
    return list(expect_list(value, of=str))


def read_lists(value: object) -> list[Items]:
    """Return a list of lists of integers, or raise ``Broken`` saying what it is instead."""
    for index, window in enumerate(expect_list(value)):
        if not isinstance(window, list):
            raise Broken(f"window {index} is {kind_of(window)}; expected a list", cause=_LISTS)
        for item in window:
            if not isinstance(item, int):
                raise Broken(f"window {index} holds {kind_of(item)}; expected integers", cause=_LISTS)
    return list(expect_list(value))


def _settings() -> SearchStrategy[dict[str, int]]:
    from hypothesis import strategies as st

    return st.integers(1, 12).flatmap(
        lambda size: st.fixed_dictionaries({"size": st.just(size), "overlap": st.integers(0, size - 1)})
    )


def _lengths() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    return st.builds(lambda length, chosen: {"length": length, **chosen}, st.integers(1, 40), _settings())


def _impossible() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    pairs = st.tuples(st.integers(-3, 6), st.integers(-3, 9)).filter(lambda pair: not 0 <= pair[1] < pair[0])
    return pairs.map(lambda pair: {"size": pair[0], "overlap": pair[1]})


def window_properties(windows: Windows) -> tuple[Property, ...]:
    """Return the properties of a window exercise, the gate first."""
    longer = windows.default_size * 2 + windows.default_size // 2
    examples = (*_SMALL, {"length": longer})
    defaults = ({"length": longer, "size": windows.default_size // 2}, {"length": longer, "overlap": 0})
    return (*_shape(windows, examples, (*examples, *defaults)), *_edges(windows))


def _shape(windows: Windows, examples: Examples, more: Examples) -> tuple[Property, ...]:
    return (
        Property(
            name="nothing is lost",
            points=1,
            gate=True,
            causes=("the loop ends before the last window, or a short last window is thrown away",),
            test=windows.nothing_lost,
            examples=examples,
            cases=_lengths,
        ),
        Property(
            name="no window lies inside the one before",
            points=2,
            gate=False,
            causes=("a window here has another beginning or another length than the one asked",),
            test=windows.no_waste,
            examples=examples,
            cases=_lengths,
        ),
        Property(
            name="every window but the last has the size asked",
            points=2,
            gate=False,
            causes=("a window ends at start + size, and only the end of the input can cut it short",),
            test=windows.sizes,
            examples=more,
            cases=_lengths,
        ),
        Property(
            name="neighbours share the overlap asked",
            points=3,
            gate=False,
            causes=("the next start is not start + size - overlap",),
            test=windows.steps,
            examples=more,
            cases=_lengths,
        ),
    )


def _edges(windows: Windows) -> tuple[Property, ...]:
    def real() -> SearchStrategy[dict[str, Any]]:
        from hypothesis import strategies as st

        return st.builds(lambda items, chosen: {"items": items, **chosen}, windows.hostile(), _settings())

    return (
        Property(
            name="windows are the input, unchanged",
            points=2,
            gate=False,
            causes=("the input is stripped, split, encoded or rebuilt, where a slice would do",),
            test=windows.unchanged,
            examples=tuple({"items": items, "size": 3, "overlap": 1} for items in windows.real),
            cases=real,
        ),
        Property(
            name="no input gives no windows",
            points=1,
            gate=False,
            causes=("the first window is added before the loop asks whether there is anything",),
            test=windows.empty,
            examples=({"size": 1, "overlap": 0}, {"size": 5, "overlap": 4}),
        ),
        Property(
            name="impossible sizes raise ValueError",
            points=1,
            gate=False,
            causes=("the arguments are not tested before the loop: 0 <= overlap < size",),
            test=windows.refuses,
            examples=(
                {"size": 2, "overlap": 2},
                {"size": 2, "overlap": 3},
                {"size": 2, "overlap": -1},
                {"size": 0, "overlap": 0},
                {"size": -1, "overlap": 0},
                {"size": 4, "overlap": 4, "length": 0},
                {"size": windows.default_overlap},
            ),
            cases=_impossible,
        ),
    )

"""Other people's splitters, asked for the same as ours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from benchmarks.splitters import ENCODING, OVERLAP, SIZE, Splitter
from chunklib.adapters import PEERS

if TYPE_CHECKING:
    from chunklib.adapters.third_party import Peer


def peers() -> list[Splitter]:
    """Every splitter that is measured beside ours, whether or not its package is installed."""
    return [_splitter(peer) for peer in PEERS.values()]


def _splitter(peer: Peer) -> Splitter:
    return Splitter(peer.package, peer.title, partial(peer.prepare, SIZE, OVERLAP, ENCODING), note=peer.note)

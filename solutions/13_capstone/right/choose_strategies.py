"""Right answers to `choose_strategies`: other strategies, other sizes, other ways to write the same."""

import copy
import json
from dataclasses import asdict, dataclass, field
from functools import cache

import numpy as np


def cheapest():
    """Stores everything once: no overlap anywhere."""
    return {
        "inventory": {
            "strategy": "recursive",
            "size": 500,
            "overlap": 0,
            "k": 4,
            "measured": {"recall": 0.795, "whole": 0.734, "stored": 1.0, "gain": 0.065, "low": 0.009, "high": 0.135},
        },
        "licence": {
            "strategy": "markdown",
            "size": 450,
            "overlap": 0,
            "k": 3,
            "measured": {"recall": 0.797, "whole": 0.772, "stored": 1.0, "gain": 0.121, "low": 0.011, "high": 0.243},
        },
        "support_chat": {
            "strategy": "recursive",
            "size": 250,
            "overlap": 0,
            "k": 4,
            "measured": {"recall": 0.894, "whole": 0.712, "stored": 1.0, "gain": 0.088, "low": -0.019, "high": 0.203},
        },
    }


def _rows(text):
    found = {}
    for line in text.strip().splitlines():
        corpus, strategy, size, overlap, k, *numbers = line.split()
        measured = dict(zip(("recall", "whole", "stored", "gain", "low", "high"), map(float, numbers)))
        shape = {"strategy": strategy, "size": int(size), "overlap": int(overlap), "k": int(k)}
        found[corpus] = {**shape, "measured": measured}
    return found


def sentences():
    """Cuts all three between sentences, from a table; sizes and overlaps differ."""
    return _rows("""
        inventory    sentences 200  20 10 0.834 0.607 1.103 0.105 -0.043 0.264
        licence      sentences 500 100  3 0.734 0.730 1.200 0.059  0.011 0.107
        support_chat sentences 250  50  4 0.845 0.763 1.195 0.039 -0.046 0.125
    """)


def by_code():
    """Cuts code and licence as code is cut, and the chat at its turns; says more than is asked, in another order."""
    found = _rows("""
        support_chat markdown 400 40  2 0.872 0.750 1.123 0.066 -0.010 0.145
        licence      code     500 50  3 0.765 0.772 1.053 0.089 -0.020 0.193
        inventory    code     400  0  5 0.777 0.724 1.000 0.047 -0.093 0.199
    """)
    for one in found.values():
        one["because"] = "what ends there stays whole"
        one["measured"]["questions"] = 26
    return found


def small_chunks():
    """Takes smaller chunks and more of them; whole numbers where they are whole."""
    numbers = {
        "inventory": ("code", 200, 0, 10, 0.8016, 0.6561, 1, 0.0719, -0.0551, 0.2112),
        "licence": ("code", 250, 0, 6, 0.744, 0.718, 1, 0.069, -0.07, 0.207),
        "support_chat": ("recursive", 300, 30, 3, 0.867, 0.75, 1.116, 0.061, -0.01, 0.137),
    }
    keys = ("recall", "whole", "stored", "gain", "low", "high")
    return {
        corpus: dict(zip(("strategy", "size", "overlap", "k"), row)) | {"measured": dict(zip(keys, row[4:]))}
        for corpus, row in numbers.items()
    }


KEYS = ("recall", "whole", "stored", "gain", "low", "high")


def _design(strategy, size, overlap, k, *numbers):
    return {"strategy": strategy, "size": size, "overlap": overlap, "k": k, "measured": dict(zip(KEYS, numbers))}


I_SENTENCES = _design("sentences", 666, 66, 3, 0.754, 0.732, 1.081, 0.024, -0.013, 0.068)


I_SENTENCES_333 = _design("sentences", 333, 33, 6, 0.788, 0.666, 1.105, 0.058, 0.005, 0.132)


I_SENTENCES_200 = _design("sentences", 200, 20, 10, 0.834, 0.607, 1.103, 0.105, -0.043, 0.264)


I_RECURSIVE = _design("recursive", 500, 0, 4, 0.795, 0.734, 1.0, 0.065, 0.009, 0.135)


I_RECURSIVE_400 = _design("recursive", 400, 0, 5, 0.802, 0.717, 1.0, 0.073, -0.011, 0.166)


I_MARKDOWN = _design("markdown", 333, 0, 6, 0.781, 0.641, 1.0, 0.051, -0.088, 0.198)


I_CODE_1000 = _design("code", 1000, 0, 2, 0.77, 0.783, 1.0, 0.04, -0.068, 0.143)


I_CODE_250 = _design("code", 250, 0, 8, 0.762, 0.694, 1.0, 0.032, -0.106, 0.178)


I_CODE_200 = _design("code", 200, 20, 10, 0.76, 0.611, 1.083, 0.03, -0.11, 0.183)


I_RECURSIVE_5 = _design("recursive", 500, 5, 4, 0.806, 0.739, 1.01, 0.076, -0.001, 0.173)


L_SENTENCES = _design("sentences", 500, 100, 3, 0.734, 0.73, 1.2, 0.059, 0.011, 0.107)


L_SENTENCES_187 = _design("sentences", 187, 37, 8, 0.721, 0.74, 1.196, 0.046, -0.092, 0.19)


L_RECURSIVE = _design("recursive", 187, 0, 8, 0.826, 0.753, 1.0, 0.15, 0.034, 0.268)


L_RECURSIVE_180 = _design("recursive", 180, 0, 8, 0.797, 0.706, 1.0, 0.122, 0.011, 0.236)


L_MARKDOWN = _design("markdown", 500, 0, 3, 0.766, 0.718, 1.0, 0.091, -0.089, 0.262)


L_MARKDOWN_750 = _design("markdown", 750, 150, 2, 0.731, 0.744, 1.23, 0.055, -0.074, 0.191)


L_MARKDOWN_187 = _design("markdown", 187, 0, 8, 0.808, 0.737, 1.0, 0.133, 0.019, 0.248)


L_CODE = _design("code", 500, 0, 3, 0.787, 0.721, 1.0, 0.112, 0.0, 0.216)


L_CODE_100 = _design("code", 500, 100, 3, 0.759, 0.734, 1.231, 0.083, -0.012, 0.175)


L_CODE_250 = _design("code", 250, 0, 6, 0.744, 0.718, 1.0, 0.069, -0.07, 0.207)


L_CODE_250_25 = _design("code", 250, 25, 6, 0.709, 0.718, 1.052, 0.034, -0.115, 0.186)


S_SENTENCES = _design("sentences", 333, 33, 3, 0.914, 0.821, 1.085, 0.108, 0.019, 0.209)


S_SENTENCES_66 = _design("sentences", 333, 66, 3, 0.867, 0.798, 1.195, 0.061, -0.019, 0.139)


S_SENTENCES_250 = _design("sentences", 250, 50, 4, 0.845, 0.763, 1.195, 0.039, -0.046, 0.125)


S_RECURSIVE = _design("recursive", 500, 0, 2, 0.843, 0.788, 1.0, 0.037, -0.08, 0.145)


S_RECURSIVE_333 = _design("recursive", 333, 0, 3, 0.845, 0.712, 1.0, 0.039, -0.045, 0.127)


S_RECURSIVE_250 = _design("recursive", 250, 0, 4, 0.894, 0.712, 1.0, 0.088, -0.019, 0.203)


S_MARKDOWN = _design("markdown", 500, 0, 2, 0.842, 0.769, 1.001, 0.036, -0.081, 0.141)


S_MARKDOWN_50 = _design("markdown", 500, 50, 2, 0.84, 0.712, 1.116, 0.034, -0.085, 0.141)


S_CODE = _design("code", 333, 66, 3, 0.84, 0.808, 1.17, 0.034, -0.049, 0.118)


def _three(inventory, licence, support_chat):
    return copy.deepcopy({"inventory": inventory, "licence": licence, "support_chat": support_chat})


def _changed(design, **changes):
    """A copy with other values; names of numbers go into measured."""
    made = copy.deepcopy(design)
    for key, value in changes.items():
        (made["measured"] if key in KEYS else made)[key] = value
    return made


def _moved(design, by):
    """A copy whose six numbers are off by so much."""
    return _changed(design, **{key: round(value + by, 4) for key, value in design["measured"].items()})


def written_out():
    """A literal, as in the task: sentences, code and recursive."""
    return {
        "inventory": {
            "strategy": "sentences",
            "size": 333,
            "overlap": 33,
            "k": 6,
            "measured": dict(I_SENTENCES_333["measured"]),
        },
        "licence": copy.deepcopy(L_CODE),
        "support_chat": copy.deepcopy(S_RECURSIVE_250),
    }


def recursive_everywhere():
    """One strategy, three sizes."""
    return _three(I_RECURSIVE_400, L_RECURSIVE, S_RECURSIVE_250)


def sentences_everywhere():
    """One strategy, three sizes, three overlaps; overlap of a fifth of the size in two of them."""
    return _three(I_SENTENCES_200, L_SENTENCES, S_SENTENCES_66)


def markdown_and_code():
    """Whole size at the top, 1,000 tokens and two chunks; the chat by code."""
    return _three(I_CODE_1000, L_MARKDOWN, S_CODE)


def less_than_may_be_read():
    """Sizes that do not use all that may be read."""
    return _three(I_MARKDOWN, L_RECURSIVE_180, S_SENTENCES)


def near_the_limits():
    """Designs that meet a demand narrowly: whole 0.607, stored 1.195."""
    return _three(I_SENTENCES_200, L_CODE_250_25, S_SENTENCES_250)


def as_json():
    """Read from a text with json."""
    return json.loads(json.dumps({"licence": L_CODE_250, "inventory": I_CODE_250, "support_chat": S_MARKDOWN}))


@dataclass
class _Written:
    strategy: str
    size: int
    overlap: int
    k: int
    measured: dict = field(default_factory=dict)


def dataclasses_as_dictionaries():
    """Dataclasses, made dictionaries at the end."""
    made = _three(I_RECURSIVE, L_SENTENCES_187, S_SENTENCES)
    return {name: asdict(_Written(**design)) for name, design in made.items()}


def numpy_numbers():
    """The six numbers as numpy floats, which are floats."""
    made = _three(I_SENTENCES, L_MARKDOWN_187, S_RECURSIVE)
    for design in made.values():
        design["measured"] = dict(zip(KEYS, np.array(list(design["measured"].values()))))
    return made


def above_by_four_thousandths():
    """All numbers are 0.004 too high, which the task allows."""
    return _three(_moved(I_RECURSIVE_400, 0.004), _moved(L_CODE, 0.004), _moved(S_RECURSIVE_250, 0.004))


def below_by_four_thousandths():
    """All numbers are 0.004 too low, which the task allows."""
    return _three(_moved(I_RECURSIVE_400, -0.004), _moved(L_CODE, -0.004), _moved(S_RECURSIVE_250, -0.004))


def stored_as_a_whole_number():
    """stored is written 1 where it is 1.000."""
    return _three(_changed(I_RECURSIVE, stored=1), _changed(L_RECURSIVE, stored=1), _changed(S_RECURSIVE_333, stored=1))


def keys_in_another_order():
    """Corpora and keys in another order."""
    made = _three(I_CODE_200, L_MARKDOWN_750, S_MARKDOWN_50)
    return {name: dict(reversed(made[name].items())) for name in reversed(made)}


@cache
def _once():
    return _three(I_RECURSIVE_5, L_CODE_100, S_CODE)


def memoised():
    """A memoised helper; each call returns the same dictionary."""
    return _once()


def with_a_default(corpora=("inventory", "licence", "support_chat")):
    """Takes nothing that must be given; the dictionary comes from zip."""
    return dict(zip(corpora, map(copy.deepcopy, (I_SENTENCES, L_RECURSIVE, S_MARKDOWN))))


ALL = {
    "cheapest": cheapest,
    "sentences": sentences,
    "by code": by_code,
    "small chunks": small_chunks,
    "written out": written_out,
    "recursive everywhere": recursive_everywhere,
    "sentences everywhere": sentences_everywhere,
    "markdown and code": markdown_and_code,
    "less than may be read": less_than_may_be_read,
    "near the limits": near_the_limits,
    "as JSON": as_json,
    "dataclasses as dictionaries": dataclasses_as_dictionaries,
    "numpy numbers": numpy_numbers,
    "above by 0.004": above_by_four_thousandths,
    "below by 0.004": below_by_four_thousandths,
    "stored as a whole number": stored_as_a_whole_number,
    "keys in another order": keys_in_another_order,
    "memoised": memoised,
    "with a default": with_a_default,
}

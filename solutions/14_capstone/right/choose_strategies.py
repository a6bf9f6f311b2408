"""Right answers to `choose_strategies`: other strategies, other sizes, other ways to write the same."""


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
            "measured": {"recall": 0.78, "whole": 0.753, "stored": 1.0, "gain": 0.125, "low": 0.01, "high": 0.252},
        },
        "support_chat": {
            "strategy": "recursive",
            "size": 250,
            "overlap": 0,
            "k": 4,
            "measured": {"recall": 0.894, "whole": 0.712, "stored": 1.0, "gain": 0.067, "low": -0.047, "high": 0.184},
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
        licence      sentences 500 100  3 0.711 0.706 1.200 0.056  0.009 0.100
        support_chat sentences 250  50  4 0.861 0.763 1.195 0.034 -0.039 0.107
    """)


def by_code():
    """Cuts code and licence as code is cut, and the chat at its turns; says more than is asked, in another order."""
    found = _rows("""
        support_chat markdown 400 40  2 0.878 0.750 1.123 0.050 -0.024 0.123
        licence      code     500 50  3 0.726 0.734 1.053 0.071 -0.063 0.191
        inventory    code     250  0  8 0.762 0.694 1.000 0.032 -0.106 0.178
    """)
    for one in found.values():
        one["because"] = "what ends there stays whole"
        one["measured"]["questions"] = 26
    return found


def small_chunks():
    """Takes smaller chunks and more of them; whole numbers where they are whole."""
    numbers = {
        "inventory": ("code", 200, 20, 10, 0.7603, 0.6106, 1.0846, 0.0304, -0.1097, 0.1826),
        "licence": ("code", 250, 0, 6, 0.744, 0.718, 1, 0.089, -0.045, 0.225),
        "support_chat": ("recursive", 300, 30, 3, 0.867, 0.75, 1.116, 0.039, -0.018, 0.097),
    }
    keys = ("recall", "whole", "stored", "gain", "low", "high")
    return {
        corpus: dict(zip(("strategy", "size", "overlap", "k"), row)) | {"measured": dict(zip(keys, row[4:]))}
        for corpus, row in numbers.items()
    }


def above_by_four_thousandths():
    """All numbers are 0.004 too high, which the task allows."""
    found = cheapest()
    for design in found.values():
        design["measured"] = {name: round(value + 0.004, 4) for name, value in design["measured"].items()}
    return found


ALL = {
    "cheapest": cheapest,
    "sentences": sentences,
    "by code": by_code,
    "small chunks": small_chunks,
    "above by 0.004": above_by_four_thousandths,
}

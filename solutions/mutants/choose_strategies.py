"""Wrong answers to `choose_strategies`; each docstring says what is wrong."""

from copy import deepcopy


def _design(strategy, size, overlap, k, *numbers):
    """Write a design, and what is said of it."""
    names = ("recall", "whole", "stored", "gain", "low", "high")
    measured = dict(zip(names, numbers))
    return {"strategy": strategy, "size": size, "overlap": overlap, "k": k, "measured": measured}


_RIGHT = {
    "inventory": _design("recursive", 500, 0, 4, 0.795, 0.734, 1.0, 0.065, 0.009, 0.135),
    "licence": _design("markdown", 450, 0, 3, 0.797, 0.772, 1.0, 0.121, 0.011, 0.243),
    "support_chat": _design("recursive", 300, 30, 3, 0.867, 0.75, 1.116, 0.061, -0.01, 0.137),
}


def _but(corpus, **changes):
    """Take the right designs and change one."""
    found = deepcopy(_RIGHT)
    for key, value in changes.items():
        where = found[corpus] if key in found[corpus] else found[corpus]["measured"]
        where[key] = value
    return found


def nothing():
    """Ends without a return."""
    return None


def a_list():
    """Returns the designs without the names of their corpora."""
    return list(_RIGHT.values())


def in_words():
    """Describes the designs in words."""
    return {name: f"{one['strategy']} of {one['size']}" for name, one in _RIGHT.items()}


def corpus_missing():
    """Has no design for the chat."""
    return {name: one for name, one in _RIGHT.items() if name != "support_chat"}


def corpus_too_many():
    """Has a design for a corpus that nobody asked about."""
    return {**_RIGHT, "handbook": _RIGHT["licence"]}


def nothing_measured():
    """Claims no numbers."""
    found = deepcopy(_RIGHT)
    del found["licence"]["measured"]
    return found


def empty_numbers():
    """Has a place for the numbers, and none in it."""
    return {name: {**one, "measured": {}} for name, one in _RIGHT.items()}


def copied():
    """Copies windows of 500 that share 50 for everything; every number is right."""
    return {
        "inventory": _design("token_windows", 500, 50, 4, 0.73, 0.665, 1.109, 0.0, 0.0, 0.0),
        "licence": _design("token_windows", 500, 50, 3, 0.675, 0.62, 1.11, 0.0, 0.0, 0.0),
        "support_chat": _design("token_windows", 500, 50, 2, 0.806, 0.708, 1.109, 0.0, 0.0, 0.0),
    }


def one_for_all():
    """Uses the chat's best design for all three; every number is right."""
    return {
        "inventory": _design("recursive", 500, 0, 2, 0.631, 0.579, 1.0, -0.099, -0.206, -0.008),
        "licence": _design("recursive", 500, 0, 2, 0.55, 0.515, 1.0, -0.126, -0.26, -0.011),
        "support_chat": _design("recursive", 500, 0, 2, 0.843, 0.788, 1.0, 0.037, -0.08, 0.145),
    }


def five_chunks():
    """Reads five chunks of every corpus, whatever may be read."""
    return {name: {**one, "k": 5} for name, one in _RIGHT.items()}


def percentage():
    """Writes the overlap as a share."""
    return _but("support_chat", overlap="10%")


def too_much_overlap():
    """Repeats more than half of each chunk."""
    return _but("inventory", overlap=300)


def fractional_size():
    """Writes a size with a fraction."""
    return _but("licence", size=450.0)


def too_large():
    """Takes chunks larger than 1,000 tokens."""
    return _but("inventory", size=2000, k=1)


def no_chunk():
    """Reads no chunk."""
    return _but("licence", k=0)


def unknown_strategy():
    """Names a strategy that is not among the five."""
    return _but("inventory", strategy="by feeling")


def stored_twice():
    """Repeats half of every chunk of the code, and stores it twice; every number is right."""
    found = deepcopy(_RIGHT)
    found["inventory"] = _design("recursive", 500, 250, 4, 0.725, 0.716, 2.147, -0.005, -0.091, 0.064)
    return found


def stored_too_much():
    """Meets recall and whole evidence of the code with more storage than is allowed; every number is right."""
    found = deepcopy(_RIGHT)
    found["inventory"] = _design("markdown", 500, 150, 4, 0.752, 0.755, 1.445, 0.022, -0.044, 0.088)
    return found


def recall_alone():
    """Takes the licence's best recall, and tears its evidence; every number is right."""
    found = deepcopy(_RIGHT)
    found["licence"] = _design("markdown", 150, 0, 10, 0.827, 0.593, 1.0, 0.152, 0.02, 0.285)
    return found


def whole_alone():
    """Keeps the chat's evidence whole and finds too little; every number is right."""
    found = deepcopy(_RIGHT)
    found["support_chat"] = _design("sentences", 500, 150, 2, 0.817, 0.769, 1.368, 0.011, -0.062, 0.085)
    return found


def per_cent():
    """Claims per cents where fractions are asked."""
    found = deepcopy(_RIGHT)
    for one in found.values():
        one["measured"] = {name: 100 * value for name, value in one["measured"].items()}
    return found


def first_phase():
    """Claims the first phase for the mean of six."""
    return _but("inventory", recall=0.817, whole=0.724)


def best_phase():
    """Claims the best of six phases."""
    return _but("inventory", recall=0.839, whole=0.77)


def invented():
    """Claims a little more than was measured."""
    return _but("licence", recall=0.81)


def rounded():
    """Claims one digit."""
    found = deepcopy(_RIGHT)
    for one in found.values():
        one["measured"] = {name: round(value, 1) for name, value in one["measured"].items()}
    return found


def another_corpus():
    """Claims the numbers of the chat's design on the code."""
    return _but("inventory", size=500, k=2, recall=0.843, whole=0.788)


def of_the_copied():
    """Claims what the copied design measures."""
    return _but("licence", recall=0.675, whole=0.62)


def asked_not_stored():
    """Computes storage from the overlap that was asked, 1 / (1 - 0.1) and more."""
    return _but("support_chat", stored=1.25)


def sides_exchanged():
    """Subtracts its own design from the copied one."""
    return _but("licence", gain=-0.121, low=-0.243, high=-0.011)


def not_paired():
    """Subtracts the ends of two intervals, as if the questions were others."""
    return _but("licence", low=-0.146, high=0.378)


def interval_of_recall():
    """Gives the interval of recall for that of the gain."""
    return _but("licence", low=0.646, high=0.927)


def ends_exchanged():
    """Exchanges the ends of an interval."""
    return _but("support_chat", low=0.137, high=-0.01)


def no_number():
    """Claims a recall that is no number."""
    return _but("support_chat", recall=float("nan"))


def a_text():
    """Writes a number as a text."""
    return _but("support_chat", gain="+6.1 points")


ALL = {
    "nothing": nothing,
    "a list": a_list,
    "in words": in_words,
    "a corpus is missing": corpus_missing,
    "a corpus too many": corpus_too_many,
    "nothing measured": nothing_measured,
    "empty numbers": empty_numbers,
    "copied": copied,
    "one for all": one_for_all,
    "five chunks of everything": five_chunks,
    "a percentage": percentage,
    "too much overlap": too_much_overlap,
    "a size with a fraction": fractional_size,
    "larger than the rule": too_large,
    "no chunk at all": no_chunk,
    "an unknown strategy": unknown_strategy,
    "stored twice": stored_twice,
    "stored a little too much": stored_too_much,
    "recall alone": recall_alone,
    "whole alone": whole_alone,
    "per cent": per_cent,
    "first phase": first_phase,
    "best phase": best_phase,
    "invented": invented,
    "rounded": rounded,
    "of another corpus": another_corpus,
    "of the copied design": of_the_copied,
    "asked, not stored": asked_not_stored,
    "sides exchanged": sides_exchanged,
    "not paired": not_paired,
    "interval of recall": interval_of_recall,
    "ends exchanged": ends_exchanged,
    "no number": no_number,
    "a text": a_text,
}

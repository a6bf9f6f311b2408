"""Wrong answers to `choose_strategies`; each docstring says what is wrong."""

from copy import deepcopy


def _design(strategy, size, overlap, k, *numbers):
    """Write a design, and what is said of it."""
    names = ("recall", "whole", "stored", "gain", "low", "high")
    measured = dict(zip(names, numbers))
    return {"strategy": strategy, "size": size, "overlap": overlap, "k": k, "measured": measured}


_RIGHT = {
    "inventory": _design("recursive", 500, 0, 4, 0.795, 0.734, 1.0, 0.065, 0.009, 0.135),
    "licence": _design("markdown", 450, 0, 3, 0.78, 0.753, 1.0, 0.125, 0.01, 0.252),
    "support_chat": _design("recursive", 300, 30, 3, 0.867, 0.75, 1.116, 0.039, -0.018, 0.097),
}


def _but(corpus, **changes):
    """Take the right designs and change one."""
    found = deepcopy(_RIGHT)
    for key, value in changes.items():
        where = found[corpus] if key in found[corpus] else found[corpus]["measured"]
        where[key] = value
    return found


def copied():
    """Copies windows of 500 that share 50 for everything; every number is right."""
    return {
        "inventory": _design("token_windows", 500, 50, 4, 0.73, 0.665, 1.109, 0.0, 0.0, 0.0),
        "licence": _design("token_windows", 500, 50, 3, 0.655, 0.599, 1.11, 0.0, 0.0, 0.0),
        "support_chat": _design("token_windows", 500, 50, 2, 0.828, 0.721, 1.109, 0.0, 0.0, 0.0),
    }


def one_for_all():
    """Uses the chat's best design for all three; every number is right."""
    return {
        "inventory": _design("recursive", 500, 0, 2, 0.631, 0.579, 1.0, -0.099, -0.206, -0.008),
        "licence": _design("recursive", 500, 0, 2, 0.546, 0.512, 1.0, -0.109, -0.235, -0.002),
        "support_chat": _design("recursive", 500, 0, 2, 0.877, 0.788, 1.0, 0.049, -0.057, 0.143),
    }


def five_chunks():
    """Reads five chunks of every corpus, whatever may be read."""
    return {name: {**one, "k": 5} for name, one in _RIGHT.items()}


def percentage():
    """Writes the overlap as a share."""
    return _but("support_chat", overlap="10%")


def stored_twice():
    """Repeats half of every chunk of the code, and stores it twice; every number is right."""
    found = deepcopy(_RIGHT)
    found["inventory"] = _design("recursive", 500, 250, 4, 0.725, 0.716, 2.147, -0.005, -0.091, 0.064)
    return found


def recall_alone():
    """Takes the licence's best recall, and tears its evidence; every number is right."""
    found = deepcopy(_RIGHT)
    found["licence"] = _design("markdown", 150, 0, 10, 0.827, 0.593, 1.0, 0.172, 0.038, 0.305)
    return found


def whole_alone():
    """Keeps the chat's evidence whole and finds too little; every number is right."""
    found = deepcopy(_RIGHT)
    found["support_chat"] = _design("code", 500, 50, 2, 0.795, 0.75, 1.08, -0.033, -0.141, 0.056)
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


def of_the_copied():
    """Claims what the copied design measures."""
    return _but("licence", recall=0.655, whole=0.599)


def asked_not_stored():
    """Computes storage from the overlap that was asked, 1 / (1 - 0.1) and more."""
    return _but("support_chat", stored=1.25)


def sides_exchanged():
    """Subtracts its own design from the copied one."""
    return _but("licence", gain=-0.125, low=-0.252, high=-0.01)


def interval_of_recall():
    """Gives the interval of recall for that of the gain."""
    return _but("licence", low=0.63, high=0.912)


def guessed():
    """Takes one well-known design, fills what may be read, and invents the numbers that are demanded."""
    return {
        "inventory": _design("recursive", 500, 0, 4, 0.76, 0.61, 1.0, 0.05, 0.01, 0.1),
        "licence": _design("recursive", 500, 0, 3, 0.71, 0.71, 1.0, 0.05, 0.01, 0.1),
        "support_chat": _design("recursive", 500, 0, 2, 0.84, 0.71, 1.0, 0.05, 0.01, 0.1),
    }


def the_example():
    """Takes the example of the task for all three, as far as it can be read."""
    numbers = (0.711, 0.522, 1.09, -0.019, -0.105, 0.071)
    return {
        "inventory": _design("sentences", 250, 25, 8, *numbers),
        "licence": _design("sentences", 250, 25, 6, *numbers),
        "support_chat": _design("sentences", 250, 25, 4, *numbers),
    }


def always_refuses():
    """Refuses to answer."""
    raise ValueError("no")


LAZY = {
    "guessed": guessed,
    "the example": the_example,
    "always refuses": always_refuses,
}
ALL = {
    "copied": copied,
    "one for all": one_for_all,
    "five chunks of everything": five_chunks,
    "a percentage": percentage,
    "stored twice": stored_twice,
    "recall alone": recall_alone,
    "whole alone": whole_alone,
    "per cent": per_cent,
    "first phase": first_phase,
    "of the copied design": of_the_copied,
    "asked, not stored": asked_not_stored,
    "sides exchanged": sides_exchanged,
    "interval of recall": interval_of_recall,
}

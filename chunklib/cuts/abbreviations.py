"""Find the ends of sentences that a splitter misses because it takes an ordinary word for an abbreviation.

nupunkt learnt abbreviations from scans of legal texts: among them are hundreds of words such as hall, month and
tables. Here a word in lower case ends its sentence before a capital, unless it is known to be short for another.
"""

import re
from collections.abc import Iterator

_LONG = 4  # letters: a shorter word is more often short for another
_LONGEST = 41  # characters before a full stop that are looked at
# Long ones. One without a vowel is always short for another.
_SHORTENED = re.compile(
    r"abbr(?:ev)?|abstr|acad|accum|adj(?:ud)?|agric|agron|alloc|amer|annot|anon|answ|apdo|appl(?:ic)?|approp|approx|"
    r"appx|apts|asoc|assem|assoc?s?|asst|attn|atty|belg|bibl|biochem|biol|boul|capt|cert(?:if)?|chaps?|chem|chron|circ|"
    r"coeff|coll|com[mp]|commun|compl|comput|con[cdfgjtv]s?|consol|constr?|contd|copr|corp|corr(?:esp)?|crim|dec[lr]|"
    r"depto?s?|deriv|diam|diffr?|dis[ps]|dist(?:r|rib)?|ecol|econ|educ|elec|elem|elev|empl|encl|engr|envir|envtl|epid|"
    r"equip|equiv|eqns|estab|etym|evid|exch|excl|exper|expl|extr|fasc|figs|freq|genet|geo[glm]|geophys|glaciol|govt|"
    r"guar|hist(?:ol)?|hort|hosps?|hydrol|ibid|idem|illus|immigr|incl|incorp|indem|indep|indiv|indus|inkl|insp|instr?|"
    r"intl|introd|irreg|jour|juris|lcd[ao]|legis|liab|limnol|litig|ltda|mach|macromol|maint|manuf|marg|mech|messrs|"
    r"metab|meteorol|misc|mont|mortg|mutat|natl|nonpub|norw|numer|oblig|observ|oceanogr|ophth|orig|paed|págs?|paras?|"
    r"parasit|parl|pathol|penn|pers|perspect|pharm|phil|phys|plur|prac|prec|pref|prelim|pres|priv|prob|proced|proc|"
    r"prod|prof|proj|propr|prot|prov|publ|quant|quar|quot|refs|regs|reorg|repts?|repr|repub|resp|rheumatol|sched|scil|"
    r"secs|sept|seqq|servs?|sess|specif|srta|stat|sub(?:ch|cl|comm|d|div|j|paras?|pars?|pt|secs?|sp)|suppl?|supr|supt|"
    r"surg|surr|susp|symp|syst|telecomm|teratol|terr|theor|thurs?|toxicol|trans[flp]?|treas|trib|trop|tues|unabr|"
    r"unconst|unif|univ|unof|unpubl?|unrep|util|uxor|vols|zool|[b-df-hj-np-tv-z]+|x*(?:ix|iv|v?i*)"
)
# Words that are not long, and whole.
_WHOLE = re.compile(
    "ad|add|ah|ail|all|am|ant|apt|ark|at|axe|aye|bat|bed|bee|bin|bra|bro|bur|bus|can|car|cod|con|coo|cow|cox|day|den|"
    "dig|dud|dye|fed|fin|hay|hen|how|hum|ill|imp|ire|lab|lea|leg|low|me|met|mum|nor|ok|or|ore|pah|pen|pet|pin|pow|rad|"
    "raw|rob|row|rut|sat|saw|sic|sir|so|sou|sum|sun|tat|tax|ten|vet|wed|wig|win|yap|yea|yep|yup"
)
# These are either: a word after them begins a sentence, but a number, a letter or capitals belong to them.
_EITHER = re.compile(
    "admin|ago|app|arch|art|auth|cap|cons|coop|dev|dict|disc|doc|exec|fig|gal|id|in|init|lib|mar|mass|mod|no|org|par|"
    "pop|prep|prop|pub|ref|rep|rev|sec|sect|sol|spec|sub|tech|temp|util"
)
_GAP = re.compile(
    r"""\.["')\]}”’»*_`]*+(?P<space>[^\S\n]*+(?:\n[^\S\n]*+)?+(?<=\s))"""
    r"""["'(\[{“‘„«»*_`#>•–—-]*+[^\S\n]*+(?P<next>[^\W_a-z][^\W\d_]?)"""
)
_WORD = re.compile(r"(?<![\w.@&])[^\W\d_]{2,40}\Z")


def ends_after_words(text: str, known: set[int]) -> Iterator[int]:
    """Find where a sentence starts after one that ends in an ordinary word in lower case.

    Args:
        text: any text.
        known: starts that are known; where one is between a word and the next, no other is found.

    >>> list(ends_after_words("It is cold. Nobody came, and No. 5 (fig. A) is cf. Smith.", set()))
    [12]
    """
    for gap in _GAP.finditer(text):
        start, stop = gap.span()
        if gap.end("space") in known or not known.isdisjoint(range(start, stop)) or gap["next"][0].islower():
            continue
        if (word := _WORD.search(text, max(start - _LONGEST, 0), start)) and _is_ordinary(word[0], gap["next"]):
            yield gap.end("space")


def _is_ordinary(word: str, then: str) -> bool:
    """Tell whether a word is not an abbreviation; the two characters after the full stop help where it may be one."""
    if _EITHER.fullmatch(word):
        return len(then) > 1 and then.isalpha() and then[1].islower()
    if len(word) < _LONG:
        return _WHOLE.fullmatch(word) is not None
    return word == word.lower() and not _SHORTENED.fullmatch(word)

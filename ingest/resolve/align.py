"""Find the passages that state each rule of the outline, in every document and language alike.

A rule has cues: terms that stand close together where it is stated. A passage that fits one of them fully states
the rule, unless the passage of another language that says the same does not fit at all; one that nearly fits states
it when that other passage fully does. What the passage mentions of the rule's things, and rules of the same topic
around it, make the score higher.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.resolve.sentences import Heard, Terms
from ingest.resolve.twins import Twin, TwinSettings, find_twins
from schema.cues import Cue, parse_cue
from schema.pack import RuleEntry, RulesFile

Fits = Mapping[tuple[str, int], float]
"""By rule and number of the passage: how well it fits."""


@dataclass(frozen=True, slots=True)
class AlignSettings:
    """When a passage states a rule; measured on tests/games/rule_lines.tsv with benchmarks/alignment.py."""

    full: float = 0.98
    """A passage that fits this well has every term of a cue."""
    nearly: float = 0.5
    """A passage that fits less well does not state the rule."""
    above: float = 0.6
    """What a term counts that only the headings above a passage have, where the cue asks for it in the passage."""
    forgiving: int = 4
    """A cue of so many terms nearly fits when one of them is missing: a word may be misread or said otherwise."""
    example: float = 0.8
    """What is left for a passage that names someone as worked examples do."""
    alike: float = 0.4
    """From this likeness on a twin that fits speaks for a passage."""
    surely_alike: float = 0.6
    """From this likeness on a twin that does not fit speaks against it."""
    near: int = 4
    """Passages before and after in which rules of the same topic are looked for."""
    most_compared: int = 6
    """A document is compared with so many others at most, those of other languages first."""
    for_fit: float = 70.0
    """Of a score of 100: what a full fit gives."""
    for_about: float = 10.0
    """What it gives that the passage speaks of the rule's things."""
    for_company: float = 10.0
    """What rules of the same topic around it give."""
    for_twins: float = 10.0
    """What a twin that fits gives."""
    twins: TwinSettings = TwinSettings()


@dataclass(frozen=True, slots=True)
class Fitted:
    """A document to be aligned: the rules of its edition, its passages, and how well each fits each rule."""

    language: str
    rules: RulesFile
    heard: Sequence[Heard]
    fits: Fits = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StatedRule:
    """A passage states a rule; the score goes to 100."""

    rule: RuleEntry
    heard: Heard
    score: float


Twins = Sequence[Mapping[int, Sequence[Twin]]]
"""For each document, by number of a passage, the passages of the others that say the same."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """The documents of one edition side by side: which passages say the same, and which state rules."""

    documents: Sequence[Fitted]
    twins: Twins
    stated: Sequence[Sequence[StatedRule]]


def fit_rules(
    language: str, rules: RulesFile, heard: Sequence[Heard], settings: AlignSettings = AlignSettings()
) -> Fitted:
    """A document with the fit of every rule and passage."""
    return Fitted(language, rules, heard, dict(_all_fits(rules, heard, settings)))


def align(documents: Sequence[Fitted], settings: AlignSettings = AlignSettings()) -> Alignment:
    """For each document of one edition the passages that state rules."""
    twins = _pair_up(documents, settings)
    stated = [_by_rule_first(_stated(number, documents, twins[number], settings)) for number in range(len(documents))]
    return Alignment(documents, twins, stated)


def _by_rule_first(stated: Iterable[StatedRule]) -> list[StatedRule]:
    """Without the examples of rules that are stated elsewhere."""
    found = list(stated)
    plain = {one.rule.code for one in found if not one.heard.is_example}
    return [one for one in found if not one.heard.is_example or one.rule.code not in plain]


def fit(cue: Cue, heard: Heard, settings: AlignSettings = AlignSettings()) -> float:
    """How well a passage fits a cue, 0 to 1."""
    lacking = 0
    for term in cue.wanted:
        if term.choices.isdisjoint(heard.terms) and term.above.isdisjoint(heard.above):
            lacking += 1
            if lacking > 1:
                return 0.0
    return max((_fit_window(cue, window, heard.above, settings) for window in heard.windows), default=0.0)


def _fit_window(cue: Cue, window: Terms, above: Terms, settings: AlignSettings) -> float:
    if not (cue.unwanted.isdisjoint(window) and cue.unwanted_above.isdisjoint(above)):
        return 0.0
    own, granted, borrowed, missing = 0, 0, 0, 0
    for term in cue.wanted:
        if not term.choices.isdisjoint(window):
            own += 1
        elif not term.above.isdisjoint(above):
            granted += 1
        elif not term.choices.isdisjoint(above):
            borrowed += 1
        else:
            missing += 1
    if own == 0 or missing + borrowed > 1 or (missing and len(cue.wanted) < settings.forgiving):
        return 0.0
    return (own + granted + settings.above * borrowed) / len(cue.wanted)


def _all_fits(
    rules: RulesFile, heard: Sequence[Heard], settings: AlignSettings
) -> Iterator[tuple[tuple[str, int], float]]:
    names = {f"{kind}:" for kind in rules.example_kinds}
    for rule in rules.rule:
        cues = [parse_cue(source) for source in rule.cues]
        for at, passage in enumerate(heard):
            fitting = ((cue, value) for cue in cues if (value := fit(cue, passage, settings=settings)))
            best = max((value * _seriousness(cue, passage, names, settings) for cue, value in fitting), default=0.0)
            if best:
                yield (rule.code, at), best


def _seriousness(cue: Cue, passage: Heard, names: set[str], settings: AlignSettings) -> float:
    """Less for a passage that names someone whom the rule does not: it tells of a game, not of the rules."""
    asked = {term.partition(":")[0] + ":" for term in cue.terms() if ":" in term}
    return settings.example if passage.terms & names - asked else 1.0


def _pair_up(documents: Sequence[Fitted], settings: AlignSettings) -> Twins:
    twins: list[dict[int, list[Twin]]] = [defaultdict(list) for _ in documents]
    for one, other in _pairs(documents, settings):
        for at, there, likeness in find_twins(documents[one].heard, documents[other].heard, settings.twins):
            twins[one][at].append(Twin(other, there, likeness))
            twins[other][there].append(Twin(one, at, likeness))
    return twins


def _pairs(documents: Sequence[Fitted], settings: AlignSettings) -> list[tuple[int, int]]:
    """Documents to compare, each with a few at most."""
    count: dict[int, int] = defaultdict(int)
    pairs = [(a, b) for a in range(len(documents)) for b in range(a + 1, len(documents))]
    chosen = []
    for a, b in sorted(pairs, key=lambda pair: (documents[pair[0]].language == documents[pair[1]].language, pair)):
        if count[a] < settings.most_compared and count[b] < settings.most_compared:
            chosen.append((a, b))
            count[a] += 1
            count[b] += 1
    return chosen


def _stated(
    number: int, documents: Sequence[Fitted], twins: Mapping[int, Sequence[Twin]], settings: AlignSettings
) -> Iterator[StatedRule]:
    document = documents[number]
    rules = {rule.code: rule for rule in document.rules.rule}
    sure = {key for key, value in document.fits.items() if value >= settings.full}
    for (code, at), own in document.fits.items():
        others = [(documents[t.document].fits.get((code, t.at), 0.0), t.likeness) for t in twins.get(at, ())]
        agreeing = any(value >= settings.full and likeness >= settings.alike for value, likeness in others)
        refusing = any(value < settings.nearly and likeness >= settings.surely_alike for value, likeness in others)
        if (own >= settings.full and (agreeing or not refusing)) or (own >= settings.nearly and agreeing):
            score = _score(rules, (code, at), document, sure, agreeing, settings)
            yield StatedRule(rules[code], document.heard[at], score)


def _score(
    rules: Mapping[str, RuleEntry],
    key: tuple[str, int],
    document: Fitted,
    sure: set[tuple[str, int]],
    agreeing: bool,
    settings: AlignSettings,
) -> float:
    code, at = key
    about, heard = rules[code].about, document.heard[at]
    met = sum(concept in heard.terms or concept in heard.above for concept in about)
    kin = [other for other, rule in rules.items() if rule.topic == rules[code].topic and other != code]
    near = range(at - settings.near, at + settings.near + 1)
    has_company = any((other, there) in sure for other in kin for there in near)
    parts = (
        settings.for_fit * min(1.0, document.fits[key]),
        settings.for_about * (met / len(about) if about else 1.0),
        settings.for_company * has_company,
        settings.for_twins * agreeing,
    )
    return round(sum(parts), 1)

"""A small game of our own, enough to speak a notation in two languages."""

import pytest

from schema.notation import Vocabulary
from schema.phrasebook import Phrasebook
from schema.reading import ConceptKey

CODES = {
    "item": ["map", "keys"],
    "track": ["suspicion", "military-support", "motivation"],
    "who": ["self", "all"],
    "leader": ["hitler", "hess"],
    "location": ["paris", "train-station"],
}
FORMS = {
    "trigger": ["enter", "deliver {item}", "deliver any"],
    "step": [
        "{track} {who} {signed}",
        "{track} {signed}",
        "draw {number}",
        "move {leader} from {from=location} to {to=location}",
        "remove {gone=leader|item}",
        "raid",
    ],
    "condition": ["{leader} here", "stage {number}"],
}
CZECH = {
    "enter": ["Při vstupu", "vstoupíš-li sem"],
    "deliver {item}": ["za {item}"],
    "deliver any": ["za cokoli"],
    "{track} {who} {signed}": ["{signed} {track} ({who})"],
    "{track} {signed}": ["{signed} {track}"],
    "draw {number}": ["dober {number}"],
    "move {leader} from {from=location} to {to=location}": ["přesuň {leader} z {from=location} do {to=location}"],
    "remove {gone=leader|item}": ["odstraň {gone=leader|item}"],
    "raid": ["proběhne razie"],
    "{leader} here": ["je-li zde {leader}"],
    "stage {number}": ["v období {number}"],
    "may": ["smíš"],
    "either": ["buď"],
    "or": ["nebo"],
    "not": ["neplatí-li že"],
    "together": ["zároveň"],
}
NAMES = {
    "item": {"map": "Mapa", "keys": "Klíče"},
    "track": {"suspicion": "podezření", "military-support": "vojenská podpora", "motivation": "motivace"},
    "who": {"self": "jen ty", "all": "každý"},
    "leader": {"hitler": "Hitler", "hess": "Hess"},
    "location": {"paris": "Paříž", "train-station": "Vlakové nádraží"},
}


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return Vocabulary(FORMS, CODES)


@pytest.fixture(scope="session")
def czech(vocabulary: Vocabulary) -> Phrasebook:
    names = {ConceptKey(kind, code): [name] for kind, listed in NAMES.items() for code, name in listed.items()}
    return Phrasebook("cs", CZECH, vocabulary, names, {"dvě": 2})

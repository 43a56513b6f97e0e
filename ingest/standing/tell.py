"""Tell the standing of every number of a text."""

from ingest.standing.corrections import answer_questions, correct, correct_tables
from ingest.standing.moods import call_untrue, deny, say_elsewhere, suppose
from ingest.standing.sentences import Sentence, Standing, StandingSettings, StandingWords, part_sentences, read_pieces

DEFAULT = StandingSettings()


def tell_standings(text: str, words: StandingWords, settings: StandingSettings = StandingSettings()) -> list[Standing]:
    """Every number of a text with its standing, in order; what is found first holds."""
    pieces = read_pieces(text, words)
    sentences = list(part_sentences(pieces, words, settings))
    correct_tables(sentences)
    lead: Sentence | None = None
    for number, sentence in enumerate(sentences):
        correct(sentence, sentences[number - 1] if number else None, lead)
        if any(piece.text == ":" for piece in sentence.pieces[-2:]):
            lead = sentence
    answer_questions(sentences)
    for number, sentence in enumerate(sentences):
        after = sentences[number + 1] if number + 1 < len(sentences) else None
        call_untrue(sentence)
        say_elsewhere(sentence, after)
        suppose(sentence)
        deny(sentence, after)
    return [Standing(p.start, p.end, p.value, p.standing, p.corrects) for p in pieces if p.value is not None]

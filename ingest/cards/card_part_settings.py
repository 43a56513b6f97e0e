"""How the parts of a card are told apart: every threshold, in one place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PartSettings:
    """How parts of a card are told apart; chosen by eye on 25 cards of six games."""

    foot: float = 0.9
    """So far down a card its foot begins, where the type is small."""
    small: float = 0.85
    """Type of the foot against that of the text."""
    longest_title: int = 45
    """In letters."""
    title_lines: int = 3
    """A title takes no more; what is set alike in more lines is a text."""
    most_words: int = 7
    """Of a title."""
    at_top: float = 0.22
    """So far down a title stands first of all."""
    top_counts: float = 1.6
    """A line at the top counts as so many times as large."""
    sentence_counts: float = 0.4
    """A line that ends as a part of a sentence does counts as so many times as large."""
    larger: float = 1.12
    """Type of a title against that of the text, where it does not stand at the top."""
    clearly_larger: float = 1.5
    """Type of a title that begins with a small letter against that of the text; sentences run on so too."""
    larger_beside: float = 1.3
    """A line in the type of the text is no title where a name stands in type so many times as large."""
    full: int = 4
    """A line of fewer letters in whole words counts less."""
    largest: float = 2.5
    """Type larger than so many times that of the text counts no more for it."""
    sure_title: float = 0.5
    """A line read with less confidence is no title."""
    letters: int = 3
    """A title has so many at least."""
    sure_of_plain: float = 0.75
    """A title that neither is larger than the text nor stands at the top is not believed more than this."""
    lower_counts: float = 0.3
    """A line in capitals that is no larger than the text counts less the lower it stands, at the foot by so much."""
    sure_short: float = 0.85
    """A line of no more letters that was read with less confidence is no title."""
    capitals: float = 0.6
    """A line with so many capitals among its letters is set in capitals, large and small."""
    alike: float = 1.16
    """Lines of one title differ less than this in size."""
    alike_at_place: float = 1.4
    """The same of lines that stand where the titles of the deck do: a line without capitals is measured as larger."""
    text_below: int = 2
    """A line is the first of a text where so many below it are set as it is."""
    even_rows: float = 1.2
    """Lines of a text follow each other at distances that differ by less than this."""
    close_rows: float = 2.0
    """In sizes of type: lines of one text follow each other more closely; chosen by eye."""
    apart: float = 1.5
    """Against the size of their type: lines of one title lie less than so far below each other."""
    next_line: float = 1.5
    """Against its height: a sentence goes on in a line that is no further below."""
    name_over: float = 1.4
    """A name in capitals that stands right over the kind of the card is smaller by no more than this."""
    right_over: float = 5.0
    """In heights of the lower line: from the middle of the one to the middle of the other."""
    beside: float = 1.0
    """Against its height: a number that stands so far from the words of its line is no part of them."""
    other_type: float = 1.25
    """A number so many times as large as the words beside it, or as small, is set by itself."""
    near: float = 0.3
    """Against its height: so far from the words such a number stands at least."""
    sure_end: float = 0.75
    """A splinter at the end of a title that was read with less confidence is art."""
    sure_spelling: float = 0.95
    """A word of a title that was read with less confidence is spelt as the text of its card spells it."""
    known_spelling: float = 3.7
    """A word at least so common (Zipf) is a word as it stands, with other accents another one: Czech `rad` has 4.2,
    `dum` for `dům` 3.5. Chosen by eye."""
    label_words: int = 3
    """A label has no more words."""
    in_row: float = 3.0
    """Against its height: so far from the words of its line a number in a sentence may stand; an icon lies between."""
    words_in_row: int = 2
    """A line of fewer words is no sentence: a level or a price stands so before its number."""
    lines_near: float = 2.5
    """Against its height: so far above or below a number in a sentence another line of the text stands."""

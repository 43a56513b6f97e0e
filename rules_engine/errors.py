"""What a person is told when the rows do not make a game that can be played."""


class RulesetError(Exception):
    """A row that cannot be executed, or one that is missing: the table, the row, the word to blame, a sentence."""

    def __init__(
        self, table: str, row: int | None, word: str, sentence: str, fact: tuple[str, str] | None = None
    ) -> None:
        super().__init__(table, row, word, sentence, fact)
        self.table = table
        self.row = row
        self.word = word
        self.sentence = sentence
        self.fact = fact
        """Subject and attribute of the fact to blame, where it is one."""

    def __str__(self) -> str:
        place = f"table `{self.table}`" if self.row is None else f"table `{self.table}`, row {self.row}"
        return f"{self.sentence} ({place})"


class WrongFact(RulesetError):
    """A fact whose value cannot be played."""

    def __init__(self, row: int | None, fact: tuple[str, str], value: str, expected: str, origin: str) -> None:
        self.told = f"`{fact[0]}` `{fact[1]}` must be {expected}, but it is “{value}”"
        cure = "Look at its claims with `rulewright trace`, and mend the document or list they come from."
        super().__init__("fact", row, value, f"{self.told} (origin {origin}). {cure}", fact)
        self.args = row, fact, value, expected, origin


class UnknownName(RulesetError):
    """A game or an edition that a person named and that the database does not have."""


class Unborne(Exception):
    """A fact that states more than there is on the table: it can be played as far as there is."""

    def __init__(self, fact: tuple[str, str], most: int) -> None:
        super().__init__(fact, most)
        self.fact = fact
        self.most = most


class CannotExecute(Exception):
    """A line that is well formed but that the engine has no code for."""

    def __init__(self, word: str, reason: str) -> None:
        super().__init__(reason)
        self.word = word
        self.reason = reason

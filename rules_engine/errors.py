"""What a person is told when the rows do not make a game that can be played."""


class RulesetError(Exception):
    """A row that cannot be executed, or one that is missing: the table, the row, the word to blame, a sentence."""

    def __init__(self, table: str, row: int | None, word: str, sentence: str) -> None:
        super().__init__(table, row, word, sentence)
        self.table = table
        self.row = row
        self.word = word
        self.sentence = sentence

    def __str__(self) -> str:
        place = f"table `{self.table}`" if self.row is None else f"table `{self.table}`, row {self.row}"
        return f"{self.sentence} ({place})"


class CannotExecute(Exception):
    """A line that is well formed but that the engine has no code for."""

    def __init__(self, word: str, reason: str) -> None:
        super().__init__(reason)
        self.word = word
        self.reason = reason

"""What a person is told when the rows do not make a game that can be played."""


class RulesetError(Exception):
    """A row that cannot be executed, or one that is missing: the table, the row, the word to blame, a sentence."""

    def __init__(self, table: str, row: int | None, word: str, sentence: str) -> None:
        place = f"table `{table}`" if row is None else f"table `{table}`, row {row}"
        super().__init__(f"{sentence} ({place})")
        self.table = table
        self.row = row
        self.word = word
        self.sentence = sentence


class CannotExecute(Exception):
    """A line that is well formed but that the engine has no code for."""

    def __init__(self, word: str, reason: str) -> None:
        super().__init__(reason)
        self.word = word
        self.reason = reason

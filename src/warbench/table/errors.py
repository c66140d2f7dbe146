"""What the table refuses, with a code that a program can read and one sentence for a person."""


class TableError(ValueError):
    """A value that no table can hold: a bad size, shape, path or region.

    Attributes:
        code: a short word that does not change, such as ``bad-base``.
        sentence: what was found and what was expected.
    """

    def __init__(self, code: str, sentence: str) -> None:
        """Keep the code and the sentence; the text of the error is both."""
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence

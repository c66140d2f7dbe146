"""The one error that a reader of other people's files raises."""

from pathlib import Path


class ReadError(ValueError):
    """A file that cannot be read; the message is one line that names the file and the reason."""

    def __init__(self, file: str | Path, reason: str) -> None:
        """Keep the parts, for callers that show them apart."""
        self.file = str(file)
        self.reason = reason
        super().__init__(f"{self.file}: {reason}")

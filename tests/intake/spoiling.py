"""Pages spoiled line by line, as copying, scanning and editing spoil them."""

from collections.abc import Sequence

from hypothesis import strategies as st


def spoil(draw: st.DrawFn, lines: list[str], pieces: Sequence[str], place: int) -> None:
    """Spoil a line in one way: it goes, is doubled, swapped, cut, gets a piece of the list before it, letters, other digits."""
    match draw(st.sampled_from(["drop", "double", "swap", "cut", "insert", "letters", "glue", "digits"])):
        case "drop":
            # A line of nothing stays, so that there is always one.
            lines[place : place + draw(st.integers(1, 5))] = [""]
        case "double":
            lines[place:place] = lines[place : place + 3]
        case "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
        case "cut":
            lines[place] = lines[place][: draw(st.integers(0, 40))]
        case "insert":
            lines.insert(place, draw(st.sampled_from(pieces)))
        case "letters":
            at = draw(st.integers(0, len(lines[place])))
            lines[place] = lines[place][:at] + draw(st.text(max_size=5)) + lines[place][at:]
        case "glue":
            lines[place : place + 2] = ["".join(lines[place : place + 2])]
        case _:
            lines[place] = lines[place].replace("1", draw(st.sampled_from(["", "999999", "-3", "D6", "²", "x"])))

"""Values of the command line."""

import argparse
from typing import Callable


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""
    def read(text: str) -> int:
        if not text.lstrip("-").isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"\"{text}\": expected a whole number from {low} to {high}")
        return int(text)
    return read


def even(text: str) -> int:
    """An even number of games, since each opening is played twice."""
    number = whole(2, 1000000)(text)
    if number % 2:
        raise argparse.ArgumentTypeError(f"{number}: expected an even number, since each opening is played twice")
    return number

"""The options of the command line; those that several verbs share have one meaning."""

import argparse
import os
from typing import Any, Callable


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


def picture(text: str) -> str:
    if not text.endswith(".svg"):
        raise argparse.ArgumentTypeError(f"\"{text}\": a picture is a file that ends in .svg")
    return text


COUNT = whole(1, 10**15 - 1)
SETTING = {"metavar": "NAME=VALUE", "action": "append", "default": []}
OPTIONS: dict[str, dict[str, Any]] = {
    "book": {"metavar": "FILE.epd", "help": "the openings, not compressed"},
    "both": {**SETTING, "help": "a UCI option of both players; may be repeated"},
    "data-dir": {"metavar": "DIR", "help": "the folder of books and suites (MORPHO_DATA)"},
    "fastchess": {"metavar": "FILE", "help": "the program fastchess (the one on the PATH)"},
    "first": {**SETTING, "help": "a UCI option of the first player; may be repeated"},
    "games": {"metavar": "N", "type": even, "help": "the greatest number of games"},
    "hash": {"metavar": "MB", "type": whole(1, 131072), "default": 16, "help": "hash of a player or a search"},
    "jobs": {"metavar": "N", "type": whole(1, 1024), "default": 1, "help": "games or searches at once"},
    "limit": {"metavar": "N", "type": whole(1, 1000000), "help": "the number of positions to search"},
    "nodes": {"metavar": "N", "type": COUNT, "help": "limit: playouts of mcts, positions of negamax"},
    "out": {"metavar": "CSV", "help": "the record; begun or continued"},
    "part": {"metavar": "N", "type": even, "default": 100, "help": "games of a row of the record"},
    "pgn": {"metavar": "FILE", "help": "keeps the games; new ones are added at its end"},
    "plot": {"metavar": "SVG", "type": picture, "help": "draws the figures"},
    "program": {"metavar": "FILE", "help": "Morpho (the one that came with this program)"},
    "second": {**SETTING, "help": "a UCI option of the second player; may be repeated"},
    "seed": {"metavar": "N", "type": whole(0, 10**9), "default": 1, "help": "decides the order of the openings"},
    "set": {**SETTING, "help": "a UCI option of each search; may be repeated"},
    "start": {"metavar": "N", "type": whole(0, 10**9), "default": 0, "help": "the openings to skip"},
    "tc": {"metavar": "T+I", "help": "clock: seconds a game and a move, in place of nodes"},
}
CORES = os.cpu_count() or 1


def add(parser: argparse.ArgumentParser, names: str, **changes: Any) -> None:
    """Adds shared options; a change is a default, or `append` for an option that may be repeated."""
    for name in names.split():
        option = dict(OPTIONS[name])
        change = changes.get(name, option.get("default"))
        if change == "append":
            option |= {"action": "append", "default": [], "help": option["help"] + "; may be repeated"}
        elif change not in (None, []):
            option |= {"default": change, "help": f"{option['help']} ({change})"}
        parser.add_argument(f"--{name}", **option, required=name == "book")

"""What the games of a match say besides the score: the verb games, over PGN that fastchess wrote."""

import argparse
import collections
import gzip
import re
from pathlib import Path
from typing import Iterator, NamedTuple

from . import pictures
from .arguments import add
from .fault import Fault
from .statistics import quartiles

LAG_SCORE = 1.5   # beyond this score, in pawns, a side says that the game is decided
AT_ONCE = 0.002   # seconds; a move that took no longer was hardly searched
COMMENT = re.compile(r"([+-]?M?\d+(?:\.\d+)?)/(\d+)(?:/\d+)? (\d+(?:\.\d+)?)s(?:, (.*))?")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


class Move(NamedTuple):
    ply: int         # from the begin of the game's moves
    score: float     # in pawns, for the side that moves; a mate is 1000
    depth: int
    seconds: float


class Game(NamedTuple):
    white: str
    black: str
    result: int      # for White
    ending: str
    start: str       # FEN
    words: list[str]  # all moves as they stand there
    moves: tuple[list[Move], list[Move]]  # of White and of Black, those with a score


def parse_move(ply: int, comment: str) -> Move | None:
    found = COMMENT.match(comment)
    if not found:
        return None
    text = found[1]
    score = (-1000.0 if text.startswith("-") else 1000.0) if "M" in text else float(text)
    return Move(ply, score, int(found[2]), float(found[3]))


def parse_game(tags: dict[str, str], text: str) -> Game | None:
    if tags.get("Result") not in RESULTS:
        return None
    black_first = " b " in tags.get("FEN", "")
    moves: tuple[list[Move], list[Move]] = ([], [])
    words, last = [], ""
    for token in re.finditer(r"\{([^}]*)\}|([^\s{}]+)", text):
        if token[2]:
            words += [token[2]] if re.match(r"[a-hKQRBNO]", token[2]) else []
        elif words:
            last = token[1]
            move = parse_move(len(words) - 1, " ".join(token[1].split()))
            if move:
                moves[(len(words) - 1 + black_first) % 2].append(move)
    reason = last.split(", ", 1)[1].strip() if ", " in last else tags.get("Termination", "")
    return Game(tags.get("White", ""), tags.get("Black", ""), RESULTS[tags["Result"]],
                " ".join(reason.split()), tags.get("FEN", START), words, moves)


def read(path: Path) -> Iterator[Game]:
    """The finished games of a file."""
    try:
        with gzip.open(path, "rt", errors="replace") if path.suffix == ".gz" else open(path, errors="replace") as file:
            text = file.read()
    except (OSError, EOFError) as error:
        raise Fault(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    for part in re.split(r"(?m)^(?=\[Event )", text)[1:]:
        head, _, body = part.partition("\n\n")
        game = parse_game(dict(re.findall(r'^\[(\w+) "(.*)"\]', head, re.MULTILINE)), body)
        if game:
            yield game


def first_beyond(moves: list[Move], sign: int) -> int | None:
    return next((move.ply for move in moves if sign * move.score > LAG_SCORE), None)


def lag(game: Game, winner: int) -> int | None:
    """The plies from the winner's first score beyond +1.5 to the loser's first score below -1.5."""
    won, lost = first_beyond(game.moves[winner], 1), first_beyond(game.moves[1 - winner], -1)
    return lost - won if won is not None and lost is not None else None


def spread(values: list[float], unit: str) -> str:
    if not values:
        return "none"
    low, middle, high = quartiles(values)
    return f"median {middle:g} (a quarter below {low:g}, a quarter above {high:g}) of {len(values)} {unit}"


def run(given: argparse.Namespace) -> None:
    won, endings = collections.Counter(), collections.Counter()
    lags: dict[int, list[float]] = {1: [], -1: []}
    plies, depths, seconds, at_once, times = [], [], 0.0, 0, collections.defaultdict(list)
    for file in given.files:
        for game in read(Path(file)):
            if (game.white == given.name) == (game.black == given.name):
                continue
            side = int(game.black == given.name)
            result = -game.result if side else game.result
            won[result] += 1
            who = {("White", "Black")[side]: given.name, ("White", "Black")[1 - side]: "the opponent"}
            endings[re.sub(r"^(White|Black)", lambda found: who[found[1]], game.ending)] += 1
            plies.append(len(game.words))
            for number, move in enumerate(game.moves[side]):
                seconds += move.seconds
                times[number].append(move.seconds)
                if abs(move.score) < 1000:
                    depths.append(move.depth)
                    at_once += move.seconds <= AT_ONCE
            found = lag(game, side if result > 0 else 1 - side) if result else None
            if found is not None:
                lags[result].append(found)
    games = sum(won.values())
    if not games:
        raise Fault(f"no finished game of {given.name} against another: the name must be that of the tags White and "
                    "Black")
    print(f"{games} games of {given.name}: {won[1]} won, {won[0]} drawn, {won[-1]} lost")
    for ending, count in endings.most_common(32):
        print(f"{count:8}  {ending or 'no reason is given'}")
    print(f"time: {seconds / games:.2f} seconds a game; {100 * at_once / max(len(depths), 1):.1f}% of the moves "
          f"without a mate score took {1000 * AT_ONCE:.0f} ms at most")
    print(f"plies: {spread(plies, 'games')}")
    print(f"depth: {spread(depths, 'moves without a mate score')}")
    print(f"lag when it lost: {spread(lags[-1], 'games')}")
    print(f"its opponents' lag when it won: {spread(lags[1], 'games')}")
    if given.plot:
        often = [values for _, values in sorted(times.items()) if len(values) * 10 >= games]
        pictures.draw_times(Path(given.plot), often)


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("games", help="how the games of a match ended, times, depths", description=(
        "Prints what games say about one engine besides its score. The lag is the number of plies from the winner's "
        "first score beyond +1.5 to the loser's first one below -1.5: engines that judge alike have equal lags."))
    parser.add_argument("name", metavar="NAME", help="the engine's name in the tags White and Black")
    parser.add_argument("files", metavar="GAMES.pgn", nargs="+")
    add(parser, "plot")
    parser.set_defaults(run=run)

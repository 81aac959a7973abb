"""What UCI_Elo of both searches is worth: matches against an engine that has UCI_Elo too, at the same
number, and of neighbouring levels against each other: the verb strength."""

import argparse
import math
from pathlib import Path
from typing import Iterator, NamedTuple

from . import engine, fastchess, matches, pictures, records
from .arguments import CORES, add
from .progress import Progress
from .statistics import NORMAL_95, Bounded, Counts, elo_of_share

LEVELS = (1350, 1700, 2100, 2500)
RULES = ["-maxmoves", "200"]
CLOCK_SECONDS = 10


class Level(NamedTuple):
    search: str
    elo: int
    opponent: str  # "morpho", or the name of the other engine
    opponent_elo: int


def levels(opponent: str) -> Iterator[Level]:
    for search in ("mcts", "negamax"):
        for number, level in enumerate(LEVELS):
            yield Level(search, level, opponent, level)
            if number:
                yield Level(search, level, "morpho", LEVELS[number - 1])


def games_of(level: Level, asked: engine.Engine, other: Path, book: Path, games: int, jobs: int) -> fastchess.Games:
    limited = ["UCI_LimitStrength=true", "Hash=16"]
    own = fastchess.Player(asked.path, [], [f"tc={CLOCK_SECONDS}+0.1"],
                           [f"Search={level.search}", f"UCI_Elo={level.elo}", *limited])
    second = own._replace(options=[f"Search={level.search}", f"UCI_Elo={level.opponent_elo}", *limited])
    if level.opponent != "morpho":
        second = fastchess.Player(other, [], ["tc=1+0.01"], [f"UCI_Elo={level.opponent_elo}", *limited])
    return fastchess.Games(own, second, book, level.elo, 0, games, jobs, RULES)


def point(row: records.Row) -> Bounded:
    """The Elo of a match by its score; the error is that of single games."""
    games, won, drawn, lost = (row[name] for name in ("games", "won", "drawn", "lost"))
    score = (won + drawn / 2) / games
    variance = (won * (1 - score) ** 2 + drawn * (0.5 - score) ** 2 + lost * score ** 2) / games
    error = NORMAL_95 * math.sqrt(variance / games)
    return Bounded(*(row["opponent_elo"] + elo_of_share(min(max(share, 0.001), 0.999))
                     for share in (score, score - error, score + error)))


def draw(path: Path, rows: list[records.Row]) -> None:
    """Matches that one side won completely have no point."""
    known = [row for row in rows if 0 < row["won"] + row["drawn"] / 2 < row["games"]]
    pictures.draw_strength(path, {
        search: [(row["elo"] + beside, point(row)) for row in known if row["search"] == search]
        for search, beside in (("mcts", -6), ("negamax", 6))})


def run(given: argparse.Namespace) -> None:
    asked, runner = engine.ask(engine.find(given.program)), fastchess.find(given.fastchess)
    other = fastchess.find(given.engine)
    book = engine.find_data(given.book, given.data_dir)
    matches.openings(book)
    bench = engine.bench(asked)
    with records.Record(Path(given.out), "strength") as record:
        keys = [(level, {**level._asdict(), "games": given.games, "bench": bench}) for level in levels(other.name)]
        progress, done = Progress("strength", "games", given.games * sum(not record.find(key) for _, key in keys)), 0
        progress.announce(matches.SIDES_OF_GAME * CLOCK_SECONDS * progress.total / given.jobs)
        for level, key in keys:
            row = record.find(key)
            if not row:
                counts: Counts = fastchess.play(runner, games_of(level, asked, other, book, given.games, given.jobs),
                                                Path(given.pgn).resolve() if given.pgn else None,
                                                lambda part, before=done: progress.show(before + part.games))
                row = {**key, "won": counts.won, "drawn": counts.drawn, "lost": counts.lost}
                record.add(row)
                done += given.games
            progress.end()
            figure = point(row)
            print(f"{level.search} at {level.elo} against {level.opponent} at {level.opponent_elo}: "
                  f"{figure.value:.0f} +- {figure.error:.0f} Elo", flush=True)
        rows = [row for row in record.rows if row["bench"] == bench]
    draw(Path(given.plot), rows)


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("strength", help="measures the levels of UCI_Elo", description=(
        "Plays both searches at four levels of UCI_Elo against an engine that has UCI_Elo too (at 1+0.01), and against "
        "the level below. Each match is a row of the record; after a kill the same command goes on."))
    parser.add_argument("--engine", metavar="PROGRAM", required=True, help="an engine with UCI_Elo")
    add(parser, "book games out plot pgn program fastchess data-dir jobs", games=200, out="docs/strength.csv",
        plot="docs/strength.svg", jobs=CORES)
    parser.set_defaults(run=run)

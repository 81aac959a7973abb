"""Numbers are moved towards those that win games, by simultaneous perturbation (SPSA, Spall 1992): the
verb tune. Two players, a step before and a step behind the present numbers in a random direction, play
some games, and the numbers move towards those of the winner."""

import argparse
import math
import re
from pathlib import Path
from typing import NamedTuple, Sequence

from . import engine, fastchess, matches, pictures
from .arguments import add, even
from .fault import Fault, Misuse
from .progress import Progress
from .statistics import elo, elo_text, random_bits

# The gains fall with these powers of the pairs played, and the first tenth of the run counts as played
# already, so that the first steps are not wild (Spall 1998).
GAIN_POWER, STEP_POWER, STABILITY = 0.602, 0.101, 0.1
MASK = (1 << 64) - 1


class Number(NamedTuple):
    name: str
    start: float
    step: float
    low: int
    high: int

    def inside(self, value: float) -> float:
        return min(max(value, self.low), self.high)


def read_number(asked: engine.Engine, text: str) -> Number:
    """NAME, NAME=START or NAME=START:STEP; the usual step is a twentieth of the range."""
    found = re.fullmatch(r"([^=\s]+)(?:=(-?[\d.]+)(?::([\d.]+))?)?", text)
    option = asked.options.get(found[1].lower()) if found else None
    if not option or option.type != "spin":
        raise Fault(f"--tune {text}: expected NAME=START:STEP with an option that is a number; a build for tuning "
                    "lists its parameters (cmake -DMORPHO_TUNE=ON)")
    number = Number(option.name, float(found[2] or option.default), float(found[3] or (option.high - option.low) / 20),
                    option.low, option.high)
    if not option.low <= number.start <= option.high or not 0 < number.step <= option.high - option.low:
        raise Fault(f"--tune {text}: the option's range is {option.low} to {option.high}, and a step is above 0")
    return number


def mixed(bits: int) -> int:
    return random_bits((bits - 0x9E3779B97F4A7C15) & MASK)[0]


def draw(seed: int, run: int, count: int) -> tuple[list[int], int]:
    """The signs of a run's direction, and the state of the random numbers that follow."""
    state, signs = mixed((mixed(seed + 1) + run) & MASK), []
    for _ in range(count):
        bits, state = random_bits(state)
        signs.append(1 if bits >> 63 else -1)
    return signs, state


def points(numbers: Sequence[Number], values: Sequence[float], signs: Sequence[int], width: float,
           state: int) -> list[str]:
    """The options of both players: whole numbers, rounded at random so that their means are right."""
    players: tuple[list[str], list[str]] = ([], [])
    for number, value, sign in zip(numbers, values, signs):
        for player, away in zip(players, (sign, -sign)):
            exact = number.inside(value + away * width * number.step)
            down = math.floor(exact)
            bits, state = random_bits(state)
            player.append(f"{number.name}={down + ((bits >> 40) * 2.0 ** -24 < exact - down)}")
    return [" ".join(player) for player in players]


def learn(numbers: Sequence[Number], values: Sequence[float], signs: Sequence[int], move: float) -> list[float]:
    return [number.inside(value + sign * move * number.step) for number, value, sign in zip(numbers, values, signs)]


def rates(pairs: int, played: int, rate: float) -> tuple[float, float]:
    """How far the players stand from the numbers, in steps, and how far a won game moves these."""
    width = (pairs / (played + 1)) ** STEP_POWER
    delay = STABILITY * pairs
    return width, rate * ((delay + pairs) / (delay + played + 1)) ** GAIN_POWER / width


def run(given: argparse.Namespace) -> None:
    limits = [f"nodes {count}" for count in given.nodes] + [f"tc {tc} concurrency {given.jobs}" for tc in given.tc]
    if not limits or not given.tune:
        raise Misuse("give --tune, and --nodes or --tc")
    record = matches.open_record(given.out, "tune")
    table = matches.open_table(given, record)
    numbers = [read_number(table.engine, text) for text in given.tune]
    match, book = matches.settle(matches.Match("", "", " ".join([f"Hash={given.hash}", *given.both]), limits[0],
                                               given.book, given.seed, given.start, given.games), table)
    row = matches.row_of(match, table, book)
    key = {"parameters": " ".join(f"{n.name}={n.start:.15g}:{n.step:.15g}" for n in numbers), "both": match.both,
           "limits": "; ".join(limits), **{name: row[name] for name in ("book", "seed", "program", "files", "machine")},
           "games": given.games}
    values, played, new, course = [n.start for n in numbers], 0, 0, []
    progress = Progress("tune", "games", given.games)
    for index in range(math.ceil(given.games / given.part)):
        games, start = min(given.part, given.games - 2 * played), match.start + played
        width, move = rates(given.games // 2, played, given.rate)
        signs, state = draw(given.seed, index, len(numbers))
        known = record.find({**key, "start": start}) if record else None
        limit = limits[index % len(limits)]
        if not known:
            if not new:
                progress.total -= 2 * played
                progress.announce(sum(matches.seconds(match._replace(games=int(progress.total), limit=each),
                                                      matches.search_of(match, table.engine), given.jobs)
                                      for each in limits) / len(limits))
            first, second = points(numbers, values, signs, width, state)
            part = match._replace(first=first, second=second, limit=limit)
            counts = fastchess.play(table.fastchess, matches.games_of(part, table, book, start, games), None,
                                    lambda _: None)
        won, lost = (known["won"], known["lost"]) if known else (counts.won, counts.lost)
        values = learn(numbers, values, signs, move * (won - lost))
        text = " ".join(f"{n.name}={value:.3f}" for n, value in zip(numbers, values))
        if known and known["values"] != text:
            raise Fault(f"{record.path}: the row with start {start} was tuned with another --rate or --part")
        if record and not known:
            record.add({**key, "start": start, **table.origin, "limit": limit, "played": games, "won": won,
                        "drawn": counts.drawn, "lost": lost, "forfeits": counts.forfeits, "values": text})
        played += games // 2
        course.append(values)
        new += 0 if known else games
        progress.show(new)
    progress.end()
    final = [" ".join(f"{n.name}={round(value)}" for n, value in zip(numbers, ends))
             for ends in (values, [n.start for n in numbers])]
    print(f"tuned: {final[0]}\nstart: {final[1]}")
    if given.plot:
        ends = [min(given.part * (index + 1), given.games) for index in range(len(course))]
        pictures.draw_tuning(Path(given.plot), [n.name for n in numbers], [0, *ends],
                             [[n.start for n in numbers], *course])
    if given.final_tc:  # in openings that the tuning did not use
        last = match._replace(first=final[0], second=final[1], limit=f"tc {given.final_tc} concurrency {given.jobs}",
                              start=match.start + given.games // 2, games=given.final_games, book=given.book)
        counts = matches.play(last, table._replace(record=None, part=100))
        print(f"against the start, {last.limit}: {elo_text(elo(counts))} Elo, {counts.games} games: {counts.text()}")


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("tune", help="moves numbers towards those that win games", description=(
        "Tunes numbers by SPSA. With several limits the runs take them in turn. With --out each run is a row, and the "
        "same command resumes after a kill."))
    parser.add_argument("--tune", metavar="NAME[=START[:STEP]]", action="append", default=[],
                        help="a number, where it begins (its default) and how far the players stand from it "
                             "(a twentieth of the range); may be repeated")
    add(parser, f"both nodes tc games seed start hash out plot {matches.TABLE_OPTIONS}", nodes="append", tc="append",
        games=20000, part=32)
    parser.add_argument("--rate", metavar="R", type=float, default=0.002,
                        help="part of a step that a won game moves (0.002)")
    parser.add_argument("--final-tc", metavar="T+I", help="a match of the result against the start on this clock")
    parser.add_argument("--final-games", metavar="N", type=even, default=400, help="its games (400)")
    parser.set_defaults(run=run, pgn=None)

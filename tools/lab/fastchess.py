"""Games by fastchess (https://github.com/Disservin/fastchess)."""

import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Callable, NamedTuple

from .engine import environment
from .fault import Fault
from .statistics import Counts

# As in OpenBench's tests: both players say for three moves that one is six pawns ahead, or after move
# 40 for eight moves that neither is ahead by more than a tenth of a pawn.
ADJUDICATION = ["-resign", "movecount=3", "score=600", "twosided=true",
                "-draw", "movenumber=40", "movecount=8", "score=10"]
FINISHED = re.compile(r"Finished game (\d+) \((first|second) vs (?:first|second)\): (1-0|0-1|1/2-1/2)(.*)")
FORFEITS = ("on time", "illegal", "disconnect", "stall")


class Player(NamedTuple):
    program: Path
    arguments: list[str]
    limit: list[str]    # "tc=3+0.03", or "tc=inf" and "nodes=1000"
    options: list[str]  # "Name=value"


class Games(NamedTuple):
    """A part of a match: pairs of games in openings of a book, in an order that the seed decides."""

    first: Player
    second: Player
    book: Path
    seed: int
    start: int  # the first opening in that order, from 0
    games: int
    concurrency: int
    rules: list[str] = ADJUDICATION


def find(given: str | None) -> Path:
    found = shutil.which(given or "fastchess")
    if not found:
        raise Fault(f"{given}: it cannot be run" if given else
                    "fastchess, which plays the games, is not on the PATH: --fastchess FILE says where it is "
                    "(it comes from github.com/Disservin/fastchess)")
    return Path(found).resolve()


def absolute(option: str) -> str:
    """The players run in another folder, so the paths of an option must be absolute."""
    name, _, value = option.partition("=")
    if name in ("WeightsFile", "SyzygyPath"):
        value = ":".join(str(Path(part).resolve()) if Path(part).exists() else part for part in value.split(":"))
    return f"option.{name}={value}"


def command(fastchess: Path, games: Games, pgn: bool) -> list[str]:
    words = [str(fastchess)]
    for name, player in (("first", games.first), ("second", games.second)):
        words += ["-engine", f"cmd={player.program}", f"name={name}", *player.limit]
        words += [f"args={' '.join(player.arguments)}"] if player.arguments else []
        words += map(absolute, player.options)
    words += ["-openings", f"file={games.book}", "format=epd", "order=random", f"start={games.start + 1}",
              "-srand", str(games.seed), "-rounds", str(games.games // 2), "-games", "2", "-repeat",
              "-concurrency", str(games.concurrency), "-recover", *games.rules,
              "-ratinginterval", "0", "-autosaveinterval", "0"]
    return words + (["-pgnout", "file=games.pgn", "nodes=true"] if pgn else [])


class Tally:
    """The results of the games that fastchess has reported."""

    def __init__(self) -> None:
        self.points: dict[int, int] = {}
        self.forfeits = 0
        self.complaint = ""

    def take(self, line: str) -> bool:
        """Counts the game of a line; False if it reports none. Of the others it keeps the first that names
        an error, or else the last: fastchess prints more lines after its reason."""
        found = FINISHED.match(line)
        if not found or int(found[1]) in self.points:
            if line.strip() and not line.startswith("Started game") and not re.search(
                    "Error|Failed|Fatal", self.complaint):
                self.complaint = line.strip()[:160]
            return False
        white = {"1-0": 2, "0-1": 0}.get(found[3], 1)
        self.points[int(found[1])] = white if found[2] == "first" else 2 - white
        self.forfeits += any(word in found[4] for word in FORFEITS)
        return True

    def counts(self) -> Counts:
        results = list(self.points.values())
        pairs = [0] * 5
        for number, points in self.points.items():
            if number % 2 and number + 1 in self.points:
                pairs[points + self.points[number + 1]] += 1
        return Counts(results.count(2), results.count(1), results.count(0), tuple(pairs), self.forfeits)


def keep_games(left: Path, pgn: Path, games: int) -> None:
    """Adds the games of a part to a file. A full disk cuts them off."""
    text = left.read_text(errors="replace") if left.exists() else ""
    whole = len(re.findall(r"^\[Event ", text, re.MULTILINE))
    if whole != games or not re.search(r"(1-0|0-1|1/2-1/2|\*)\s*$", text):
        raise Fault(f"{left}: fastchess has left {whole} of {games} whole games there; is the disk full?")
    try:
        with open(pgn, "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Fault(f"{pgn}: cannot be written: {error.strerror}") from None


def play(fastchess: Path, games: Games, pgn: Path | None, listen: Callable[[Counts], None]) -> Counts:
    """Plays games and returns their results; `listen` gets those so far after each game."""
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="morpho-lab-") as folder:
        try:
            child = subprocess.Popen(command(fastchess, games, pgn is not None), cwd=folder, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                     env=environment())
        except OSError as error:
            raise Fault(f"{fastchess}: {error.strerror}") from None
        try:
            for line in child.stdout:
                if tally.take(line):
                    listen(tally.counts())
        except BaseException:
            child.send_signal(signal.SIGTERM)
            raise
        finally:
            child.wait()
        counts = tally.counts()
        if counts.games != games.games:
            raise Fault(f"fastchess ended after {counts.games} of {games.games} games; it said: {tally.complaint}")
        if pgn:
            keep_games(Path(folder) / "games.pgn", pgn, games.games)
    return counts

"""Why games were lost: the verb losses, over PGN that fastchess wrote.

A judge, which is a UCI engine, finds in each lost game the move that lost most. Then mcts searches the
position before that move, and the positions of the judge's line after it, to find what it did not see.
"""

import argparse
import collections
import json
import math
import shlex
import signal
import subprocess
from pathlib import Path
from typing import NamedTuple

from . import engine, games, records
from .arguments import COUNT, add
from .fault import Fault
from .progress import Progress

MATE = 30000     # centipawns that stand for a mate
CANDIDATES = 3   # moves of a game that the judge looks at
GRADUAL = 0.1    # the winning probability that a mistake costs at least
AGREED = 0.15    # the distance of two winning probabilities that agree
SEARCHED = 0.1   # the share of a node's visits from which a move was searched
LATER = 16       # factor of the playouts of a longer search
LINE = 7         # moves of the judge's line that are looked at
CAUSES = {
    "gradual": "no move lost much",
    "chance": "a new search with the same playouts plays a better move",
    "late": "more playouts would have seen it",
    "unsearched": "a move of the judge's line got few visits; once it is played, mcts agrees with the judge",
    "misvalued": "mcts disagrees with the judge along the whole line",
}


class Judgement(NamedTuple):
    score: int       # centipawns for the side to move
    line: list[str]  # moves of UCI


class Judge:
    """A UCI engine that searches each position from a cleared state. While it is open, a write to it that
    fails raises an OSError and sends no signal, by which this program would end."""

    def __init__(self, command: str, nodes: int):
        self.name, self.nodes = command, nodes
        self.usual = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        try:
            self.child = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                          stderr=subprocess.DEVNULL, text=True, bufsize=1,
                                          env=engine.environment())
        except (OSError, ValueError) as error:
            raise Fault(f"--judge {command}: {getattr(error, 'strerror', None) or error}") from None

    def ask(self, fen: str, only: str = "") -> Judgement:
        """Its judgement of a position, or of one move there."""
        limit = f"go nodes {self.nodes}" + (f" searchmoves {only}" if only else "")
        score, line = None, []
        try:
            self.child.stdin.write(f"ucinewgame\nposition fen {fen}\n{limit}\n")
            for text in self.child.stdout:
                words = text.split()
                if words[:1] == ["bestmove"]:
                    break
                if "score" in words and "pv" in words:
                    kind, number = words[words.index("score") + 1:][:2]
                    score = int(number) if kind == "cp" else math.copysign(MATE, int(number))
                    line = words[words.index("pv") + 1:]
        except (OSError, ValueError):
            score = None
        if score is None:
            raise Fault(f"--judge {self.name}: it gives no score for the position {fen}")
        return Judgement(int(score), line)

    def close(self) -> None:
        self.child.kill()
        try:
            self.child.communicate()  # what it was not sent is dropped
        except OSError:
            pass
        signal.signal(signal.SIGPIPE, self.usual)


class Node(NamedTuple):
    """What a search of mcts says of its root."""

    fen: str
    value: float               # winning probability of the side to move
    best: str                  # the most visited move
    shares: dict[str, float]   # of the visits
    priors: dict[str, float]
    names: dict[str, str]      # moves of UCI by their SAN


def search(asked: engine.Engine, words: str, fen: str, moves: list[str], playouts: int) -> Node | None:
    """Searches the position after moves of UCI or SAN; None if it ends the game."""
    options = [part for name, value in engine.values(words).items() for part in (f"--{name}", value)]
    text = engine.run([asked.path, *options, "tree", fen, *(["moves", *moves] if moves else []), "nodes", str(playouts),
                       "--format", "json", "--plies", "1", "--children", "256", "--share", "0"], seconds=3600)
    tree = json.loads(text)
    children = tree["root"]["children"]
    if not children:
        return None
    visits = sum(child["visits"] for child in children) or 1
    return Node(tree["fen"], tree["root"]["q"], max(children, key=lambda child: child["visits"])["move"],
                {child["move"]: child["visits"] / visits for child in children},
                {child["move"]: child["prior"]["used"] for child in children},
                {child["san"].rstrip("+#"): child["move"] for child in children})


def winning_probability(score: float) -> float:
    """The winning probability of a score in centipawns."""
    return 1 / (1 + math.exp(-max(-3000.0, min(3000.0, score)) / 150))


def suspects(game: games.Game, side: int) -> list[int]:
    """The plies of a side after which its opponent's score rose most, the worst first."""
    scores = {move.ply: 100 * move.score for move in game.moves[1 - side]}
    own = [move.ply for move in game.moves[side] if move.ply - 1 in scores and move.ply + 1 in scores]
    return sorted(own, key=lambda ply: winning_probability(scores[ply - 1])
                  - winning_probability(scores[ply + 1]))[:CANDIDATES]


class Mistake(NamedTuple):
    node: Node     # the search before it, with the playouts of the games
    ply: int
    played: str
    best: Judgement
    after: Judgement  # of the played move, whose line begins with it

    def loss(self) -> float:
        return winning_probability(self.best.score) - winning_probability(self.after.score)


class Inquiry(NamedTuple):
    """What is the same for all games."""

    asked: engine.Engine
    words: str
    judge: Judge
    playouts: int

    def worst(self, game: games.Game, side: int) -> Mistake | None:
        """The move that lost most; None if the judge would have played all that it looked at."""
        found = []
        for ply in suspects(game, side):
            node = search(self.asked, self.words, game.start, game.words[:ply], self.playouts)
            word = game.words[ply].rstrip("+#")
            played = node.names.get(word, word)
            best = self.judge.ask(node.fen)
            if best.line[0] != played:
                found.append(Mistake(node, ply, played, best, self.judge.ask(node.fen, played)))
        return max(found, key=Mistake.loss, default=None)

    def repeats(self, mistake: Mistake, move: str) -> bool:
        """True if a move is no better than the mistake by half of what that lost."""
        if move in (mistake.played, mistake.best.line[0]):
            return move == mistake.played
        score = self.judge.ask(mistake.node.fen, move).score
        return winning_probability(mistake.best.score) - winning_probability(score) > mistake.loss() / 2

    def neglected(self, mistake: Mistake) -> tuple[str, float, float] | None:
        """The last move of the judge's line before mcts agrees with the judge, with its share of the visits
        and its prior. None if mcts never agrees."""
        line, found = mistake.after.line[:LINE], mistake.node
        for number, move in enumerate(line, 1):
            share, prior = found.shares.get(move, 0.0), found.priors.get(move, 0.0)
            found = search(self.asked, self.words, mistake.node.fen, line[:number], self.playouts)
            score = mistake.after.score if number % 2 == 0 else -mistake.after.score
            if not found or abs(winning_probability(score) - found.value) <= AGREED:
                return move, share, prior
        return None

    def explain(self, mistake: Mistake) -> dict[str, str | int]:
        """The cause, and the neglected move."""
        if mistake.loss() < GRADUAL:
            return {"cause": "gradual", "neglected": "", "share": 0, "prior": 0}
        later = search(self.asked, self.words, mistake.node.fen, [], LATER * self.playouts).best
        found = self.neglected(mistake)
        if not self.repeats(mistake, mistake.node.best):
            cause = "chance"
        elif not self.repeats(mistake, later):
            cause = "late"
        elif not found:
            cause = "misvalued"
        else:
            cause = "unsearched" if found[1] < SEARCHED else "late"
        move, share, prior = found or ("", 0.0, 0.0)
        return {"cause": cause, "neglected": move, "share": round(1e4 * share), "prior": round(1e4 * prior)}


def lost_games(name: str, files: list[str]) -> list[tuple[str, int, games.Game, int]]:
    """The lost games: checksum of the file, number in the file, game, and the side that lost."""
    found = []
    for file in files:
        check = engine.checksum(Path(file))
        for number, game in enumerate(games.read(Path(file)), 1):
            for side, player in enumerate((game.white, game.black)):
                if player == name and game.result == (1 if side else -1):
                    found.append((check, number, game, side))
    return found


def lines_of(rows: list[records.Row]) -> list[str]:
    """The causes with their numbers and three examples each."""
    lines, by_cause = [], collections.defaultdict(list)
    for row in rows:
        by_cause[row["cause"]].append(row)
    for cause, words in CAUSES.items():
        found = sorted(by_cause[cause], key=lambda row: winning_probability(row["after"])
                       - winning_probability(row["best"]))
        lines.append(f"{cause}: {len(found)} of {len(rows)}: {words}")
        for row in found[:3]:
            unseen = (f", neglects {row['neglected']} with a prior of {row['prior'] / 100:.1f}% and "
                      f"{row['share'] / 100:.1f}% of the visits" if row["neglected"] else "")
            lines.append(f"    {row['fen']}: {row['played']} ({row['after']:+}) in place of {row['better']} "
                         f"({row['best']:+}){unseen}")
    return lines


def run(given: argparse.Namespace) -> None:
    asked = engine.ask(engine.find(given.program))
    words = engine.check_words(asked, given.set, "--set") + f" Search=mcts Hash={given.hash}"
    found = lost_games(given.name, given.files)[:given.limit]
    if not found:
        raise Fault(f"no lost game of {given.name}: the name must be that of the tags White and Black")
    rows: list[records.Row] = []
    judge, progress = Judge(given.judge, given.judge_nodes), Progress("losses", "games", len(found))
    with records.Record(Path(given.out), "losses") as record:
        origin = records.origin(record, asked)
        inquiry = Inquiry(asked, words, judge, given.playouts)
        progress.announce()
        try:
            for done, (check, number, game, side) in enumerate(found, 1):
                key: records.Row = {"name": given.name, "settings": words, "judge": given.judge,
                                    "judge_nodes": given.judge_nodes, "playouts": given.playouts, "games": check,
                                    "game": number, "bench": origin["bench"]}
                row = record.find(key)
                mistake = None if row else inquiry.worst(game, side)
                if mistake:
                    row = {**key, "fen": mistake.node.fen, "played": mistake.played, "after": mistake.after.score,
                           "better": mistake.best.line[0], "best": mistake.best.score, **inquiry.explain(mistake),
                           **origin}
                    record.add(row)
                rows += [row] if row else []
                progress.show(done)
        finally:
            judge.close()
    progress.end()
    print("\n".join(lines_of(rows)))


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("losses", help="which moves lost games, and why mcts played them", description=(
        "Finds in each lost game of an engine the move that lost most, as a judge says, and searches it again by mcts. "
        "The opponent's scores in the games say which moves the judge looks at."))
    parser.add_argument("name", metavar="NAME", help="the engine's name in the tags White and Black")
    parser.add_argument("files", metavar="GAMES.pgn", nargs="+")
    parser.add_argument("--judge", metavar="COMMAND", default="stockfish", help="a UCI engine (stockfish)")
    parser.add_argument("--judge-nodes", metavar="N", type=COUNT, default=400000, help="a judgement (400000)")
    parser.add_argument("--playouts", metavar="N", type=COUNT, default=14000, help="as many as in the games (14000)")
    add(parser, "limit set hash program out", hash=256, out="losses.csv")
    parser.set_defaults(run=run)

"""Matches of two settings of one program, which resume after a kill: each part of a match is a row of
its record as soon as it is played."""

import argparse
import math
import re
from pathlib import Path
from typing import NamedTuple

from . import engine, fastchess, records
from .arguments import add
from .fault import Fault, Misuse
from .progress import Progress
from .statistics import LLR_BOUND, Counts, elo, elo_text, llr, normalised_elo

CLOCK = re.compile(r"(?:(\d{1,3})/)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
LIMIT = re.compile(r"(?:nodes (?P<nodes>[1-9]\d{0,14})|tc (?P<tc>\S+) concurrency (?P<concurrency>[1-9]\d{0,3}))"
                   r"(?: sprt (?P<elo0>-?\d+(?:\.\d+)?)/(?P<elo1>-?\d+(?:\.\d+)?))?")


# For estimates: a game has about 120 moves with a limit in nodes, and takes 3.2 times the time of a side.
NODES_A_SECOND = {"mcts": 300_000, "negamax": 2_000_000}
MOVES_OF_GAME, SIDES_OF_GAME = 120, 3.2


class Match(NamedTuple):
    """What is played, in the words of the record."""

    first: str
    second: str
    both: str
    limit: str  # "nodes 5000" or "tc 3+0.03 concurrency 2", and for a sequential test "sprt 0/5"
    book: str
    seed: int
    start: int  # the first opening, from 0
    games: int


class Table(NamedTuple):
    """What plays: the program, fastchess, and where the results go."""

    engine: engine.Engine
    fastchess: Path
    data: str | None
    concurrency: int
    part: int
    record: records.Record | None
    pgn: Path | None
    origin: records.Row  # what new rows say of what made them; empty without a record


def clock_seconds(tc: str) -> tuple[float, float]:
    """Base time and increment in seconds; a Fault if it is not a time control."""
    found = CLOCK.fullmatch(tc)
    seconds = (float(found[2]), float(found[3] or 0)) if found else (0.0, 0.0)
    if not found or sum(seconds) <= 0 or len(tc) > 40:
        raise Fault(f"{tc[:40]}: expected a time control, such as 3+0.03 or 40/60+0.5")
    return seconds


def seconds(match: Match, search: str, jobs: int) -> float:
    """About how long a match takes."""
    found = LIMIT.fullmatch(match.limit)
    if found["tc"]:
        return SIDES_OF_GAME * clock_seconds(found["tc"])[0] * match.games / int(found["concurrency"])
    return MOVES_OF_GAME * int(found["nodes"]) / NODES_A_SECOND.get(search, 1_000_000) * match.games / jobs


def search_of(match: Match, asked: engine.Engine) -> str:
    """The search of the second player."""
    return engine.values(f"{match.both} {match.second}").get("Search", asked.options["search"].default)


def sprt_of(limit: str) -> tuple[float, float] | None:
    found = LIMIT.fullmatch(limit)
    return (float(found["elo0"]), float(found["elo1"])) if found and found["elo0"] else None


def check_match(match: Match) -> None:
    """A Fault if the match's limit or its numbers make no sense."""
    found = LIMIT.fullmatch(match.limit)
    if not found:
        raise Fault(f"limit {match.limit[:60]}: expected such as \"nodes 5000\" or \"tc 3+0.03 concurrency 2\"")
    if found["tc"]:
        clock_seconds(found["tc"])
    if match.games < 2 or match.games % 2:
        raise Fault(f"games {match.games}: expected an even number, since each opening is played twice")
    sprt = sprt_of(match.limit)
    if sprt and sprt[0] >= sprt[1]:
        raise Fault(f"limit {match.limit}: the first strength of a test must be the lesser one")


def openings(book: Path) -> int:
    """The number of a book's openings."""
    try:
        text = book.read_text()
    except (OSError, UnicodeDecodeError):
        raise Fault(f"{book}: it is no book of openings: one FEN or EPD a line, not compressed") from None
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not re.match(r"\s*(?:[pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+ [wb] ", lines[0]):
        raise Fault(f"{book}: its first line is no position")
    return len(lines)


def weights(match: Match) -> list[Path]:
    words = f"{match.both} {match.first} {match.second}".split()
    return [Path(word.partition("=")[2]) for word in words
            if word.startswith("WeightsFile=") and word != "WeightsFile=<built-in>"]


def settle(match: Match, table: Table) -> tuple[Match, Path]:
    """The match with its options as the program spells them, and its book."""
    check_match(match)
    words = {name: engine.check_words(table.engine, getattr(match, name).split(), name)
             for name in ("first", "second", "both")}
    for name in ("first", "second"):
        engine.check_player(table.engine, words["both"], words[name], name)
    book = engine.find_data(match.book, table.data)
    count = openings(book)
    if match.start + match.games // 2 > count:
        raise Fault(f"{book}: it has {count} openings, and the match needs {match.start + match.games // 2}; "
                    "fastchess would begin it anew and play the same games again")
    return match._replace(**words, book=re.sub('[,"\n]', " ", book.name)), book


def row_of(match: Match, table: Table, book: Path) -> records.Row:
    """The columns of all rows of a match."""
    return {"first": match.first, "second": match.second, "both": match.both, "limit": match.limit,
            "book": match.book, "seed": match.seed, "program": engine.checksum(table.engine.path),
            "files": engine.checksum(book, *weights(match)), "machine": engine.machine()}


def counts_of(row: records.Row) -> Counts:
    return Counts(row["won"], row["drawn"], row["lost"], tuple(row[f"p{n}"] for n in range(5)), row["forfeits"])


def is_decided(match: Match, counts: Counts) -> bool:
    sprt = sprt_of(match.limit)
    return sprt is not None and abs(llr(counts, *sprt)) >= LLR_BOUND


def games_of(match: Match, table: Table, book: Path, start: int, games: int) -> fastchess.Games:
    """A part of a match for fastchess. A player's own options come last, since one such as Setting changes
    others. Minimal leaves out reports that nobody reads, an eighth of the time at few nodes."""
    found = LIMIT.fullmatch(match.limit)
    limit = [f"tc={found['tc']}"] if found["tc"] else ["tc=inf", f"nodes={found['nodes']}"]
    players = [fastchess.Player(table.engine.path, table.engine.arguments, limit,
                                ["Minimal=true", *match.both.split(), *own.split()])
               for own in (match.first, match.second)]
    concurrency = int(found["concurrency"] or table.concurrency)
    return fastchess.Games(*players, book, match.seed, start, games, concurrency)


def play(match: Match, table: Table) -> Counts:
    """Plays what the record does not hold, and returns the results of all of the match."""
    match, book = settle(match, table)
    key, record = row_of(match, table, book), table.record
    counts, new = Counts(), 0
    progress = Progress("match", "games", match.games)
    try:
        while counts.games < match.games and not is_decided(match, counts):
            start = match.start + counts.games // 2
            known = record.find({**key, "start": start}) if record else None
            if known:
                counts = counts.plus(counts_of(known))
                progress.total = match.games - counts.games + new
                continue
            games = min(table.part, match.games - counts.games)

            def listen(part: Counts) -> None:
                figure = elo(counts.plus(part))
                bounded = math.isfinite(figure.value) and math.isfinite(figure.error)
                progress.show(new + part.games, f", {elo_text(figure)} Elo" if bounded else "")

            if not new:
                left = match._replace(games=match.games - counts.games)
                progress.announce(seconds(left, search_of(match, table.engine), table.concurrency))
            part = fastchess.play(table.fastchess, games_of(match, table, book, start, games), table.pgn, listen)
            if record:
                record.add({**key, "start": start, **table.origin, "games": games, "won": part.won, "drawn": part.drawn,
                            "lost": part.lost, **{f"p{n}": part.pairs[n] for n in range(5)},
                            "forfeits": part.forfeits})
            counts, new = counts.plus(part), new + games
    finally:
        progress.end()
    return counts


def result_text(match: Match, counts: Counts) -> str:
    words = [f"{match.first or '-'}: {elo_text(elo(counts))} Elo, {counts.games} games: {counts.text()}",
             f"normalised {normalised_elo(counts):+.1f}", f"pairs {', '.join(map(str, counts.pairs))}"]
    sprt = sprt_of(match.limit)
    if sprt:
        ratio = llr(counts, *sprt)
        verdict = f": {sprt[ratio > 0]:g} is accepted" if abs(ratio) >= LLR_BOUND else ""
        words.append(f"LLR {ratio:.2f} of {sprt[1]:g} against {sprt[0]:g}{verdict}")
    if counts.forfeits:
        words.append(f"{counts.forfeits} forfeited")
    return "; ".join(words)


def limit_of(given: argparse.Namespace) -> str:
    """The limit in words. Games at once share the processor, so their number belongs to a clock."""
    if (given.tc is None) == (given.nodes is None):
        raise Misuse("give either --nodes or --tc")
    limit = f"nodes {given.nodes}" if given.nodes else f"tc {given.tc} concurrency {given.jobs}"
    if given.sprt:
        found = re.fullmatch(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)", given.sprt)
        if not found:
            raise Misuse(f"--sprt {given.sprt}: expected two strengths in Elo, such as 0,5")
        limit += f" sprt {found[1]}/{found[2]}"
    return limit


def open_table(given: argparse.Namespace, record: records.Record | None) -> Table:
    asked = engine.ask(engine.find(given.program))
    pgn = Path(given.pgn).resolve() if given.pgn else None
    if pgn and record and pgn == record.path.resolve():
        raise Misuse("--pgn and --out must be two files")
    return Table(asked, fastchess.find(given.fastchess), given.data_dir, given.jobs, given.part, record, pgn,
                 records.origin(record, asked) if record else {})


def open_record(path: str | None, kind: str) -> records.Record | None:
    return records.Record(Path(path), kind) if path else None


def each_technique(match: Match, table: Table) -> list[Match]:
    """A match for each switch of the second player's search, set the other way round for the first."""
    second, search = engine.values(f"{match.both} {match.second}"), search_of(match, table.engine)
    made = []
    for option in table.engine.options.values():
        is_switch = option.type == "check" and option.name in table.engine.techniques
        if is_switch and engine.search_of(option.name) == search:
            other = "true" if second.get(option.name, option.default) == "false" else "false"
            made.append(match._replace(first=f"{match.first} {option.name}={other}".strip()))
    return made


def run(given: argparse.Namespace) -> None:
    match = Match(" ".join(given.first), " ".join(given.second), " ".join([f"Hash={given.hash}", *given.both]),
                  limit_of(given), given.book, given.seed, given.start, given.games)
    for name in ("first", "second", "both"):
        for word in getattr(given, name):
            if re.search(r'[\s,"]', word) or "=" not in word:
                raise Misuse(f"--{name} {word[:60]}: expected NAME=VALUE without blanks, commas and quotes")
    try:
        check_match(match)
    except Fault as fault:
        raise Misuse(f"--{fault}") from None
    record = open_record(given.out, "match")
    try:
        table = open_table(given, record)
        first = "each technique" if given.each_technique else match.first or "the defaults"
        print(f"{first} against {match.second or 'the defaults'}, both {match.both}, {match.limit}", flush=True)
        for one in each_technique(match, table) if given.each_technique else [match]:
            print(result_text(one, play(one, table)), flush=True)
    finally:
        if record:
            record.close()


TABLE_OPTIONS = "book program fastchess data-dir jobs part"


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("match", help="two settings play each other", description=(
        "Plays a match between two settings of one Morpho through fastchess, and prints by how much the first is "
        "stronger. Each opening is played twice with colours reversed, so the errors (95%) are those of pairs of "
        "games. With --out each part of the match is a row of a CSV file, so the same command resumes after a kill."))
    add(parser, f"first second both nodes tc games seed start hash out pgn {TABLE_OPTIONS}", games=2000)
    parser.add_argument("--each-technique", action="store_true", help="a match for each switch of the search")
    parser.add_argument("--sprt", metavar="ELO0,ELO1", help="ends as soon as one of these strengths is accepted (5%%)")
    parser.set_defaults(run=run)

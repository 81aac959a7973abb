"""Test positions, searched to fixed limits by `morpho suite`: the verb suite.

Each search is a row of a record as soon as it is done, and is not done again by the same build.
"""

import argparse
import csv
import io
import queue
import re
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Callable, Iterator, NamedTuple, Sequence

from . import engine, records
from .arguments import COUNT, add, whole
from .fault import Fault, Misuse
from .matches import NODES_A_SECOND
from .progress import Progress


class Way(NamedTuple):
    """A way to search the positions."""

    search: str
    words: str    # UCI options, "Name=value"
    setting: str  # their name in a record: "mia -NullMove QuietRule=relative"
    limit: str    # "nodes 1000", "depth 8", "movetime 100"
    hash_mb: int = 16
    threads: int = 1


class Position(NamedTuple):
    suite: str  # the name of its file
    text: str   # its line there
    fen: str
    id: str
    answered: bool


def technique_bases(asked: engine.Engine, search: str) -> dict[str, dict[str, str]]:
    """The values of the techniques of a search in the settings modern and mia, from `morpho params`."""
    bases: dict[str, dict[str, str]] = {"modern": {}, "mia": {}}
    for line in engine.run([asked.path, "--search", search, "params"]).splitlines():
        fields = line.split()
        if len(fields) > 2 and fields[0] in asked.techniques and engine.search_of(fields[0]) == search:
            bases["modern"][fields[0]] = fields[1]
            # The table of mcts has one setting.
            bases["mia"][fields[0]] = fields[2] if search == "negamax" else fields[1]
    return bases


def setting_name(asked: engine.Engine, bases: dict[str, dict[str, str]], search: str, words: str) -> str:
    """The setting and the techniques that differ from it, in the engine's order."""
    given = engine.values(words)
    setting = given.get("Setting", "modern") if search == "negamax" else "modern"
    changes = []
    for option in asked.options.values():
        if option.name not in given or option.name not in asked.techniques:
            continue
        value = {"true": "on", "false": "off"}.get(given[option.name], given[option.name])
        if engine.search_of(option.name) != search:
            raise Fault(f"{option.name} is a technique of {engine.search_of(option.name)}, not of {search}")
        if value != bases[setting].get(option.name):
            is_switch = option.type == "check"
            changes.append(("+" if value == "on" else "-") + option.name if is_switch else f"{option.name}={value}")
    return " ".join([setting if search == "negamax" else "default", *changes])


def make_way(asked: engine.Engine, search: str, given: Sequence[str], limit: str, hash_mb: int = 16,
             rule: str = "") -> Way:
    """A way with the given options and those of a rule, which are techniques: a record names no others."""
    own = engine.check_words(asked, rule.split(), "--rule")
    for name in engine.values(own):
        if name not in asked.techniques and name != "Setting":
            raise Fault(f"--rule {rule}: {name} is no technique; --set sets options of all rules")
    words = " ".join([engine.check_words(asked, [word for text in given for word in text.split()], "--set"), own]).strip()
    return Way(search, words, setting_name(asked, technique_bases(asked, search), search, words), limit, hash_mb)


def command(asked: engine.Engine, way: Way, path: Path, limit: str) -> list[str]:
    options = [part for name, value in engine.values(way.words).items() for part in (f"--{name}", value)]
    return [str(asked.path), "--Search", way.search, "--Hash", str(way.hash_mb), "--Threads", str(way.threads),
            *options, "suite", str(path), *limit.split()]


def read_positions(asked: engine.Engine, way: Way, path: Path) -> tuple[list[Position], str]:
    """The positions of an EPD file and the checksum of the nets; a Fault if a line is wrong."""
    lines = path.read_text(errors="replace").split("\n")
    listed = list(csv.DictReader(io.StringIO(engine.run(command(asked, way, path, "")))))
    name = re.sub(r'[^ -~]|[,"]', "?", path.name)
    found = [Position(name, lines[int(row["line"]) - 1].rstrip("\0\r"), row["position"],
                      row["id"] if not row["id"].startswith("line ") else f"{name}:{row['line']}",
                      row["solved"] != "") for row in listed]
    return found, listed[0]["net"]


def answers(asked: engine.Engine, way: Way, positions: Sequence[Position],
            started: Callable[[subprocess.Popen], None] = lambda _: None) -> Iterator[tuple[Position, dict[str, str]]]:
    """Searches positions by one process, and gives each answer as soon as it is there. `started` is called
    with the process."""
    with tempfile.TemporaryDirectory(prefix="morpho-lab-") as folder:
        path = Path(folder) / "positions.epd"
        path.write_text("".join(position.text + "\n" for position in positions))
        with subprocess.Popen(command(asked, way, path, way.limit), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, env=engine.environment()) as child:
            started(child)
            try:
                count = 0
                for count, row in enumerate(csv.DictReader(child.stdout), 1):
                    yield positions[count - 1], row
                complaint = child.stderr.read().strip()
                if child.wait() != 0 or count != len(positions):
                    raise Fault(f"{asked.path} suite: {complaint or f'ended after {count} positions'}")
            finally:
                child.kill()


def search_all(asked: engine.Engine, tasks: list[tuple[Way, list[Position]]], jobs: int,
               take: Callable[[Way, Position, dict[str, str]], None]) -> None:
    """Searches by `jobs` processes at once; `take` gets the answers one after the other, as they come."""
    waiting: queue.SimpleQueue = queue.SimpleQueue()
    done: queue.SimpleQueue = queue.SimpleQueue()
    for way, positions in tasks:
        for first in range(0, len(positions), 10):
            waiting.put((way, positions[first:first + 10]))
    children: list[subprocess.Popen] = []
    stopped = threading.Event()

    def work() -> None:
        try:
            while not stopped.is_set():
                way, positions = waiting.get_nowait()
                for position, row in answers(asked, way, positions, children.append):
                    done.put((way, position, row))
        except queue.Empty:
            done.put(None)
        except BaseException as fault:
            done.put(fault)

    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    running = jobs
    try:
        while running:
            item = done.get()
            if isinstance(item, BaseException):
                raise item
            if item is None:
                running -= 1
            else:
                take(*item)
    finally:
        stopped.set()
        for thread in threads:
            while thread.is_alive():  # it may be about to start a process
                for child in list(children):
                    child.kill()
                thread.join(0.1)


class Inputs(NamedTuple):
    asked: engine.Engine
    positions: list[Position]
    net: str
    record: records.Record | None
    origin: records.Row


def read_inputs(given: argparse.Namespace, kind: str, asked: engine.Engine, way: Way) -> Inputs:
    """The positions of all files, and the record with what all new rows say."""
    positions, net = [], ""
    for file in given.files:
        found, net = read_positions(asked, way, engine.find_data(file, given.data_dir))
        positions += found
    positions = positions[:given.limit]
    if not given.out:
        return Inputs(asked, positions, net, None, {"bench": 0, "commit": "", "defaults": "", "machine": ""})
    record = records.Record(Path(given.out), kind)
    return Inputs(asked, positions, net, record, records.origin(record, asked))


def seconds(tasks: list[tuple[Way, list[Position]]], jobs: int) -> float | None:
    """About how long the searches take; None for searches to a depth."""
    sums = 0.0
    for way, positions in tasks:
        kind, limit = way.limit.split()
        if kind == "depth":
            return None
        sums += len(positions) * (int(limit) / (1000 if kind == "movetime" else NODES_A_SECOND[way.search]))
    return sums / jobs


def search_ways(inputs: Inputs, ways: Sequence[Way], jobs: int, what: str) -> list[records.Row]:
    """The rows of all positions by all ways, from the record or from new searches."""
    def key(way: Way, position: Position) -> records.Row:
        limit = way.limit if not way.limit.startswith("movetime") else f"{way.limit} threads {jobs}"
        return {"search": way.search, "setting": way.setting, "limit": limit, "hash_mb": way.hash_mb,
                "net": inputs.net, "position": position.fen, "bench": inputs.origin["bench"],
                "suite": position.suite, "id": position.id}

    names = ("search", "setting", "limit", "hash_mb", "net", "position", "bench", "suite", "id")
    # What is found in a time depends on the machine.
    known = {tuple(row[name] for name in names): row for row in (inputs.record.rows if inputs.record else [])
             if not row["limit"].startswith("movetime") or row["machine"] == inputs.origin["machine"]}
    rows: list[records.Row] = []
    tasks: list[tuple[Way, list[Position]]] = []
    for way in ways:
        new = []
        for position in inputs.positions:
            found = known.get(tuple(key(way, position).values()))
            if found:
                rows.append(found)
            else:
                new.append(position)
        tasks.append((way, new))
    total, left = sum(len(new) for _, new in tasks), len(rows)
    progress = Progress(what, "searches", total)
    if total:
        progress.announce(seconds(tasks, jobs))

    def take(way: Way, position: Position, answer: dict[str, str]) -> None:
        row = {**key(way, position), "move": answer["move"], "score": answer["score"],
               **{name: int(answer[name]) for name in ("depth", "nodes", "solution_nodes", "solution_ms", "points",
                                                       "points_most")},
               # Two clocks have measured these, and a part must not be greater than its whole.
               "time_ms": max(int(answer["time_us"]) // 1000, int(answer["solution_ms"])),
               "solved": int(answer["solved"] or 0), **inputs.origin}
        if inputs.record:
            inputs.record.add(row)
        rows.append(row)
        progress.show(len(rows) - left)

    try:
        search_all(inputs.asked, tasks, jobs, take)
    finally:
        progress.end()
    if inputs.record:
        print(f"{inputs.record.path}: {total} searches are new")
    return rows


def limits_of(given: argparse.Namespace, search: str) -> str:
    nodes = given.playouts or given.nodes if search == "mcts" else given.nodes
    if given.movetime and nodes:
        raise Misuse("give either --nodes or --movetime")
    if given.playouts and not nodes:
        raise Misuse("--playouts is for mcts: negamax needs --nodes too")
    return f"nodes {nodes}" if nodes else f"movetime {given.movetime or 1000}"


def print_suite(ways: Sequence[Way], rows: Sequence[records.Row]) -> None:
    for way in ways:
        own = [row for row in rows if (row["search"], row["setting"]) == (way.search, way.setting)]
        solved = [row for row in own if row["solved"]]
        middle = sorted(row["solution_nodes"] for row in solved)[(len(solved) - 1) // 2] if solved else 0
        points, most = (sum(row[name] for row in own) for name in ("points", "points_most"))
        print(f"{way.search} {way.setting}, {way.limit}: {len(solved)} of {len(own)} solved"
              + (f", {points} of {most} points" if most else "")
              + f"; {middle} nodes to solution (median), {sum(row['nodes'] for row in own)} nodes in all")
    print("not solved by all:" if len(ways) > 1 else "not solved:")
    for identity in dict.fromkeys((row["suite"], row["id"]) for row in rows if not row["solved"]):
        found = [row for row in rows if (row["suite"], row["id"]) == identity]
        print(f"  {identity[1]:24} " + "; ".join(f"{row['search']} {row['move']} ({row['score']})"
                                                + (", right" if row["solved"] else "") for row in found))


def run_suite(given: argparse.Namespace) -> None:
    asked = engine.ask(engine.find(given.program))
    searches = ["mcts", "negamax"] if given.search == "both" else [given.search]
    ways = []
    for search in searches:
        words = [word for word in given.set if len(searches) == 1 or not wrong(asked, word, search)]
        ways.append(make_way(asked, search, words, limits_of(given, search), given.hash))
    inputs = read_inputs(given, "suite", asked, ways[0])
    for position in inputs.positions:
        if not position.answered:
            raise Fault(f"{position.id}: it has no bm, am or points, so no move is known to be good")
    print_suite(ways, search_ways(inputs, ways, given.jobs, "suite"))


def wrong(asked: engine.Engine, word: str, search: str) -> bool:
    """True if a word sets a technique of the other search, which then does not apply."""
    name = word.partition("=")[0].lower()
    option = asked.options.get(name)
    return option is not None and option.name in asked.techniques and engine.search_of(option.name) != search


POSITIONS = "set hash limit out program data-dir"


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE.epd", nargs="+")


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("suite", help="searches test positions and counts what is solved", description=(
        "Searches each position of EPD files from a cleared search. It is solved if the final move is a best move "
        "(bm) and none to avoid (am). Nodes are playouts for mcts and positions for negamax."))
    add_files(parser)
    parser.add_argument("--search", choices=["mcts", "negamax", "both"], default="both", help="(both)")
    parser.add_argument("--playouts", metavar="N", type=COUNT, help="the limit of mcts, if it is another")
    parser.add_argument("--movetime", metavar="MS", type=whole(1, 10**9), help="time of a search (1000)")
    add(parser, f"nodes jobs {POSITIONS}")
    parser.set_defaults(run=run_suite)

"""Nodes and time of negamax to a depth: the verbs order and threads."""

import argparse
from pathlib import Path
from typing import Sequence

from . import engine, pictures, plans, records, suite
from .arguments import CORES, add, whole
from .fault import Misuse
from .progress import Progress
from .statistics import mean_ratio, ratio_text, sum_ratio

# The increments of history in Tables 1 and 2 of Winands et al. (2004).
INCREMENTS = ("0", "1", "d", "d2", "d3", "2d")


def increment_rules() -> list[str]:
    pairs = [(a, b) for a in INCREMENTS[1:] for b in INCREMENTS[1:]]
    return [f"QuietRule=schaeffer HistoryIncrement={a}" for a in INCREMENTS] + [
        f"QuietRule=relative HistoryIncrement={a} ButterflyIncrement={b}" for a, b in pairs]


def plan_rules(path: Path) -> list[str]:
    """The setting itself, and what each negamax match of a plan changes."""
    return ["", *(" ".join([place.match.first, place.match.second]).strip() for place in plans.read(path)
                  if place.search == "negamax")]


def compare(rows: Sequence[records.Row], base: Sequence[records.Row]) -> tuple[list[int], list[int]]:
    """The nodes of the positions that both have."""
    below = {row["position"]: row["nodes"] for row in base if row["nodes"]}
    pairs = {row["position"]: (row["nodes"], below[row["position"]]) for row in rows
             if row["position"] in below and row["nodes"]}
    return [pair[0] for pair in pairs.values()], [pair[1] for pair in pairs.values()]


def print_order(rules: Sequence[str], depths: Sequence[int], rows: Sequence[records.Row],
                ways: dict[tuple, suite.Way]) -> list:
    """Prints the nodes of each rule and depth; returns the ratios to the first rule's."""
    groups: dict[tuple, list[records.Row]] = {}
    for row in rows:
        groups.setdefault((row["setting"], row["limit"]), []).append(row)
    ratios = []
    for depth in depths:
        base = groups[ways[rules[0], depth].setting, f"depth {depth}"]
        print(f"depth {depth}: {rules[0]}: {sum(row['nodes'] for row in base)} nodes")
        for rule in rules[1:]:
            own = groups[ways[rule, depth].setting, f"depth {depth}"]
            above, below = compare(own, base)
            ratio = mean_ratio(above, below)
            ratios.append((rule, depth, ratio))
            print(f"  {rule}: {sum(row['nodes'] for row in own)} nodes; {ratio_text(ratio)} by the mean of the "
                  f"positions' ratios, {ratio_text(sum_ratio(above, below))} by totals")
    return ratios


def run_order(given: argparse.Namespace) -> None:
    asked = engine.ask(engine.find(given.program))
    rules = list(dict.fromkeys(given.rule + (increment_rules() if given.increments else [])
                               + (plan_rules(Path(given.plan)) if given.plan else [])))
    if not rules or not given.depth:
        raise Misuse("give --depth, and --rule, --increments or --plan")
    depths = sorted(set(given.depth))
    common = [f"Setting={given.setting}", *given.set]
    ways = {(rule, depth): suite.make_way(asked, "negamax", common, f"depth {depth}", given.hash, rule)
            for rule in rules for depth in depths}
    names = {way.setting: rule for (rule, _), way in reversed(ways.items())}
    rules = [rule for rule in rules if names[ways[rule, depths[0]].setting] == rule]  # each setting once
    inputs = suite.read_inputs(given, "suite", asked, ways[rules[0], depths[0]])
    rows = suite.search_ways(inputs, [ways[rule, depth] for depth in depths for rule in rules], given.jobs, "order")
    ratios = print_order(rules, depths, rows, ways)
    if given.plot:
        pictures.draw_order(Path(given.plot), rules[0], ratios)


def run_threads(given: argparse.Namespace) -> None:
    """One thread, several threads that share the work, and as many searches of one thread side by side."""
    asked = engine.ask(engine.find(given.program))
    one = suite.make_way(asked, "negamax", given.set, f"depth {given.depth}", given.hash)
    inputs = suite.read_inputs(given, "threads", asked, one)
    shared, rows, count = one._replace(threads=given.threads), [], given.threads
    progress = Progress("threads", "positions", len(inputs.positions))
    progress.announce()
    for number, position in enumerate(inputs.positions, 1):
        key: records.Row = {"threads": count, "depth": given.depth, "hash_mb": given.hash, "net": inputs.net,
                            "machine": inputs.origin["machine"], "position": position.fen,
                            "bench": inputs.origin["bench"], "suite": position.suite, "id": position.id}
        row = inputs.record.find(key) if inputs.record else None
        if not row:
            figures: records.Row = {}
            for name, way in (("one", one), ("shared", shared)):
                answer = next(suite.answers(asked, way, [position]))[1]
                figures |= {f"{name}_us": max(int(answer["time_us"]), 1), f"{name}_nodes": int(answer["nodes"])}
            beside: list[dict[str, str]] = []
            suite.search_all(asked, [(one, [position])] * count, count, lambda _way, _position, answer: beside.append(answer))
            figures |= {"beside_us": max(1, *(int(answer["time_us"]) for answer in beside)),
                        "beside_nodes": sum(int(answer["nodes"]) for answer in beside)}
            row = {**key, **figures, **inputs.origin}
            if inputs.record:
                inputs.record.add(row)
        rows.append(row)
        progress.show(number)
    progress.end()
    print_threads(rows, given)


def print_threads(rows: Sequence[records.Row], given: argparse.Namespace) -> None:
    time = mean_ratio([row["shared_us"] for row in rows], [row["one_us"] for row in rows])
    speed, beside = (sum(row[f"{name}_nodes"] for row in rows) / sum(row[f"{name}_us"] for row in rows)
                     for name in ("shared", "beside"))
    print(f"{len(rows)} positions to depth {given.depth}, {given.threads} threads: {ratio_text(time, 2)} of one "
          f"thread's time; {speed / beside:.2f} of the nodes a second of {given.threads} searches side by side")


def add_verbs(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("order", help="nodes to a depth by each rule of move order", description=(
        "Searches EPD files to fixed depths by negamax with each rule, a text with one or more NAME=VALUE. The "
        "others are compared with the first rule; \"\" is the setting itself. Bounds (95%) are by the bootstrap."))
    suite.add_files(parser)
    parser.add_argument("--setting", choices=["mia", "modern"], default="mia", help="(mia)")
    parser.add_argument("--rule", metavar="TEXT", action="append", default=[], help="may be repeated")
    parser.add_argument("--increments", action="store_true", help="adds the rules of Winands' Tables 1 and 2 (2004)")
    parser.add_argument("--plan", metavar="CSV", help="adds what the negamax matches of a plan change")
    parser.add_argument("--depth", metavar="N", type=whole(1, 60), action="append", help="may be repeated")
    add(parser, f"plot jobs {suite.POSITIONS}")
    parser.set_defaults(run=run_order)

    parser = verbs.add_parser("threads", help="what more threads are worth to negamax", description=(
        "Searches each position to a depth by one thread, by several threads that share the work, and by as many "
        "searches of one thread side by side."))
    suite.add_files(parser)
    parser.add_argument("--threads", metavar="N", type=whole(2, 256), default=max(2, CORES), help="(all cores)")
    parser.add_argument("--depth", metavar="N", type=whole(1, 60), default=16, help="(16)")
    add(parser, suite.POSITIONS, hash=64)
    parser.set_defaults(run=run_threads)

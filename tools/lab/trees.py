"""Rules of mcts against long searches: the verb mcts, over `morpho tree --format json`.

For each position it compares the best move, the visits and the priors of short searches with the
visits of a long one. The divergence is that of Kullback and Leibler, in nats.
"""

import argparse
import json
import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, Sequence

from . import engine, matches, records, suite
from .arguments import add, whole
from .fault import Fault
from .progress import Progress
from .statistics import Bounded, bootstrap, mean, ratio_text, total

LEAST_PRIOR = 1 / 65535  # the least that the engine's tree can hold
INNER_NODES = 16         # nodes below the root that are compared, the most visited ones,
INNER_VISITS = 100       # with this many visits or more
RESAMPLES = 1000
PROVEN = -1              # the figure of a position that the long search has proven


def divergence(visits: dict[str, float], priors: dict[str, float]) -> float:
    """Of the shares of visits from the priors: the sum of v ln(v / p)."""
    every = sum(visits.values())
    return sum(count / every * math.log(count / every / max(priors.get(move, 0), LEAST_PRIOR))
               for move, count in visits.items() if count)


def visit_shares(visits: dict[str, float]) -> dict[str, float]:
    """Shares of visits as priors; each move has half a visit more."""
    every = sum(count + 0.5 for count in visits.values())
    return {move: (count + 0.5) / every for move, count in visits.items()}


Nodes = dict[tuple[str, ...], dict]


def nodes_of(tree: dict) -> Nodes:
    """The nodes of a tree by the moves that lead there."""
    found, waiting = {}, [((), tree["root"])]
    while waiting:
        path, node = waiting.pop()
        if node["children"]:
            found[path] = node
        waiting += [(path + (child["move"],), child) for child in node["children"]]
    return found


def visits_of(node: dict) -> dict[str, float]:
    return {child["move"]: child["visits"] for child in node["children"]}


def priors_of(node: dict) -> dict[str, float]:
    return {child["move"]: child["prior"]["now"] for child in node["children"]}


def search_tree(asked: engine.Engine, way: suite.Way, fen: str, playouts: int) -> Nodes:
    """The tree after a search; of a long one the nodes with enough visits to be compared."""
    start = suite.command(asked, way, Path("-"), "")
    start = start[:start.index("suite")]
    share = f"{100 * INNER_VISITS / playouts / 4:.6f}" if playouts > 100 * INNER_VISITS else "0"
    text = engine.run([*start, "tree", fen, "nodes", str(playouts), "--format", "json", "--plies", "8", "--children",
                       "256", "--share", share], seconds=36000)
    return nodes_of(json.loads(text))


def compare(long: Nodes, short: Nodes, best: str, move: str) -> dict[str, int]:
    """The figures of a short search, in millionths of a nat."""
    root = visits_of(long[()])
    figures = {"agrees": int(best == move), "visits": PROVEN, "root_priors": PROVEN, "inner_priors": PROVEN}
    if sum(root.values()) < INNER_VISITS:
        return figures
    figures["visits"] = round(1e6 * divergence(root, visit_shares(visits_of(short[()]))))
    figures["root_priors"] = round(1e6 * divergence(root, priors_of(short[()])))
    inner = sorted((path for path in long if path and path in short and long[path]["visits"] >= INNER_VISITS),
                   key=lambda path: (-long[path]["visits"], path))[:INNER_NODES]
    found = [divergence(visits_of(long[path]), priors_of(short[path])) for path in inner]
    figures["inner_priors"] = round(1e6 * sum(found) / len(found)) if found else PROVEN
    return figures


def rising(curve: Sequence[float]) -> list[float]:
    """The nearest curve that never falls (pool adjacent violators, Ayer et al. 1955)."""
    blocks: list[list[float]] = []
    for value in curve:
        blocks.append([value, 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (a, n), (b, m) = blocks[-2:]
            blocks[-2:] = [[(a * n + b * m) / (n + m), n + m]]
    return [value for value, count in blocks for _ in range(int(count))]


def needed(curve: Sequence[float], playouts: Sequence[int], target: float) -> float:
    """The playouts at which a curve reaches a target, interpolated in their logarithm."""
    for i, value in enumerate(curve):
        if value >= target:
            if i == 0:
                return playouts[0]
            part = (target - curve[i - 1]) / (value - curve[i - 1])
            return playouts[i - 1] * (playouts[i] / playouts[i - 1]) ** part
    return math.inf


def needed_ratio(rule: dict[int, list[float]], base: dict[int, list[float]], budget: int) -> Bounded:
    """The playouts that a rule needs to be as good as the base at the budget, divided by the base's. Each
    has for each number of playouts the values of the same positions; greater ones are better."""
    playouts = sorted(rule)
    at = playouts.index(budget)

    def ratio(drawn: Sequence[int]) -> float:
        curves = [rising([total(values[count], drawn) / len(drawn) for count in playouts])
                  for values in (rule, base)]
        target = curves[1][at]
        return needed(curves[0], playouts, target) / needed(curves[1], playouts, target)

    return bootstrap(ratio, len(rule[budget]), RESAMPLES)


def lines_of(rows: Sequence[records.Row], budget: int) -> list[str]:
    """What the rows of some rules say, in comparison with the first rule."""
    rules: dict[str, dict[int, dict[str, records.Row]]] = {}
    for row in rows:
        rules.setdefault(row["setting"], {}).setdefault(row["playouts"], {})[row["position"]] = row
    first, lines = next(iter(rules)), []
    for rule, by_playouts in rules.items():
        own, base = by_playouts.get(budget, {}), rules[first].get(budget, {})
        common = sorted(position for position in own if position in base)  # the order decides the samples
        if not common:  # a record that a kill has cut
            lines.append(f"{rule}: no position was searched with {budget} playouts by this rule and the first one")
            continue
        words = [f"agreed {sum(own[p]['agrees'] for p in common)} of {len(common)}"]
        for name in ("root_priors", "inner_priors"):
            both = [p for p in common if own[p][name] >= 0 and base[p][name] >= 0]
            values = [1e-6 * own[p][name] for p in both]
            if not values:
                continue
            if rule == first:
                words.append(f"{name} {mean(values).value:.3f}")
            else:
                change = mean([value - 1e-6 * base[p][name] for value, p in zip(values, both)])
                words.append(f"{name} {change.value:+.3f} +- {change.error:.3f}")
        compared = (by_playouts, rules[first])
        whole = all(p in at[count] for at in compared for count in at for p in common)
        if rule != first and set(by_playouts) == set(rules[first]) and whole:
            curves = [{count: [at[count][p]["agrees"] for p in common] for count in at} for at in compared]
            words.append(f"playouts for the same agreement {ratio_text(needed_ratio(*curves, budget), 2)}")
        lines.append(f"{rule}: " + "; ".join(words))
    return lines


class Trial(NamedTuple):
    """What is done with each position."""

    inputs: suite.Inputs
    rules: list[suite.Way]
    counts: list[int]  # playouts of the short searches
    long: suite.Way
    playouts: int      # of the long search

    def search(self, position: suite.Position) -> tuple[list[records.Row], list[records.Row]]:
        """The position's rows: all of them, and those that the record lacks."""
        rows, new, tree = [], [], None
        for way in self.rules:
            for count in self.counts:
                key: records.Row = {
                    "kind": "rule", "setting": way.setting, "playouts": count, "reference": self.long.setting,
                    "reference_playouts": self.playouts, "hash_mb": way.hash_mb, "net": self.inputs.net,
                    "position": position.fen, "bench": self.inputs.origin["bench"], "suite": position.suite,
                    "id": position.id}
                row = self.inputs.record.find(key) if self.inputs.record else None
                if not row:
                    tree = tree or search_tree(self.inputs.asked, self.long, position.fen, self.playouts)
                    short = search_tree(self.inputs.asked, way, position.fen, count)
                    if () not in tree or () not in short:
                        raise Fault(f"{position.id}: the tree has no moves")
                    best, move = (max(found[()]["children"], key=lambda child: child["visits"])["move"]
                                  for found in (tree, short))
                    row = {**key, "move": move, "solved": -1, "probes": "", **compare(tree, short, best, move),
                           **self.inputs.origin}
                    new.append(row)
                rows.append(row)
        return rows, new


def run(given: argparse.Namespace) -> None:
    asked = engine.ask(engine.find(given.program))
    rules = [suite.make_way(asked, "mcts", given.set, "", given.hash, rule)
             for rule in given.rule or ["MctsHistory=off", ""]]
    long = suite.make_way(asked, "mcts", given.set, "", given.hash, given.reference_rule)
    inputs = suite.read_inputs(given, "mcts", asked, long)
    halves = [given.playouts >> step for step in range(8, -1, -1)]
    counts = [count for count in halves if count >= 16] + [2 * given.playouts]
    trial = Trial(inputs, rules, counts, long, given.reference or 16 * given.playouts)
    rows, progress = [], Progress("mcts", "positions", len(inputs.positions))
    playouts = trial.playouts + len(rules) * sum(counts)
    progress.announce(playouts / matches.NODES_A_SECOND["mcts"] * len(inputs.positions) / given.jobs)
    with ThreadPoolExecutor(given.jobs) as pool:
        for number, (found, new) in enumerate(pool.map(trial.search, inputs.positions), 1):
            for row in new if inputs.record else []:
                inputs.record.add(row)
            rows += found
            progress.show(number)
    progress.end()
    print("\n".join(lines_of(rows, given.playouts)))


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("mcts", help="priors of mcts against the visits of long searches", description=(
        "Searches EPD files with each rule, a text with one or more NAME=VALUE, and compares move, visits and priors "
        "with those of a long search: at the root, and at the most visited inner nodes that both trees have."))
    suite.add_files(parser)
    parser.add_argument("--rule", metavar="TEXT", action="append", default=[], help="(no history, and the defaults)")
    parser.add_argument("--playouts", metavar="N", type=whole(16, 10**7), default=4096, help="the budget (4096)")
    parser.add_argument("--reference", metavar="N", type=whole(16, 10**9), help="those of the long search (16 times)")
    parser.add_argument("--reference-rule", metavar="TEXT", default="", help="its rule (the defaults)")
    add(parser, f"jobs {suite.POSITIONS}", hash=64)
    parser.set_defaults(run=run)

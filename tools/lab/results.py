"""The figures that follow from the records: of a plan's matches, of ideas, of experiments in order."""

import math
import re
import sqlite3
from pathlib import Path
from typing import Iterator, NamedTuple

from . import order, plans, records
from .engine import values
from .matches import LIMIT, Match, clock_seconds, counts_of
from .statistics import Bounded, Counts, elo, mean, mean_ratio, ratio_text, sum_ratio

SCREEN_OPENINGS = 1000  # of a match that begins with the first opening; what follows may confirm it


class Measured(NamedTuple):
    """The rows of a match that follow each other without a gap, by one build on one machine."""

    rows: list[records.Row]
    counts: Counts


def in_order(base: sqlite3.Connection, where: str = "1", wanted: tuple = ()) -> list[records.Row]:
    """The rows of matches; those of one match stand beside each other in the order of their openings."""
    return [dict(row) for row in base.execute(
        f'SELECT * FROM match WHERE {where} ORDER BY both, first, second, "limit", book, machine, program, files, '
        "bench, seed, start, games DESC, record", wanted)]


def setup(row: records.Row) -> tuple:
    return tuple(row[name] for name in ("both", "first", "second", "limit", "book", "machine", "program", "files",
                                        "bench", "seed"))


def sum_counts(rows: list[records.Row]) -> Counts:
    total = Counts()
    for row in rows:
        total = total.plus(counts_of(row))
    return total


def runs(rows: list[records.Row]) -> Iterator[list[records.Row]]:
    """Rows of one match whose openings follow each other. What two records have counts once."""
    run: list[records.Row] = []
    for row in rows:
        end = run[-1]["start"] + run[-1]["games"] // 2 if run else 0
        if run and setup(run[-1]) == setup(row) and row["start"] < end:
            continue
        if run and (setup(run[-1]) != setup(row) or row["start"] != end):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def measured(base: sqlite3.Connection, match: Match, own: str) -> Measured:
    """What was measured of a match of a plan. If several builds or machines have played it, the one with
    most games counts, and of equal ones that of the record `own`."""
    rows = in_order(base, 'first = ? AND second = ? AND both = ? AND "limit" = ? AND book = ? AND seed = ?',
                    (match.first, match.second, match.both, match.limit, match.book, match.seed))
    best, best_key = Measured([], Counts()), (0, False)
    for run in runs(rows):
        kept = [row for row in run if match.start <= row["start"] < match.start + match.games // 2]
        if kept and kept[0]["start"] == match.start:
            found = Measured(kept, sum_counts(kept))
            key = (found.counts.games, kept[0]["record"] == own)
            if key > best_key:
                best, best_key = found, key
    return best


# ---- Ideas ----


class Idea(NamedTuple):
    """A change of the defaults, in the words of its options, and of which search."""

    search: str
    words: str


class Figure(NamedTuple):
    idea: Idea
    limit: str
    confirms: bool
    counts: Counts  # of the player that has the idea


def usual_words(base: sqlite3.Connection) -> dict[str, set[str]]:
    """The words that change nothing, for each checksum of the defaults."""
    rows = base.execute("SELECT defaults, options FROM defaults WHERE of = 'uci'")
    return {row[0]: set(row[1].split(";")) for row in rows}


def idea_of(row: records.Row, usual: set[str]) -> tuple[Idea, bool] | None:
    """The idea of a match in which one player has only the defaults, and whether the other one is the
    first; None if both differ from the defaults."""
    first, second = (" ".join(word for word in row[name].split() if word not in usual) for name in ("first", "second"))
    both = values(row["both"])
    if both.keys() - {"Hash", "Search"} or bool(first) == bool(second):
        return None
    return Idea(both.get("Search", "mcts"), first or second), bool(first)


def is_removal(words: str) -> bool:
    """True if all options of an idea are switched off: its worth is what the removal costs."""
    return all(value in ("false", "off") for value in values(words).values())


def players(row: records.Row) -> frozenset:
    return frozenset(frozenset(values(f"{row['both']} {row[name]}").items()) for name in ("first", "second"))


def is_screen(row: records.Row, begun: int) -> bool:
    return begun == 0 and (" sprt " in row["limit"] or row["start"] < SCREEN_OPENINGS)


def figures(base: sqlite3.Connection) -> list[Figure]:
    """The matches of single ideas. A screen is the first 1,000 openings of a match that begins with the
    first opening, or all of a sequential test. Other games confirm, unless a screen of the same two
    players, by any build and at any limit, has played their openings."""
    screens: dict[tuple, list[tuple[int, int]]] = {}
    parts: list[tuple[records.Row, bool]] = []
    for run in runs(in_order(base)):
        for row in run:
            screen = is_screen(row, run[0]["start"])
            parts.append((row, screen))
            if screen:
                key = (players(row), row["book"], row["seed"])
                screens.setdefault(key, []).append((row["start"], row["start"] + row["games"] // 2))
    found: dict[tuple, Figure] = {}
    usual = usual_words(base)
    for row, screen in parts:
        idea = idea_of(row, usual.get(row["defaults"], set()))
        if not idea:
            continue
        span = (row["start"], row["start"] + row["games"] // 2)
        stale = any(span[0] < end and begin < span[1]
                    for begin, end in screens.get((players(row), row["book"], row["seed"]), []))
        counts = counts_of(row)
        if idea[1] == is_removal(idea[0].words):
            counts = counts.turned()
        confirms = not screen and not stale
        key = (*setup(row), confirms)
        old = found.get(key)
        found[key] = Figure(idea[0], row["limit"], confirms, old.counts.plus(counts) if old else counts)
    return list(found.values())


def best(found: list[Figure], idea: Idea, clock: bool, confirms: bool) -> list[Figure]:
    """The figures of an idea at fixed nodes or on a clock, that with most games for each limit."""
    by_limit: dict[str, Figure] = {}
    for figure in found:
        if figure.idea == idea and figure.limit.startswith("tc") == clock and figure.confirms == confirms:
            old = by_limit.get(figure.limit)
            if not old or figure.counts.games > old.counts.games:
                by_limit[figure.limit] = figure
    return sorted(by_limit.values(), key=lambda figure: (seconds(figure.limit), -figure.counts.games))


def seconds(limit: str) -> float:
    """The seconds of a side; 0 without a clock."""
    found = LIMIT.fullmatch(limit)
    return clock_seconds(found["tc"])[0] if found and found["tc"] else 0.0


def name_of(idea: Idea, place: plans.Place | None = None) -> str:
    """The name of an idea: of one option "NullMove" or "QuietRule none", of a few their words, and else
    what a plan calls it."""
    words = values(idea.words)
    if len(words) == 1:
        (name, value), = words.items()
        return name if value in ("true", "false", "off") else f"{name} {value}"
    if place and (is_removal(idea.words) or len(words) > 2):
        return place.idea if place.table == place.search else f"{place.table}: {place.idea}"
    return idea.words


def ideas(found: list[Figure], places: list[plans.Place]) -> list[tuple[Idea, str]]:
    """The ideas with their names, those of mcts first: in the order of the plans, and then all others."""
    names: dict[Idea, str] = {}
    known = {figure.idea for figure in found}
    for place in places:
        idea = Idea(place.search, place.match.first or place.match.second)
        if idea in known and idea not in names:
            names[idea] = name_of(idea, place)
    for idea in sorted(known - names.keys()):
        names[idea] = name_of(idea)
    return sorted(names.items(), key=lambda item: item[0].search != "mcts")


# ---- Nodes to a depth ----

Groups = dict[tuple, dict[str, list[records.Row]]]


def order_groups(base: sqlite3.Connection) -> Groups:
    """The searches to fixed depths: by what is alike (record, search, limit, hash, net, bench, suite), the
    rows of each setting."""
    groups: Groups = {}
    seen = set()
    for row in map(dict, base.execute("SELECT * FROM suite WHERE \"limit\" LIKE 'depth %' ORDER BY record, rowid")):
        key = tuple(row[name] for name in ("record", "search", "limit", "hash_mb", "net", "bench", "suite"))
        if (key, row["setting"], row["position"]) not in seen:
            seen.add((key, row["setting"], row["position"]))
            groups.setdefault(key, {}).setdefault(row["setting"], []).append(row)
    return groups


def setting_of(words: str) -> str:
    """The words of an idea as the record of searches names them."""
    signs = {"true": "+", "false": "-"}
    return " ".join(f"{signs[value]}{name}" if value in signs else f"{name}={value}"
                    for name, value in values(words).items())


def nodes_ratio(groups: Groups, idea: Idea, limit: str) -> Bounded | None:
    """The nodes with an idea divided by those without it, in the setting modern."""
    for key, settings in groups.items():
        with_it, without = settings.get(f"modern {setting_of(idea.words)}"), settings.get("modern")
        if key[1] == idea.search and key[2] == limit and with_it and without:
            if is_removal(idea.words):
                with_it, without = without, with_it
            return mean_ratio(*order.compare(with_it, without))
    return None


Pairs = dict[str, list[tuple[str, list[records.Row], list[records.Row]]]]


def ratio_index(groups: Groups) -> Pairs:
    """The pairs of settings that were searched alike, by their ratio of nodes with three digits: the
    geometric mean of the positions' ratios ("mean") and that of the totals ("sum")."""
    found: Pairs = {}
    for settings in groups.values():
        alike: dict[frozenset, list[tuple[float, int, list[records.Row]]]] = {}
        for rows in settings.values():
            counts = {row["position"]: row["nodes"] for row in rows if row["nodes"]}
            if counts:
                logs = sum(map(math.log, counts.values())) / len(counts)
                alike.setdefault(frozenset(counts), []).append((logs, sum(counts.values()), rows))
        for positions, own in alike.items():
            wider = [shared(rows, positions) for more, others in alike.items() if more > positions
                     for _, _, rows in others]
            for number, (log_a, sum_a, rows) in enumerate(own):
                for log_b, sum_b, other in own[number + 1:] + wider:
                    for kind, ratio in (("mean", math.exp(log_a - log_b)), ("sum", sum_a / sum_b)):
                        found.setdefault(f"{ratio:.3f}", []).append((kind, rows, other))
                        found.setdefault(f"{1 / ratio:.3f}", []).append((kind, other, rows))
    for pairs in found.values():  # what a page compares is most often a setting with few changes
        pairs.sort(key=lambda pair: len(f"{pair[1][0]['setting']} {pair[2][0]['setting']}"))
    return found


def shared(rows: list[records.Row], positions: frozenset) -> tuple[float, int, list[records.Row]]:
    """The figures of the rows at some of their positions."""
    counts = {row["position"]: row["nodes"] for row in rows if row["position"] in positions}
    return sum(map(math.log, counts.values())) / len(counts), sum(counts.values()), rows


def about(kind: str, above: list[int], below: list[int]) -> Bounded:
    """A ratio with bounds by the normal distribution, which are much faster than those of the bootstrap."""
    if kind == "mean":
        return Bounded(*map(math.exp, mean([math.log(a / b) for a, b in zip(above, below)])))
    ratio = sum(above) / sum(below)
    error = 1.96 * math.sqrt(sum((a - ratio * b) ** 2 for a, b in zip(above, below))) / sum(below)
    return Bounded(ratio, ratio - error, ratio + error)


def has_ratio(pairs: Pairs, text: str) -> bool:
    """True if two settings have this ratio with these bounds."""
    _, low, high = map(float, re.findall(r"[\d.]+", text))
    for kind, rows, other in pairs.get(text.partition(" ")[0], []):
        compared = order.compare(rows, other)
        guess, room = about(kind, *compared), 0.4 * (high - low) + 0.002
        if abs(guess.low - low) < room and abs(guess.high - high) < room and ratio_text(
                mean_ratio(*compared) if kind == "mean" else sum_ratio(*compared)) == text:
            return True
    return False


def plan_figures(base: sqlite3.Connection, plan: Path) -> list[tuple[plans.Place, Measured]]:
    own = plans.record_of(plan).stem
    return [(place, measured(base, place.match, own)) for place in plans.read(plan)]


def worth(place: plans.Place, counts: Counts) -> Bounded:
    """The Elo of an idea of the atlas: of the second player where the first one has it off."""
    return elo(counts.turned() if place.idea.endswith(" off") else counts)

"""Tables and pictures from records, and prose checked against them: the verbs report and check."""

import argparse
import math
import os
import re
import sqlite3
from pathlib import Path
from typing import Sequence

from . import order, pictures, plans, records, results, strength, trees
from .fault import Fault
from .matches import sprt_of
from .statistics import LLR_BOUND, Counts, elo, elo_text, llr, mean_ratio, normalised_elo, ratio_text

ATLAS_DEPTH = "depth 12"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


def games_text(place: plans.Place, counts: Counts) -> str:
    sprt = sprt_of(place.match.limit)
    if sprt and counts.games:
        ratio = llr(counts, *sprt)
        verdict = ("undecided" if abs(ratio) < LLR_BOUND
                   else f"the {'greater' if ratio > 0 else 'lesser'} strength is accepted")
        return f"{counts.games:,}, LLR {ratio:+.2f}: {verdict}"
    return f"{counts.games:,}" + (f" of {place.match.games:,}" if counts.games < place.match.games else "")


def plan_row(place: plans.Place, found: results.Measured) -> list[str]:
    match, counts = place.match, found.counts
    forfeits = f", {counts.forfeits} by {'forfeit' if counts.forfeits == 1 else 'forfeits'}" if counts.forfeits else ""
    row = found.rows[0] if found.rows else None
    return [str(place.place), place.idea, place.search, match.limit,
            elo_text(elo(counts)) if row else "not measured", games_text(place, counts),
            counts.text() + forfeits if row else "",
            f"{match.first or 'the defaults'} against {match.second or 'the defaults'}; both {match.both}",
            f"{match.book}, seed {match.seed}" + (f", from {match.start}" if match.start else ""),
            f"bench {row['bench']}, program {row['program']}, files {row['files']}, {row['machine']}" if row else "-"]


def plan_page(base: sqlite3.Connection, plan: Path) -> str:
    """All matches of a plan, in its tables."""
    heads = ["row", "idea", "search", "limit", "Elo", "games", "result", "players", "openings", "made by"]
    parts = [f"# The figures of {plan.name}\n\nWritten by `morpho-lab report`. Elo is that of the first player, with "
             "95% bounds from pairs of games. A sequential test ends while its result is extreme, so its Elo is less "
             f"certain than the bounds say. `morpho-lab plan docs/{plan.name} --rows N --out NEW.csv` measures row N "
             "again.\n"]
    rows: dict[str, list[list[str]]] = {}
    for place, found in results.plan_figures(base, plan):
        rows.setdefault(place.table, []).append(plan_row(place, found))
    parts += [f"## {name}\n\n{table(heads, cells)}" for name, cells in rows.items()]
    return "\n".join(parts)


def cell(found: Sequence[results.Figure]) -> str:
    return "; ".join(f"{elo_text(elo(figure.counts), '±')} ({figure.counts.games:,} games, {limit_text(figure.limit)})"
                     for figure in found) or "-"


def limit_text(limit: str) -> str:
    return re.sub(r"^tc (\S+) concurrency \d+", r"\1", limit)


def atlas(base: sqlite3.Connection, docs: Path) -> tuple[str, dict[str, list[tuple[str, object, bool]]]]:
    """The table of ideas, and the bars of its picture."""
    found, groups = results.figures(base), results.order_groups(base)
    places = plans.read(docs / "atlas-plan.csv") + plans.read(docs / "comparison-plan.csv")
    rows, bars = [], {"mcts": [], "negamax": []}
    for idea, name in results.ideas(found, places):
        nodes, clock = results.best(found, idea, False, False), results.best(found, idea, True, False)
        confirmed = results.best(found, idea, True, True) or results.best(found, idea, False, True)
        ratio = results.nodes_ratio(groups, idea, ATLAS_DEPTH)
        rows.append([name, idea.search, cell(nodes), cell(clock), cell(confirmed), ratio_text(ratio) if ratio else "-"])
        shown = (confirmed or nodes or clock)[0]
        if math.isfinite(elo(shown.counts).error):
            short = name if len(name) <= 44 else f"{name[:41]}..."
            bars[idea.search].append((short, elo(shown.counts), bool(confirmed)))
    heads = ["idea", "search", "Elo at equal nodes", "Elo by the clock", "confirmed", f"nodes to {ATLAS_DEPTH}"]
    if all(row[4] == "-" for row in rows):
        heads.pop(4)
        rows = [row[:4] + row[5:] for row in rows]
    text = ("# The table of the atlas\n\nWritten by `morpho-lab report`; [the atlas](../atlas.md) says how to read "
            f"it.\n\n{table(heads, rows)}")
    return text, bars


def curves(base: sqlite3.Connection, plan: Path) -> dict:
    """The first table of a plan: for each idea and search Elo over the seconds of a side."""
    found: dict[str, dict[str, list]] = {}
    places = results.plan_figures(base, plan)
    for place, one in places:
        figure = elo(one.counts)
        seconds = results.seconds(place.match.limit)
        if place.table == places[0][0].table and seconds and math.isfinite(figure.error):
            found.setdefault(place.idea, {}).setdefault(place.search, []).append((seconds, figure))
    return found


def put(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise Fault(f"{path}: cannot be written: {error.strerror}") from None


def pages(base: sqlite3.Connection, docs: Path) -> dict[Path, str]:
    """The generated pages and what they must say."""
    made = {docs / f"results/{plan.name.removesuffix('-plan.csv')}-figures.md": plan_page(base, plan)
            for plan in sorted(docs.glob("*-plan.csv"))}
    return {**made, docs / "results/atlas-table.md": atlas(base, docs)[0]}


# ---- All results of a folder ----


def match_lines(base: sqlite3.Connection) -> list[str]:
    lines = []
    for run in results.runs(results.in_order(base)):
        counts, row = results.sum_counts(run), run[0]
        lines.append(f"{row['first'] or 'the defaults'} against {row['second'] or 'the defaults'}, both {row['both']}, "
                     f"{row['limit']}, {row['book']} seed {row['seed']} from {row['start']}: {elo_text(elo(counts))} "
                     f"Elo (normalised {normalised_elo(counts):+.1f}), {counts.games:,} games: {counts.text()}, "
                     f"{counts.forfeits} forfeits; bench {row['bench']}, commit {row['commit']}, {row['machine']}")
    return lines


def suite_lines(base: sqlite3.Connection) -> list[str]:
    rows = base.execute("""
        SELECT suite, search, setting, "limit", hash_mb, bench, COUNT(*) AS count, SUM(solved) AS solved,
               SUM(points) AS points, SUM(points_most) AS most, SUM(nodes) AS nodes
        FROM suite WHERE "limit" NOT LIKE 'depth %'
        GROUP BY record, suite, search, setting, "limit", hash_mb, bench""")
    return [f"{row['suite']}, {row['search']} {row['setting']}, {row['limit']}, hash {row['hash_mb']} MB: "
            f"{row['solved']} of {row['count']} solved, {row['points']} of {row['most']} points, "
            f"{row['nodes']:,} nodes; bench {row['bench']}" for row in rows]


def order_lines(base: sqlite3.Connection) -> list[str]:
    lines = []
    for key, settings in results.order_groups(base).items():
        bases = [name for name in settings if "=" not in name] or list(settings)[:1]
        lines.append(f"{key[6]}, {key[2]}, hash {key[3]} MB, bench {key[5]}; ratios to {bases[0]}:")
        for name, rows in settings.items():
            above, below = order.compare(rows, settings[bases[0]])
            ratio = f", {ratio_text(mean_ratio(above, below))}" if name != bases[0] and above else ""
            lines.append(f"  {name}: {sum(row['nodes'] for row in rows):,} nodes at {len(rows)} positions{ratio}")
    return lines


def mcts_lines(base: sqlite3.Connection) -> list[str]:
    groups: dict[tuple, list[records.Row]] = {}
    names = ("record", "suite", "reference", "reference_playouts", "bench")
    for row in map(dict, base.execute("SELECT * FROM mcts WHERE kind = 'rule' "
                                      "ORDER BY setting <> 'default MctsHistory=off', rowid")):
        groups.setdefault(tuple(row[name] for name in names), []).append(row)
    lines = []
    for key, rows in groups.items():
        counts = sorted({row["playouts"] for row in rows})
        budget = counts[-2] if len(counts) > 1 else counts[-1]
        lines.append(f"{key[1]}, {budget} playouts, the long search: {key[2]}, {key[3]} playouts; bench {key[4]}:")
        lines += [f"  {line}" for line in trees.lines_of(rows, budget)]
    return lines


def threads_lines(base: sqlite3.Connection) -> list[str]:
    groups: dict[tuple, list[records.Row]] = {}
    for row in map(dict, base.execute("SELECT * FROM threads")):
        key = tuple(row[name] for name in ("suite", "threads", "depth", "bench", "machine"))
        groups.setdefault(key, []).append(row)
    lines = []
    for key, rows in groups.items():
        ratio = mean_ratio([row["shared_us"] for row in rows], [row["one_us"] for row in rows])
        lines.append(f"{key[0]}, {key[1]} threads to depth {key[2]}, bench {key[3]}, {key[4]}: {ratio_text(ratio)} of "
                     f"the time of one thread at {len(rows)} positions")
    return lines


SECTIONS = {"matches": match_lines, "suites": suite_lines, "order": order_lines, "mcts": mcts_lines,
            "threads": threads_lines}


def run_report(given: argparse.Namespace) -> None:
    base = records.load(Path(given.folder))
    if given.database:
        with sqlite3.connect(given.database) as file:
            base.backup(file)
    if given.pages:
        docs = Path(given.folder).resolve().parent
        for path, text in pages(base, docs).items():
            put(path, text)
        pictures.draw_atlas(docs / "atlas.svg", atlas(base, docs)[1])
        pictures.draw_curves(docs / "comparison.svg", curves(base, docs / "comparison-plan.csv"))
    if not given.pages and not given.database:
        for name in given.section or SECTIONS:
            print("\n".join([f"== {name}", *SECTIONS[name](base), ""]))


# ---- Prose ----

FIGURE = re.compile(r"-?[0-9.]+ +± +[0-9.]*[0-9]")
RATIO = re.compile(r"[0-9]\.[0-9]{3} \([0-9.]+-[0-9.]+\)")


def plain(text: str) -> str:
    """The Elo of a figure as prose writes it."""
    return "not yet" if text == "not measured" else text.replace("+-", "±").removeprefix("+")


def known_figures(base: sqlite3.Connection, docs: Path) -> dict[str, str]:
    """The figures of the plans by their rows; of the atlas, whose rows are such as a53, the worth of ideas."""
    known = {}
    for name, prefix in (("comparison", ""), ("atlas", "a")):
        for place, found in results.plan_figures(base, docs / f"{name}-plan.csv"):
            figure = results.worth(place, found.counts) if prefix else elo(found.counts)
            known[f"{prefix}{place.place}"] = plain(elo_text(figure)) if found.rows else "not yet"
    return known


def wrong_figures(page: str, known: dict[str, str]) -> list[str]:
    """The figures of Elo in a page that the records do not have. A table whose first column has rows of a
    plan must have their figures, in this order; the rest may have figures of any rows."""
    faults, prose, tables = [], [], 0
    for line in page.splitlines():
        cells = [part.strip() for part in line.split("|")[1:-1]]
        if not cells or not re.fullmatch(r"a?\d+(, a?\d+)*", cells[0]):
            prose.append(line)
            continue
        tables += 1
        wanted = [known.get(row, "no such row") for row in cells[0].split(", ")]
        found = [text for text in cells[1:]
                 if " ± " in text or ", no bounds" in text or text in ("not yet", "all won", "all lost")]
        if found != wanted:
            faults.append(f"rows {cells[0]}: {'; '.join(found)}, and in the records {'; '.join(wanted)}")
    for text in FIGURE.findall(" ".join(prose)):
        if re.sub(" +", " ", text) not in known.values():
            faults.append(f"{text}: no row has this figure")
    return faults if tables else faults + ["no table has rows of the plan"]


def wrong_ratios(page: str, pairs: results.Pairs) -> list[str]:
    found = RATIO.findall(" ".join(page.split("\n")))
    if not found:
        return ["it has no ratios of nodes"]
    return [f"{text}: no experiment has this ratio" for text in dict.fromkeys(found)
            if not results.has_ratio(pairs, text)]


def wrong_levels(page: str, record: Path) -> list[str]:
    rows = records.read(record)[1]
    if not rows:
        return [f"{record.name} has no rows"]
    faults = []
    for row in rows:
        counts, figure = Counts(row["won"], row["drawn"], row["lost"]).text(), strength.point(row)
        own = f"{counts} | {figure.value:.0f} ± {figure.error:.0f}" if row["opponent"] != "morpho" else counts
        if not re.search(rf"^\| {row['search']} \| {row['elo']} .*\| {re.escape(own)} \|", page, re.MULTILINE):
            faults.append(f"{row['search']} at {row['elo']}: {own} is not there")
    return faults


def wrong_records(folder: Path, base: sqlite3.Connection) -> list[str]:
    """Each published row says what made it, and the defaults that it names are there."""
    known = {row[0] for row in base.execute("SELECT defaults FROM defaults")}
    faults = []
    for kind in ("match", "suite", "mcts", "threads"):
        for row in base.execute(f"SELECT DISTINCT record, bench, \"commit\", defaults, machine FROM {kind}"):
            if not row["bench"] or not row["commit"] or row["commit"].endswith("+") or not row["machine"]:
                faults.append(f"{folder}/{row['record']}: a row does not say what made it, or a build with changes did")
            elif row["defaults"] not in known:
                faults.append(f"{folder}/{row['record']}: its defaults {row['defaults']} are not in defaults.csv")
    return list(dict.fromkeys(faults))


def run_check(given: argparse.Namespace) -> None:
    """Prints what is wrong; a Fault if anything is."""
    docs = Path(given.docs)
    base = records.load(docs / "results")
    faults = wrong_records(docs / "results", base)
    text = {name: (docs / f"{name}.md").read_text(encoding="utf-8") for name in ("comparison", "histories", "strength")}
    pairs, known = results.ratio_index(results.order_groups(base)), known_figures(base, docs)
    found = {"comparison": wrong_figures(text["comparison"], known) + wrong_ratios(text["comparison"], pairs),
             "histories": wrong_ratios(text["histories"], pairs),
             "strength": wrong_levels(text["strength"], docs / "strength.csv")}
    faults += [f"{docs}/{name}.md: {fault}" for name, own in found.items() for fault in own]
    for path, wanted in pages(base, docs).items():
        if not path.is_file() or path.read_text(encoding="utf-8") != wanted:
            faults.append(f"{path} is not what the records say: morpho-lab report {docs}/results --pages writes it")
    if faults:
        print("\n".join(faults))
        raise Fault(f"{len(faults)} figures or pages are not those of the records")


def add_verbs(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("report", help="tables and pictures from the records of a folder", description=(
        "Prints what all records of a folder say, or with --pages writes the pages and pictures of docs. With "
        "--database the rows become a file for sqlite3, with a table for each kind of record."))
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default="docs/results", help="(docs/results)")
    parser.add_argument("--section", choices=list(SECTIONS), action="append", help="only these; may be repeated")
    parser.add_argument("--pages", action="store_true",
                        help="writes atlas-table.md and the figures of each plan (such as atlas-figures.md) into the "
                             "folder, and atlas.svg and comparison.svg beside it")
    parser.add_argument("--database", metavar="FILE", help="writes all rows as a database of sqlite3")
    parser.set_defaults(run=run_report)

    parser = verbs.add_parser("check", help="compares the published figures with the records", description=(
        "Computes the figures of comparison.md, histories.md and strength.md, and the generated pages, again from the "
        "records; the status is 1 if one differs."))
    parser.add_argument("docs", metavar="DOCS", nargs="?", default="docs", help="(docs)")
    parser.set_defaults(run=run_check)

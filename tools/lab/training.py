"""Pictures of training: the course of runs, and the calibration of nets. The verb training."""

import argparse
import math
from pathlib import Path
from typing import Any, NamedTuple, Sequence

from . import arguments, pictures, records
from .fault import Fault, Misuse

LOG = ("positions", "learning_rate", "training_loss", "held_out_loss", "top1", "error")
TABLES = ["net", "table", "group", "slice", "figure", "value"]
BIN = {"positions", "predicted", "teacher", "results", "outcome"}
COLOURS = 10  # of matplotlib: one for each run, two for each net's calibration


class Curve(NamedTuple):
    """The calibration of a net: its figures by bin of the predicted probability, from 0 to 1."""
    name: str
    bins: dict[str, dict[str, float]]


def read_number(path: Path, line: int, text: str) -> float:
    """An empty field is NaN, as are the numbers of a run that diverged."""
    try:
        number = float(text or "nan")
    except ValueError:
        raise Fault(f"{path}, line {line}: \"{text[:40]}\" is not a number") from None
    return number if math.isfinite(number) else math.nan


def read_log(path: Path, names: list[str], lines: Sequence[tuple[int, list[str]]]) -> dict[str, list[float]]:
    """The columns of a log that are drawn."""
    for name in LOG:
        if name not in names:
            raise Fault(f"{path}: neither a log nor the tables of morpho-train: it has no column {name}")
    if not lines:
        raise Fault(f"{path}: the log has no rows yet")
    return {name: [read_number(path, line, fields[names.index(name)]) for line, fields in lines] for name in LOG}


def read_curves(path: Path, lines: Sequence[tuple[int, list[str]]]) -> list[Curve]:
    """The calibrations in the tables of an evaluation. Each follows the table of its net, which the
    kind of net names."""
    curves: list[Curve] = []
    kind = ""
    for line, (net, table, _, name, figure, value) in lines:
        if table != "calibration":
            kind = table
            continue
        title = f"{kind} net of {Path(net).name}"
        if not curves or curves[-1].name != title:
            curves.append(Curve(title, {}))
        curves[-1].bins.setdefault(name, {})[figure] = read_number(path, line, value)
    if not curves:
        raise Fault(f"{path}: only value nets have a calibration to draw")
    if any(set(figures) != BIN for curve in curves for figures in curve.bins.values()):
        raise Fault(f"{path}: damaged: a calibration lacks figures, or has strange ones")
    return curves


def points(run: dict[str, list[float]], column: str) -> tuple[list[float], list[float]]:
    """Million positions and the figures of a column, where it has some."""
    known = [(1e-6 * x, y) for x, y in zip(run["positions"], run[column]) if math.isfinite(x + y)]
    return [x for x, _ in known], [y for _, y in known]


def label(name: str) -> str:
    return name.replace("$", r"\$")  # else matplotlib reads a formula


def draw_runs(path: Path, runs: dict[Path, dict[str, list[float]]]) -> None:
    """The losses over the positions, and below them the learning rate and the figure of the kind of net."""
    shown = {figure: [log for log, run in runs.items() if any(value > 0 for value in run[figure])]
             for figure in ("top1", "error")}
    if shown["top1"] and shown["error"]:
        raise Fault(f"{shown['error'][0]}: logs of policy and of value nets do not go into one picture")
    figure, what, unit = ("top1", "the teacher's move is first", "share of positions") if shown["top1"] else (
        "error", "error of the winning probability", "mean error")

    def paint(_figure: Any, panels: list[Any]) -> None:
        losses, held_out = panels
        rates = held_out.twinx()
        for number, (log, run) in enumerate(runs.items()):
            dots = {"color": f"C{number}", "marker": "o", "markersize": 4, "linewidth": 1.2}
            losses.plot(*points(run, "training_loss"), color=f"C{number}", linewidth=0.8,
                        label=label(f"{log.stem}: training"))
            losses.plot(*points(run, "held_out_loss"), label=label(f"{log.stem}: held out"), **dots)
            held_out.plot(*points(run, figure), **dots)
            rates.plot(*points(run, "learning_rate"), color=f"C{number}", linestyle="--", linewidth=0.8)
        losses.set(title="loss", ylabel="loss", xlim=(0, None))
        losses.legend(frameon=False)
        held_out.set(title=f"held out: {what}; learning rate (dashed)", ylabel=unit,
                     xlabel="million positions trained on", xlim=(0, None))
        rates.set(ylabel="learning rate", ylim=(0, None))
        rates.spines.right.set_visible(True)
        rates.grid(visible=False)
        for panel in (losses, held_out):
            panel.ticklabel_format(axis="y", useOffset=False)
        rates.yaxis.set_major_formatter("{x:g}")  # small rates have all their digits, and no factor of their own
    pictures.draw(path, 800, 640, 2, 1, paint)


def draw_curves(path: Path, curves: Sequence[Curve]) -> None:
    """The results and the teacher's probability over the predicted one, and the positions of each bin."""
    def paint(_figure: Any, panels: list[Any]) -> None:
        calibration, counts = panels
        calibration.get_gridspec().set_height_ratios([5, 2])
        calibration.plot([0, 1], [0, 1], color="#b0b0b0", linestyle="--", label="perfect")
        for number, curve in enumerate(curves):
            known = [(index, bins) for index, bins in enumerate(curve.bins.values()) if bins["positions"] > 0]
            for place, (figure, marker, what) in enumerate((("outcome", "o", "result of the game"),
                                                            ("teacher", "s", "the teacher's score"))):
                pairs = [(bins["predicted"], bins[figure]) for _, bins in known
                         if figure == "teacher" or bins["results"] > 0]
                calibration.plot([x for x, _ in pairs], [y for _, y in pairs], color=f"C{2 * number + place}",
                                 marker=marker, markersize=4, linewidth=1.2, label=label(f"{curve.name}: {what}"))
            counts.bar([(index + 0.5) / len(curve.bins) for index, _ in known],
                       [bins["positions"] / 1000 for _, bins in known], width=1 / len(curve.bins),
                       color=f"C{2 * number}", alpha=0.6)
        calibration.set(title="calibration", ylabel="result, or the teacher's probability", xlim=(0, 1), ylim=(0, 1))
        calibration.legend(frameon=False, loc="upper left")
        counts.set(title="positions", ylabel="thousands", xlabel="predicted probability of winning", xlim=(0, 1))
    pictures.draw(path, 800, 640, 2, 1, paint)


def run(given: argparse.Namespace) -> None:
    output, runs, curves = Path(given.output), {}, []
    for path in map(Path, given.files):
        names, lines = records.read_table(path)
        for line, fields in lines:
            if len(fields) != len(names):
                raise Fault(f"{path}, line {line}: {len(fields)} fields where {len(names)} are expected")
        if names == TABLES:
            curves += read_curves(path, lines)
        else:
            runs[path] = read_log(path, names, lines)
    if runs and curves:
        raise Misuse("logs and tables of an evaluation do not go into one picture")
    if len(runs) > COLOURS or 2 * len(curves) > COLOURS:
        raise Misuse(f"at most {COLOURS} logs, or the calibrations of {COLOURS // 2} nets, go into one picture")
    if runs:
        draw_runs(output, runs)
    else:
        draw_curves(output, curves)


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("training", help="draws the runs of morpho-train and the calibration of its nets",
                              description=(
        "Draws the logs of runs of morpho-train over the positions that were trained on, or the calibration of the "
        "nets in the tables of morpho-train evaluate --csv. A run that still goes on can be drawn."))
    parser.add_argument("files", metavar="CSV", nargs="+", help="logs, or tables of evaluations")
    parser.add_argument("--output", metavar="SVG", type=arguments.picture, required=True, help="the picture")
    parser.set_defaults(run=run)

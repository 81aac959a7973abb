"""Pictures as SVG, by matplotlib."""

import math
import os
from pathlib import Path
from typing import Any, Callable, Sequence

from .fault import Fault
from .statistics import Bounded, quartiles

COLOURS = {"mcts": "#0072b2", "negamax": "#d55e00"}
PIXELS = 72  # of an inch of SVG


def draw(path: Path, width: float, height: float, rows: int, columns: int,
         paint: Callable[[Any, list[Any]], None]) -> None:
    """Draws panels of a picture of these pixels. The same input gives the same file."""
    try:
        import matplotlib
        matplotlib.use("svg")
        from matplotlib import pyplot
    except ImportError:
        raise Fault(f"{path}: pictures need matplotlib (Debian: python3-matplotlib)") from None
    matplotlib.rcParams.update({"svg.hashsalt": "morpho", "svg.fonttype": "none", "font.family": "sans-serif",
                                "font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
                                "axes.grid": True, "grid.color": "#dddddd", "axes.axisbelow": True})
    figure, panels = pyplot.subplots(rows, columns, figsize=(width / PIXELS, height / PIXELS), squeeze=False,
                                     layout="constrained")
    paint(figure, [panel for line in panels for panel in line])
    part = path.with_name(f".{path.name}.part")
    try:
        figure.savefig(part, format="svg", metadata={"Date": None, "Creator": None})
        os.replace(part, path)
    except OSError as error:
        raise Fault(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        pyplot.close(figure)


def error_bars(panel: Any, points: Sequence[tuple[float, Bounded]], **style: Any) -> None:
    """Points with their bounds, by the first number from left to right."""
    known = sorted((point for point in points if math.isfinite(point[1].error)), key=lambda point: point[0])
    panel.errorbar([x for x, _ in known], [y.value for _, y in known],
                   yerr=[[y.value - y.low for _, y in known], [y.high - y.value for _, y in known]],
                   capsize=3, marker="o", markersize=4, linewidth=1.2, **style)


def draw_curves(path: Path, curves: dict[str, dict[str, list[tuple[float, Bounded]]]]) -> None:
    """Elo over the seconds of a side: a panel for each idea, a curve for each search."""
    def paint(_figure: Any, panels: list[Any]) -> None:
        for panel, (idea, searches) in zip(panels, curves.items()):
            for search, points in searches.items():
                # One beside the other, so that the error bars do not hide each other.
                beside = 1.04 if search == "negamax" else 1.0
                error_bars(panel, [(x * beside, y) for x, y in points], label=search, color=COLOURS[search])
            panel.set(title=idea, xscale="log", xlabel="seconds of a side", ylabel="Elo")
            ticks = sorted({x for points in searches.values() for x, _ in points})
            panel.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
            panel.minorticks_off()
            panel.set_ylim(bottom=min(0, panel.get_ylim()[0]))
            panel.axhline(0, color="#404040", linewidth=0.8)
            panel.legend(frameon=False)
        for panel in panels[len(curves):]:
            panel.set_visible(False)
    lines = (len(curves) + 1) // 2
    draw(path, 800, 300 * lines, lines, 2, paint)


def draw_atlas(path: Path, bars: dict[str, list[tuple[str, Bounded, bool]]]) -> None:
    """The Elo of the ideas of each search, the best first; dark where it is confirmed."""
    def paint(figure: Any, panels: list[Any]) -> None:
        for panel, (search, ideas) in zip(panels, bars.items()):
            ideas = sorted(ideas, key=lambda idea: -idea[1].value)
            places = range(len(ideas))
            panel.barh(places, [elo.value for _, elo, _ in ideas], height=0.66,
                       color=["#0072b2" if confirmed else "#a8cfe8" for _, _, confirmed in ideas])
            panel.hlines(places, [elo.low for _, elo, _ in ideas], [elo.high for _, elo, _ in ideas],
                         color="#404040", linewidth=1)
            panel.set_yticks(places, [name for name, _, _ in ideas])
            panel.set(title=search, xlabel="Elo", ylim=(len(ideas) - 0.5, -0.5))
            panel.axvline(0, color="#404040", linewidth=0.8)
            panel.grid(axis="y", visible=False)
        figure.supxlabel("dark: confirmed in openings not played before; pale: a screen; lines: bounds of 95%",
                         fontsize=9)
    draw(path, 1000, 110 + 17 * max(map(len, bars.values())), 1, 2, paint)


def draw_order(path: Path, base: str, ratios: Sequence[tuple[str, int, Bounded]]) -> None:
    """Nodes of each rule relative to the first one, over the depth; the first eight rules."""
    def paint(_figure: Any, panels: list[Any]) -> None:
        rules = list(dict.fromkeys(rule for rule, _, _ in ratios))[:8]
        for number, rule in enumerate(rules):
            shift = 0.06 * (number - (len(rules) - 1) / 2)
            error_bars(panels[0], [(depth + shift, ratio) for name, depth, ratio in ratios if name == rule], label=rule)
        panels[0].axhline(1, color="#888888", linestyle="--", label=base)
        panels[0].set(xlabel="depth", ylabel="nodes relative to the first rule")
        panels[0].legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.15))
    draw(path, 900, 600, 1, 1, paint)


def draw_times(path: Path, times: Sequence[Sequence[float]]) -> None:
    """The seconds of the moves of each number: the median, and the quartiles as a band."""
    if not times:
        raise Fault(f"{path}: no move has a time")

    def paint(_figure: Any, panels: list[Any]) -> None:
        low, middle, high = zip(*map(quartiles, times))
        numbers = range(1, len(times) + 1)
        panels[0].fill_between(numbers, low, high, color="#a8cfe8", label="half of the games")
        panels[0].plot(numbers, middle, color="#0072b2", label="median")
        panels[0].set(xlabel="move of the engine after the book", ylabel="seconds", ylim=(0, None))
        panels[0].legend(frameon=False)
    draw(path, 800, 400, 1, 1, paint)


def draw_tuning(path: Path, names: Sequence[str], games: Sequence[int], course: Sequence[Sequence[float]]) -> None:
    """The way of each number that was tuned."""
    def paint(_figure: Any, panels: list[Any]) -> None:
        for number, name in enumerate(names):
            panels[number].plot(games, [values[number] for values in course], color="#0072b2", linewidth=1)
            panels[number].set(title=name, xlabel="games")
        for panel in panels[len(names):]:
            panel.set_visible(False)
    columns = min(3, len(names))
    lines = math.ceil(len(names) / columns)
    draw(path, 320 * columns, 260 * lines, lines, columns, paint)


def draw_strength(path: Path, points: dict[str, list[tuple[float, Bounded]]]) -> None:
    """The Elo that matches gave, over UCI_Elo."""
    def paint(_figure: Any, panels: list[Any]) -> None:
        panels[0].plot([1250, 2600], [1250, 2600], color="#888888", linestyle="--", label="as set")
        for search, own in points.items():
            error_bars(panels[0], own, label=search, color=COLOURS[search], linestyle="none")
        panels[0].set(xlabel="UCI_Elo", ylabel="Elo by matches")
        panels[0].legend(frameon=False, loc="upper left")
    draw(path, 640, 480, 1, 1, paint)

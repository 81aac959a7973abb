"""Figures with their errors: means, ratios, the bootstrap, and Elo. All bounds are of 95%.

The bootstrap (Efron 1979) always draws the same random numbers, so the same input has the same
bounds.
"""

import functools
import math
import operator
from typing import Callable, NamedTuple, Sequence

NORMAL_95 = 1.959963984540054
LLR_BOUND = 2.9444389791664403  # a sequential test with errors of 5% ends at this ratio
RESAMPLES = 4000


class Bounded(NamedTuple):
    """A figure with its bounds. A number that does not exist is NaN."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        return (self.high - self.low) / 2


class Counts(NamedTuple):
    """The first player's games, and pairs[n]: the pairs of games in which it has n / 2 points."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    forfeits: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def plus(self, other: "Counts") -> "Counts":
        return Counts(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost,
                      tuple(a + b for a, b in zip(self.pairs, other.pairs)), self.forfeits + other.forfeits)

    def turned(self) -> "Counts":
        """The same games, as the other player sees them."""
        return Counts(self.lost, self.drawn, self.won, self.pairs[::-1], self.forfeits)

    def text(self) -> str:
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost"


def mean(values: Sequence[float]) -> Bounded:
    """A mean with bounds by the normal distribution."""
    count = len(values)
    if count == 0:
        return Bounded(math.nan, math.nan, math.nan)
    middle = sum(values) / count
    if count == 1:
        return Bounded(middle, math.nan, math.nan)
    variance = sum((value - middle) ** 2 for value in values) / (count - 1)
    error = NORMAL_95 * math.sqrt(variance / count)
    return Bounded(middle, middle - error, middle + error)


def random_bits(state: int) -> tuple[int, int]:
    """The next 64 bits and the next state of SplitMix64 (Steele, Lea and Flood 2014)."""
    mask = (1 << 64) - 1
    state = (state + 0x9E3779B97F4A7C15) & mask
    bits = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
    bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & mask
    return bits ^ bits >> 31, state


@functools.lru_cache(maxsize=8)
def samples(count: int, resamples: int) -> list[list[int]]:
    """The numbers of the items in each of the bootstrap's samples."""
    state, drawn = 0, []
    for _ in range(resamples):
        sample = []
        for _ in range(count):
            bits, state = random_bits(state)
            sample.append(bits % count)
        drawn.append(sample)
    return drawn


def bootstrap(figure: Callable[[Sequence[int]], float], count: int, resamples: int = RESAMPLES) -> Bounded:
    """A figure of the items with these numbers, with bounds from samples drawn with replacement."""
    if count == 0:
        return Bounded(math.nan, math.nan, math.nan)
    figures = sorted(figure(sample) for sample in samples(count, resamples))
    tail = resamples // 40
    return Bounded(figure(range(count)), figures[tail], figures[resamples - 1 - tail])


def total(values: Sequence[float], drawn: Sequence[int]) -> float:
    """The sum of the values with these numbers, in their order."""
    return sum(operator.itemgetter(*drawn)(values)) if len(drawn) > 1 else values[drawn[0]]


def mean_ratio(above: Sequence[int], below: Sequence[int]) -> Bounded:
    """The geometric mean of the ratios above[i] / below[i]; the order of the pairs has no effect."""
    logs = sorted(math.log(a) - math.log(b) for a, b in zip(above, below))
    result = bootstrap(lambda drawn: total(logs, drawn) / len(drawn), len(logs))
    return Bounded(*map(math.exp, result))


def sum_ratio(above: Sequence[int], below: Sequence[int]) -> Bounded:
    """The ratio of the sums, of which the greatest numbers decide most."""
    pairs = sorted(zip(above, below))
    a, b = [p[0] for p in pairs], [p[1] for p in pairs]
    return bootstrap(lambda drawn: total(a, drawn) / total(b, drawn), len(pairs))


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The values below which a quarter, a half and three quarters lie."""
    ordered = sorted(values)
    return tuple(ordered[len(ordered) * part // 4] for part in (1, 2, 3))


def pair_moments(weights: Sequence[float]) -> tuple[float, float, float]:
    """The number of pairs, and mean and variance of a pair's share of its two points."""
    count = sum(weights)
    middle = sum(weight * score / 4 for score, weight in enumerate(weights)) / count
    variance = sum(weight * (score / 4 - middle) ** 2 for score, weight in enumerate(weights)) / count
    return count, middle, variance


def elo_of_share(share: float) -> float:
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))


def elo(counts: Counts) -> Bounded:
    """The first player's Elo. The two games of a pair depend on each other, so the bounds are those of
    the pairs' scores (Van den Bergh 2019). They are infinite if all pairs have one score."""
    if sum(counts.pairs) == 0:
        return Bounded(math.nan, math.nan, math.nan)
    pairs, middle, variance = pair_moments(counts.pairs)
    error = NORMAL_95 * math.sqrt(variance / pairs) if variance > 0 else math.inf
    return Bounded(elo_of_share(middle), elo_of_share(middle - error), elo_of_share(middle + error))


def normalised_elo(counts: Counts) -> float:
    """Elo in units of the spread of a game's result, which do not depend on how many games are drawn."""
    if sum(counts.pairs) == 0:
        return math.nan
    _, middle, variance = pair_moments(counts.pairs)
    spread = math.sqrt(2 * variance)
    return (middle - 0.5) / spread * 800 / math.log(10) if spread > 0 else math.nan


def llr(counts: Counts, elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of the strengths elo1 and elo0, by the normal approximation of the
    generalised sequential test."""
    if sum(counts.pairs) == 0:
        return 0.0
    # A score that was not seen yet is possible: without this the variance may be 0.
    pairs, middle, variance = pair_moments([count or 1e-3 for count in counts.pairs])
    share0, share1 = (1 / (1 + 10 ** (-strength / 400)) for strength in (elo0, elo1))
    return pairs * (share1 - share0) * (2 * middle - share0 - share1) / (2 * variance)


def elo_text(figure: Bounded, sign: str = "+-") -> str:
    """The Elo of at least one pair: "+12.3 +- 8.1", "+12.3, no bounds", "all won" or "all lost"."""
    if not math.isfinite(figure.value):
        return "all won" if figure.value > 0 else "all lost"
    if not math.isfinite(figure.error):
        return f"{figure.value:+.1f}, no bounds"
    return f"{figure.value:+.1f} {sign} {figure.error:.1f}"


def ratio_text(figure: Bounded, digits: int = 3) -> str:
    """A ratio and its bounds: "0.921 (0.892-0.953)". What is infinite is "more"."""
    value, low, high = ("more" if math.isinf(part) else f"{part:.{digits}f}" for part in figure)
    return f"{value} ({low}-{high})"

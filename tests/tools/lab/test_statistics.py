"""Figures with answers by hand or from the literature."""

import math
import unittest

import fixture  # noqa: F401
from lab import statistics, trees
from lab.statistics import Counts


class Elo(unittest.TestCase):
    def test_known_match(self):
        row_1_of_the_comparison = statistics.elo(Counts(620, 890, 490, (37, 219, 392, 281, 71)))
        self.assertEqual((round(row_1_of_the_comparison.value, 1), round(row_1_of_the_comparison.error, 1)), (22.6, 10.3))
        self.assertAlmostEqual(statistics.elo_of_share(0.5), 0)
        self.assertAlmostEqual(statistics.elo_of_share(0.75), 190.8485, 3)
        figure = statistics.elo(Counts(1, 2, 1, (0, 1, 0, 1, 0)))
        self.assertAlmostEqual(figure.value, 0)
        self.assertAlmostEqual(figure.high, statistics.elo_of_share(0.5 + 1.959964 * 0.25 / math.sqrt(2)), 3)

    def test_bounds_do_not_exist(self):
        self.assertEqual(statistics.elo_text(statistics.elo(Counts(2, 0, 0, (0, 0, 0, 0, 1)))), "all won")
        self.assertEqual(statistics.elo_text(statistics.elo(Counts(0, 0, 2, (1, 0, 0, 0, 0)))), "all lost")
        self.assertEqual(statistics.elo_text(statistics.elo(Counts(2, 2, 0, (0, 0, 0, 2, 0)))), "+190.8, no bounds")
        self.assertTrue(math.isnan(statistics.elo(Counts()).value))

    def test_the_other_player_sees_the_reverse(self):
        counts = Counts(30, 40, 10, (1, 4, 15, 12, 8))
        self.assertAlmostEqual(statistics.elo(counts.turned()).value, -statistics.elo(counts).value)

    def test_normalised_elo(self):
        # A game's spread is sqrt(2) times that of a pair's share; 800 / ln 10 is 347.4.
        counts = Counts(0, 0, 0, (0, 1, 0, 3, 0))
        spread = math.sqrt(2) * math.sqrt((1 * (0.25 - 0.625) ** 2 + 3 * (0.75 - 0.625) ** 2) / 4)
        self.assertAlmostEqual(statistics.normalised_elo(counts), 0.125 / spread * 347.4356, 2)

    def test_sequential_test(self):
        three_quarters = statistics.elo(Counts(0, 0, 0, (0, 0, 0, 1, 0))).value
        # n (s1 - s0) (2 m - s0 - s1) / (2 v) with the strengths as shares of the points, 1/2 and 3/4.
        for pairs, elo0, elo1, wanted in (((0, 0, 0, 0, 0), 0, 5, 0), ((1, 1, 1, 1, 1), 0, three_quarters, -1.25),
                                          ((1, 1, 1, 1, 2), 0, three_quarters, -0.45),
                                          ((2, 1, 1, 1, 1), -three_quarters, 0, 0.45),
                                          ((10, 20, 40, 20, 10), -5, 5, 0)):
            self.assertAlmostEqual(statistics.llr(Counts(0, 0, 0, pairs), elo0, elo1), wanted)
        self.assertGreater(statistics.llr(Counts(0, 0, 0, (0, 0, 9, 1, 0)), 0, 5), 0)


class Bootstrap(unittest.TestCase):
    def test_random_numbers_are_those_of_splitmix(self):
        bits, state = statistics.random_bits(0)
        self.assertEqual(bits, 0xE220A8397B1DCDAF)
        self.assertEqual(statistics.random_bits(state)[0], 0x6E789E6AA1B965F4)

    def test_ratios(self):
        same = statistics.mean_ratio([2, 4, 8], [1, 2, 4])
        self.assertEqual([round(part, 9) for part in same], [2, 2, 2])
        self.assertAlmostEqual(statistics.mean_ratio([1, 4], [1, 1]).value, 2)
        self.assertAlmostEqual(statistics.sum_ratio([1, 4], [1, 1]).value, 2.5)
        self.assertEqual(statistics.mean_ratio([1, 9, 4], [2, 3, 1]), statistics.mean_ratio([4, 1, 9], [1, 2, 3]))
        self.assertEqual(statistics.ratio_text(statistics.Bounded(0.9214, 0.8921, math.inf)), "0.921 (0.892-more)")

    def test_mean(self):
        figure = statistics.mean([1, 2, 3])
        self.assertAlmostEqual(figure.error, 1.959964 / math.sqrt(3), 5)
        self.assertTrue(math.isnan(statistics.mean([]).value))


class Curves(unittest.TestCase):
    def test_rising(self):
        self.assertEqual(trees.rising([1, 3, 2, 4]), [1, 2.5, 2.5, 4])
        self.assertEqual(trees.rising([3, 2, 1]), [2, 2, 2])

    def test_needed(self):
        self.assertEqual(trees.needed([0, 1], [16, 64], 0.5), 32)
        self.assertEqual(trees.needed([0, 1], [16, 64], 0), 16)
        self.assertEqual(trees.needed([0, 1], [16, 64], 2), math.inf)

    def test_divergence(self):
        self.assertAlmostEqual(trees.divergence({"a": 1, "b": 1}, {"a": 0.5, "b": 0.5}), 0)
        self.assertAlmostEqual(trees.divergence({"a": 4, "b": 0}, {"a": 0.25, "b": 0.75}), math.log(4))
        self.assertAlmostEqual(trees.divergence({"a": 1}, {}), math.log(65535))


if __name__ == "__main__":
    unittest.main()

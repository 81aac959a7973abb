"""The published figures are those of the records, and a figure that is not is found."""

import math
import re
import sqlite3
import unittest

import fixture
from lab import records, report, results, tune
from lab.statistics import Counts

COLUMNS = records.header("match")


def row(start: int, games: int, **others) -> dict:
    """A run of a match in which each pair is 1-1."""
    known = {"first": "MctsKillers=true", "second": "", "both": "Hash=16 Search=mcts", "limit": "nodes 1000",
             "book": "b", "seed": 1, "program": "p", "files": "f", "machine": "m", "start": start, "bench": 1,
             "commit": "c", "defaults": "d", "games": games, "won": 0, "drawn": games, "lost": 0,
             "p0": 0, "p1": 0, "p2": games // 2, "p3": 0, "p4": 0, "forfeits": 0}
    return {**known, **others}


def database(*rows: dict) -> sqlite3.Connection:
    base = sqlite3.connect(":memory:")
    base.row_factory = sqlite3.Row
    base.execute(f'CREATE TABLE match (record, {", ".join(chr(34) + name + chr(34) for name in COLUMNS)})')
    base.execute("CREATE TABLE defaults (defaults, of, options)")
    base.execute("INSERT INTO defaults VALUES ('d', 'uci', 'Hash=16;MctsHistoryMemory=1')")
    marks = ", ".join("?" * (1 + len(COLUMNS)))
    base.executemany(f"INSERT INTO match VALUES ({marks})", (["r", *(one[name] for name in COLUMNS)] for one in rows))
    return base


class Published(fixture.Folder):
    def test_all(self):
        done = self.lab("check", str(fixture.ROOT / "docs"))
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)


    def test_tuning(self):
        """The numbers of the published tuning follow from its games."""
        rows = records.read(fixture.ROOT / "docs/tuning.csv")[1]
        numbers = [tune.Number(name, *map(float, text.split(":")), 0, 10**6)
                   for name, text in (word.split("=") for word in rows[0]["parameters"].split())]
        values, played = [number.start for number in numbers], 0
        for index, row in enumerate(rows):
            _, move = tune.rates(row["games"] // 2, played, 0.02)
            signs, _ = tune.draw(row["seed"], index, len(numbers))
            values = tune.learn(numbers, values, signs, move * (row["won"] - row["lost"]))
            played += row["played"] // 2
            text = " ".join(f"{number.name}={value:.3f}" for number, value in zip(numbers, values))
            self.assertEqual(text, row["values"])


class Manual(fixture.Folder):
    def test_verbs(self):
        """The manual page names the verbs of the help."""
        page = (fixture.ROOT / "docs/man/morpho-lab.1").read_text()
        verbs = re.findall(r"^    (\w+) ", self.lab("--help").stdout, re.MULTILINE)
        self.assertEqual(re.findall(r"^\.SS (\w+)", page, re.MULTILINE), verbs)
        for verb in verbs:
            self.expect(self.lab(verb, "--fly"), 2, "error: ")


class Figures(unittest.TestCase):
    def test_pages(self):
        known = {"1": "22.6 ± 10.3", "2": "-3.0 ± 4.0", "a1": "not yet"}
        good = "| 1, 2 | idea | 22.6 ± 10.3 | -3.0 ± 4.0 |\n| a1 | x | not yet |\nIt gains 22.6\n± 10.3 Elo."
        self.assertEqual(report.wrong_figures(good, known), [])
        self.assertEqual(len(report.wrong_figures(good.replace("-3.0", "3.0"), known)), 1)
        self.assertEqual(len(report.wrong_figures(good + " It loses 1.0 ± 1.0.", known)), 1)
        self.assertEqual(report.wrong_figures("text", known), ["no table has rows of the plan"])

    def test_ratios(self):
        def rows(setting, *nodes):
            return [{"setting": setting, "position": str(number), "nodes": count} for number, count in enumerate(nodes)]
        pairs = results.ratio_index({("k",): {"mia": rows("mia", 10, 20, 40), "mia A=b": rows("mia A=b", 20, 40, 80)}})
        self.assertEqual(report.wrong_ratios("2.000 (2.000-2.000) and 0.500\n(0.500-0.500)", pairs), [])
        self.assertEqual(len(report.wrong_ratios("2.000 (1.900-2.100)", pairs)), 1)
        self.assertEqual(len(report.wrong_ratios("none", pairs)), 1)

    def test_a_removal_counts_for_the_idea(self):
        won = {"won": 100, "drawn": 0, "p2": 0, "p4": 50}
        for first, second, value in (("MctsKillers=true", "", math.inf), ("", "MctsKillers=true", -math.inf),
                                     ("MctsHistory=off", "", -math.inf), ("", "MctsHistory=off", math.inf)):
            found = results.figures(database(row(0, 100, first=first, second=second, **won)))
            self.assertEqual(results.elo(found[0].counts).value, value)
        found = results.figures(database(row(0, 2, first="MctsKillers=true MctsHistoryMemory=1")))
        self.assertEqual(found[0].idea.words, "MctsKillers=true")
        self.assertEqual(results.figures(database(row(0, 2, both="Hash=16 Search=mcts MctsExchange=true"))), [])

    def test_confirmations(self):
        def confirmed(*rows):
            return sorted((figure.confirms, figure.counts.games) for figure in results.figures(database(*rows)))
        self.assertEqual(confirmed(row(0, 100), row(50, 100)), [(False, 200)])
        self.assertEqual(confirmed(row(0, 2000), row(1000, 100)), [(False, 2000), (True, 100)])
        self.assertEqual(confirmed(row(0, 100), row(500, 100)), [(False, 100), (True, 100)])
        # A screen by another build, with the players exchanged, has played these openings.
        swapped = row(0, 1100, first="", second="MctsKillers=true", program="q")
        self.assertEqual(confirmed(row(500, 100), swapped), [(False, 100), (False, 1100)])
        self.assertEqual(confirmed(row(0, 4000, limit="nodes 1000 sprt 0/5")), [(False, 4000)])

    def test_a_plan_finds_its_rows(self):
        base = database(row(0, 100), row(50, 100), row(200, 100), row(0, 100, program="q"), row(0, 100))
        match = report.plans.matches.Match("MctsKillers=true", "", "Hash=16 Search=mcts", "nodes 1000", "b", 1, 0, 400)
        self.assertEqual(results.measured(base, match, "r").counts, Counts(0, 200, 0, (0, 0, 100, 0, 0), 0))
        self.assertEqual(results.measured(base, match._replace(start=200), "r").counts.games, 100)
        self.assertEqual(results.measured(base, match._replace(start=300), "r").counts.games, 0)


if __name__ == "__main__":
    unittest.main()

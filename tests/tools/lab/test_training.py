"""Pictures of training runs and of the calibration of nets."""

import argparse
import importlib.util
import unittest

import fixture
from lab import training
from lab.fault import Fault, Misuse

LOG = "step,positions,learning_rate,training_loss,held_out_loss,top1,error\n"
VALUE = LOG + "1,512,1e-3,2.5,,,\n2,1024,5e-4,nan,,,\n2,1024,,2.4,2.3,0.000000,0.2\n"
POLICY = LOG + "1,512,1e-3,2.5,,,\n1,512,,2.4,2.3,0.31,0.000000\n"
NAMES = ("positions", "predicted", "teacher", "results", "outcome")


def tables(net: str, kind: str) -> str:
    """The rows of an evaluation: one of the table, and a calibration with an empty bin."""
    bins = {"0.0 to 0.5": (0, 0, 0, 0, 0), "0.5 to 1.0": (3000, 0.7, 0.8, 0, 0)}
    return f'"{net}",{kind},all,,positions,3000\n' + "".join(
        f'"{net}",calibration,predicted,{part},{name},{figure}\n'
        for part, figures in bins.items() for name, figure in zip(NAMES, figures))


TABLES = "net,table,group,slice,figure,value\n" + tables("a $b$, c.nn", "value") + tables("d.ck", "value")


class Training(fixture.Folder):
    def draw(self, *texts: str):
        paths = [self.folder / f"run{number}.csv" for number in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_text(text)
        training.run(argparse.Namespace(files=paths, output=self.folder / "x.svg"))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_pictures(self):
        bare = "".join(POLICY.splitlines(keepends=True)[:2])  # no figure of a kind: it goes with all others
        for texts, words in (((VALUE, VALUE, bare), ("run1", "mean error", "million positions")),
                             ((bare, POLICY), ("run0", "move is first")),
                             ((VALUE + "3,15",), ("run0",)),  # it is being written
                             ((TABLES,), ("value net of a $b$, c.nn: the teacher", "value net of d.ck: result"))):
            self.draw(*texts)
            for word in words:
                self.assertIn(word, self.text("x.svg"))

    def test_faults(self):
        for texts, kind, reason in (
                ((VALUE, POLICY), Fault, "run0.csv: logs of policy and of value nets do not go into one picture"),
                ((VALUE, TABLES), Misuse, "logs and tables of an evaluation do not go into one picture"),
                ((VALUE,) * 11, Misuse, "at most 10 logs"), ((TABLES,) * 3, Misuse, "the calibrations of 5 nets"),
                ((LOG,), Fault, "run0.csv: the log has no rows yet"),
                (("my,notes\n1,2\n",), Fault, "run0.csv: neither a log nor the tables of morpho-train"),
                ((LOG + "1,x,,,,,\n",), Fault, 'run0.csv, line 2: "x" is not a number'),
                ((LOG + "1,2\n",), Fault, "run0.csv, line 2: 2 fields where 7 are expected"),
                ((TABLES[:TABLES.index("value,") + 6],), Fault, "only value nets"),
                ((TABLES.replace("results", "x"),), Fault, "run0.csv: damaged")):
            with self.assertRaises(kind) as caught:
                self.draw(*texts)
            self.assertIn(reason, str(caught.exception))


if __name__ == "__main__":
    unittest.main()

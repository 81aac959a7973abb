"""What the tests of the laboratory share: where it is, and a folder with stand-ins for its programs."""

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True

FASTCHESS = shutil.which(os.environ.get("FASTCHESS") or "fastchess")
BOOK = "".join(f"4k3/8/8/8/8/8/4P3/4K3 w - - {number} 1\n" for number in range(60))
MADE = "c,00000003"  # the columns commit and defaults


def samples() -> dict[str, list[str]]:
    """Rows of each kind of record, which belong together."""
    return {
        "match": [f"MctsKillers=true,,Hash=16 Search=mcts,nodes 1000,b.epd,1,00000001,00000002,m,{2 * n},1,{MADE},"
                  "4,1,2,1,0,1,0,1,0,0" for n in range(3)],
        "suite": [f"negamax,{setting},{limit},16,00000001,position {n},1,e2e4,cp 10,8,{nodes},5,{n},1,1,0,0,{MADE},m,"
                  f"s.epd,{n}" for n in range(3)
                  for setting, limit, nodes in (("modern", "depth 8", 10), ("modern -NullMove", "depth 8", 20),
                                                ("modern", "nodes 9", 9))],
        "mcts": [f"rule,{setting},{playouts},default,1024,64,00000001,position {n},1,e2e4,5,{prior},-1,1,0,,{MADE},m,"
                 f"s.epd,{n}" for n, (setting, prior), playouts in itertools.product(
                     range(3), (("default MctsHistory=off", 2000), ("default", 1000)), (16, 32, 64))],
        "threads": [f"2,16,64,00000001,m,position {n},1,100,10,60,12,110,20,{MADE},s.epd,{n}" for n in range(3)],
        "tune": [f"Hash=100:20,Search=mcts,nodes 50,b.epd,1,12,00000001,00000002,m,{2 * n},1,{MADE},nodes 50,4,1,2,1,0,"
                 "Hash=100.000" for n in range(3)],
        "losses": [f"lamp,Search=mcts,stockfish,400,140,00000001,{n + 1},1,position {n},a2a3,-200,a2a4,0,late,h7h6,12,34,"
                   f"{MADE},m" for n in range(3)],
        "strength": [f"mcts,{elo},stockfish,{elo},200,93,8,99,3385394" for elo in (1350, 1700, 2100)],
        "defaults": ['00000003,uci,"Hash=16;Search=mcts"']}


class Folder(unittest.TestCase):
    """A test in a folder of its own, with a book of 60 openings."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        (self.folder / "book.epd").write_text(BOOK)

    def lab(self, *words: str, **environment: str) -> subprocess.CompletedProcess:
        """Runs morpho-lab in the folder."""
        return subprocess.run([sys.executable, ROOT / "tools/morpho-lab", *words], cwd=self.folder, text=True,
                              capture_output=True, check=False,
                              env={**os.environ, "STAND_IN_LOG": str(self.folder / "log"), **environment})

    def games(self, verb: str, *words: str, **environment: str) -> subprocess.CompletedProcess:
        """The same with stand-ins for Morpho and fastchess."""
        return self.lab(verb, *words, "--program", str(HERE / "fake_morpho"), "--fastchess",
                        str(HERE / "fake_fastchess"), **environment)

    def expect(self, done: subprocess.CompletedProcess, status: int, words: str) -> None:
        self.assertEqual((done.returncode, words in done.stdout + done.stderr), (status, True),
                         f"wanted {status} and \"{words}\":\n{done.stdout}{done.stderr}")

    def text(self, name: str) -> str:
        return (self.folder / name).read_text()

"""What the tests of the laboratory share: where it is, and a folder with stand-ins for its programs."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True

BOOK = "".join(f"4k3/8/8/8/8/8/4P3/4K3 w - - {number} 1\n" for number in range(60))


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

"""One line on the terminal that says how far a long piece of work is, and how long it still takes."""

import sys
import time


class Progress:
    def __init__(self, what: str, unit: str, total: float):
        self.what, self.unit, self.total = what, unit, total
        self.begun = self.shown = time.monotonic()
        self.on = sys.stderr.isatty()

    def show(self, done: float, note: str = "") -> None:
        """Shows the work that was done since the begin, at most twice a second."""
        now = time.monotonic()
        if not self.on or now - self.shown < 0.5 or done <= 0:
            return
        self.shown = now
        left = (now - self.begun) / done * (self.total - done)
        print(f"\r\033[K{self.what}: {done:.0f} of {self.total:.0f} {self.unit}{note}; {duration(left)} left",
              end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.on:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """"less than a minute", "12 minutes" or "3.5 hours"."""
    if seconds < 100:
        return "less than a minute" if seconds < 60 else "1 minute"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.1f} hours"

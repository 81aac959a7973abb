"""What a long piece of work says of itself: at once what it does and about how long that takes, then how
far it is: on a terminal in one line, elsewhere every ten minutes."""

import shutil
import sys
import time


class Progress:
    def __init__(self, what: str, unit: str, total: float):
        self.what, self.unit, self.total = what, unit, total
        self.begun = self.shown = time.monotonic()
        self.on = sys.stderr.isatty()

    def announce(self, seconds: float | None = None) -> None:
        """Says what will be done, before the first part of it; `seconds` is an estimate, if there is one."""
        last = "the first ones tell how long it takes" if seconds is None else duration(seconds)
        last = last if seconds is None or seconds < 60 else f"about {last}"
        print(f"{self.what}: {self.total:.0f} {self.unit}, {last}", file=sys.stderr, flush=True)

    def show(self, done: float, note: str = "") -> None:
        """Shows the work that was done since the begin, at most twice a second."""
        now = time.monotonic()
        if now - self.shown < (0.5 if self.on else 600) or done <= 0:
            return
        self.shown = now
        left = (now - self.begun) / done * (self.total - done)
        line = f"{self.what}: {done:.0f} of {self.total:.0f} {self.unit}{note}; {duration(left)} left"
        if self.on:  # a line that the terminal breaks could not be replaced
            line = f"\r\033[K{line[:shutil.get_terminal_size().columns - 1]}"
        print(line, end="" if self.on else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.on:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """"less than a minute", "12 minutes" or "3.5 hours"."""
    if seconds < 100:
        return "less than a minute" if seconds < 60 else "1 minute"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.1f} hours"

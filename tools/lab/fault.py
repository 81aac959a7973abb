"""What the user did wrong, or what the machine refuses: the program prints it and ends."""


class Fault(Exception):
    """An error that names thing, place and reason in one line."""


class Misuse(Fault):
    """A command line that makes no sense; the exit status is 2."""

"""The command line, as hoyle and as python -m hoyle."""

import signal


def main() -> None:
    """Run the command line; until it is imported, Ctrl-C ends the process without a word."""
    usual = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from hoyle.cli.main import main

    signal.signal(signal.SIGINT, usual)
    main()


if __name__ == "__main__":
    main()

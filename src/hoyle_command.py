"""The command hoyle: outside the package, so that Ctrl-C is heeded before anything else is imported."""

import signal
import sys


def main() -> None:
    """Run the command line; while it is imported and when it is done, Ctrl-C ends the process without a word."""
    usual = signal.getsignal(signal.SIGINT)
    # What whoever started us ignores stays ignored.
    quiet = signal.SIG_DFL if usual is signal.default_int_handler else usual
    signal.signal(signal.SIGINT, quiet)
    from hoyle.cli.main import INTERRUPTED, main

    try:
        signal.signal(signal.SIGINT, usual)
        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        # A table that has closed heeds none any more.
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, quiet)

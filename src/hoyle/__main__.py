"""The command line, as python -m hoyle."""

from hoyle.cli.main import main

if __name__ == "__main__":
    main()

"""The command line, as python -m hoyle."""

from hoyle.tables.cli import main

if __name__ == "__main__":
    main()

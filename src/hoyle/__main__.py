"""The command line as python -m hoyle."""

from hoyle_command import main

if __name__ == "__main__":
    main()

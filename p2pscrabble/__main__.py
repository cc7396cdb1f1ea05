"""``python -m p2pscrabble`` is the command ``p2pscrabble``."""

from p2pscrabble.cli import main

if __name__ == "__main__":
    main()

"""The page in the browser, and the server on this computer that it talks to.

The page (``page/``) holds no rule of the game: it sends what the player does and shows what it is told. May import
``peer`` and all below it, and ``gcg``; knows nothing of the command line.
"""

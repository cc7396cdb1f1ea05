"""Games as GCG files, the format of other programs: read with every score checked, and written.

May import all that is pure; nothing here opens a file.
"""

from p2pscrabble.gcg.checking import import_gcg
from p2pscrabble.gcg.file import EventKind, GcgEvent, GcgFile, GcgPlayer
from p2pscrabble.gcg.game import GcgGame, GcgStep, Problem, RecordedWords
from p2pscrabble.gcg.reading import MAX_BYTES, read_gcg
from p2pscrabble.gcg.writing import export_gcg, game_gcg, nicknames

__all__ = [
    "MAX_BYTES",
    "EventKind",
    "GcgEvent",
    "GcgFile",
    "GcgGame",
    "GcgPlayer",
    "GcgStep",
    "Problem",
    "RecordedWords",
    "export_gcg",
    "game_gcg",
    "import_gcg",
    "nicknames",
    "read_gcg",
]

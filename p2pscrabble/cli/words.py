"""``check`` and ``wordlist``: is it a word, and which lists are here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pscrabble.cli.exits import ExitCode
from p2pscrabble.cli.options import option
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options

if TYPE_CHECKING:
    from p2pscrabble.game.lexicon import Lexicon
    from p2pscrabble.peer.wordlists import WordLists

_HASH_SHOWN = 8


def named(lists: WordLists, name: str, out: Output) -> Lexicon:
    """The list of this name, with a progress bar where it must be compiled first; raises as ``WordLists.named``."""
    if lists.ready(name):
        return lists.named(name)
    with out.progress("Preparing the word list, this once") as progress:
        return lists.named(name, progress)


@click.command("check")
@common_options
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@option("--lexicon", metavar="NAME", default="modern", show_default=True, help="The word list: see `wordlist list`.")
@click.pass_obj
def check_command(settings: Settings, *, words: tuple[str, ...], lexicon: str) -> None:
    """Is it a word? Ends with 1 where one is not."""
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    found = named(WordLists(settings.data), lexicon, out)
    good = True
    for word in words:
        is_word = word in found
        good = good and is_word
        out.result(f"{word.upper()} is {'a' if is_word else 'no'} word of {found.name}.")
        out.event("word", word=word.upper(), good=is_word, lexicon=found.name)
    if not good:
        sys.exit(ExitCode.NO)


@click.group("wordlist")
@common_options
def wordlist_command() -> None:
    """The word lists on this computer.

    All players of a room need the same list. It is known by its words, whatever it is called; a list never leaves this
    computer.
    """


@wordlist_command.command("list")
@common_options
@click.pass_obj
def list_command(settings: Settings) -> None:
    """Every word list: its name, how many words it has, and the beginning of its hash."""
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    for info in WordLists(settings.data).known():
        note = "came with the program" if info.shipped else "added"
        out.result(f"{info.name:<16} {info.words:>8,} words  {info.hash.hex()[:_HASH_SHOWN]}  {note}")
        out.event("wordlist", name=info.name, words=info.words, hash=info.hash.hex(), shipped=info.shipped)


@wordlist_command.command("add")
@common_options
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option("--as", "called", metavar="NAME", help="What to call it; as the file is called, where this is not given.")
@click.pass_obj
def add_command(settings: Settings, *, file: Path, called: str | None) -> None:
    """Add a list of your own from FILE: one word a line, in capitals or not.

    What follows the first blank on a line is passed over. Words of other than 2 to 15 letters A to Z are dropped, and
    how many is said.
    """
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    with out.progress(f"Reading {file.name}") as progress:
        added = WordLists(settings.data).add(file, called, progress)
    info = added.list
    dropped = {reason.name.lower(): count for reason, count in added.file.dropped.items()}
    out.say(str(added.file))
    out.result(f"{info.name}: {info.words:,} words, {info.hash.hex()[:_HASH_SHOWN]}")
    out.say(f"To play with it: p2pscrabble host --lexicon {info.name}")
    out.event("wordlist", name=info.name, words=info.words, hash=info.hash.hex(), dropped=dropped)


@wordlist_command.command("info")
@common_options
@click.argument("lexicon", metavar="[NAME]", default="modern")
@click.pass_obj
def info_command(settings: Settings, *, lexicon: str) -> None:
    """All about one list: its whole hash, and how many words of each length it has."""
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    lists = WordLists(settings.data)
    found = named(lists, lexicon, out)
    about = lists.info(lexicon).about
    lengths: dict[int, int] = {}
    for word in found:
        lengths[len(word)] = lengths.get(len(word), 0) + 1
    out.result(f"{found.name}: {about}" if about else found.name)
    out.result(f"{len(found):,} words; by length: {', '.join(f'{n}: {lengths[n]:,}' for n in sorted(lengths))}")
    out.result(f"hash {found.hash.hex()}")
    out.event("wordlist", name=found.name, about=about, words=len(found), hash=found.hash.hex(), lengths=lengths)

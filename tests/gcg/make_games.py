"""Makes the games in ``games/``: seeded self-play under many rules, each with something that a reader must know.

Run as ``python -m tests.gcg.make_games`` in the project's folder. The games are made anew only where the format
changes, and read by eye before they are committed; ``test_games.py`` reads them as they lie there.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import position_plays
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.rules import PRESETS, ChallengeRule, Rules
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.gcg import export_gcg, nicknames

FOLDER: Final = Path(__file__).parent / "games"
WORDS: Final = Path(__file__).parents[2] / "wordlists" / "modern.txt.gz"
NAMES: Final = ("Ana Lovelace", "Ben", "Cyd Óg", "Dot: the 4th")
TOURNAMENT: Final = PRESETS["tournament"]
CLASSIC: Final = PRESETS["classic"]


@dataclass
class Table:
    """A game of bots that show their racks."""

    rules: Rules
    lexicon: Lexicon
    seats: int
    random: Random
    seconds: tuple[int, ...] = (0,) * 4
    """What each seat takes for a move."""
    positions: list[Position] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.bag = self.random.sample(LETTER_OF, len(LETTER_OF))
        first = self.random.randrange(self.seats)
        self.positions = [self.drawn(Position.start(self.rules, self.lexicon, self.seats, first))]

    @property
    def now(self) -> Position:
        return self.positions[-1]

    def drawn(self, position: Position) -> Position:
        while position.owed:
            draw = position.owed[0]
            position = position.deal("".join(self.bag[: draw.count]))
            self.bag = self.bag[draw.count :]
            self.put_back(draw.back)
        return position

    def put_back(self, tiles: str) -> None:
        self.bag += tiles
        self.random.shuffle(self.bag)

    def play(self, move: Move) -> None:
        self.positions.append(self.drawn(self.now.apply(move, self.seconds[self.now.turn])))

    def leave(self, seat: int) -> None:
        left = self.now.leave(seat)
        self.put_back(left.last.returned if left.last else "")
        self.positions.append(left)

    def usual(self) -> Move:
        """One of the better plays, or what to do without any."""
        if self.now.answer_pending:
            return Accept()
        plays = self.best()
        if plays:
            return plays[min(int(self.random.expovariate(0.7)), len(plays) - 1)]
        return self.exchange(3) if self.now.available >= self.rules.exchange_minimum else Pass()

    def best(self) -> list[Play]:
        return [play for play, _ in sorted(position_plays(self.now), key=lambda play: (-play[1], play[0].tiles))]

    def exchange(self, count: int) -> Exchange:
        return Exchange("".join(self.random.sample(self.now.mover.rack.shown, count)))

    def phony(self) -> Play:
        """Laid like a good play, its letters in another order."""
        for play in self.best():
            letters = self.random.sample([tile.letter for tile in play.tiles], len(play.tiles))
            made = Play(tuple(Placed(tile.square, letter) for tile, letter in zip(play.tiles, letters, strict=True)))
            if len(letters) > 2 and any(word.text not in self.lexicon for word in self.now.score(made).words):
                return made
        raise ValueError("there is no phony here")


def go_on(table: Table) -> None:
    table.play(table.usual())


def exchange(count: int) -> Callable[[Table], None]:
    return lambda table: table.play(table.exchange(count))


def leave(seat: int) -> Callable[[Table], None]:
    return lambda table: table.leave(seat)


def make(move: Move) -> Callable[[Table], None]:
    return lambda table: table.play(move)


def phony(table: Table) -> None:
    table.play(table.phony())


def challenge_the_last(table: Table) -> None:
    """Plays on to the end, and challenges the play that ends the game."""
    while not table.now.answer_pending:
        table.play(table.usual())
    table.play(Challenge())


Plan = Mapping[int, Callable[[Table], None] | None]
"""What happens otherwise than usual, by the number of the step; ``None`` where the game is broken off."""

PASSES: Final = {step: make(Pass()) for step in range(8, 16)}


@dataclass(frozen=True)
class Game:
    """How one of the games is made."""

    name: str
    rules: Rules
    seats: int
    plan: Plan
    seconds: tuple[int, ...] = (0,) * 4
    seen_by: int | None = None
    """The seat from which it is written down, without the others' racks; everybody's by default."""


GAMES: Final = (
    Game(
        "double",
        TOURNAMENT,
        2,
        {
            3: exchange(4),
            6: phony,
            7: make(Challenge()),
            10: make(Pass()),
            13: make(Challenge()),
            18: challenge_the_last,
        },
    ),
    Game(
        "five-point",
        TOURNAMENT.changed(challenge=ChallengeRule.FIVE_POINT),
        2,
        {2: make(Challenge()), 5: phony, 6: make(Challenge()), 9: phony, 12: make(Challenge()), 18: challenge_the_last},
    ),
    Game(
        "ten-point",
        TOURNAMENT.changed(challenge=ChallengeRule.TEN_POINT),
        2,
        {3: make(Challenge()), 8: exchange(7), 12: make(Challenge())},
    ),
    Game(
        "single",
        TOURNAMENT.changed(challenge=ChallengeRule.SINGLE),
        2,
        {4: make(Challenge()), 7: phony, 8: make(Challenge())},
    ),
    Game("time", TOURNAMENT.changed(clock=25 * 60), 2, {5: make(Pass())}, seconds=(130, 160)),
    Game(
        "scoreless",
        TOURNAMENT,
        2,
        {
            6: phony,
            7: make(Challenge()),
            8: exchange(2),
            9: make(Pass()),
            10: exchange(7),
            11: make(Pass()),
            12: exchange(1),
        },
    ),
    Game("classic", CLASSIC, 2, {2: exchange(5), 9: make(Pass())}),
    Game("passed-out", CLASSIC, 2, PASSES),
    Game("passed-out-at-once", CLASSIC, 2, dict.fromkeys(range(4), make(Pass()))),
    Game("scratch", PRESETS["scratch"], 2, {}),
    Game("three", TOURNAMENT, 3, {4: phony, 5: make(Challenge()), 9: exchange(1)}),
    Game("four", CLASSIC, 4, {5: exchange(2), 9: leave(2), 15: leave(0)}),
    Game("resigned", TOURNAMENT, 2, {11: leave(0)}),
    Game("unfinished", TOURNAMENT, 2, {11: None}),
    Game("as-ben-saw-it", TOURNAMENT, 2, {4: exchange(3), 5: exchange(2), 9: phony, 10: make(Challenge())}, seen_by=1),
)


def seen(positions: list[Position], seat: int) -> Iterator[Position]:
    """The positions as this seat sees them; at the end all racks are shown."""
    for position in positions:
        last = position.last
        if last is not None and last.seat != seat and isinstance(last.move, Exchange):
            last = replace(last, move=Exchange.hidden(len(last.move.tiles)))
        players = [
            player if other == seat or position.ended else replace(player, rack=Rack.hidden(player.rack.size))
            for other, player in enumerate(position.players)
        ]
        yield replace(position, players=tuple(players), last=last)


def played(game: Game, lexicon: Lexicon) -> list[Position]:
    table = Table(game.rules, lexicon, game.seats, Random(game.name), game.seconds)
    while table.now.ended is None:
        step = len(table.positions) - 1
        special = game.plan.get(step, go_on)
        if special is None:
            break
        special(table)
    return table.positions


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    lexicon = Lexicon.from_words(gzip.decompress(WORDS.read_bytes()).decode().split(), "modern")
    for game in GAMES:
        positions = played(game, lexicon)
        if game.seen_by is not None:
            positions = list(seen(positions, game.seen_by))
        text = export_gcg(nicknames(NAMES[: game.seats]), positions, lexicon=lexicon.name)
        (FOLDER / f"{game.name}.gcg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

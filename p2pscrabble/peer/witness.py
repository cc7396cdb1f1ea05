"""A finished game checked from its transcript, by one who was not there: signatures, proofs, seeds, moves, result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2pscrabble.bag.sealed import Spread, in_turn
from p2pscrabble.bag.sealed.audit import audit as audit_bag
from p2pscrabble.bag.sealed.duties import Checking
from p2pscrabble.errors import Breach, DecodeError, P2PScrabbleError, WordListError, sentence
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.peer.auditing import Finding
from p2pscrabble.peer.news import joined
from p2pscrabble.peer.telling import counted, result_text, rules_name
from p2pscrabble.peer.transcript import Transcript, needed
from p2pscrabble.sync.entry import HELLO
from p2pscrabble.sync.identity import KEY_BYTES
from p2pscrabble.table import DISAGREES, NOBODY, Charge, Check, Kind, Outcome, Phase, SealedRecord, Table, check_at_once
from p2pscrabble.table.replay import replay_number, verify_replay

_UNPROVEN: Final = (
    "Whose fault that is cannot be told from it: {}’s program may be wrong or lie, or one of the others may have told "
    "it another story. Who did that has signed two entries for one place, and their two halves would prove it."
)
HALF: Final = 0.5
"""Of the work: first everything is read and verified, then all is made again from the seeds."""


@dataclass(frozen=True, slots=True)
class Witnessed:
    """What was found; ``outcome`` and its number where the game could be followed to its end."""

    findings: tuple[Finding, ...]
    outcome: Outcome | None = None
    number: str = ""

    @property
    def sound(self) -> bool:
        """Whether the game came to its end and nothing was found to be wrong."""
        return self.outcome is not None and all(finding.holds is not False for finding in self.findings)


class _Wrong(P2PScrabbleError):
    """What cannot be gone on from."""


def examine(
    data: bytes,
    lexicon_of: Callable[[bytes], Lexicon | None],
    *,
    spread: Spread = in_turn,
    tell: Callable[[float], None] = lambda _: None,
) -> Witnessed:
    """Checks a game from the bytes of its transcript, and tells how far that is, from 0 to 1.

    Never raises for what the bytes are, but ``WordListError`` where the word list of the game is not here.
    """
    witness = _Witness(lexicon_of, spread, tell)
    try:
        witness.hear(data)
    except (DecodeError, _Wrong) as wrong:
        witness.told.append(Finding(False, sentence(str(wrong))))
    return Witnessed(tuple(witness.told), witness.outcome, witness.number)


class _Witness:
    """Goes through one transcript; ``told`` is what it has found."""

    def __init__(
        self, lexicon_of: Callable[[bytes], Lexicon | None], spread: Spread, tell: Callable[[float], None]
    ) -> None:
        self.told: list[Finding] = []
        self.outcome: Outcome | None = None
        self.number = ""
        self._lexicon_of = lexicon_of
        self._spread = spread
        self._tell = tell
        self._proofs = 0
        self._checked = 0

    def hear(self, data: bytes) -> None:
        """All that can be found, each thing only where what comes before it holds."""
        transcript = Transcript.decode(data)
        self._say("The file is a transcript in the one form that there is of it.")
        self._signatures(transcript)
        entries = [entry for log in transcript.logs.values() for entry in log]
        self._proofs = max(1, sum(entry.kind == Kind.PROOF for entry in entries))
        table = self._read(transcript)
        outcome = table.outcomes[transcript.game]
        self._course(table, outcome)
        names = [seat.name for seat in outcome.record.seats]
        if outcome.sealed is None:
            self._say("The seeds of all players are open, and each had been committed to before any other was seen.")
        else:
            self._bag(outcome, outcome.sealed, names)
        self.number = replay_number(outcome)
        if not self.number:
            self.told.append(Finding(None, "The game is too long for a number."))
        elif verify_replay(self.number, outcome):
            self._say(f"Its number tells the same game, move by move: {self.number}")
        else:
            raise _Wrong("Its number does not tell the same game.")
        self._say(f"{result_text(names, outcome.position)} All scores are computed anew.")
        self.outcome = outcome
        self._tell(1.0)

    def _say(self, text: str) -> None:
        self.told.append(Finding(True, text))

    def _signatures(self, transcript: Transcript) -> None:
        for key, entries in transcript.logs.items():
            name = transcript.name(key)
            if entries[0].kind != HELLO or entries[0].body[:KEY_BYTES] != key:
                raise _Wrong(f"The log of {name} does not begin with the key that signs it.")
            for entry in entries:
                if not entry.signed_by(key):
                    raise _Wrong(f"Entry {entry.index} in the log of {name} was not signed by that player there.")
        who = joined(sorted(f"{transcript.name(key)} (key {key.hex()[:8]})" for key in transcript.logs))
        self._say(f"All {transcript.entries} entries are signed, each bound to the one before it, by {who}.")

    def _read(self, transcript: Transcript) -> Table:
        """The table once it has read everything, which is exactly the game."""
        table = transcript.table(self._lexicon_of, self._check)
        try:
            table.advance(transcript.logs)
        except P2PScrabbleError as error:
            raise _Wrong(str(error)) from error
        if table.phase is Phase.NO_LEXICON and table.room is not None:
            raise WordListError(
                f"The word list of this game, “{table.room.lexicon_name}” ({table.room.lexicon.hex()[:8]}), is not on "
                "this computer: add the same list with `p2pscrabble wordlist add FILE`, and try again."
            )
        if table.stopped is not None:
            self._stopped(table.stopped)
        if len(table.outcomes) <= transcript.game:
            raise _Wrong("The game is not played to its end here.")
        more = any(needed(table, key, log) < len(log) for key, log in transcript.logs.items())
        if len(table.outcomes) > transcript.game + 1 or more:
            raise _Wrong("There is more here than belongs to the game.")
        return table

    def _stopped(self, charge: Charge) -> None:
        """What a game that stopped shows, and what it does not."""
        name = charge.seat.name
        if charge.seat == NOBODY:
            raise _Wrong(f"The game stopped: {charge.reason}.")
        if charge.reason == DISAGREES:
            self.told.append(Finding(None, _UNPROVEN.format(name)))
            raise _Wrong(
                f"The game stopped: {name} signed another hash of the game than follows from what stands here."
            )
        raise _Wrong(f"The game stopped: {name}’s program {charge.reason}.")

    def _check(self, check: Check) -> str:
        wrong = check_at_once(check, self._spread)
        self._step()
        return wrong

    def _step(self) -> None:
        self._checked += 1
        self._tell(min(1.0, HALF * self._checked / self._proofs))

    def _course(self, table: Table, outcome: Outcome) -> None:
        for seat in outcome.record.seats:
            if seat.key in table.vanished:
                self._say(f"The others went on without {seat.name}, by the votes of all of them.")
        for charge in table.charges:
            self._say(f"{charge.seat.name} lost the seat, having signed what nobody may: {charge.reason}.")
        record = outcome.record
        rules, words = rules_name(record.rules), self._lexicon_of(record.lexicon)
        moves = sum(step.turn.move is not None for step in record.steps)
        listed = f"; every word that stood is in the list {words.name}" if words is not None else ""
        self._say(f"All {counted(moves, 'move')} are within the rules ({rules}){listed}.")

    def _bag(self, outcome: Outcome, sealed: SealedRecord, names: list[str]) -> None:
        """What a sealed bag adds: its proofs were checked as the game was read."""
        self._say(
            f"{counted(self._checked, 'proof')} that a shuffle kept all tiles, and every proof for opened tiles, hold: "
            "each tile laid was dealt to the player who laid it."
        )
        left = outcome.position.ended is not None and outcome.position.ended.reason is EndReason.LEFT
        if not left and not any(player.left for player in outcome.position.players):
            self._say("Board, racks and bag at the end are all hundred tiles, each once.")
        self._checked = self._proofs
        checking = Checking(lambda _statement, _proof: self._step())
        try:
            found = audit_bag(sealed.bag, sealed.seeds, checking)
        except (Breach, DecodeError) as error:
            raise _Wrong(str(error)) from error
        for seat, fault in found.faults:
            self.told.append(Finding(False, f"{names[seat]}: {fault}."))
        for seat in found.unaudited:
            text = f"The seed of {names[seat]} is not open: whether chance alone chose what it sent cannot be told."
            self.told.append(Finding(None, text))
        seen = [name for seat, name in enumerate(names) if sealed.seeds[seat] is not None]
        if seen and not found.faults:
            self._say(f"All that {joined(seen)} sent for the bag comes out of their seeds again, byte for byte.")
        if found.order is not None:
            self._say("Every tile was drawn in the order that the seeds make, and they were fixed before any was seen.")

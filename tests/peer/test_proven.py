"""What is said about a sealed bag at every stage of it, and that every proof is told with who made it."""

from __future__ import annotations

from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.record import Dealt, Drew, Vanished
from p2pscrabble.peer.proven import Proven
from tests.bag.sealed.game import FEW, Game

NAMES = ("Ana", "Ben", "Cid", "Dora")
TILES = f"{len(FEW)} tiles"


def sentence(game: Game, you: int | None = 0) -> str:
    return Proven(game.record, NAMES[: len(game.seeds)], you).sentence()


def details(game: Game, you: int | None = 0) -> dict[str, str]:
    return dict(Proven(game.record, NAMES[: len(game.seeds)], you).details())


def test_while_the_bag_is_made() -> None:
    game = Game(2)
    assert sentence(game) == "Ben and you are still to shuffle and lock the bag."
    game.send(Duty(Kind.DECK, 0))
    assert sentence(game) == "You have shuffled and locked the bag; Ben is still to do so."
    assert sentence(game, you=1) == "Ana has shuffled and locked the bag; you are still to do so."
    assert details(game)["Your shuffle"] == f"You shuffled {TILES}; the proof is still to come."
    game.send(Duty(Kind.DECK, 1))
    assert sentence(game) == "All have shuffled and locked the bag; 2 proofs are to come."
    game.send(Duty(Kind.PROOF, 1))
    assert sentence(game) == "All have shuffled and locked the bag; 1 proof is to come."
    game.settle()
    assert sentence(game) == "All have shuffled and locked the bag, and it is proven; now the first tiles are drawn."


def test_a_game_with_all_that_can_happen() -> None:
    game = Game(4).dealt()
    assert sentence(game) == f"{TILES}, shuffled by Ben, Cid, Dora and you; nobody has seen yours."
    assert sentence(game, you=None) == f"{TILES}, shuffled by Ana, Ben, Cid and Dora; nobody sees another’s."
    told = details(game)
    assert told["The locks"] == (
        "Ben, Cid, Dora and you each made a lock for the bag, and proved to hold the key to it: 320 bytes, checked by "
        "this program."
    )
    size = 128 * len(FEW) + 145
    assert told["Ben’s shuffle"] == f"Ben shuffled {TILES}; proven, {size:,} bytes, checked by this program."
    assert told["Your shuffle"] == f"You shuffled {TILES}; proven, {size:,} bytes, made by this program."
    assert "You unlocked tiles that others drew 1 time: 336 bytes." in told["Tiles drawn"]
    assert "Tiles laid" not in told
    assert "Tiles put back" not in told

    tiles = game.lay(0, 2)
    assert details(game)["Tiles laid"].startswith("You laid tiles 1 time: ")
    game.withdraw(0, tiles)
    assert sentence(game).endswith("; nobody has seen yours but those that you took back from the board.")
    assert sentence(game, you=1).endswith("; nobody has seen yours.")
    game.exchange(1, 2)
    told = details(game)
    assert "Ben proved a shuffle 2 times: " in told["Tiles put back"], (
        "what goes back is put in order, and then the bag"
    )
    assert "You proved a shuffle 1 time: " in told["Tiles put back"]
    game.leave(3)
    assert details(game)["Dora left"].startswith("Dora opened the secret number")

    game.happen(Vanished((2,), 1))
    assert sentence(game, you=1) == (
        f"{TILES}, shuffled by Ana, Cid, Dora and you, and being locked anew, since Cid is gone; nobody has seen yours."
    )
    assert details(game)["Cid was gone"].endswith("so the others make new ones. That is still being done.")
    game.settle()
    assert sentence(game, you=1) == (
        f"{TILES}, shuffled by Ana, Cid, Dora and you, then locked anew by Ana and you after Cid was gone; nobody has "
        "seen yours."
    )
    told = details(game)
    assert "carried 2 racks over to the new locks" in told["Cid was gone"]
    game.close()
    assert sentence(game).endswith("; all of it is opened at the end.")
    assert details(game)["The bag at the end"].startswith("Ben opened a rack, or the rest of the bag, 2 times: ")


def test_one_more_who_goes_while_the_bag_is_locked_anew() -> None:
    game = Game(4, "more").dealt()
    game.happen(Vanished((3,), 1))
    game.until(Kind.PROOF)
    game.happen(Vanished((2, 3), 2))
    assert "being locked anew, since Cid and Dora are gone" in sentence(game)
    assert details(game)["Dora was gone"].endswith("That was begun again.")
    assert sentence(game, you=3).endswith("since Cid and you are gone; nobody has seen yours.")
    game.settle()
    assert "then locked anew by Ben and you after Cid and Dora were gone; nobody" in sentence(game)


def test_a_shuffle_of_what_goes_back_is_told_before_it_is_proven() -> None:
    game = Game(2, "back").dealt()
    slots = game.slots(0)[:1]
    game.happen(Drew(0, 1, slots))
    game.send(Duty(Kind.SHARES, 1))
    game.send(Duty(Kind.DECK, 0))
    assert details(game)["Tiles put back"].endswith(" 1 proof is still to come.")


def test_a_deal_that_has_only_begun() -> None:
    game = Game(2, "begun")
    game.settle()
    game.happen(Dealt(3))
    assert sentence(game).startswith(TILES)

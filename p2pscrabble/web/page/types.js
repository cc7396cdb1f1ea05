// @ts-check
/**
 * What the page and the program on this computer say to each other, and what the parts of the page share.
 *
 * One WebSocket a page, `/socket` (lobby, replay, help) or `/socket?room=ID`. The program sends `Hello` once, then
 * `State` whenever something changes, `Notice` for what is said once, and an `Answer` for each `Command`.
 * All times are milliseconds since 1970 on this computer's clock, which the page and the program share.
 * A square is a number, 0 to 224, row by row. A letter on the board is a capital, or small for a blank; `.` is empty.
 * Nothing here is a rule: the program says what a tile is worth, which play is legal and what it scores.
 */

/**
 * @typedef {object} Config what never changes while the program runs
 * @property {string} program name and version, as in "p2pscrabble 0.3.0"
 * @property {number} size squares a row, 15
 * @property {string} columns "ABCDEFGHIJKLMNO"
 * @property {string[]} premiums of each square: "", "DL", "TL", "DW" or "TW"
 * @property {number} centre the square that the first play covers
 * @property {Record<string, {points: number, count: number}>} tiles by letter, "?" for the blank
 * @property {number} rack tiles on a full rack, 7
 * @property {number} maxChat characters in a line of chat
 * @property {number} maxName characters in a name
 * @property {{name: string, about: string, lines: string[]}[]} presets rules to choose from, the usual one first
 * @property {{name: string, words: number, about: string}[]} wordlists word lists to choose from, the usual one first
 */

/** @typedef {{t: "hello", config: Config, run?: string}} Hello `run` names this run of the program: another after a restart */

/**
 * @typedef {object} State the whole of it (`base` null), or what has changed since version `base`
 * @property {"state"} t
 * @property {number} v
 * @property {number | null} base a gap (`base` is not the version held) means: send the command `whole`
 * @property {Partial<RoomState> | Partial<LobbyState>} set each key replaces the one held
 */

/**
 * @typedef {object} Notice something that happened once, as a sentence
 * @property {"notice"} t
 * @property {string} kind link, relay, joined, away, back, left, called, first, move, chat, again, without, over, verdict, closed, warning
 * @property {string} text
 */

/**
 * @typedef {{t: "answer", re: number, ok: true} & Record<string, any>} Done
 * @typedef {{t: "answer", re: number, ok: false, error: string}} Refused `error` is a sentence for the player
 * @typedef {Done | Refused} Answer
 */

// The lobby

/**
 * @typedef {object} LobbyState
 * @property {string} name the player's own, "" where it was never said
 * @property {{address: string, state: "none" | "connecting" | "up" | "down" | "refused", detail: string}} relay
 *   where public rooms are listed; "none" where no relay is set
 * @property {OpenRoom[]} open public rooms on that relay, those with a free seat first
 * @property {KeptGame[]} games on this computer, unfinished ones first
 */

/**
 * @typedef {object} OpenRoom
 * @property {string} code in groups of four
 * @property {string} host
 * @property {number} seats
 * @property {number} taken
 * @property {string} rules preset or "custom"
 * @property {string} lexicon
 * @property {number | null} startsAt
 */

/**
 * @typedef {object} KeptGame
 * @property {string} id of the room
 * @property {string} code
 * @property {"gathering" | "playing" | "over" | "left" | "closed" | "stopped"} state
 * @property {boolean} yourTurn
 * @property {boolean} open whether it is open in this program now
 * @property {boolean} demo against computer players on this computer
 * @property {string[]} names
 * @property {number[]} scores
 * @property {number} changed
 * @property {string} replay its number, "" before the end
 */

// A room

/**
 * @typedef {object} RoomState
 * @property {string} id
 * @property {string} code in groups of four
 * @property {string} link what to send to the others; names the relay and the code
 * @property {string[]} links the same by each address of this computer
 * @property {string} qr path of the link as a picture (SVG)
 * @property {boolean} host whether you made the room
 * @property {boolean} demo
 * @property {"gathering" | "committing" | "revealing" | "playing" | "over" | "closed" | "stopped"} phase
 * @property {Agreed | null} room what the host decided; null until heard
 * @property {Relay} relay
 * @property {PlayerState[]} players in seat order; before a game those who are here, the host first
 * @property {number | null} seat your index in `players` while there is a game
 * @property {number | null} startsAt
 * @property {Dealing | null} dealing
 * @property {FirstDraw | null} first how it was drawn who begins
 * @property {number} game counts the games of this room, from 1; 0 before the first
 * @property {Turn | null} turn null while nobody is to move
 * @property {string} board 225 letters; "" before the first game
 * @property {number[]} last squares of the tiles that the last play laid
 * @property {Step[]} steps
 * @property {number} bag tiles in the bag
 * @property {Unseen} unseen
 * @property {Draft} draft
 * @property {ChatLine[]} chat
 * @property {Over | null} over
 * @property {Absent[]} absent players who are away, and yourself where the others have gone on without you
 * @property {string} watching who only looks on, you among them, in a sentence; "" where nobody does
 * @property {boolean} delivered whether everyone who is here has all that you said
 * @property {Shield} shield
 * @property {string} warning what stands in the way now, "" where nothing does
 * @property {string} failure why the room can't go on in this program (it may be tried again), "" where it does
 */

/**
 * @typedef {object} Agreed
 * @property {number} seats
 * @property {string} rules name of the rules: "classic, with bingo=35"
 * @property {string[]} lines the rules in sentences
 * @property {boolean} challenges whether plays are open to challenge
 * @property {number} clock seconds a player, 0: none
 * @property {string} lexicon
 * @property {number} words in it
 * @property {"open" | "sealed"} deal
 * @property {boolean} public
 */

/**
 * @typedef {object} Absent
 * @property {number} seat index in `players`
 * @property {string} text what is the matter
 * @property {string} act what can be done about it, as a button says it; "" where nothing can
 * @property {boolean} on whether that is to go on without them, and not to wait for them after all
 */

/**
 * @typedef {object} Relay
 * @property {"connecting" | "up" | "down" | "refused"} state
 * @property {string} detail a sentence
 * @property {string} address
 * @property {number | null} retryAt
 */

/**
 * @typedef {object} PlayerState
 * @property {string} name
 * @property {boolean} you
 * @property {boolean} host
 * @property {boolean} bot
 * @property {"here" | "away" | "left"} presence
 * @property {number | null} awaySince
 * @property {number} score
 * @property {number | null} tiles on the rack; null before a game
 * @property {boolean} turn
 * @property {number | null} clock seconds left when this turn began, negative over time; null without a clock
 * @property {boolean} again would like another game
 */

/**
 * @typedef {object} Dealing how far the dealing of the bag is
 * @property {number} done
 * @property {number} of
 * @property {string} text a sentence that says what is happening and who is waited for
 */

/**
 * @typedef {object} FirstDraw
 * @property {{seat: number, tile: string}[][]} rounds more than one after equal best tiles
 * @property {number} seat who begins
 * @property {string} text
 */

/**
 * @typedef {object} Turn
 * @property {number} number how many steps were made before; commands name it, so that none is done twice
 * @property {number} seat
 * @property {boolean} yours
 * @property {number} since
 * @property {boolean} canChallenge
 * @property {boolean} mustAnswer the last play ends the game unless you challenge it: accept or challenge
 * @property {string} noExchange why nothing can be exchanged now, "" where it can
 */

/**
 * @typedef {object} Step
 * @property {number} number from 0
 * @property {number} seat
 * @property {string} name
 * @property {"played" | "exchanged" | "passed" | "accepted" | "withdrawn" | "upheld" | "left"} kind
 * @property {string} move as players write it: "8H CAT", "exchange 3", "pass"
 * @property {number[]} squares of the tiles laid
 * @property {Word[]} words main word first
 * @property {number} points what the step added to the seat's score
 * @property {number} total the seat's score after it
 * @property {number} bonus for all seven tiles, in `points`
 * @property {string} text a sentence
 */

/** @typedef {{text: string, points: number, square: number, down: boolean}} Word */

/**
 * @typedef {object} Unseen tiles in the bag or on the others' racks
 * @property {{tile: string, count: number}[]} tiles all 27 kinds, also those with none left
 * @property {number} total
 * @property {number} vowels
 * @property {number} consonants
 * @property {number} blanks
 */

/**
 * @typedef {object} Draft your rack as you have put it, the tiles you try on the board, and what you were typing
 * @property {number} rev rises with each change that the program takes or makes
 * @property {string} by the tab that made the last change, "" for the program itself
 * @property {Slot[]} slots your whole rack, in your order; a slot keeps its id as long as you hold the tile
 * @property {Judgement | null} play what the program says of the tiles on the board; null where there are none
 * @property {string} chat the line of chat that you were typing
 */

/**
 * @typedef {object} Slot one of your tiles
 * @property {number} id
 * @property {string} tile "A" to "Z" or "?"
 * @property {number | null} square where you try it; null on the rack
 * @property {string | null} letter what a blank on the board stands for, a small letter; null for all others
 */

/**
 * @typedef {object} Judgement
 * @property {boolean} legal whether it could be played, were it your turn
 * @property {number | null} total points; null where the tiles are not in one line
 * @property {number} bonus
 * @property {(Word & {good: boolean | null})[]} words `good`: whether it is in the word list; null: only a challenge tells
 * @property {string[]} faults sentences
 * @property {number[]} squares that the faults are about
 * @property {string} text a sentence: what it scores, or what is wrong
 */

/** @typedef {{name: string, text: string, you: boolean}} ChatLine */

/**
 * @typedef {object} Over how a game ended
 * @property {string} reason a sentence
 * @property {number[]} winners seats
 * @property {{seat: number, name: string, before: number, lines: {text: string, points: number}[], total: number}[]} sums
 *   of each seat: the score before, every leftover and bonus line by line, the final score
 * @property {string} text "Ana wins: Ana 312, Ben 298."
 * @property {string} number the replay number, "" where the game was too long to have one
 * @property {string} hash
 * @property {{name: string, verdict: boolean | null}[]} verdicts what each program found when it checked the game
 */

/**
 * @typedef {object} Shield
 * @property {"waiting" | "open" | "sealed" | "checked" | "broken"} level
 * @property {string} sentence what is proven about this bag
 * @property {{title: string, text: string}[]} details
 */

// Commands

/**
 * @typedef {object} Command
 * `tab` and `id` name a command for good. When the line breaks before the answer, the page sends it again under the same
 * names: the program then does nothing, and answers as it did (it remembers the last few hundred). In a room: whole · draft {slots?: {id, square, letter}[], chat?} · play {step, tiles: [square, letter][]} ·
 * exchange {step, tiles} ("AB?") · pass {step} · challenge {step} · accept {step} · try {text} → Tried · type {step, text} ·
 * say {text} · start · again · bot (a computer player takes a seat; the host's) · without {seat, on} (ask to go on without
 * a silent player, or take that back) · leave · retry (after a failure).
 * Anywhere: host {settings: NewRoom} → {room} · join {text} → {room} · resume {room} → {room} · demo {seats} → {room} ·
 * name {name} · replay {number} → {replay: Replay} · gcg {number} → {text, file} · quit (ends the program).
 * @property {string} do
 * @property {number} [id]
 * @property {string} [tab]
 * @property {any} [slots]
 * @property {string} [chat]
 * @property {number} [step]
 * @property {number} [seat]
 * @property {boolean} [on]
 * @property {any} [tiles]
 * @property {string} [text]
 * @property {NewRoom} [settings]
 * @property {string} [room]
 * @property {number} [seats]
 * @property {string} [name]
 * @property {string} [number]
 */

/**
 * @typedef {object} NewRoom
 * @property {number} seats
 * @property {string} rules a preset
 * @property {number} clock minutes a player, 0: none
 * @property {number} increment seconds a turn
 * @property {string} lexicon
 * @property {boolean} public
 * @property {number} bots computer players among the seats
 */

/** @typedef {{kind: "play" | "exchange" | "pass" | "challenge" | "accept", legal: boolean, text: string, squares: number[]}} Tried */

// A finished game

/**
 * @typedef {object} Replay
 * @property {string} number the digits alone
 * @property {string[]} names
 * @property {boolean} named whether these are the players' own names (known on this computer)
 * @property {string} rules
 * @property {string} lexicon its name, or the beginning of its hash where it is not on this computer
 * @property {boolean} open whether the seeds are in it, so that every rack is known
 * @property {number} first seat
 * @property {Frame[]} frames the position before the first step and after each
 * @property {Over | null} over
 * @property {{holds: boolean | null, text: string}[]} audit null: cannot be told here
 */

/**
 * @typedef {object} Frame
 * @property {string} board
 * @property {number[]} last
 * @property {(string | null)[]} racks by seat, null where not known
 * @property {number[]} scores
 * @property {number} bag
 * @property {number | null} turn who is to move
 * @property {Step | null} step what led here
 */

// Parts of the page

/**
 * @typedef {object} App what every part of the page is handed
 * @property {Config} config
 * @property {string} tab names this tab
 * @property {(command: Command) => Promise<Answer>} send never rejects; without a connection it waits for it
 * @property {(text: string, urgent?: boolean) => void} announce to a screen reader; app.js itself tells (and sounds) moves,
 *   turns, chat, who comes and goes, the first draw, the beginning and the end: parts tell only what the player does in them
 * @property {(text: string, kind?: "info" | "good" | "bad") => void} toast shown for some seconds, and announced
 * @property {(path: string) => void} go to another screen
 * @property {(sound: "tile" | "move" | "turn" | "chat" | "over" | "refused") => void} sound
 */

/**
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {(state: any, before: any) => void} update
 * @property {() => void} [destroy]
 */

/**
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {(state: RoomState, before: RoomState | null) => void} update
 */

export {};

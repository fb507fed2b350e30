"""The recorder in words: what is being decided now, the state of the game, and what was undone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dtcli.english import and_list, plural
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.question_text import question_text, why_idle
from dtcli.play.recorder.record import CloseStory, LayCard, Unit, brought_back, known_cards
from dtcli.play.text import sentences
from dtcli.rules.decisions import REVEAL, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.state import State

if TYPE_CHECKING:
    from dtcli.play.recorder.recorder import TableRecorder

HELP = (
    "Type the beginning of a card and press Enter: s for a sword, sh for a shield, e7 for mission E07, or a title.",
    "On the screen Space does the same for items, and e7 needs neither: no longer number begins with it.",
    "2s: two swords. bkt, or s, b, e7: several cards in a row; a space separates letters that begin another name.",
    "mission Title: bow + 2 sword -> shield? writes a mission out. It is remembered for this evening and the next.",
    "The name of a hero uses the skill. Answer a question with a number or an item.",
    "Enter alone reveals the next card that was typed before; on reveals them up to the next decision or a break.",
    "undo, or u: take back the last input, as often as you like. back: leave a skill, or start an answer over.",
    "?: the ruling that applies. rules R6, or rules backpack full: other rulings.",
    "backpack: the state of the game. heroes: who can act.",
    "end: the story has no more cards; then see how it ended. quit: leave, and go on later with --resume.",
)


def prompt_of(recorder: "TableRecorder") -> str:
    """Return what is being decided now, in one sentence."""
    state = recorder.session.state
    if recorder.question is not None:
        return question_text(state, recorder.question)
    if recorder.looking is not None:
        hero = HEROES[recorder.looking.borrowed or recorder.looking.hero].name
        missing = plural(CARDS_SEEN - len(known_cards(state)), "card")
        return f"{hero}: type the next {missing} as they lie; end if there are fewer."
    if recorder.is_over:
        broke = "The backpack is broken." if state.broken else "The story is over."
        return f"{broke} Type end to finish, or undo."
    if recorder.types_story:
        return f"Card {len(recorder.record.story) + 1} of the story? Type end when it is complete."
    if recorder.next_known is not None:
        return f"Card {state.revealed + 1} is {sentences.card(recorder.next_known)}. Press Enter to reveal it."
    back = brought_back(state)
    last = f" {back[0]} lies at the bottom." if back else ""
    return f"Card {state.revealed + 1}?{last}"


def state_lines(state: State) -> Iterator[str]:
    """Yield the backpack, the missions and the tokens left."""
    yield sentences.slots(state)
    held = [f"{state.held(kind)} {kind}" for kind in state.game.kinds if state.held(kind)]
    yield f"In the backpack: {and_list(held)}."
    yield sentences.missions(state)
    left = [
        f"{kind} {state.supply[kind]}" for kind, info in state.game.kinds.items() if state.supply[kind] < info.tokens
    ]
    yield f"Reward tokens left: {and_list(left)}; all of the other kinds." if left else "All tokens are left."


def hero_lines(session: PlayedResolution) -> Iterator[str]:
    """Yield the skill of each hero, or why it cannot be used now."""
    if not session.state.game.heroes:
        yield "There are no heroes in this game."
    for hero in session.state.game.heroes:
        yield f"{HEROES[hero].name}: {why_idle(session, hero) or HEROES[hero].text}"


def unit_name(unit: Unit) -> str:
    """Return what a unit did, in a few words."""
    for step in unit:
        if isinstance(step, LayCard):
            return str(step.card)
    match unit[0]:
        case UseSkill(hero=hero):
            return f"the skill of {HEROES[hero].name}"
        case CloseStory():
            return "the end of the story"
        case step if step == REVEAL:
            return "the last reveal"
        case _:
            return "the last answer"

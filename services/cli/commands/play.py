"""``tapete play``: people at this terminal against bots, any game, by the contract alone."""

from typing import Annotated, Any

import typer

from events.errors import BadOptions, Refused
from events.facts import Seat
from projections.catalogue import game_of
from projections.game.options import written
from projections.match.fold import Match
from projections.match.history import Step
from services.cli.commands.audit import ended
from services.cli.terminal import menus, narration
from services.cli.terminal.arguments import Game, Options, Seats, Think, wanted
from services.cli.terminal.console import Voice
from services.cli.terminal.menus import Choice
from services.cli.terminal.seating import Seating, opened, players_of
from services.cli.terminal.session import Session, session


class Leaves(Exception):
    """A person has had enough."""


def play(
    ctx: typer.Context,
    game: Game = "kaiser",
    people: Annotated[int, typer.Option("--people", "-p", min=1)] = 1,
    options: Options = [],  # noqa: B006  typer copies it
    seats: Seats = None,
    name: Annotated[list[str], typer.Option("--name")] = [],  # noqa: B006
    think: Think = 0.0,
) -> None:
    voice: Voice = ctx.obj
    most = game_of(game).seats[-1] if seats is None else seats
    if people > most:
        raise BadOptions(field="--people", value=people, allowed=f"1..{most}")
    _, agreed, sitting = wanted(voice, game, options, seats or max(people, game_of(game).seats[0]))
    names = [*name, *(voice.say("cli-play-person", number=n + 1) for n in range(len(name), people))]
    players = players_of(sitting, names[:people])
    with session() as house:
        table = house.do(opened(house.services, game, written(agreed), players, think))
        voice.tell("cli-play-begun", "faint", match=table.name)
        evening = Evening(voice, house, table, people)
        raise typer.Exit(evening.play())


class Evening:
    """A match with people at one screen: nobody sees what is not his."""

    def __init__(self, voice: Voice, house: Session, table: Seating, people: int) -> None:
        self.voice, self.house, self.table, self.people = voice, house, table, people
        self.told: dict[Seat, int] = dict.fromkeys(range(people), 0)
        self.story: list[Step] = []
        self.watching: Seat | None = 0 if people == 1 else None

    def play(self) -> int:
        """Play until the end, or until somebody leaves; the exit code."""
        try:
            while not self.table.match.over:
                self.turn()
        except (Leaves, EOFError, KeyboardInterrupt):
            self.house.do(self.table.abort("left"))
            self.voice.write()
            self.voice.tell("cli-play-left", "doubtful", match=self.table.name)
            return 0
        return self.end()

    def turn(self) -> None:
        """A person moves if any is to act, else a bot."""
        acting = self.table.match.acting()
        person = next((seat for seat in acting if seat < self.people), None)
        if person is None:
            self.house.do(self.table.bot(acting[0]))
        else:
            self.sit_down(person)
            self.ask(person)

    def sit_down(self, seat: Seat) -> None:
        """Hand the screen over to another person, cleared of what he must not see."""
        if self.people > 1 and self.watching != seat:
            self.clear()
            player = self.table.match.sitters[seat].player
            input(self.voice.say("cli-play-hand-over", seat=seat, player=player))
            self.clear()
        self.watching = seat

    def clear(self) -> None:
        """Wipe the screen, and what could be scrolled back to."""
        if self.voice.out.is_terminal:
            self.voice.out.clear()
            self.voice.out.file.write("\x1b[3J")
        else:
            self.voice.write("\n" * 3)

    def ask(self, seat: Seat) -> None:
        """Show what a seat sees, and let it move."""
        self.tell_news(seat)
        match = self.table.match
        found = menus.choices(
            match.game, seat, match.game.moves(match.state, seat), self.voice.language
        )
        self.voice.write()
        self.voice.write(narration.drawn(match, seat, seat, self.voice.language))
        self.voice.write()
        while True:
            try:
                self.house.do(self.table.move(seat, self.chosen(match, seat, found)))
                return
            except Refused as error:
                self.voice.complain(error)

    def tell_news(self, seat: Seat) -> None:
        """What has happened since this seat looked last."""
        self.story += self.table.news
        self.table.news.clear()
        for step in self.story[self.told[seat] :]:
            said = narration.sentences(step, seat, self.voice.language)
            self.voice.prose(" ".join(said))
        self.told[seat] = len(self.story)

    def chosen(self, match: Match, seat: Seat, every: list[Choice]) -> Any:
        """The move that a person picks, by its number, its cards or as JSON."""
        found = every
        while True:
            self.offer(found)
            typed = input(self.voice.say("cli-play-prompt", seat=seat)).strip()
            if typed in ("q", *self.voice.say("cli-play-quit").split()):
                raise Leaves
            if typed == "?":
                self.help(match)
            elif typed.startswith("{"):
                return menus.raw_move(match.game, seat, typed)
            elif typed.isdigit() and 1 <= int(typed) <= min(len(found), menus.SHOWN):
                return found[int(typed) - 1].move
            elif not typed:
                found = every
            else:
                fewer = menus.narrowed(found, typed) or menus.narrowed(every, typed)
                if len(fewer) == 1:
                    return fewer[0].move
                if not fewer:
                    self.voice.tell("cli-play-no-such", "doubtful", typed=typed)
                found = fewer or every

    def offer(self, found: list[Choice]) -> None:
        for number, each in enumerate(found[: menus.SHOWN], start=1):
            self.voice.write(f"{number:>4}  {each.text}")
        if len(found) > menus.SHOWN:
            self.voice.tell("cli-play-many", "faint", more=len(found) - menus.SHOWN, all=len(found))

    def help(self, match: Match) -> None:
        self.voice.page(match.game.texts["rules"].get(self.voice.language).strip())
        self.voice.tell("cli-play-help", "faint")

    def end(self) -> int:
        """The last news, the result, and whether all was fair."""
        self.tell_news(self.watching or 0)
        self.voice.write()
        ended(self.voice, self.house, self.table.match)
        self.voice.tell("cli-play-again", "faint", match=self.table.name)
        return 0

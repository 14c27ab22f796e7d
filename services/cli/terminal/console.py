"""How the command line speaks: one language, cards in colour where a terminal can show them."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.highlighter import RegexHighlighter
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Table
from rich.theme import Theme

from events.errors import Language, TapeteError
from projections.language.catalogue import Value, message
from projections.language.errors import said

THEME = Theme(
    {
        "card.red": "bold red",
        "card.black": "bold",
        "card.down": "dim",
        "good": "bold green",
        "bad": "bold red",
        "doubtful": "bold yellow",
        "head": "bold",
        "faint": "dim",
    }
)


TURNING = (*range(0x200E, 0x2010), *range(0x2028, 0x202F), *range(0x2066, 0x206A))
HARMLESS = {
    code: "\N{REPLACEMENT CHARACTER}"
    for code in (*range(0x20), *range(0x7F, 0xA0), *TURNING)
    if code != ord("\n")
}
"""What a terminal would obey instead of showing it."""
WIDE = 160
"""Columns of a table that goes to a file or a pipe."""


class Cards(RegexHighlighter):
    """Suits in their colours, cards that lie face down dimmed."""

    base_style = "card."
    highlights = [  # noqa: RUF012  rich declares it so
        r"(?P<red>(?:\b(?:10|[2-9AKQJ]))?[♥♦])",
        r"(?P<black>(?:\b(?:10|[2-9AKQJ]))?[♠♣])",
        r"(?P<down>[▒■]+|\?\?)",
    ]


class Harmless(Console):
    """A console whose cursor nobody moves by what he calls himself, or writes into a file."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else text.translate(HARMLESS), style, control)


class Voice:
    """Says things in one language: what is asked for on stdout, what goes wrong on stderr."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.out = console(stderr=False)
        self.err = console(stderr=True)

    def say(self, id: str, **values: object) -> str:
        """The message of this id, with its variables filled in."""
        return message(self.language, id, {name: filled(each) for name, each in values.items()})

    def rounded(self, number: float) -> str:
        """A number with a decimal where it needs one."""
        return self.say("cli-rounded", number=number)

    def tenths(self, number: float) -> str:
        """A number with one decimal."""
        return self.say("cli-tenths", number=number)

    def percent(self, share: float) -> str:
        """A part of the whole, in percent with one decimal."""
        return self.say("cli-percent", number=share)

    def tell(self, id: str, style: str | None = None, **values: object) -> None:
        self.write(self.say(id, **values), style)

    def write(self, text: str = "", style: str | None = None) -> None:
        """A line as it is; long ones are not broken where nobody looks."""
        self.out.print(text, style=style, soft_wrap=True)

    def prose(self, text: str) -> None:
        """Sentences, broken between words on a terminal."""
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    def page(self, text: str) -> None:
        """Rules and the like, set for a terminal; as they are written for a file."""
        if self.out.is_terminal:
            self.out.print(Markdown(text))
        else:
            self.write(text)

    def table(self, *heads: str, numbers: Iterable[int] = ()) -> Table:
        """An empty table; its heads are messages, the columns in ``numbers`` are set right."""
        return table(*map(self.say, heads), numbers=numbers)

    def show(self, table: Table) -> None:
        self.out.print(table)

    def complain(self, error: TapeteError) -> None:
        self.err.print(said(error, self.language), style="bad", soft_wrap=True)

    def warn(self, text: str) -> None:
        """A line on stderr."""
        self.err.print(text, style="doubtful", soft_wrap=True)

    def bar(self) -> Progress:
        """A progress bar on stderr, and only for people: pipes get the results alone."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        hidden = not self.err.is_terminal
        return Progress(*columns, console=self.err, transient=True, disable=hidden)


def console(*, stderr: bool) -> Console:
    """A console that is as wide as the terminal; where nobody looks, lines are long."""
    made = Harmless(stderr=stderr, theme=THEME, highlighter=Cards(), markup=False, emoji=False)
    if not made.is_terminal:
        made.width = WIDE
    return made


def table(*heads: str, numbers: Iterable[int] = ()) -> Table:
    """A plain table; the columns in ``numbers`` are set to the right."""
    right = set(numbers)
    made = Table(box=None, pad_edge=False, header_style="head")
    for place, head in enumerate(heads):
        made.add_column(head, justify="right" if place in right else "left", overflow="fold")
    return made


def filled(value: object) -> Value:
    """What is put into a message: a number as one, whatever else as it is written."""
    return value if isinstance(value, int | float) else str(value)

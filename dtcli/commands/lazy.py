"""Command groups that import the module of a command only when it runs or shows its help.

The help of a group lists its commands without importing them, so that `dtcli --help` and light commands load neither
OR-Tools nor Textual while every module imports what it needs at its top.
"""

import inspect
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

CONTEXT = {"help_option_names": ["-h", "--help"]}
OLD_NAMES = {"--card-set": ("--cards", "--set")}
"""Names of options in earlier versions."""


class CommandEntry(NamedTuple):
    """A command as its group lists it.

    The module has the command as ``run`` and an ``EXAMPLE`` of its use, or the ``app`` of a group. ``summary`` repeats
    the first paragraph of its help, which cannot be read without importing the module.
    """

    name: str
    module: str
    summary: str
    panel: str | None = None


def command_group(  # noqa: PLR0913  (all by name)
    name: str,
    commands: Sequence[CommandEntry],
    *,
    help: str,  # noqa: A002  (Typer's word)
    example: str,
    completion: bool = False,
    callback: Callable[..., None] | None = None,
    default: str | None = None,
) -> typer.Typer:
    """Return a group that imports each of its commands when it is used.

    Arguments that do not begin with a command are those of the ``default`` command, if there is one.
    """
    app = typer.Typer(
        name=name,
        cls=PlainGroup if default is None else _group_with_default(default),
        help=help,
        epilog=_epilog(example),
        callback=callback or _no_options,
        no_args_is_help=default is None,
        add_completion=completion,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings=CONTEXT,
    )
    for entry in commands:
        load = _loader(entry)
        app.command(entry.name, cls=LazyCommand, help=entry.summary, rich_help_panel=entry.panel)(load)
    return app


def _no_options() -> None:
    """Make a group of what would be a single command."""


def _loader(entry: CommandEntry) -> Callable[[], Any]:
    def load() -> Any:
        module = import_module(entry.module)
        return get_command(module.app if hasattr(module, "app") else _single_command(entry.name, module))

    return load


def _single_command(name: str, module: Any) -> typer.Typer:
    app = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    help_text = _unwrapped(inspect.getdoc(module.run) or "")
    decorate = app.command(
        name, cls=PlainCommand, help=help_text, epilog=_epilog(module.EXAMPLE), context_settings=CONTEXT
    )
    decorate(module.run)
    return app


def _epilog(example: str) -> str:
    return f"Example: [bold]{example}[/bold]"


def _unwrapped(text: str) -> str:
    r"""Return a docstring with one line per paragraph, which the terminal wraps.

    >>> _unwrapped("One\nand two.\n\nThree.")
    'One and two.\n\nThree.'
    """
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


class LazyCommand(TyperCommand):
    """The entry of a command in its group; its callback imports and returns the command."""

    def load(self) -> Any:
        """Import the command and return it."""
        assert self.callback is not None
        return self.callback()

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return a context of the imported command, which then parses, runs and shows its help."""
        return self.load().make_context(info_name, args, parent, **extra)


class PlainCommand(TyperCommand):
    """A command whose help shows no Python types, and which understands the old names of options."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters."""
        return _without_types(super().get_params(ctx))

    def make_parser(self, ctx: Any) -> Any:
        """Return a parser that also takes the old names of options, which help does not show."""
        parser = super().make_parser(ctx)
        if not any("--max-cards" in param.opts for param in self.params):  # its old name was --cards, too
            for param in self.params:
                old_names = [old for name in param.opts for old in OLD_NAMES.get(name, ())]
                if old_names and isinstance(param, TyperOption):
                    parser.add_option(obj=param, opts=old_names, dest=param.name, action="store", nargs=1)
        return parser


class PlainGroup(TyperGroup):
    """A group whose help shows no Python types."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters."""
        return _without_types(super().get_params(ctx))


def _group_with_default(default: str) -> type[PlainGroup]:
    """Return the class of a group that runs the default command if no command is named."""

    class GroupWithDefault(PlainGroup):
        """A group that takes the arguments of its default command as its own."""

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            """Put the default command in front of arguments that do not begin with a command."""
            if not args or (args[0] not in self.commands and args[0] not in CONTEXT["help_option_names"]):
                args = [default, *args]
            return super().parse_args(ctx, args)

    return GroupWithDefault


def _without_types(params: list[Any]) -> list[Any]:
    """Hide ``<bool>`` of flags and ``<list[str]>`` of arguments, which Typer prints in help; return the parameters."""
    for param in params:
        if isinstance(param, TyperArgument) or (isinstance(param, TyperOption) and param.is_flag):
            param.display_type_rich = _no_type  # type: ignore[method-assign]
    return params


def _no_type(ctx: object) -> str:  # noqa: ARG001  (Typer passes it)
    return ""

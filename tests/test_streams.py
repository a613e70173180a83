"""What comes out of a command: one thing on standard output, one line for any mistake, and a status that says whose it is."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import click
import icontract
import pytest

from command import hoyle
from hoyle.cli.main import BAD_INPUT, COMMANDS, CUT_OFF, DEBUG, INTERRUPTED, OUR_MISTAKE, cli
from hoyle.cli.options import Output

VERDICTS = {0, 1, BAD_INPUT, 3, INTERRUPTED, CUT_OFF}
FORESEEN = (OSError, MemoryError)
"""What has words of its own: it need not be a mistake of ours."""
UNFORESEEN = [
    fault
    for fault in (*vars(builtins).values(), icontract.ViolationError)
    if isinstance(fault, type)
    and issubclass(fault, Exception)
    and not issubclass(fault, (*FORESEEN, Warning, UnicodeError, ExceptionGroup))
]


@click.command()
@click.argument("name")
def fail(name: str) -> None:
    """Fail in an unforeseen way."""
    fault = icontract.ViolationError if name == "ViolationError" else getattr(builtins, name)
    raise fault("first line:\n" + "many words " * 100)


@pytest.mark.parametrize("fault", UNFORESEEN)
def test_no_mistake_of_ours_is_a_traceback_or_a_verdict(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a command raises is one line, and an exit status that means nothing else; the traceback comes if it is asked for."""
    monkeypatch.setitem(COMMANDS, "fail", f"{__name__}:fail")
    done = hoyle("fail", fault.__name__)
    assert done.returncode == OUR_MISTAKE
    (line,) = done.stderr.lstrip("\n").splitlines()
    assert line.startswith(f"hoyle: this is our mistake: {fault.__name__}: ")
    assert "please report it" in line
    assert len(line) < 500
    monkeypatch.setenv(DEBUG, "1")
    again = hoyle("fail", fault.__name__)
    assert again.returncode == OUR_MISTAKE
    assert "Traceback" in again.stderr
    assert again.stderr.splitlines()[-1] == line


def test_the_status_of_our_mistakes_is_its_own_and_documented() -> None:
    """No verdict has it, and the page of commands names it."""
    page = (Path(__file__).parent.parent / "docs" / "commands.md").read_text(encoding="utf-8")
    assert OUR_MISTAKE not in VERDICTS
    assert page.count(f" {OUR_MISTAKE}") == 1
    assert re.search(rf"mistake\s+of ours gets one line and exit status {OUR_MISTAKE}\b", page)
    assert DEBUG in page


def outputs(command: click.Command, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield every command with the options that write something to a file of their own, or as JSON to standard output."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            one = command.get_command(context, name)
            assert one is not None
            yield from outputs(one, (*above, name))
        return
    options = [option for option in command.params if isinstance(option, click.Option)]
    files = [option.opts[-1] for option in options if isinstance(option.type, Output) and option.name != "output"]
    yield above, [*files, *(option.opts[0] for option in options if option.name == "as_json")]


WRITING = {words: options for words, options in outputs(cli) if len(options) > 1}
SAMPLES = {
    ("solve",): ["pegs/OO../....", "--to", "d2"],
    ("verify",): ["proof.json"],
    ("analyse",): ["pegs/easy"],
    ("deal",): ["pegs"],
    ("course", "grade"): ["marble", "lab"],
}
"""For each command that can write several things, what it needs besides."""


def test_there_is_a_sample_of_every_command_that_can_write_several_things() -> None:
    """A new command, or a new option, is tried below as well."""
    assert WRITING.keys() == SAMPLES.keys()


@pytest.mark.parametrize(
    ("words", "pair"), [(words, pair) for words, options in WRITING.items() for pair in combinations(options, 2)]
)
def test_two_things_are_never_written_to_standard_output(words: tuple[str, ...], pair: tuple[str, str]) -> None:
    """Options that both write there are refused before any work."""
    given = [word for option in pair for word in ([option] if option == "--json" else [option, "-"])]
    done = hoyle(*words, *SAMPLES[words], *given)
    assert done.returncode == BAD_INPUT
    assert done.stdout == ""
    refusals = ("both write to standard output; name a file for one of them", "choose one of")
    assert any(refusal in done.stderr for refusal in refusals), done.stderr
    assert all(option in done.stderr for option in pair)


def test_what_is_written_to_standard_output_stands_there_alone(tmp_path: Path) -> None:
    """Words for people go to standard error where standard output takes a file."""
    proof, lab = tmp_path / "proof.json", tmp_path / "lab"
    solved = hoyle("solve", "pegs/OO../....", "--to", "d2", "--certificate", "-")
    assert json.loads(solved.stdout)["proof"] == "hoyle/pegs"
    assert solved.stderr.startswith("unsolvable: ")
    proof.write_text(solved.stdout, encoding="utf-8")
    verified = hoyle("verify", str(proof), "--svg", "-")
    assert verified.stdout.startswith("<svg ")
    assert verified.stdout.rstrip().endswith("</svg>")
    assert verified.stderr.startswith("proved: ")
    analysed = hoyle("analyse", "pegs/easy", "--svg", "-")
    assert analysed.stdout.startswith("<svg ")
    assert analysed.stdout.rstrip().endswith("</svg>")
    assert analysed.stderr != ""
    hoyle("course", "start", "marble", str(lab))
    graded = hoyle("course", "grade", "marble", str(lab), "--gradescope", "-")
    assert "tests" in json.loads(graded.stdout)
    assert graded.stderr != ""
    assert hoyle("course", "grade", "marble", str(lab), "--csv", "-", "-o", str(tmp_path / "marks")).stderr == ""

"""The architecture, read off the imports: who may know whom."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import hoyle
from hoyle.shelf import shelf

ROOT = Path(hoyle.__file__).parent
MODULES = {".".join(("hoyle", *path.relative_to(ROOT).with_suffix("").parts)): path for path in ROOT.rglob("*.py")}

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)

FRAME_FOR_GAMES = {
    "hoyle.game", "hoyle.grid", "hoyle.scene", "hoyle.styles", "hoyle.solver", "hoyle.box", "hoyle.dice", "hoyle.files", "hoyle.kernels", "hoyle.program",
}  # fmt: skip
"""What a game may import of ours, besides its own folder."""


@cache
def imports(path: Path) -> set[str]:
    """Return the modules that a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in MODULES else node.module for name in whole}
    return found


def ours(name: str) -> set[str]:
    """Return what a module imports of hoyle."""
    return {imported for imported in imports(MODULES[name]) if imported.split(".")[0] == "hoyle"}


def test_the_definition_of_a_game_needs_nothing_of_ours() -> None:
    """Read game.py first: nothing else has to be known."""
    assert ours("hoyle.game") == set()


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("hoyle.games.")])
def test_a_game_knows_only_the_frame_and_itself(name: str) -> None:
    """Games import neither each other nor a match, the shelf or a table."""
    folder = ".".join(name.split(".")[:3])
    own = {other for other in ours(name) if other == folder or other.startswith(f"{folder}.")}
    assert ours(name) - own <= FRAME_FOR_GAMES


COMPILERS = {"compiled", "inlined", "intrinsic", "njit", "jit", "vectorize", "guvectorize", "cfunc", "stencil"}


def compiles(path: Path) -> bool:
    """Tell whether a file holds a compiled function: one with a decorator that compiles, whatever it is called by."""
    text = path.read_text()
    if not COMPILERS & words(text):  # which is quicker than reading every file
        return False
    decorators = (one for node in ast.walk(ast.parse(text)) for one in getattr(node, "decorator_list", ()))
    return any(COMPILERS & words(ast.unparse(decorator)) for decorator in decorators)


def words(text: str) -> set[str]:
    """Return the names in a piece of source."""
    return set(re.findall(r"\w+", text))


KERNELS = {
    name
    for name, path in MODULES.items()
    if compiles(path) or ("numba" in path.read_text() and "numba" in imports(path))
} - {"hoyle.kernels"}
"""What holds a compiled function, or could, whatever its name."""


def test_kernels_are_found_by_their_decorator() -> None:
    """Not by the names of their files."""
    assert {"hoyle.games.domino.bestfirst", "hoyle.games.domino.kernel"} <= KERNELS
    assert len(KERNELS) >= 7


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_a_kernel_knows_only_numbers(name: str) -> None:
    """Kernels hold mechanics; rules reach them as tables, and what they call stands in kernels of the same game."""
    game = ".".join(name.split(".")[:3])
    assert ours(name) <= {"hoyle.kernels", *(other for other in KERNELS if other.startswith(f"{game}."))}
    outside = {imported.split(".")[0] for imported in imports(MODULES[name])}
    assert outside <= {"__future__", "hoyle", "numpy", "numba", "collections", "functools", "typing"}


def test_one_place_compiles_and_one_place_writes_files() -> None:
    """What is said of damaged kernels and of whole files holds for all of them."""
    texts = {name: path.read_text() for name, path in MODULES.items()}
    assert [name for name, text in texts.items() if re.search(r"cache=True|def compiled", text)] == ["hoyle.kernels"]
    writing = r"""os\.(replace|rename|fsync)\(|\.write_(text|bytes)\(|\.rename\(|open\([^()]+, "[wxa]b?"|\.open\("[wxa]b?"(\)|, encoding)"""
    assert [name for name, text in texts.items() if re.search(writing, text)] == ["hoyle.files"]


@pytest.mark.parametrize("name", MODULES)
def test_nobody_imports_the_classroom_a_table_or_a_command(name: str) -> None:
    """They are the outermost layers; only commands know tables, and only the entry point knows commands."""
    layer = ".".join(name.split(".")[:2])
    known = {"hoyle.cli": ("hoyle.cli", "hoyle.tables"), "hoyle.__main__": ("hoyle.cli",)}.get(layer, (layer,))
    outer = {other for other in ours(name) if other.startswith(("hoyle.classroom", "hoyle.tables", "hoyle.cli"))}
    assert all(other.startswith(known) for other in outer)


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("hoyle.contracts.")])
def test_contracts_name_no_lab(name: str) -> None:
    """What shows any package names none, not even in a string; examples aside."""
    tree = ast.parse(MODULES[name].read_text())
    documents = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, DOCUMENTED)}
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} - documents
    assert not [text for text in strings if isinstance(text, str) and "classroom" in text]


def test_one_arrow_joins_the_rooms_of_pegs() -> None:
    """Counting, searching and proving do not know each other; the oracle counts."""
    rooms = {
        (name.split(".")[3], other.split(".")[3])
        for name in MODULES
        if re.match(r"hoyle\.games\.pegs\.\w+\.", name)
        for other in ours(name)
        if re.match(r"hoyle\.games\.pegs\.\w+\.", other)
    }
    assert {(room, other) for room, other in rooms if room != other} == {("oracle", "count")}


@pytest.mark.parametrize("name", [name for name in MODULES if name.split(".")[1:2] in (["cli"], ["tables"], ["lab"])])
def test_tables_reach_games_through_the_shelf(name: str) -> None:
    """No table knows a game."""
    assert not {other for other in ours(name) if other.startswith("hoyle.games.")}


@pytest.mark.parametrize("words", [["--help"], ["list"], ["rules", "pegs"], ["show", "pegs"]])
def test_quick_commands_load_no_kernel(words: list[str]) -> None:
    """Numba and HiGHS cost a second and more, and are loaded only where they are needed."""
    script = (
        "import sys; from hoyle.cli.main import cli\n"
        f"cli.main({words!r}, standalone_mode=False)\n"
        "sys.exit(sorted({'numba', 'highspy', 'numpy', 'rich'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_table_opens_every_game_without_a_kernel(tmp_path: Path) -> None:
    """Players and solvers think in processes of their own, and only they need numba."""
    script = """
import sys
from hoyle.shelf import open_boxes
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store
with Service(Store(sys.argv[1])) as service:
    for box in open_boxes():
        for player in box.players if box.game(box.default).seats > 1 else ["me"]:
            service.create(f"{box.name}/{box.default}", seats=["me", player][: box.game(box.default).seats], any_deal=True)
sys.exit(sorted({'numba', 'highspy'} & set(sys.modules)) or 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "hoyle.db")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_one_module_writes_svg() -> None:
    """One place knows how a drawing is written, and no game and no picture needs it."""
    assert [name for name, path in MODULES.items() if re.search("<svg|<g |<path", path.read_text())] == ["hoyle.svg"]
    assert not [name for name in MODULES if name.startswith("hoyle.games.") and "hoyle.svg" in ours(name)]


def test_only_styles_name_colours() -> None:
    """The frame's and the games': whatever else needs a colour reads it there.  A game in one file has its styles in it."""
    named = {name for name, path in MODULES.items() if re.search(r"""["']#[0-9a-f]{6}\b""", path.read_text())}
    small = {f"hoyle.games.{path.stem}" for path in (ROOT / "games").glob("*.py")}
    assert {name for name in named - small if not name.endswith(".styles")} == set()


@pytest.mark.parametrize("name", list(shelf()))
def test_every_cited_paragraph_exists(name: str) -> None:
    """Code and errors cite the rules page by §, and the page has that paragraph."""
    page = set(re.findall(r"^§(\d+)", shelf()[name].rules, re.MULTILINE))
    home = ROOT / "games" / name
    files = home.rglob("*.py") if home.is_dir() else [home.with_suffix(".py")]
    cited = {number for file in files if file.exists() for number in re.findall(r"§(\d+)", file.read_text())}
    assert cited <= page

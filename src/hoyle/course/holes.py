"""Holes in a text: a solution becomes a starter, a starter becomes a solution again, and contracts move from one text to another.

A task is a feature, by its name or as `Class.feature`, or a class for its invariant. What is left of a body is an error
that names the task; what is left of a condition is True. Whatever is no longer used after that, such as an import or
a private function, goes too.

>>> whole = '''
... from math import isqrt
... class Roots:
...     @require(natural=lambda number: number >= 0)
...     def root(self, number):
...         "Return the root."
...         return isqrt(number)
... '''
>>> (holed,) = punch([whole], bodies=["Roots.root"], contracts=["Roots.root"])
>>> print(holed.strip())
class Roots:
    @require(natural=lambda number: True)  # your task
    def root(self, number):
        "Return the root."
        raise NotImplementedError("your task: Roots.root")
>>> same(fill(holed, whole, ["Roots.root"]), whole)
True
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import accumulate
from threading import Lock
from typing import Final, TypeAlias

from hoyle.game import HoyleError

CONTRACTS: Final = frozenset({"require", "ensure", "invariant", "snapshot", "old"})
"""The decorators that carry contracts, ours and icontract's."""
TASK: Final = "your task"

Feature: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Statement: TypeAlias = Feature | ast.ClassDef
Edit: TypeAlias = tuple[int, int, str]

_one_at_a_time: Final = Lock()
"""Python 3.11 counts the depth of syntax trees for all threads together: two at once may fail with a SystemError."""


# ------------------------------------------------------------------ reading


def read(text: str, name: str = "the file") -> ast.Module:
    """Return the syntax tree of a text; anything wrong with it is reported in one line."""
    try:
        with _one_at_a_time:
            return ast.parse(text)
    except SyntaxError as fault:
        raise HoyleError(f"{name}, line {fault.lineno or 1}: {fault.msg}") from None
    except (ValueError, RecursionError, MemoryError) as fault:
        raise HoyleError(f"{name} cannot be read as Python: {fault or type(fault).__name__}") from None


def features(tree: ast.Module) -> dict[str, Statement]:
    """Return the classes, their features and the functions of a module by name; a setter is `Class.feature.setter`."""
    found: dict[str, Statement] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                found[f"{getattr(node, 'name', '')}.{_key(inner)}"] = inner
    return found


def _key(node: Feature) -> str:
    kinds = [part.attr for part in node.decorator_list if isinstance(part, ast.Attribute)]
    return ".".join([node.name, *(kind for kind in kinds if kind in {"setter", "deleter"})])


def is_contract(decorator: ast.expr) -> bool:
    """Whether a decorator carries a contract."""
    return isinstance(decorator, ast.Call) and re.split(r"\W", ast.unparse(decorator.func))[-1] in CONTRACTS


def clauses(node: Statement) -> Iterator[tuple[str, str, ast.Lambda]]:
    """Yield the kind, the tag and the condition of each clause that a statement carries."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and is_contract(decorator):
            kind = re.split(r"\W", ast.unparse(decorator.func))[-1]
            texts = [part.value for part in decorator.args[1:2] if isinstance(part, ast.Constant)]
            pairs = [*((str((texts or [""])[0]), part) for part in decorator.args[:1])]
            pairs += [(word.arg or "", word.value) for word in decorator.keywords]
            for tag, condition in pairs:
                if isinstance(condition, ast.Lambda) and kind not in {"snapshot", "old"}:
                    yield kind, tag, condition


def tags(node: Statement) -> list[tuple[str, str]]:
    """Return the kind and the tag of each clause."""
    return [(kind, tag) for kind, tag, _ in clauses(node)]


def signature(node: Statement) -> str:
    """Return what a client has to know to use a statement: its name, its parameters and types, and what kind it is."""
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}({', '.join(map(ast.unparse, node.bases))})"
    kinds = "".join(f"@{ast.unparse(part)} " for part in node.decorator_list if not is_contract(part))
    answer = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{kinds}{node.name}({ast.unparse(node.args)}){answer}"


def is_hole(node: Statement, *, body: bool, contract: bool) -> bool:
    """Whether somebody has left a task as it was: the error still there, or every condition still True."""
    says = isinstance(node, Feature) and any(
        isinstance(part, ast.Raise) and TASK in ast.unparse(part) for part in node.body
    )
    conditions = [condition for _, _, condition in clauses(node)]
    trivial = all(isinstance(part.body, ast.Constant) and part.body.value is True for part in conditions)
    return (body and says) or (contract and not body and trivial) or (contract and trivial and bool(conditions))


def rename(text: str, old: str, new: str) -> str:
    """Return a text in which one package is called by another name, in imports and wherever else it is named."""

    def replace(name: re.Match[str]) -> str:
        rest = name[0].removeprefix(old)
        return new + rest if rest != name[0] and rest[:1] in {"", "."} else name[0]

    return re.sub(r"[\w.]++", replace, text)


def same(one: str, other: str) -> bool:
    """Whether two texts are the same program, whatever their layout."""
    return ast.dump(read(one)) == ast.dump(read(other))


# ------------------------------------------------------------------ making holes


def punch(
    texts: Sequence[str],
    *,
    bodies: Collection[str] = (),
    contracts: Collection[str] = (),
    drop: Collection[str] = (),
    keep: Collection[str] = (),
) -> list[str]:
    """Return the modules of a solution with holes; of what is no longer used, only `keep` and classes stay."""
    known = {name for text in texts for name in features(read(text))}
    if missing := sorted({*bodies, *contracts, *drop} - known):
        raise HoyleError(f"the solution has no {missing[0]}, which the course names")
    holed = [_edit(text, list(_removals(text, drop))) for text in texts]
    holed = [_edit(text, list(_holes(text, bodies, contracts))) for text in holed]
    while True:
        used = {*keep}.union(*map(_names, holed))
        lean = [_edit(text, list(_leftovers(text, used, _names(text) | {*keep}))) for text in holed]
        if lean == holed:
            return [_tidy(text) for text in holed]
        holed = lean


def _tidy(text: str) -> str:
    """Return a text with two blank lines around each top-level statement, as before something was taken out."""
    text = re.sub(r"\n{4}\n*+", "\n\n\n", text.rstrip() + "\n")
    text = re.sub(r"(?<=\S)\n{1,2}(?=(?:class|def|@)\b|@\w)(?<![)\w,(]\n)", "\n\n\n", text)
    return re.sub(r"\n{3}\n*+(?=(?:from|import) )", "\n\n", text)


def _holes(text: str, bodies: Collection[str], contracts: Collection[str]) -> Iterator[Edit]:
    starts = _starts(text)
    for name, node in features(read(text)).items():
        if name in bodies and isinstance(node, Feature):
            rest = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            error = f'raise NotImplementedError("{TASK}: {name}")'
            if rest:
                yield _at(starts, rest[0]), _at(starts, rest[-1], end=True), error
            else:
                end = _at(starts, node.body[-1], end=True)
                yield end, end, f"\n{' ' * node.body[-1].col_offset}{error}"
        if name in contracts:
            for _, _, condition in clauses(node):
                end = _at(starts, condition, end=True)
                after = text.encode()[end:].partition(b"\n")[0]
                hole = f"lambda {ast.unparse(condition.args)}: True{after.decode()}  # {TASK}"
                yield _at(starts, condition), end + len(after), hole


def _removals(text: str, drop: Collection[str]) -> Iterator[Edit]:
    starts = _starts(text)
    yield from (_removal(text, starts, node) for name, node in features(read(text)).items() if name in drop)


def _leftovers(text: str, used: Collection[str], used_here: Collection[str]) -> Iterator[Edit]:
    """Yield the removal of imports that nothing here names, and of functions, constants and private features that nothing names."""
    tree, starts = read(text), _starts(text)
    inside = [node for thing in tree.body if isinstance(thing, ast.ClassDef) for node in thing.body]
    for node in [*tree.body, *inside]:
        names = _names_of(node)
        private = node not in inside or all(name.startswith("_") and not name.endswith("__") for name in names)
        if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "") != "__future__":
            left = [part for part in node.names if (part.asname or part.name).partition(".")[0] in used_here]
            if left and len(left) < len(node.names):
                words = ast.unparse(ast.ImportFrom(node.module, left, 0)) if isinstance(node, ast.ImportFrom) else ""
                yield _at(starts, node), _at(starts, node, end=True), words
            if left:
                continue
        elif not names or not private or isinstance(node, ast.ClassDef) or {*names} & {*used} or "__all__" in names:
            continue
        yield _removal(text, starts, node)


def _removal(text: str, starts: Sequence[int], node: ast.stmt) -> Edit:
    """Return the edit that takes away a statement, its comment and its docstring, and the blank lines after it."""
    lines = text.split("\n")
    first = min([node.lineno, *(part.lineno for part in getattr(node, "decorator_list", ()))]) - 1
    while first and re.match(r"\s*+#(?! (?:feature|cluster) --)", lines[first - 1]):
        first -= 1
    last = node.end_lineno or node.lineno
    if isinstance(node, ast.Assign | ast.AnnAssign) and last < len(lines) and lines[last].lstrip().startswith('"""'):
        last += 1
    while last < len(lines) and not lines[last].strip() and (first == 0 or not lines[first - 1].strip()):
        last += 1
    return starts[first], starts[last] if last < len(starts) else len(text.encode()), ""


def _names_of(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _names(text: str) -> set[str]:
    """Return every name that a text mentions, other than where it is defined or imported."""
    tree = read(text)
    names = {*_loads(tree, frozenset())}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {part.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for part in node.names} & {
        name for name in names if name.startswith("_")
    }
    # Types and lists of public names are often written as text.
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return names | {text for text in strings if text.isidentifier()}


def _loads(node: ast.AST, own: frozenset[str]) -> Iterator[str]:
    """Yield the names that a part of a text uses, other than a function's own parameters."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
        yield node.id
    body: list[ast.AST] = []
    inside = own
    if isinstance(node, Feature | ast.Lambda):
        body = [node.body] if isinstance(node, ast.Lambda) else [*node.body]
        inside = own | {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
    for part in ast.iter_child_nodes(node):
        yield from _loads(part, inside if part in body else own)


def _starts(text: str) -> list[int]:
    """Return where each line begins, in bytes, as Python counts columns."""
    return [0, *accumulate(len(line.encode()) + 1 for line in text.split("\n")[:-1])]


def _at(starts: Sequence[int], node: ast.stmt | ast.expr, *, end: bool = False) -> int:
    line, column = (node.end_lineno, node.end_col_offset) if end else (node.lineno, node.col_offset)
    return starts[(line or 1) - 1] + (column or 0)


def _edit(text: str, edits: Sequence[Edit]) -> str:
    data = text.encode()
    for start, end, words in sorted(edits, reverse=True):
        data = data[:start] + words.encode() + data[end:]
    return data.decode()


# ------------------------------------------------------------------ filling them, and weaving


def fill(starter: str, solution: str, tasks: Collection[str]) -> str:
    """Return a starter in which every task is done as in the solution, with whatever else that needs."""

    def choose(name: str, mine: Statement, theirs: Statement | None) -> Statement:
        return mine if name in tasks or theirs is None else theirs

    return ast.unparse(_merge(read(solution), read(starter), choose))


def weave(contracts: str, bodies: str, tasks: Collection[str]) -> str:
    """Return a module with the bodies of one text, the contracts of the other, and whatever else these need.

    Features that are not tasks keep their preconditions; only the other text's promises can be broken.
    """

    def choose(name: str, mine: Statement, theirs: Statement | None) -> Statement:
        woven = deepcopy(mine)
        plain = [part for part in mine.decorator_list if not is_contract(part) or (name not in tasks and _asks(part))]
        theirs_too = theirs.decorator_list if theirs and name in tasks else []
        woven.decorator_list = plain + [part for part in theirs_too if is_contract(part)]
        return woven

    other = read(contracts)
    tree = _merge(read(bodies), other, choose)
    return ast.unparse(ast.fix_missing_locations(_add(tree, other)))


def _asks(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and re.split(r"\W", ast.unparse(decorator.func))[-1] == "require"


def _merge(
    base: ast.Module, other: ast.Module, choose: Callable[[str, Statement, Statement | None], Statement]
) -> ast.Module:
    """Return the base, with each statement chosen between its own and the other's of the same name."""
    theirs = features(other)
    body: list[ast.stmt] = []
    for node in base.body:
        if isinstance(node, ast.ClassDef):
            there = theirs.get(node.name)
            chosen = choose(node.name, node, there)
            inner = [
                choose(f"{node.name}.{_key(part)}", part, theirs.get(f"{node.name}.{_key(part)}"))
                if isinstance(part, Feature)
                else part
                for part in node.body
            ]
            body.append(ast.ClassDef(**{**vars(node), "decorator_list": chosen.decorator_list, "body": inner}))
        elif isinstance(node, Feature):
            body.append(choose(node.name, node, theirs.get(node.name)))
        else:
            body.append(node)
    return ast.Module(body, [])


def _add(tree: ast.Module, other: ast.Module) -> ast.Module:
    """Add what only the other has: its imports, functions and constants before the first class, features to classes."""
    mine = features(tree)
    taken = {name for node in tree.body for name in _names_of(node)}
    extra: list[ast.stmt] = []
    for node in other.body:
        if isinstance(node, ast.ClassDef) and isinstance(home := mine.get(node.name), ast.ClassDef):
            known = {name for part in home.body for name in _names_of(part)}
            home.body += [part for part in node.body if _names_of(part) and not {*_names_of(part)} & known]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            if getattr(node, "module", "") != "__future__":
                extra.append(node)
        elif _names_of(node) and not {*_names_of(node)} & taken:
            extra.append(node)
    places = [
        number for number, node in enumerate(tree.body) if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)
    ]
    first = places[0] if places else len(tree.body)
    # The imports of the base come after those of the other: where both name a thing, the base's is meant.
    own = [node for node in tree.body[:first] if isinstance(node, ast.Import | ast.ImportFrom)]
    start = [
        node for node in tree.body[:first] if getattr(node, "module", "") == "__future__" or isinstance(node, ast.Expr)
    ]
    imports = [node for node in extra if isinstance(node, ast.Import | ast.ImportFrom)]
    rest = [node for node in extra if node not in imports]
    tree.body = [*start, *imports, *(node for node in own if node not in start), *rest, *tree.body[first:]]
    return tree


Tree: TypeAlias = Mapping[str, str]
"""Files by their names."""

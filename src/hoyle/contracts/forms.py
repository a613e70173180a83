"""The contract view as text, Markdown or HTML."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from html import escape
from typing import Final

from hoyle.box import unknown
from hoyle.contracts.reading import ClassView, Clause, Feature, find_class, read_class
from hoyle.game import HoyleError

STYLE: Final = (
    ":root{color-scheme:light dark;--ink:#222;--paper:#fff;--soft:#666;--line:#ccc;--key:#7a1f5c;--tag:#0b5394}"
    "@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#181818;--soft:#999;--line:#444;--key:#e6a5d0;"
    "--tag:#8ab8f0}}"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:72rem;margin:2rem auto;"
    "padding:0 1rem}code,pre{font:14px/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}"
    "pre{border:1px solid var(--line);border-radius:6px;padding:.8rem}h3{border-bottom:1px solid var(--line)}"
    ".feature{margin:0 0 1.2rem 1rem}.feature>p{margin:.1rem 0 .2rem 1.5rem;color:var(--soft)}.name{font-weight:600}"
    ".clauses{margin:.1rem 0 .1rem 1.5rem;display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:0 1rem}"
    ".clauses>dt{color:var(--tag)}.clauses>dd{margin:0}.key{color:var(--key);font-weight:600;margin-left:1.5rem}"
    ".origin{color:var(--soft);font-style:italic}figure{margin:1rem 0}svg{max-width:100%;height:auto}"
    ".matrix{overflow-x:auto}.matrix td{text-align:center}.matrix td:first-child{text-align:left;white-space:nowrap}"
    ".matrix th+th{writing-mode:vertical-rl;font-weight:400;text-align:right}"
    "@media(max-width:40rem){.clauses{display:block}.clauses>dd{margin-left:1rem}}@media print{.feature{break-inside:avoid}}"
)


def view(cls: type | str, form: str = "text") -> str:
    """Return the contract view of a class, or of the class that a dotted name stands for.

    >>> print(view("hoyle.classroom.pegs.SlotStatusAccess", "markdown").splitlines()[0])
    ## class SlotStatusAccess
    """
    if form not in FORMS:
        raise HoyleError(unknown("form", form, FORMS))
    return FORMS[form](read_class(find_class(cls) if isinstance(cls, str) else cls))


def _title(read: ClassView) -> str:
    parents = f" (inherits {', '.join(read.parents)})" if read.parents else ""
    return f"{'deferred ' if read.deferred else ''}class {read.name}{parents}"


def _marks(feature: Feature) -> str:
    marks = [*(["deferred"] if feature.deferred else []), *([f"from {feature.origin}"] if feature.origin else [])]
    return f"({', '.join(marks)})" if marks else ""


def _contract(feature: Feature) -> Iterator[tuple[str, tuple[Clause, ...]]]:
    """Yield each part of a contract under its Eiffel keyword."""
    for number, group in enumerate(feature.require):
        yield "require else" if number else "require", group
    yield "old", feature.old
    yield "ensure", feature.ensure


# ------------------------------------------------------------------ text


def text(read: ClassView) -> str:
    """Return the view as plain text."""
    blocks = [f"{_title(read)}\n{textwrap.indent(read.summary, '    ')}".rstrip()]
    for section, features in read.sections:
        blocks += [f"feature -- {section}", *(textwrap.indent(_plain(feature), "    ") for feature in features)]
    if read.invariant:
        blocks += ["invariant", textwrap.indent("\n".join(map(_line, read.invariant)), "    ")]
    return "\n\n".join(blocks)


def _plain(feature: Feature) -> str:
    lines = [f"{feature.signature}  {_marks(feature)}".rstrip()]
    if feature.summary:
        lines.append(textwrap.fill(feature.summary, 100, initial_indent="    ", subsequent_indent="    "))
    for keyword, clauses in _contract(feature):
        if clauses:
            lines += [f"  {keyword}", *(textwrap.indent(_line(clause), "    ") for clause in clauses)]
    return "\n".join(lines)


def _line(clause: Clause) -> str:
    start = f"{clause.tag}: " if clause.tag else ""
    origin = f"  (from {clause.origin})" if clause.origin else ""
    if "\n" in clause.condition:
        return f"{start.rstrip()}{origin}\n{textwrap.indent(clause.condition, '    ')}"
    return f"{start}{clause.condition}{origin}"


KEYWORDS: Final = re.compile(
    r"^( *+)(deferred class|class|feature --|require else|require|old|ensure|invariant)(?= |$)", re.MULTILINE
)
TAG: Final = re.compile(r"^( {8}| {16}| {24}| {32})(\w++)(?=:(?: \S|$|  \(from))", re.MULTILINE)
NAME: Final = re.compile(r"^( {4})(\w++)(?=[:(]|$)", re.MULTILINE)
ORIGIN: Final = re.compile(r"\((?:deferred|from)[^()\n]*+\)$", re.MULTILINE)


def colour(plain: str) -> str:
    r"""Return the view in colour for a terminal: keywords blue, tags red, features green, origins faint.

    >>> colour("  ensure")
    '  \x1b[34mensure\x1b[0m'
    """
    features, title, promise = plain.partition("\ninvariant\n")
    named = NAME.sub("\\1\x1b[32m\\2\x1b[0m", TAG.sub("\\1\x1b[31m\\2\x1b[0m", features))
    tagged = NAME.sub("\\1\x1b[31m\\2\x1b[0m", promise)
    keyed = KEYWORDS.sub("\\1\x1b[34m\\2\x1b[0m", named + title + tagged)
    return ORIGIN.sub("\x1b[2m\\g<0>\x1b[0m", keyed)


# ------------------------------------------------------------------ Markdown


def markdown(read: ClassView) -> str:
    """Return the view as Markdown: a heading for each section, a code block for each feature."""
    blocks = [f"## {_title(read)}", read.summary]
    for section, features in read.sections:
        blocks += [f"### {section}", *(f"```text\n{_plain(feature)}\n```" for feature in features)]
    if read.invariant:
        blocks += ["### Invariant", "```text\n" + "\n".join(map(_line, read.invariant)) + "\n```"]
    return "\n\n".join(block for block in blocks if block)


# ------------------------------------------------------------------ HTML


def html(read: ClassView) -> str:
    """Return the view as a page of its own."""
    return page(_title(read), f"<h1>Contract view</h1>\n{fragment(read)}")


def page(title: str, body: str) -> str:
    """Return a self-contained page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def prose(words: str) -> str:
    """Return words of a docstring for a page, with what stands between backticks as code.

    >>> prose("`a < b` holds")
    '<code>a &lt; b</code> holds'
    """
    return re.sub(r"`([^`]++)`", r"<code>\1</code>", escape(words))


def fragment(read: ClassView) -> str:
    """Return the view as a part of a page."""
    lines = [f'<section id="{escape(read.name)}"><h2>{escape(_title(read))}</h2><p>{prose(read.summary)}</p>']
    for section, features in read.sections:
        lines += [f"<h3>{escape(section)}</h3>", *map(_division, features)]
    if read.invariant:
        lines += ["<h3>Invariant</h3>", _list(read.invariant)]
    return "\n".join([*lines, "</section>"])


def _division(feature: Feature) -> str:
    marks = f' <span class="origin">{escape(_marks(feature))}</span>' if _marks(feature) else ""
    summary = f"<p>{prose(feature.summary)}</p>" if feature.summary else ""
    parts = (f'<div class="key">{word}</div>{_list(clauses)}' for word, clauses in _contract(feature) if clauses)
    signature = f'<code class="name">{escape(feature.signature)}</code>'
    return f'<div class="feature">{signature}{marks}{summary}{"".join(parts)}</div>'


def _list(clauses: tuple[Clause, ...]) -> str:
    rows = (
        f"<dt>{escape(clause.tag)}</dt><dd><code>{escape(clause.condition)}</code>"
        + (f' <span class="origin">from {escape(clause.origin)}</span>' if clause.origin else "")
        + "</dd>"
        for clause in clauses
    )
    return f'<dl class="clauses">{"".join(rows)}</dl>'


FORMS: Final[dict[str, Callable[[ClassView], str]]] = {"text": text, "markdown": markdown, "html": html}

"""Rules pages in lines of any width."""

from __future__ import annotations

import re
import textwrap


def reflow(page: str, width: int) -> str:
    r"""Return a rules page in lines of another width; indented blocks stay as they are.

    >>> print(reflow("§1  A match is\n    won.\n§2  Or lost.\n\n    as it\n    is", 60))
    §1  A match is won.
    §2  Or lost.
    <BLANKLINE>
        as it
        is
    """
    blocks = [block.strip("\n") for block in re.split(r"\n[ \t]*+\n", page.strip("\n"))]
    return "\n\n".join(block if block.startswith(" ") else _wrap(block, width) for block in blocks)


def _wrap(block: str, width: int) -> str:
    """Return a block whose paragraphs begin with a § or at its first line, with their hanging indents."""
    lines: list[str] = []
    for paragraph in re.split(r"\n(?=§)", block):
        hang = re.search(r"\n( *+)", paragraph)
        indent = hang[1] if hang else "    " * paragraph.startswith("§")
        # The spaces after a § belong to it; every other space may become a line break.
        head = re.match(r"§\d++ ++", paragraph)
        words = (head[0].replace(" ", "\xa0") if head else "") + " ".join(
            paragraph[head.end() if head else 0 :].split()
        )
        lines += textwrap.wrap(words, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines).replace("\xa0", " ")

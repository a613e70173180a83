"""The files of the pages: read once, compressed once, and known by what is in them.

A page names its files under a digest of all of them, so a browser may keep them for ever: whatever changes gets other
addresses.  Modules name each other by relative addresses, which stay under the same digest.  What pages have in common
lies in the folder `parts`, and a page says `<!-- head -->` where parts/head.html belongs.
"""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

from fastapi import HTTPException, Request
from fastapi.responses import Response

KINDS: Final = {"js": "text/javascript", "webmanifest": "application/manifest+json"}
FOR_EVER: Final = "public, max-age=31536000, immutable"


class Files:
    """The files of a folder, some of them with more at the end than the folder has."""

    def __init__(self, folder: Path, more: Mapping[str, str]) -> None:
        parts = {f"<!-- {path.stem} -->\n".encode(): path.read_bytes() for path in (folder / "parts").iterdir()}
        texts = {}
        for path in sorted(path for path in folder.iterdir() if path.is_file()):
            texts[path.name] = path.read_bytes() + more.get(path.name, "").encode()
            for mark, part in parts.items():
                texts[path.name] = texts[path.name].replace(mark, part)
        digest = blake2b(b"".join(name.encode() + text for name, text in texts.items()), digest_size=6)
        self.version = digest.hexdigest()
        address = f"/static/{self.version}/".encode()
        texts = {name: text.replace(b"/static/", address) for name, text in texts.items()}
        # As a file a compressed text has a date, which would change its bytes each time.
        self._bodies = {name: (text, gzip.compress(text, 9, mtime=0)) for name, text in texts.items()}

    def text(self, name: str) -> bytes:
        """Return a file as it is sent."""
        return self._bodies[name][0]

    def page(self, request: Request, name: str, status: int = 200) -> Response:
        """Return a page, which a browser asks for each time."""
        return self._answer(request, name, status, "no-cache")

    def file(self, request: Request, version: str, name: str) -> Response:
        """Return a file by the digest and its name; an old digest gets what there is now, for once."""
        if name not in self._bodies or name.endswith(".html"):
            raise HTTPException(404)
        return self._answer(request, name, 200, FOR_EVER if version == self.version else "no-cache")

    def _answer(self, request: Request, name: str, status: int, kept: str) -> Response:
        text, small = self._bodies[name]
        headers = {"cache-control": kept, "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            text, headers = small, {**headers, "content-encoding": "gzip"}
        kind = KINDS.get(name.rpartition(".")[2]) or mimetypes.guess_type(name)[0]
        return Response(text, status, headers, media_type=kind)

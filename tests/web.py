"""What the tests of the web table share: a game from a package of its own, servers in processes of their own, a browser."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from hoyle.shelf import shelf

HERE = Path(__file__).parent


def put_on_shelf(folder: Path) -> Path:
    """Write down what pip would for a package that offers the game of secret_game.py, and return where."""
    facts = folder / "hoyle_secret-1.0.dist-info"
    facts.mkdir(parents=True, exist_ok=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: hoyle-secret\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[hoyle.games]\nsecret = secret_game:BOX\n")
    return folder


@contextmanager
def offering_secret(folder: Path) -> Iterator[pytest.MonkeyPatch]:
    """Put that game on the shelf, and hand out what changes anything else meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(put_on_shelf(folder))
        shelf.cache_clear()
        yield patch
    shelf.cache_clear()


class Server:
    """The web table in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        paths = [str(put_on_shelf(self.folder / "installed")), str(HERE)]
        command = [sys.executable, "-m", "hoyle", "serve", "--port", str(self.port), "--rate", "0"]
        with (self.folder / "stderr.txt").open("ab") as words:
            self.process = subprocess.Popen(
                [*command, "--database", str(self.folder / "hoyle.db"), *self.options],
                env={**os.environ, "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])},
                stdout=subprocess.DEVNULL,
                stderr=words,
                start_new_session=True,
            )
        for _ in range(300):
            try:
                with urlopen(f"{self.address}/api/rules/nim", timeout=5):  # noqa: S310 — our own server
                    return
            except OSError:
                # It listens before its workers are ready, so it may also take long.
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise AssertionError((self.folder / "stderr.txt").read_text())

    def kill(self) -> None:
        """Stop it and its workers at once, without a chance to tidy up."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """Hand out a server that is gone afterwards."""
    server = Server(folder, *options)
    try:
        server.start()
        yield server
    finally:
        server.kill()


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")


@contextmanager
def launching() -> Iterator[Any]:
    """Hand out a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as engine:
        # In a container there is often no sandbox to be had, and the pages are our own.
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def visiting(
    browser: Any, address: str, prepare: Callable[[Any], None] = lambda _: None
) -> Iterator[Callable[..., Any]]:
    """Hand out a way to open pages, each as another person; afterwards none may have complained or asked elsewhere."""
    from playwright.sync_api import expect

    contexts: list[Any] = []
    complaints: list[str] = []
    here = (address, address.replace("http", "ws"), "data:", "blob:")
    expect.set_options(timeout=20_000)

    def visit(path: str = "/", **options: Any) -> Any:
        contexts.append(context := browser.new_context(base_url=address, **options))
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.on("console", lambda message: complaints.append(message.text) if "Policy" in message.text else None)
        page.on("request", lambda asked: None if asked.url.startswith(here) else complaints.append(asked.url))
        prepare(page)
        if path:
            page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == [], complaints

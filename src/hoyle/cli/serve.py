"""The command that opens the web table."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import shlex
import socket
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import click

from hoyle.cli.options import Amount, Whole
from hoyle.game import HoyleError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=Whole(1, 65535), default=8000, show_default=True, help="The port to listen at.")
@click.option(
    "--database",
    default="hoyle.db",
    show_default=True,
    help="An SQLite file, or postgresql://user@host/name.",
)
@click.option("--workers", type=Whole(1, 64), default=1, show_default=True, help="How many processes serve.")
@click.option(
    "--rate",
    type=Amount(min=0),
    default=50,
    show_default=True,
    help="Small requests per second from one address; 0 lifts all limits.",
)
@click.option(
    "--connections",
    type=Whole(min=1),
    default=200,
    show_default=True,
    help="Open connections and streams from one address.",
)
@click.option("--proxy", metavar="ADDRESS", help="Trust the proxy at this address about where requests come from.")
@click.option(
    "--name",
    "names",
    metavar="HOST",
    multiple=True,
    help="A name by which browsers reach the table, besides this machine's; may be given several times.",
)
@click.option(
    "--engine",
    "engines",
    metavar="NAME=COMMAND",
    multiple=True,
    help="Offer a program as an opponent under a name; may be given several times.",
)
def serve(
    *,
    host: str,
    port: int,
    database: str,
    workers: int,
    rate: float,
    connections: int,
    proxy: str | None,
    names: tuple[str, ...],
    engines: tuple[str, ...],
) -> None:
    """Open the web table: every game in the browser.

    Play alone, against the computer or with a friend.  An engine is a program that speaks the protocol of docs/engines.md.

    Example: hoyle serve --port 8000

    Example: hoyle serve --engine Random="python3 ./random_engine.py"
    """
    try:
        import fastapi  # noqa: F401 — here, so that its absence is one line
        import uvicorn
    except ImportError as fault:
        raise HoyleError("the web table needs more packages: pip install 'hoyle[web]'") from fault
    from uvicorn.supervisors import Multiprocess

    from hoyle.tables.web.http.closing import PARENT, OneProcess
    from hoyle.tables.web.store import Store

    programs = dict(map(_engine, engines))
    _open_files()
    sockets = _listen(host, port)
    # An address may hold a password, which must not appear on a screen.
    kept = "the database" if "://" in database else database
    # Opened once before the workers start, so that a wrong address fails at once and the schema is made once.
    Store(database).close()
    os.environ.update({"HOYLE_DATABASE": database, "HOYLE_RATE": str(rate)})
    os.environ["HOYLE_CONNECTIONS"] = str(connections if rate else 0)
    os.environ["HOYLE_PROXY"] = proxy or ""
    os.environ[PARENT] = str(os.getpid()) if workers > 1 else ""
    os.environ["HOYLE_NAMES"] = _names(host, names) if names or not proxy else ""
    os.environ["HOYLE_SALT"] = secrets.token_hex()
    os.environ["HOYLE_ENGINES"] = json.dumps(programs)
    named = f"[{host}]" if ":" in host else host
    click.echo(f"the table is open: http://{named}:{port}/ (Ctrl-C closes it; matches are stored in {kept})", err=True)
    config = uvicorn.Config(
        "hoyle.tables.web.http.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        # A stranger's bad request need not be logged, and must not fill the disk.
        log_level="error",
        http="hoyle.tables.web.http.door:Door",
        # Windows has no uvloop, and its own loop lets in many connections at a time.
        loop="hoyle.tables.web.http.porch:Loop" if find_spec("uvloop") else "auto",
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        access_log=False,
        server_header=False,
        ws_max_size=4096,
        # A machine that is busy for half a minute must not drop everybody; the page notices by itself.
        ws_ping_timeout=60,
        # A request on a closing connection must be sent twice, and the usual five seconds are too short for somebody who is thinking.
        timeout_keep_alive=30,
        # Closing does not wait for a solution; whatever was acknowledged is stored.
        timeout_graceful_shutdown=2,
        # Looks are small, and compressing them was the largest part of the work.
        ws_per_message_deflate=False,
    )
    if workers > 1:
        Multiprocess(config, sockets).run()
    else:
        OneProcess(config).run(sockets)


def _open_files() -> None:
    """Raise the limit on open files: each viewer needs one, and the usual thousand is too few."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _listen(host: str, port: int) -> list[socket.socket]:
    """Return a socket at each address that a host has on this machine; raise a HoyleError if there is none, or one is taken."""
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        places = dict.fromkeys((family, address) for family, _, _, _, address in found)
        for family, address in places:
            # All addresses of IPv6 include those of IPv4.
            both = family == socket.AF_INET6 and len(places) == 1 and socket.has_dualstack_ipv6()
            try:
                sockets.append(socket.create_server(address, family=family, dualstack_ipv6=both))
            except OSError as fault:
                # A name may stand for ::1 too where there is no IPv6.
                if fault.errno not in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT}:
                    raise
                missing = fault
        if missing and not sockets:
            raise missing
    except OSError as fault:
        # Python repeats the address in brackets.
        words = str(fault.strerror).lower().partition(" (")[0]
        advice = f"; try --port {port + 1}" if fault.errno == errno.EADDRINUSE and port < 65535 else ""
        raise HoyleError(f"cannot listen at {host}:{port}: {words}{advice}") from fault
    return sockets


def _names(host: str, names: tuple[str, ...]) -> str:
    """Return the names of the table as JSON: those given, and what this machine is called."""
    own = socket.gethostname()
    return json.dumps([name.lower() for name in (*names, host, own, f"{own}.local")])


def _engine(text: str) -> tuple[str, str]:
    """Return the name and the command of an engine that answers."""
    from hoyle.engine import Engine
    from hoyle.program import words_of
    from hoyle.shelf import shelf
    from hoyle.tables.web.journal import PERSON
    from hoyle.tables.web.opening import ME, OPEN

    name, _, command = text.partition("=")
    if not re.fullmatch(r"[A-Za-z][\w .-]{0,39}", name) or not command:
        raise HoyleError(f"an engine is given as NAME=COMMAND, not {text[:40]!r}")
    boxes = shelf().values()
    if name in {ME, OPEN, PERSON} or any(name in box.players for box in boxes):
        raise HoyleError(f"{name} is already the name of a player; choose another for the engine")
    words = words_of(command)
    # A program that cannot be run is noticed now, and not in the first match against it.
    Engine(words, next(iter(boxes)).name, 0).close()
    return name, " ".join(shlex.quote(str(Path(word).absolute()) if Path(word).is_file() else word) for word in words)

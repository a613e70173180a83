"""The command that opens the web table."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress

import click

from hoyle.game import HoyleError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen at.")
@click.option(
    "--database",
    default="hoyle.db",
    show_default=True,
    help="An SQLite file, or an address postgresql://user@host/name.",
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes serve.")
@click.option(
    "--rate",
    type=click.FloatRange(min=0),
    default=50,
    show_default=True,
    help="Small requests a second from one address; 0: any number of anything.",
)
@click.option(
    "--connections",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Connections and streams that one address may have open.",
)
@click.option(
    "--proxy", metavar="ADDRESS", help="Believe what a proxy at this address says about where requests come from."
)
def serve(
    *, host: str, port: int, database: str, workers: int, rate: float, connections: int, proxy: str | None
) -> None:
    """Open the web table: every game in the browser, alone, against a player or with a friend.

    Example: hoyle serve --port 8000
    """
    try:
        import fastapi  # noqa: F401 — asked for here, so that its absence is told in one line
        import uvicorn
    except ImportError as fault:
        raise HoyleError("the web table needs more packages: pip install 'hoyle[web]'") from fault
    from hoyle.tables.web.store import Store

    _open_files()
    _claim(host, port)
    # An address may hold a password, which must not stand on a screen.
    kept = "the database" if "://" in database else database
    # Opened once before the workers start, so that a wrong address is told at once and the schema is made once.
    Store(database).close()
    os.environ.update({"HOYLE_DATABASE": database, "HOYLE_RATE": str(rate)})
    os.environ["HOYLE_CONNECTIONS"] = str(connections if rate else 0)
    os.environ["HOYLE_PROXY"] = proxy or ""
    click.echo(f"the table is open: http://{host}:{port}/ (Ctrl-C closes it; matches are kept in {kept})", err=True)
    uvicorn.run(
        "hoyle.tables.web.http.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        # What a stranger sends wrongly is no warning to whoever runs the table, and must not fill a disk.
        log_level="error",
        http="hoyle.tables.web.http.door:Door",
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        access_log=False,
        server_header=False,
        ws_max_size=4096,
        # A machine that is busy for half a minute must not throw everybody out; the page notices by itself.
        ws_ping_timeout=60,
        # Who sends on a line that is just being closed has to send twice, and the usual five seconds are one thought long.
        timeout_keep_alive=30,
        # Nobody's solution is worth more than closing the table; whatever was acknowledged is kept.
        timeout_graceful_shutdown=5,
        # Looks are small, and packing them was the largest part of the work.
        ws_per_message_deflate=False,
    )


def _open_files() -> None:
    """Let the server open as many files as it may: each watcher is one, and a thousand, as is usual, are few."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise.
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _claim(host: str, port: int) -> None:
    """Raise a HoyleError if nobody can listen there, before it is said that the table is open."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError as fault:
        # Python adds the address in brackets, which is said already.
        words = str(fault.strerror).lower().partition(" (")[0]
        advice = f"; try --port {port + 1}" if fault.errno == errno.EADDRINUSE and port < 65535 else ""
        raise HoyleError(f"nobody can listen at {host}:{port}: {words}{advice}") from fault

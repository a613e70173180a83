"""The page in a browser: the time from a click to what it shows, at several latencies, and what one page takes to load.

python benchmarks/web_page.py [--clicks 60]
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from web import serving

# The time from a press to the next picture of the browser with something new on the board.
SHOWN = """async (spells) => {
    const mark = [...document.querySelectorAll(`#board [data-spells="${spells}"]`)].at(-1);
    const {x, y, width, height} = mark.getBoundingClientRect();
    const at = {clientX: x + width / 2, clientY: y + height / 2, bubbles: true};
    const start = performance.now();
    const shown = new Promise((done) => {
        const watcher = new MutationObserver(() => {
            watcher.disconnect();
            requestAnimationFrame(() => done(performance.now() - start));
        });
        watcher.observe(document.querySelector("#board"), {childList: true, subtree: true, attributes: true});
    });
    mark.dispatchEvent(new PointerEvent("pointerdown", at));
    document.dispatchEvent(new PointerEvent("pointerup", at));
    return shown;
}"""
JUMPS = 8


def clicks(page: Any, home: str, latency: int, count: int) -> list[float]:
    """Return how long each of some clicks took to be seen, in milliseconds."""
    device = page.context.new_cdp_session(page)
    times: list[float] = []
    while len(times) < count:
        match = page.request.post(f"{home}/api/matches", data={"game": "pegs/english"}).json()["match"]
        page.goto(f"{home}/table/{match}")
        page.wait_for_selector("#board svg")
        slow = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        device.send("Network.emulateNetworkConditions", slow)
        for number in range(1, JUMPS + 1):
            text = page.request.get(f"{home}/api/matches/{match}").json()["moves"][0]
            times += [page.evaluate(SHOWN, part) for part in (text[:2], text[2:])]
            page.wait_for_function("count => document.querySelector('#replay').max >= count", arg=number)
        device.send("Network.emulateNetworkConditions", slow | {"latency": 0})
    return times


def weight(page: Any, home: str, game: str) -> tuple[int, int]:
    """Return how many requests and bytes it takes until you can play, the first message of the stream included."""
    frames: list[int] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(len(frame))),
    )
    match = page.request.post(f"{home}/api/matches", data={"game": game}).json()["match"]
    page.goto(f"{home}/table/{match}")
    page.wait_for_selector("#board svg")
    sizes = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .filter(({startTime}) => startTime < performance.getEntriesByName("board")[0].startTime)
            .map(({transferSize}) => transferSize)"""
    )
    return len(sizes) + 1, sum(sizes) + frames[0]


def main() -> None:
    """Measure, and print one line for each figure."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--clicks", type=int, default=60)
    count = reader.parse_args().clicks
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for game in ("pegs/english", "domino/6", "dots/classic", "nim/classic", "stratego/classic"):
            context = browser.new_context()
            requests, size = weight(context.new_page(), server.address, game)
            print(f"{game}: {requests} requests, {size / 1000:.0f} kB")
            context.close()
        page = browser.new_page()
        for latency in (0, 100, 300):
            times = clicks(page, server.address, latency, count)
            print(
                f"latency {latency} ms: p50 {quantiles(times, n=20)[9]:.0f} ms, p95 {quantiles(times, n=20)[18]:.0f} ms"
            )
        browser.close()


if __name__ == "__main__":
    main()

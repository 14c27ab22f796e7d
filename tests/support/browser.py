"""A real browser for tests of pages: chromium without a window, told what to do over DevTools."""

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",  # which root does not get; only pages of our own are opened
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
]
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and "CI" not in os.environ,
    reason="chromium shows the pages: apt-get install chromium",
)


class Page:
    """A tab; ``asked`` are the addresses it requested, ``complaints`` what its console says."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws, self.session, self.count = ws, "", 0
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.loaded = False
        target = self.do("Target.createTarget", url="about:blank")["targetId"]
        attached = self.do("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.do(f"{domain}.enable")

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        """What the browser answers to a command; what happens meanwhile is noted."""
        self.count += 1
        at = {"sessionId": self.session} if self.session else {}
        self.ws.send(json.dumps({"id": self.count, "method": method, "params": params} | at))
        while (heard := json.loads(self.ws.recv(timeout=10))).get("id") != self.count:
            self._note(heard.get("method"), heard.get("params", {}))
        assert "error" not in heard, f"{method}: {heard['error']}"
        found: dict[str, Any] = heard["result"]
        return found

    def _note(self, method: str, params: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
        elif method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled"):
            self.complaints.append(json.dumps(params))
        elif method == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def speak(self, language: str) -> None:
        """What the reader's browser says that he reads."""
        agent = self.run("navigator.userAgent")
        self.do("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def resize(self, width: int, height: int = 900, mobile: bool = False) -> None:
        """The window's size in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.do("Emulation.setDeviceMetricsOverride", **size)

    def visit(self, url: str) -> None:
        """Open an address and wait until all of it is there."""
        self.asked, self.complaints, self.loaded = [], [], False
        assert "errorText" not in self.do("Page.navigate", url=url)
        self.wait(lambda: self.loaded, f"{url} does not load")

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.do("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def type(self, lines: str) -> None:
        """Run lines as a reader does who types them into the console."""
        how = {"replMode": True, "awaitPromise": True}
        answer = self.do("Runtime.evaluate", expression=lines, **how)
        assert "exceptionDetails" not in answer, answer

    def wait(self, over: Callable[[], Any], complaint: str, seconds: float = 10) -> None:
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not over():
            assert time.monotonic() < end, complaint
            self.run("0")
            time.sleep(0.02)

    def choose(self, selector: str, *files: Path) -> None:
        """Choose files in an input, as a reader does in the dialog."""
        root = self.do("DOM.getDocument")["root"]["nodeId"]
        node = self.do("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.do("DOM.setFileInputFiles", nodeId=node, files=[str(one) for one in files])

    def drop(self, selector: str, file: Path) -> None:
        """Let a file fall on an element."""
        packed = json.dumps(base64.b64encode(file.read_bytes()).decode())
        self.run(
            "{ const files = new DataTransfer();"
            f"const bytes = Uint8Array.from(atob({packed}), (one) => one.charCodeAt(0));"
            f"files.items.add(new File([bytes], {json.dumps(file.name)}));"
            f"document.querySelector({json.dumps(selector)}).dispatchEvent(new DragEvent('drop',"
            "{ dataTransfer: files, bubbles: true, cancelable: true })); 0 }"
        )

    def texts(self, selector: str) -> Sequence[str]:
        """What can be read in the elements."""
        quoted = json.dumps(selector)
        found: list[str] = self.run(
            f"[...document.querySelectorAll({quoted})].map((one) => one.innerText.trim())"
        )
        return found

    def overflow(self) -> int:
        """How many pixels the page is wider than its window."""
        root = "document.documentElement"
        return int(self.run(f"{root}.scrollWidth - {root}.clientWidth"))

    def printed(self) -> bytes:
        """The page as PDF on A4."""
        inches = {"paperWidth": 8.27, "paperHeight": 11.69}
        return base64.b64decode(self.do("Page.printToPDF", **inches)["data"])

    def shot(self, whole: bool = False) -> bytes:
        """What is seen, as PNG."""
        found = self.do("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(found["data"])


@contextmanager
def opened(folder: Path) -> Iterator[Page]:
    """A browser that knows nothing yet and keeps what it learns in a folder."""
    assert CHROMIUM is not None, "chromium is not installed"
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={folder}", "about:blank"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as process:
        try:
            with connect(door_of(folder, process), compression=None, max_size=None) as ws:
                yield Page(ws)
                ws.send(json.dumps({"id": 0, "method": "Browser.close"}))
            process.wait(10)
        finally:
            process.kill()


def door_of(folder: Path, process: subprocess.Popen[bytes]) -> str:
    """The address at which a starting browser takes commands."""
    file, end = folder / "DevToolsActivePort", time.monotonic() + 20
    while not file.exists() or len(lines := file.read_text().split()) < 2:
        assert process.poll() is None, "chromium does not start"
        assert time.monotonic() < end, "chromium takes no commands"
        time.sleep(0.05)
    return f"ws://127.0.0.1:{lines[0]}{lines[1]}"

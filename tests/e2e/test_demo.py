import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import aiohttp

from bot.i18n import text

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+/)#(\S+)")
PATIENCE = 120  # seconds until a test gives up; a busy machine may need many
ASKED = tuple(text("en", f"hand-asked-{phase}") for phase in ("auction", "naming", "play"))


@asynccontextmanager
async def demo(folder: Path, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start the demo as a person does, in an empty folder, with computers in no hurry but a second."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PACE": "0.3", "LOG_LEVEL": "WARNING"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "--demo", *arguments),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def address(process: asyncio.subprocess.Process) -> tuple[str, str]:
    """Return the address that the demo prints, and the key in it."""
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
    found = ADDRESS.search(line.decode())
    assert found is not None, line
    return found[1], found[2]


class Page:
    """The demo's page without a browser: it asks for the state as the page does and never for a refresh."""

    def __init__(self, session: aiohttp.ClientSession, base: str, key: str) -> None:
        self._session = session
        self._base = base
        self._headers = {"X-Simcord-Capability": key}
        self._sequence = 0
        self.state: dict[str, Any] = {}

    async def open(self, name: str) -> Self:
        """View as somebody."""
        anybody = await self._ask("POST", "api/pages", {"viewer_id": None})
        viewer = next(viewer["id"] for viewer in anybody["viewers"] if name in viewer.values())
        self.state = await self._ask("POST", "api/pages", {"viewer_id": viewer})
        self._headers["X-Simcord-Context"] = self.state["context"]["id"]
        return self

    async def read(self) -> None:
        self.state = await self._ask("GET", "api/state")

    async def command(self, *path: str) -> None:
        catalog = await self._ask("GET", "api/commands")
        entry = next(entry for entry in catalog["entries"] if entry["path"] == list(path))
        schema = entry["schemaFingerprint"]
        await self._act("run_command", command_id=entry["commandId"], path=path, schema_fingerprint=schema, options={})

    async def press(self, label: str) -> None:
        message_id, button = self.buttons[label]
        await self._act("click", target_id=message_id, control_key=button["control_key"])

    @property
    def is_asked(self) -> bool:
        """Whether a hand on the page asks for a decision."""
        texts = [part.get("content", "") for message in self.state["messages"].values() for part in parts(message)]
        return any(asked in str(said) for said in texts for asked in ASKED)

    @property
    def buttons(self) -> dict[str, tuple[str, Mapping[str, Any]]]:
        """Every enabled button by its label, with the message it stands in."""
        return {
            part["label"]: (message_id, part)
            for message_id, message in self.state["messages"].items()
            for part in parts(message["components"])
            if part.get("type") == 2 and not part.get("disabled")
        }

    async def until(self, label: str) -> None:
        """Wait until there is such a button, without touching anything."""
        await self._until(lambda: label in self.buttons)

    async def until_asked(self) -> None:
        """Wait until a decision is asked for, without touching anything."""
        await self._until(lambda: self.is_asked)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.1)
                await self.read()

    async def _act(self, kind: str, **details: Any) -> None:
        self._sequence += 1
        action = {
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"{self.state['context']['id']}-{self._sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
        }
        receipt = await self._ask("POST", "api/action", {**action, **details})
        assert receipt["settlement"] == "settled", receipt["diagnostics"]

    async def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        async with self._session.request(method, self._base + path, json=body, headers=self._headers) as response:
            assert response.status == 200, await response.text()
            answer: dict[str, Any] = await response.json()
            return answer


def parts(component: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(component, dict):
        yield component
        component = list(component.values())
    if isinstance(component, list):
        for child in component:
            yield from parts(child)


async def ended_by(process: asyncio.subprocess.Process, number: signal.Signals) -> str:
    process.send_signal(number)
    _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0, errors.decode()
    return errors.decode()


async def test_a_person_plays_on_the_page_while_it_shows_by_itself_what_others_do(tmp_path: Path) -> None:
    async with demo(tmp_path) as process, aiohttp.ClientSession() as session:
        where = await address(process)
        ana, bo = await Page(session, *where).open("Ana"), await Page(session, *where).open("Bo")
        await ana.command("pepper", "start")
        await asyncio.gather(ana.until("Start"), bo.until("Join"))
        await bo.press("Join")
        # Ana's page doesn't know of Bo yet; her press counts all the same.
        await ana.press("Start")
        await asyncio.gather(ana.until("My hand"), bo.until("My hand"))
        await asyncio.gather(*(person.press("My hand") for person in (ana, bo)))
        # Computers bid, and where one bids all there is also play, until it is the turn of a person.
        first = asyncio.create_task(ana.until_asked()), asyncio.create_task(bo.until_asked())
        done, waiting = await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*done)
        assert await ended_by(process, signal.SIGINT) == ""
    assert not any(tmp_path.iterdir())


async def test_sigterm_ends_the_demo(tmp_path: Path) -> None:
    async with demo(tmp_path) as process:
        await address(process)
        assert await ended_by(process, signal.SIGTERM) == ""


async def test_a_taken_port_is_one_line_on_standard_error(tmp_path: Path) -> None:
    async with demo(tmp_path) as first:
        base, _ = await address(first)
        port = base.rstrip("/").rpartition(":")[2]
        async with demo(tmp_path, "--port", port) as second:
            _, errors = await asyncio.wait_for(second.communicate(), PATIENCE)
            assert second.returncode == 1
            assert errors.decode() == f"The demo can't open its page: preview could not bind port {port}\n"


async def test_without_simcord_the_demo_names_the_extra(tmp_path: Path) -> None:
    program = "import sys; sys.modules['simcord'] = None; from bot.__main__ import main; sys.exit(main(['--demo']))"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 1
    assert (output, errors.decode().count("\n")) == (b"", 1)
    assert "pip install 'pepper-discord[demo]'" in errors.decode()

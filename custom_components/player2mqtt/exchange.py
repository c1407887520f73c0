"""Questions and commands whose answer carries their transaction."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from homeassistant.core import callback
from homeassistant.util.ulid import ulid_now


class Exchange:
    """Pairs what was asked with its answer."""

    def __init__(self) -> None:
        """Begin with nothing under way."""
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def ask(self, publish: Callable[[str], Awaitable[None]], seconds: float) -> dict[str, Any]:
        """Publish with a new transaction and wait for its answer. Raises TimeoutError."""
        transaction = f"ha-{ulid_now()}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[transaction] = answer
        try:
            await publish(transaction)
            async with asyncio.timeout(seconds):
                return await answer
        finally:
            del self._waiting[transaction]

    @callback
    def abandon(self, reason: Callable[[], Exception]) -> None:
        """Fail everything under way: its answer will not come any more."""
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(reason())

    @callback
    def answered(self, message: dict[str, Any]) -> None:
        """Hand an answer to the one who waits for it; brokers may deliver it twice."""
        waiting = self._waiting.get(str(message.get("transaction")))
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

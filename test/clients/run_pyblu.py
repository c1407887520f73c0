"""Makes all calls of pyblu to a player, with a second one for groups, and checks by reads what they did.

Usage: run_pyblu.py <host> <port> <host of the other> <port of the other>
"""

import asyncio
from collections.abc import Awaitable, Callable
import sys
from typing import TypeVar

from pyblu import PairedPlayer, Player

T = TypeVar("T")


async def eventually(read: Callable[[], Awaitable[T]], is_right: Callable[[T], bool]) -> T:
    """Read until it is right: a stream buffers for a moment, and a fresh group is one-sided."""
    for _ in range(50):
        value = await read()
        if is_right(value):
            return value
        await asyncio.sleep(0.1)
    raise AssertionError(f"still not right: {value}")


async def read_all(player: Player) -> None:
    sync = await player.sync_status()
    assert (sync.brand, sync.model_name) == ("Bluesound", "NODE"), sync
    assert sync.initialized and sync.group is None and sync.leader is None and sync.followers is None, sync
    assert sync.image.startswith("/") and len(sync.mac) == 17, sync
    status = await player.status()
    assert (status.state, status.can_seek, status.stream_url) == ("play", True, None), status
    assert status.name and status.artist and status.album and status.total_seconds, status
    again = await player.status(etag=status.etag, poll_timeout=1, timeout=5)
    assert again.etag == status.etag, again
    assert (await player.sync_status(etag=sync.etag, poll_timeout=1, timeout=5)).etag == sync.etag


async def drive(player: Player) -> None:
    assert await player.pause() == "pause"
    assert await player.play() == "play"
    assert await player.pause(toggle=True) == "pause"
    assert await player.pause(toggle=True) == "play"
    assert await player.play(seek=60) == "play"
    seconds = (await player.status()).seconds
    assert seconds is not None and 59 <= seconds <= 65, seconds
    names = [(await player.status()).name]
    await player.skip()
    names.append((await player.status()).name)
    await player.back()
    assert names[0] == (await player.status()).name != names[1], names
    for is_shuffled in (True, False):
        assert (await player.shuffle(is_shuffled)).shuffle is is_shuffled
        assert (await player.status()).shuffle is is_shuffled


async def turn_up_and_down(player: Player) -> None:
    assert (await player.volume(level=21)).volume == 21
    assert (await player.volume(level=23, tell_followers=False)).volume == (await player.sync_status()).volume == 23
    muted = await player.volume(mute=True)
    assert muted.mute and muted.volume == 0, muted
    status, sync = await player.status(), await player.sync_status()
    assert status.mute and status.mute_volume == sync.mute_volume == 23, (status, sync)
    assert not (await player.volume(mute=False)).mute
    assert (await player.sync_status()).mute_volume is None
    assert (await player.volume()).volume == 23


async def sleep(player: Player) -> None:
    steps = [await player.sleep_timer() for _ in range(6)]
    assert steps == [15, 30, 45, 60, 90, 0], steps
    await player.sleep_timer()
    assert (await player.status()).sleep == 15
    for _ in range(5):
        await player.sleep_timer()


async def choose(player: Player) -> None:
    inputs = await player.inputs()
    assert inputs and all(one.url for one in inputs), inputs
    optical = next(one for one in inputs if one.id == "input0")
    assert await player.play_url(optical.url) in {"stream", "connecting"}
    status = await eventually(player.status, lambda now: now.state == "stream")
    assert (status.service, status.input_id, status.stream_url) == ("Capture", "input0", optical.url), status
    presets = await player.presets()
    assert presets and all(one.name and one.url for one in presets), presets
    await player.load_preset(presets[0].id)
    status = await eventually(player.status, lambda now: now.state == "stream")
    assert status.stream_url == presets[0].url and not status.can_seek, status
    listed = next(one for one in presets if one.volume is not None)
    await player.load_preset(listed.id)
    assert (await player.status()).state == "play"
    assert (await player.volume()).volume == listed.volume
    assert await player.stop() == "stop"
    assert await player.play_url("http://radio.example.net/evening") in {"stream", "connecting"}
    await eventually(player.status, lambda now: now.state == "stream")


async def group(player: Player, other: Player, address: PairedPlayer) -> None:
    assert await player.add_follower(address.ip, address.port) == [address]
    sync = await eventually(player.sync_status, lambda now: now.followers is not None)
    assert sync.followers == [address] and sync.group, sync
    leader = (await other.sync_status()).leader
    assert leader is not None and f"{leader.ip}:{leader.port}" == sync.id, leader
    assert (await player.status()).group_name == sync.group
    await player.volume(level=31, tell_followers=True)
    assert (await other.volume()).volume == 31
    await player.remove_follower(address.ip, address.port)
    await eventually(player.sync_status, lambda now: now.followers is None)
    assert (await other.sync_status()).leader is None
    assert await player.add_followers([address]) == [address]
    await eventually(player.sync_status, lambda now: now.followers == [address])
    await player.remove_followers([address])
    await eventually(player.sync_status, lambda now: now.followers is None)


async def clear(player: Player) -> None:
    cleared = await player.clear()
    assert cleared.length == 0, cleared
    assert (await player.shuffle(False)).id == cleared.id


async def main() -> None:
    _, host, port, other_host, other_port = sys.argv
    async with Player(host, int(port)) as player, Player(other_host, int(other_port)) as other:
        await read_all(player)
        await drive(player)
        await turn_up_and_down(player)
        await sleep(player)
        await choose(player)
        await group(player, other, PairedPlayer(ip=other_host, port=int(other_port)))
        await clear(player)


asyncio.run(main())

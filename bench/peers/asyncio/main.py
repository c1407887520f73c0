"""A program that a Python user would write: asyncio, aiohttp and paho-mqtt, publishing differences."""

import asyncio
import json
import sys
import threading
from urllib.parse import quote

import aiohttp
import paho.mqtt.client as mqtt

OPERATIONS = {
    "audio": "MusicControl/v2/getInputAndOutputList",
    "video": "VideoPlay/getPlayStatus",
    "playlist": "VideoPlay/getPlaylist",
    "queue": "MusicControl/v2/getPlayQueue",
}


async def main(job):
    base, players = job["base"], job["players"]
    interval = job["intervalMs"] / 1000
    loop = asyncio.get_running_loop()
    client = mqtt.Client()
    connected = threading.Event()

    def on_connect(*_):
        client.subscribe(f"{base}/+/audio/input/set")
        connected.set()

    def on_message(_client, _userdata, message):
        asyncio.run_coroutine_threadsafe(select(message.topic, message.payload.decode()), loop)

    def set_no_delay(_client, _userdata, sock):
        import socket

        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    client.on_connect, client.on_message, client.on_socket_open = on_connect, on_message, set_no_delay
    client.connect(job["brokerHost"], job["brokerPort"], keepalive=600)
    client.loop_start()
    await loop.run_in_executor(None, connected.wait)

    timeout = aiohttp.ClientTimeout(total=None)
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=600)
    async with aiohttp.ClientSession(timeout=timeout, connector=connector) as session:
        last = {}

        async def get(player, path):
            async with session.get(f"http://{players[player]}/Device{path}") as response:
                return await response.json(content_type=None)

        async def select(topic, tag):
            player = int(topic.split("/")[1][1:])
            answer = await get(player, f"MusicControl/v2/setInputList?tag={quote(tag)}")
            client.publish(f"{base}/p{player}/audio/input", answer["inputData"][answer["inputIndex"]]["tag"], retain=True)

        async def watch(player):
            await asyncio.sleep(player / len(players) * interval)
            due = loop.time()
            while True:
                for resource in job["resources"]:
                    value = await get(player, OPERATIONS[resource])
                    topic = f"{base}/p{player}/{resource}"
                    if last.get(topic) != value:
                        last[topic] = value
                        client.publish(topic, json.dumps(value), retain=True)
                due = max(due + interval, loop.time() - interval)
                await asyncio.sleep(max(0, due - loop.time()))

        await asyncio.gather(*(watch(player) for player in range(len(players))))


with open(sys.argv[1], encoding="utf-8") as file:
    asyncio.run(main(json.load(file)))

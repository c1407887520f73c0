"""A program that a Python user would write: asyncio, aiohttp and paho-mqtt, publishing answers that differ."""

import asyncio
import json
import sys
import threading
from urllib.parse import quote

import aiohttp
import paho.mqtt.client as mqtt


async def main(job):
    base, players = job["base"], job["players"]
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
    client.connect(job["brokerHost"], job["brokerPort"])
    client.loop_start()
    await loop.run_in_executor(None, connected.wait)

    connector = aiohttp.TCPConnector(limit=0, limit_per_host=1, keepalive_timeout=600)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def get(player, path):
            async with session.get(f"http://{players[player]}{path}") as response:
                return await response.read()

        async def select(topic, tag):
            player = int(topic.split("/")[1][1:])
            answer = json.loads(await get(player, f"/DeviceMusicControl/v2/setInputList?tag={quote(tag)}"))
            client.publish(topic.removesuffix("/set"), answer["inputData"][answer["inputIndex"]]["tag"], retain=True)

        async def watch(player, read):
            interval = read["intervalMs"] / 1000
            await asyncio.sleep(player / len(players) * interval)
            due, last = loop.time(), None
            while True:
                try:
                    body = await get(player, read["path"])
                    if body != last:
                        last = body
                        client.publish(f"{base}/p{player}/{read['name']}", body, retain=True)
                except aiohttp.ClientError:
                    pass
                due = max(due + interval, loop.time())
                await asyncio.sleep(due - loop.time())

        await asyncio.gather(*(watch(player, read) for player in range(len(players)) for read in job["reads"]))


with open(sys.argv[1], encoding="utf-8") as file:
    asyncio.run(main(json.load(file)))

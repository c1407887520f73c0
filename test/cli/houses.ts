import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { anyPort } from "../support/any-port.ts";
import { TestClient } from "../support/mqtt-client.ts";
import { opened } from "../support/opened.ts";
import { begin, type RunningCommand, untilMatch } from "./running-command.ts";

/** A bridge with a broker of its own and one simulated player. */
export interface House {
  readonly url: string;
  readonly simulator: Simulator;
  readonly bridge: RunningCommand;
}

/** Starts a bridge by its command, quick to see what its player does. */
export async function startHouse(): Promise<House> {
  const simulator = opened(await startSimulator({ preset: "audio" }));
  const bridge = begin([
    "run",
    "--broker.port=0",
    "--http.port=0",
    `--player.url=${simulator.url}`,
    "--player.id=study",
    "--poll.audio=*/1 * * * * *",
    "--poll.idleFactor=1",
    "--device.offlineAfter=1",
    "--device.timeoutMs=500",
    '--controls.raw=["/ControlCenter/*"]',
  ]);
  const [, url = ""] = await untilMatch(bridge, /"broker":"(mqtt:[^"]+)","players":\["study"\]/);
  await untilMatch(bridge, /player is online/);
  return { url, simulator, bridge };
}

export async function startEmptyBroker() {
  return opened(await startEmbeddedBroker(anyPort));
}

/** Somebody who says that a bridge and a player are there, and does nothing; gives what was heard so far. */
export async function startImpostor(
  url: string,
  state = "online",
  others: Readonly<Record<string, string>> = {},
): Promise<() => readonly string[]> {
  const client = opened(await TestClient.connect(url, ["player2mqtt/#"], { protocolVersion: 4 }));
  const said = {
    "bridge/state": state,
    "study/availability": "online",
    "study/video/title": "\u001B[2JFilm\n",
    "study/music/picture/data": Buffer.of(0xff, 0xd8, 0xff),
    ...others,
  };
  for (const [topic, payload] of Object.entries(said))
    await client.publish(`player2mqtt/${topic}`, payload, { retain: true });
  return () => client.seen.map(({ topic, text }) => `${topic} ${text}`);
}

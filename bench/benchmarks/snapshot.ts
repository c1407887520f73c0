import { setTimeout as sleep } from "node:timers/promises";
import type { Mosquitto } from "../../test/support/start-mosquitto.ts";
import { quiet } from "../scene.ts";
import { atMost, type Benchmark, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { Observer } from "../support/observer.ts";
import { Players } from "../support/players.ts";
import { residentMbOf } from "../support/process-figures.ts";
import { startProgram, type Workshop } from "../support/programs.ts";
import { baseOf, startSubject } from "../support/subjects.ts";

/*
 * The broker loses everything and comes back: the time until it holds all topics of 1,000 players again, and the effect
 * on the bridge's memory. The floor is a socket that sends the same number of messages of the same mean length.
 */

const players = 1000;
const settleMs = 3000;

/** The messages after the broker came back. */
interface Snapshot {
  readonly messages: number;
  readonly bytes: number;
  /** From the first message to the last. */
  readonly ms: number;
  readonly beforeMb: number;
  readonly peakMb: number;
}

/** A snapshot of a thousand players. */
export const snapshot: Benchmark = {
  name: "snapshot",
  about: "the time to tell a broker that came back all of 1,000 players",
  run: async (workshop, pace) => {
    const paced = await ofBridge(workshop, pace, 1000);
    const unpaced = await ofBridge(workshop, pace, 0);
    const floor = await ofSocket(workshop, unpaced);
    const row = (name: string, { messages, bytes, ms, beforeMb, peakMb }: Snapshot): string[] => [
      name,
      `${messages}`,
      short(bytes / 2 ** 20),
      short(ms / 1000),
      short(messages / (ms / 1000)),
      Number.isFinite(peakMb) ? `${short(beforeMb)}, ${short(peakMb)}` : "–",
    ];
    return {
      tables: [
        {
          title: `All topics of ${players} players after the broker forgot them`,
          columns: ["", "messages", "MB", "seconds", "messages a second", "memory before and at most, MB"],
          rows: [
            row("bridge, mqtt.publishRate 1000, the default", paced),
            row("bridge, mqtt.publishRate 0", unpaced),
            row("a bare socket", floor),
          ],
        },
      ],
      goals: [
        atMost(9, "of what its publishRate asks for, in time", 1.1, paced.ms / paced.messages),
        atMost(9, "of a bare socket's time, without a publishRate", 3, unpaced.ms / floor.ms),
        atMost(
          9,
          "of the memory before, at most",
          1.5,
          Math.max(paced.peakMb / paced.beforeMb, unpaced.peakMb / unpaced.beforeMb),
        ),
      ],
    };
  },
};

async function ofBridge(workshop: Workshop, pace: Pace, publishRate: number): Promise<Snapshot> {
  await using broker = await startBroker();
  await using device = await Players.start(workshop, players, quiet);
  const settings = { mqtt: { publishRate } };
  await using bridge = startSubject(workshop, "bridge", {
    players: device.addresses,
    brokerPort: broker.port,
    settings,
  });
  const listening = await untilQuiet(broker, [`${baseOf("bridge")}/#`], 60_000);
  progress(`the bridge has told ${listening.messages} messages`);
  await sleep(pace.isQuick ? 1000 : 10_000);
  const beforeMb = residentMbOf(bridge.pid).now;
  await broker.kill();
  await sleep(1000);
  await broker.start();
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMbOf(bridge.pid).now);
  }, 50);
  try {
    const told = await untilQuiet(broker, [`${baseOf("bridge")}/#`], 120_000);
    progress(`told again, ${told.messages} messages in ${short(told.ms / 1000)} s`);
    return { ...told, beforeMb, peakMb };
  } finally {
    clearInterval(watch);
  }
}

async function ofSocket(workshop: Workshop, like: Snapshot): Promise<Snapshot> {
  await using broker = await startBroker();
  const leaves = Math.round(like.messages / players);
  const bytes = Math.max(1, Math.round(like.bytes / like.messages) - "floor/p999/video/leaf-99".length);
  const listening = untilQuiet(broker, ["floor/#"], 60_000);
  const args = [
    workshop.program("publisher"),
    `${broker.port}`,
    "floor",
    `${players}`,
    `${leaves}`,
    `${bytes}`,
  ];
  await using _publisher = startProgram(process.execPath, args, { hasChannel: true });
  return { ...(await listening), beforeMb: Number.NaN, peakMb: Number.NaN };
}

/** Listens until no new message comes for a while. */
async function untilQuiet(
  broker: Mosquitto,
  filters: readonly string[],
  timeoutMs: number,
): Promise<Pick<Snapshot, "messages" | "bytes" | "ms">> {
  let [messages, bytes, firstAt, lastAt] = [0, 0, 0, 0];
  const seen = new Set<string>();
  await using _observer = await Observer.connect(broker.port, filters, ({ topic, payload, atMs }) => {
    if (seen.has(topic)) return;
    seen.add(topic);
    messages += 1;
    bytes += topic.length + payload.byteLength;
    firstAt ||= atMs;
    lastAt = atMs;
  });
  const until = performance.now() + timeoutMs;
  for (;;) {
    await sleep(100);
    const now = performance.now();
    if (now > until || (seen.size >= players && now - lastAt > settleMs)) break;
  }
  return { messages, bytes, ms: lastAt - firstAt };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Mosquitto } from "../../test/support/start-mosquitto.ts";
import { atMost, type Benchmark, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { Observer } from "../support/observer.ts";
import { residentMbOf } from "../support/process-figures.ts";
import type { Workshop } from "../support/programs.ts";
import { players, startRig } from "../support/subjects.ts";

/*
 * The broker loses everything and comes back: the time until it holds all topics of 1,000 players again, and the effect on
 * the bridge's memory.
 */

const count = 1000;
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

export const snapshot: Benchmark = {
  name: "snapshot",
  about: "the time to publish all topics of 1,000 players to a broker that lost them",
  run: async (workshop) => {
    // The first start of both needs no limit to be fast, and the default is the limit.
    const [paced, unpaced] = await Promise.all([ofBridge(workshop, 1000), ofBridge(workshop, 0)]);
    const row = (name: string, { messages, bytes, ms, beforeMb, peakMb }: Snapshot): string[] => [
      name,
      `${messages}`,
      short(bytes / 2 ** 20),
      short(ms / 1000),
      `${short(beforeMb)}, ${short(peakMb)}`,
    ];
    return {
      tables: [
        {
          title: `All topics of ${count} players after the broker lost them`,
          columns: ["`mqtt.publishRate`", "messages", "MB", "seconds", "memory before and at most, MB"],
          rows: [row("1000, the default", paced), row("0, no limit", unpaced)],
        },
      ],
      goals: [
        atMost(8, "of the time that its rate allows", 1.1, paced.ms / paced.messages),
        atMost(
          8,
          "of the memory before",
          1.3,
          Math.max(paced.peakMb / paced.beforeMb, unpaced.peakMb / unpaced.beforeMb),
        ),
      ],
    };
  },
};

async function ofBridge(workshop: Workshop, publishRate: number): Promise<Snapshot> {
  await using broker = await startBroker();
  await using rig = await startRig(workshop, "bridge", {
    players: players("audio", count),
    brokerPort: broker.port,
    base: "bridge",
    reads: [],
    settings: { mqtt: { publishRate } },
  });
  const { pid } = rig.program;
  const listening = await untilQuiet(broker, 90_000);
  progress(`publishRate ${publishRate}: ${listening.messages} messages at first`);
  await sleep(8000);
  const beforeMb = residentMbOf(pid).now;
  await broker.kill();
  await sleep(1000);
  await broker.start();
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMbOf(pid).now);
  }, 50);
  try {
    const published = await untilQuiet(broker, 120_000);
    progress(`publishRate ${publishRate}: again in ${short(published.ms / 1000)} s`);
    return { ...published, beforeMb, peakMb };
  } finally {
    clearInterval(watch);
  }
}

/** Listens until no new message comes for a while. */
async function untilQuiet(
  broker: Mosquitto,
  timeoutMs: number,
): Promise<Pick<Snapshot, "messages" | "bytes" | "ms">> {
  let [messages, bytes, firstAt, lastAt] = [0, 0, 0, 0];
  const seen = new Set<string>();
  await using _observer = await Observer.connect(broker.port, ["bridge/#"], ({ topic, payload, atMs }) => {
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
    if (now > until || (seen.size >= count && now - lastAt > settleMs)) break;
  }
  return { messages, bytes, ms: lastAt - firstAt };
}

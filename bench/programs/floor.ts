import { readFileSync } from "node:fs";
import { operations, type Resource } from "../bodies.ts";
import type { Job } from "../scene.ts";
import { connectSmallMqtt } from "./small-mqtt.ts";

/** GETs a path of one player. */
export type Get = (path: string) => Promise<Buffer>;

const prefix = "/Device";

/**
 * The least that does the job: each player's resources one after another over a kept socket, once in the interval; the
 * bytes compared with the last ones; what differs published as it is. A command is a GET, and its answer the new state.
 */
export async function runFloor(open: (address: string) => Get): Promise<void> {
  const job = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Job;
  const { base, players, resources, intervalMs } = job;
  const gets = players.map(open);
  const mqtt = await connectSmallMqtt(
    job.brokerHost,
    job.brokerPort,
    [`${base}/+/audio/input/set`],
    (topic, tag) => {
      const player = topic.split("/").at(-4) ?? "";
      void (async () => {
        await gets[Number(player.slice(1))]?.(`${prefix}MusicControl/v2/setInputList?tag=${tag}`);
        mqtt.publish(`${base}/${player}/audio/input`, tag);
      })();
    },
  );
  const last = new Map<string, Buffer>();
  const read = async (index: number, resource: Resource): Promise<void> => {
    const body = await gets[index]?.(`${prefix}${operations[resource]}`);
    const topic = `${base}/p${index}/${resource}`;
    if (body === undefined || last.get(topic)?.equals(body) === true) return;
    last.set(topic, body);
    mqtt.publish(topic, body);
  };
  const startedAt = performance.now();
  for (const index of players.keys()) {
    const place = (index / players.length) * intervalMs;
    // By the clock and not by setInterval: being late would add up, until all are late together, in one cheap heap.
    const plan = (round: number): void => {
      const at = startedAt + place + round * intervalMs;
      setTimeout(() => void readAll(index).then(() => plan(nextRound(place))), at - performance.now());
    };
    plan(0);
  }

  async function readAll(index: number): Promise<void> {
    for (const resource of resources) await read(index, resource);
  }

  function nextRound(place: number): number {
    return Math.floor((performance.now() - startedAt - place) / intervalMs) + 1;
  }
}

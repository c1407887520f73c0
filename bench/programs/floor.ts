import { readFileSync } from "node:fs";
import { operations, type Resource } from "../bodies.ts";
import type { Job } from "../scene.ts";
import { connectSmallMqtt } from "./small-mqtt.ts";

/** GETs a path of one player, and passes on the chunks of the body. */
export type Get = (path: string, onPiece: (piece: Buffer) => void) => Promise<void>;

const prefix = "/Device";

/**
 * The least work that does the job: reads each player's resources one after another over a keep-alive socket, once in
 * each interval; compares the bytes with the last ones; publishes differences unparsed. A command is a GET, and its
 * answer is the new state.
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
        await gets[Number(player.slice(1))]?.(`${prefix}MusicControl/v2/setInputList?tag=${tag}`, () => {});
        mqtt.publish(`${base}/${player}/audio/input`, tag);
      })();
    },
  );
  const last = new Map<string, Buffer>();
  const read = async (index: number, resource: Resource): Promise<void> => {
    const topic = `${base}/p${index}/${resource}`;
    const compare = new Compare(last.get(topic));
    await gets[index]?.(`${prefix}${operations[resource]}`, (piece) => compare.add(piece));
    const body = compare.changed();
    if (body === undefined) return;
    last.set(topic, body);
    mqtt.publish(topic, body);
  };
  const startedAt = performance.now();
  for (const index of players.keys()) {
    const place = (index / players.length) * intervalMs;
    // Scheduled by the clock, not by setInterval: delays would add up until all polls are late together, in one cheap
    // batch.
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

/** Compares a body with the last one while it arrives; buffers nothing as long as it is the same. */
class Compare {
  readonly #previous: Buffer;
  readonly #rest: Buffer[] = [];
  #same = 0;

  constructor(previous: Buffer = Buffer.alloc(0)) {
    this.#previous = previous;
  }

  add(piece: Buffer): void {
    const end = this.#same + piece.byteLength;
    if (this.#rest.length === 0 && this.#previous.subarray(this.#same, end).equals(piece)) this.#same = end;
    else this.#rest.push(piece);
  }

  changed(): Buffer | undefined {
    if (this.#rest.length === 0 && this.#same === this.#previous.byteLength) return undefined;
    return Buffer.concat([this.#previous.subarray(0, this.#same), ...this.#rest]);
  }
}

import { BodyCompare } from "../../src/families/http/body-compare.ts";
import { QueueReader } from "../../src/families/zidoo/long-queue/queue-reader.ts";
import { queueBody } from "./queue-body.ts";
import { median } from "../support/statistics.ts";

/*
 * The bridge's work on the bytes of a queue, except receiving them: milliseconds for each kind of change, and the
 * longest time without yielding to the event loop. Arguments: entries, rounds.
 */

export interface ChangeCost {
  readonly kind: string;
  /** Comparing the bytes as they arrive, and joining them if they differ. */
  readonly gatherMs: number;
  /** Parsing and applying them. */
  readonly readMs: number;
  /** The longest time without yielding to the event loop. */
  readonly longestMs: number;
}

const [length = 0, rounds = 0] = process.argv.slice(2).map(Number);
const chunkBytes = 65_536;
const view = { publish: "window", window: 50, fields: "essential", maxPayloadBytes: 100_000 } as const;

const middle = Math.floor(length / 2);
const base = Buffer.from(queueBody(length, middle));
const entry = '{"id":1,"title":"A song that was put in","active":false},';
const listAt = base.indexOf("[{") + 1;
const other: Readonly<Record<string, Buffer>> = {
  "another entry is the current one": Buffer.from(queueBody(length, middle + 1)),
  "the current entry moved to the other end": Buffer.from(queueBody(length, length - 1)),
  "an entry was put in at the beginning": Buffer.concat([
    base.subarray(0, listAt),
    Buffer.from(entry),
    base.subarray(listAt),
  ]),
  "every entry changed": Buffer.from(base.toString().replaceAll('"playTimes":0', '"playTimes":1')),
};

/** Slices of work, each of which blocks the event loop; in CPU time, since other processes may run, too. */
class Slices {
  totalMs = 0;
  longestMs = 0;

  do<T>(work: () => T): T {
    const since = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(since);
    const ms = (user + system) / 1000;
    this.totalMs += ms;
    this.longestMs = Math.max(this.longestMs, ms);
    return result;
  }

  /** Runs all slices of a job. */
  all<T>(work: Generator<void, T>): T {
    for (;;) {
      const step = this.do(() => work.next());
      if (step.done === true) return step.value;
    }
  }
}

interface Costs {
  readonly gather: Slices;
  readonly read: Slices;
}

function chunksOf(body: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes)
    chunks.push(Buffer.from(body.subarray(at, at + chunkBytes)));
  return chunks;
}

/** Receives a body as from the socket, and parses it if it differs. */
function receive(
  reader: QueueReader,
  before: Buffer | undefined,
  chunks: readonly Buffer[],
): Costs & { readonly body: Buffer | undefined } {
  const [gather, read] = [new Slices(), new Slices()];
  const compare = new BodyCompare(before);
  compare.expect(chunks.reduce((bytes, chunk) => bytes + chunk.byteLength, 0));
  for (const chunk of chunks) gather.do(() => compare.add(chunk));
  const changed = compare.isUnchanged ? undefined : gather.all(compare.changed());
  if (changed !== undefined) read.all(reader.read(changed));
  return { gather, read, body: changed };
}

function measure(kind: string, before: Buffer | undefined, after: Buffer): ChangeCost {
  const chunks = chunksOf(after);
  const taken: Costs[] = [];
  for (let round = -4; round < rounds; round++) {
    const reader = new QueueReader(view);
    const last = before === undefined ? undefined : receive(reader, undefined, chunksOf(before)).body;
    globalThis.gc?.();
    const costs = receive(reader, last, chunks);
    if (round >= 0) taken.push(costs);
  }
  return {
    kind,
    gatherMs: median(taken.map(({ gather }) => gather.totalMs)),
    readMs: median(taken.map(({ read }) => read.totalMs)),
    longestMs: median(taken.map(({ gather, read }) => Math.max(gather.longestMs, read.longestMs))),
  };
}

/** The cost for a program that parses the whole body, without any further work. */
function parseAll(): ChangeCost {
  const slices = Array.from({ length: rounds + 1 }, () => {
    globalThis.gc?.();
    const one = new Slices();
    one.do((): unknown => JSON.parse(base.toString()));
    return one;
  }).slice(1);
  const readMs = median(slices.map(({ totalMs }) => totalMs));
  return { kind: "everything parsed", gatherMs: 0, readMs, longestMs: readMs };
}

const costs = [
  measure("nothing changed", base, base),
  ...Object.entries(other).map(([kind, after]) => measure(kind, base, after)),
  measure("first sight", undefined, base),
  parseAll(),
];
if (process.send === undefined) console.table(costs);
else process.send(costs);

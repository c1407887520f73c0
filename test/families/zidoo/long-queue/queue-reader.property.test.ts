import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../../src/core/errors.ts";
import { BodyCompare } from "../../../../src/families/http/body-compare.ts";
import type { QueueView } from "../../../../src/families/family.ts";
import { QueueReader } from "../../../../src/families/zidoo/long-queue/queue-reader.ts";
import { atOnce } from "../../../support/at-once.ts";
import { view } from "../payloads.ts";

/* A reader that looks only at what changed must never tell from one that parses everything. */

/** The result of a reading: an answer, or the words of a fault. */
function reading(reader: QueueReader, body: Buffer): unknown {
  try {
    return atOnce(reader.read(body));
  } catch (error) {
    if (error instanceof DeviceError) return `${error.fault}: ${error.message}`;
    throw error;
  }
}

/** Takes a body in as it comes from a socket; undefined when it is the same as the previous one. */
function receive(body: Buffer, previous: Buffer | undefined): Buffer | undefined {
  const compare = new BodyCompare(previous);
  const chunkBytes = 50;
  for (let at = 0; at < body.length; at += chunkBytes) compare.add(body.subarray(at, at + chunkBytes));
  return compare.isUnchanged ? undefined : atOnce(compare.changed());
}

/** Reads bodies one after another, and each of them as if it were the first and small. */
function readBoth(
  bodies: readonly string[],
  queue: QueueView,
  encoding: BufferEncoding = "latin1",
): { read: unknown[]; parsed: unknown[] } {
  const reader = new QueueReader(queue, 0);
  const [read, parsed]: [unknown[], unknown[]] = [[], []];
  let previous: Buffer | undefined;
  for (const text of bodies) {
    const received = receive(Buffer.from(text, encoding), previous);
    if (received === undefined) continue;
    previous = received;
    read.push(reading(reader, received));
    parsed.push(reading(new QueueReader(queue, Number.POSITIVE_INFINITY), received));
  }
  return { read, parsed };
}

const views = fc.constantFrom<QueueView>(
  view,
  { ...view, window: 3, fields: "all" },
  { ...view, publish: "all", window: 2, maxPayloadBytes: 400 },
  { ...view, publish: "all", window: 2 },
);

const hostileText = fc.oneof(
  fc.constantFrom('"', "\\", "}", "]", "[{", ",", '\\"', "\\\\", "é", "\u2028", "\ud800", "active", "array"),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(hostileText, { maxLength: 3 }).map((parts) => parts.join(""));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constant(12_345_678));

const ordinary = fc.record(
  { id: fc.nat(30), title: text, active: fc.boolean(), size: number, news: fc.jsonValue({ maxDepth: 2 }) },
  { requiredKeys: ["id"] },
);
/** Entries as text, since what is hostile about them may be lost on the way through JSON.stringify. */
const entry = fc.oneof(
  { weight: 8, arbitrary: ordinary.map((fields) => JSON.stringify(fields)) },
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{"active":false,"active":true}',
    '{"\\u0061ctive":true,"title":"\\u00e9\\ud83d\\ude00"}',
    '{"id":12345678901234567890,"title":1e999}',
    '{"__proto__":{"active":true}}',
    '{ "a" : [ { } , "}" ] }',
    "{}",
    "[]",
    "1",
    "12",
    "-0.5e3",
    "true",
    "null",
    '""',
    '"]"',
    "\u00ff\u00fe",
    '{"title":"\u00ff"}',
  ),
);
const broken = fc.constantFrom(
  "{",
  "}",
  '{"a":tru}',
  "{]",
  '"',
  '{"a":1,}',
  "",
  "\u00ef\u00bb\u00bf1",
  "1 2",
  "{}{}",
  "'a'",
);
const separator = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(",", ", ", " ,\n\t", ",\r\n") },
  fc.constantFrom("", " "),
);

/** One step from a list of entries to the next one, as players do it, and now and then worse. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("replace" as const), at: fc.nat(), entry }),
  fc.record({ kind: fc.constant("insert" as const), at: fc.nat(), entry }),
  fc.record({ kind: fc.constant("copy" as const), at: fc.nat(), from: fc.nat() }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat(), count: fc.integer({ min: 1, max: 70 }) }),
  fc.record({ kind: fc.constant("rotate" as const), at: fc.nat() }),
  fc.record({ kind: fc.constant("swap" as const), at: fc.nat(), from: fc.nat() }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(entries: readonly string[], step: Change): string[] {
  const length = Math.max(1, entries.length);
  const at = step.at % length;
  switch (step.kind) {
    case "replace":
      return entries.toSpliced(at, 1, step.entry);
    case "insert":
      return entries.toSpliced(at, 0, step.entry);
    case "copy":
      return entries.toSpliced(at, 0, entries[step.from % length] ?? "{}");
    case "remove":
      return entries.toSpliced(at, step.count);
    case "rotate":
      return [...entries.slice(at), ...entries.slice(0, at)];
    case "swap": {
      const from = step.from % length;
      if (entries.length === 0) return [];
      return entries.with(at, entries[from] ?? "{}").with(from, entries[at] ?? "{}");
    }
  }
}

/** The text around the list. */
const frame = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(["{", "}"], ['{"id":5,"start":0,"total":9,', "}"]) },
  fc.constantFrom(
    ['{"start":"2", "deep":{"array":[1]} ,', ',"status":200}'],
    ["\u00ef\u00bb\u00bf {", " } \n"],
    ['{"array":[{"title":"first"}],', "}"],
    ["{", ',"array":[{"title":"last"}]}'],
    ["{", ',"\\u0061rray":[]}'],
    ['{"total":7,"\\u0061rray":[],', "}"],
    ["{", '} {"x":1}'],
    ["{", ",}"],
    ["{", "]"],
    ["{", ""],
    ["[{", "}]"],
    ["", ""],
    ['{"status":805,', "}"],
    ['{"status":806,', "}"],
    ['{"x":nul,', "}"],
    ['{"x":"', "}"],
    ['{"x" 1,', "}"],
    ['{"x":1 ', "}"],
    ['{"x":,', "}"],
    ["{1:2,", "}"],
    ['{"x', ""],
  ),
);

const queues = fc
  .record({
    entries: fc.oneof(
      fc.array(entry, { maxLength: 8 }),
      fc.array(entry, { minLength: 60, maxLength: 160, size: "max" }),
    ),
    steps: fc.array(fc.tuple(fc.array(change, { maxLength: 3 }), frame, separator), {
      minLength: 1,
      maxLength: 5,
    }),
  })
  .map(({ entries, steps }) => {
    let current: readonly string[] = entries;
    return steps.map(([changes, [begin = "", end = ""], between]) => {
      for (const step of changes) current = changed(current, step);
      return `${begin}"array":[${current.join(between)}]${end}`;
    });
  });

/** A page must not keep what is gone, though all that is left in it is unchanged. */
const cutAtItsEnd = ['{"array":[{"id":1},{"id":2}]}', '{"array":[{"id":1}]}'];
/** Nor may a page that became shorter. */
const grown = ["", "x".repeat(300)].map((title) => `{"array":[${"{},".repeat(7)}{"title":"${title}"}]}`);

const short: QueueView = { ...view, publish: "all", maxPayloadBytes: 400 };
const inShortPages = (bodies: string[]): [string[], QueueView, "utf8"] => [bodies, short, "utf8"];

describe("a queue of which only changed entries are parsed", () => {
  it("equals the result of parsing all of it, whatever changed", () => {
    fc.assert(
      // Bytes beyond ASCII are UTF-8, or else no text at all.
      fc.property(queues, views, fc.constantFrom("utf8", "latin1"), (bodies, queue, encoding) => {
        const { read, parsed } = readBoth(bodies, queue, encoding);
        expect(read).toEqual(parsed);
      }),
      { numRuns: 100, examples: [inShortPages(cutAtItsEnd), inShortPages(grown)] },
    );
  });

  it("has the same fault where it is malformed, and is read again after it", () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 80 }),
        broken,
        fc.nat(),
        views,
        (entries, wrong, place, queue) => {
          const good = `{"array":[${entries.join(",")}]}`;
          const bad = `{"array":[${entries.toSpliced(place % (entries.length + 1), 0, wrong).join(",")}]}`;
          const { read, parsed } = readBoth([good, bad, good, bad], queue);
          expect(read).toEqual(parsed);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is cut or garbled anywhere, and means the same or has the same fault", () => {
    fc.assert(
      fc.property(queues, fc.nat(), fc.nat(255), views, ([body = ""], place, byte, queue) => {
        const at = place % (body.length + 1);
        const garbled = body.slice(0, at) + String.fromCharCode(byte) + body.slice(at + 1);
        const { read, parsed } = readBoth([body, garbled, body.slice(0, at), body], queue);
        expect(read).toEqual(parsed);
      }),
      { numRuns: 100 },
    );
  });
});

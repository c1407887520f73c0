import * as fc from "fast-check";
import { expect, it } from "vitest";
import { PlayQueue } from "../../../simulator/zidoo/play-queue.ts";
import { handClock } from "../ask.ts";

function queueOf(lengthsMs: readonly number[]) {
  const { now, pass } = handClock();
  const entries = lengthsMs.map((durationMs, index) => ({ durationMs, title: `entry ${index}` }));
  return { queue: new PlayQueue(entries, { now, state: "playing", atEnd: "stop" }), pass };
}

type Queue = ReturnType<typeof queueOf>["queue"];
type Story = (queue: Queue, pass: (ms: number) => void) => unknown;

const shown = ({ state, index, positionMs, current }: Queue): unknown[] => [
  state,
  index,
  positionMs,
  ...(current === undefined ? [] : [current.title]),
];

it.each<[string, readonly number[], Story, readonly unknown[]]>([
  ["goes on with the time that is left", [1, 2, 9], (_, pass) => pass(7), ["playing", 2, 4, "entry 2"]],
  ["stops at its end", [1000, 2000], (_, pass) => pass(60_000), ["stopped", 1, 0]],
  ["may start again", [1, 2], (q, pass) => [(q.atEnd = "restart"), pass(3)], ["playing", 0, 0, "entry 0"]],
  ["stays with an unknown length", [0, 1], (_, pass) => pass(90), ["playing", 0, 90, "entry 0"]],
  ["runs never backwards", [5], (q, pass) => [pass(3), q.state, pass(-2)], ["playing", 0, 3, "entry 0"]],
  [
    "is resumed",
    [5],
    (q, pass) => [pass(3), q.pause(), pass(9), q.play(), pass(1)],
    ["playing", 0, 4, "entry 0"],
  ],
  ["is stopped, not paused then", [1, 5], (q, pass) => [pass(2), q.stop(), q.pause()], ["stopped", 1, 0]],
  ["seeks no further back than its beginning", [5], (q) => q.seek(-1), ["playing", 0, 0, "entry 0"]],
  ["skips back to its first", [9, 9, 9], (q) => [q.skip(2), q.skip(-5)], ["playing", 0, 0, "entry 0"]],
  ["ends by a skip past its last", [9], (q) => q.skip(), ["stopped", 0, 0]],
  ["is empty, whatever is done", [], (q) => q.play(), ["stopped", -1, 0]],
  [
    "is edited without disturbing what plays",
    [1000, 2000],
    (q, pass) => [pass(1500), q.edit((entries) => [{ durationMs: 700, title: "new" }, ...entries])],
    ["playing", 2, 500, "entry 1"],
  ],
  [
    "plays what replaces a removed entry",
    [1, 2, 3],
    (q, pass) => [pass(2), q.edit((entries) => entries.toSpliced(1, 1))],
    ["playing", 1, 0, "entry 2"],
  ],
  ["stops when all is removed", [9], (q) => q.edit(() => []), ["stopped", -1, 0]],
])("a queue that plays %s", (_name, lengths, story, expected) => {
  const { queue, pass } = queueOf(lengths);
  story(queue, pass);
  expect(shown(queue)).toEqual(expected);
});

const steps = fc.constantFrom<Story>(
  (_queue, pass) => pass(7),
  (_queue, pass) => pass(40),
  (queue) => queue.play(),
  (queue) => queue.pause(),
  (queue) => queue.stop(),
  (queue) => queue.seek(3),
  (queue) => queue.skip(),
  (queue) => queue.skip(-1),
  (queue) => queue.edit((entries) => [...entries.slice(1), ...entries.slice(0, 1)]),
);

const lengths = fc.array(fc.nat(12), { maxLength: 4 });
const orders = fc.constantFrom("list", "single", "shuffle");

it("a queue that is never looked at is in the end where one is that is watched all the time", () => {
  fc.assert(
    fc.property(lengths, fc.array(steps), orders, fc.boolean(), (durations, story, order, isEndless) => {
      const [lazy, watched] = [queueOf(durations), queueOf(durations)];
      for (const { queue } of [lazy, watched]) {
        queue.order = order;
        if (isEndless) queue.atEnd = "restart";
      }
      for (const step of story) {
        step(lazy.queue, lazy.pass);
        step(watched.queue, (ms) => {
          for (let passed = 0; passed < ms; passed += 1) {
            watched.pass(1);
            shown(watched.queue);
          }
        });
      }
      expect([...shown(lazy.queue), lazy.queue.revision]).toEqual([
        ...shown(watched.queue),
        watched.queue.revision,
      ]);
    }),
  );
});

it("the revision grows with every change but that of the position, and what is not there is not played", () => {
  const { queue, pass } = queueOf([1000, 1000]);
  const before = queue.revision;
  pass(500);
  queue.seek(600);
  expect(queue.revision).toBe(before);
  pass(500);
  expect(queue.revision).toBeGreaterThan(before);
  expect(() => queue.playEntry(2)).toThrow("No entry 2 in 2");
});

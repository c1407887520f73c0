import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readNote } from "../../src/bridge/read-note.ts";
import type { ResumableState } from "../../src/core/resources/resumable-state.ts";
import { render } from "../../src/core/topics/render.ts";
import { settled, target } from "../core/samples.ts";

const level = fc.integer({ min: -80, max: 200 });
const volume = fc.record({ before: level, set: level, from: level });
const date = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  .map((at) => at.toISOString());
const key = fc.string();
const step = fc.constantFrom(
  { target: "play", request: "/films/A film.mkv" },
  { target: "library/play", request: "track 469" },
  { target: "music/queue", request: "2" },
  { target: "video/position", request: "61" },
);
const back = fc.record(
  {
    key,
    isPaused: fc.boolean(),
    position: step,
    input: key,
    steps: fc.array(step, { maxLength: 2 }),
    lost: fc.subarray(["queue", "stream", "film", "track"] as const),
  },
  { requiredKeys: ["isPaused", "steps", "lost"] },
);
const state: fc.Arbitrary<ResumableState> = fc.record(
  {
    sleep: fc.record({ endsAt: date, volume }, { requiredKeys: ["endsAt"] }),
    announcement: fc.record({ beganAt: date, back, volume, key }, { requiredKeys: ["beganAt", "back"] }),
  },
  { requiredKeys: [] },
);

it("a note is read as an earlier run has written it", () => {
  fc.assert(
    fc.property(state, (resumable) => {
      const note = render(target, undefined, settled({ resumable })).find(({ leaf }) => leaf === "note");
      expect(readNote(Buffer.from(String(note?.payload)))).toEqual(resumable);
    }),
  );
});

it("a note is empty if anything else was written", () => {
  const piece = fc.oneof(state, fc.jsonValue());
  fc.assert(
    fc.property(fc.constantFrom("player2mqtt", "me"), piece, piece, (writer, sleep, announcement) => {
      const { sleep: timer, announcement: told } = readNote(
        Buffer.from(JSON.stringify({ writer, sleep, announcement })),
      );
      expect(writer === "me" && [timer, told].some((part) => part !== undefined)).toBe(false);
      expect(timer === undefined || !Number.isNaN(Date.parse(timer.endsAt))).toBe(true);
      expect(told === undefined || Array.isArray(told.back.steps)).toBe(true);
    }),
  );
  for (const text of ["", "x", "[]", "null"]) expect(readNote(Buffer.from(text))).toEqual({});
});

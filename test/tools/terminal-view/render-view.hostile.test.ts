import * as fc from "fast-check";
import { expect, it } from "vitest";
import stringWidth from "string-width";
import { colored } from "../../../src/tools/terminal-view/line.ts";
import { renderView } from "../../../src/tools/terminal-view/render-view.ts";
import { foldEvent, type ViewState } from "../../../src/tools/terminal-view/view-state.ts";
import { household, message } from "./household.ts";

const attack = "\u001B[2J\u001B]0;owned\u0007\u009B31m\r\n\u202Eevil\u0000";

const leaves = [
  "availability",
  "info",
  "audio/input",
  "audio/input/name",
  "audio/input/options",
  "audio/output/name",
  "video/state",
  "video/title",
  "video/resolution",
  "video/fps",
  "video/codec",
  "video/output",
  "video/audio-track",
  "video/subtitle",
  "video/position",
  "video/playlist/current",
  "music/title",
  "music/artist",
  "music/album",
  "music/queue",
  "result",
];

/** Texts as they are, and inside the JSON of topics that hold some. */
const payload = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.constant(attack),
    fc.constantFrom("playing", "paused", "online", "12", "-1e9", "NaN"),
  )
  .chain((text) =>
    fc.constantFrom(
      text,
      JSON.stringify({ name: text, model: text, current: 1e300 }),
      JSON.stringify([{ value: text, title: text, enable: text }]),
      JSON.stringify({
        command: text,
        request: text,
        outcome: text,
        tag: text,
        reason: text,
        durationMs: -1,
      }),
      JSON.stringify({ version: text, players: [{ id: text }] }),
    ),
  );

const hostileMessage = fc.oneof(
  fc.tuple(fc.constantFrom("living-room", "study", "__proto__"), fc.constantFrom(...leaves), payload),
  fc.tuple(fc.constant("bridge"), fc.constantFrom("state", "info"), payload),
);

/** A picture may contain its own colors, and no other control character. */
function withoutColors(line: string): string {
  // oxlint-disable-next-line no-control-regex -- the colors are what it is about
  return line.replaceAll(/\u001B\[(?:0|1|2|31|32|33|36)m/g, "");
}

it("a player that sends control characters gets none of them to the terminal, and breaks no picture", () => {
  const start = household();
  fc.assert(
    fc.property(
      fc.array(hostileMessage, { maxLength: 30 }),
      fc.record({ columns: fc.integer({ min: 1, max: 120 }), rows: fc.integer({ min: 1, max: 50 }) }),
      (messages, size) => {
        const state = messages.reduce<ViewState>(
          (view, [id, leaf, text]) => foldEvent(view, message(`${id}/${leaf}`, text), 0),
          start,
        );
        const lost = foldEvent(
          foldEvent(state, { kind: "note", text: attack }, 0),
          { kind: "lost", reason: attack },
          0,
        );
        for (const view of [state, lost]) {
          const lines = renderView(view, 1000, size, colored);
          expect(lines).toHaveLength(size.rows);
          expect(withoutColors(lines.join(""))).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e]/u);
          const widths = lines.map((line) => stringWidth(line));
          expect(Math.max(...widths)).toBeLessThanOrEqual(size.columns);
        }
      },
    ),
    // Fewer on a busy machine.
    { numRuns: 300, interruptAfterTimeLimit: 10_000 },
  );
});

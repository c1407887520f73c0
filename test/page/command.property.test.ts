import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CommandView } from "../../src/extensions/page/wire.ts";
import { importUntyped } from "../support/import-untyped.ts";
import { liveThrough } from "../support/stories.ts";
import { draw, FakeElement, h } from "./fake-browser.ts";

interface Setting {
  readonly shown: number;
  readonly pending: string | undefined;
  readonly failure: string | undefined;
  readonly choose: (value: number) => Promise<void>;
  readonly preview: (value: number) => void;
  readonly release: () => void;
}

const { useSetting } = await importUntyped<{
  readonly useSetting: (player: object, command: string, actual: number) => Setting;
}>("/page/command.tsx");
const { BridgeContext } = await importUntyped<{ readonly BridgeContext: { readonly Provider: unknown } }>(
  "/page/bridge-context.ts",
);

type Outcome = Pick<CommandView, "outcome" | "reason">;

interface Sent {
  readonly request: string;
  readonly end: (outcome: Outcome) => void;
}

/** A value that the user wants: a chosen one has the command that sets it. */
interface Wish {
  readonly value: number;
  readonly by?: Sent | undefined;
}

const whats = [
  "chooses",
  "drags",
  "lets go",
  "obeyed",
  "failed",
  "superseded",
  "turned elsewhere",
  "waits",
] as const;
const step = fc.record({
  what: fc.constantFrom(...whats),
  value: fc.integer({ min: 1, max: 3 }),
  which: fc.nat({ max: 2 }),
});

type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("a control shows what is wanted until the player has it, a newer wish longer, and then what the player has", async () => {
  let root = new FakeElement("body");
  const leave = (): void => draw(null, root);
  const live = async (story: readonly Step[]): Promise<void> => {
    root = new FakeElement("body");
    let setting: Setting | undefined;
    let [actual, failure] = [0, false];
    let [wish, latest, pending]: [Wish | undefined, Sent | undefined, string | undefined] = [
      undefined,
      undefined,
      undefined,
    ];
    const open: Sent[] = [];
    let [count, wantedCount] = [0, 0];
    const send = (id: string, command: string, request: string): Promise<Outcome> => {
      expect([id, command]).toEqual(["den", "volume"]);
      count += 1;
      return new Promise((end) => open.push({ request, end }));
    };
    const Probe = (props: { readonly actual: number }) => {
      setting = useSetting({ id: "den", topics: {} }, "volume", props.actual);
      return null;
    };
    const show = async (ms = 0): Promise<void> => {
      draw(h(BridgeContext.Provider, { value: { send } }, h(Probe, { actual })), root);
      await vi.advanceTimersByTimeAsync(ms);
    };
    const end = async (outcome: Outcome["outcome"], which: number): Promise<void> => {
      const [sent] = open.splice(which % Math.max(1, open.length), 1);
      if (sent === undefined) return;
      const isDone = outcome === "applied";
      // The player's own value arrives with the outcome, or just after it.
      if (isDone) actual = Number(sent.request);
      sent.end({ outcome, reason: "no" });
      if (pending === sent.request) pending = undefined;
      if (latest === sent) latest = undefined;
      failure = outcome === "failed";
      await show(isDone ? 301 : 1);
      if (wish?.by === sent) wish = undefined;
    };
    await show();
    for (const { what, value, which } of story) {
      if (what === "chooses") {
        // What is sent already is not sent again.
        const isSent = latest?.request === String(value);
        void setting?.choose(value);
        if (!isSent) [latest, pending, failure] = [open.at(-1), String(value), false];
        wantedCount += isSent ? 0 : 1;
        wish = { value, by: latest };
      } else if (what === "drags") {
        setting?.preview(value);
        wish = { value };
      } else if (what === "lets go") {
        setting?.release();
        wish = undefined;
      } else if (what === "turned elsewhere") actual = value;
      else if (what === "waits") await show(1000);
      else await end(what === "obeyed" ? "applied" : what, which);
      await show(1);
      const { shown, pending: busy, failure: text } = setting ?? {};
      expect([shown, busy, text !== undefined, count]).toEqual([
        wish?.value ?? actual,
        pending,
        failure,
        wantedCount,
      ]);
    }
    leave();
    await vi.advanceTimersByTimeAsync(1000);
  };
  await liveThrough(step, { maxLength: 12 }, live, leave);
});

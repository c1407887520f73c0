import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StreamEvents } from "../../src/extensions/page/wire.ts";

type Handlers = Record<keyof StreamEvents | "lost" | "signedOut", () => void>;
type FollowStream = (playerId: string | undefined, handlers: Handlers) => () => void;

/** The types of a browser are unknown here. */
const module: string = "../../page/stream.ts";
const { followStream } = (await import(module)) as { readonly followStream: FollowStream };
const early: string = "../../page/early-stream.ts";
const { openEarly } = (await import(early)) as { readonly openEarly: (playerId: string | undefined) => void };

let page: EventTarget & { hidden: boolean };
/** The streams that it has open. */
let open: EventTarget[];
/** Answers the question whether the page is still signed in; without a status, the bridge is gone. */
let answer: (status?: number) => void;
let told: string[];

const tell = (what: string) => () => void told.push(what);
const handlers: Handlers = {
  hello: tell("hello"),
  change: tell("change"),
  sample: tell("sample"),
  topics: tell("topics"),
  lost: tell("lost"),
  signedOut: tell("signed out"),
};

beforeEach(() => {
  [open, told] = [[], []];
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      static readonly CLOSED = 2;
      readyState = 1;

      constructor() {
        super();
        open.push(this);
      }

      close(): void {
        this.readyState = 2;
        open = open.filter((one) => one !== this);
      }
    },
  );
  answer = () => {};
  const fetch = () =>
    new Promise((resolve, reject) => {
      answer = (status) => (status === undefined ? reject(new Error("gone")) : resolve({ status }));
    });
  vi.stubGlobal("window", { setTimeout, fetch });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What may happen to a stream, and whether the bridge is there. */
const events: Readonly<Record<string, () => unknown>> = {
  error: () => open[0]?.dispatchEvent(new Event("error")),
  beat: () => open[0]?.dispatchEvent(new MessageEvent("sample", { data: "{}" })),
  hide: () => look(true),
  look: () => look(false),
  there: () => answer(204),
  gone: () => answer(),
  wait: () => vi.advanceTimersByTimeAsync(700),
  silence: () => vi.advanceTimersByTimeAsync(16_000),
};

function look(hidden: boolean): void {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

it("a page has one stream at most, whatever happens, and one in the end until it is left", async () => {
  const story = fc.array(fc.constantFrom(...Object.keys(events)), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(story, async (names) => {
      open = [];
      look(false);
      const stop = followStream(undefined, handlers);
      try {
        for (const name of names) {
          await events[name]?.();
          await vi.advanceTimersByTimeAsync(0);
          expect(open.length).toBeLessThan(2);
        }
        page.hidden = false;
        // A question on a dead connection is never answered: another one is asked.
        await vi.advanceTimersByTimeAsync(17_000);
        answer(204);
        await vi.advanceTimersByTimeAsync(0);
        const [stream] = open;
        events["beat"]?.();
        look(false);
        await vi.advanceTimersByTimeAsync(700);
        answer(204);
        await vi.advanceTimersByTimeAsync(0);
        expect(open).toEqual([stream]);
        expect(stream).toBeDefined();
      } finally {
        stop();
        await vi.advanceTimersByTimeAsync(60_000);
      }
      expect(open).toEqual([]);
    }),
  );
});

it("a page that is not signed in any more says so, and opens nothing", async () => {
  const stop = followStream(undefined, handlers);
  open[0]?.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(700);
  answer(401);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, open]).toEqual([["lost", "signed out"], []]);
  stop();
});

it.each([204, 401, undefined])(
  "a view that was left meanwhile follows nothing any more when the bridge answers %s",
  async (status) => {
    const stop = followStream("den", handlers);
    open[0]?.dispatchEvent(new Event("error"));
    await vi.advanceTimersByTimeAsync(700);
    stop();
    answer(status);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([told, open]).toEqual([["lost"], []]);
  },
);

it("a stream that was opened early goes on with the page, and ends where the page never comes", async () => {
  openEarly(undefined);
  const stop = followStream(undefined, handlers);
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(5000);
    open[0]?.dispatchEvent(new MessageEvent("sample", { data: "{}" }));
  }
  expect(open).toHaveLength(1);
  expect(told).not.toContain("lost");
  stop();
  openEarly(undefined);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(open).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(open).toEqual([]);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StreamEvents } from "../../src/extensions/page/wire.ts";

type Handlers = Record<keyof StreamEvents | "lost" | "signedOut", () => void>;
type FollowStream = (playerId: string | undefined, handlers: Handlers) => () => void;

/** The types of a browser are unknown here. */
const module: string = "../../page/stream.ts";
const { followStream } = (await import(module)) as { readonly followStream: FollowStream };
const early: string = "../../page/early-stream.ts";
const { openEarly } = (await import(early)) as { readonly openEarly: (playerId: string | undefined) => void };

/** The streams that a page has open. */
let open: EventTarget[];
/** Answers the question whether the page is still signed in. */
let answer: (response: Promise<{ readonly status: number }>) => void;
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
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
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
  const fetch = () => new Promise((resolve) => (answer = resolve));
  vi.stubGlobal("window", { setTimeout, fetch });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("a page that has lost its stream opens another one", async () => {
  const stop = followStream(undefined, handlers);
  open[0]?.dispatchEvent(new Event("error"));
  expect([told, open.length]).toEqual([["lost"], 0]);
  await vi.advanceTimersByTimeAsync(700);
  answer(Promise.resolve({ status: 204 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(1);
  stop();
  expect(open).toEqual([]);
});

it.each([
  ["there", () => Promise.resolve({ status: 204 })],
  ["signed out", () => Promise.resolve({ status: 401 })],
  ["gone", () => Promise.reject(new Error("gone"))],
])(
  "a view that was left meanwhile follows nothing any more when the bridge turns out to be %s",
  async (_how, how) => {
    const stop = followStream("den", handlers);
    open[0]?.dispatchEvent(new Event("error"));
    await vi.advanceTimersByTimeAsync(700);
    stop();
    answer(how());
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

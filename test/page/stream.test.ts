import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StreamEvents } from "../../src/extensions/page/wire.ts";

type Handlers = Record<keyof StreamEvents | "lost" | "signedOut", () => void>;
type FollowStream = (playerId: string | undefined, handlers: Handlers) => () => void;

/** The types of a browser are unknown here. */
const module: string = "../../page/stream.ts";
const { followStream } = (await import(module)) as { readonly followStream: FollowStream };

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
      constructor() {
        super();
        open.push(this);
      }

      close(): void {
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

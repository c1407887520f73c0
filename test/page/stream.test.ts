import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StreamEvents } from "../../src/extensions/page/wire.ts";
import { importUntyped } from "../support/import-untyped.ts";
import { liveThrough } from "../support/stories.ts";
import { FakeStream, startBrowser } from "./fake-browser.ts";

type Handlers = Record<keyof StreamEvents | "lost" | "signedOut", () => void>;
type FollowStream = (playerId: string | undefined, handlers: Handlers) => () => void;

const { followStream } = await importUntyped<{ readonly followStream: FollowStream }>("/page/stream.ts");
const { openEarly } = await importUntyped<{ readonly openEarly: (playerId: string | undefined) => void }>(
  "/page/early-stream.ts",
);

let browser: ReturnType<typeof startBrowser>;
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

const { open } = FakeStream;
const stream = (): FakeStream | undefined => [...open][0];

beforeEach(() => {
  told = [];
  vi.useFakeTimers();
  answer = () => {};
  browser = startBrowser(
    () =>
      new Promise((resolve, reject) => {
        answer = (status) => (status === undefined ? reject(new Error("gone")) : resolve({ status }));
      }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What may happen to a stream, and whether the bridge is there. */
const events: Readonly<Record<string, () => unknown>> = {
  error: () => stream()?.dispatchEvent(new Event("error")),
  beat: () => stream()?.tell("sample", {}),
  hide: () => browser.hide(true),
  look: () => browser.hide(false),
  there: () => answer(204),
  gone: () => answer(),
  wait: () => vi.advanceTimersByTimeAsync(700),
  silence: () => vi.advanceTimersByTimeAsync(16_000),
};

it("a page has one stream at most, whatever happens, and one in the end until it is left", async () => {
  let stop = (): void => {};
  const live = async (names: readonly string[]): Promise<void> => {
    open.clear();
    browser.hide(false);
    stop = followStream(undefined, handlers);
    for (const name of names) {
      await events[name]?.();
      await vi.advanceTimersByTimeAsync(0);
      expect(open.size).toBeLessThan(2);
    }
    browser.hide(false);
    // A question on a dead connection is never answered: another one is asked.
    await vi.advanceTimersByTimeAsync(17_000);
    answer(204);
    await vi.advanceTimersByTimeAsync(0);
    const last = stream();
    events["beat"]?.();
    browser.hide(false);
    await vi.advanceTimersByTimeAsync(700);
    answer(204);
    await vi.advanceTimersByTimeAsync(0);
    expect([...open]).toEqual([last]);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(open.size).toBe(0);
  };
  await liveThrough(fc.constantFrom(...Object.keys(events)), { maxLength: 12 }, live, () => stop());
});

it.each([
  ["every second while", false, 1000],
  ["every ten seconds while nobody looks and", true, 10_000],
])("a page asks %s the bridge is away, so that it is soon back", async (_often, isHidden, ms) => {
  const stop = followStream(undefined, handlers);
  browser.hide(isHidden);
  stream()?.dispatchEvent(new Event("error"));
  for (let time = 0; time < 20; time += 1) {
    const unasked = () => expect.unreachable("nobody has asked");
    answer = unasked;
    await vi.advanceTimersByTimeAsync(ms / 2);
    expect(answer).toBe(unasked);
    await vi.advanceTimersByTimeAsync(ms / 2);
    answer();
  }
  stop();
});

it("a page that is not signed in any more says so, and opens nothing", async () => {
  const stop = followStream(undefined, handlers);
  stream()?.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(700);
  answer(401);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, open.size]).toEqual([["lost", "signed out"], 0]);
  stop();
});

it.each([204, 401, undefined])(
  "a view that was left meanwhile follows nothing any more when the bridge answers %s",
  async (status) => {
    const stop = followStream("den", handlers);
    stream()?.dispatchEvent(new Event("error"));
    await vi.advanceTimersByTimeAsync(700);
    stop();
    answer(status);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([told, open.size]).toEqual([["lost"], 0]);
  },
);

it("a stream that was opened early goes on with the page, and ends where the page never comes", async () => {
  openEarly(undefined);
  const stop = followStream(undefined, handlers);
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(5000);
    stream()?.tell("sample", {});
  }
  expect(open.size).toBe(1);
  expect(told).not.toContain("lost");
  stop();
  openEarly(undefined);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(open.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(open.size).toBe(0);
});

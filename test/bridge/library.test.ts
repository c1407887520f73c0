import { expect, it } from "vitest";
import { Library, type LibraryResult } from "../../src/bridge/library.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { unreachable } from "../support/bridge/scripted-player.ts";

const library = { enabled: true, requestsPerHour: 100, slowMs: 60_000 };
const albums = (start = 0) => ({ operation: "libraryAlbums", of: "", start, count: 50 }) as const;
/** A request for a page whose answer nobody waits for. */
const requestOf = (browse: Parameters<Library["offer"]>[0]["browse"]) => ({
  browse,
  cancel: new AbortController(),
  answer: () => {},
});

it("answers a request to the library that waits when the player goes offline", async () => {
  await using bench = await SessionBench.settled({ library, offlineAfter: 1 });
  bench.player.follow(() => undefined);
  bench.session.tick(["video"], 1000);
  await bench.clock.advance(0);
  const page = bench.session.browse(albums());
  bench.player.follow(unreachable);
  bench.player.held.fail(unreachable());
  await bench.clock.advance(0);
  expect(await page).toMatchObject({ kind: "none", reason: "the player is offline" });
});

it("answers every request that waits when a slow answer closes the library", async () => {
  const clock = new FakeClock();
  const open = new Library({ ...library, slowMs: 1000 }, clock);
  const answers: LibraryResult[] = [];
  for (const start of [0, 50, 100]) {
    open.offer({ ...requestOf(albums(start)), answer: (result) => void answers.push(result) }, "online");
  }
  open.begin();
  await clock.advance(1500);
  open.ended({ kind: "page", page: { total: 150, entries: [] } }, 1500);
  const closed = { kind: "none", reason: "the library is paused for 10 minutes: the player took 1.5 s" };
  expect(answers).toMatchObject([{ kind: "page", page: { total: 150, entries: [] } }, closed, closed]);
  expect(open.nextAt).toBeUndefined();
});

it.each([
  [100, undefined],
  [1500, "the library is paused for 10 minutes: the player took 1.5 s"],
])(
  "takes a page that the bridge had to wait for as slow as the player was: %i ms",
  async (slowestMs, reason) => {
    await using bench = await SessionBench.settled({ library: { ...library, slowMs: 1000 } });
    bench.player.browse = async (_browse, signal) => {
      await bench.clock.sleep(2500, signal);
      return { kind: "page", page: { total: 1, entries: [] }, slowestMs };
    };
    const first = bench.session.browse(albums());
    await bench.clock.advance(4000);
    expect(await first).toMatchObject({ kind: "page" });
    const second = bench.session.browse(albums(50));
    await bench.clock.advance(4000);
    expect(await second).toMatchObject(reason === undefined ? { kind: "page" } : { kind: "none", reason });
  },
);

it("lets pictures of entries spend half of the budget, also those of a queue while the library is off, and none while it is closed", async () => {
  const clock = new FakeClock();
  const open = new Library({ ...library, slowMs: 1000, requestsPerHour: 4 }, clock);
  expect([open.takePicture(), open.takePicture(), open.takePicture()]).toEqual([true, true, false]);
  await clock.advance(3_600_000);
  open.offer(requestOf(albums()), "online");
  open.begin();
  open.ended({ kind: "unsupported" }, 1500);
  expect(open.takePicture()).toBe(false);
  expect(new Library({ ...library, enabled: false }, clock).takePicture()).toBe(true);
});

it("asks the player again for a page that lacked something, and logs why", async () => {
  await using bench = await SessionBench.settled({ library });
  let asked = 0;
  bench.player.browse = async () => {
    asked += 1;
    const lacksSome = asked === 1 ? "log in" : undefined;
    return { kind: "page", page: { total: asked, entries: [] }, lacksSome };
  };
  for (const total of [1, 2, 2]) {
    const page = bench.session.browse({ operation: "librarySearchServices", of: "x", start: 0, count: 50 });
    await bench.clock.advance(1000);
    expect(await page).toMatchObject({ kind: "page", page: { total } });
  }
  expect(
    bench.log.saying("part of the library did not answer, and is missing in what was found"),
  ).toMatchObject([{ level: "warn", fields: { resource: "library", reason: "log in" } }]);
  expect(bench.log.saying("player sends valid answers again")).toHaveLength(1);
});

it("keeps a page for ten minutes, and the last 64 of them", async () => {
  const clock = new FakeClock();
  const open = new Library(library, clock);
  const asked: number[] = [];
  const get = (start: number): void => {
    open.offer(requestOf(albums(start)), "online");
    if (open.begin() === undefined) return;
    asked.push(start);
    open.ended({ kind: "page", page: { total: 1, entries: [] } }, 1);
  };
  for (let start = 0; start < 65; start += 1) get(start);
  for (const start of [1, 64, 0]) get(start);
  await clock.advance(600_000);
  get(64);
  expect(asked.slice(65)).toEqual([0, 64]);
  // Another firmware may have other lists.
  open.offer(requestOf({ ...albums(), operation: "libraryRecent" }), "online");
  open.begin();
  open.ended({ kind: "unsupported" }, 1);
  expect(open.isUnsupported("libraryRecent")).toBe(true);
  open.forget();
  get(64);
  expect([open.isUnsupported("libraryRecent"), asked.length]).toEqual([false, 68]);
});

it("answers at its end whoever waits for a page, and waits for none itself", async () => {
  await using bench = await SessionBench.settled({ library });
  bench.player.browse = async (_browse, signal) => {
    await bench.clock.sleep(2500, signal);
    signal.throwIfAborted();
    return { kind: "unsupported" };
  };
  const answers: LibraryResult[] = [];
  for (const start of [0, 50]) void bench.session.browse(albums(start)).then((one) => answers.push(one));
  await bench.clock.advance(1000);
  bench.stop();
  await bench.clock.advance(0);
  const reasons = [expect.stringContaining("interrupted"), "the bridge stopped"];
  expect(answers).toMatchObject(reasons.map((reason) => ({ kind: "none", reason })));
});

it("leaves no listener behind when a page was read", async () => {
  await using bench = await SessionBench.settled({ library });
  const before = bench.listeners;
  const page = bench.session.browse(albums());
  await bench.clock.advance(1000);
  expect(await page).toMatchObject({ kind: "page" });
  expect(bench.listeners).toBe(before);
});

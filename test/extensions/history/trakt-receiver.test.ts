import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Watched } from "../../../src/core/history/history.ts";
import type { TraktSettings } from "../../../src/core/history/unsent.ts";
import type { Deliveries } from "../../../src/extensions/history/deliveries.ts";
import { TraktAccount } from "../../../src/extensions/history/trakt-account.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { application, startTrakt, type TraktStandIn } from "../../support/trakt-stand-in.ts";
import { deliveriesTo, film as anyFilm } from "./deliveries-with.ts";

const hour = 3_600_000;

const film: Watched = {
  ...anyFilm,
  year: 1999,
  imdb: "tt1",
  tmdb: "7",
  positionSeconds: 5130,
  fraction: 0.93,
};

let clock: FakeClock;
let log: MemoryLog;
let trakt: TraktStandIn;
let folder: string;
let running: Deliveries | undefined;

beforeEach(async () => {
  clock = new FakeClock();
  log = new MemoryLog();
  trakt = await startTrakt();
  folder = mkdtempSync(join(tmpdir(), "player2mqtt-trakt-"));
});
afterEach(async () => {
  await running?.stop();
  await trakt[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const settingsOf = (changes: Partial<TraktSettings> = {}): TraktSettings => ({
  url: trakt.url,
  name: "trakt",
  ...application,
  ...changes,
});

async function logIn(settings = settingsOf()): Promise<void> {
  const account = new TraktAccount(settings, folder, clock, new AbortController().signal);
  expect(await account.finishLogin(await account.beginLogin())).toBe("done");
}

function start(
  changes: Partial<TraktSettings> = {},
  where: { readonly folder?: string } = { folder },
): Deliveries {
  running = deliveriesTo({ trakt: [settingsOf(changes)] }, { clock, log, folder: where.folder });
  return running;
}

/** Adds what happens with a film. */
function add(deliveries: Deliveries, ...events: readonly Partial<Watched>[]): void {
  deliveries.add(
    "den",
    events.map((event) => ({ leaf: "watched", event: { ...film, ...event } })),
  );
}

/** The same, until it has arrived or was found unwanted. */
async function see(deliveries: Deliveries, ...events: readonly Partial<Watched>[]): Promise<void> {
  add(deliveries, ...events);
  await eventually(() => expect(deliveries.of("den")).toEqual([]));
}

const problemOf = ({ health }: Deliveries): string =>
  (health as { readonly receivers: { readonly trakt: { readonly problem: string } } }).receivers.trakt
    .problem;
const told = () => trakt.scrobbles.map(({ action, progress }) => [action, progress]);

/** Waits until the receiver waits, and lets that time pass. */
const waits = (ms: number): Promise<void> =>
  eventually(() => expect(clock.pending).toBeGreaterThan(0)).then(() => clock.advance(ms));

it("a film begins, stops, goes on and is watched, as the bridge counts it", async () => {
  await logIn();
  const deliveries = start();
  await see(
    deliveries,
    { kind: "started", positionSeconds: 0, fraction: 0 },
    { kind: "stopped", positionSeconds: 2700, fraction: 0.5 },
    { kind: "resumed", positionSeconds: 2700, fraction: 0.5 },
    { kind: "watched" },
    { kind: "paused" },
    { kind: "resumed" },
    { kind: "stopped", positionSeconds: 5400, fraction: 1 },
  );
  expect(told()).toEqual([
    ["start", 0],
    ["pause", 50],
    ["start", 50],
    ["scrobble", 95],
  ]);
  expect(trakt.scrobbles[0]?.item).toEqual({
    movie: { title: "Film", year: 1999, ids: { imdb: "tt1", tmdb: 7 } },
  });
});

it("a film that is opened near its end and left there is not watched, one that was seen out of order is", async () => {
  await logIn();
  await see(
    start(),
    { kind: "started", positionSeconds: 5000, fraction: 0.001 },
    { kind: "stopped", positionSeconds: 5300, fraction: 0.05 },
    { kind: "watched", positionSeconds: 600, fraction: 0.9 },
  );
  expect(told()).toEqual([
    ["start", 92.6],
    ["pause", 79],
    ["scrobble", 90],
  ]);
});

it("an episode is told by its show and its place; what cannot be identified, or has hardly begun, is not", async () => {
  await logIn();
  const unknown = { imdb: undefined, tmdb: undefined, year: undefined };
  const deliveries = start({ players: ["den"] });
  deliveries.add("bath", [{ leaf: "watched", event: film }]);
  await see(
    deliveries,
    { season: 2, episode: 11, tmdb: "none", year: undefined },
    unknown,
    { ...unknown, year: 1987, title: "By name" },
    { kind: "paused", positionSeconds: 20, fraction: 0 },
    { kind: "stopped", positionSeconds: undefined, durationSeconds: undefined, fraction: undefined },
  );
  expect(trakt.scrobbles.map(({ item }) => item)).toEqual([
    { show: { title: "Film", ids: { imdb: "tt1" } }, episode: { season: 2, number: 11 } },
    { movie: { title: "By name", year: 1987, ids: {} } },
  ]);
});

it("what Trakt has already is taken, and what it does not know is set aside without holding up the next", async () => {
  await logIn();
  const deliveries = start();
  await see(deliveries, {}, { id: "film-2" });
  expect(trakt.asked.at(-1)).toEqual(["/scrobble/stop", 409]);
  trakt.scrobbleStatuses = [404];
  add(deliveries, { id: "film-3" }, { id: "film-4", kind: "started", fraction: 0 });
  await eventually(() => expect(told()).toHaveLength(2));
  const refused = [{ name: "trakt", refused: "status 404" }];
  await eventually(() =>
    expect(deliveries.of("den").map(({ event, to }) => [event.id, to])).toEqual([["film-3", refused]]),
  );
});

it("tokens are renewed before they end, and kept for their owner alone", async () => {
  trakt.livesSeconds = 7200;
  await logIn();
  const file = join(folder, "trakt-trakt.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const deliveries = start();
  await see(deliveries, {});
  await clock.advance(1.5 * hour);
  await see(deliveries, { title: "Next", id: "film-2" });
  await see(deliveries, { title: "Third", id: "film-3" });
  expect(trakt.asked.map(([path]) => path)).toEqual([
    "/oauth/device/code",
    "/oauth/device/token",
    "/scrobble/stop",
    "/oauth/token",
    "/scrobble/stop",
    "/scrobble/stop",
  ]);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ accessToken: "access-2" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(log.lines)).not.toMatch(/access-|refresh-|sesame/);
});

it("a token that is refused before its time is renewed at the next attempt, an hour later", async () => {
  await logIn();
  const deliveries = start();
  trakt.revoke();
  add(deliveries, {});
  await eventually(() => expect(problemOf(deliveries)).toBe("status 401"));
  await waits(hour);
  await eventually(() => expect(trakt.added).toHaveLength(1));
  await eventually(() => expect(problemOf(deliveries)).toBe(""));
});

it("waits for a login, and says so: without one, and when Trakt renews nothing", async () => {
  const deliveries = start();
  add(deliveries, {});
  await eventually(() =>
    expect(problemOf(deliveries)).toBe("there is no login yet: player2mqtt login trakt"),
  );
  await waits(5000);
  await eventually(() => expect(deliveries.attempts).toHaveLength(2));
  await logIn();
  await waits(10_000);
  await eventually(() => expect(told()).toEqual([["scrobble", 95]]));
  expect(log.lines.filter(({ level }) => level === "warn")).toHaveLength(1);
  await deliveries.stop();

  const file = join(folder, "trakt-trakt.json");
  writeFileSync(file, JSON.stringify({ accessToken: "old", refreshToken: "old", endsAt: 0 }));
  const refused = start();
  add(refused, { id: "film-2" });
  await eventually(() =>
    expect(problemOf(refused)).toBe("Trakt does not renew the token (status 401): player2mqtt login trakt"),
  );
  await logIn();
  await waits(5000);
  await eventually(() => expect(problemOf(refused)).toBe(""));
});

it("nothing is lost while Trakt is away, busy or silent about a renewal", async () => {
  trakt.livesSeconds = 1;
  await logIn();
  trakt.livesSeconds = 604_800;
  const url = trakt.url;
  const deliveries = start({ url: "http://127.0.0.1:9" });
  add(deliveries, {});
  await eventually(() => expect(problemOf(deliveries)).toMatch(/ECONNREFUSED/));
  deliveries.reconfigure({ listens: [], webhooks: [], trakt: [settingsOf({ url })] });
  trakt.scrobbleStatuses = [429, 503];
  await eventually(() => expect(problemOf(deliveries)).toBe("status 429"));
  await waits(5000);
  await eventually(() => expect(problemOf(deliveries)).toBe("status 503"));
  await waits(10_000);
  await eventually(() => expect(told()).toEqual([["scrobble", 95]]));
});

it("what is told late keeps its date, and what was under way then is not told any more", async () => {
  await logIn();
  const deliveries = start();
  trakt.scrobbleStatuses = [401];
  const episode = { season: 2, episode: 11 };
  add(
    deliveries,
    { kind: "started", fraction: 0 },
    {},
    { kind: "stopped", fraction: 0.5 },
    { ...episode, title: "Show", id: "film-2" },
    { title: "Unknown", id: "film-3" },
  );
  trakt.unknownTitle = "Unknown";
  await eventually(() => expect(problemOf(deliveries)).toBe("status 401"));
  await waits(hour);
  const refused = [{ name: "trakt", refused: "not found" }];
  await eventually(() => expect(deliveries.of("den")).toMatchObject([{ to: refused }]));
  const [ids, watchedAt] = [{ imdb: "tt1", tmdb: 7 }, { watched_at: "2026-01-01T00:00:00.000Z" }];
  expect(trakt.added).toEqual([
    { title: "Film", year: 1999, ids, ...watchedAt },
    { title: "Show", year: 1999, ids, seasons: [{ number: 2, episodes: [{ number: 11, ...watchedAt }] }] },
  ]);
  expect(told()).toEqual([]);
  add(deliveries, { kind: "started", positionSeconds: 0, fraction: 0 });
  await eventually(() => expect(told()).toEqual([["start", 0]]));
});

it("renewed tokens that cannot be written are kept until they can be: those before are used up", async () => {
  trakt.livesSeconds = 1;
  await logIn();
  trakt.livesSeconds = 604_800;
  const hindrance = join(folder, "trakt-trakt.json.new");
  mkdirSync(hindrance);
  const deliveries = start();
  add(deliveries, {});
  await eventually(() => expect(problemOf(deliveries)).toMatch(/^EISDIR/));
  rmSync(hindrance, { recursive: true });
  await waits(5000);
  await eventually(() => expect(told()).toEqual([["scrobble", 95]]));
  expect(trakt.asked.filter(([path]) => path === "/oauth/token")).toEqual([["/oauth/token", 200]]);
  const file = readFileSync(join(folder, "trakt-trakt.json"), "utf8");
  expect(JSON.parse(file)).toMatchObject({ refreshToken: "refresh-2" });
});

it("without a folder for its tokens it says which variable is missing", async () => {
  const deliveries = start({ name: "a:b" }, {});
  add(deliveries, {});
  await eventually(() =>
    expect(deliveries.health).toMatchObject({
      receivers: { "a:b": { problem: "STATE_DIRECTORY is not set, where the tokens are kept" } },
    }),
  );
  await logIn(settingsOf({ name: "a:b" }));
  expect(existsSync(join(folder, "trakt-a%3Ab.json"))).toBe(true);
});

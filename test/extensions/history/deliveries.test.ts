import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HistoryEvent, Played, Watched } from "../../../src/core/history/history.ts";
import type { ListensSettings, WebhookSettings } from "../../../src/core/history/unsent.ts";
import type { Deliveries } from "../../../src/extensions/history/deliveries.ts";
import { UnsentFile } from "../../../src/extensions/history/unsent-file.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { type ReceiverStandIn, startReceiver } from "../../support/receiver-stand-in.ts";
import { deliveriesTo, film as anyFilm } from "./deliveries-with.ts";

const hour = 3_600_000;

function heard(number: number, changes: Partial<Played> = {}): HistoryEvent {
  const startedAt = new Date(Date.UTC(2025, 11, 31, 12, 0, number)).toISOString();
  const times = { durationSeconds: 200.4, playedSeconds: 100, startedAt, id: `id-${number}` };
  const facts = { title: `Track ${number}`, artist: "Artist", album: "", service: undefined };
  return { leaf: "played", event: { ...facts, ...times, ...changes } };
}

const film: Watched = { ...anyFilm, imdb: "tt1" };

interface Listen {
  readonly listen_type: string;
  readonly payload: readonly [
    { readonly listened_at?: number; readonly track_metadata: { readonly track_name: string } },
  ];
}

describe("deliveries", () => {
  const clock = new FakeClock();
  let log: MemoryLog;
  let receiver: ReceiverStandIn;
  let folder: string;
  let running: Deliveries[];
  let mayAct = true;

  beforeEach(async () => {
    log = new MemoryLog();
    receiver = await startReceiver();
    folder = mkdtempSync(join(tmpdir(), "player2mqtt-unsent-"));
    running = [];
    mayAct = true;
  });
  afterEach(async () => {
    for (const one of running) await one.stop();
    await receiver[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const fileThere = (): UnsentFile => new UnsentFile(join(folder, "unsent.json"), log);

  function start(
    listens: Partial<ListensSettings> = {},
    webhooks: readonly WebhookSettings[] = [],
    file?: UnsentFile,
  ): Deliveries {
    const listening = [{ url: receiver.url, name: "maloja", token: "sesame", ...listens }];
    const deliveries = deliveriesTo(
      { listens: listening, webhooks },
      { clock, log, playerOf: (id) => ({ id, model: "DMP-A8" }), mayAct: () => mayAct, file },
    );
    running.push(deliveries);
    return deliveries;
  }

  const titles = (list = receiver.taken): string[] =>
    list.map(({ body }) => (body as Listen).payload[0].track_metadata.track_name);
  /** Lets real sockets answer. */
  const arrived = (count: number): Promise<void> =>
    eventually(() => expect(receiver.requests).toHaveLength(count), 5000);
  const waits = (ms: number): Promise<void> =>
    eventually(() => {
      if (clock.pending === 0) throw new Error("nothing waits");
    }).then(() => clock.advance(ms));
  const healthOf = (deliveries: Deliveries, name = "maloja") =>
    (deliveries.health as { readonly receivers: Record<string, object> }).receivers[name];

  /** Waits for so many attempts that fail, and through the pause after each. */
  async function failing(deliveries: Deliveries, count: number, meanwhile = () => {}): Promise<void> {
    for (let pauseMs = 5000, done = 0; done < count; done += 1, pauseMs = Math.min(pauseMs * 2, 600_000)) {
      await eventually(() => expect(deliveries.attempts[0]?.time).toBe(clock.date().toISOString()));
      meanwhile();
      await clock.advance(pauseMs);
    }
  }

  it("tell what plays and what was heard as ListenBrainz wants it", async () => {
    const deliveries = start();
    const facts = { title: "Now", artist: "Artist", album: "Album", service: "Qobuz" };
    deliveries.playing("den", { facts, durationSeconds: 200 });
    deliveries.add("den", [heard(1), heard(2, { durationSeconds: 29.9 })]);
    await arrived(2);
    const [playing, listen] = receiver.requests;
    expect(listen).toMatchObject({ path: "/1/submit-listens", headers: { authorization: "Token sesame" } });
    const client = { submission_client: "player2mqtt", submission_client_version: "1.2.3" };
    const info = { duration: 200, media_player: "DMP-A8", ...client };
    const now = {
      artist_name: "Artist",
      track_name: "Now",
      release_name: "Album",
      additional_info: { ...info, music_service_name: "Qobuz" },
    };
    expect(playing?.body).toEqual({ listen_type: "playing_now", payload: [{ track_metadata: now }] });
    const then = { artist_name: "Artist", track_name: "Track 1", additional_info: info };
    const listenedAt = Date.UTC(2025, 11, 31, 12, 0, 1) / 1000;
    expect(listen?.body).toEqual({
      listen_type: "single",
      payload: [{ listened_at: listenedAt, track_metadata: then }],
    });
    await eventually(() => expect(deliveries.of("den")).toEqual([]));
    expect(deliveries.attempts).toMatchObject([{ receiver: "maloja", title: "Track 1", outcome: "taken" }]);
  });

  it("send what they count only: no short track, none without an artist, none of another player or service", async () => {
    const narrow = { players: ["den"], exceptServices: ["spotify"], minSeconds: 60, token: undefined };
    const deliveries = start(narrow);
    deliveries.add("bath", [heard(1)]);
    deliveries.add("den", [
      heard(2, { durationSeconds: 59 }),
      heard(3, { artist: "" }),
      heard(4, { service: "Spotify" }),
      { leaf: "watched", event: film },
      heard(5, { service: "Qobuz", durationSeconds: undefined }),
    ]);
    await eventually(() => expect(titles()).toEqual(["Track 5"]));
    deliveries.playing("bath", { facts: heard(6).event as Played, durationSeconds: 200 });
    deliveries.add("den", [heard(7)]);
    await arrived(2);
    expect(titles()).toEqual(["Track 5", "Track 7"]);
    expect(receiver.requests.filter(({ headers }) => "authorization" in headers)).toEqual([]);
  });

  it.each([["hang"], ["cut"], [500], [503], [404], [301]] as const)(
    "repeat the same, in order, until the receiver has answered (%s)",
    async (treatment) => {
      const deliveries = start();
      receiver.next = [treatment, treatment];
      deliveries.add("den", [heard(1), heard(2)]);
      await arrived(1);
      // An answer that never comes is given up after 30 s, then there is a pause.
      await waits(treatment === "hang" ? 30_000 : 0);
      await eventually(() => expect(log.lines).toHaveLength(1));
      expect(healthOf(deliveries)).toMatchObject({ waiting: 2, refused: 0 });
      await waits(5000);
      await arrived(2);
      await waits(treatment === "hang" ? 30_000 : 0);
      await eventually(() => expect(deliveries.attempts).toHaveLength(2));
      await waits(9999);
      expect(receiver.requests).toHaveLength(2);
      await waits(1);
      await arrived(4);
      expect(titles(receiver.requests)).toEqual(["Track 1", "Track 1", "Track 1", "Track 2"]);
      const times = receiver.requests.map(({ body }) => (body as Listen).payload[0].listened_at);
      expect(new Set(times.slice(0, 3)).size).toBe(1);
      await eventually(() => expect(healthOf(deliveries)).toEqual({ waiting: 0, refused: 0, problem: "" }));
      expect(log.lines.map(({ level }) => level)).toEqual(["warn", "info"]);
    },
  );

  it.each<[number, Record<string, string>, number]>([
    [429, { "retry-after": "120" }, 120_000],
    [503, { "retry-after": "120" }, 120_000],
    [429, { "retry-after": "0" }, 1000],
    [429, { "retry-after": "7200" }, hour],
    [429, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }, 5000],
    [429, { "x-ratelimit-reset-in": "120" }, 120_000],
    [503, { "x-ratelimit-reset-in": "120" }, 5000],
    [500, { "retry-after": "120" }, 5000],
    [403, {}, hour],
  ])("wait as long as the receiver asks, if it asks for that (%s, %j)", async (status, headers, waitMs) => {
    const deliveries = start();
    receiver.next = [{ status, headers }];
    deliveries.add("den", [heard(1)]);
    await arrived(1);
    await waits(waitMs - 1);
    expect(receiver.requests).toHaveLength(1);
    await waits(1);
    await arrived(2);
  });

  it("say once that a token is refused, ask hourly, and read its file each time", async () => {
    const tokenFile = join(folder, "token");
    const deliveries = start({ token: undefined, tokenFile });
    deliveries.add("den", [heard(1)]);
    await eventually(() => expect(log.lines).toHaveLength(1));
    expect(log.lines[0]?.fields).toMatchObject({ reason: expect.stringContaining("ENOENT") });
    writeFileSync(tokenFile, "wrong-sesame\n");
    receiver.next = [401, 401];
    await waits(hour - 1);
    expect(receiver.requests).toEqual([]);
    await waits(1);
    await arrived(1);
    await eventually(() => expect(log.lines).toHaveLength(2));
    await waits(hour);
    await arrived(2);
    expect(deliveries.health).toMatchObject({ receivers: { maloja: { waiting: 1, problem: "status 401" } } });
    writeFileSync(tokenFile, "right-sesame\n");
    await waits(hour);
    await arrived(3);
    await eventually(() => expect(log.lines).toHaveLength(3));
    expect(receiver.taken[0]?.headers.authorization).toBe("Token right-sesame");
    expect(JSON.stringify([log.lines, deliveries.attempts, deliveries.health])).not.toContain("sesame");
  });

  it.each([400, 409, 413, 422])(
    "set aside what the receiver refuses (%s), until somebody asks for it, as for what waits",
    async (status) => {
      const deliveries = start();
      receiver.next = [status, 503];
      deliveries.add("den", [heard(1), heard(2)]);
      await eventually(() => expect(healthOf(deliveries)).toMatchObject({ problem: "status 503" }));
      expect(healthOf(deliveries)).toMatchObject({ waiting: 1, refused: 1 });
      expect(deliveries.of("den").map(({ to }) => to)).toEqual([
        [{ name: "maloja", refused: `status ${status}` }],
        [{ name: "maloja" }],
      ]);
      expect(deliveries.submit()).toBe(2);
      await eventually(() => expect(titles()).toEqual(["Track 1", "Track 2"]));
      await eventually(() => expect(deliveries.of("den")).toEqual([]));
    },
  );

  it("set aside what the receiver fails over for an hour: it must not hold up the others", async () => {
    const deliveries = start();
    // It takes what plays now in between, and fails over the next one once.
    receiver.next = [500, ...Array.from({ length: 24 }, (_, place) => (place % 2 === 0 ? 200 : 500)), 500];
    deliveries.add("den", [heard(1), heard(2)]);
    await failing(deliveries, 12, () =>
      deliveries.playing("den", { facts: heard(3).event as Played, durationSeconds: 200 }),
    );
    await arrived(26);
    await waits(5000);
    await eventually(() => expect(titles()).toEqual([...Array<string>(12).fill("Track 3"), "Track 2"]));
    await eventually(() => expect(deliveries.of("den")).toMatchObject([{ to: [{ refused: "status 500" }] }]));
  });

  it("keep what the receiver fails over once, after it was away for long", async () => {
    const deliveries = start();
    receiver.next = [...Array<number>(12).fill(503), 500];
    deliveries.add("den", [heard(1), heard(2)]);
    await failing(deliveries, 13);
    await eventually(() => expect(titles()).toEqual(["Track 1", "Track 2"]));
    // The next outage is another one.
    receiver.next = [503];
    deliveries.add("den", [heard(3)]);
    await eventually(() => expect(deliveries.attempts[0]).toMatchObject({ outcome: "later" }));
    await clock.advance(5000);
    await eventually(() => expect(titles().at(-1)).toBe("Track 3"));
  });

  it.each([
    ["an address of its own that is not there", "status 404", { status: 404 }, "{imdb}", undefined],
    [
      "an answer of the library that is no JSON",
      expect.stringContaining("JSON"),
      { status: 200, text: "<html>" },
      "{found}",
      { text: "{title}", key: "id" },
    ],
  ] as const)("set aside what has %s", async (_what, refused, treatment, place, find) => {
    const url = `${receiver.url}/${place}`;
    const deliveries = start({}, [{ url, name: "shelf", find: find && { url: receiver.url, ...find } }]);
    receiver.next = Array<typeof treatment>(13).fill(treatment);
    deliveries.add("den", [{ leaf: "watched", event: film }]);
    await failing(deliveries, 12);
    await eventually(() =>
      expect(deliveries.of("den")).toMatchObject([{ to: [{ name: "shelf", refused }] }]),
    );
  });

  it("tell no more what plays where nothing plays now, and still what plays elsewhere", async () => {
    const deliveries = start();
    receiver.next = ["hang"];
    deliveries.add("den", [heard(1)]);
    await arrived(1);
    for (const [number, player] of ["bath", "attic", "den"].entries())
      deliveries.playing(player, { facts: heard(number + 2).event as Played, durationSeconds: 200 });
    deliveries.playing("den", undefined);
    deliveries.forget("bath");
    await waits(30_000);
    await eventually(() => expect(deliveries.attempts).toHaveLength(1));
    await waits(5000);
    await eventually(() => expect(titles()).toEqual(["Track 3", "Track 1"]));
  });

  it("go on with what is under way to a receiver, unless that one is set otherwise itself", async () => {
    const deliveries = start();
    receiver.next = ["hang"];
    deliveries.add("den", [heard(1)]);
    await arrived(1);
    const listens = [{ url: receiver.url, name: "maloja", token: "sesame" }];
    deliveries.reconfigure({ listens, webhooks: [{ url: `${receiver.url}/new`, name: "new" }], trakt: [] });
    deliveries.add("den", [{ leaf: "watched", event: film }]);
    await eventually(() => expect(receiver.taken).toHaveLength(1));
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/1/submit-listens", "/new"]);
    const renewed = [{ url: receiver.url, name: "maloja", token: "new" }];
    deliveries.reconfigure({ listens: renewed, webhooks: [], trakt: [] });
    await eventually(() => expect(titles(receiver.taken.slice(1))).toEqual(["Track 1"]));
    // What was asked before ends without an answer.
    await waits(30_000);
    deliveries.add("den", [heard(2)]);
    await eventually(() => expect(titles(receiver.taken.slice(1))).toEqual(["Track 1", "Track 2"]));
  });

  it("have an address also for a title that was cut within a letter", async () => {
    const deliveries = start({}, [{ url: `${receiver.url}/{title}`, name: "a", method: "GET" }]);
    deliveries.add("den", [{ leaf: "watched", event: { ...film, title: "Film \ud83d" } }]);
    await arrived(1);
    expect(receiver.requests[0]).toMatchObject({ path: "/Film%20%EF%BF%BD", body: null });
  });

  it("keep 200, drop the oldest and count it", async () => {
    receiver.always = 503;
    const deliveries = start();
    deliveries.add(
      "den",
      Array.from({ length: 203 }, (_, number) => heard(number)),
    );
    expect(deliveries.health).toMatchObject({ dropped: 3, receivers: { maloja: { waiting: 200 } } });
    expect(deliveries.of("den")[0]?.event).toMatchObject({ title: "Track 3" });
    expect(log.lines.filter(({ message }) => message.startsWith("more waits"))).toHaveLength(1);
  });

  it("give each listen a second of its own that none had before a restart, and one that can be", async () => {
    const deliveries = start();
    const at = heard(1).event.startedAt;
    deliveries.restore("attic", [], [heard(0).event]);
    deliveries.add("den", [heard(0), heard(2, { startedAt: at }), heard(3, { startedAt: at })]);
    const now = clock.date().getTime() / 1000;
    const wrong = ["1970-01-01T00:00:10.000Z", new Date(now * 1000 + hour).toISOString()];
    deliveries.add(
      "den",
      wrong.map((startedAt, place) => heard(4 + place, { startedAt })),
    );
    await arrived(5);
    const first = Date.parse(at) / 1000;
    const began = Math.floor(now - 100);
    expect(receiver.requests.map(({ body }) => (body as Listen).payload[0].listened_at)).toEqual([
      first,
      first + 1,
      first + 2,
      began,
      began + 1,
    ]);
  });

  it("keep what is unsent in a file that only its owner may read, and take up notes from before", async () => {
    receiver.always = 503;
    const first = start({}, [], fileThere());
    const noted = [{ ...heard(9), player: "den", addedAt: "", to: [{ name: "maloja" }] }];
    first.restore("den", noted);
    first.add("den", [heard(1)]);
    first.add("bath", [heard(2)]);
    first.forget("den");
    await first.stop();
    expect(statSync(join(folder, "unsent.json")).mode & 0o777).toBe(0o600);
    receiver.always = 200;
    const second = start({}, [], fileThere());
    second.restore("den", noted);
    await eventually(() => expect(titles()).toEqual(["Track 9", "Track 1", "Track 2"]));
    // The last one is there before its answer was read.
    await eventually(() => expect(second.of("bath")).toEqual([]));
    await second.stop();
    expect(readFileSync(join(folder, "unsent.json"), "utf8")).toBe("[]");
  });

  it("go on without a file that cannot be read or written, which is logged", async () => {
    writeFileSync(join(folder, "unsent.json"), "{");
    const file = fileThere();
    expect(file.read()).toEqual([]);
    const elsewhere = new UnsentFile(join(folder, "none", "unsent.json"), log);
    elsewhere.write([]);
    await elsewhere.written();
    expect(log.lines).toHaveLength(2);
    const deliveries = start({}, [], elsewhere);
    deliveries.add("den", [heard(1)]);
    await eventually(() => expect(titles()).toEqual(["Track 1"]));
  });

  it("of a player that another bridge speaks for wait, and go with its note", async () => {
    mayAct = false;
    const deliveries = start();
    deliveries.add("den", [heard(1)]);
    deliveries.playing("den", { facts: heard(2).event as Played, durationSeconds: 200 });
    const note = deliveries.of("den");
    deliveries.forget("den");
    expect(deliveries.of("den")).toEqual([]);
    mayAct = true;
    const other = start();
    other.restore("den", note);
    await eventually(() => expect(titles()).toEqual(["Track 1"]));
    expect(receiver.requests).toHaveLength(1);
  });

  it("follow other settings: a receiver that is gone gets nothing more, a new token is tried at once", async () => {
    receiver.always = 401;
    const webhook = { url: `${receiver.url}/gone`, name: "gone" };
    const deliveries = start({}, [webhook]);
    deliveries.add("den", [heard(1), { leaf: "watched", event: film }]);
    await arrived(2);
    await eventually(() => expect(log.lines).toHaveLength(2));
    // Whoever asked for an hour of rest has it, whatever is set of others.
    const same = [{ url: receiver.url, name: "maloja", token: "sesame" }];
    deliveries.reconfigure({ listens: same, webhooks: [], trakt: [] });
    await clock.advance(60_000);
    expect(receiver.requests).toHaveLength(2);
    receiver.always = 200;
    const settings = {
      listens: [{ url: receiver.url, name: "maloja", token: "new" }],
      webhooks: [],
      trakt: [],
    };
    deliveries.reconfigure(settings);
    await eventually(() => expect(titles()).toEqual(["Track 1"]));
    await eventually(() => expect(deliveries.of("den")).toEqual([]));
    deliveries.reconfigure(structuredClone(settings));
    expect(start({}, []).health).toBeDefined();
    deliveries.reconfigure({ listens: [], webhooks: [], trakt: [] });
    expect(deliveries.health).toBeUndefined();
  });

  it("post what was seen to webhooks, by a template, with the paths of the library", async () => {
    const headersFile = join(folder, "headers");
    writeFileSync(headersFile, 'Authorization: MediaBrowser Token="sesame"\n\nnonsense\n');
    const pathMap = { "/mnt": "/wrong", "/mnt/nas": "/media" };
    const body = {
      film: "{title}",
      at: "{positionSeconds}",
      text: "{kind} {season}",
      list: ["{tmdb}", 1, null],
    };
    const deliveries = start({}, [
      {
        url: `${receiver.url}/{imdb}/{path}`,
        name: "a",
        pathMap,
        body,
        headers: { "x-mine": "1", "Content-Type": "application/vnd.films+json" },
        headersFile,
      },
      { url: receiver.url, name: "b", kinds: ["started"], players: ["den"] },
    ]);
    deliveries.add("den", [
      { leaf: "watched", event: film },
      { leaf: "watched", event: { ...film, kind: "started", path: undefined } },
      heard(1, { artist: "" }),
    ]);
    deliveries.add("bath", [{ leaf: "watched", event: { ...film, kind: "started" } }]);
    await arrived(2);
    const [templated, plain] = ["/tt1/%2Fmedia%2Ffilms%2FFilm%20(1999).mkv", "/"].map((path) =>
      receiver.requests.find((one) => one.path === path),
    );
    expect(templated).toMatchObject({
      headers: {
        "x-mine": "1",
        authorization: 'MediaBrowser Token="sesame"',
        // What the owner writes wins.
        "content-type": "application/vnd.films+json",
      },
    });
    expect(plain?.headers["content-type"]).toBe("application/json");
    expect(templated?.body).toEqual({ film: "Film", at: 5000, text: "watched ", list: [null, 1, null] });
    expect(plain?.body).toMatchObject({ player: "den", kind: "started", title: "Film", id: "film-1" });
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import type { FamilyCall } from "../../../src/core/controls/call.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import type { BrowseAnswer } from "../../../src/core/library.ts";
import type { Push } from "../../../src/core/ports.ts";
import { BluosClient } from "../../../src/families/bluos/client.ts";
import { bluos } from "../../../src/families/bluos/family.ts";
import { longestDeadlineMs } from "../../../src/families/http/answer-deadline.ts";
import { type Phrase, toPhrase } from "../../../src/lib/phrase.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { until } from "../../support/bridge/until.ts";
import { opened } from "../../support/opened.ts";
import { changesOf } from "../order-changes.ts";
import { closedPort, type Reply, type ScriptedPlayer, startScripted } from "../zidoo/scripted-player.ts";
import { answer, status, syncStatus, xml } from "./payloads.ts";

const quick = fastClock(100);
const pass = (ms: number): Promise<void> => quick.sleep(ms, signal);

const options = {
  clock: quick,
  timeoutMs: 2000,
  maxBodyBytes: 200_000,
  psk: undefined,
  pathPrefix: "auto",
  queue: { publish: "window", window: 10, fields: "essential", maxPayloadBytes: 100_000 },
} as const;
const { signal } = new AbortController();

const pathOf = (path: string): string => path.replace(/\?.*/, "");

/** What a player answers, by path. */
const usual: Readonly<Record<string, Reply>> = {
  "/SyncStatus": syncStatus(),
  "/Status": status(),
  "/Presets": answer(
    xml(
      "presets",
      { prid: 1 },
      xml("preset", { id: 4, name: "Jazz", url: "TuneIn:4?serial=1" }),
      xml("preset", { id: 9, name: "News", url: "TuneIn:9" }),
    ),
  ),
  "/RadioBrowse": answer(
    xml("radiotime", {}, xml("item", { typeIndex: "arc-1", text: "TV", URL: "Capture%3A1" })),
  ),
  "/Volume": answer(xml("volume", { db: -30, mute: 0, etag: "v" }, "31")),
};

describe("the client of a player", () => {
  let answers: Record<string, Reply>;
  /** What it answers instead to some requests. */
  let unlessOf: (path: string) => Reply | undefined;
  let player: ScriptedPlayer;
  let client: BluosClient;

  const clientWith = (change: Partial<ConstructorParameters<typeof BluosClient>[0]> = {}): BluosClient =>
    opened(new BluosClient({ ...options, url: player.url, ...change }));
  const asked = (start = "/"): string[] =>
    player.asked.map(({ path }) => path).filter((path) => path.startsWith(start));
  /** Holds what waits for news for ever. */
  const held = (path: string): Reply | undefined => (path.includes("timeout") ? () => {} : undefined);

  beforeEach(async () => {
    answers = { ...usual };
    unlessOf = () => undefined;
    player = opened(
      await startScripted(
        ({ path }) => unlessOf(path) ?? answers[pathOf(path)] ?? answer("<state>play</state>"),
      ),
    );
    client = clientWith();
  });

  /** A queue of songs, and the part of it that a request wants. */
  function longQueue(length: number): (path: string) => Reply | undefined {
    return (path) => {
      if (pathOf(path) !== "/Playlist") return undefined;
      const { start, end } = Object.fromEntries(new URL(path, "http://a").searchParams);
      const ids = Array.from({ length }, (_none, id) => id).slice(Number(start), Number(end) + 1);
      const songs = ids.map((id) => `<song id="${id}"><title>Song ${id}</title></song>`);
      return answer(xml("playlist", { id: 7, length }, ...songs));
    };
  }

  /** Hears until the end of the test what a client tells by itself. */
  function follow(one: BluosClient, take: (push: Push) => void): void {
    const stop = new AbortController();
    const following = one.listen(take, stop.signal);
    opened({
      async [Symbol.asyncDispose]() {
        stop.abort();
        await following;
      },
    });
  }

  /** The kind of an answer with its reason; an error is told by its fault. */
  async function told(asking: Promise<object>): Promise<string> {
    try {
      const { kind, reason = "" } = (await asking) as { kind: string; reason?: string | Phrase };
      return `${kind} ${toPhrase(reason).text}`.trim();
    } catch (error) {
      if (error instanceof DeviceError) return `${error.fault}: ${error.message}`;
      throw error;
    }
  }

  const sync = (content: string): string => `<SyncStatus>${content}</SyncStatus>`;
  const packed = { headers: { "content-encoding": "gzip" }, body: gzipSync(sync(" ".repeat(9_000_000))) };
  const plain = { "content-type": "text/plain" };
  const away = { location: "http://127.0.0.1:9/SyncStatus" };
  const noXml = /^malformed: the answer is not XML/;
  const tooLarge = /^malformed: the answer is larger/;

  it.each<[string, Reply, RegExp]>([
    ["an entity", `<!DOCTYPE a [<!ENTITY x "xx">]>${sync("&x;")}`, noXml],
    ["endless depth", `${"<a>".repeat(50)}${"</a>".repeat(50)}`, /^malformed: .*more than 12 levels/],
    ["a flood of elements", sync("<a/>".repeat(40_000)), /^malformed: .*more than 60000 values/],
    ["too many bytes", sync(" ".repeat(300_000)), tooLarge],
    ["few bytes that unpack to too many", packed, tooLarge],
    ["another coding", Buffer.from("\uFEFF<SyncStatus/>", "utf16le"), noXml],
    ["no character", "<SyncStatus __proto__='1'>&#x110000;</SyncStatus>", /^malformed/],
    ["a page", "<html><body>Welcome</body></html>", noXml],
    ["a heading", "<h1>Preset Not Found</h1>", noXml],
    ["half an answer", '<SyncStatus etag="1"><master>', noXml],
    ["two roots", "<SyncStatus/><SyncStatus/>", noXml],
    ["nothing", "", /^malformed/],
    ["another document", status(), /^malformed: the answer is a status, not a SyncStatus/],
    ["a refusal", "<error>not now</error>", /^refused not now$/],
    ["more words", "<error><message>no</message><detail>busy</detail></error>", /^refused no: busy$/],
    ["a text with 404", { status: 404, headers: plain, body: "404 page not found" }, /^unsupported$/],
    ["an upgrade", "<UpgradeStatusStage1/>", /^confused the player is installing new firmware$/],
    ["a status", 503, /^refused: HTTP status 503/],
    ["a redirect", { status: 301, headers: away }, /^refused: HTTP status 301$/],
  ])("takes %s for what it is", async (_what, reply, expected) => {
    answers["/SyncStatus"] = reply;
    expect(await told(client.read("model", signal))).toMatch(expected);
  });

  it("is recognized by its document", async () => {
    const recognized = () => bluos.identify({ ...options, url: player.url }, signal);
    expect(await recognized()).toMatchObject({
      maker: "Bluesound",
      model: "NODE",
      mac: "02:B1:05:00:00:01",
      name: "Kitchen",
      unit: new URL(player.url).port,
    });
    unlessOf = () => 404;
    expect(await recognized()).toBeUndefined();
  });

  it("reads a resource once in a second, whatever wants to know it", async () => {
    const since = quick.now();
    for (const resource of ["model", "music", "group", "sleep", "battery", "music"] as const)
      await client.read(resource, signal);
    expect(asked()).toEqual(["/SyncStatus", "/Status"]);
    await clientWith().read("model", signal);
    expect(quick.now() - since).toBeGreaterThanOrEqual(1000);
  });

  it("ends at once what waits for its turn when it is closed, and the next one keeps the pause", async () => {
    const clock = new FakeClock();
    const [first, next] = [clientWith({ clock }), clientWith({ clock })];
    await first.read("musicPresets", signal);
    const waiting = first.read("musicPresets", signal);
    const behind = first.read("musicPresets", signal);
    const after = next.read("musicPresets", signal);
    const ends = Promise.all([waiting, behind].map(told));
    const closed = expect.stringContaining("closed by the bridge") as unknown;
    await first[Symbol.asyncDispose]();
    expect(await ends).toEqual([closed, closed]);
    await pass(1000);
    expect(asked("/Presets")).toHaveLength(1);
    await clock.advance(1000);
    await after;
    expect(asked("/Presets")).toHaveLength(2);
  });

  it.each([0, 1].flatMap((shuffle) => [0, 1, 2].map((repeat) => [shuffle, repeat] as const)))(
    "with shuffle %i and repeat %i is set to any other order, and keeps what is not asked for",
    async (shuffle, repeat) => {
      const before = (["all", "one", "off"] as const)[repeat];
      for (const [call, wanted] of changesOf({ shuffle: shuffle === 1, repeat: before ?? "off" })) {
        const shown = { shuffle, repeat };
        unlessOf = (path) => {
          const [, name = "", state] = /^\/(Shuffle|Repeat)\?state=(\d)$/.exec(path) ?? [];
          Object.assign(shown, name && { [name.toLowerCase()]: Number(state) });
          return path.startsWith("/Status") ? status(shown) : undefined;
        };
        const one = clientWith();
        await one.perform(call, signal);
        expect(await one.read("music", signal)).toMatchObject({ reading: { value: wanted } });
      }
    },
  );

  it("says that an input is not there, and refuses what it cannot request", async () => {
    const performed = async (call: FamilyCall) => told(client.perform(call, signal));
    await client.read("audio", signal);
    await client.read("musicPresets", signal);
    answers["/Play"] = answers["/Preset"] = { status: 404, body: "" };
    for (const call of [
      { operation: "selectInput", tag: "arc-1" },
      { operation: "playQueueEntry", index: 99 },
      { operation: "playMusicPreset", preset: "4" },
    ] as const)
      expect(await performed(call)).toMatch(/^refused .*disabled/);
    for (const call of [
      { operation: "selectInput", tag: "hdmi-9" },
      { operation: "openFile", path: "/etc/passwd", isMusic: true },
      { operation: "sendKey", key: "Key.Up" },
    ] as const)
      expect(await performed(call)).toMatch(/^refused/);
    expect(await told(client.read("video", signal))).toBe("unsupported");
  });

  it("says that nothing was sent where the player offers nothing, or refuses the menu", async () => {
    const browse = { operation: "libraryServices", of: "", start: 0, count: 1 } as const;
    answers["/Browse"] = answer(xml("browse", {}, xml("item", { text: "A", contextMenuKey: "m" })));
    const page = await client.browse(browse, signal);
    const id = page.kind === "page" ? (page.page.entries[0]?.id ?? "") : "";
    for (const [menu, reason] of [
      [answer(xml("browse", {})), "the player offers no such thing now"],
      ["<error>not now</error>", "not now"],
      [404, "the player answers that it is not there, or disabled"],
    ] as const) {
      answers["/Browse"] = menu;
      expect(await client.perform({ operation: "playServiceItem", id, how: "add" }, signal)).toMatchObject({
        kind: "refused",
        reason: { text: reason },
        isUnsent: true,
      });
    }
    expect(asked("/Add")).toEqual([]);
  });

  it.each([
    [0, 0, 1000],
    [1500, 1500, 2500],
  ])(
    "counts the time that the player takes for a page, not that until it may be asked: %i ms",
    async (delayMs, from, to) => {
      const clock = new FakeClock();
      const reader = clientWith({ clock });
      unlessOf = (path) => {
        if (pathOf(path) !== "/Browse") return undefined;
        const page = Number(new URL(path, "http://a").searchParams.get("key"));
        const rest = page < 2 ? { nextKey: page + 1 } : {};
        const body = xml("browse", rest, xml("item", { text: "A", browseKey: `a${page}` }));
        return (response) => void clock.after(page === 1 ? delayMs : 0, () => response.end(body));
      };
      const told: BrowseAnswer[] = [];
      const reading = reader.browse({ operation: "libraryServices", of: "", start: 0, count: 50 }, signal);
      const over = reading.then((page) => told.push(page));
      while (told.length === 0) await clock.advance(5);
      await over;
      expect(told).toMatchObject([{ kind: "page", page: { total: 3 } }]);
      expect(clock.now()).toBeGreaterThanOrEqual(2000);
      expect(told[0]?.slowestMs).toBeGreaterThanOrEqual(from);
      expect(told[0]?.slowestMs).toBeLessThan(to);
    },
  );

  it("finds what the other services find when one does not answer in time", async () => {
    const item = (text: string): string => xml("item", { text, browseKey: text });
    unlessOf = (path) => {
      const { key, q } = Object.fromEntries(new URL(path, "http://a").searchParams);
      if (pathOf(path) !== "/Browse") return undefined;
      if (key === undefined) return answer(xml("browse", {}, item("A"), item("B")));
      if (q === undefined) return answer(xml("browse", { searchKey: key }));
      return key === "A" ? () => {} : answer(xml("browse", {}, item(q)));
    };
    const browse = { operation: "librarySearchServices", of: "x", start: 0, count: 50 } as const;
    expect(await client.browse(browse, signal)).toMatchObject({
      page: { entries: [{ title: "x" }] },
      slowestMs: 0,
      lacksSome: expect.anything(),
    });
    const stop = new AbortController();
    const found = client.browse(browse, stop.signal);
    await until(() => asked("/Browse?key=A&q=x").length === 2);
    stop.abort();
    await expect(found).rejects.toThrow("aborted");
  });

  it("makes no more requests for its settings than the longest step has time for", async () => {
    unlessOf = (path) =>
      path.startsWith("/Settings")
        ? { status: 301, headers: { location: path.replace("S", "s") } }
        : path.startsWith("/settings")
          ? answer(xml("settings", {}))
          : undefined;
    let disconnected = 0;
    const onDisconnected = () => (disconnected += 1);
    await clientWith({ settingTags: ["bass"], onDisconnected }).read("settings", signal);
    expect(player.asked).toHaveLength(6);
    // The end of a connection to another port says nothing of the player.
    expect(disconnected).toBe(0);
    expect(bluos.longestStepMs(options.timeoutMs)).toBeGreaterThanOrEqual(
      player.asked.length * longestDeadlineMs(options.timeoutMs),
    );
  });

  it("reads its settings page by page, of which not every one is there, and none at another host", async () => {
    const other = opened(await startScripted([answer(xml("settings", {}))]));
    const elsewhere = { status: 301, headers: { location: other.url.replace("127.0.0.1", "localhost") } };
    const bass = xml("setting", { id: "bass", class: "boolean", value: "ON", url: "/x" });
    const pages: Record<string, Reply> = {
      audio: 404,
      player: answer(xml("settings", {}, bass)),
      capture: elsewhere,
    };
    unlessOf = (path) => pages[new URL(path, "http://a").searchParams.get("id") ?? ""];
    const one = clientWith({ settingTags: ["bass"] });
    expect(await one.read("settings", signal)).toMatchObject({
      reading: { value: [{ tag: "bass", isOn: true }] },
    });
    expect(await told(clientWith({ settingTags: ["x"] }).read("settings", signal))).toMatch(
      /^refused: HTTP status 301/,
    );
    expect(other.asked).toEqual([]);
    pages["player"] = pages["capture"] = 404;
    expect(await told(one.read("settings", signal))).toBe("unsupported");
  });

  it("leaves the queue alone while a stream plays, which has steps of its own", async () => {
    const steps = ["skip", "back"].map((name) => xml("action", { name, url: `/Action?${name}=1` }));
    for (const [actions, replies] of [
      [steps, ["refused", "done", "done"]],
      [[], ["refused", "refused", "refused"]],
    ] as const) {
      answers["/Status"] = status({ streamUrl: "TuneIn:1" }, "e1", xml("actions", {}, ...actions));
      const one = clientWith();
      for (const [place, call] of [
        { operation: "setMusicMode", mode: "shuffle" } as const,
        { operation: "nextTrack" } as const,
        { operation: "previousTrack" } as const,
      ].entries())
        expect(await told(one.perform(call, signal))).toMatch(replies[place] ?? "");
    }
    expect(asked().filter((path) => !path.startsWith("/Status"))).toEqual([
      "/Action?skip=1",
      "/Action?back=1",
    ]);
  });

  it("steps through its presets from what plays, else from the last one, and publishes no address of them", async () => {
    expect(JSON.stringify(await client.read("musicPresets", signal))).not.toContain("serial");
    const play = async (preset: string) => client.perform({ operation: "playMusicPreset", preset }, signal);
    for (const preset of ["+1", "+1", "+1", "-1", "9"]) await play(preset);
    expect(asked("/Preset?")).toEqual([4, 9, 4, 9, 9].map((id) => `/Preset?id=${id}`));
    // Somebody else has played the first one.
    answers["/Status"] = status({ streamUrl: "TuneIn:4?serial=1" });
    await pass(6000);
    await client.read("music", signal);
    await play("+1");
    expect(asked("/Preset?").at(-1)).toBe("/Preset?id=9");
  });

  it("takes a preset that the player does not confirm for refused", async () => {
    await client.read("musicPresets", signal);
    for (const [reply, kind] of [
      ["", "refused"],
      [status(), "refused"],
      [answer(xml("loaded", { service: "LocalMusic" })), "done"],
    ] as const) {
      answers["/Preset"] = reply;
      expect(await client.perform({ operation: "playMusicPreset", preset: "9" }, signal)).toMatchObject({
        kind,
      });
    }
  });

  it("asks for the version of old firmware once, whether there is an answer or not", async () => {
    for (const [reply, firmware] of [
      [answer(xml("GitVersion", {}, xml("version", {}, "4.6.3"))), "4.6.3"],
      [answer(xml("version", {}, "3.20")), "3.20"],
      ["", undefined],
    ] as const) {
      answers["/SyncStatus"] = syncStatus().replace(/ version="4[^"]*"/, "");
      answers["/GitVersion"] = reply;
      const one = clientWith();
      const before = asked("/GitVersion").length;
      for (let read = 0; read < 2; read += 1)
        expect(await one.read("model", signal)).toMatchObject({ reading: { value: { firmware } } });
      expect(asked("/GitVersion")).toHaveLength(before + 1);
    }
  });

  it("gives a picture of its own, and of no other host", async () => {
    answers["/Artwork"] = "picture";
    const { body } = await client.picture(`${player.url}/Artwork?songid=1`, 1000, signal);
    expect(Buffer.from(body).toString()).toBe("picture");
    await expect(client.picture("http://192.0.2.1/x.jpg", 1000, signal)).rejects.toThrow("another host");
  });

  it.each<[Reply, string]>([
    ['<addSlave><slave id="10.0.0.2"/></addSlave>', "done"],
    ["<addSlave/>", "refused the player refused: one of both is in another group"],
    ["<error>busy</error>", "refused busy"],
    [404, "unsupported"],
  ])("that is asked to take another one and answers %j: %s", async (reply, expected) => {
    answers["/AddSlave"] = reply;
    expect(await told(client.send("/AddSlave?slave=10.0.0.2&port=11000", signal))).toBe(expected);
  });

  it("leaves alone a group whose primary is off", async () => {
    const off = new URL(await closedPort());
    answers["/SyncStatus"] = syncStatus(
      {},
      `<master port="${off.port}" reconnecting="true">${off.hostname}</master>`,
    );
    answers["/SetMaster"] = (response) => {
      answers["/SyncStatus"] = syncStatus();
      // What it plays proves nothing about the group.
      answers["/Status"] = answer("<error>busy</error>");
      response.end("<SyncStatus/>");
    };
    expect(await client.perform({ operation: "changeGroup", to: "leave" }, signal)).toMatchObject({
      kind: "reading",
      reading: { value: { role: "none" } },
    });
    // What plays is another music then.
    expect(asked().slice(asked().indexOf("/SetMaster"))).toContain("/Status");
  });

  it.each([
    ["without news", "asked less and less", { refusals: 1, least: 5, most: 10 }],
    ["with its old token", "asked less and less", { refusals: 1, least: 5, most: 10 }],
    ["with news", "followed", { refusals: 0, least: 30, most: 121 }],
  ])("a player that answers held requests at once, %s, is %s", async (news, _, { refusals, least, most }) => {
    let etag = 0;
    unlessOf = (path) => {
      if (pathOf(path) !== "/Status") return undefined;
      const volume = news === "with news" ? etag % 100 : 25;
      if (news !== "with its old token") etag += 1;
      return status({ state: "pause", volume }, `e${etag}`);
    };
    const impatient = clientWith();
    await impatient.read("music", signal);
    const pushes: Push[] = [];
    follow(impatient, (push) => pushes.push(push));
    await pass(120_000);
    const polls = asked("/Status");
    // Without news: one read, then some a second apart, then one in 30 s.
    expect(polls.length).toBeGreaterThanOrEqual(least);
    expect(polls.length).toBeLessThanOrEqual(most);
    expect(polls.at(-1)).toMatch(/^\/Status\?timeout=100&etag=e\d+$/);
    const refused = pushes.filter(({ answer: said }) => "kind" in said && said.kind === "refused");
    expect(refused).toHaveLength(refusals);
  });

  it("tells nothing of a group before its volume is known, which the status has", async () => {
    const mate = xml("slave", { id: "10.0.0.2", port: 11000 });
    answers["/SyncStatus"] = syncStatus({ group: "Kitchen + Den" }, mate);
    answers["/Status"] = status({ groupVolume: 30, mute: 1 });
    unlessOf = held;
    const groups: unknown[] = [];
    follow(client, ({ answer: said }) => {
      if ("reading" in said && said.reading.resource === "group") groups.push(said.reading.value);
    });
    await client.read("model", signal);
    expect(groups).toEqual([]);
    const value = expect.objectContaining({ role: "primary", volume: 30, isMuted: true }) as unknown;
    expect(await client.read("group", signal)).toMatchObject({ reading: { value } });
  });

  it("tells what a read for something else has shown, since no held request tells it again", async () => {
    const say = (volume: number) => {
      answers["/Status"] = status({ state: "pause", volume }, `e${volume}`);
      answers["/SyncStatus"] = syncStatus({ volume });
    };
    say(25);
    unlessOf = held;
    await client.read("music", signal);
    const levels: (number | undefined)[] = [];
    follow(client, ({ answer: said }) => {
      if ("reading" in said && said.reading.resource === "music")
        levels.push(said.reading.value.volume?.level);
    });
    await expect.poll(() => asked("/Status?timeout")).not.toEqual([]);
    say(40);
    // A held request is trusted for five seconds.
    await pass(5100);
    await client.read("sleep", signal);
    await expect.poll(() => levels).toContain(40);
  });

  it.each([
    ["between its two requests", true],
    ["after them", false],
  ])("does not take a player for playing that plays for a seek, and tells so %s", async (_when, isEarly) => {
    const clock = new FakeClock();
    const seeker = clientWith({ clock });
    let state = "pause";
    let answerHeld = (_state: string): void => {};
    const shown = (now: string): string => status({ state: now }, now);
    unlessOf = (path) => {
      if (path.startsWith("/Play")) state = "play";
      if (path === "/Pause") state = "pause";
      if (!path.startsWith("/Status")) return undefined;
      if (!path.includes("timeout")) return shown(state);
      return (response) => {
        answerHeld = (now) => void response.end(shown(now));
      };
    };
    await seeker.read("music", signal);
    const pushed: string[] = [];
    follow(seeker, ({ answer: said }) => {
      if ("reading" in said && said.reading.resource === "music") pushed.push(said.reading.value.playing);
    });
    await clock.advance(1000);
    await expect.poll(() => asked("/Status?timeout")).toHaveLength(1);
    // From now on the next one may be sent at once.
    await clock.advance(1000);
    const seeking = seeker.perform({ operation: "seekMusic", seconds: 90 }, signal);
    await expect.poll(() => asked("/Play")).toHaveLength(1);
    const latest = (): string => seeker.answers.map(({ body }) => body.toString()).join();
    const answersPlay = async (): Promise<void> => {
      answerHeld("play");
      await expect.poll(latest).toContain("<state>play</state>");
    };
    if (isEarly) await answersPlay();
    await clock.advance(7000);
    await expect.poll(() => asked("/Pause")).toHaveLength(1);
    expect(await seeking).toEqual({ kind: "done" });
    if (!isEarly) await answersPlay();
    await expect.poll(() => asked().slice(-2).map(pathOf)).toEqual(["/Pause", "/Status"]);
    const reading = seeker.read("music", signal);
    await clock.advance(2000);
    expect(await reading).toMatchObject({ reading: { value: { playing: "paused" } } });
    answerHeld("pause");
    await expect.poll(() => pushed).toContain("paused");
    expect(pushed).not.toContain("playing");
  });

  it("tells of what it could not read when another answer shows that it has changed, by its name", async () => {
    answers["/Playlist"] = answer(xml("playlist", { id: 1067, length: 0 }));
    unlessOf = held;
    for (const resource of ["music", "musicPresets", "queue"] as const) await client.read(resource, signal);
    const failed: string[] = [];
    follow(client, ({ resource, answer: said }) => {
      if (!("reading" in said)) failed.push(`${resource} ${"kind" in said ? said.kind : said.message}`);
    });
    answers["/Playlist"] = 404;
    for (const [change, expected] of [
      [{ pid: 8 }, "queue unsupported"],
      [{ pid: 8, prid: 9 }, "musicPresets refused"],
    ] as const) {
      answers["/Presets"] = answer("<error>not now</error>");
      answers["/Status"] = status(change);
      await pass(6000);
      await client.read("sleep", signal);
      await expect.poll(() => failed).toContain(expected);
    }
    expect(failed.filter((one) => one.startsWith("group"))).toEqual([]);
  });

  it("tells no list and no model before it has asked for all of it", async () => {
    answers["/SyncStatus"] = syncStatus().replace(/ version="4[^"]*"/, "");
    await client.read("music", signal);
    const pushed: string[] = [];
    follow(client, ({ answer: said }) => {
      if ("reading" in said) pushed.push(said.reading.resource);
    });
    await client.read("sleep", signal);
    await expect.poll(() => pushed).toContain("sleep");
    // An answer to a read that was never made would end the wait for it.
    expect(pushed.filter((resource) => ["audio", "model", "queue"].includes(resource))).toEqual([]);
  });

  it.each([
    ["its end", "window", 10],
    ["all pages", "all", 230],
  ] as const)("reads the rest of a long queue at once, for %s", async (_for, publish, expected) => {
    const partOf = longQueue(230);
    unlessOf = (path) => held(path) ?? partOf(path);
    answers["/Status"] = status({ song: 229, pid: 7 });
    const listener = clientWith({ queue: { ...options.queue, publish } });
    await listener.read("music", signal);
    let shown = 0;
    follow(listener, ({ answer: said }) => {
      if (!("reading" in said) || said.reading.resource !== "queue") return;
      const { entries, pages } = said.reading.value;
      const paged = pages.flatMap((page) => JSON.parse(page) as unknown[]);
      shown = publish === "all" ? paged.length : entries.length;
    });
    await pass(100);
    await listener.read("queue", signal);
    // Each page is a request, one in a second; a held request tells nothing for a hundred.
    await expect.poll(() => shown).toBe(expected);
  });

  it("reads a part of a long queue that somebody wants, and each entry once", async () => {
    const clock = new FakeClock();
    unlessOf = longQueue(350);
    answers["/Status"] = status({ song: 0, pid: 7 });
    const reader = clientWith({ clock });
    const pass = async <T>(reading: Promise<T>): Promise<T> => {
      let isOver = false;
      const end = () => (isOver = true);
      reading.then(end, end);
      await until(async () => {
        await clock.advance(500);
        return isOver;
      });
      return await reading;
    };
    const read = (from: number, count: number) => pass(reader.readQueue(from, count));
    const parts = () => asked("/Playlist").map((path) => path.slice(10));
    await read(0, 100);
    expect(parts()).toEqual([]);
    await pass(reader.read("queue", signal));
    await pass(
      Promise.all([reader.readQueue(150, 100), reader.readQueue(150, 10), reader.readQueue(90, 20)]),
    );
    expect(parts()).toEqual(["start=0&end=99", "start=150&end=249", "start=100&end=199"]);
    expect(reader.queueEntries(100, 150).map(({ position }) => position)).toEqual(
      Array.from({ length: 150 }, (_none, place) => 100 + place),
    );
    expect(reader.queueEntries(0, 100).find(({ active }) => active)?.["position"]).toBe(0);
    await read(340, 100);
    await read(345, 100);
    expect(parts()).toHaveLength(4);
    unlessOf = () => answer("<error><message>busy</message></error>");
    await expect(read(250, 10)).rejects.toThrow(/^busy$/);
    unlessOf = () => answer("<other/>");
    await expect(read(250, 10)).rejects.toThrow("the answer is a other, not a playlist");
    const many = Promise.allSettled(Array.from({ length: 9 }, () => reader.readQueue(250, 10)));
    expect((await pass(many)).at(-1)).toMatchObject({
      reason: { message: "too many requests are queued for this player" },
    });
    unlessOf = longQueue(350);
    await read(250, 10);
    expect(reader.queueEntries(250, 10)).toHaveLength(10);
  });

  it.each([
    [2000, [14, 16, 18, 20]],
    [0, [14, 15, 16, 17, 18, 19, 20]],
  ])(
    "tells the position between answers, without a request, every %i ms",
    async (positionIntervalMs, told) => {
      const clock = new FakeClock();
      unlessOf = held;
      const listener = clientWith({ clock, positionIntervalMs });
      await listener.read("music", signal);
      const positions: (number | undefined)[] = [];
      const failures: string[] = [];
      follow(listener, ({ answer: said, isInferred }) => {
        if (said instanceof DeviceError) failures.push(said.message);
        if (isInferred === true && "reading" in said && said.reading.resource === "music")
          positions.push(said.reading.value.positionSeconds);
      });
      await clock.advance(1000);
      await expect.poll(() => asked("/Status")).toHaveLength(2);
      await clock.advance(7000);
      await expect.poll(() => positions).toEqual(told);
      // A held answer may come a little later than its time.
      await clock.advance(100_000);
      expect([asked("/Status").length, failures]).toEqual([2, []]);
      await clock.advance(10_000);
      await expect.poll(() => failures).toEqual([expect.stringContaining("no answer within 110000 ms")]);
      // Then it is read once, and held again.
      await until(async () => {
        await clock.advance(500);
        return asked("/Status?timeout").length === 2;
      });
      expect(asked("/Status")).toHaveLength(4);
    },
  );
});

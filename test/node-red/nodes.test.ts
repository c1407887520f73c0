import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { presetTakesMs } from "../../src/core/controls/command.ts";
import { importUntyped } from "../support/import-untyped.ts";
import { liveThrough } from "../support/stories.ts";
import { FakeBroker, type FakeNode, FakeRed } from "./fake-red.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const base = "home/av";
const home = { id: "home", broker: "broker", baseTopic: ` ${base} ` };
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Spec = readonly [type: string, config: object];
type Name<Specs> = keyof Specs & string;

const of = (player: string) => ({ bridge: "home", player });
const state = (follow: string, more: object = {}): Spec => [
  "state",
  { ...of(" den "), initial: true, positions: false, follow, ...more },
];
const command = (control: string, value: string, more: object = {}): Spec => [
  "command",
  { ...of("den"), control, value, valueType: "str", timeout: "", ...more },
];
/** Player, control and value come with the message. */
const any = command("", "payload", { player: "", valueType: "msg" });
const playing: Spec = ["now-playing", { ...of("den"), positions: true }];
const events: Spec = ["events", { ...of(""), outcomes: true, availability: true, log: true }];

/** Nodes of these names at a broker that has all this, below the base topic. */
class Scene<Specs extends Readonly<Record<string, Spec>>> {
  readonly broker: FakeBroker;
  readonly red: FakeRed;
  readonly #specs: Specs;

  constructor(specs: Specs, broker: FakeBroker) {
    this.broker = broker;
    this.red = new FakeRed(broker);
    this.#specs = specs;
    this.deploy();
  }

  deploy(names: readonly Name<Specs>[] = Object.keys(this.#specs)): void {
    if (!this.red.nodes.has(home.id)) this.red.deploy("bridge", home);
    for (const name of names) {
      const [type, config] = this.#specs[name] ?? ["", {}];
      this.red.deploy(type, { id: name, ...config });
    }
  }

  node(name: Name<Specs>): FakeNode {
    const node = this.red.nodes.get(name);
    if (node === undefined) throw new Error(`no node ${name}`);
    return node;
  }

  tell(topics: Readonly<Record<string, string>>, retain = true): void {
    for (const [topic, payload] of Object.entries(topics))
      this.broker.tell(`${base}/${topic}`, payload, retain);
  }

  /** Hands a message to a node, and returns what it has sent since. */
  async ask(name: Name<Specs>, message: object = {}, ms = 100): Promise<readonly object[]> {
    const node = this.node(name);
    const before = node.sent.length;
    node.receive({ ...message });
    await wait(ms);
    return node.sent.slice(before);
  }

  /** The bridge's outcome of the last command. */
  async settle(outcome: object): Promise<void> {
    const { payload } = this.broker.published.at(-1) as {
      readonly payload: { readonly transaction: string };
    };
    const { transaction } = payload;
    this.tell({ "den/result": JSON.stringify({ ...outcome, transaction }) }, false);
    await wait(10);
  }
}

const there = {
  "bridge/state": "online",
  "bridge/info": '{"version":"1","players":[{"id":"den"}]}',
  "den/availability": "online",
  "den/info": '{"name":"The Den"}',
};

async function setScene<Specs extends Readonly<Record<string, Spec>>>(
  specs: Specs,
  topics: Readonly<Record<string, string>> = there,
  version: 4 | 5 = 5,
): Promise<Scene<Specs>> {
  const retained = Object.entries(topics).map(([topic, payload]) => [`${base}/${topic}`, payload] as const);
  const scene = new Scene(specs, new FakeBroker(retained, version));
  scene.broker.connect();
  await wait(2000);
  return scene;
}

/** Nothing is left at the broker node once all nodes are closed. */
async function expectNothingLeft({ red, broker }: Pick<Scene<never>, "red" | "broker">): Promise<void> {
  await Promise.all([red.close(), wait(100)]);
  // Only what the dialogs hold has a term of its own.
  await wait(40_000);
  for (const { node, had } of red.closed)
    expect([node.id, node.open, node.news.length, node.shown.length]).toEqual([node.id, 0, ...had]);
  expect(red.listening.size).toBe(0);
  expect([[...broker.filters.keys()], broker.users.size]).toEqual([[], 0]);
  expect(broker.clients.map((client) => client.listenerCount("error"))).toEqual(broker.clients.map(() => 1));
}

describe("a node that has lived through everything", () => {
  const positions = { positions: true };
  const specs = {
    whole: state("", positions),
    title: state("video/title"),
    volume: state("volume"),
    info: state("info"),
    online: state("online"),
    loft: state("", { ...positions, player: "loft" }),
    playing,
    events,
    mute: command("mute", "on", { timeout: "2" }),
  } as const;
  const names = Object.keys(specs) as Name<typeof specs>[];
  const playable = ["playing", "paused", "idle", ""];
  const told: Readonly<Record<string, readonly string[]>> = {
    "den/availability": ["online", "offline"],
    "den/video/state": playable,
    "den/video/title": ["1917", "Tides", ""],
    "den/video/position": ["4", "5", ""],
    "den/music/state": playable,
    "den/music/title": ["Reef", ""],
    "den/volume": ["30", "0", ""],
    "den/settings/gain/options": ['[{"value":"High"}]', ""],
    "loft/availability": ["online", "offline"],
    "loft/audio/input/name": ["Bluetooth", ""],
  };
  const second = { "bridge-2/state": "online", "bridge-2/info": '{"players":[{"id":"loft"}]}' };
  type House = Scene<typeof specs>;
  /** A bridge that starts tells everything, also what is empty, and its own state last. */
  const come = (house: House): void => {
    const topics = ["den/info", ...Object.keys(told)].map((topic) => [
      topic,
      house.broker.retained.get(`${base}/${topic}`) ?? "",
    ]);
    house.tell({ ...Object.fromEntries(topics), "bridge/state": "online" });
  };
  const happenings: Readonly<Record<string, (house: House) => unknown>> = {
    "the bridge goes": (house) => house.tell({ "bridge/state": "offline" }),
    "the bridge comes": come,
    "another bridge comes": (house) => house.tell(second),
    "another bridge goes": (house) => house.tell({ "bridge-2/state": "offline" }),
    "another bridge leaves": (house) => house.tell({ "bridge-2/state": "", "bridge-2/info": "" }),
    "den is renamed": (house) => house.tell({ "den/availability": "online", "den/info": '{"name":"Den"}' }),
    "den leaves": (house) => house.tell({ "den/info": "", "den/availability": "" }),
    "the broker loses everything": async (house) => {
      const { broker } = house;
      const before = [...broker.retained];
      broker.disconnect();
      broker.retained.clear();
      house.tell(second);
      broker.connect();
      await wait(3000);
      for (const [topic, payload] of before) broker.tell(topic, payload);
      come(house);
    },
    "the broker goes": ({ broker }) => broker.disconnect(),
    "the broker comes": ({ broker }) => broker.connected || broker.connect(),
    "the broker refuses": ({ broker }) => broker.connected || broker.client?.emit("error", { code: 135 }),
    asks: (house) => names.forEach((name) => name !== "events" && house.node(name).receive({ mine: "kept" })),
    settles: (house) => house.broker.published.length > 0 && house.settle({ outcome: "applied" }),
    redeploys: async (house) => {
      await Promise.all([house.red.close(names), wait(1)]);
      house.deploy();
    },
    "redeploys the bridge too": async (house) => {
      await Promise.all([house.red.close(), wait(1)]);
      house.deploy();
    },
  };
  const step = fc.record({
    what: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...Object.keys(told)) },
      { weight: 3, arbitrary: fc.constantFrom(...Object.keys(happenings)) },
    ),
    choice: fc.nat({ max: 5 }),
    waitMs: fc.constantFrom(0, 5, 150, 700, 2500, 6000),
  });

  /** A broker that is back does not say that `info` is empty by now. */
  const emptiedMeanwhile = ["the broker goes", "den leaves", "den/availability"].map((what) => ({
    what,
    choice: 0,
    waitMs: 0,
  }));

  /** What a node tells now: by its status, in answer to a message, and as last news. */
  const presentOf = async (house: House, name: Name<typeof specs>): Promise<unknown> => {
    const node = house.node(name);
    const { look } = node;
    // Answers are no news.
    const { payload, reason } = node.sent.findLast((message) => !("mine" in message)) ?? {};
    if (name === "events") return look;
    const { published } = house.broker;
    const before = published.length;
    const answers = await house.ask(name, { mine: "kept" });
    if (name !== "mute") return withoutEmpty({ look, payload, reason, answers });
    const sent = published.slice(before);
    if (sent.length > 0) await house.settle({ outcome: "applied", command: "mute" });
    const all = { sent, answer: node.sent.at(-1), look: node.look };
    return JSON.parse(JSON.stringify(all).replaceAll(/node-red-\d+/g, "a transaction"));
  };
  /** An empty topic is missing for those who come later. */
  const withoutEmpty = (present: object): unknown =>
    JSON.parse(JSON.stringify(present), (_, value: unknown) =>
      value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0)
        ? undefined
        : value,
    );

  it("tells and does the same as one that is deployed now, and leaves nothing behind", async () => {
    const houses: House[] = [];
    await liveThrough(
      step,
      { minLength: 4, maxLength: 14 },
      async (story) => {
        const version = story.length % 2 === 0 ? 4 : 5;
        const lived = await setScene(specs, there, version);
        houses.push(lived);
        for (const { what, choice, waitMs } of story) {
          const values = told[what];
          if (values === undefined) await happenings[what]?.(lived);
          else lived.tell({ [what]: values[choice % values.length] ?? "" });
          await wait(waitMs);
        }
        happenings["the broker comes"]?.(lived);
        if (lived.broker.retained.get(`${base}/bridge/state`) !== "online") come(lived);
        await wait(12_000);
        const fresh = new Scene(specs, new FakeBroker(lived.broker.retained, version));
        houses.push(fresh);
        fresh.broker.connect();
        await wait(12_000);
        const news = lived
          .node("events")
          .sent.flatMap(({ event, topic }) => (event === "availability" ? [String(topic)] : []));
        for (const topic of news) {
          const last = lived.node("events").sent.findLast((message) => message["topic"] === topic);
          expect(last).toMatchObject({ payload: { state: lived.broker.retained.get(topic) ?? "removed" } });
        }
        // Each status goes to all editors.
        const shown = lived.node("whole").shown.map((status) => JSON.stringify(status));
        expect(shown.filter((status, place) => status === shown[place - 1])).toEqual([]);
        // The last outcome stays until a player or a bridge comes or goes.
        const shows = names.filter((name) => !lived.node(name).look.startsWith("blue dot"));
        for (const name of shows)
          expect([name, await presentOf(lived, name)]).toEqual([name, await presentOf(fresh, name)]);
        for (const house of [lived, fresh]) house.broker.disconnect();
        await wait(12_000);
        const looks = (house: House): string[] => shows.map((name) => house.node(name).look);
        expect(looks(lived)).toEqual(looks(fresh));
        for (const house of [lived, fresh]) await expectNothingLeft(house);
      },
      () => Promise.all([...houses.splice(0).map(({ red }) => red.close()), wait(100)]),
      emptiedMeanwhile,
    );
  });
});

describe("the state node", () => {
  const title = { topic: `${base}/den/video/title`, player: "den" };

  it("sends each change once, marks what may be old, and lists what differs", async () => {
    const specs = {
      all: state(""),
      moving: state("", { positions: true }),
      title: state("video/title"),
      later: state("video/title", { initial: false }),
      unheard: state("volume", { player: "loft", initial: false }),
    };
    const film = { "den/video/title": "1917", "den/video/position": "4", "den/video/codec": "H.265" };
    const listed = { "bridge/info": '{"players":[{"id":"den"},{"id":"loft"}]}' };
    const scene = await setScene(specs, { ...there, ...listed, ...film });
    const whole = (video: object, online = true) => ({
      topic: `${base}/den`,
      player: "den",
      payload: { id: "den", name: "The Den", online, info: { name: "The Den" }, video },
    });
    const first = { title: "1917", position: 4, codec: "H.265" };
    expect(scene.node("all").sent).toEqual([{ ...whole(first), changed: [], retain: true }]);
    expect(scene.node("title").sent).toEqual([{ ...title, payload: "1917", retain: true }]);
    expect(scene.node("title").look).toBe("green dot 1917");
    // What had no value at the deploy changes with its first one.
    scene.tell({ "loft/volume": "30" });
    expect(scene.node("unheard").sent).toMatchObject([{ payload: 30, retain: false }]);
    // What is said again is no news, a command or a question that passes by no state, and a position moves all the time.
    scene.tell({ "den/library/get": "{}" }, false);
    scene.tell({ "den/video/title": "1917", "den/video/codec/set": "AV1", "den/video/position": "5" });
    await wait(1000);
    expect([scene.node("all").sent.length, scene.node("title").sent.length]).toEqual([1, 1]);
    expect(scene.node("moving").sent.slice(1)).toEqual([
      { ...whole({ ...first, position: 5 }), changed: ["video/position"], retain: false },
    ]);
    scene.tell({ "bridge/state": "offline" });
    await wait(1000);
    // The bridge repeats everything, and its own state last.
    scene.tell({ "den/video/codec": "H.265", "den/video/title": "Tides", "bridge/state": "online" });
    await wait(1000);
    scene.tell({ "den/video/title": "Reef" });
    await wait(1000);
    scene.broker.disconnect();
    scene.tell({ "den/video/title": "" });
    await wait(1000);
    scene.broker.connect();
    await wait(2000);
    const [gone, back, changed, lost, again] = scene.node("all").sent.slice(1);
    const tides = { ...first, position: 5, title: "Tides" };
    const { title: _, ...rest } = { ...tides };
    expect([gone, back, changed, lost, again]).toEqual([
      { ...whole({ ...first, position: 5 }, false), changed: ["video/position"], retain: false },
      { ...whole(tides), changed: ["video/title"], retain: true },
      { ...whole({ ...tides, title: "Reef" }), changed: ["video/title"], retain: false },
      { ...whole({ ...tides, title: "Reef" }, false), changed: [], retain: false },
      { ...whole(rest), changed: ["video/title"], retain: true },
    ]);
    const news = [
      { ...title, payload: "Tides", retain: true },
      { ...title, payload: "Reef", retain: false },
      { ...title, payload: "", retain: true },
    ];
    expect(scene.node("title").sent.slice(1)).toEqual(news);
    expect(scene.node("later").sent).toEqual(news);
  });

  it("sends text, numbers, JSON or bytes by the topic and not by the look, in a tree with room for what is below", async () => {
    const told = {
      "audio/input": "BT",
      "audio/input/name": "Bluetooth",
      "audio/input/options": '[{"tag":"BT"}]',
      "audio/output/options": "not JSON",
      "music/queue/pages/0": "[1]",
      "music/picture/data": "\u0001",
      "new/topic": '{"a":1}',
      "new/topic/below": "[unfinished",
      "settings/__proto__/x": "harmless",
      "settings/gain": "high",
      "video/audio-track/name": "true",
      "video/position": "61",
      "video/subtitle/options": "7",
      mute: "off",
      volume: "0",
    };
    const topics = Object.fromEntries(Object.entries(told).map(([leaf, text]) => [`den/${leaf}`, text]));
    const specs = { all: state(""), picture: state("music/picture/data"), queue: state("music/queue") };
    const scene = await setScene(specs, { ...there, ...topics });
    const tree = {
      audio: {
        input: { value: "BT", name: "Bluetooth", options: [{ tag: "BT" }] },
        output: { options: null },
      },
      music: { queue: { pages: { 0: [1] } } },
      new: { topic: { value: { a: 1 }, below: "[unfinished" } },
      settings: { _: { x: "harmless" }, gain: { value: "high" } },
      video: { audioTrack: { name: "true" }, position: 61, subtitle: { options: null } },
      mute: "off",
      volume: { value: 0 },
    };
    const info = { name: "The Den" };
    expect(scene.node("all").payloads).toEqual([{ id: "den", ...info, online: true, info, ...tree }]);
    expect(scene.node("picture").payloads).toEqual([expect.any(Uint8Array)]);
    expect(await scene.ask("queue")).toMatchObject([{ payload: null }]);
  });

  it("marks as old what its bridge tells after a broker that lost everything, also where another one is back first", async () => {
    const specs = {
      title: state("video/title"),
      late: state("video/title", { initial: false }),
      info: state("info"),
      online: state("online"),
      all: state(""),
    };
    const scene = await setScene(specs, { ...there, "den/video/title": "1917" });
    const happen = async (topics: Readonly<Record<string, string>>): Promise<void> => {
      scene.tell(topics);
      await wait(1000);
    };
    scene.broker.disconnect();
    await wait(1000);
    scene.broker.retained.clear();
    await happen({ "bridge-2/state": "online" });
    scene.broker.connect();
    await wait(2000);
    await Promise.all([scene.red.close(["late"]), wait(10)]);
    scene.deploy(["late"]);
    await wait(1000);
    // A player is told before its bridge lists it.
    await happen({
      "den/availability": "online",
      "den/info": '{"name":"The Den"}',
      "den/video/title": "1917",
      "bridge/info": '{"players":[{"id":"den"}]}',
      "bridge/state": "online",
    });
    await happen({ "den/video/title": "Tides" });
    // Of a player that leaves, its bridge empties the availability last.
    await happen({ "bridge/info": "{}", "den/info": "", "den/availability": "" });
    const newsOf = (name: Name<typeof specs>): unknown[] =>
      scene.node(name).sent.map(({ payload, reason, retain }) => [reason ?? payload, retain]);
    const titles = [
      ["1917", true],
      ["Tides", false],
    ];
    expect(newsOf("title")).toEqual([["1917", true], ["", true], ...titles]);
    expect(newsOf("late")).toEqual(titles);
    const known = [{ name: "The Den" }, true];
    expect(newsOf("info")).toEqual([known, [null, true], known, [null, false]]);
    const seen = [true, true];
    expect(newsOf("online")).toEqual([seen, ["broker", false], ["unknown", true], seen, ["unknown", false]]);
    expect(scene.node("all").sent.flatMap(({ retain }, place) => (retain === true ? place : []))).toEqual([
      0, 2, 3,
    ]);
  });

  it("tells who is gone, only the last of several reasons, and whether it is news", async () => {
    // A long list of players has pages.
    const attic = {
      "bridge-2/info": '{"players":[{"id":"attic"}]}',
      "bridge-2/info/1": '{"players":[{"id":"x"}]}',
    };
    const scene = await setScene(
      {
        here: state("online"),
        nobody: state("online", { player: "nobody" }),
        attic: state("online", { player: "attic" }),
      },
      { ...there, ...attic, "bridge-2/state": "offline", "attic/availability": "online" },
    );
    expect(scene.node("attic").sent).toMatchObject([{ payload: false, reason: "bridge" }]);
    expect(scene.node("nobody").sent).toMatchObject([{ payload: false, reason: "unknown", retain: true }]);
    expect(scene.node("nobody").look).toBe("yellow ring unknown");
    const looks: string[] = [];
    const happen = async (happening: () => void): Promise<void> => {
      happening();
      await wait(2000);
      looks.push(scene.node("here").look);
    };
    await happen(() => scene.tell({ "den/availability": "offline" }));
    await happen(() => scene.tell({ "den/availability": "online" }));
    await happen(() => scene.tell({ "den/availability": "offline", "bridge/state": "offline" }));
    await happen(() => scene.broker.disconnect());
    scene.tell({ ...there });
    await happen(() => scene.broker.connect());
    const news = scene.node("here").sent.map(({ payload, reason, retain }) => [reason ?? payload, retain]);
    expect(news).toEqual([
      [true, true],
      ["player", false],
      [true, false],
      ["bridge", false],
      ["broker", true],
      [true, true],
    ]);
    const ways = [
      "grey ring player",
      "green dot online",
      "red ring bridge",
      "red ring broker",
      "green dot online",
    ];
    expect(looks).toEqual(ways);
  });

  it("answers a message with the present state, and keeps its other properties", async () => {
    const quiet = { initial: false };
    const specs = {
      title: state("video/title", quiet),
      input: state("audio/input", quiet),
      volume: state("volume", quiet),
      here: state("online", quiet),
      all: state("", quiet),
      playing,
    };
    const scene = await setScene(specs, { ...there, "den/video/title": "1917" });
    const common = { mine: "kept", player: "den", retain: true };
    const answers = async () => {
      const all: unknown[] = [];
      for (const name of ["title", "input", "volume", "here"] as const)
        all.push(...(await scene.ask(name, { mine: "kept", topic: "asked" })));
      return all;
    };
    const present = [
      { ...common, ...title, payload: "1917" },
      // An empty topic has no retained message.
      { ...common, topic: `${base}/den/audio/input`, payload: "" },
      { ...common, topic: `${base}/den/volume`, payload: null },
    ];
    const here = { ...common, topic: `${base}/den`, payload: true };
    expect(await answers()).toEqual([...present, here]);
    expect(await scene.ask("all", {})).toMatchObject([
      { payload: { online: true, video: { title: "1917" } } },
    ]);
    expect(await scene.ask("playing", { mine: "kept" })).toMatchObject([
      { ...common, topic: `${base}/den`, name: "The Den", payload: { source: null, state: "idle" } },
    ]);
    expect(scene.node("playing").look).toBe("grey dot nothing");
    scene.tell({ "bridge/state": "offline" });
    expect(await answers()).toEqual([...present, { ...here, payload: false, reason: "bridge" }]);
  });

  it("says what is not configured, and that there is no broker", async () => {
    const scene = new Scene(
      {
        here: state("online"),
        "no player": state("", { player: "" }),
        "no variable": state("", { player: "${NOPE}" }),
        "no bridge": state("", { bridge: "" }),
        events,
        pause: command("playback", "pause"),
      },
      new FakeBroker(),
    );
    const looks = () => Object.fromEntries([...scene.red.nodes].map(([name, { look }]) => [name, look]));
    const always = {
      home: "",
      "no player": "red ring noPlayer",
      "no variable": "red ring environment",
      "no bridge": "red ring noBridge",
      pause: "",
    };
    const waiting = "yellow ring connecting";
    expect(looks()).toEqual({ ...always, here: waiting, events: waiting });
    await wait(6000);
    expect(looks()).toEqual({ ...always, here: "red ring broker", events: "red ring broker" });
    expect(scene.node("here").payloads).toEqual([false]);
    scene.broker.refuse(4);
    await wait(100);
    expect(scene.node("here").look).toBe("red ring refused");
    const refused = new Scene({ here: state("online") }, new FakeBroker());
    refused.broker.refuse(135);
    await wait(100);
    expect(refused.node("here").look).toBe("red ring refused");
    // What is refused is not waited for.
    expect(await scene.ask("pause")).toMatchObject([
      { notDone: { payload: { reason: "the broker refuses the user name or the password" } } },
    ]);
    expect(scene.node("pause").look).toBe("red ring refused");
    for (const [config, problem] of [
      [{ baseTopic: "house/#" }, "baseTopic"],
      [{ baseTopic: "house/${BASE}" }, "environment"],
      [{ broker: "" }, "noBroker"],
    ] as const) {
      const wrong = scene.red.deploy("bridge", { ...home, id: problem, ...config });
      expect(wrong.errors).toEqual([`problem.${problem}`]);
      expect(scene.red.deploy("state", { ...of("den"), bridge: problem, id: "of it" }).look).toBe(
        `red ring ${problem}`,
      );
    }
  });
});

describe("the now playing node", () => {
  it("has a film or music in one shape, and says whether it has just begun", async () => {
    const specs = { moving: playing, still: ["now-playing", { ...of("den"), positions: false }] as const };
    const film = { "den/video/state": "paused", "den/video/title": "Ledger", "den/video/position": "60" };
    const scene = await setScene(specs, { ...there, ...film, "den/video/duration": "240" });
    const shape = { source: "video", title: "Ledger", artist: "", album: "", picture: null };
    const paused = { ...shape, state: "paused", position: 60, duration: 240, progress: 25 };
    const common = { topic: `${base}/den`, name: "The Den", player: "den" };
    expect(scene.node("moving").sent).toEqual([{ ...common, payload: paused, retain: true }]);
    expect(scene.node("moving").look).toBe("grey dot ⏸ Ledger");
    const song = { state: "playing", title: "Reef", artist: "Quill", picture: "http://d" };
    const told = { ...song, position: "30", duration: "240" };
    const music = Object.fromEntries(Object.entries(told).map(([leaf, text]) => [`den/music/${leaf}`, text]));
    const states: readonly (readonly [topics: Record<string, string>, look: string])[] = [
      [{ "den/video/position": "0" }, "grey dot ⏸ Ledger"],
      [{ "den/video/position": "300" }, "grey dot ⏸ Ledger"],
      [music, "green dot ▶ Quill – Reef"],
      [{ "den/availability": "offline" }, "grey ring player"],
      [{ "den/availability": "online" }, "green dot ▶ Quill – Reef"],
    ];
    for (const [topics, look] of states) {
      scene.tell(topics);
      await wait(1000);
      expect(scene.node("moving").look).toBe(look);
    }
    const news = (name: "moving" | "still") =>
      scene.node(name).sent.map(({ payload, retain }) => {
        const { source, position, progress } = payload as Readonly<Record<string, unknown>>;
        return [source, position, progress, retain].map(String).join(" ");
      });
    const later = ["music 30 12.5 false", "null null null false", "music 30 12.5 true"];
    const first = "video 60 25 true";
    expect(news("moving")).toEqual([first, "video 0 0 false", "video 300 100 false", ...later]);
    expect(news("still")).toEqual([first, ...later]);
    const heard = { ...song, source: "music", album: "", position: 30, duration: 240, progress: 12.5 };
    expect(scene.node("still").payloads.at(-1)).toEqual(heard);
  });
});

describe("the events node", () => {
  it("tells outcomes, what comes and goes, and the log; nothing at deploy", async () => {
    const only = { outcomes: false, availability: false, log: false };
    const scene = await setScene(
      {
        all: events,
        loft: ["events", { ...of(" loft "), outcomes: true, availability: true, log: true }],
        log: ["events", { ...of("den"), ...only, log: true }],
        none: ["events", { ...of(""), ...only }],
      },
      { ...there, "loft/availability": "online" },
    );
    expect(scene.node("all").look).toBe("green dot online");
    const line = { level: "warn", message: "a line", player: "den" };
    scene.tell({ "den/result": '{"command":"mute","outcome":"applied"}' }, false);
    expect(scene.node("all").look).toBe("blue dot den: applied");
    scene.tell({ "den/availability": "online" });
    scene.tell({ "bridge/log": JSON.stringify(line) }, false);
    expect(scene.node("all").look).toBe("blue dot den: applied");
    scene.tell({ "den/availability": "offline", "bridge/state": "offline" });
    expect(scene.node("all").look).toBe("red ring bridge");
    scene.tell({ "loft/availability": "", "bridge-2/state": "online" });
    expect(scene.node("all").look).toBe("yellow dot 1/2");
    const bridge = (name: string, state: string) => ({
      topic: `${base}/${name}/state`,
      event: "availability",
      payload: { bridge: name, state },
    });
    const log = { topic: `${base}/bridge/log`, event: "log", payload: { bridge: "bridge", ...line } };
    const removed = {
      topic: `${base}/loft/availability`,
      event: "availability",
      payload: { player: "loft", name: "loft", state: "removed" },
      player: "loft",
    };
    const bridges = [bridge("bridge", "offline"), removed, bridge("bridge-2", "online")];
    const told = (topic: string, event: string, payload: object) => ({
      topic,
      event,
      payload,
      player: "den",
    });
    expect(scene.node("all").sent).toEqual([
      told(`${base}/den/result`, "outcome", { player: "den", command: "mute", outcome: "applied" }),
      log,
      told(`${base}/den/availability`, "availability", { player: "den", name: "The Den", state: "offline" }),
      ...bridges,
    ]);
    expect(scene.node("loft").sent).toEqual(bridges);
    expect(scene.node("log").sent).toEqual([log]);
    expect(scene.node("none").sent).toEqual([]);
    // A broker that comes back without data does not take the players away: their bridge may follow.
    scene.broker.disconnect();
    scene.broker.retained.clear();
    scene.broker.connect();
    await wait(2000);
    expect(scene.node("all").payloads.slice(6)).toEqual([
      { bridge: "bridge", state: "removed" },
      { bridge: "bridge-2", state: "removed" },
    ]);
  });
});

describe("the command node", () => {
  const topic = `${base}/den/mute`;
  const fieldsSentTo = (control: string, fields: object) => ({
    topic: `${base}/den/${control}/set`,
    payload: { ...fields, transaction: expect.stringMatching(/^node-red-/) },
    qos: 1,
    retain: false,
  });
  const sentTo = (control: string, value: unknown) => fieldsSentTo(control, { value });

  it.each([
    ["applied", true],
    ["unchanged", true],
    ["rejected", false],
    ["failed", false],
    ["superseded", false],
  ])("sends a command once and waits for its own outcome: %s", async (outcome, isDone) => {
    const scene = await setScene({ mute: command("mute", "on"), events });
    const asked = scene.ask("mute", { mine: "kept" });
    await asked;
    expect(scene.broker.published).toEqual([sentTo("mute", "on")]);
    expect(scene.node("mute").look).toBe("blue ring mute on");
    scene.tell({ "den/result": '{"outcome":"failed","transaction":"of another"}' }, false);
    const answer = { command: "mute", outcome, reason: "why", tag: "X" };
    for (const one of [answer, answer, { ...answer, outcome: "failed", late: true }]) await scene.settle(one);
    const message = {
      mine: "kept",
      topic,
      player: "den",
      payload: { ...answer, player: "den", request: "on", transaction: expect.any(String) },
    };
    expect(scene.node("mute").sent).toEqual([isDone ? message : { notDone: message }]);
    const explained = ["rejected", "failed"].includes(outcome);
    expect(scene.node("mute").look).toBe(
      isDone
        ? "green dot ✓ mute on"
        : explained
          ? "red dot mute on: why"
          : `red dot player2mqtt.outcome.${outcome}`,
    );
    // An outcome that was delivered twice is one event; the one of somebody else, and a late one, are others.
    expect(scene.node("events").sent).toHaveLength(3);
  });

  const announcement = { address: "http://house/bell.mp3", volume: 30 };
  it.each([
    ["refresh", "", {}],
    ["playback", "pause", { value: "pause" }],
    ["music/mode", "list", { value: "list" }],
    ["key", ["Home", 500], { value: ["Home", 500] }],
    ["announce", { ...announcement, transaction: "theirs" }, announcement],
  ])("sends %s %j as the bridge takes it", async (control, value, fields) => {
    const scene = await setScene({ one: command(control, "payload", { valueType: "msg" }) });
    await scene.ask("one", { payload: value });
    expect(scene.broker.published).toEqual([fieldsSentTo(control, fields)]);
  });

  it.each([
    ["mute", "on", 15],
    ["power", "off", 15],
    ["power", "on", 150],
    ["preset", "Film night", presetTakesMs / 1000],
    ["announce", "http://house/bell", 420],
    ["announce", "http://house/bell", 0.3, "0.3"],
  ])("waits for the outcome of %s %s for %f seconds", async (control, value, seconds, timeout = "") => {
    const scene = await setScene({ one: command(control, value, { timeout }) });
    expect(await scene.ask("one", {}, seconds * 1000 - 50)).toEqual([]);
    await wait(100);
    const payload = { outcome: "timeout", reason: `no outcome within ${seconds} s` };
    expect(scene.node("one").sent).toMatchObject([{ notDone: { payload } }]);
    expect(scene.node("one").look).toBe("red ring player2mqtt.outcome.timeout");
    await scene.settle({ outcome: "applied" });
    expect(scene.node("one").sent).toHaveLength(1);
  });

  it("sends to a player that is off only what may wake it, and nothing without its bridge", async () => {
    const scene = await setScene(
      { mute: command("mute", "on"), wake: command("power", "on"), film: command("preset", "Film night") },
      { ...there, "den/availability": "offline" },
    );
    const names = ["mute", "wake", "film"] as const;
    const reasons = async () => {
      const answers = [];
      for (const name of names) answers.push(...(await scene.ask(name, {}, 6000)));
      return answers.map(
        (answer) => (answer as { notDone: { payload: { reason: string } } }).notDone.payload.reason,
      );
    };
    expect(await reasons()).toEqual(["the player is offline"]);
    expect(scene.broker.published).toEqual([sentTo("power", "on"), sentTo("preset", "Film night")]);
    scene.tell({ "bridge/state": "offline" });
    expect(await reasons()).toEqual(names.map(() => "the bridge is offline"));
    scene.broker.disconnect();
    expect(await reasons()).toEqual(names.map(() => "no connection to the broker"));
    expect(scene.broker.published).toHaveLength(2);
    // A command that comes just after the connection waits for what is retained.
    scene.broker.client?.emit("error", { code: 135 });
    scene.broker.retained.set(`${base}/bridge/state`, "online");
    scene.broker.retained.set(`${base}/den/availability`, "online");
    scene.broker.connect();
    await scene.ask("mute", {}, 2000);
    expect(scene.broker.published.at(-1)).toEqual(sentTo("mute", "on"));
  });

  it.each([
    ["by topic", { topic, payload: true }, "on"],
    ["by topic with set", { topic: `${topic}/set`, payload: "toggle" }, "toggle"],
    ["by name", { topic: "mute/set", player: "the den", payload: false }, "off"],
    ["by control before topic", { control: "mute", topic: `${base}/den/volume`, payload: 1 }, "1"],
  ])("finds player, control and value in the message %s", async (_, message, value) => {
    const scene = await setScene({ any });
    await scene.ask("any", message, 2000);
    expect(scene.broker.published).toEqual([sentTo("mute", value)]);
    await scene.settle({ outcome: "applied", command: "mute" });
    expect(scene.node("any").sent).toMatchObject([{ topic, player: "den", payload: { request: value } }]);
    // It follows a player only while it has a command for it.
    expect([...scene.broker.filters.keys()].filter((filter) => filter.includes("/den/"))).toEqual([]);
  });

  it.each([
    ["unknown", "unknown player: The Dan", { topic: "mute", player: "The Dan" }],
    ["unknown", "unknown player: 7", { topic: "mute", player: 7 }],
    [
      "playerList",
      "msg.player is a list: send one message for each player",
      { topic: "mute", player: ["den", "loft"] },
    ],
    ["severalPlayers", "several players are called twin: left, right", { topic: "mute", player: "twin" }],
    [
      "notControl",
      "not a control: elsewhere/den/audio/input",
      { topic: "elsewhere/den/audio/input", player: "den" },
    ],
    ["noControl", "no control is chosen", { topic: `${base}/den` }],
    ["noPlayer", "no player is chosen", { topic: "mute" }],
    ["environment", "an environment variable is not set: ${NOPE}", { topic: "mute", player: "${NOPE}" }],
    ["noValue", "no value", { topic: "mute", player: "den", payload: "" }],
  ])("refuses at once, with a reason of its own: %s, %s", async (status, reason, message) => {
    const twins = Object.fromEntries(
      ["left", "right"].flatMap((id) => [
        [`${id}/info`, '{"name":"Twin"}'],
        [`${id}/availability`, "online"],
      ]),
    );
    const scene = await setScene({ any }, { ...there, ...twins });
    expect(await scene.ask("any", { payload: "on", ...message }, 0)).toMatchObject([
      { notDone: { payload: { outcome: "not sent", reason } } },
    ]);
    expect(scene.node("any").look).toBe(`red ring ${status}`);
    expect(scene.broker.published).toEqual([]);
  });

  it("raises what was not done as an error, if it is told to, and always what an expression throws", async () => {
    const scene = await setScene(
      {
        quiet: command("mute", "on"),
        loud: command("mute", "on", { raise: true }),
        broken: command("mute", "broken", { valueType: "jsonata" }),
      },
      { ...there, "den/availability": "offline" },
    );
    for (const name of ["quiet", "broken"] as const) await scene.ask(name);
    const message = {};
    scene.node("loud").receive(message);
    await wait(100);
    // A catch node gets this one.
    expect(message).toMatchObject({ payload: { outcome: "not sent", reason: "the player is offline" } });
    const { red } = scene;
    const told = [...red.nodes.values()].map(({ id, sent, errors }) => [id, sent.length, errors.map(String)]);
    expect(told.slice(1)).toEqual([
      ["quiet", 1, []],
      ["loud", 1, ["den/mute: the player is offline"]],
      ["broken", 0, ["Error: broken"]],
    ]);
  });

  it.each([
    ["at a deploy", false],
    ["when it is removed", true],
  ])("says %s that it no longer waits, and waits for nothing, as the other nodes", async (_, isRemoved) => {
    const others = { all: state(""), here: state("online"), playing };
    const scene = await setScene({ mute: command("mute", "on", { raise: true }), any, ...others });
    const mute = scene.node("mute");
    await scene.ask("mute");
    scene.broker.disconnect();
    scene.broker.connect();
    await Promise.all([scene.red.close(undefined, isRemoved), wait(10)]);
    expect([vi.getTimerCount(), scene.broker.connected]).toEqual([0, !isRemoved]);
    await expectNothingLeft(scene);
    expect(mute.sent).toMatchObject([{ notDone: { payload: { outcome: "interrupted", request: "on" } } }]);
    expect(mute.look).toBe("");
  });
});

interface Rows {
  readonly rows: readonly object[];
  readonly note?: string;
}

type List = (node: object, bridge: string, player?: string, control?: string) => Promise<Rows>;
const { describeBridges, listControls, listOptions, listPlayers, listTopics } = await importUntyped<
  Readonly<Record<"listControls" | "listOptions" | "listPlayers" | "listTopics", List>> & {
    readonly describeBridges: (node: object, broker: string, base: string) => Promise<object>;
  }
>("/node-red/src/editor/live-lists.ts");

describe("the lists of the editor", () => {
  const node = {
    id: "new",
    z: "tab",
    _: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(" "),
  };

  /** The editor has a bridge node as it was deployed, and one that is changed. */
  function openEditor(red: FakeRed): Set<string> {
    const permissions = new Set<string>();
    const bridges = [home, { ...home, id: "changed", changed: true }];
    vi.stubGlobal("RED", { nodes: { node: (id: string) => bridges.find((one) => one.id === id) ?? null } });
    const getJSON = async (address: string): Promise<unknown> => {
      const { pathname, searchParams } = new URL(address, "http://editor/");
      const query = Object.fromEntries(searchParams);
      const asked = red.ask(pathname.replace("/player2mqtt/", ""), query);
      await wait(4000);
      const { permission, code, body } = await asked;
      permissions.add(permission);
      if (code !== 200) throw Object.assign(new Error(), { status: code, responseJSON: body });
      return body;
    };
    vi.stubGlobal("$", { getJSON });
    return permissions;
  }
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ["home", "player2mqtt.read"],
    ["changed", "player2mqtt.write"],
  ])("are those of the bridge node, as it is typed if it is not deployed: %s", async (bridge, permission) => {
    const info = { name: "The Den", model: "A8", controls: { mute: "off", "music/mode": "supported" } };
    const mode = { title: "Order", set: { words: ["list", "shuffle"] } };
    const topics = {
      "den/info": JSON.stringify(info),
      "den/description": JSON.stringify({ properties: { "music/mode": mode } }),
      "den/music/mode": "list",
      "den/volume": "30",
      "attic/availability": "offline",
    };
    const scene = await setScene({ here: state("online") }, { ...there, ...topics });
    const permissions = openEditor(scene.red);
    expect(await listPlayers(node, bridge)).toEqual({
      rows: [
        { value: "attic", label: "attic", detail: "player2mqtt.status.player", isDim: true },
        { value: "den", label: "The Den", detail: "A8", isDim: false },
      ],
      note: "",
    });
    const row = (value: string, detail: string, isDim = false) => ({ value, label: value, detail, isDim });
    expect(await listControls(node, bridge, "den")).toEqual({
      rows: [
        row("playback", "list.whatPlays"),
        row("position", "list.whatPlays"),
        row("mute", "support.off", true),
        row("music/mode", "Order · list"),
        row("refresh", ""),
      ],
      note: "",
    });
    const { rows } = await listTopics(node, bridge, "den");
    expect(rows.slice(2)).toMatchObject([
      { value: "description" },
      { value: "music/mode", label: "music/mode", detail: "Order · list" },
      { value: "volume", label: "volume", detail: "30" },
    ]);
    expect(await listOptions(node, bridge, "den", "music/mode")).toEqual({
      rows: [
        { value: "list", label: "list", detail: "list.current" },
        { value: "shuffle", label: "shuffle" },
      ],
      note: "",
    });
    expect([...permissions]).toEqual([permission]);
    expect((await listControls(node, bridge, "nobody")).note).toBe("list.unknownPlayer");
    expect(await describeBridges(node, "broker", " home/av ")).toEqual({
      text: "list.found bridge 1 2",
      isFound: true,
    });
    for (const [broker, topic, text] of [
      ["nowhere", base, "list.brokerNotDeployed"],
      ["broker", "a/#", "list.baseTopic"],
      ["broker", "a/${B}", "list.environment"],
      ["broker", "away", "list.noBridgeFound away"],
    ] as const)
      expect(await describeBridges(node, broker, topic)).toEqual({ text, isFound: false });
    scene.broker.disconnect();
    expect((await listPlayers(node, bridge)).note).toBe("");
    expect((await listControls(node, bridge, "den")).note).toBe("list.broker");
  });

  it("of a bridge that is not deployed yet are those of its broker as it is deployed now", async () => {
    const scene = await setScene({ here: state("online") });
    openEditor(scene.red);
    expect((await listPlayers(node, "changed")).rows).toMatchObject([{ value: "den" }]);
    const other = new FakeBroker([
      [`${base}/bridge/state`, "online"],
      [`${base}/loft/availability`, "online"],
    ]);
    await Promise.all([scene.red.close(), wait(1)]);
    scene.red.broker = other;
    scene.deploy();
    other.connect();
    expect((await listPlayers(node, "changed")).rows).toMatchObject([{ value: "loft" }]);
  });

  it("of a node in a subflow are those of its instance, and know the variables of its tab", async () => {
    const { red, broker } = await setScene({});
    red.variables = { "tab PLAYER": "den", "tab BASE": base, "broker BASE": base };
    Object.assign(broker, { _alias: "broker-in-flow", z: "broker" });
    // An instance has other ids than its template, which the editor knows.
    red.deploy("bridge", { ...home, id: "home-1", _alias: "home-in-flow" });
    red.deploy("state", { id: "state-1", _alias: "state-in-flow", z: "tab", ...of("${PLAYER}"), follow: "" });
    const ask = async (address: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> => {
      const asked = red.ask(address, query);
      await wait(4000);
      const { code, body } = await asked;
      const told = body as { players?: { id: string }[]; isKnown?: boolean };
      return told.players?.map(({ id }) => id) ?? told.isKnown ?? code;
    };
    const asks = async () => [
      await ask("bridge/home-in-flow/players"),
      await ask("bridge/home-in-flow/players/${PLAYER}", { node: "state-in-flow" }),
      await ask("broker/broker-in-flow/players", { base: "${BASE}", node: "new", tab: "tab" }),
      await ask("broker/broker/players", { base: "${BASE}", node: "new", tab: "elsewhere" }),
    ];
    expect(await asks()).toEqual([["den"], true, ["den"], ["den"]]);
    await Promise.all([red.close(), wait(10)]);
    expect(await asks()).toEqual([404, 404, 404, ["den"]]);
  });

  it("are followed as long as somebody looks at them, and half a minute more", async () => {
    const scene = await setScene({ title: state("video/title", { player: "loft" }) });
    const before = [...scene.broker.filters.keys()];
    const look = async () => {
      const asked = [
        scene.red.ask("bridge/home/players/den"),
        scene.red.ask("broker/broker/players", { base: "away" }),
      ];
      await wait(4000);
      await Promise.all(asked);
    };
    for (let times = 0; times < 10; times += 1) {
      await look();
      await wait(20_000);
      const filters = [...scene.broker.filters.keys()];
      expect(
        filters.filter((filter) => /\|(home\/av\/den\/volume|away\/\+\/state)$/.test(filter)),
      ).toHaveLength(2);
    }
    await wait(20_000);
    expect([...scene.broker.filters.keys()]).toEqual(before);
    await look();
    await expectNothingLeft(scene);
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/free-port.ts";
import { type Benchmark, type GoalCheck, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { GoPlayers, type MadeChange, type Model, type PlayerCounts } from "../support/go-players.ts";
import { Observer } from "../support/observer.ts";
import { type Program, startProgram, type Workshop } from "../support/programs.ts";
import { median, percentile } from "../support/statistics.ts";
import { builtProgram } from "../support/subjects.ts";

/*
 * From a change that somebody makes at the player to the message at a subscriber, with default settings. The players
 * are those of bench/players. Bridges with different numbers of players run side by side.
 */

const models: readonly Model[] = ["audio", "video", "old", "bluos"];
/** What lives together in a house. Players that tell their changes have houses of their own, since there is no rest to wait for. */
const polled: readonly Model[] = ["audio", "video", "old"];
const telling: readonly Model[] = ["bluos"];
const lives = ["active", "at rest"] as const;
type Life = (typeof lives)[number];

/** A change at the player, the topic that shows it, and whether the answer that reveals it also tells it. */
interface Kind {
  readonly change: string;
  readonly leaf: string;
  readonly isTold: boolean;
}

const told = (change: string, leaf: string): Kind => ({ change, leaf, isTold: true });
const readOnceMore = (change: string, leaf: string): Kind => ({ change, leaf, isTold: false });

const music = [
  told("volume", "volume/level"),
  told("track", "music/title"),
  told("mute", "mute"),
  told("music-pause", "music/state"),
  told("music-resume", "music/state"),
];
const beginnings = [told("volume", "volume/level"), told("music", "music/state")];
const routing = [readOnceMore("input", "audio/input"), readOnceMore("output", "audio/output")] as const;
const queue = readOnceMore("queue", "music/queue/total");

const kinds: Readonly<Record<Life, Readonly<Record<Model, readonly Kind[]>>>> = {
  active: {
    audio: [...music, ...routing, queue],
    video: [
      told("film-pause", "video/state"),
      told("film-resume", "video/state"),
      told("subtitle", "video/subtitle"),
      told("film", "video/title"),
      ...routing,
    ],
    old: [...music, ...routing, queue],
    bluos: [...music, queue],
  },
  // Each player changes once here: what the revealing answer tells comes more often, so that there are enough of both.
  "at rest": {
    audio: [...beginnings, ...routing, ...beginnings, queue],
    video: [told("film", "video/title"), routing[0], told("film", "video/title"), routing[1]],
    old: [...beginnings, ...routing, ...beginnings, queue],
    bluos: beginnings,
  },
};

/** The limits in seconds, for what the revealing answer tells and for what takes one more read. */
const goals: readonly (readonly [Model, Life, isTold: boolean, p50: number, p99: number])[] = [
  ["audio", "active", true, 0.6, 1.5],
  ["audio", "active", false, 1, 2.5],
  ["video", "active", true, 0.8, 2.5],
  ["audio", "at rest", true, 2.5, 6],
  ["audio", "at rest", false, 2.5, 6],
  ["video", "at rest", true, 1.3, 3],
  ["bluos", "active", true, 0.2, 1.2],
];
const mostRequestsPerSecond: readonly (readonly [Model, Life, number])[] = [
  ["audio", "active", 1],
  ["video", "active", 1],
  ["audio", "at rest", 0.25],
  ["video", "at rest", 0.5],
];
const mostMegabytesPerHour = 15;

/** Nothing has happened for longer than a bridge calls a player active. */
const restAfterMs = 125_000;
/** A change that is not noticed by then was missed. */
const missedAfterMs = 60_000;

/** The last message of a topic. */
interface Seen {
  readonly payload: string;
  readonly atMs: number;
}

interface Noticed extends Kind {
  readonly model: Model;
  readonly life: Life;
  readonly ms: number;
}

/** Requests and bytes of a model, for each player. */
interface Load {
  readonly model: Model;
  readonly life: Life;
  readonly players: number;
  readonly perSecond: number;
  readonly megabytesPerHour: number;
  readonly atOnce: number;
}

/** From a change at the player to its topic. */
export const noticed: Benchmark = {
  name: "noticed",
  about: "from a change made at the player to the message at a subscriber",
  run: async (workshop, pace) => {
    const results = await measureHouses(workshop, pace, polled);
    const told = await measureHouses(workshop, pace, telling);
    const all = results.map((one, index) => {
      const other = told[index];
      return {
        ...one,
        found: [...one.found, ...(other?.found ?? [])],
        loads: [...one.loads, ...(other?.loads ?? [])],
      };
    });
    return {
      tables: [noticedTable(all)],
      goals: [...noticedGoals(all.flatMap(({ found }) => found)), ...loadGoals(all)],
    };
  },
};

/** Measures houses with these models of different sizes side by side. */
async function measureHouses(workshop: Workshop, pace: Pace, inside: readonly Model[]): Promise<Result[]> {
  await using broker = await startBroker();
  const sizes = pace.isQuick ? [1, 20] : [1, 20, 500];
  const houses = await Promise.all(
    sizes.map(async (size) => ({ size, house: await House.open(workshop, broker.port, size, inside) })),
  );
  try {
    return await Promise.all(
      houses.map(async ({ size, house }) => ({ size, ...(await house.measure(pace)) })),
    );
  } finally {
    await Promise.all(houses.map(({ house }) => house[Symbol.asyncDispose]()));
  }
}

interface Result {
  readonly size: number;
  readonly found: readonly Noticed[];
  readonly loads: readonly Load[];
}

/** A bridge with its players: as many of each model. */
class House implements AsyncDisposable {
  readonly #players: GoPlayers;
  readonly #bridge: Program;
  readonly #observer: Observer;
  readonly #seen: ReadonlyMap<string, Seen>;
  readonly #found: Noticed[] = [];
  readonly #base: string;
  readonly #inside: readonly Model[];

  private constructor(
    base: string,
    inside: readonly Model[],
    parts: { players: GoPlayers; bridge: Program; observer: Observer; seen: ReadonlyMap<string, Seen> },
  ) {
    this.#base = base;
    this.#inside = inside;
    this.#players = parts.players;
    this.#bridge = parts.bridge;
    this.#observer = parts.observer;
    this.#seen = parts.seen;
  }

  static async open(
    workshop: Workshop,
    brokerPort: number,
    size: number,
    inside: readonly Model[],
  ): Promise<House> {
    const each = Math.ceil(size / inside.length);
    const counts = Object.fromEntries(inside.map((model) => [model, each]));
    const players = await GoPlayers.start(workshop, { models: counts });
    const base = `house-${size}`;
    const seen = new Map<string, Seen>();
    const observer = await Observer.connect(brokerPort, [`${base}/#`], ({ topic, payload }) => {
      seen.set(topic, { payload: payload.toString(), atMs: now() });
    });
    const file = workshop.write(
      "yaml",
      JSON.stringify({
        mqtt: { url: `mqtt://127.0.0.1:${brokerPort}`, baseTopic: base, clientId: base },
        http: { port: await freePort() },
        homeassistant: { prefix: `${base}-announcements` },
        players: Object.entries(players.addresses).map(([id, address]) => ({ id, url: `http://${address}` })),
      }),
    );
    const bridge = startProgram(process.execPath, [builtProgram(), "run"], { env: { CONFIG_FILE: file } });
    return new House(base, inside, { players, bridge, observer, seen });
  }

  async measure({ isQuick }: Pace): Promise<Omit<Result, "size">> {
    const names = Object.keys(this.#players.addresses);
    await this.#until(() => names.every((name) => this.#payload(name, "availability") === "online"));
    // Until the topics and announcements of all players are published, changes wait behind them.
    await sleep(15_000 + names.length * 60);
    const loads: Load[] = [];
    progress(`${this.#base}: active`);
    for (const name of names)
      await this.#players.change([name], modelOf(name) === "video" ? "film" : "music");
    await sleep(10_000);
    loads.push(
      ...(await this.#load("active", () =>
        Promise.all(names.map((name, index) => this.#live(name, index, isQuick ? 60_000 : 80_000))),
      )),
    );
    // Nothing rests at players that tell their changes.
    if (this.#inside === telling) return { found: this.#found, loads };
    for (const name of names)
      await this.#players.change([name], modelOf(name) === "video" ? "film-stop" : "music-stop");
    progress(`${this.#base}: at rest`);
    await sleep(restAfterMs);
    loads.push(...(await this.#load("at rest", () => sleep(40_000))));
    await Promise.all(names.map((name, index) => this.#wake(name, index)));
    return { found: this.#found, loads };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#observer[Symbol.asyncDispose]();
    await this.#bridge[Symbol.asyncDispose]();
    await this.#players[Symbol.asyncDispose]();
  }

  /** Somebody uses the player every few seconds. */
  async #live(name: string, index: number, ms: number): Promise<void> {
    const until = performance.now() + ms;
    const wanted = kinds.active[modelOf(name)];
    for (let turn = index; ; turn++) {
      await sleep(4000 + Math.random() * 6000);
      if (performance.now() > until) return;
      const kind = wanted[turn % wanted.length];
      if (kind !== undefined) await this.#notice(name, kind, "active");
    }
  }

  /** Somebody uses the player once after a long time, and leaves it as it was. */
  async #wake(name: string, turn: number): Promise<void> {
    await sleep(Math.random() * 30_000);
    const wanted = kinds["at rest"][modelOf(name)];
    const kind = wanted[turn % wanted.length];
    if (kind === undefined) return;
    await this.#notice(name, kind, "at rest");
    if (kind.change === "music" || kind.change === "film")
      await this.#players.change([name], `${kind.change}-stop`);
  }

  async #notice(name: string, kind: Kind, life: Life): Promise<void> {
    const before = this.#payload(name, kind.leaf);
    const [made] = await this.#players.change([name], kind.change);
    // A pause of what is paused already changes nothing.
    if (made === undefined || made.value === before) return;
    const ms = (await this.#arrivalOf(made, kind)) - made.atMs;
    this.#found.push({ ...kind, model: modelOf(name), life, ms });
    if (ms === Number.POSITIVE_INFINITY) progress(`${this.#base}/${name}: ${kind.change} was missed`);
  }

  async #arrivalOf({ player, value, atMs }: MadeChange, { leaf }: Kind): Promise<number> {
    const isThere = (): boolean => this.#payload(player, leaf) === value;
    try {
      await this.#until(isThere, missedAfterMs);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
    return Math.max(
      atMs,
      this.#seen.get(`${this.#base}/${player}/${leaf}`)?.atMs ?? Number.POSITIVE_INFINITY,
    );
  }

  #payload(player: string, leaf: string): string | undefined {
    return this.#seen.get(`${this.#base}/${player}/${leaf}`)?.payload;
  }

  async #until(holds: () => boolean, limitMs = 120_000): Promise<void> {
    const until = performance.now() + limitMs;
    while (!holds()) {
      if (performance.now() > until) throw new Error(`${this.#base}: what is waited for does not come`);
      await sleep(100);
    }
  }

  async #load(life: Life, during: () => Promise<unknown>): Promise<Load[]> {
    const [before, since] = [await this.#players.count(), performance.now()];
    await during();
    const [after, seconds] = [await this.#players.count(), (performance.now() - since) / 1000];
    return this.#inside.map((model) => {
      const names = Object.keys(after).filter((name) => modelOf(name) === model);
      const grown = (field: keyof PlayerCounts): number =>
        sum(names.map((name) => (after[name]?.[field] ?? 0) - (before[name]?.[field] ?? 0))) / names.length;
      return {
        model,
        life,
        players: names.length,
        perSecond: grown("requests") / seconds,
        megabytesPerHour: ((grown("bytes") / seconds) * 3600) / 1e6,
        atOnce: Math.max(...names.map((name) => after[name]?.atOnce ?? 0)),
      };
    });
  }
}

function modelOf(name: string): Model {
  const model = models.find((one) => name.startsWith(one));
  if (model === undefined) throw new Error(`${name} has no model`);
  return model;
}

/** The clock of the system, which all processes share, in fractions of a millisecond. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function pick(found: readonly Noticed[], model: Model, life: Life, isTold: boolean): number[] {
  return found
    .filter((one) => one.model === model && one.life === life && one.isTold === isTold)
    .map(({ ms }) => ms / 1000);
}

function noticedTable(results: readonly Result[]): Report["tables"][number] {
  const rows = lives.flatMap((life) =>
    models.flatMap((model) =>
      (model === "bluos" && life === "at rest" ? [] : [true, false]).map((isTold) => [
        `${model}, ${life}${isTold ? "" : ", one more read"}`,
        ...results.map(({ found }) => {
          const seconds = pick(found, model, life, isTold);
          if (seconds.length === 0) return "–";
          return `${short(median(seconds))}, ${short(percentile(seconds, 99))} (${seconds.length})`;
        }),
      ]),
    ),
  );
  return {
    title: "Seconds from the change to its topic: p50, p99 (changes)",
    columns: ["", ...results.map(({ size }) => `${size} players`)],
    rows,
  };
}

type Report = Awaited<ReturnType<Benchmark["run"]>>;

/** Judged from the changes in all houses: the median of a few says little. */
function noticedGoals(found: readonly Noticed[]): GoalCheck[] {
  return goals.map(([model, life, isTold, p50, p99]): GoalCheck => {
    const seconds = pick(found, model, life, isTold);
    const [half, most] = [median(seconds), percentile(seconds, 99)];
    return {
      goal: 1,
      what: `${model}, ${life}${isTold ? "" : ", one more read"}, ${seconds.length} changes`,
      wanted: `p50 ≤ ${p50} s, p99 ≤ ${p99} s`,
      reached: `${short(half)} s, ${short(most)} s`,
      holds: half <= p50 && most <= p99,
    };
  });
}

/** Of all players, on average: a few seconds of a single one are a request more or less. */
function loadGoals(results: readonly Result[]): GoalCheck[] {
  return mostRequestsPerSecond.map(([model, life, limit]): GoalCheck => {
    const loads = results.flatMap((one) =>
      one.loads.filter((load) => load.model === model && load.life === life),
    );
    const players = sum(loads.map((load) => load.players));
    const average = (field: "perSecond" | "megabytesPerHour"): number =>
      sum(loads.map((load) => load[field] * load.players)) / players;
    const [perSecond, megabytes] = [average("perSecond"), average("megabytesPerHour")];
    const atOnce = Math.max(...loads.map((load) => load.atOnce));
    return {
      goal: 1,
      what: `${model}, ${life}: requests`,
      wanted: `≤ ${limit}/s, ≤ ${mostMegabytesPerHour} MB/h, one at a time`,
      reached: `${short(perSecond)}/s, ${short(megabytes)} MB/h, ${atOnce} at once`,
      // Judged to the digits that are shown.
      holds: Number(short(perSecond)) <= limit && megabytes <= mostMegabytesPerHour && atOnce <= 1,
    };
  });
}

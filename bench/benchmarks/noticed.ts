import { setTimeout as sleep } from "node:timers/promises";
import { newSession } from "../../src/core/session/new-session.ts";
import { table, wiim } from "../../src/families/wiim/family.ts";
import { likelihoods } from "../../src/families/zidoo/rules.ts";
import { freePort } from "../../test/support/free-port.ts";
import { type Best, bestAt, bestNoticed } from "../../test/support/noticing-bound.ts";
import { type Benchmark, type GoalCheck, type Pace, progress, short } from "../support/bench.ts";
import { startBroker } from "../support/broker.ts";
import { GoPlayers, type MadeChange, type Model, type PlayerCounts } from "../support/go-players.ts";
import type { ZidooModel } from "../support/job.ts";
import { Observer } from "../support/observer.ts";
import { type Program, startProgram, type Workshop } from "../support/programs.ts";
import { median, percentile } from "../support/statistics.ts";
import { builtProgram } from "../support/subjects.ts";

/*
 * From a change that somebody makes at the player to the message at a subscriber, with default settings. The players
 * are those of bench/players. Bridges with different numbers of players run side by side.
 */

const models: readonly Model[] = ["audio", "video", "old", "both", "wiim", "bluos"];
/** What lives together in a house. Players that tell their changes have houses of their own, since there is no rest to wait for. */
const polled: readonly Model[] = ["audio", "video", "old", "both", "wiim"];
const telling: readonly Model[] = ["bluos"];
const lives = ["active", "at rest"] as const;
type Life = (typeof lives)[number];

/** A change at the player, the topic that shows it, and the best that the requests allow. */
interface Kind {
  readonly change: string;
  readonly leaf: string;
  /** What such changes are called in the table, after the model; they have a row of their own. */
  readonly row: string;
  readonly best: Best;
  /** How much later the player makes the change. */
  readonly afterMs?: number;
}

type Situation = keyof typeof likelihoods;
type AnswerName = "music" | "video" | "audio" | "queue" | "playlist";

const queueMs = 120_000;
/** One more read needs a pause and an answer. */
const oneMoreMs = 150;

/** What the answers of each model reveal, from the players' API. */
const reveals: Readonly<Record<ZidooModel, (situation: Situation) => Partial<Record<AnswerName, number>>>> = {
  audio: () => ({ music: 1 }),
  old: (situation) => {
    const { music, volume, inputs } = likelihoods[situation];
    return { music: music + volume, audio: inputs };
  },
  video: (situation) => {
    const { film, music, inputs, playlist } = likelihoods[situation];
    return { video: film, music, audio: inputs, playlist };
  },
  both: (situation) => {
    const { film, music, volume, inputs, playlist } = likelihoods[situation];
    return { video: film, music: music + volume, audio: inputs, playlist };
  },
};

/** A change is told at once, unless another one was told within the last second. */
const toldByPlayer = { row: "", best: { p50: 0, p99: 1000 } } as const;

function bestOf(model: ZidooModel, situation: Situation, answer: AnswerName): Best {
  if (answer === "queue") return bestAt(queueMs);
  const perSecond = situation.startsWith("rest") ? (model === "audio" ? 0.25 : 0.5) : 1;
  const every = model === "audio" ? [] : [queueMs];
  const best = bestNoticed(reveals[model](situation), perSecond, every)[answer];
  if (best === undefined) throw new Error(`${model} has no answer for ${answer}`);
  return best;
}

/** Makes kinds of changes that one answer reveals in one situation. */
function kindsOf(model: ZidooModel, situation: Situation, answer: AnswerName, row = "", moreMs = 0) {
  const { p50, p99 } = bestOf(model, situation, answer);
  const best = { p50: p50 + moreMs, p99: p99 + moreMs };
  return (change: string, leaf: string, afterMs = 0): Kind => ({ change, leaf, row, best, afterMs });
}

const oneMore = ", one more read";

/** What people do at a model whose music state reveals `told`. */
function musicKinds(told: ReturnType<typeof kindsOf>): Kind[] {
  return [
    told("volume", "volume/level"),
    told("track", "music/title"),
    told("mute", "mute"),
    told("music-pause", "music/state"),
    told("music-resume", "music/state"),
  ];
}

const beginnings = (told: ReturnType<typeof kindsOf>): Kind[] => [
  told("volume", "volume/level"),
  told("music", "music/state"),
];
const routing = (made: ReturnType<typeof kindsOf>): Kind[] => [
  made("input", "audio/input"),
  made("output", "audio/output"),
];
const queueTopic = ["queue", "music/queue/total"] as const;

/** Of a WiiM, what describes the track is read after its state, and the output is read at times of its own. */
function wiimKinds(isActive: boolean, madeOf: (told: ReturnType<typeof kindsOf>) => Kind[]): Kind[] {
  const { audio = 0, music = 0 } = wiim.rules.pace(newSession(0), isActive).every;
  const { p50, p99 } = bestAt(music);
  const told = madeOf((change, leaf) => {
    const [row, moreMs] = leaf.startsWith("music/") ? [oneMore, table.gapMs ?? 0] : ["", 0];
    return { change, leaf, row, best: { p50: p50 + moreMs, p99: p99 + moreMs } };
  });
  return [...told, { change: "output", leaf: "audio/output", row: ", outputs", best: bestAt(audio) }];
}

function kindsOfActive(model: Model): readonly Kind[] {
  switch (model) {
    case "audio": {
      const later = kindsOf(model, "musicPlays", "music", oneMore, oneMoreMs);
      return [...musicKinds(kindsOf(model, "musicPlays", "music")), ...routing(later), later(...queueTopic)];
    }
    case "bluos":
      return musicKinds((change, leaf) => ({ change, leaf, ...toldByPlayer }));
    case "wiim":
      return wiimKinds(true, musicKinds);
    case "old":
      return [
        ...musicKinds(kindsOf(model, "musicPlays", "music")),
        ...routing(kindsOf(model, "musicPlays", "audio", ", inputs")),
      ];
    case "video": {
      const told = kindsOf(model, "filmPlays", "video");
      return [
        told("film-pause", "video/state"),
        kindsOf(model, "filmPaused", "video")("film-resume", "video/state"),
        told("subtitle", "video/subtitle"),
        told("film", "video/title"),
        ...routing(kindsOf(model, "filmPlays", "audio", ", inputs")),
      ];
    }
    case "both": {
      const music = kindsOf(model, "musicPlays", "music", ", music plays");
      const film = kindsOf(model, "filmPlays", "video", ", film plays");
      const follows = kindsOf(model, "musicPlayed", "music", ", music follows the film");
      // In this order: each of them is made in its situation.
      return [
        music("track", "music/title"),
        music("volume", "volume/level"),
        kindsOf(model, "musicPlays", "audio", ", music plays, inputs")("input", "audio/input"),
        music("music-pause", "music/state"),
        kindsOf(model, "musicPlayed", "music", ", music paused")("music-resume", "music/state"),
        follows("film-takes-over", "music/state", 1500),
        film("film-pause", "video/state"),
        kindsOf(model, "filmPaused", "video", ", film paused")("film-resume", "video/state"),
        film("subtitle", "video/subtitle"),
        kindsOf(model, "filmPlays", "music", ", film plays, volume")("volume", "volume/level"),
        kindsOf(model, "filmPlays", "audio", ", film plays, inputs")("input", "audio/input"),
        follows("film-gives-back", "music/state", 2000),
      ];
    }
  }
}

/** Each player changes once at rest: what the revealing answer tells comes more often, so that there are enough of both. */
function kindsOfRest(model: Model): readonly Kind[] {
  const after = model === "video" ? "restingAfterFilm" : "restingAfterMusic";
  switch (model) {
    case "bluos":
      return [];
    case "wiim":
      return wiimKinds(false, beginnings);
    case "audio": {
      const told = beginnings(kindsOf(model, after, "music"));
      const later = kindsOf(model, after, "music", oneMore, oneMoreMs);
      return [...told, ...routing(later), ...told, later(...queueTopic)];
    }
    case "old": {
      const told = beginnings(kindsOf(model, after, "music"));
      return [
        ...told,
        ...routing(kindsOf(model, after, "audio", ", inputs")),
        ...told,
        kindsOf(model, after, "queue", ", queue without a mark")(...queueTopic),
      ];
    }
    case "video": {
      const told = kindsOf(model, after, "video")("film", "video/title");
      return routing(kindsOf(model, after, "audio", ", inputs")).flatMap((kind) => [told, kind]);
    }
    case "both": {
      const told = beginnings(kindsOf(model, after, "music"));
      const begins = kindsOf(model, after, "video", ", film begins")("film", "video/title");
      return routing(kindsOf(model, after, "audio", ", inputs")).flatMap((kind) => [...told, begins, kind]);
    }
  }
}

const kinds = {
  active: Object.fromEntries(models.map((model) => [model, kindsOfActive(model)])),
  "at rest": Object.fromEntries(models.map((model) => [model, kindsOfRest(model)])),
} as Readonly<Record<Life, Readonly<Record<Model, readonly Kind[]>>>>;

/** The most of the best; fewer changes have no 99th percentile worth its name. */
const judged = { percent: 99, limit: 1.2, fewest: 30 };
const mostRequestsPerSecond: readonly (readonly [Model, Life, number])[] = [
  ["audio", "active", 1],
  ["video", "active", 1],
  ["both", "active", 1],
  ["wiim", "active", 0.6],
  ["audio", "at rest", 0.25],
  ["video", "at rest", 0.5],
  ["both", "at rest", 0.5],
  ["wiim", "at rest", 0.5],
];
const mostMegabytesPerHour = 15;

/** Nothing has happened for longer than a bridge calls a player active. */
const restAfterMs = 125_000;
/** A change that is not noticed by then was missed. */
const missedAfterMs = 130_000;

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
export class House implements AsyncDisposable {
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
    inside: readonly Model[] = models,
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
        players: Object.entries(players.addresses).map(([id, address]) => ({ id, url: address })),
      }),
    );
    const bridge = startProgram(process.execPath, [builtProgram(), "run"], { env: { CONFIG_FILE: file } });
    return new House(base, inside, { players, bridge, observer, seen });
  }

  async measure({ isQuick }: Pace): Promise<Omit<Result, "size">> {
    const names = Object.keys(this.#players.addresses);
    const loads = [...(await this.use(isQuick ? 80_000 : 160_000))];
    // Nothing rests at players that tell their changes.
    if (this.#inside === telling) return { found: this.#found, loads };
    // What played last decides what is asked first.
    const both = names.filter((name) => modelOf(name) === "both");
    for (const change of ["film-stop", "music"]) await this.#players.change(both, change);
    await sleep(5000);
    for (const name of names)
      await this.#players.change([name], modelOf(name) === "video" ? "film-stop" : "music-stop");
    progress(`${this.#base}: at rest`);
    await sleep(restAfterMs);
    loads.push(...(await this.#load("at rest", () => sleep(40_000))));
    await Promise.all(names.map((name, index) => this.#wake(name, index)));
    return { found: this.#found, loads };
  }

  /** Somebody uses each player for some time. */
  async use(ms: number): Promise<readonly Load[]> {
    const names = Object.keys(this.#players.addresses);
    await this.#until(() => names.every((name) => this.#payload(name, "availability") === "online"));
    // Until the topics and announcements of all players are published, changes wait behind them.
    await sleep(15_000 + names.length * 60);
    progress(`${this.#base}: active`);
    for (const name of names)
      await this.#players.change([name], modelOf(name) === "video" ? "film" : "music");
    await sleep(10_000);
    return this.#load("active", () => Promise.all(names.map((name, index) => this.#live(name, index, ms))));
  }

  get found(): readonly Noticed[] {
    return this.#found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#observer[Symbol.asyncDispose]();
    await this.#bridge[Symbol.asyncDispose]();
    await this.#players[Symbol.asyncDispose]();
  }

  /** Somebody uses the player every ten to twenty seconds: what a change causes to be read has been read by then. */
  async #live(name: string, index: number, ms: number): Promise<void> {
    const until = performance.now() + ms;
    const wanted = kinds.active[modelOf(name)];
    // What is done to a film comes after its beginning.
    const first = modelOf(name) === "both" ? (index % 2) * 5 : index;
    for (let turn = first; ; turn++) {
      await sleep(10_000 + Math.random() * 10_000);
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
    const ms = (await this.#arrivalOf(made, kind)) - made.atMs - (kind.afterMs ?? 0);
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

function pick(found: readonly Noticed[], model: Model, life: Life, row: string): number[] {
  return found
    .filter((one) => one.model === model && one.life === life && one.row === row)
    .map(({ ms }) => ms / 1000);
}

/** The rows of a model, each with the best of all that it shows. */
function rowsOf(model: Model, life: Life): { readonly row: string; readonly best: Best }[] {
  const all = kinds[life][model];
  return [...new Set(all.map(({ row }) => row))].map((row) => {
    const bests = all.filter((kind) => kind.row === row).map(({ best }) => best);
    return {
      row,
      best: { p50: Math.max(...bests.map(({ p50 }) => p50)), p99: Math.max(...bests.map(({ p99 }) => p99)) },
    };
  });
}

function noticedTable(results: readonly Result[]): Report["tables"][number] {
  const rows = lives.flatMap((life) =>
    models.flatMap((model) =>
      rowsOf(model, life).map(({ row, best }) => [
        `${model}, ${life}${row}`,
        `${short(best.p50 / 1000)}, ${short(best.p99 / 1000)}`,
        ...results.map(({ found }) => {
          const seconds = pick(found, model, life, row);
          if (seconds.length === 0) return "–";
          return `${short(median(seconds))}, ${short(percentile(seconds, 99))} (${seconds.length})`;
        }),
      ]),
    ),
  );
  return {
    title: "Seconds from the change to its topic: p50, p99 (changes). Best: what the requests allow at all",
    columns: ["", "best", ...results.map(({ size }) => (size === 1 ? "1 player" : `${size} players`))],
    rows,
  };
}

type Report = Awaited<ReturnType<Benchmark["run"]>>;

/** Of each model the kind of change that is furthest from the best, judged from the changes in all houses. */
function noticedGoals(found: readonly Noticed[]): GoalCheck[] {
  return lives.flatMap((life) =>
    models.flatMap((model) => {
      const all = ofBest(found, model, life, judged);
      const [furthest] = all.toSorted((a, b) => b.ratio - a.ratio);
      return furthest === undefined
        ? []
        : [{ ...furthest, what: `${furthest.what}, the worst of ${all.length} kinds` }];
    }),
  );
}

/** A percentile of each row, compared with the best 99th percentile. */
export function ofBest(
  found: readonly Noticed[],
  model: Model,
  life: Life,
  { percent, limit, fewest }: { readonly percent: number; readonly limit: number; readonly fewest: number },
): (GoalCheck & { readonly ratio: number })[] {
  return rowsOf(model, life).flatMap(({ row, best }) => {
    const seconds = pick(found, model, life, row);
    if (seconds.length < fewest) return [];
    const most = percentile(seconds, percent);
    return [
      {
        goal: 1,
        what: `${model}, ${life}${row}, ${seconds.length} changes`,
        wanted: `p${percent} ≤ ${limit} × best, ${short((limit * best.p99) / 1000)} s`,
        reached: `${short(most)} s`,
        holds: most * 1000 <= limit * best.p99,
        ratio: (most * 1000) / best.p99,
      },
    ];
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

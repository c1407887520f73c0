import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PlayerState } from "../../../src/core/resources/player.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { likelihoods } from "../../../src/families/zidoo/rules.ts";
import { type Best, bestAt, bestNoticed } from "../../support/noticing-bound.ts";
import { House, minute, oldModel, videoModel, music as silentMusic } from "../paced-house.ts";
import { policy } from "../samples.ts";
import { audio, film, music as playingMusic, queue, videoVolume } from "../sample-player.ts";

/*
 * Every kind of player, in every situation: each change is noticed nearly as soon as the budget allows at all. What answers
 * reveal stands here once more, from the players' API, and shares nothing with the rules of the family.
 */

type Likely = (typeof likelihoods)[keyof typeof likelihoods];
type Situation = keyof typeof likelihoods;
type AnswerName = "video" | "music" | "audio" | "videoVolume" | "queue" | "playlist";

/** The answer that has each change in it. */
const toldBy = (change: ChangeName, { videoVolume: level }: PlayerState): AnswerName => {
  if (change === "input" || change === "output") return "audio";
  if (change === "queue") return "queue";
  if (change === "volume" && level !== undefined) return "videoVolume";
  return isOfFilm(change) ? "video" : "music";
};

/** A kind of player: what it answers, and which of its answers alone reveals which changes. */
interface Kind {
  readonly player: PlayerState;
  readonly reveals: (likely: Likely) => Partial<Record<AnswerName, number>>;
  /** The answer that shows each change. */
  readonly shownBy: Readonly<Partial<Record<ChangeName, AnswerName>>>;
}

const { video: _film, playlist: _list, ...withoutFilms } = videoModel().player;
const plain = {
  ...silentMusic,
  queueStamp: undefined,
  routingMark: undefined,
  volume: undefined,
  isMuted: undefined,
};
const { volume } = playingMusic;
const all = { ...videoModel().player, videoVolume };

const music = { playback: "music", track: "music", seek: "music" } as const;
const films = {
  "film begins": "video",
  "film ends": "video",
  "film pauses": "video",
  "film resumes": "video",
  "film, seek": "video",
  subtitle: "video",
  "audio track": "video",
} as const;
const routing = { input: "audio", output: "audio" } as const;

const kinds: Readonly<Record<string, Kind>> = {
  audio: {
    player: {
      ...withoutFilms,
      music: { ...plain, volume, isMuted: false, queueStamp: "1", routingMark: "XMOS/RCA" },
    },
    reveals: ({ music: played }) => ({ music: played }),
    shownBy: { ...music, volume: "music", mute: "music", input: "music", output: "music", queue: "music" },
  },
  old: {
    player: { ...oldModel().player, music: { ...plain, volume, isMuted: false } },
    reveals: (likely) => ({ music: likely.music + likely.volume, audio: likely.inputs, queue: 0 }),
    shownBy: { ...music, volume: "music", mute: "music", ...routing, queue: "queue" },
  },
  "film and music": {
    player: {
      ...all,
      videoVolume: undefined as never,
      music: { ...plain, volume, isMuted: false, queueStamp: "1" },
    },
    reveals: (likely) => ({
      video: likely.film,
      music: likely.music + likely.volume + likely.queue,
      audio: likely.inputs,
      playlist: likely.playlist,
    }),
    shownBy: { ...music, ...films, volume: "music", mute: "music", ...routing, queue: "music" },
  },
  "film and music, volume by `changeVolume`": {
    player: { ...all, music: plain },
    reveals: (likely) => ({
      video: likely.film,
      music: likely.music,
      audio: likely.inputs,
      videoVolume: likely.volume,
      playlist: likely.playlist,
      queue: 0,
    }),
    shownBy: { ...music, ...films, volume: "videoVolume", ...routing, queue: "queue" },
  },
  video: {
    player: { ...all, music: undefined as never, queue: undefined as never },
    reveals: (likely) => ({
      video: likely.film,
      audio: likely.inputs,
      videoVolume: likely.volume,
      playlist: likely.playlist,
    }),
    shownBy: { ...films, volume: "videoVolume", ...routing },
  },
};

const queueMs = 120_000;

function musicOf(player: PlayerState, change: Partial<MusicState>): PlayerState {
  return player.music === undefined ? player : { ...player, music: { ...player.music, ...change } };
}

function filmOf(player: PlayerState, change: Partial<VideoStatus>): PlayerState {
  return { ...player, video: { ...film, ...(player.video?.state !== "idle" && player.video), ...change } };
}

/** Changes made at the player; each is another one than before. */
const changes = {
  playback: (player) =>
    musicOf(player, { playing: player.music?.playing === "playing" ? "paused" : "playing" }),
  track: (player) =>
    musicOf(player, {
      track: { ...playingMusic.track, key: "next", title: "Next" },
      playing: player.music?.playing ?? "idle",
    }),
  seek: (player) => musicOf(player, { positionSeconds: 150 }),
  volume: (player) =>
    player.music?.volume === undefined
      ? { ...player, videoVolume: { ...videoVolume, level: 9 } }
      : musicOf(player, { volume: { ...player.music.volume, level: 41 } }),
  mute: (player) => musicOf(player, { isMuted: true }),
  input: (player) => ({
    ...player,
    audio: audio("EARC"),
    ...(player.music?.routingMark && { music: { ...player.music, routingMark: "EARC/RCA" } }),
  }),
  output: (player) => ({
    ...player,
    audio: audio("XMOS", "RCA"),
    ...(player.music?.routingMark && { music: { ...player.music, routingMark: "XMOS/RCA2" } }),
  }),
  queue: (player) => ({
    ...player,
    queue: { ...queue, total: 3 },
    ...(player.music?.queueStamp && { music: { ...player.music, queueStamp: "2" } }),
  }),
  "film begins": (player) => filmOf(player, { key: "another", title: "Another" }),
  "film ends": (player) => ({ ...player, video: idleVideo }),
  "film pauses": (player) => filmOf(player, { state: "paused" }),
  "film resumes": (player) => filmOf(player, { state: "playing" }),
  "film, seek": (player) => filmOf(player, { positionSeconds: 3000 }),
  subtitle: (player) => filmOf(player, { subtitleIndex: 1 }),
  "audio track": (player) => filmOf(player, { audioTrackIndex: 1 }),
} satisfies Record<string, (player: PlayerState) => PlayerState>;
type ChangeName = keyof typeof changes;

const isOfFilm = (change: ChangeName): boolean => change in films;

/** How a player gets into each situation, and the changes of a film that are possible there. */
const situations: Readonly<
  Record<
    Situation,
    { readonly title: string; readonly films: readonly ChangeName[]; readonly enter: (house: House) => House }
  >
> = {
  filmPlays: {
    title: "film plays",
    films: ["film ends", "film pauses", "film, seek", "subtitle", "audio track"],
    enter: (house) => playing(house, { ...house.player, video: film }).pass(minute),
  },
  filmPaused: {
    title: "film paused",
    films: ["film ends", "film resumes", "film, seek", "subtitle", "audio track"],
    enter: (house) => doing(playing(house, { ...house.player, video: film }), "film pauses").pass(minute / 6),
  },
  musicPlays: {
    title: "music plays",
    films: ["film begins"],
    enter: (house) => playing(house, musicOf(house.player, { playing: "playing" })).pass(minute + 500),
  },
  musicPlayed: {
    title: "music paused",
    films: ["film begins"],
    enter: (house) =>
      doing(playing(house, musicOf(house.player, { playing: "playing" })), "playback").pass(minute / 6),
  },
  filmPlayed: {
    title: "film over",
    films: ["film begins"],
    enter: (house) => doing(playing(house, { ...house.player, video: film }), "film ends").pass(minute / 6),
  },
  resting: { title: "at rest", films: ["film begins"], enter: (house) => house.pass(5 * minute) },
  restingAfterMusic: {
    title: "at rest after music",
    films: ["film begins"],
    enter: (house) => situations.musicPlayed.enter(house).pass(5 * minute),
  },
  restingAfterFilm: {
    title: "at rest after a film",
    films: ["film begins"],
    enter: (house) => situations.filmPlayed.enter(house).pass(5 * minute),
  },
};

function playing(house: House, player: PlayerState): House {
  house.player = player;
  return house.pass(minute);
}

function doing(house: House, change: ChangeName): House {
  house.player = changes[change](house.player);
  return house.pass(5000);
}

interface Row {
  readonly changes: string;
  readonly best: Best;
  readonly reached: Best;
}

const samples = 60;
/** Between two requests; the least that one more read takes. */
const { gapMs } = policy;
/** The pause before a second answer confirms that a film has ended, and the two answers. */
const confirmationMs = 250 + 2 * 20;

/** When changes are known that are made at any moment of this time. */
function reach(entered: House, made: readonly ChangeName[], spanMs: number): Best {
  const house = entered.fork().pass(3000);
  const waits = Array.from({ length: samples }, (_, index) => {
    // The golden ratio spreads the moments evenly, and no interval divides them.
    house.pass((spanMs / samples) * ((index * 0.618034) % 1));
    const changed = house.fork();
    house.pass((spanMs / samples) * (1 - ((index * 0.618034) % 1)));
    const change = made[index % made.length] as ChangeName;
    const told = toldBy(change, entered.player);
    changed.player = changes[change](changed.player);
    return changed.until((known) => known[told] === changed.player[told]);
  }).toSorted((one, other) => one - other);
  return { p50: waits[samples / 2] ?? Number.NaN, p99: waits[samples - 1] ?? Number.NaN };
}

/** Whether another answer than the one that reveals a change has it, or a second one has to confirm it. */
const needsOneMore = (change: ChangeName, { player, shownBy }: Kind): boolean =>
  change === "film ends" || shownBy[change] !== toldBy(change, player);

function rowsOf(kind: Kind, situation: Situation): Row[] {
  const { player, reveals, shownBy } = kind;
  const { films: possible, enter } = situations[situation];
  const named = (Object.keys(shownBy) as ChangeName[]).filter(
    (change) => !isOfFilm(change) || possible.includes(change),
  );
  const likely = reveals(likelihoods[situation]);
  const isShared = Object.values(likely).filter((weight) => weight > 0).length > 1;
  const perSecond = situation.startsWith("rest") ? (isShared ? 0.5 : 0.25) : 1;
  const best = bestNoticed(likely, perSecond, likely.queue === 0 ? [queueMs] : []);
  const entered = enter(new House(player));
  const isTouched = /Pa|Played/.test(situation);
  const groupOf = (change: ChangeName): string => `${shownBy[change]} ${needsOneMore(change, kind)}`;
  return [...new Set(named.map(groupOf))].map((group): Row => {
    const together = named.filter((change) => groupOf(change) === group);
    const [first = "queue"] = together;
    const shown = shownBy[first] ?? "queue";
    const { p50, p99 } = shown === "queue" ? bestAt(queueMs) : (best[shown] ?? bestAt(Number.NaN));
    const moreMs = first === "film ends" ? confirmationMs : needsOneMore(first, kind) ? gapMs : 0;
    return {
      changes: isOfFilm(first) && first !== "film ends" ? filmChanges(together) : together.join(", "),
      best: { p50: p50 + moreMs, p99: p99 + moreMs },
      reached: reach(entered, together, isTouched ? 95_000 : 2 * queueMs),
    };
  });
}

/** A name for what changes about a film, whatever is possible in a situation. */
const filmChanges = ([first]: readonly ChangeName[]): string =>
  first === "film begins" ? "film begins" : "film pauses, resumes, seek, subtitle, audio track";

/** The situations that a kind of player gets into. */
function situationsOf({ shownBy }: Kind): Situation[] {
  return (Object.keys(situations) as Situation[]).filter((situation) => {
    const name = situation.toLowerCase();
    if (name.includes("film")) return shownBy["film begins"] !== undefined;
    return shownBy.playback !== undefined || !name.includes("music");
  });
}

const measured = Object.entries(kinds).flatMap(([name, kind]) =>
  situationsOf(kind).map((situation) => ({ name, situation, rows: rowsOf(kind, situation) })),
);

describe("every change is noticed nearly as soon as the budget allows", () => {
  it.each(measured)("at a player with $name, $situation", ({ rows }) => {
    const late = rows.filter(({ best, reached }) => !(reached.p99 <= 1.2 * best.p99));
    expect(late).toEqual([]);
  });
});

/** What somebody does one after the other, each in its situation. */
const evening: readonly (readonly [ChangeName, Situation])[] = [
  ["track", "musicPlays"],
  ["volume", "musicPlays"],
  ["playback", "musicPlays"],
  ["film begins", "musicPlayed"],
  ["film pauses", "filmPlays"],
  ["film resumes", "filmPaused"],
  ["subtitle", "filmPlays"],
  ["audio track", "filmPlays"],
];

it("whatever the changes before it have caused to be read, if one comes every ten to twenty seconds", () => {
  const kind = kinds["film and music"] as Kind;
  const waits = evening.map((): number[] => []);
  for (let index = 1; index <= samples; index++) {
    const house = situations.musicPlays.enter(new House(kind.player));
    evening.forEach(([change], turn) => {
      house.pass(10_000 + 10_000 * ((index * (turn + 1) * 0.618034) % 1));
      house.player = changes[change](house.player);
      const told = toldBy(change, house.player);
      waits[turn]?.push(house.until((known) => known[told] === house.player[told]));
    });
  }
  const late = evening.flatMap(([change, situation], turn) => {
    const best = bestNoticed(kind.reveals(likelihoods[situation]), 1)[toldBy(change, kind.player)];
    const ratio = Math.max(...(waits[turn] ?? [])) / (best?.p99 ?? Number.NaN);
    return ratio <= 1.2 ? [] : [`${change}: ${ratio.toFixed(2)} times the best`];
  });
  expect(late).toEqual([]);
});

const path = "docs/dev/performance.md";
const [begin, end] = ["<!-- best -->", "<!-- /best -->"];

const shownKinds: readonly (keyof typeof kinds)[] = ["audio", "old", "film and music", "video"];
const shownSituations: readonly Situation[] = [
  "filmPlays",
  "filmPaused",
  "musicPlays",
  "musicPlayed",
  "restingAfterMusic",
  "restingAfterFilm",
];

/** The best, and what is reached, in seconds. */
function table(): string {
  const columns = shownSituations.map((name) => [name, situations[name]] as const);
  const lines = shownKinds.flatMap((kind) => {
    const of = measured.filter(({ name }) => name === kind);
    const labels = [...new Set(of.flatMap(({ rows }) => rows.map(({ changes: label }) => label)))];
    return labels.map((label) => [
      kind,
      label,
      ...columns.map(([column]) => {
        const row = of
          .find(({ situation }) => situation === column)
          ?.rows.find(({ changes: other }) => other === label);
        return row === undefined ? "" : `${spread(row.best)} → ${spread(row.reached)}`;
      }),
    ]);
  });
  const titles = ["player", "change", ...columns.map(([, { title }]) => title)];
  return [titles, titles.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function spread({ p50, p99 }: Best): string {
  return [p50, p99]
    .map((ms) => (ms < 9950 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000))))
    .join(", ");
}

it("the table of the best is up to date", () => {
  const parts = (): string[] => readFileSync(path, "utf8").split(new RegExp(`${begin}|${end}`));
  const [before = "", , after = ""] = parts();
  if (process.env["UPDATE_DOCS"] === "1")
    writeFileSync(path, `${before}${begin}\n${table()}\n${end}${after}`);
  const [, shown = ""] = parts();
  expect(
    withoutReached(shown.trim()),
    `${path} is stale, run: UPDATE_DOCS=1 npx vitest run test/core/session/pace.noticed.test.ts`,
  ).toBe(withoutReached(table()));
});

/** What is reached differs by a tenth with every change of the pace; its bound is tested above. */
function withoutReached(text: string): string {
  return text.replaceAll(/→ [\d., ]+/g, "→ ");
}

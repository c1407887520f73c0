import { describe, expect, it } from "vitest";
import type { Answer, PlayerState, ResourceName } from "../../src/core/resources/player.ts";
import { emptyPlaylist } from "../../src/core/resources/playlist.ts";
import { idleVideo } from "../../src/core/resources/video.ts";
import { DeviceError } from "../../src/core/errors.ts";
import { advance } from "../../src/core/session/advance.ts";
import { intervalsBySituation } from "../../src/families/zidoo/rules.ts";
import { plan } from "../../src/core/session/plan.ts";
import { newSession, type Session, type SessionPolicy } from "../../src/core/session/session.ts";
import { audio, film, music as playingMusic, player, queue, videoVolume } from "./sample-player.ts";
import { policy, refreshOf, make } from "./samples.ts";

const paced: SessionPolicy = { ...policy, pace: { factor: 1, scheduled: new Set() } };
const minute = 60_000;
const music = { ...playingMusic, playing: "idle", queueStamp: "1/0", routingMark: "XMOS-XMOS/RCA" } as const;

/** A player in a test, and the reads that it was asked for. */
class House {
  now = 0;
  session: Session;
  readonly reads: { readonly name: ResourceName; readonly at: number }[] = [];
  readonly #policy: SessionPolicy;
  player: PlayerState;
  /** The resources whose answers are malformed or refused, and how many of them. */
  readonly ill = new Map<ResourceName, { readonly kind: "malformed" | "refused"; times: number }>();

  constructor(player: PlayerState, rules = paced, without: readonly ResourceName[] = []) {
    this.player = player;
    this.session = newSession(0, { make: { ...make, withoutResources: without } });
    this.#policy = rules;
  }

  /** Lets time pass; each answer takes 20 ms. */
  pass(ms: number): this {
    const until = this.now + ms;
    while (this.now < until) {
      const step = plan(this.session, this.now, undefined);
      if (step.kind === "wait") {
        this.now = Math.min(until, this.now + step.ms);
        continue;
      }
      if (step.kind !== "read") throw new Error(`a ${step.kind} is not expected`);
      const { resource } = step;
      this.reads.push({ name: resource, at: this.now });
      this.session = advance(this.session, { kind: "requested", resource }, this.now, this.#policy);
      this.now += 20;
      const answer = this.#answer(resource);
      const event =
        answer instanceof DeviceError
          ? ({ kind: "failed", resource, error: answer } as const)
          : ({ kind: "answered", resource, answer } as const);
      this.session = advance(this.session, event, this.now, this.#policy);
    }
    return this;
  }

  /** The reads of a time, by name. */
  count(ms: number): Partial<Record<ResourceName, number>> {
    const begun = this.reads.length;
    this.pass(ms);
    const counts: Partial<Record<ResourceName, number>> = {};
    for (const { name } of this.reads.slice(begun)) counts[name] = (counts[name] ?? 0) + 1;
    return counts;
  }

  /** Reads per second. */
  rate(ms: number): number {
    const begun = this.reads.length;
    this.pass(ms);
    return ((this.reads.length - begun) / ms) * 1000;
  }

  /** Milliseconds until the session knows something. */
  until(knows: (player: PlayerState) => boolean): number {
    const since = this.now;
    while (!knows(this.session.player)) {
      this.pass(10);
      if (this.now - since > 20 * minute) throw new Error("it is never noticed");
    }
    return this.now - since;
  }

  #answer(resource: ResourceName): Answer | DeviceError {
    const illness = this.ill.get(resource);
    if (illness !== undefined && illness.times > 0) {
      illness.times -= 1;
      return illness.kind === "refused"
        ? { kind: "refused", reason: "body status 805" }
        : new DeviceError("malformed", "no JSON");
    }
    const value = this.player[resource];
    if (value === undefined) return { kind: "unsupported" };
    if (value === this.session.player[resource]) return { kind: "unchanged" };
    return { kind: "reading", reading: { resource, value } as never };
  }
}

const audioModel = (): House => new House({ model: {} as never, audio: audio(), queue, music, power: [] });
const oldModel = (): House =>
  new House({ ...audioModel().player, music: { ...music, queueStamp: undefined, routingMark: undefined } });
const videoModel = (): House =>
  new House({
    ...oldModel().player,
    video: idleVideo,
    playlist: emptyPlaylist,
    subtitles: [],
    audioTracks: [],
  });

describe("the requests of every situation", () => {
  it.each(Object.entries(intervalsBySituation))(
    "%s stay below what a player can take",
    (name, { active, resting }) => {
      const perSecond = (intervals: object): number =>
        Object.values(intervals).reduce((sum: number, ms: number) => sum + 1000 / ms, 0);
      expect(perSecond(active)).toBeLessThanOrEqual(1);
      expect(perSecond(resting)).toBeLessThanOrEqual(name === "video" ? 0.5 : 0.25);
    },
  );
});

/** The same with a volume of its own. */
const videoModelWithVolume = (): House => {
  const { player } = videoModel();
  return new House({
    ...player,
    music: { ...playingMusic, ...player.music, volume: undefined },
    videoVolume,
  });
};

describe("a player at rest", () => {
  it.each([
    ["an audio model", audioModel, 0.25],
    ["an audio model that reveals little", oldModel, 0.25],
    ["a video model", videoModel, 0.5],
    ["a video model with a volume", videoModelWithVolume, 0.5],
  ] as const)("that is %s gets few requests", (_name, open, most) => {
    const house = open().pass(5 * minute);
    const rate = house.rate(60 * minute);
    expect(rate).toBeLessThanOrEqual(most);
    expect(rate).toBeGreaterThan(most * 0.8);
  });

  it("has only its music read if that reveals everything", () => {
    const { music: reads = 0, ...others } = audioModel()
      .pass(5 * minute)
      .count(60 * minute);
    expect(reads).toBeGreaterThan(800);
    // A rare look, in case that the marks do not show everything.
    expect(others).toEqual({ audio: 6, queue: 6 });
  });

  it.each([10_000, 5 * minute])("shows another queue soon, %i ms after the start", (ms) => {
    const house = audioModel().pass(ms);
    const longer = { ...queue, total: queue.total + 1 };
    house.player = { ...house.player, queue: longer, music: { ...music, queueStamp: "2/0" } };
    expect(house.until((known) => known.queue === longer)).toBeLessThanOrEqual(4500);
  });

  it("shows a film that begins within three seconds", () => {
    const house = videoModel().pass(5 * minute);
    house.player = { ...house.player, video: film };
    expect(house.until(({ video }) => video === film)).toBeLessThanOrEqual(3000);
  });

  it("is not taken for one in use when it is read for the first time", () => {
    const house = videoModel().pass(5000);
    expect(house.rate(minute)).toBeLessThanOrEqual(0.5);
    house.player = { ...house.player, video: film };
    house.until(({ video }) => video === film);
    house.player = { ...house.player, video: idleVideo };
    house.until(({ video }) => video === idleVideo);
    expect(house.rate(minute)).toBeGreaterThan(0.8);
  });

  it("is polled less at a gentle pace, and more at an eager one", () => {
    const rate = (factor: number): number =>
      new House(audioModel().player, { ...paced, pace: { ...paced.pace, factor } })
        .pass(5 * minute)
        .rate(60 * minute);
    expect(rate(3)).toBeLessThan(0.1);
    expect(rate(0.5)).toBeGreaterThan(0.4);
  });

  it("that is being watched is active", () => {
    const house = audioModel().pass(5 * minute);
    house.session = advance(house.session, { kind: "watched" }, house.now, paced);
    expect(house.rate(minute)).toBeGreaterThan(0.8);
    expect(house.pass(5 * minute).rate(minute)).toBeLessThanOrEqual(0.25);
  });
});

describe("an active player", () => {
  it.each([
    ["an audio model", audioModel, { music: { ...music, playing: "playing" } }],
    ["an audio model that reveals little", oldModel, { music: { ...playingMusic, routingMark: undefined } }],
    ["a video model with a film", videoModel, { video: film }],
    ["a video model with a volume and a film", videoModelWithVolume, { video: film }],
    [
      "a video model with a volume and music",
      videoModelWithVolume,
      { music: { ...playingMusic, volume: undefined, routingMark: undefined } },
    ],
    ["a video model with music", videoModel, { music: { ...playingMusic, routingMark: undefined } }],
  ] as const)("that is %s gets at most one request a second", (_name, open, playing) => {
    const house = open();
    house.player = { ...house.player, ...playing };
    house.pass(minute);
    const rate = house.rate(10 * minute);
    expect(rate).toBeLessThanOrEqual(1);
    expect(rate).toBeGreaterThan(0.8);
  });

  it("has its inputs read at once when its music shows another mark", () => {
    const house = audioModel().pass(5 * minute);
    const routing = audio("EARC");
    house.player = { ...house.player, audio: routing, music: { ...music, routingMark: "EARC-EARC/RCA" } };
    house.until((player) => player.music === house.player.music);
    expect(house.until((player) => player.audio === routing)).toBeLessThanOrEqual(policy.gapMs + 30);
    // Once is enough.
    expect(house.count(minute).audio ?? 0).toBe(0);
  });

  it("has its inputs read every few seconds without a mark", () => {
    const house = oldModel().pass(minute);
    house.session = advance(house.session, { kind: "watched" }, house.now, paced);
    house.pass(1000);
    const routing = audio("EARC");
    house.player = { ...house.player, audio: routing };
    expect(house.until((player) => player.audio === routing)).toBeLessThanOrEqual(5200);
  });
});

describe("a resource with a schedule of its own", () => {
  it("is left to its schedule", () => {
    const rules = { ...paced, pace: { factor: 1, scheduled: new Set(["music"] as const) } };
    const house = new House(audioModel().player, rules).pass(minute);
    expect(house.count(10 * minute).music).toBeUndefined();
  });
});

describe("a read that brought no value", () => {
  /** A video model that shows a film, and when each of its lists was read since. */
  function watching(): { house: House; readsOf: (name: ResourceName) => number[] } {
    const house = videoModel().pass(5 * minute);
    const since = house.reads.length;
    const { subtitles, audioTracks } = player;
    house.player = { ...house.player, video: film, subtitles, audioTracks };
    const readsOf = (name: ResourceName): number[] =>
      house.reads.slice(since).flatMap((read) => (read.name === name ? read.at : []));
    return { house, readsOf };
  }
  const gaps = (times: readonly number[]): number[] =>
    times.slice(1).map((at, index) => Math.round((at - (times[index] ?? at)) / 1000));

  it.each(["malformed", "refused"] as const)("is repeated after a minute if it was %s", (kind) => {
    const { house, readsOf } = watching();
    house.ill.set("subtitles", { kind, times: 1 });
    expect(house.until(({ subtitles }) => subtitles === player.subtitles)).toBeLessThan(65_000);
    house.pass(60 * minute);
    expect(gaps(readsOf("subtitles"))).toEqual([60]);
    expect(readsOf("audioTracks")).toHaveLength(1);
  });

  it("is repeated although its interval is longer", () => {
    const house = audioModel();
    house.ill.set("videoVolume", { kind: "malformed", times: 1 });
    house.pass(65_000);
    expect(house.session.resources.videoVolume.support).toBe("unsupported");
  });

  it("is repeated less and less often if it never brings one, and each time anew after it did", () => {
    const { house, readsOf } = watching();
    house.ill.set("subtitles", { kind: "refused", times: 7 });
    house.pass(60 * minute);
    expect(gaps(readsOf("subtitles"))).toEqual([60, 120, 240, 480, 600, 600, 600]);
    house.ill.set("subtitles", { kind: "refused", times: 1 });
    house.player = { ...house.player, video: { ...film, key: "another" } };
    house.pass(60 * minute);
    expect(gaps(readsOf("subtitles").slice(-2))).toEqual([60]);
  });

  it("is repeated after a minute as well if it failed several times within that", () => {
    const house = audioModel().pass(minute);
    house.ill.set("power", { kind: "malformed", times: 3 });
    const refresh = { kind: "refresh", command: refreshOf() } as const;
    for (let times = 0; times < 3; times += 1) {
      house.session = advance(house.session, refresh, house.now, paced);
      house.pass(5000);
    }
    expect(house.session.resources.power.hasFailed).toBe(true);
    house.pass(minute);
    expect(house.session.resources.power.hasFailed).toBe(false);
  });

  it("is not repeated without the film that it belongs to", () => {
    const { house, readsOf } = watching();
    house.ill.set("subtitles", { kind: "refused", times: 99 });
    house.pass(minute / 2);
    house.player = { ...house.player, video: idleVideo };
    house.pass(60 * minute);
    expect(readsOf("subtitles")).toHaveLength(1);
    house.session = { ...house.session, availability: "offline" };
    house.pass(60 * minute);
    expect(readsOf("subtitles")).toHaveLength(2);
  });

  it("is left to its schedule", () => {
    const rules = { ...paced, pace: { factor: 1, scheduled: new Set(["queue"] as const) } };
    const house = new House(audioModel().player, rules);
    house.ill.set("queue", { kind: "malformed", times: 1 });
    house.pass(60 * minute);
    expect(house.session.player.queue).toBeUndefined();
  });
});

describe("a resource that the model lacks", () => {
  it("is not asked for again", () => {
    expect(
      audioModel()
        .pass(minute)
        .count(60 * minute).video,
    ).toBeUndefined();
  });

  it.each([audioModel, oldModel, videoModel])("is asked for once, such as the volume of %o", (open) => {
    const house = open().pass(60 * minute);
    expect(house.reads.filter(({ name }) => name === "videoVolume")).toHaveLength(1);
  });
});

describe("the requests of the first hour", () => {
  // As counted before the display, apps and the like were read.
  const before = { "an audio model": 952, "an old audio model": 960, "a video model": 1820 };
  const everything = { ...player, model: {} as never };

  it.each([
    ["an audio model", () => new House({ ...everything, ...audioModel().player, video: undefined as never })],
    ["an old audio model", oldModel],
    ["a video model", videoModel],
  ] as const)("of %s at rest grow by at most two percent", (name, open) => {
    const counts = open().count(60 * minute);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(total).toBeLessThanOrEqual(before[name] * 1.02);
  });
});

describe("the requests of an hour in use", () => {
  /** Resources that only the owner can switch on. */
  const off = ["settings"] as const;
  /** Resources that came with display, apps, posters and the like. */
  const added = [
    "videoVolume",
    "filmArt",
    "zooms",
    "playModes",
    "dspProfiles",
    "apps",
    "screenBrightness",
    "knobBrightness",
    "knobColors",
    "meterStyles",
    "spectrumStyles",
  ] as const;
  const { video: _video, playlist: _playlist, filmArt: _art, zooms: _zooms, ...ofMusic } = player;

  it.each<[string, PlayerState]>([
    ["a film", { ...player, model: {} as never, music: { ...music, volume: undefined } }],
    ["music", { ...ofMusic, model: {} as never, music: { ...music, playing: "playing" } }],
  ])("of a player with everything that plays %s grow by at most two percent", (_medium, everything) => {
    const total = (without: readonly ResourceName[]): number => {
      const counts = new House(everything, paced, without).count(60 * minute);
      expect(Object.values(counts).length).toBeGreaterThan(5);
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    };
    expect(total(off)).toBeLessThanOrEqual(total([...off, ...added]) * 1.02);
    expect(total(off)).toBeGreaterThan(total([...off, ...added]));
  });
});

describe("the volume of a video model", () => {
  it("is noticed within 20 seconds during a film, and within five minutes at rest", () => {
    for (const [player, most] of [
      [{ video: film }, 20_000],
      [{}, 300_000],
    ] as const) {
      const house = videoModelWithVolume();
      house.player = { ...house.player, ...player };
      house.pass(5 * minute);
      const louder = { ...videoVolume, level: 9 };
      house.player = { ...house.player, videoVolume: louder };
      expect(house.until((known) => known.videoVolume === louder)).toBeLessThanOrEqual(most + 2000);
    }
  });

  it("is read every ten minutes only where the music state has one", () => {
    const house = new House({ ...audioModel().player, videoVolume }).pass(5 * minute);
    expect(house.count(60 * minute).videoVolume).toBe(6);
  });
});

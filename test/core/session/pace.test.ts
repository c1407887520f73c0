import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer, PlayerState, ResourceName } from "../../../src/core/resources/player.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import { advance } from "../../../src/core/session/advance.ts";
import { paceOf } from "../../../src/core/session/pace.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import {
  audioModel,
  House,
  minute,
  music,
  oldModel,
  paced,
  videoModel,
  videoModelWithVolume,
} from "../paced-house.ts";
import { audio, film, music as playingMusic, player, queue, videoVolume } from "../sample-player.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { pending, refreshOf, select } from "../samples.ts";
import { sessionWith } from "../session-with.ts";

const unmarked = { ...playingMusic, routingMark: undefined };
/** A model that has all that a player may have. */
const all = (): House => new House({ ...player, model: {} as never, video: idleVideo }, paced, ["settings"]);
const sumOf = (counts: object): number =>
  Object.values(counts).reduce<number>((sum, count) => sum + count, 0);

describe("a player at rest", () => {
  it.each([
    ["an audio model", audioModel, 0.25],
    ["an audio model that reveals little", oldModel, 0.5],
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

  it("is not taken for one in use when it is read for the first time", () => {
    const house = videoModel().pass(5000);
    expect(house.rate(minute)).toBeLessThanOrEqual(0.5);
    house.notices({ video: film });
    house.notices({ video: idleVideo });
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

  it.each([
    [1, 0.255],
    [3, 0.1],
  ])("is hardly asked more at the pace %i if it ends every connection", (factor, most) => {
    const house = new House(audioModel().player, { ...paced, pace: { ...paced.pace, factor } });
    house.session = sessionWith(house.session, { mac: "02:5e:11:00:00:0a" });
    house.endsConnections = true;
    const { model: asked = 0, ...others } = house.pass(5 * minute).count(60 * minute);
    expect(asked).toBeGreaterThan(45);
    expect(asked).toBeLessThanOrEqual(60);
    expect((asked + sumOf(others)) / 3600).toBeLessThanOrEqual(most);
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
    ["an audio model that reveals little", oldModel, { music: unmarked }],
    ["a video model with a film", videoModel, { video: film }],
    ["a video model with a volume and a film", videoModelWithVolume, { video: film }],
    [
      "a video model with a volume and music",
      videoModelWithVolume,
      { music: { ...unmarked, volume: undefined } },
    ],
    ["a video model with music", videoModel, { music: unmarked }],
    ["a model with everything and a film", all, { video: film, music: { ...music, volume: undefined } }],
    ["a model with everything and music", all, { music: { ...music, playing: "playing" } }],
  ] as const)("that is %s gets at most one request a second", (_name, open, playing) => {
    const house = open().shows(playing).pass(minute);
    const rate = house.rate(10 * minute);
    expect(rate).toBeLessThanOrEqual(1);
    expect(rate).toBeGreaterThan(0.8);
  });

  it("is read as often where its answers wait for those of others", () => {
    const rates = [2, 90].map((answerMs) => {
      const house = Object.assign(audioModel(), { answerMs });
      return house
        .shows({ music: { ...music, playing: "playing" } })
        .pass(minute)
        .rate(10 * minute);
    });
    expect(rates[1]).toBeGreaterThan(0.97 * (rates[0] ?? 0));
  });

  it("is read together with others, whenever they have started", () => {
    const moments = [0, 37].flatMap((ms) => {
      const house = audioModel();
      house.now += ms;
      house.shows({ music: { ...music, playing: "playing" } }).pass(minute);
      return house.reads.filter(({ name, at }) => name === "music" && at > house.now - minute / 2);
    });
    expect(moments.length).toBeGreaterThan(50);
    expect(moments.filter(({ at }) => at % 100 !== 0)).toEqual([]);
  });

  it("is not read more often than planned because it answers quickly", () => {
    const house = audioModel().shows({ music: { ...music, playing: "playing" } });
    house.answerMs = 5;
    expect(house.pass(minute).rate(10 * minute)).toBeLessThan(0.92);
  });
});

describe("whatever alternates", () => {
  const reading = <R extends ResourceName>(resource: R, value: PlayerState[R]): Answer =>
    ({ kind: "reading", reading: { resource, value } }) as Answer;
  const other = { ...film, key: "other", title: "Other" };
  const anyAnswers = fc.record(
    {
      video: anyOf<Answer>([
        reading("video", film),
        reading("video", other),
        reading("video", { ...film, state: "paused" }),
        { kind: "absent" },
        { kind: "confused", reason: "body status 804" },
      ]),
      music: anyOf<Answer>([
        reading("music", { ...music, playing: "playing" }),
        reading("music", { ...music, playing: "paused", source: "bluetooth" }),
        reading("music", { ...music, queueStamp: "2", routingMark: "BT/RCA" }),
        reading("music", { ...music, queueStamp: undefined, routingMark: undefined }),
        { kind: "confused", reason: "body status 804" },
      ]),
      audio: anyOf<Answer>([reading("audio", audio()), reading("audio", audio("EARC"))]),
      queue: anyOf<Answer>([reading("queue", queue), reading("queue", { ...queue, current: 0 })]),
      playlist: anyOf<Answer>([
        reading("playlist", player.playlist),
        reading("playlist", { ...player.playlist, currentIndex: 0 }),
      ]),
    },
    { requiredKeys: [] },
  );

  function anyOf<T>(options: readonly T[]): fc.Arbitrary<T[]> {
    return fc.array(fc.constantFrom(...options), { minLength: 1, maxLength: 5 });
  }

  it("a player gets one request a second on average", () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const house = videoModelWithVolume();
        for (const [name, turns] of Object.entries(answers))
          house.alternating.set(name as ResourceName, [...turns]);
        house.pass(2 * minute);
        // Two dozen may be early.
        expect(house.rate(10 * minute)).toBeLessThanOrEqual(1 + 24 / 600);
      }),
      { numRuns: 12 },
    );
  });

  it("a player at rest gets one request in two seconds on average", () => {
    const house = videoModel().pass(5 * minute);
    house.alternating.set("video", [{ kind: "confused", reason: "body status 804" }, { kind: "absent" }]);
    expect(house.rate(10 * minute)).toBeLessThanOrEqual(0.5 + 24 / 600);
    expect(house.pass(20 * minute).rate(10 * minute)).toBeLessThanOrEqual(0.5 + 2 / 600);
  });

  it("a film that comes and goes with each answer stays a film", () => {
    const house = videoModel().shows({ video: film }).pass(minute);
    house.alternating.set("video", [{ kind: "absent" }, reading("video", film)]);
    expect(house.rate(10 * minute)).toBeLessThanOrEqual(1 + 15 / 600);
    expect(house.session.player.video).toBe(film);
  });
});

describe("a family that the core has never seen", () => {
  it("says what its answers reveal, and the core shares the requests", () => {
    const rules = {
      ...paced.rules,
      pace: () => ({ changeWeights: { group: 4, musicPresets: 1 }, every: { queue: 10_000 } }),
    } as const;
    const session = newSession(0);
    const { intervals } = paceOf(sessionWith(session, { activeUntil: minute }), 0, { ...paced, rules });
    expect(intervals.musicPresets).toBeCloseTo(2 * (intervals.group ?? 0));
    const perSecond = sumOf(Object.values(intervals).map((ms) => 1000 / ms));
    expect(perSecond).toBeLessThanOrEqual(1);
    expect(perSecond).toBeGreaterThan(0.9);
  });

  it("is never read before the time that it says, for which it may keep an answer", () => {
    const rules = { ...paced.rules, pace: () => ({ changeWeights: {}, every: { music: 2000 } }) } as const;
    const house = new House(audioModel().player, { ...paced, rules });
    house.answerMs = 13;
    const begun = house.pass(minute).reads.length;
    const times = house
      .pass(minute)
      .reads.slice(begun)
      .flatMap(({ name, at }) => (name === "music" ? [at] : []));
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.filter((ms) => ms < 2013 || ms > 2113)).toEqual([]);
    expect(gaps.length).toBeGreaterThan(25);
  });
});

it("a resource with a schedule of its own is left to its schedule", () => {
  const rules = { ...paced, pace: { factor: 1, scheduled: new Set(["music"] as const) } };
  const house = new House(audioModel().player, rules).pass(minute);
  expect(house.count(10 * minute).music).toBeUndefined();
});

describe("a read that brought no value", () => {
  it.each(["music", "audio", "queue", "power"] as const)(
    "leaves the player online and the others as they were, however often that of %s breaks",
    (broken) => {
      const house = audioModel();
      house.ill.set(broken, { kind: "broken", times: Number.POSITIVE_INFINITY });
      const counts = house.pass(minute).count(60 * minute);
      expect(house.session.presence.availability).toBe("online");
      for (const name of (["music", "audio", "queue"] as const).filter((one) => one !== broken))
        expect(counts[name]).toBeGreaterThanOrEqual(4);
    },
  );

  /** A video model that shows a film, and when each of its lists was read since. */
  function watching(): { house: House; readsOf: (name: ResourceName) => number[] } {
    const house = videoModel().pass(5 * minute);
    const since = house.reads.length;
    const { subtitles, audioTracks } = player;
    house.shows({ video: film, subtitles, audioTracks });
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
    house.shows({ video: { ...film, key: "another" } }).pass(60 * minute);
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
    house.shows({ video: idleVideo }).pass(60 * minute);
    expect(readsOf("subtitles")).toHaveLength(1);
    house.session = sessionWith(house.session, { availability: "offline" });
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
  it.each([audioModel, oldModel, videoModel])("is asked for once, such as the volume of %o", (open) => {
    const house = open().pass(60 * minute);
    expect(house.reads.filter(({ name }) => name === "videoVolume")).toHaveLength(1);
  });
});

it("the volume of a video model is read every ten minutes only where the music state has one", () => {
  const house = new House({ ...audioModel().player, videoVolume }).pass(5 * minute);
  expect(house.count(60 * minute).videoVolume).toBe(6);
});

it("reads around commands do not delay the polls that follow", () => {
  const house = videoModel().shows({ video: film }).pass(minute);
  const budget = ({ schedule }: Session): number => schedule.requestBudgetUntil ?? 0;
  let { session } = house;
  const before = budget(session);
  let now = session.schedule.quietUntil + 1000;
  for (let command = 0; command < 48; command += 1) {
    const seek = select("30", { target: "video/position", receivedAt: now });
    const effect = { ...pending().effect, proof: "video" as const };
    session = advance(session, { kind: "started", command: seek, effect }, now, paced);
    session = resolveOutcomes(
      advance(
        session,
        { kind: "answered", resource: "video", answer: { kind: "unchanged" } },
        now + 100,
        paced,
      ),
    ).session;
    session = { ...session, pending: { ...session.pending, effect: undefined } };
    // The next command reads the state first.
    now += 450;
    session = advance(
      session,
      { kind: "answered", resource: "video", answer: { kind: "unchanged" } },
      now,
      paced,
    );
  }
  expect(budget(session)).toBeLessThanOrEqual(Math.max(before, now));
});

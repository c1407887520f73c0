import * as fc from "fast-check";
import {
  type Answer,
  forEachResource,
  type PlayerState,
  type Reading,
  type ResourceName,
  resourceNames,
} from "../../src/core/resources/player.ts";
import { emptyPlaylist } from "../../src/core/resources/playlist.ts";
import { emptyQueue } from "../../src/core/resources/queue.ts";
import { idleVideo } from "../../src/core/resources/video.ts";
import type { JsonObject } from "../../src/core/resources/json.ts";
import type { MusicAction, MusicState } from "../../src/core/resources/music.ts";
import type { OperationState } from "../../src/core/controls/known-player.ts";
import type { ResourceState } from "../../src/core/resources/resource.ts";
import type { Session } from "../../src/core/session/session.ts";
import { audio, film, model, music, playlist, queue, readings } from "./sample-player.ts";
import { answerOf, pending, refreshOf } from "./samples.ts";

const never = Number.POSITIVE_INFINITY;
const moment = fc.nat(60_000);
const someday = fc.oneof(moment, fc.constant(never));
const text = fc.string({ unit: "grapheme", maxLength: 12 });
const object = fc.dictionary(fc.string({ maxLength: 4 }), text, { maxKeys: 3 }) as fc.Arbitrary<JsonObject>;
const someInput = fc.constantFrom("XMOS", "BT", "EARC", "none");
const someOutput = fc.constantFrom("XLR", "RCA", "none");

const anyAudio = fc
  .record({ input: someInput, output: someOutput, outputInfo: object })
  .map(({ input, output, outputInfo }) => ({ ...audio(input, output), outputInfo }));

const anyVideo = fc.oneof(
  fc.constant(idleVideo),
  fc
    .record({
      state: fc.constantFrom("playing", "paused", "unknown"),
      title: fc.constantFrom("Film", "Sequel"),
      positionSeconds: fc.option(fc.nat(7000), { nil: undefined }),
      details: object,
    })
    .map((change) => ({ ...film, ...change })),
);

const anyPlaylist = fc.oneof(
  fc.constant(emptyPlaylist),
  fc
    .array(text, { maxLength: 20 })
    .map((titles) => ({ ...playlist, entries: titles.map((title, index) => ({ title, index })) })),
);

const anyQueue = fc.oneof(
  fc.constant(emptyQueue),
  fc
    .record({
      current: fc.option(fc.nat(9), { nil: undefined }),
      titles: fc.array(text, { maxLength: 10 }),
      pages: fc.array(text, { maxLength: 4 }),
      title: text,
    })
    .map(({ current, titles, pages, title }) => ({
      ...queue,
      current,
      title,
      pages,
      entries: titles.map((one, position) => ({ position, title: one })),
    })),
);

const anyMusic: fc.Arbitrary<MusicState> = fc
  .record({
    playing: fc.constantFrom<MusicState["playing"]>("playing", "paused", "idle", "unknown"),
    source: fc.constantFrom<MusicState["source"]>("internal", "bluetooth", "network", "unknown"),
    uncertain: fc.constantFrom<MusicState["uncertain"]>(
      undefined,
      { first: "unknown", ifPositionUnchanged: "paused" },
      { first: "idle", ifPositionUnchanged: "idle" },
    ),
    isPassThrough: fc.boolean(),
    deniedActions: fc.subarray<MusicAction>(["toggle", "next", "previous", "seek"]),
    title: fc.constantFrom("Song", "Encore", ""),
    positionSeconds: fc.option(fc.nat(300), { nil: undefined }),
    volume: fc.option(fc.constant({ level: 40, min: 0, max: 200 }), { nil: undefined }),
    isMuted: fc.option(fc.boolean(), { nil: undefined }),
    queueStamp: fc.constantFrom("1/0", "2/0", undefined),
    routingMark: fc.constantFrom("XMOS-XMOS/RCA", "BT-BT/XLR", undefined),
  })
  .map(({ title, ...change }) => ({ ...music, track: { ...music.track, title, key: title }, ...change }));

const anyModel = fc
  .record({ firmware: fc.constantFrom("v1", "v2", undefined) })
  .map((change) => ({ ...model, ...change }));

/** Values that vary; those of the other resources are always the same. */
const anyValueOf: Partial<Record<ResourceName, fc.Arbitrary<Reading["value"]>>> = {
  model: anyModel,
  audio: anyAudio,
  video: anyVideo,
  playlist: anyPlaylist,
  queue: anyQueue,
  music: anyMusic,
};

const valueOf = forEachResource((name) => anyValueOf[name] ?? fc.constant(readings[name].value));

const readingOf = forEachResource((resource) =>
  // The value is one of this resource.
  valueOf[resource].map((value) => ({ resource, value }) as Reading),
);

export function anyAnswer(resource: ResourceName): fc.Arbitrary<Answer> {
  return fc.oneof(
    readingOf[resource].map((reading): Answer => ({ kind: "reading", reading })),
    ...(["unchanged", "absent", "confused", "refused", "unsupported"] as const).map((kind) =>
      fc.constant(answerOf(kind)),
    ),
  );
}

const anyResource: fc.Arbitrary<ResourceState> = fc.record({
  dueAt: someday,
  support: fc.constantFrom("unknown", "supported", "unsupported"),
  triedAt: fc.oneof(moment, fc.constant(-never)),
  hasFailed: fc.boolean(),
  retryMs: fc.nat(600_000),
  unanswered: fc.option(
    fc.record({ since: fc.nat(100_000), failures: fc.integer({ min: 1, max: 9 }), isLost: fc.boolean() }),
    { nil: undefined },
  ),
  confusions: fc.nat(4),
  denials: fc.nat(4),
  againAt: fc.oneof(moment, fc.constant(-never)),
  unread: fc.constant(undefined),
  skippedTicks: fc.nat(2),
});

const anyOperation: fc.Arbitrary<OperationState> = fc.record({
  support: fc.constantFrom("unknown", "supported", "unsupported", "off"),
  denials: fc.nat(3),
});

const anyResources = fc.record(forEachResource(() => anyResource));

// Each value is one of its resource.
const anyPlayer = fc.record(valueOf, { requiredKeys: [] }) as fc.Arbitrary<PlayerState>;

const anyRequestedPicture = fc.record({
  address: fc.constantFrom("http://player/cover", "http://player/poster", ""),
  picture: fc.constantFrom({ type: "image/png", bytes: new Uint8Array(8) }, undefined),
  lastType: fc.constantFrom("image/png", undefined),
});

const anyPosition = fc.option(fc.record({ seconds: fc.nat(7000), at: moment }), { nil: undefined });

/** Any session whatever, also such as no sequence of events leads to. */
export const anySession: fc.Arbitrary<Session> = fc.record({
  player: anyPlayer,
  resources: anyResources,
  operations: fc.record(
    {
      playQueueEntry: anyOperation,
      setVolume: anyOperation,
      setVideoVolume: anyOperation,
      selectInput: anyOperation,
    },
    { requiredKeys: [] },
  ),
  presence: fc.record({
    availability: fc.constantFrom("unknown", "online", "offline"),
    failures: fc.nat(9),
    failure: fc.option(fc.record({ at: moment, phrase: fc.record({ text }) }), { nil: undefined }),
    silentSince: fc.option(moment, { nil: undefined }),
    malformedAnswers: fc.option(
      fc.record({ since: moment, count: fc.nat(9), resources: fc.subarray([...resourceNames]) }),
      { nil: undefined },
    ),
  }),
  profile: fc.record({
    family: fc.constantFrom("zidoo", undefined),
    address: fc.constantFrom("http://10.0.0.2:9529", undefined),
    calls: fc.constant(undefined),
    browses: fc.constant(undefined),
    missingTopics: fc.constant(undefined),
  }),
  bridge: fc.record({
    identity: fc.constantFrom("player2mqtt_800a805e0053", undefined),
    neighbors: fc.constant(new Map([["10.0.0.2:11000", "attic"]])),
    former: fc.constantFrom({ model, hasPower: true }, undefined),
    resumable: fc.constantFrom(
      undefined,
      {},
      { sleep: { endsAt: "2026-11-25T22:00:00.000Z" }, sleepMinutes: 12 },
    ),
  }),
  identityCheck: fc.record({
    status: fc.constantFrom("confirmed", "asking", "unclear"),
    otherDevice: fc.constantFrom({ ...model, mac: "80:0a:80:5e:00:55" }, undefined),
    held: fc.constantFrom({}, { audio: answerOf("unchanged") }),
    disconnectedAt: fc.oneof(moment, fc.constant(-never)),
    recheckIdentityAt: fc.oneof(moment, fc.constant(undefined)),
  }),
  schedule: fc.record({
    quietUntil: moment,
    shortGapsUntil: fc.oneof(moment, fc.constant(-never)),
    activeUntil: moment,
    requestBudgetUntil: fc.oneof(moment, fc.constant(undefined)),
  }),
  memory: fc.record({
    shownPosition: anyPosition,
    seenPosition: anyPosition,
    shownMusicPosition: anyPosition,
    seenMusicPosition: anyPosition,
    comparedPosition: anyPosition.map((position) => position && { ...position, key: "Song" }),
    queueMark: fc.constantFrom("1/0 Song", "2/0 Song", undefined),
    routingMark: fc.constantFrom("XMOS-XMOS/RCA", "BT-BT/XLR", undefined),
    listFilmKeys: fc.record({ subtitles: text, audioTracks: text }, { requiredKeys: [] }),
    requestedPictures: fc.record(
      { cover: anyRequestedPicture, poster: anyRequestedPicture, backdrop: anyRequestedPicture },
      { requiredKeys: [] },
    ),
    lastPlayed: fc.constantFrom("video", "music", undefined),
    pagesKnown: fc.nat(5),
  }),
  config: fc.record({
    hasPlug: fc.boolean(),
    readsLibrary: fc.boolean(),
    presets: fc.constantFrom([], ["Film night"]),
    settingTags: fc.constantFrom([], ["gain"]),
    declaredTags: fc.constantFrom([], ["subwoofer"]),
    confirmedSettings: fc.constantFrom([], ["gain"]),
    offAction: fc.constantFrom("poweroff", "standby"),
    rawPaths: fc.constantFrom([], ["/Status*"]),
    wakeMacs: fc.constantFrom([], ["80:0a:80:5e:00:54"]),
    mac: fc.constantFrom("80:0a:80:5e:00:53", undefined),
    maxVolumePercent: fc.integer({ min: 0, max: 100 }),
    maxPictureBytes: fc.constantFrom(0, 1_000_000),
  }),
  pending: fc.record({
    effect: fc.option(
      fc
        .record({ pollAt: moment, isObserved: fc.boolean(), polledAt: fc.option(moment, { nil: undefined }) })
        .map((change) => pending(change)),
      { nil: undefined },
    ),
    waking: fc.option(fc.constant({ since: 0, until: 5000 }), { nil: undefined }),
    refreshes: fc.array(
      moment.map((since) => ({ command: refreshOf(), since })),
      { maxLength: 2 },
    ),
    refreshedAt: moment,
  }),
});
export const anyResourceName = fc.constantFrom(...resourceNames);

import * as fc from "fast-check";
import {
  type Answer,
  forEachResource,
  type Reading,
  type ResourceName,
  resourceNames,
  scheduledResourceNames,
} from "../../src/core/resources/player.ts";
import { emptyPlaylist } from "../../src/core/resources/playlist.ts";
import { emptyQueue } from "../../src/core/resources/queue.ts";
import { idleVideo } from "../../src/core/resources/video.ts";
import type { JsonObject } from "../../src/core/resources/json.ts";
import type { MusicAction, MusicState } from "../../src/core/resources/music.ts";
import type { Call, Reply } from "../../src/core/controls/call.ts";
import { DeviceError } from "../../src/core/errors.ts";
import { advance, type SessionEvent } from "../../src/core/session/advance.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { Session } from "../../src/core/session/session.ts";
import { audio, film, model, music, playlist, queue, readings } from "./sample-player.ts";
import { answerOf, policy, refreshOf, select, selection } from "./samples.ts";
import { sessionWith } from "./session-with.ts";

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

function anyAnswer(resource: ResourceName): fc.Arbitrary<Answer> {
  return fc.oneof(
    readingOf[resource].map((reading): Answer => ({ kind: "reading", reading })),
    ...(["unchanged", "absent", "confused", "refused", "unsupported"] as const).map((kind) =>
      fc.constant(answerOf(kind)),
    ),
  );
}

const anyError = fc
  .constantFrom("unreachable", "broken", "refused", "malformed")
  .map((fault) => new DeviceError(fault, fault));
const anyCall = fc.constantFrom<Call>(
  { operation: "selectInput", tag: "EARC" },
  { operation: "toggleMusic", to: "playing" },
  { operation: "sendKey", key: "Key.Up" },
);
const anyReply: fc.Arbitrary<Reply> = fc.oneof(
  anyAnswer("audio"),
  fc.constantFrom<Reply>({ kind: "done" }, { kind: "sent" }),
);
const anyResourceName = fc.constantFrom(...resourceNames);

/** What happens between a bridge and its player, whoever that is. */
export const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc
    .subarray([...scheduledResourceNames])
    .map((resources) => ({ kind: "tick" as const, resources, intervalMs: 2000 })),
  fc.constant({ kind: "refresh" as const, command: refreshOf() }),
  anyResourceName.chain((resource) =>
    anyAnswer(resource).map((answer) => ({ kind: "answered" as const, resource, answer })),
  ),
  fc.record({ kind: fc.constant("failed" as const), resource: anyResourceName, error: anyError }),
  fc.boolean().map((wasSet) => ({ kind: "started" as const, command: select(), effect: selection(wasSet) })),
  fc.record({ kind: fc.constant("called" as const), call: anyCall, reply: anyReply }),
  fc.record({ kind: fc.constant("call-failed" as const), call: anyCall, error: anyError }),
  fc.nat(20).map((page) => ({ kind: "page-seen" as const, page })),
);

const picture = { type: "image/png", bytes: new Uint8Array(8) } as const;
const addresses = ["http://player/cover", "http://player/poster", "http://player/backdrop"];

/** What happens around them. */
const anyOtherEvent = fc.constantFrom<SessionEvent[]>(
  { kind: "disconnected" },
  { kind: "doubted" },
  { kind: "moved", address: "http://10.0.0.3:9529" },
  { kind: "watched" },
  ...addresses.map((address): SessionEvent => ({ kind: "picture", address, picture })),
  { kind: "learned", bridge: { identity: "player2mqtt_800a805e0053" } },
  { kind: "learned", bridge: { neighbors: new Map([["10.0.0.2:11000", "attic"]]) } },
  { kind: "learned", bridge: { former: { model, hasPower: true } } },
  { kind: "learned", bridge: { resumable: {} } },
  {
    kind: "learned",
    bridge: { resumable: { sleep: { endsAt: "2026-11-25T22:00:00.000Z" }, sleepMinutes: 12 } },
  },
);

const anySettings = fc.record({
  family: fc.constantFrom("zidoo", undefined),
  hasPlug: fc.boolean(),
  readsLibrary: fc.boolean(),
  presets: fc.constantFrom([], ["Film night"]),
  settingTags: fc.constantFrom([], ["gain"]),
  declaredTags: fc.constantFrom([], ["subwoofer"]),
  offAction: fc.constantFrom("poweroff" as const, "standby" as const),
  wakeMacs: fc.constantFrom([], ["80:0a:80:5e:00:54"]),
  mac: fc.constantFrom("80:0a:80:5e:00:53", "aa:bb", undefined),
  maxPictureBytes: fc.constantFrom(0, 1_000_000),
});

/** The session of a player with any settings, after any history of a minute or less. */
export const anySession: fc.Arbitrary<Session> = fc
  .tuple(anySettings, fc.array(fc.tuple(fc.nat(4000), fc.oneof(anyEvent, anyOtherEvent)), { maxLength: 30 }))
  .map(([settings, history]) => {
    let now = 0;
    let session = sessionWith(newSession(now), settings);
    for (const [afterMs, event] of history) session = advance(session, event, (now += afterMs), policy);
    return session;
  });

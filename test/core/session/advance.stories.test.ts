import { expect, it } from "vitest";
import {
  type Answer,
  type ResourceName,
  resourceNames,
  type ScheduledResourceName,
  scheduledResourceNames,
} from "../../../src/core/resources/player.ts";
import type { SessionEvent } from "../../../src/core/session/advance.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { idleVideo, type VideoStatus } from "../../../src/core/resources/video.ts";
import { lacking } from "../controls/decided.ts";
import { audio, film, model, music, player, playlist, queue } from "../sample-player.ts";
import {
  after,
  answered,
  answerOf,
  failed,
  type Happened,
  having,
  refreshOf,
  selectionFailed,
  settled,
  told,
} from "../samples.ts";
import { fieldOf } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;

/** The session after steps such as `500 video absent`: a moment, a resource, and its answer or what happens to it. */
function live(session: Session, steps: string): Session {
  let next = session;
  for (const step of steps.split(", ").filter((one) => one !== "")) {
    const [at = "", what = "", how = ""] = step.split(" ");
    next = after(next, [Number(at), eventOf(what as ResourceName, how)]);
  }
  return next;
}

const faults = ["unreachable", "broken", "malformed"] as const;

function eventOf(what: ResourceName | "selection", how: string): Happened | readonly Happened[] {
  const fault = faults.find((one) => one === how);
  if (what === "selection") return selectionFailed(fault ?? "broken");
  if (fault !== undefined) return failed(what, fault);
  if (how === "tick") return { kind: "tick", resources: [what] as ScheduledResourceName[], intervalMs: 2000 };
  if (how === "refresh") return { kind: "refresh", command: refreshOf() };
  if (how === "pushed")
    return { kind: "answered", resource: what, answer: answerOf("reading", what), isPushed: true };
  if (how === "asked") return { kind: "requested", resource: what };
  const [, about, position] = /^(doubt|input|unsaid)@(\d*)$/.exec(how) ?? [];
  if (about !== undefined) return doubtful(about, position === "" ? undefined : Number(position));
  return values[`${what} ${how}`] ?? answered(what, answers[how] ?? (how as Answer["kind"]));
}

/** Music without a change mark. */
const plain = (change: Partial<MusicState> = {}): SessionEvent =>
  told("music", { ...music, queueStamp: undefined, ...change });
const processed = (change: object): SessionEvent => {
  const { sound } = music;
  return plain({ sound: sound && { ...sound, processing: { ...sound.processing, ...change } } });
};
/** Music that is known by its position: it plays while that advances, and else is as said. */
function doubtful(about: string, positionSeconds: number | undefined): SessionEvent {
  const ifPositionUnchanged = about === "doubt" ? "paused" : about === "input" ? "unknown" : "idle";
  const first = about === "unsaid" ? "idle" : "unknown";
  const uncertain = { first, ifPositionUnchanged } as const;
  const isPassThrough = about === "input";
  return told("music", {
    ...music,
    source: "network",
    playing: first,
    uncertain,
    isPassThrough,
    positionSeconds,
  });
}

const ours = "02:5e:11:00:00:0a";
const another = { ...music.track, key: "another song" };

/** Readings with another value than that of the sample, and what happens to the whole player. */
const values: Readonly<Record<string, SessionEvent>> = {
  "player doubted": { kind: "doubted" },
  "player disconnected": { kind: "disconnected" },
  "player moved": { kind: "moved", address: "http://10.0.0.3:9529" },
  "player replaced": { kind: "replaced" },
  "model ours": told("model", { ...model, mac: ours }),
  "model theirs": told("model", { ...model, mac: "02:5e:11:00:00:0c" }),
  "video paused": told("video", { ...film, state: "paused" }),
  "video later": told("video", { ...film, positionSeconds: 77 }),
  "video other": told("video", { ...film, key: "other" }),
  "playlist first": told("playlist", { ...playlist, currentIndex: 0, currentTitle: "One" }),
  "playlist longer": told("playlist", { ...playlist, size: 3 }),
  "queue first": told("queue", { ...queue, current: 0 }),
  "queue longer": told("queue", { ...queue, total: 3 }),
  "audio earc": told("audio", audio("EARC")),
  "audio rca": told("audio", audio("XMOS", "RCA")),
  "audio nowhere": told("audio", audio("XMOS", "none")),
  "music plain": plain(),
  "music plain-later": plain({ positionSeconds: 31 }),
  "music plain-another": plain({ track: another }),
  "music plain-network": plain({ source: "network" }),
  "music plain-input": plain({ isPassThrough: true }),
  "music plain-idle": plain({ playing: "idle" }),
  "music marked": plain({ routingMark: "1" }),
  "music marked-network": plain({ routingMark: "1", source: "network" }),
  "music soundless": plain({ sound: undefined }),
  "music dsp": processed({ dsp: false }),
  "music eq": processed({ eq: true }),
  "music subwoofer": processed({ subwoofer: true }),
  "video idle": told("video", idleVideo),
  "music paused": told("music", { ...music, playing: "paused" }),
  "music later": told("music", { ...music, positionSeconds: 31 }),
  "music idle": told("music", { ...music, playing: "idle" }),
  "music stamped": told("music", { ...music, queueStamp: "2/0" }),
  "music another": told("music", { ...music, track: another }),
};

/** Answers that have more than their kind. */
const answers: Readonly<Record<string, Answer>> = {
  "not-asked": { kind: "absent", isUnasked: true },
  "405": { kind: "refused", reason: "body status 405", isDenial: true },
  "refused-for-now": { kind: "refused", reason: "UPnP 501", isForNow: true },
  "unsupported-for-now": { kind: "unsupported", isForNow: true },
};

/** What is so in a session, as text: a field of a part, `player.…`, `operations.…`, or a field of a resource such as `video.dueAt`. */
function fact(session: Session, path: string): string {
  const [root = "", ...rest] = path.split(".");
  const named = (names: readonly ResourceName[]): string => names.join("+") || "nothing";
  if (root === "resting")
    return named(resourceNames.filter((name) => session.resources[name].dueAt === never));
  if (root === "due") return named(resourceNames.filter((name) => session.resources[name].dueAt < never));
  let value: unknown =
    root === "player" || root === "operations"
      ? session[root]
      : (session.resources[root as ResourceName] ?? fieldOf(session, root));
  for (const key of rest) value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  return value === never ? "never" : String(value);
}

const nonsense = (names: readonly string[]): string =>
  names.map((name, place) => `${place * 1000} ${name} malformed`).join(", ");
const suspect = live(settled(), nonsense(["model", ...scheduledResourceNames]));
const away = live(
  having(settled(), {
    queue: { support: "unsupported", denials: 1 },
    audio: { dueAt: 7, unanswered: { since: 1, failures: 9, isLost: true } },
  }),
  "100000 video unreachable, 200000 video unreachable, 300000 video unreachable",
);
/** A player that shows this and is active until then. */
const playing = (video: VideoStatus, state: MusicState, activeUntil = never): Session =>
  settled({ activeUntil, player: { ...player, video, music: state } });
/** A player whose queue was read while its music was so. */
const heardWith = (state: MusicState): Session =>
  live(
    after(settled({ activeUntil: never }), [1000, told("music", state)]),
    "1100 queue asked, 1200 queue reading",
  );
/** A player that can tell who it is, and what befell it. */
const known = settled({ mac: ours });
const doubted = live(known, "1000 player doubted");
const gone = live(known, "1000 video unreachable, 3000 model unreachable, 6000 model unreachable");
const malformed = live(settled(), nonsense(["video", "video", "video"]));

const players = {
  new: newSession(0),
  settled: settled(),
  due: having(settled(), { model: { dueAt: 3 }, video: { dueAt: 800 } }),
  away,
  back: live(away, "400000 video reading"),
  silent: settled({ availability: "offline" }),
  active: settled({ activeUntil: never }),
  soon: having(settled({ activeUntil: never }), { video: { dueAt: 3 }, audio: { dueAt: 3 } }),
  filmless: lacking(settled({ activeUntil: never }), "video"),
  hasty: settled({ quietUntil: 30_000 }),
  patient: settled({ quietUntil: 3000 }),
  denied: { ...settled(), operations: { selectOutput: { support: "unsupported", denials: 1 } } },
  deniedModel: lacking(settled({ player: { audio: player.audio } }), "model"),
  resting: playing(idleVideo, { ...music, playing: "paused" }, 0),
  longFilm: playing(film, { ...music, playing: "paused" }, 0),
  longMusic: playing(idleVideo, music, 0),
  neither: playing(idleVideo, { ...music, playing: "paused" }),
  filmPlays: playing(film, { ...music, playing: "paused" }),
  musicPlays: playing(idleVideo, music),
  musicAlone: lacking(playing(idleVideo, music), "video"),
  heard: heardWith(music),
  heardIdle: heardWith({ ...music, playing: "idle" }),
  unstamped: heardWith({ ...music, queueStamp: undefined }),
  wasIdle: settled({ player: { music: { ...music, playing: "idle" } } }),
  wasMarked: settled({ player: { music: { ...music, routingMark: "1" } }, routingMark: "1" }),
  wasSoundless: settled({ player: { music: { ...music, sound: undefined } } }),
  empty: settled({ player: {} }),
  known,
  doubted,
  unsure: live(having(known, { video: { dueAt: 70_000 } }), "1000 player disconnected"),
  silentOnce: live(known, "1000 video unreachable"),
  gone,
  other: live(gone, "20000 model theirs"),
  fresh: { ...newSession(0), resources: settled().resources },
  // Everything it said for a minute was malformed.
  suspect,
  lost: live(suspect, "60000 video malformed"),
  // It has nothing but films.
  simple: lacking(settled(), ...resourceNames.filter((name) => name !== "video")),
  malformed,
  nameless: lacking(malformed, "model"),
  odd: having(settled(), { subtitles: { confusions: 1 } }),
  unread: having(settled(), { queue: { support: "unknown" }, video: { support: "unknown" } }),
} satisfies Record<string, Session>;

const stories = `
new: → availability unknown
new: 5 model reading → availability online
new: 5 model unreachable → availability offline
settled: 100 video unreachable → availability online, failures 1, failure.at 100, silentSince 100
settled: 100 video broken, 200 video broken → availability online, failures 2, failure.at 200, silentSince 100
settled: 1 video broken, 2 audio broken, 3 queue broken → availability offline, failures 3, failure.at 3, silentSince 1
due: 5000 queue unreachable → model.dueAt 3, video.dueAt 800
away: 400000 video reading → resting video, availability online, queue.support unsupported, queue.dueAt 400000, audio.unanswered undefined
back: 401000 queue unsupported → queue.support unsupported, queue.dueAt never
back: 401000 queue reading → queue.support supported
back: 401000 queue confused → queue.support unknown
back: 401000 queue refused → queue.support unknown
back: 401000 queue malformed → queue.support unknown
back: 401000 queue unreachable → queue.support unsupported
settled: 1000 queue unreachable, 2000 model unreachable, 9000 video malformed → availability online, failures 0, failure undefined, silentSince undefined
settled: 9000 video malformed → quietUntil 9150, video.dueAt never, video.triedAt 9000, player.video.state playing
settled: 5 model malformed → model.dueAt 60005
suspect: 59000 queue reading, 61000 video malformed → availability online
suspect: 59000 queue unchanged, 61000 video malformed → availability online
suspect: 59000 queue absent, 61000 video malformed → availability online
suspect: 59000 queue confused, 61000 video malformed → availability online
suspect: 59000 queue refused, 61000 video malformed → availability online
suspect: 59000 queue unsupported, 61000 video malformed → availability online
suspect: 59999 video malformed → availability online
suspect: 60000 selection malformed → availability offline
suspect: 60000 video malformed → availability offline, failures 1, failure.at 60000, failure.phrase.text malformed: no luck, silentSince 0
simple: 0 video malformed, 60000 video malformed → availability online
simple: 0 video malformed, 60000 video malformed, 61000 video malformed → availability offline
lost: 70000 model malformed, 71000 audio malformed, 72000 model malformed → availability offline, failures 4, silentSince 0, quietUntil 78000
lost: 90000 audio reading → resting audio, availability online, failures 0, malformedAnswers undefined, queue.dueAt 90000, music.dueAt 90000
lost: 70000 queue not-asked → availability offline, failures 1, quietUntil 60938, queue.dueAt never, queue.triedAt 70000
settled: 0 audio malformed, 1000 video malformed, 2000 playlist malformed → quietUntil 2150
settled: 0 audio malformed, 1000 video malformed, 2000 playlist malformed, 3000 queue malformed → quietUntil 3938
settled: 0 video malformed, 1000 video malformed, 2000 video malformed, 3000 video malformed, 4000 video malformed → quietUntil 4150
malformed: 60000 video malformed → availability online, model.dueAt 60000, audio.dueAt never, music.dueAt never
malformed: 60000 video malformed, 60200 model malformed → music.dueAt 60200, queue.dueAt never
nameless: 60000 video malformed → model.dueAt never, music.dueAt 60000
settled: 60000 video malformed, 61000 video malformed, 62000 video malformed → model.dueAt never, music.dueAt never
new: 0 model malformed, 1000 audio malformed → availability unknown
new: 0 model malformed, 1000 audio malformed, 2000 music malformed → availability offline, quietUntil 2938
silent: 0 audio unreachable, 2000 video malformed → availability offline, failures 1, silentSince 0, model.dueAt 0
settled: 500 video absent → player.video.state playing, video.dueAt 750
settled: 500 video absent, 750 video absent → player.video.state idle
settled: 500 video confused, 1000 video absent → player.video.state idle
settled: 500 video absent, 1000 video unchanged, 2000 video absent → player.video.state playing
settled: 500 model absent → player.model.model A8
settled: 7000 video confused → video.dueAt 7500, player.video.state playing
settled: 7000 video confused, 8000 video confused → video.dueAt 8500, player.video.state playing
settled: 7000 video confused, 8000 video confused, 9000 video confused → video.dueAt never, player.video.state unknown, player.video.title Film
settled: 1 video confused, 2 video confused, 3 video confused, 4 video confused → player.video.state unknown
new: 1000 video confused, 2000 video confused, 3000 video confused → player.video.state unknown, player.video.title ${""}
settled: 1 audio confused, 2 audio confused, 3 audio confused, 4 audio confused → player.audio.input.current.tag XMOS
settled: 1 queue confused, 2 queue confused, 3 queue confused, 4 queue confused → player.queue.total 2
settled: 1 video confused, 2 video confused, 3 video reading → video.confusions 0
settled: 1 video confused, 2 video confused, 3 video unchanged → video.confusions 0
settled: 1 video confused, 2 video confused, 3 video absent → video.confusions 0
settled: 1 video confused, 2 video confused, 3 video refused → video.confusions 0
settled: 1 video confused, 2 video confused, 3 video unsupported → video.confusions 0
settled: 0 video 405, 1000 video 405 → video.support supported, video.dueAt never, video.hasFailed true
settled: 0 video 405, 1000 video 405, 2000 video 405 → video.support unsupported, video.dueAt 602000, player.video undefined, subtitles.support unsupported
unread: 0 video 405, 1000 video 405 → video.support unknown, video.dueAt never, video.hasFailed true
unread: 0 video 405, 1000 video 405, 2000 video 405 → video.support unsupported, player.video undefined
settled: 0 video 405, 1000 video 405, 5000 video refused, 6000 video 405 → video.support supported
settled: 0 video 405, 1 video 405, 2000 video 405, 602000 video 405 → video.support unsupported, video.dueAt 1202000
settled: 0 video 405, 1 video 405, 2000 video 405, 602000 video reading → video.support supported, player.video.title Film
unread: 1 queue unsupported → queue.support unsupported, player.queue undefined
settled: 1 queue unsupported, 2 queue unsupported → queue.support supported, player.queue.total 2
settled: 1 queue unsupported, 2 queue unsupported, 3 queue unsupported → queue.support unsupported, player.queue undefined
settled: 1 queue unsupported, 2 queue unsupported, 3 queue reading, 4 queue unsupported, 5 queue unsupported → queue.support supported
settled: 1 queue unsupported, 2 queue unsupported, 3 queue unchanged, 4 queue unsupported, 5 queue unsupported → queue.support supported
settled: 1 queue unsupported, 2 queue unsupported, 3 queue absent, 4 queue unsupported, 5 queue unsupported → queue.support supported
settled: 1 queue unsupported, 2 queue unsupported, 3 queue confused, 4 queue unsupported, 5 queue unsupported → queue.support supported
settled: 1 queue unsupported, 2 queue unsupported, 3 queue refused, 4 queue unsupported, 5 queue unsupported → queue.support supported
settled: 500 playlist absent → playlist.dueAt never, player.playlist.size 0
settled: 300 playlist absent, 400 subtitles absent → playlist.dueAt never
settled: 300 playlist absent, 400 subtitles absent, 900 subtitles reading → playlist.dueAt 900
settled: 300 playlist absent, 400 subtitles absent, 900 subtitles unchanged → playlist.dueAt 900
settled: 300 playlist absent, 400 subtitles absent, 900 subtitles reading, 950 playlist absent → playlist.dueAt 1950
settled: 400 subtitles absent, 900 subtitles reading → playlist.dueAt never
odd: 500 playlist absent, 900 subtitles reading, 1000 playlist absent → playlist.dueAt 2000
active: 10000 video tick → video.dueAt 10375, audio.dueAt never
soon: 10000 video tick → video.dueAt 3
filmless: 10000 video tick → video.dueAt never
resting: 10000 model reading, 10001 video tick → video.dueAt never
resting: 10000 power reading, 10001 video tick → video.dueAt never
resting: 10000 subtitles reading, 10001 video tick → video.dueAt never
resting: 10000 queue reading, 129999 video tick → video.dueAt 130374
resting: 10000 queue reading, 130000 video tick → video.dueAt never
longFilm: 70000 audio tick → audio.dueAt 70375
longMusic: 70000 audio tick → audio.dueAt 70375
active: 1000 video asked, 1100 video tick, 1200 video unchanged → video.dueAt 1475
active: 1000 video asked, 1100 video tick, 1200 video unreachable → video.dueAt 1475
active: 1000 video asked, 1100 video tick, 4000 video unchanged → video.dueAt never
neither: 900000 playlist reading, 901000 playlist tick → playlist.dueAt never
neither: 900000 playlist absent, 901000 playlist tick → playlist.dueAt never
neither: 900000 playlist unchanged, 901000 playlist tick → playlist.dueAt never
neither: 900000 playlist broken, 901000 playlist tick → playlist.dueAt 901375
neither: 900000 playlist malformed, 901000 playlist tick → playlist.dueAt 901375
neither: 900000 playlist refused, 901000 playlist tick → playlist.dueAt 901375
neither: 900000 playlist unsupported, 901000 playlist tick → playlist.dueAt 901375
neither: 9000 playlist tick → playlist.dueAt never
neither: 610000 playlist tick → playlist.dueAt 610375
filmPlays: 9000 playlist tick → playlist.dueAt 9375
settled: 5000 audio refresh → audio.dueAt 5000, resting model
filmless: 5000 audio refresh → video.dueAt 5000, queue.dueAt 5000
neither: 5000 audio refresh → subtitles.dueAt never, audio.dueAt 5000
deniedModel: 5000 audio refresh → model.dueAt 5000
denied: 5000 audio refresh → operations.selectOutput undefined
denied: 100000 video unreachable, 110000 video reading → operations.selectOutput.support unsupported
denied: 100000 video unreachable, 200000 video unreachable, 300000 video unreachable, 400000 video reading → operations.selectOutput undefined
soon: 5000 audio refresh → audio.dueAt 3
hasty: 5000 audio refresh → quietUntil 5000
patient: 5000 audio refresh → quietUntil 3000
settled: 5000 audio refresh, 5100 audio reading, 5200 audio refresh → audio.dueAt 6000, refreshes.0.since 5000, refreshes.1.since 6000
settled: 5000 audio refresh, 5050 audio refresh, 5099 audio refresh → refreshedAt 6000
settled: 5000 audio refresh, 5050 audio refresh, 7500 audio refresh → refreshedAt 7500
musicPlays: 1000 video reading → music.dueAt 1000
filmPlays: 1000 video paused → music.dueAt 1000
musicPlays: 1000 music paused → video.dueAt 1000
musicPlays: 1000 video reading, 1000 music asked, 1020 music unchanged → music.dueAt 3500
musicPlays: 1000 music paused, 1000 video asked, 1020 video unchanged → video.dueAt 3500
filmPlays: 1000 video later → music.dueAt never
musicAlone: 1000 music paused → video.dueAt never
filmPlays: 1000 video idle → playlist.dueAt 1001
neither: 1000 video reading → playlist.dueAt 1001
heard: 2000 music later, 3000 queue tick → queue.dueAt never
heard: 2000 music stamped → queue.dueAt 2000
heard: 2000 music another → queue.dueAt 2000
heard: 2000 music idle → queue.dueAt 2000
heardIdle: 2000 music reading → queue.dueAt 2000
heard: 2000 music another, 2100 queue asked, 2200 queue malformed, 3000 queue tick → queue.dueAt 3375
heard: 2000 music another, 2100 queue asked, 2200 queue refused, 3000 queue tick → queue.dueAt 3375
heard: 2000 music paused, 3000 queue tick → queue.dueAt never
heard: 700000 music later, 701000 queue tick → queue.dueAt 701375
unstamped: 3000 queue tick → queue.dueAt 3375
settled: 5000 playlist first → due video
settled: 5000 playlist longer → due nothing
settled: 5000 queue first → due music
settled: 5000 queue longer → due nothing
settled: 5000 audio earc → due video+music
settled: 5000 audio rca → due music
settled: 5000 audio nowhere → due music
settled: 5000 music plain-another → due queue
settled: 5000 music plain-network → due audio
settled: 5000 music plain-later → due nothing
settled: 5000 music plain-input → due audio
wasIdle: 5000 music plain → due video+queue
wasIdle: 5000 music plain-idle → due nothing
settled: 5000 music marked → due audio+dspProfiles
wasMarked: 5000 music marked-network → due nothing
settled: 5000 music dsp → due dspProfiles
settled: 5000 music eq → due dspProfiles
settled: 5000 music subwoofer → due nothing
settled: 5000 music soundless → due nothing
wasSoundless: 5000 music plain → due dspProfiles
settled: 5000 video other → due playlist+subtitles+audioTracks+filmArt+zooms+playModes
empty: 5000 video reading → due subtitles+audioTracks+filmArt+zooms+playModes
settled: 5000 video later → due nothing
settled: 5000 video idle → due playlist+music
fresh: 5000 audio reading → due nothing
fresh: 5000 playlist reading → due nothing
fresh: 5000 queue reading → due nothing
settled: 5000 music plain → lastPlayed music
settled: 5000 music paused → lastPlayed undefined
settled: 5000 video reading → lastPlayed video
settled: 5000 video paused → lastPlayed undefined
settled: 1000 video unreachable → status confirmed
known: 5000 audio refresh, 5100 model ours, 5200 audio refresh, 5300 model ours, 5400 audio refresh → status confirmed
unsure: 70000 model asked → status asking
silentOnce: 3000 audio malformed → status asking
silentOnce: 3000 model malformed → status unclear
silentOnce: 3000 model malformed, 3200 audio malformed → status unclear
silentOnce: 3000 model malformed, 3200 audio reading → status confirmed
silentOnce: 3000 model confused → status unclear, availability online
silentOnce: 3000 model refused → status unclear, availability online
silentOnce: 3000 model unsupported → status unclear, availability online
silentOnce: 3000 model refused, 3200 audio confused → status unclear
silentOnce: 3000 model refused, 3200 audio absent → status confirmed
silentOnce: 3000 model refused, 3200 audio unchanged → status confirmed
other: → availability offline, status asking, otherDevice.mac 02:5e:11:00:00:0c, player.model.mac aa:bb
other: 60000 model unchanged → availability offline, otherDevice.mac 02:5e:11:00:00:0c
other: 60000 model confused → availability offline, otherDevice.mac 02:5e:11:00:00:0c
other: 60000 model unsupported → availability offline, otherDevice.mac 02:5e:11:00:00:0c
other: 21000 player replaced → availability online, status confirmed, otherDevice undefined, player.model.mac 02:5e:11:00:00:0c
known: 21000 player replaced → status confirmed, player.model.mac aa:bb
doubted: 1100 audio earc → player.audio.input.current.tag XMOS
doubted: 1100 audio earc, 1150 audio unchanged, 1200 model ours → player.audio.input.current.tag EARC, held.audio undefined
doubted: 1100 audio unchanged, 1200 model ours → player.audio.input.current.tag XMOS
unsure: 61000 audio earc → player.audio.input.current.tag XMOS
unsure: 61000 audio earc, 61200 model ours → player.audio.input.current.tag EARC
doubted: 1100 audio earc, 1200 model theirs → held.audio undefined, status asking
doubted: 1100 audio earc, 1200 model theirs, 60000 model ours → player.audio.input.current.tag XMOS
doubted: 1200 model theirs, 6000 audio earc, 6000 model ours → status confirmed, player.audio.input.current.tag XMOS
doubted: 1200 model theirs, 6000 audio earc, 6000 player moved, 6000 model ours → player.audio.input.current.tag XMOS
doubted: 1100 audio earc, 1200 player moved, 1300 model ours → player.audio.input.current.tag XMOS
doubted: 1100 audio earc, 1150 audio rca, 1200 model ours → player.audio.output.current.tag RCA
known: 5000 audio refresh, 5001 audio pushed, 5002 model pushed → audio.dueAt 5000, status confirmed
known: 5000 audio refresh, 5001 audio pushed, 5002 model ours → audio.dueAt 5000, audio.triedAt 5002
settled: 5000 audio refresh, 5001 audio pushed → audio.dueAt 5000, audio.triedAt 5001
gone: 7000 video pushed → availability offline, quietUntil 7000
gone: 7000 video pushed, 7100 model ours → availability online, player.video.title Film
empty: 0 music doubt@10 → player.music.playing unknown
empty: 0 music doubt@10, 2000 music doubt@12 → player.music.playing playing
empty: 0 music doubt@10, 2000 music doubt@12, 4000 music doubt@14 → player.music.playing playing
empty: 0 music doubt@10, 2000 music doubt@15, 4000 music doubt@20 → player.music.playing playing
empty: 0 music doubt@10, 2000 music doubt@12, 4000 music doubt@12 → player.music.playing paused
empty: 0 music doubt@10, 2000 music doubt@12, 4000 music unchanged → player.music.playing paused
empty: 0 music doubt@10, 2000 music doubt@12, 2300 music doubt@12 → player.music.playing playing
empty: 0 music doubt@10, 2000 music doubt@12, 2300 music doubt@12, 2600 music doubt@12, 4000 music doubt@14 → player.music.playing playing
empty: 0 music doubt@10, 2000 music doubt@100 → player.music.playing unknown
empty: 0 music doubt@10, 2000 music doubt@100, 4000 music doubt@50 → player.music.playing unknown
empty: 0 music doubt@10, 2000 music doubt@100, 4000 music doubt@50, 6000 music doubt@50 → player.music.playing paused
empty: 0 music doubt@10, 2000 music doubt@12, 4000 music doubt@ → player.music.playing unknown
empty: 0 music input@, 2000 music input@, 4000 music unchanged → player.music.playing unknown
empty: 0 music input@1, 2000 music input@3 → player.music.playing playing
empty: 0 music input@1, 2000 music input@3, 4000 music input@3 → player.music.playing unknown
empty: 0 music doubt@10, 2000 music doubt@12, 2100 music doubt@12 → player.music.playing playing
empty: 0 music doubt@10, 2000 music doubt@12, 2100 music unsaid@12 → player.music.playing idle
empty: 0 music doubt@10, 2000 music doubt@12, 2100 music input@12 → player.music.playing unknown
empty: 0 music doubt@10, 2000 music doubt@12, 2100 music paused → player.music.playing paused
new: 1000 videoVolume absent → videoVolume.support unsupported, videoVolume.dueAt never
new: 1000 videoVolume refused → videoVolume.support unsupported, videoVolume.dueAt never
new: 1000 videoVolume unsupported → videoVolume.support unsupported, videoVolume.dueAt never
new: 1000 videoVolume refused-for-now → videoVolume.support unsupported, videoVolume.dueAt 601000
new: 1000 videoVolume unsupported-for-now → videoVolume.support unsupported, videoVolume.dueAt 601000
settled: 1000 videoVolume absent → videoVolume.support supported
settled: 1000 videoVolume refused → videoVolume.support supported
settled: 1000 videoVolume unsupported → videoVolume.support supported`;

it.each(stories.trim().split("\n"))("a player that is %s", (story) => {
  const [, player = "", steps = "", facts = ""] = /^(\w+): (.*?) ?→ (.*)$/.exec(story) ?? [];
  const session = live(players[player as keyof typeof players], steps);
  const found = facts.split(", ").map((one) => {
    const [path = ""] = one.split(" ", 1);
    return `${path} ${fact(session, path)}`;
  });
  expect(found.join(", ")).toBe(facts);
});

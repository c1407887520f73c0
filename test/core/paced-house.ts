import type { Answer, PlayerState, ResourceName } from "../../src/core/resources/player.ts";
import { resourceOf } from "../../src/core/resources/player.ts";
import { emptyPlaylist } from "../../src/core/resources/playlist.ts";
import { idleVideo } from "../../src/core/resources/video.ts";
import { DeviceError } from "../../src/core/errors.ts";
import { advance, beginRead } from "../../src/core/session/advance.ts";
import { plan } from "../../src/core/session/plan.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { Session, SessionPolicy } from "../../src/core/session/session.ts";
import { audio, music as playingMusic, queue, videoVolume } from "./sample-player.ts";
import { policy, profile } from "./samples.ts";
import { startMs } from "../support/fake-clock.ts";

export const paced: SessionPolicy = { ...policy, pace: { factor: 1, scheduled: new Set() } };
export const minute = 60_000;
export const music = {
  ...playingMusic,
  playing: "idle",
  queueStamp: "1/0",
  routingMark: "XMOS-XMOS/RCA",
} as const;

/** A player in a test, and the reads that it was asked for. */
export class House {
  now = startMs;
  session: Session;
  readonly reads: { readonly name: ResourceName; readonly at: number }[] = [];
  readonly #policy: SessionPolicy;
  player: PlayerState;
  /** The resources that have no answer, or one that is malformed or refused, and how many times. */
  readonly ill = new Map<
    ResourceName,
    { readonly kind: "broken" | "malformed" | "refused"; times: number }
  >();

  answerMs = 20;

  /** Whether it ends its connection after each answer. */
  endsConnections = false;

  /** Resources that answer differently each time, and these answers. */
  readonly alternating = new Map<ResourceName, Answer[]>();

  constructor(player: PlayerState, rules = paced, without: readonly ResourceName[] = ["declared"]) {
    this.player = player;
    this.session = newSession(this.now, { profile: { ...profile, withoutResources: without } });
    this.#policy = rules;
  }

  /** Has the player show something else from now on. */
  shows(change: PlayerState): this {
    this.player = { ...this.player, ...change };
    return this;
  }

  fork(): House {
    const other = new House(this.player, this.#policy);
    other.now = this.now;
    other.session = this.session;
    return other;
  }

  /** Lets time pass. */
  pass(ms: number): this {
    const until = this.now + ms;
    while (this.now < until) this.#step(until);
    return this;
  }

  #step(until: number): void {
    const step = plan(this.session, this.now, undefined);
    if (step.kind === "wait") {
      this.now = Math.min(until, this.now + step.ms);
      return;
    }
    if (step.kind !== "read") throw new Error(`a ${step.kind} is not expected`);
    const { resource } = step;
    this.reads.push({ name: resource, at: this.now });
    this.session = beginRead(this.session, resource, this.now);
    this.now += this.answerMs;
    const answer = this.#answer(resource);
    const event =
      answer instanceof DeviceError
        ? ({ kind: "failed", resource, error: answer } as const)
        : ({ kind: "answered", resource, answer } as const);
    this.session = advance(this.session, event, this.now, this.#policy);
    if (this.endsConnections)
      this.session = advance(this.session, { kind: "disconnected" }, this.now, this.#policy);
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
      this.#step(since + 20 * minute);
      if (this.now - since >= 20 * minute) throw new Error("it is never noticed");
    }
    return this.now - since;
  }

  /** Milliseconds until the session knows what the player shows from now on. */
  notices(change: PlayerState): number {
    const names = Object.keys(change) as ResourceName[];
    return this.shows(change).until((known) => names.every((name) => known[name] === change[name]));
  }

  #answer(resource: ResourceName): Answer | DeviceError {
    const illness = this.ill.get(resource);
    if (illness !== undefined && illness.times > 0) {
      illness.times -= 1;
      return illness.kind === "refused"
        ? { kind: "refused", reason: "body status 805" }
        : new DeviceError(illness.kind, "no JSON");
    }
    const turns = this.alternating.get(resource);
    const next = turns?.shift();
    if (next !== undefined) {
      turns?.push(next);
      return next;
    }
    const value = this.player[resource];
    if (value === undefined) return { kind: "unsupported" };
    if (value === resourceOf(resource).empty) return { kind: "absent" };
    if (value === this.session.player[resource]) return { kind: "unchanged" };
    return { kind: "reading", reading: { resource, value } as never };
  }
}

export const audioModel = (): House =>
  new House({ model: {} as never, audio: audio(), queue, music, power: [] });
export const oldModel = (): House =>
  new House({ ...audioModel().player, music: { ...music, queueStamp: undefined, routingMark: undefined } });
export const videoModel = (): House =>
  new House({
    ...oldModel().player,
    video: idleVideo,
    playlist: emptyPlaylist,
    subtitles: [],
    audioTracks: [],
  });

/** The same with a volume of its own. */
export const videoModelWithVolume = (): House => {
  const { player } = videoModel();
  return new House({
    ...player,
    music: { ...playingMusic, ...player.music, volume: undefined },
    videoVolume,
  });
};

import type { ResourceName } from "../../src/core/resources/player.ts";
import { paceOf } from "../../src/core/session/pace.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import { type Session, withResource } from "../../src/core/session/session.ts";
import { zidooRules } from "../../src/families/zidoo/rules.ts";
import type { Model } from "./go-players.ts";

/** The paths that the peers read, at the bridge's own default intervals. */
const paths = {
  music: "/DeviceMusicControl/v2/getState",
  audio: "/DeviceMusicControl/v2/getInputAndOutputList",
  video: "/DeviceVideoPlay/getPlayStatus",
  playlist: "/DeviceVideoPlay/getPlaylist",
  queue: "/DeviceMusicControl/v2/getPlayQueue",
} as const;

/** One read of each player, repeated. */
export interface Read {
  readonly name: string;
  readonly path: string;
  /** With a fraction, as the bridge computes it. */
  readonly intervalMs: number;
}

/** The job of a peer: each reads the same file. */
export interface Job {
  readonly players: readonly string[];
  readonly reads: readonly Read[];
  readonly brokerHost: string;
  readonly brokerPort: number;
  /** The prefix of all topics. */
  readonly base: string;
}

/** The resources that the models of bench/players lack, or that their music state reveals. */
const unread: Readonly<Record<ZidooModel, readonly ResourceName[]>> = {
  audio: ["video", "playlist", "videoVolume", "audio", "queue"],
  old: ["video", "playlist", "videoVolume"],
  video: ["videoVolume"],
  both: ["videoVolume"],
};

/** The models of the first make. */
export type ZidooModel = Exclude<Model, "bluos" | "wiim">;
type Life = "active" | "resting";

/** Milliseconds between two reads of each resource of a model, while it plays or rests. */
export function intervalsIn(model: ZidooModel, life: Life): Readonly<Partial<Record<string, number>>> {
  const plays = { state: "playing", playing: "playing" };
  const player = life === "resting" ? {} : { [model === "video" ? "video" : "music"]: plays };
  const session = unread[model].reduce<Session>(
    (part, name) => withResource(part, name, { support: "unsupported" }),
    { ...newSession(0), player },
  );
  return paceOf(session, 0, { rules: zidooRules, pace: { factor: 1, scheduled: new Set() } }).intervals;
}

function isOfZidoo(model: Model): model is ZidooModel {
  return Object.hasOwn(unread, model);
}

/** The resources that a bridge reads of a model, and how often; none of a make that the peers do not know. */
export function readsOf(model: Model, life: Life): Read[] {
  if (!isOfZidoo(model)) return [];
  const intervals = intervalsIn(model, life);
  return Object.entries(paths).flatMap(([name, path]) => {
    const intervalMs = intervals[name];
    return intervalMs === undefined ? [] : [{ name, path, intervalMs }];
  });
}

import { intervalsBySituation } from "../../src/families/zidoo/rules.ts";

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
  readonly intervalMs: number;
}

/** The job of a peer: each reads the same file. */
export interface Job {
  /** The players' addresses. */
  readonly players: readonly string[];
  readonly reads: readonly Read[];
  readonly brokerHost: string;
  readonly brokerPort: number;
  /** The prefix of all topics. */
  readonly base: string;
}

/** The resources that a bridge reads in a situation, and how often. */
export function readsOf(situation: keyof typeof intervalsBySituation, life: "active" | "resting"): Read[] {
  const intervals: Readonly<Partial<Record<string, number>>> = intervalsBySituation[situation][life];
  return Object.entries(paths).flatMap(([name, path]) => {
    const intervalMs = intervals[name];
    return intervalMs === undefined ? [] : [{ name, path, intervalMs }];
  });
}

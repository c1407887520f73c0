import type { Order } from "../topic-rules.ts";
import { type Bluos, type Change, type Input, tagOf, type Track, type Zone } from "./arbitrary.ts";

/** The zone whose music the player plays: in a group that of the primary. */
export function leaderOf({ zone, mate, role }: Bluos): Zone {
  return role === "secondary" ? mate : zone;
}

/** Whom the player obeys and who obeys it; alone, it is its own group. */
export function groupOf({ zone, mate, role }: Bluos): readonly Zone[] {
  return role === "none" ? [zone] : [zone, mate];
}

/** A service in the list of inputs, such as Spotify, is one without number and type. */
export function isService({ typeIndex, inputType, isRemote }: Input): boolean {
  return typeIndex === undefined && inputType === "" && !isRemote;
}

/** The input that plays. */
export function inputOf({ inputs, source }: Zone): Input | undefined {
  return source.from === "input" && inputs.length > 0 ? inputs[source.place % inputs.length] : undefined;
}

/** The tag of the input that is selected. A service among the inputs is, whoever has chosen its music. */
export function selectedTag(zone: Zone, inputs: readonly Input[]): string | undefined {
  const { source } = zone;
  const playing = inputOf(zone);
  const service = source.from === "stream" ? source.stream.service : undefined;
  const tag = playing === undefined ? service : tagOf(playing);
  return inputs.some((input) => tagOf(input) === tag && (service === undefined || isService(input)))
    ? tag
    : undefined;
}

/** Whether shuffle and repeat are told: a stream has its own order. */
export function isOrdered(bluos: Bluos): boolean {
  const { missing } = bluos.dialect;
  return (
    leaderOf(bluos).source.from === "queue" && !missing.includes("shuffle") && !missing.includes("repeat")
  );
}

export function orderOf({ isShuffled, repeat }: Zone): Order {
  return { isShuffled, repeat: (["all", "one", "off"] as const)[repeat] };
}

/** The entry of the queue that plays. */
export function trackOf({ queue, source, song }: Zone): Track | undefined {
  return source.from === "queue" && queue.length > 0 ? queue[song % queue.length] : undefined;
}

/** The group's volume; undefined where a member's output is fixed. */
export function groupLevelOf(bluos: Bluos): number | undefined {
  const levels = groupOf(bluos).map(({ level }) => level);
  return levels.includes(undefined)
    ? undefined
    : Math.round(levels.reduce<number>((sum, level) => sum + (level ?? 0), 0) / levels.length);
}

/** Changes a player. */
export function apply(bluos: Bluos, change: Change): void {
  const { zone } = bluos;
  const leader = leaderOf(bluos);
  switch (change.what) {
    case "level":
      zone.level = change.level;
      if (change.level === undefined) zone.isMuted = false;
      return;
    case "mute":
      // Whether a fixed output can be muted is not known.
      if (zone.level !== undefined) zone.isMuted = !zone.isMuted;
      return;
    case "battery":
      if (zone.battery !== undefined) zone.battery = { level: change.level, isCharging: change.isCharging };
      return;
    case "inputs":
      zone.inputs = change.inputs;
      if (zone.inputs.length === 0 && zone.source.from === "input") zone.source = { from: "nothing" };
      return;
    case "queue":
      leader.queue = change.queue;
      leader.song = change.queue.length === 0 ? 0 : change.song % change.queue.length;
      leader.seconds = 0;
      return;
    case "source":
      Object.assign(leader, { source: change.source, state: change.state, seconds: change.seconds });
      if (change.source.from === "input" && leader.inputs.length === 0) leader.source = { from: "queue" };
      return;
    case "song":
      if (leader.queue.length === 0) return;
      Object.assign(leader, { source: { from: "queue" }, state: "play", seconds: change.seconds });
      leader.song = change.place % leader.queue.length;
      return;
    default: {
      const { what, ...values } = change;
      const owners = { presets: zone, name: zone, state: leader, order: leader, sleep: leader, role: bluos };
      Object.assign(owners[what], values);
    }
  }
}

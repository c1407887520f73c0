import { deadlineMs, patience } from "./bounds.ts";
import { hash32 } from "../../src/lib/hash.ts";
import { Random } from "./random.ts";
import { type PlayerName, playerNames } from "./schedule.ts";

/** One large fault in a calm, and how long it lasts. */
export type Episode =
  | {
      readonly kind: "broker away";
      readonly forMs: number;
      readonly remembers: boolean;
      readonly maxPacketBytes?: number;
    }
  | { readonly kind: "bridge stands still"; readonly forMs: number }
  | { readonly kind: "bridge killed" | "bridge restarted"; readonly forMs: number }
  | { readonly kind: "bridge reloaded"; readonly player: PlayerName }
  /** Another host takes over: as planned, from one that stands still, or as a hot stand-by from one that dies. */
  | { readonly kind: "bridge moved"; readonly from: "running" | "frozen" | "dying" }
  | { readonly kind: "player dead" | "player hangs"; readonly player: PlayerName; readonly forMs: number }
  | { readonly kind: "player replaced"; readonly player: PlayerName; readonly by: PlayerName }
  | { readonly kind: "players swapped"; readonly players: readonly [PlayerName, PlayerName] };

/** The kinds in the order of a run; a run with more storms has each of them again, with other durations. */
const order: readonly Episode["kind"][] = [
  "bridge reloaded",
  "player dead",
  "broker away",
  "bridge stands still",
  "bridge killed",
  "bridge moved",
  "player hangs",
  "broker away",
  "bridge restarted",
  "player replaced",
  "players swapped",
];

const brokerAwayMs = [1000, 100, 8000, 300, 60_000, 4000, 20_000] as const;
const limits = [1500, undefined, 1200, undefined] as const;
const standsStillMs = [7000, 1200, 12_000] as const;
/** Each longer than a player may be silent and online, so that each shows whether it goes offline and is left in peace. */
const deadMs = [9000, 7000, 20_000] as const;
const movedFrom = ["running", "frozen", "dying"] as const;

export type Trouble = Exclude<Episode["kind"], "broker away"> | "broker forgets" | "broker limited";

function troubleOf(episode: Episode): Trouble {
  if (episode.kind !== "broker away") return episode.kind;
  return episode.remembers ? "broker limited" : "broker forgets";
}

/**
 * The first storm of a seed that this trouble follows: there is each of them in three rounds of all kinds. A bridge stands
 * still for so long then that commands get too old, but not until the broker gives it up.
 */
export function stormBefore(trouble: Trouble, seed: number): number {
  const numbers = Array.from({ length: 3 * order.length }, (_, number) => number);
  const found = numbers.find((number) => {
    const episode = planEpisode(seed, number);
    if (troubleOf(episode) !== trouble) return false;
    if (episode.kind !== "bridge stands still") return true;
    return episode.forMs > deadlineMs && episode.forMs < patience.willMs;
  });
  if (found === undefined) throw new Error(`no storm of seed ${seed} is followed by: ${trouble}`);
  return found;
}

/** The episode after storm `number` of a seed. */
export function planEpisode(seed: number, number: number): Episode {
  const random = new Random(hash32(`${seed}/${number}/episode`));
  const player = random.pick(playerNames);
  const kind = order[(number + seed) % order.length] ?? "broker away";
  const turn = Math.floor((number + seed) / order.length);
  const within = <T>(items: readonly T[], offset = 0): T => items[(turn + offset) % items.length] as T;
  switch (kind) {
    case "broker away": {
      const isSecond = (number + seed) % order.length > 2;
      const forMs = within(brokerAwayMs, isSecond ? 3 : 0);
      const maxPacketBytes = within(limits, isSecond ? 1 : 0);
      return {
        kind,
        forMs,
        // Only what the broker remembers can be too old.
        remembers: maxPacketBytes !== undefined,
        ...(maxPacketBytes !== undefined && { maxPacketBytes }),
      };
    }
    case "bridge stands still":
      return { kind, forMs: within(standsStillMs) };
    case "bridge killed":
    case "bridge restarted":
      return { kind, forMs: random.between(0, 2000) };
    case "bridge reloaded":
      return { kind, player };
    case "bridge moved":
      return { kind, from: within(movedFrom) };
    case "player dead":
    case "player hangs":
      return { kind, player, forMs: within(deadMs) };
    case "player replaced": {
      // A model without video in the place of one with video, and the other way round.
      const by = player === "audio" || player === "loose" ? "video" : "audio";
      return { kind, player, by };
    }
    case "players swapped":
      return { kind, players: [player, random.pick(playerNames.filter((other) => other !== player))] };
  }
}

import { presets } from "../../simulator/zidoo/presets.ts";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import type { PlayerName } from "./schedule.ts";
import type { Wish } from "./wishes.ts";

/** How a player handles the one command of the roll call, and the outcome that the sender must get. */
export interface Manner {
  readonly kind: string;
  readonly wish: (name: PlayerName, player: SimulatedPlayer) => Wish;
  /** The player's fault for this one command. */
  readonly fault?: string;
  readonly outcome: "applied" | "rejected" | "failed";
  /** Whether the player supports the request; otherwise the command is rejected. */
  readonly can?: (player: SimulatedPlayer) => boolean;
}

const selectsSecond: Manner["wish"] = (name) => ({ target: "audio/input", request: inputOf(name, 1) });

/** Used in rotation, so that every player gets a command in every manner. */
export const manners: readonly [Manner, ...Manner[]] = [
  { kind: "does it", wish: selectsSecond, outcome: "applied" },
  {
    kind: "has no such input",
    wish: () => ({ target: "audio/input", request: "NOSUCH" }),
    outcome: "rejected",
  },
  {
    kind: "answers 200 and does nothing",
    wish: selectsSecond,
    fault: "ignoreSelection*1",
    outcome: "failed",
  },
  { kind: "cuts the connection", wish: selectsSecond, fault: "reset@setInputList*1", outcome: "failed" },
  { kind: "shows it and takes it back", wish: selectsSecond, fault: "lies*1", outcome: "applied" },
  {
    kind: "goes on to the next track",
    wish: () => ({ target: "music/playback", request: "next" }),
    outcome: "applied",
    can: (player) => reportsMusic(player) && player.music.state !== "stopped",
  },
  {
    kind: "plays in another order",
    wish: (_name, { loopMode }) => ({ target: "music/mode", request: loopMode === 1 ? "shuffle" : "single" }),
    outcome: "applied",
    can: (player) => reportsMusic(player) && !player.lacks.has("setLoopMode"),
  },
  {
    kind: "turns its volume",
    wish: (_name, { volume }) => ({ target: "volume/level", request: volume?.level === 33 ? "44" : "33" }),
    outcome: "applied",
    can: ({ volume }) => volume !== undefined,
  },
  { kind: "starts anew", wish: () => ({ target: "power", request: "reboot" }), outcome: "applied" },
];

export function inputOf(player: PlayerName, index: number): string {
  const { inputs } = presets[player].routing;
  return inputs[index]?.tag ?? "";
}

function reportsMusic({ lacks }: SimulatedPlayer): boolean {
  return !lacks.has("getState");
}

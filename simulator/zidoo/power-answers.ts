import type { StatusCode } from "./music-answers.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

const options = {
  poweroff: "Power off",
  reboot: "Reboot",
  standby: "Standby",
  screen: "Screen off",
  timeshutdown: "Timed shutdown",
} as const;

/** The answer of getPowerOption. The name of the screen's entry is its action, in the owner's language. */
export function powerBody({ isScreenOn }: SimulatedPlayer): object {
  const data = Object.entries(options).map(([tag, name]) => ({
    name: tag === "screen" && !isScreenOn ? "Screen on" : name,
    tag,
  }));
  return { status: 200, data };
}

/** Performs the power option with this tag; `screen` is a toggle. */
export function setPower(player: SimulatedPlayer, query: URLSearchParams): StatusCode {
  const tag = query.get("tag") ?? "";
  if (!(tag in options)) return 805;
  if (tag === "screen") player.isScreenOn = !player.isScreenOn;
  else player.performPower(tag);
  return 200;
}

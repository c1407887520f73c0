import type { Order } from "../topic-rules.ts";
import { type Change, type InputTag, inputs, inputTags, type Wiim } from "./arbitrary.ts";

/** What plays over the network is one input. */
export function inputOf({ mode }: Pick<Wiim, "mode">): InputTag {
  return inputTags.find((tag) => tag !== "wifi" && inputs[tag].mode === mode) ?? "wifi";
}

/** Whether the player only passes through what it plays. */
export function isPassedThrough(wiim: Pick<Wiim, "mode">): boolean {
  return !["wifi", "bluetooth"].includes(inputOf(wiim));
}

/** Shuffle and repeat by the number of the order. */
const orders = [
  { isShuffled: false, repeat: "all" },
  { isShuffled: false, repeat: "one" },
  { isShuffled: true, repeat: "all" },
  { isShuffled: true, repeat: "off" },
  { isShuffled: false, repeat: "off" },
  { isShuffled: true, repeat: "one" },
] as const;

export function orderOf({ loop }: Wiim): Order {
  return orders[loop] ?? orders[4];
}

export function selectInput(wiim: Wiim, tag: InputTag): void {
  const { mode } = inputs[tag];
  Object.assign(wiim, { mode, track: undefined, address: "", seconds: 0 });
  wiim.state = tag === "wifi" ? "stop" : "play";
}

/** Changes a player. */
export function apply(wiim: Wiim, change: Change): void {
  switch (change.what) {
    case "mute":
      wiim.isMuted = !wiim.isMuted;
      return;
    case "input":
      selectInput(wiim, wiim.dialect.inputs[change.place % wiim.dialect.inputs.length] ?? "wifi");
      return;
    case "track":
      Object.assign(wiim, { mode: change.mode, track: change.track, seconds: change.seconds, address: "" });
      wiim.place += 1;
      wiim.state = "play";
      return;
    default: {
      const { what: _, ...values } = change;
      Object.assign(wiim, values);
    }
  }
}

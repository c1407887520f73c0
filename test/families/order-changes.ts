import type { FamilyCall } from "../../src/core/controls/call.ts";
import type { RepeatMode } from "../../src/core/resources/music.ts";

interface Order {
  readonly shuffle: boolean;
  readonly repeat: RepeatMode;
}

/** Every change of an order, and the order that must come of it: what is not asked for stays. */
export function changesOf(before: Order): readonly (readonly [FamilyCall, Order])[] {
  const repeat = before.repeat === "one" ? "off" : before.repeat;
  return [
    ...[true, false].map((isOn) => one({ operation: "setShuffle", isOn }, { ...before, shuffle: isOn })),
    ...(["off", "one", "all"] as const).map((word) =>
      one({ operation: "setRepeat", repeat: word }, { ...before, repeat: word }),
    ),
    one({ operation: "setMusicMode", mode: "list" }, { shuffle: false, repeat }),
    one({ operation: "setMusicMode", mode: "single" }, { shuffle: false, repeat: "one" }),
    one({ operation: "setMusicMode", mode: "shuffle" }, { shuffle: true, repeat }),
  ];
}

function one(call: FamilyCall, order: Order) {
  return [call, order] as const;
}

import { type PowerOption, powerTags, powerWords } from "../../core/resources/power.ts";

/**
 * What a player can be switched to, of `on`, `off`, `standby` and `reboot`, and whether it is on, off or in standby: without that,
 * it is on as long as it answers.
 */
export function power(can: readonly (keyof typeof powerTags)[], is?: string): readonly PowerOption[] {
  const unknown = can.find((word) => !powerWords.includes(word));
  if (unknown !== undefined)
    throw new TypeError(`power: "${unknown}" is not one of ${powerWords.join(", ")}`);
  if (is !== undefined && !can.includes("on"))
    throw new TypeError('power: what the player is needs "on" among what it can be switched to');
  const isTold = is === "on" || is === "off" || is === "standby";
  return can.map((word) => ({
    tag: powerTags[word],
    name: word,
    ...(isTold && word === "on" && { isCurrent: is === word }),
  }));
}

import { type PowerOption, powerTags, powerWords } from "../../core/resources/power.ts";

/**
 * What a player can be switched to, of `on`, `off`, `standby` and `reboot`, and which of these it is: without that, it is on as
 * long as it answers.
 */
export function power(can: readonly (keyof typeof powerTags)[], is?: string): readonly PowerOption[] {
  const unknown = can.find((word) => !powerWords.includes(word));
  if (unknown !== undefined)
    throw new TypeError(`power: "${unknown}" is not one of ${powerWords.join(", ")}`);
  const isTold = powerWords.some((word) => word === is);
  return can.map((word) => ({
    tag: powerTags[word],
    name: word,
    ...(isTold && word === "on" && { isCurrent: is === word }),
  }));
}

import { settingText } from "../../../core/resources/settings.ts";
import { readOperations } from "../../../families/declared-operations.ts";
import { translatable } from "../../../lib/phrase.ts";
import { type Finding, good, warning } from "../finding.ts";
import type { PollOptions } from "./check-library.ts";

/** Reads what the owner has declared, and says what came. Nothing is set. */
export async function* checkOperations({
  player: { operations = [] },
  family,
  options,
  signal,
}: PollOptions): AsyncGenerator<Finding, void> {
  if (operations.length === 0) return;
  await using device = family.open(options);
  for (const setting of await readOperations(device, operations, signal)) {
    const { tag, title, problem } = setting;
    yield problem === undefined
      ? good(
          "operations",
          translatable("settings.entry", "{tag} ({title}) = {value}", {
            tag,
            title,
            value: settingText(setting),
          }),
        )
      : warning(
          "operations",
          translatable("operations.unread", "{tag} says nothing: {reason}", { tag, reason: problem }),
          translatable("advice.operation", "correct its read in the operations of the player"),
        );
  }
}

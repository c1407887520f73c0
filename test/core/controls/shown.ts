import type { Effect } from "../../../src/core/controls/effect.ts";
import type { KnownPlayer } from "../../../src/core/controls/known-player.ts";
import { toPhrase } from "../../../src/lib/phrase.ts";

/** The state that the player shows instead of the effect, in English. */
export function shown(effect: Pick<Effect, "shown">, player: KnownPlayer): string {
  return toPhrase(effect.shown(player)).text;
}

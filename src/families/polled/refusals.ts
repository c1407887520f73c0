import { type Phrase, translatable } from "../../lib/phrase.ts";

export const noPlayerThere = translatable("answer.no-one", "no player answers there");
export const notThere = translatable(
  "answer.not-there",
  "the player answers that it is not there, or disabled",
);
export const notOffered = translatable("answer.not-offered", "the player offers no such thing now");
export const noAddress = translatable("group.no-address", "this is no address of a player");
export const inNoGroup = translatable("group.none", "this player is in no group");
export const inAnotherGroup = translatable(
  "group.elsewhere",
  "the player refused: one of both is in another group",
);

/** Nothing was sent, or what was answered is no success. */
export function refused(reason: Phrase): { readonly kind: "refused"; readonly reason: Phrase } {
  return { kind: "refused", reason };
}

export function notShownBy(player: string, withinMs: number): Phrase {
  return translatable("group.not-shown", "{player} does not show it within {seconds} s", {
    player,
    seconds: withinMs / 1000,
  });
}

/** Names the players that did not come into a group, with the reason of the first; undefined if there is none. */
export function missingFrom(missing: ReadonlyMap<string, Phrase>): Phrase | undefined {
  const [reason] = missing.values();
  const players = [...missing.keys()].toSorted().join(", ");
  return (
    reason && translatable("group.missing", "not in the group: {players} ({reason})", { players, reason })
  );
}

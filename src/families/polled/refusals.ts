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

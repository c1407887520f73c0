import type { Resource } from "./resource.ts";

/** What a player says about itself, and the word its paths begin with. */
export interface PlayerModel {
  readonly pathPrefix: string;
  readonly model: string | undefined;
  readonly firmware: string | undefined;
  readonly mac: string | undefined;
}

/** The model: it does not change while the player is there. Its facts are in the topic `info`. */
export const model = {
  title: "model",
  readWith: "appearance",
  isSpecified: true,
  topics: {},
  // A new firmware may bring families that were missing.
  changed: ({ before, after }) => ({
    forgetsDenials: before?.firmware !== undefined && before.firmware !== after.firmware,
  }),
} satisfies Resource<PlayerModel>;

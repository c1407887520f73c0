import type { Resource } from "./resource.ts";

/** The model of a player, and the prefix of its paths. */
export interface PlayerModel {
  readonly pathPrefix: string;
  readonly model: string | undefined;
  readonly firmware: string | undefined;
  readonly mac: string | undefined;
  /** The MAC of its wireless card. */
  readonly wifiMac?: string | undefined;
}

/** The model. It does not change while the player is online; the topic `info` contains it. */
export const model = {
  title: "model",
  readWith: "appearance",
  summary: (value) =>
    [value.model ?? "a player of unknown model", value.firmware].filter(Boolean).join(", firmware "),
  isSpecified: true,
  topics: {},
  // New firmware may add resources that were missing.
  changed: ({ before, after }) => ({
    forgetsDenials: before?.firmware !== undefined && before.firmware !== after.firmware,
  }),
} satisfies Resource<PlayerModel>;

import { translatable, toPhrase } from "../../lib/phrase.ts";
import type { Resource } from "./resource.ts";

export interface PlayerModel {
  /** Undefined if the player does not tell. */
  readonly maker: string | undefined;
  readonly model: string | undefined;
  readonly firmware: string | undefined;
  readonly mac: string | undefined;
  /** What tells it from others with the same MAC, such as the port of a zone of a chassis. */
  readonly unit?: string;
  readonly name?: string | undefined;
  readonly wifiMac?: string | undefined;
  /** What its family adds to `info`. */
  readonly details?: Readonly<Record<string, string>>;
}

/** What an earlier run published as the info of the player. */
export interface FormerInfo {
  readonly model: PlayerModel;
  /** Whether it had the topic `power`. */
  readonly hasPower: boolean;
}

export const model = {
  readOn: "appearance",
  readEveryMs: "never",
  identifiesPlayer: true,
  summary: ({ model: name, firmware = "" }) => {
    const model = name ?? translatable("summary.unknown-model", "a player of unknown model");
    return firmware === ""
      ? toPhrase(model)
      : translatable("summary.model", "{model}, firmware {firmware}", { model, firmware });
  },
  topics: {},
  changed: ({ before, after }) => {
    if (isOtherModel(before, after)) return { forgets: "support" };
    // New firmware may add resources that were missing.
    const isOtherFirmware = before?.firmware !== undefined && before.firmware !== after.firmware;
    return isOtherFirmware ? { forgets: "denials" } : {};
  },
} satisfies Resource<PlayerModel>;

/** Whether another model has taken the player's place. One that denies its model is not another: it may be starting. */
function isOtherModel(before: PlayerModel | undefined, after: PlayerModel): boolean {
  return before !== undefined && after.model !== undefined && before.model !== after.model;
}

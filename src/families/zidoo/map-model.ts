import type { PlayerModel } from "../../core/resources/model.ts";
import { answerOf, type ReadContext, text } from "./wire.ts";

export const modelAnswer = answerOf(() => ({ model: text, firmware: text, net_mac: text, wif_mac: text }));

export function mapModel(json: object, { pathPrefix }: ReadContext): PlayerModel | undefined {
  const { model, firmware, net_mac: mac, wif_mac: wifiMac } = modelAnswer().parse(json);
  if ([model, firmware, mac, wifiMac].every((field) => field === undefined)) return undefined;
  return { ...underPrefix(pathPrefix), model, firmware, mac, wifiMac };
}

/** What the prefix of a player's paths says about its model: it is the maker's name, or the neutral word. */
export function underPrefix(pathPrefix: string) {
  return { maker: pathPrefix === neutralPrefix ? undefined : pathPrefix, details: { pathPrefix } };
}

/** The maker's specification writes this word in place of his name. */
const neutralPrefix = "Device";

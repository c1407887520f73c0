import type { PlayerModel } from "./resources/model.ts";

/** Placeholders for a hidden or missing address; Android reports the second one. */
const placeholders = new Set(["000000000000", "020000000000"]);

/** The twelve digits of a MAC address; undefined for one that is not unique to a device. */
export function digitsOfMac(mac: string): string | undefined {
  const digits = mac.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
  if (!/^[0-9a-f]{12}$/.test(digits) || placeholders.has(digits)) return undefined;
  // An odd first byte marks a multicast address.
  return Number.parseInt(digits.slice(0, 2), 16) % 2 === 1 ? undefined : digits;
}

export function formatMac(digits: string): string {
  return digits.replaceAll(/(..)(?=.)/g, "$1:");
}

/** What is known of a player's network cards. */
interface Cards {
  readonly config: { readonly mac: string | undefined; readonly wakeMacs: readonly string[] };
  readonly player: { readonly model?: PlayerModel };
}

export const withoutMacs: Cards["config"] = { mac: undefined, wakeMacs: [] };

export function macsOf({ config, player: { model } }: Cards): readonly string[] {
  const known = [config.mac, model?.mac, model?.wifiMac, ...config.wakeMacs].map((one = "") =>
    one.toLowerCase(),
  );
  return [...new Set(known)].filter((one) => one !== "");
}

/** Whether the player can be told from another device. */
export function isKnownByMac(cards: Cards): boolean {
  return digitsOf(macsOf(cards)).length > 0;
}

/** Whether a model is that of the player; undefined if one of them does not tell the MAC that would show it. */
export function isOfPlayer(cards: Cards, { mac, wifiMac }: PlayerModel): boolean | undefined {
  const known = digitsOf(macsOf(cards));
  const seen = digitsOf([mac, wifiMac]);
  if (seen.some((digits) => known.includes(digits))) return true;
  // Some hide the address of their wired card. That of the wireless one alone contradicts nothing but an earlier one.
  const hidesWired = digitsOf([mac]).length === 0;
  const comparable = hidesWired ? digitsOf([cards.player.model?.wifiMac]) : known;
  return seen.length > 0 && comparable.length > 0 ? false : undefined;
}

function digitsOf(macs: readonly (string | undefined)[]): string[] {
  return macs.flatMap((mac) => digitsOfMac(mac ?? "") ?? []);
}

import { DeviceError } from "../core/errors.ts";
import type { PlayerModel } from "../core/resources/model.ts";
import { withPort } from "../lib/addresses.ts";
import type { Family, PlayerOptions } from "./family.ts";
import { askFamilies, type AskedFamily } from "./recognize.ts";

const timeoutMs = 3000;
const maxBodyBytes = 65_536;

/** The options of a player of which nothing but its address is known. */
export function optionsOfStranger(url: string): PlayerOptions {
  return {
    url,
    psk: undefined,
    pathPrefix: "auto",
    timeoutMs,
    maxBodyBytes,
    queue: { publish: "none", window: 1, fields: "essential", maxPayloadBytes: maxBodyBytes },
  };
}

export interface IdentifiedPlayer {
  /** With its port. */
  readonly url: string;
  readonly family: string;
  readonly model: PlayerModel;
}

/**
 * The player at an address, by the first family that recognizes it, at its own port if the address has none. Undefined if
 * nothing answers as a player.
 */
export async function identifyAt(
  families: readonly AskedFamily[],
  address: string,
  signal: AbortSignal,
): Promise<IdentifiedPlayer | undefined> {
  const { recognized } = await askFamilies(families, optionsOfStranger(address), signal);
  if (recognized === undefined) return undefined;
  const { family, model } = recognized;
  return { url: withPort(address, family.defaultPort), family: family.name, model };
}

/** Whether a player plays films besides music; undefined if it does not tell. */
export async function readPlaysFilms(
  families: readonly Family[],
  { url, family: name, model }: IdentifiedPlayer,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const family = families.find((one) => one.name === name);
  if (family === undefined) return undefined;
  await using device = family.open({ ...optionsOfStranger(url), model });
  try {
    const { kind } = await device.read("video", signal);
    if (kind === "reading" || kind === "absent") return true;
    return kind === "unsupported" ? false : undefined;
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}

import { DeviceError } from "../core/errors.ts";
import { translatable } from "../lib/phrase.ts";
import type { PlayerModel } from "../core/resources/model.ts";
import { withPort } from "../lib/addresses.ts";
import type { Family, PlayerOptions } from "./family.ts";
import { notAPlayer } from "./http/identify-server.ts";

/** The options of a player if it belongs to this family: its address has a port. */
export function optionsFor<Options extends Pick<PlayerOptions, "url">>(
  options: Options,
  family: Pick<Family, "defaultPort">,
): Options {
  return { ...options, url: withPort(options.url, family.defaultPort) };
}

export interface Recognized {
  readonly family: Family;
  readonly model?: PlayerModel;
}

export type AskedFamily = Pick<Family, "name" | "defaultPort" | "identify">;

/** Asks each family whether the player is one of its own. One alone is taken for granted. Throws DeviceError if none recognizes it. */
export async function recognize(
  families: readonly Family[],
  options: PlayerOptions,
  signal: AbortSignal,
): Promise<Recognized> {
  const [only, ...others] = families;
  if (only !== undefined && others.length === 0) return { family: only };
  const { recognized, failure } = await askFamilies(families, options, signal);
  if (recognized !== undefined) return recognized;
  const names = families.map(({ name }) => name).join(", ");
  if (failure !== undefined) throw failure;
  throw await notAPlayer(
    only === undefined ? options : optionsFor(options, only),
    translatable("answer.no-family", "no player of a known make answers ({families})", { families: names }),
    signal,
  );
}

/** The family that recognizes the player, else why one of them could not tell. */
export async function askFamilies<F extends AskedFamily>(
  families: readonly F[],
  options: PlayerOptions,
  signal: AbortSignal,
): Promise<{
  readonly recognized?: { readonly family: F; readonly model: PlayerModel };
  readonly failure?: DeviceError;
}> {
  let failure: DeviceError | undefined;
  // A player on the usual port of a family most likely belongs to it; the requests of another one only fail there.
  const isLikely = ({ defaultPort }: F): boolean => options.url.endsWith(`:${defaultPort}`);
  const likely = families.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)));
  for (const family of likely) {
    try {
      const model = await family.identify(optionsFor(options, family), signal);
      if (model !== undefined) return { recognized: { family, model } };
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      failure ??= error;
    }
  }
  return failure === undefined ? {} : { failure };
}

/** The families that a player may belong to by its setting: the name of one, or `auto`. */
export function familiesNamed(name: string, families: readonly Family[]): readonly Family[] {
  return name === "auto" ? families : families.filter((family) => family.name === name);
}

const strangerBytes = 65_536;

/** The options of a player of which nothing but its address is known. */
export function optionsOfStranger(url: string): PlayerOptions {
  return {
    url,
    psk: undefined,
    pathPrefix: "auto",
    timeoutMs: 3000,
    maxBodyBytes: strangerBytes,
    queue: { publish: "none", window: 1, fields: "essential", maxPayloadBytes: strangerBytes },
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
  psk?: string,
): Promise<IdentifiedPlayer | undefined> {
  const { recognized } = await askFamilies(families, { ...optionsOfStranger(address), psk }, signal);
  if (recognized === undefined) return undefined;
  const { family, model } = recognized;
  return { url: withPort(address, family.defaultPort), family: family.name, model };
}

/** Whether a player plays films besides music; undefined if it does not tell. */
export async function readPlaysFilms(
  families: readonly Family[],
  { url, family: name, model }: IdentifiedPlayer,
  signal: AbortSignal,
  psk?: string,
): Promise<boolean | undefined> {
  const family = families.find((one) => one.name === name);
  if (family === undefined) return undefined;
  await using device = family.open({ ...optionsOfStranger(url), psk, model });
  try {
    const { kind } = await device.read("video", signal);
    if (kind === "reading" || kind === "absent") return true;
    return kind === "unsupported" ? false : undefined;
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}

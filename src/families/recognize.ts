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

import { DeviceError } from "../../core/errors.ts";
import { model as modelResource, type PlayerModel } from "../../core/resources/model.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";
import type { Diagnosis, PlayerOptions } from "../family.ts";
import { identifyServer } from "../http/identify-server.ts";
import { readModel } from "../read-model.ts";
import { DeviceClient } from "./client.ts";

/** A player in words, with the prefix of its paths. */
export function describe(model: PlayerModel | undefined, options: PlayerOptions): Phrase {
  const prefix = model?.details?.["pathPrefix"] ?? options.pathPrefix;
  return model === undefined
    ? translatable("answers.player", "a player, paths begin with {prefix}", { prefix })
    : translatable("answers.model", "{model}, paths begin with {prefix}", {
        model: modelResource.summary(model),
        prefix,
      });
}

/** The configured prefix may be wrong, or that of the player unknown. */
export async function diagnose(
  options: PlayerOptions,
  failure: DeviceError,
  signal: AbortSignal,
): Promise<Diagnosis | undefined> {
  const other = options.pathPrefix === "auto" ? undefined : await findPrefix(options, signal);
  if (other !== undefined && other !== options.pathPrefix) {
    return {
      check: "prefix",
      what: translatable(
        "prefix.other",
        "the player's paths begin with {prefix}, but {configured} is configured",
        { prefix: other, configured: options.pathPrefix },
      ),
      advice: translatable("advice.prefix-auto", "leave device.pathPrefix at auto"),
    };
  }
  if (!(await identifyServer(options, signal)).isLikePlayer) return undefined;
  return {
    check: "prefix",
    what: translatable("prefix.unknown", "a player of an unknown maker answers there: {reason}", {
      reason: failure.phrase,
    }),
    advice: translatable("advice.prefix", "set device.pathPrefix to the first word of its paths"),
  };
}

async function findPrefix(options: PlayerOptions, signal: AbortSignal): Promise<string | undefined> {
  try {
    const open = (given: PlayerOptions): DeviceClient => new DeviceClient(given);
    const model = await readModel(open, { ...options, pathPrefix: "auto" }, signal);
    return model?.details?.["pathPrefix"];
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}

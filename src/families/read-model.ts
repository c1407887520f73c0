import { DeviceError } from "../core/errors.ts";
import type { PlayerModel } from "../core/resources/model.ts";
import type { Family, PlayerOptions } from "./family.ts";

/** Any device may be at the address, and a model is far smaller. */
const maxBytes = 65_536;

/** The model of the player at an address; undefined if the answers are no player's. */
export async function readModel(
  open: Family["open"],
  options: PlayerOptions,
  signal: AbortSignal,
): Promise<PlayerModel | undefined> {
  await using device = open({ ...options, maxBodyBytes: maxBytes });
  try {
    const answer = await device.read("model", signal);
    const isModel = answer.kind === "reading" && answer.reading.resource === "model";
    return isModel ? answer.reading.value : undefined;
  } catch (error) {
    if (error instanceof DeviceError && error.answered) return undefined;
    throw error;
  }
}

import { DeviceError } from "../../core/errors.ts";
import type { PlayerModel } from "../../core/resources/model.ts";
import type { PlayerOptions } from "../family.ts";
import { DeviceClient } from "./client.ts";

/** Any device may be at the address, so the wait is short and the answer limited; a model is far smaller. */
const modelTimeoutMs = 3000;
const maxModelBytes = 65_536;

/** The model of the player at an address; undefined if the answers are no player's. */
export async function identify(
  options: PlayerOptions,
  signal: AbortSignal,
): Promise<PlayerModel | undefined> {
  await using client = new DeviceClient({
    ...options,
    timeoutMs: Math.min(options.timeoutMs, modelTimeoutMs),
    maxBodyBytes: maxModelBytes,
  });
  try {
    const answer = await client.read("model", signal);
    const isModel = answer.kind === "reading" && answer.reading.resource === "model";
    return isModel ? answer.reading.value : undefined;
  } catch (error) {
    if (error instanceof DeviceError && error.answered) return undefined;
    throw error;
  }
}

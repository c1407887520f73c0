import { DeviceError } from "../../core/errors.ts";
import type { PlayerModel } from "../../core/resources/model.ts";
import type { PlayerOptions } from "../family.ts";
import { BluosClient } from "./client.ts";

/** Any device may be at the address, so the wait is short and the answer limited. */
const longestMs = 3000;
const maxBytes = 65_536;

/** The model of the player at an address; undefined if the answer is no player's. */
export async function identify(
  options: PlayerOptions,
  signal: AbortSignal,
): Promise<PlayerModel | undefined> {
  const timeoutMs = Math.min(options.timeoutMs, longestMs);
  await using client = new BluosClient({ ...options, timeoutMs, maxBodyBytes: maxBytes });
  try {
    const answer = await client.read("model", signal);
    if (answer.kind !== "reading" || answer.reading.resource !== "model") return undefined;
    return answer.reading.value;
  } catch (error) {
    if (error instanceof DeviceError && error.answered) return undefined;
    throw error;
  }
}

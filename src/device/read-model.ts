import { DeviceError } from "../core/errors.ts";
import type { PlayerModel } from "../core/resources/model.ts";
import { DeviceClient } from "./client.ts";

const timeoutMs = 3000;
/** Any device may answer; a model is far smaller. */
const maxBodyBytes = 65_536;

/** The model of the player at an address; undefined if the device there does not answer like a player. */
export async function readModel(url: string, signal: AbortSignal): Promise<PlayerModel | undefined> {
  await using client = new DeviceClient({
    url,
    psk: undefined,
    pathPrefix: "auto",
    timeoutMs,
    maxBodyBytes,
    queue: { publish: "none", window: 1, fields: "essential", maxPayloadBytes: maxBodyBytes },
  });
  try {
    const answer = await client.read("model", signal);
    return answer.kind === "reading" && answer.reading.resource === "model"
      ? answer.reading.value
      : undefined;
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}

import { DeviceError } from "../../core/errors.ts";
import type { PlayerModel } from "../../core/resources/model.ts";
import type { Answer } from "../../core/resources/player.ts";
import { DeviceClient } from "./client.ts";

const timeoutMs = 3000;
/** Any device may answer; a model is far smaller. */
const maxBodyBytes = 65_536;

/** The model of the player at an address; undefined if the device there does not answer like a player. */
export async function readModel(url: string, signal: AbortSignal): Promise<PlayerModel | undefined> {
  const answer = await ask(url, "auto", "model", signal);
  return answer?.kind === "reading" && answer.reading.resource === "model" ? answer.reading.value : undefined;
}

/** Whether the player at an address plays films besides music; undefined if it does not tell. */
export async function readPlaysFilms(
  url: string,
  { pathPrefix }: Pick<PlayerModel, "pathPrefix">,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const answer = await ask(url, pathPrefix, "video", signal);
  switch (answer?.kind) {
    case "reading":
    case "absent":
      return true;
    case "unsupported":
      return false;
    default:
      return undefined;
  }
}

async function ask(
  url: string,
  pathPrefix: string,
  resource: "model" | "video",
  signal: AbortSignal,
): Promise<Answer | undefined> {
  await using client = new DeviceClient({
    url,
    psk: undefined,
    pathPrefix,
    timeoutMs,
    maxBodyBytes,
    queue: { publish: "none", window: 1, fields: "essential", maxPayloadBytes: maxBodyBytes },
  });
  try {
    return await client.read(resource, signal);
  } catch (error) {
    if (error instanceof DeviceError) return undefined;
    throw error;
  }
}

import { DeviceError } from "../../../src/core/errors.ts";
import type { Reply } from "../../../src/core/controls/call.ts";
import type { PlayerOptions } from "../../../src/families/family.ts";
import { DeviceClient } from "../../../src/families/zidoo/client.ts";
import { type Fields, view } from "./payloads.ts";

export const { signal } = new AbortController();

export const json = (fields: Fields): string => JSON.stringify(fields);

export function open(url: string, options: Partial<PlayerOptions> = {}): DeviceClient {
  return new DeviceClient({
    url,
    timeoutMs: 5000,
    maxBodyBytes: 1_000_000,
    psk: undefined,
    pathPrefix: "Zidoo",
    queue: view,
    ...options,
  });
}

/** The kind of an answer; an error is told by its fault and message. */
export async function told(answer: Promise<Reply>): Promise<string> {
  try {
    return (await answer).kind;
  } catch (error) {
    if (error instanceof DeviceError) return `${error.fault}: ${error.message}`;
    throw error;
  }
}

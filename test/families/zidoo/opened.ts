import { DeviceError } from "../../../src/core/errors.ts";
import type { Reply } from "../../../src/core/controls/call.ts";
import type { PlayerOptions } from "../../../src/families/family.ts";
import { DeviceClient } from "../../../src/families/zidoo/client.ts";
import { opened } from "../../support/opened.ts";
import { type Fields, view } from "./payloads.ts";
import { startScripted } from "./scripted-player.ts";

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

/** A player that gives these replies, and the client that asks it; both end with the test. */
export async function scripted(
  script: Parameters<typeof startScripted>[0],
  options: Partial<PlayerOptions> = {},
) {
  const player = opened(await startScripted(script));
  return { player, client: opened(open(player.url, options)) };
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

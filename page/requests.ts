import type { CommandResult } from "../src/extensions/page/response-views.ts";
import { t } from "./texts.ts";

export type Ask = ReturnType<typeof asker>;
export type Outcome = Pick<CommandResult, "outcome"> & Partial<CommandResult>;

/**
 * Asks the bridge with the token that the event stream delivered, which every change needs. Throws an Error with words for
 * people, `lost` where nothing answers.
 */
export function asker(forgeryToken: () => string) {
  return async <Answer>(
    method: string,
    address: string,
    body?: unknown,
    lost = t("banner.bridgeLost"),
  ): Promise<Answer> => {
    const changes = { "content-type": "application/json", "x-forgery-token": forgeryToken() };
    const headers = method === "GET" ? {} : changes;
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const { response, told } = await answerAt(address, { ...init, cache: "no-store" }).catch(() => {
      throw new Error(lost);
    });
    // An empty 200 is not from the bridge, which answers 202 or 204 where it has nothing to say.
    if (response.ok && (told !== null || response.status !== 200)) return told;
    throw new Error(typeof told?.error === "string" ? told.error : lost);
  };
}

/** Throws for what the bridge never answers, such as the sign-in page of a proxy, and for half an answer. */
async function answerAt(address: string, init: RequestInit) {
  const response = await window.fetch(address, init);
  return { response, told: JSON.parse((await response.text()) || "null") };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function playerAddress(playerId: string, path: string): string {
  return `api/v1/players/${encodeURIComponent(playerId)}/${path}`;
}

export async function sendCommand(
  ask: Ask,
  playerId: string,
  command: string,
  request: string,
): Promise<Outcome> {
  const address = playerAddress(playerId, "commands");
  try {
    return await ask<CommandResult>("POST", address, { command, request }, t("library.silent"));
  } catch (error) {
    return { outcome: "failed", reason: messageOf(error) };
  }
}

/** What needs no token; undefined without an answer. */
export function read<Answer>(address: string): Promise<Answer | undefined> {
  return asker(() => "")<Answer>("GET", address).catch(() => undefined);
}

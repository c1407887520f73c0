import type { CommandResult } from "../response-views.ts";
import type { Outcome } from "./bridge-context.ts";
import { t } from "./texts.ts";

/** State-changing requests need the token that the event stream delivered. */
async function post(address: string, forgeryToken: string, body: unknown): Promise<Response> {
  return window.fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forgery-token": forgeryToken },
    body: JSON.stringify(body),
  });
}

/** The address of something that belongs to a player. */
export function playerAddress(playerId: string, path: string): string {
  return `api/v1/players/${encodeURIComponent(playerId)}/${path}`;
}

/** Sends a command and waits for its outcome. */
export async function sendCommand(
  playerId: string,
  command: string,
  request: string,
  forgeryToken: string,
): Promise<Outcome> {
  try {
    const response = await post(playerAddress(playerId, "commands"), forgeryToken, { command, request });
    const answer: CommandResult & { readonly error?: string } = await response.json();
    if (response.ok) return answer;
    return { outcome: "failed", reason: String(answer.error) };
  } catch {
    return { outcome: "failed", reason: t("library.silent") };
  }
}

/** Starts a check; its findings arrive on the event stream. */
export async function startCheck(forgeryToken: string): Promise<void> {
  await post("api/v1/check", forgeryToken, {});
}

/** Signs this browser out. */
export async function signOut(forgeryToken: string): Promise<void> {
  await post("page/sign-out", forgeryToken, {});
  window.location.reload();
}

/** Fetches JSON once. */
export async function read<Answer>(address: string): Promise<Answer | undefined> {
  try {
    const response = await window.fetch(address, { cache: "no-store" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

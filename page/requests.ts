import type { CommandResult } from "../src/extensions/page/response-views.ts";
import type { Outcome } from "./bridge-context.ts";
import type {
  ConfigurationEdit,
  ConfigurationResult,
  ConfigurationView,
} from "../src/extensions/page/set-up-views.ts";
import { t } from "./texts.ts";

/**
 * Asks the bridge with the token that the event stream delivered, which every change needs. Throws an Error with words for
 * people, `lost` where nothing answers.
 */
export function asker(forgeryToken: string, lost = t("banner.bridgeLost")) {
  const headers = { "content-type": "application/json", "x-forgery-token": forgeryToken };
  return async <Answer>(method: string, address: string, body?: unknown): Promise<Answer> => {
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
  playerId: string,
  command: string,
  request: string,
  forgeryToken: string,
): Promise<Outcome> {
  const address = playerAddress(playerId, "commands");
  try {
    return await asker(forgeryToken, t("library.silent"))<CommandResult>("POST", address, {
      command,
      request,
    });
  } catch (error) {
    return { outcome: "failed", reason: messageOf(error) };
  }
}

/** Switches a setting on in the configuration file, for this player alone if it is listed there; says why it stays off. */
export async function switchOn(
  playerId: string,
  setting: string,
  forgeryToken: string,
): Promise<string | undefined> {
  const address = "api/v1/configuration";
  const ask = asker(forgeryToken);
  try {
    const { players, file } = await ask<ConfigurationView>("GET", address);
    const isListed = players.some(({ id, isFixed }) => id === playerId && !isFixed);
    const edit: ConfigurationEdit = isListed
      ? { kind: "change-player", id: playerId, values: { [setting]: true } }
      : { kind: "set", name: setting, value: true };
    const change = { revision: file.revision, edits: [edit] };
    const { kind, problems, instructions = "" } = await ask<ConfigurationResult>("PATCH", address, change);
    return kind === "saved" ? undefined : [...problems, instructions].join("\n").trim();
  } catch (error) {
    return messageOf(error);
  }
}

export async function startCheck(forgeryToken: string): Promise<void> {
  await asker(forgeryToken)("POST", "api/v1/check", {}).catch(() => {});
}

/** Says why nobody was signed out. */
export async function signOut(forgeryToken: string): Promise<string | undefined> {
  try {
    await asker(forgeryToken)("POST", "page/sign-out", {});
  } catch (error) {
    return messageOf(error);
  }
  window.location.reload();
  return undefined;
}

export async function read<Answer>(address: string): Promise<Answer | undefined> {
  try {
    const response = await window.fetch(address, { cache: "no-store" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

import type { CommandResult } from "../src/extensions/page/response-views.ts";
import type { Outcome } from "./bridge-context.ts";
import type {
  ConfigurationEdit,
  ConfigurationResult,
  ConfigurationView,
} from "../src/extensions/page/set-up-views.ts";
import { t } from "./texts.ts";

/** State-changing requests need the token that the event stream delivered. */
async function post(
  address: string,
  forgeryToken: string,
  body: unknown,
  method = "POST",
): Promise<Response> {
  return window.fetch(address, {
    method,
    headers: { "content-type": "application/json", "x-forgery-token": forgeryToken },
    body: JSON.stringify(body),
  });
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
  try {
    const response = await post(playerAddress(playerId, "commands"), forgeryToken, { command, request });
    const answer: CommandResult & { readonly error?: string } = await response.json();
    if (response.ok) return answer;
    return { outcome: "failed", reason: String(answer.error) };
  } catch {
    return { outcome: "failed", reason: t("library.silent") };
  }
}

/** Switches a setting on in the configuration file, for this player alone if it is listed there; says why it stays off. */
export async function switchOn(
  playerId: string,
  setting: string,
  forgeryToken: string,
): Promise<string | undefined> {
  const address = "api/v1/configuration";
  const view = await read<ConfigurationView>(address);
  if (view === undefined) return t("banner.bridgeLost");
  const isListed = view.players.some(({ id, isFixed }) => id === playerId && !isFixed);
  const edit: ConfigurationEdit = isListed
    ? { kind: "change-player", id: playerId, values: { [setting]: true } }
    : { kind: "set", name: setting, value: true };
  try {
    const response = await post(
      address,
      forgeryToken,
      { revision: view.file.revision, edits: [edit] },
      "PATCH",
    );
    const { kind, problems, instructions }: ConfigurationResult = await response.json();
    return kind === "saved" ? undefined : [...problems, instructions ?? ""].join("\n").trim();
  } catch {
    return t("banner.bridgeLost");
  }
}

export async function startCheck(forgeryToken: string): Promise<void> {
  await post("api/v1/check", forgeryToken, {});
}

export async function signOut(forgeryToken: string): Promise<void> {
  await post("page/sign-out", forgeryToken, {});
  window.location.reload();
}

export async function read<Answer>(address: string): Promise<Answer | undefined> {
  try {
    const response = await window.fetch(address, { cache: "no-store" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

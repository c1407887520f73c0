import type {
  BrokerTrial,
  ConfigurationDifference,
  ConfigurationEdit,
  ConfigurationResult,
  ConfigurationView,
  DiscoveryView,
  OwnSettingsView,
  PlayerTrial,
  TrialView,
} from "../../src/extensions/page/set-up-views.ts";

/** The endpoints of set-up. Each throws an Error with words for people; a trial has it as a finding. */
export type SetupRequests = ReturnType<typeof setupRequests>;

/** The endpoints of set-up with the token that the event stream delivered. `lost` is the text while the bridge cannot be reached. */
export function setupRequests(forgeryToken: string, lost: string) {
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { "content-type": "application/json", "x-forgery-token": forgeryToken };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await window.fetch(`api/v1/${path}`, { ...init, cache: "no-store" }).catch(() => {
      throw new Error(lost);
    });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: lost }));
    throw new Error(String(error));
  };
  const json = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
    (await send(method, path, body)).json();
  const attempt = (what: string, trial: BrokerTrial | PlayerTrial): Promise<TrialView> =>
    json<TrialView>("POST", `discovery/${what}`, trial).catch((error: unknown) => ({
      isUsable: false,
      findings: [{ check: "bridge", verdict: "fault", text: messageOf(error) }],
    }));
  return {
    view: () => json<ConfigurationView>("GET", "configuration"),
    change: (revision: string, edits: readonly ConfigurationEdit[]) =>
      json<ConfigurationResult>("PATCH", "configuration", { revision, edits }),
    lookBack: () => json<ConfigurationDifference>("GET", "configuration/back"),
    goBack: (revision: string) => json<ConfigurationResult>("POST", "configuration/back", { revision }),
    restart: async () => void (await send("POST", "bridge/restart")),
    discover: () => json<DiscoveryView>("POST", "discovery"),
    tryBroker: (trial: BrokerTrial) => attempt("broker", trial),
    tryPlayer: (trial: PlayerTrial) => attempt("player", trial),
    ownSettings: (playerId: string) =>
      json<OwnSettingsView>("GET", `players/${encodeURIComponent(playerId)}/settings`),
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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

/** The endpoints of set-up. Each throws an Error with words for people. */
export interface SetupRequests {
  readonly view: () => Promise<ConfigurationView>;
  readonly change: (revision: string, edits: readonly ConfigurationEdit[]) => Promise<ConfigurationResult>;
  readonly lookBack: () => Promise<ConfigurationDifference>;
  readonly goBack: (revision: string) => Promise<ConfigurationResult>;
  readonly restart: () => Promise<void>;
  readonly discover: () => Promise<DiscoveryView>;
  readonly tryBroker: (trial: BrokerTrial) => Promise<TrialView>;
  readonly tryPlayer: (trial: PlayerTrial) => Promise<TrialView>;
  readonly ownSettings: (playerId: string) => Promise<OwnSettingsView>;
}

/** The endpoints of set-up with the token that the event stream delivered. `lost` is the text while the bridge cannot be reached. */
export function setupRequests(forgeryToken: string, lost: string): SetupRequests {
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
  const json = async (method: string, path: string, body?: unknown) =>
    (await send(method, path, body)).json();
  return {
    view: () => json("GET", "configuration"),
    change: (revision, edits) => json("PATCH", "configuration", { revision, edits }),
    lookBack: () => json("GET", "configuration/back"),
    goBack: (revision) => json("POST", "configuration/back", { revision }),
    restart: async () => void (await send("POST", "bridge/restart")),
    discover: () => json("POST", "discovery"),
    tryBroker: (trial) => json("POST", "discovery/broker", trial),
    ownSettings: (playerId) => json("GET", `players/${encodeURIComponent(playerId)}/settings`),
    tryPlayer: (trial) => json("POST", "discovery/player", trial),
  };
}

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
import { type Ask, messageOf, playerAddress } from "../requests.ts";

/** The endpoints of set-up. Each throws an Error with words for people; a trial has it as a finding. */
export type SetupRequests = ReturnType<typeof setupRequests>;

export function setupRequests(ask: Ask) {
  const file = "api/v1/configuration";
  const attempt = (what: string, trial: BrokerTrial | PlayerTrial): Promise<TrialView> =>
    ask<TrialView>("POST", `api/v1/discovery/${what}`, trial).catch((error: unknown) => ({
      isUsable: false,
      findings: [{ check: "bridge", verdict: "fault", text: messageOf(error) }],
    }));
  return {
    view: () => ask<ConfigurationView>("GET", file),
    change: (revision: string, edits: readonly ConfigurationEdit[]) =>
      ask<ConfigurationResult>("PATCH", file, { revision, edits }),
    lookBack: () => ask<ConfigurationDifference>("GET", `${file}/back`),
    goBack: (revision: string) => ask<ConfigurationResult>("POST", `${file}/back`, { revision }),
    restart: () => ask("POST", "api/v1/bridge/restart"),
    discover: () => ask<DiscoveryView>("POST", "api/v1/discovery"),
    tryBroker: (trial: BrokerTrial) => attempt("broker", trial),
    tryPlayer: (trial: PlayerTrial) => attempt("player", trial),
    ownSettings: (playerId: string) => ask<OwnSettingsView>("GET", playerAddress(playerId, "settings")),
  };
}

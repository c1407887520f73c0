import type { Page } from "../page.ts";
import {
  brokerTrial,
  configurationChange,
  configurationDifference,
  configurationResult,
  configurationReturn,
  configurationView,
  discoveryView,
  ownSettingsView,
  playerTrial,
  trialView,
} from "../set-up-views.ts";
import type { PageContext } from "../sign-in-routes.ts";
import { playerParams, presentPlayer } from "./players.ts";
import { type ApiRoute, jsonRoute, present, refusal, route } from "./route.ts";

const noFile = { 404: "The configuration of this bridge comes from no file." };

export function configurationRoutes({ options: { setUp } }: Page): readonly ApiRoute[] {
  const existing = () => present(setUp, "the configuration of this bridge comes from no file");
  const routes: readonly ApiRoute[] = [
    jsonRoute("get /configuration", "getConfiguration", {
      summary: "The configuration without secrets, and what sets each setting",
      answer: configurationView,
      handle: () => existing().view(),
    }),
    jsonRoute("post /configuration/check", "checkConfiguration", {
      summary: "Checks changes of the configuration without keeping them",
      body: configurationChange,
      answer: configurationResult,
      handle: ({ body }) => existing().check(body),
    }),
    jsonRoute("patch /configuration", "changeConfiguration", {
      summary: "Writes changes into the configuration file and applies them",
      description:
        "All changes are made, or none. Settings that need a restart are named. Every change is logged with the address that it comes from.",
      body: configurationChange,
      answer: configurationResult,
      handle: ({ body, context }) => existing().save(body, addressOf(context)),
    }),
    jsonRoute("get /configuration/back", "lookBack", {
      summary: "What going back to the configuration file before the last change would change",
      answer: configurationDifference,
      handle: () => existing().lookBack(),
    }),
    jsonRoute("post /configuration/back", "goBack", {
      summary: "Goes back to the configuration file before the last change",
      body: configurationReturn,
      answer: configurationResult,
      handle: ({ body, context }) => existing().goBack(body.revision, addressOf(context)),
    }),
    route("post /bridge/restart", "restartBridge", {
      summary: "Restarts the bridge within its process",
      errors: { 409: "The configuration is invalid: the answer says what is wrong." },
      answers: { 202: { description: "It restarts." } },
      handle: ({ context }) => {
        const problems = existing().restart(addressOf(context));
        if (problems.length > 0) throw refusal(409, problems.join("\n"));
        return context.body(null, 202);
      },
    }),
    jsonRoute("post /discovery", "discover", {
      summary: "Searches the network for players and brokers, for a few seconds",
      answer: discoveryView,
      handle: () => existing().discover(),
    }),
    jsonRoute("post /discovery/broker", "tryBroker", {
      summary: "Tries a broker without keeping it",
      body: brokerTrial,
      answer: trialView,
      handle: ({ body }) => existing().tryBroker(body),
    }),
    jsonRoute("post /discovery/player", "tryPlayer", {
      summary: "Tries the address of a player without keeping it",
      body: playerTrial,
      answer: trialView,
      handle: ({ body }) => existing().tryPlayer(body),
    }),
    jsonRoute("get /players/{id}/settings", "getOwnSettings", {
      summary: "The settings of a player itself that could be published, with their values",
      description: "The player is asked now, which takes a few requests.",
      params: playerParams,
      errors: { 404: "There is no such player, or the configuration of this bridge comes from no file." },
      answer: ownSettingsView,
      handle: async ({ params }) => presentPlayer(await existing().ownSettings(params.id)),
    }),
  ];
  return routes.map((one) => ({
    ...one,
    notForGuests: "set up the bridge",
    errors: { ...noFile, ...one.errors },
  }));
}

function addressOf({ env }: PageContext): string {
  return env.incoming.socket.remoteAddress ?? "";
}

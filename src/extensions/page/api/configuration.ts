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
  type SetUp,
  trialView,
} from "../set-up-views.ts";
import { playerParams } from "./players.ts";
import { type ApiContext, type ApiRoute, jsonRoute, refusal, route } from "./route.ts";

const errors = { 404: "The configuration of this bridge comes from no file." };

export function configurationRoutes({ setUp }: Page): readonly ApiRoute[] {
  const present = (): SetUp => {
    if (setUp === undefined) throw refusal(404, "the configuration of this bridge comes from no file");
    return setUp;
  };
  return [
    jsonRoute({
      method: "get",
      path: "/configuration",
      operation: "getConfiguration",
      summary: "The configuration without secrets, and what sets each setting",
      errors,
      answer: configurationView,
      handle: () => present().view(),
    }),
    jsonRoute({
      method: "post",
      path: "/configuration/check",
      operation: "checkConfiguration",
      summary: "Checks changes of the configuration without keeping them",
      errors,
      body: configurationChange,
      answer: configurationResult,
      handle: ({ body }) => present().check(body),
    }),
    jsonRoute({
      method: "patch",
      path: "/configuration",
      operation: "changeConfiguration",
      summary: "Writes changes into the configuration file and applies them",
      description:
        "All changes are made, or none. Settings that need a restart are named. Every change is logged with the address that it comes from.",
      errors,
      body: configurationChange,
      answer: configurationResult,
      handle: ({ body, context }) => present().save(body, addressOf(context)),
    }),
    jsonRoute({
      method: "get",
      path: "/configuration/back",
      operation: "lookBack",
      summary: "What going back to the configuration file before the last change would change",
      errors,
      answer: configurationDifference,
      handle: () => present().lookBack(),
    }),
    jsonRoute({
      method: "post",
      path: "/configuration/back",
      operation: "goBack",
      summary: "Goes back to the configuration file before the last change",
      errors,
      body: configurationReturn,
      answer: configurationResult,
      handle: ({ body, context }) => present().goBack(body.revision, addressOf(context)),
    }),
    route({
      method: "post",
      path: "/bridge/restart",
      operation: "restartBridge",
      summary: "Restarts the bridge within its process",
      errors: { ...errors, 409: "The configuration is invalid: the answer says what is wrong." },
      answers: { 202: { description: "It restarts." } },
      handle: ({ context }) => {
        const problems = present().restart(addressOf(context));
        if (problems.length > 0) throw refusal(409, problems.join("\n"));
        return context.body(null, 202);
      },
    }),
    jsonRoute({
      method: "post",
      path: "/discovery",
      operation: "discover",
      summary: "Searches the network for players and brokers, for a few seconds",
      errors,
      answer: discoveryView,
      handle: () => present().discover(),
    }),
    jsonRoute({
      method: "post",
      path: "/discovery/broker",
      operation: "tryBroker",
      summary: "Tries a broker without keeping it",
      errors,
      body: brokerTrial,
      answer: trialView,
      handle: ({ body }) => present().tryBroker(body),
    }),
    jsonRoute({
      method: "post",
      path: "/discovery/player",
      operation: "tryPlayer",
      summary: "Tries the address of a player without keeping it",
      errors,
      body: playerTrial,
      answer: trialView,
      handle: ({ body }) => present().tryPlayer(body),
    }),
    jsonRoute({
      method: "get",
      path: "/players/{id}/settings",
      operation: "getOwnSettings",
      summary: "The settings of a player itself that could be published, with their values",
      description: "The player is asked now, which takes a few requests.",
      params: playerParams,
      errors: { 404: "There is no such player, or the configuration of this bridge comes from no file." },
      answer: ownSettingsView,
      handle: async ({ params }) => {
        const found = await present().ownSettings(params.id);
        if (found === undefined) throw refusal(404, "there is no such player");
        return found;
      },
    }),
  ];
}

function addressOf({ env }: ApiContext): string {
  return env.incoming.socket.remoteAddress ?? "";
}

import { announceWording } from "../core/controls/announce.ts";
import { randomUUID } from "node:crypto";
import { type CommandTarget, longestEffectMs, presetWording, wishFor } from "../core/controls/command.ts";
import type { Control } from "../core/controls/control.ts";
import { controls } from "../core/controls/table.ts";
import { type Json, parseObject } from "../core/resources/json.ts";
import type { IncomingMessage } from "../core/topics/message.ts";
import {
  type BridgeName,
  bridgeStates,
  bridgeTopic,
  parseBridgeTopic,
  playerTopic,
  setTopic,
} from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerSettings } from "../config/broker-url.ts";
import { longestConnectMs, noBridge, replayMs, talkToBroker, wantedOf } from "./broker-client.ts";
import { type OutcomeReport, parseOutcome } from "../tools/terminal-view/outcome-text.ts";

export interface SetRequest {
  readonly playerId: string;
  readonly name: CommandTarget;
  /** A name that several controls share: the bridge knows which one is meant. */
  readonly called?: string;
  /** Empty for a refresh. */
  readonly value: string;
}

/** Added to the command deadline for the answers of the player and the proof of the effect. */
const graceMs = 2000;

export const targetForms: Readonly<
  Record<CommandTarget, Pick<Control, "field" | "expected" | "worksOffline">>
> = {
  ...controls,
  announce: { ...announceWording, worksOffline: false },
  // It may wake the player.
  preset: { ...presetWording, worksOffline: true },
  // The player is polled at once, also when it is offline.
  refresh: { field: "value", expected: "no value", worksOffline: true },
};

/** Sends a command and waits for its outcome, and for what the player answers to a path. Throws BrokerError if there is none. */
export function setAndWait(
  request: SetRequest,
  settings: BrokerSettings & { readonly commands: { readonly deadlineMs: number } },
  shell: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<OutcomeReport & { readonly response: Json | undefined }> {
  const { playerId, name, called = name, value } = request;
  const { field, worksOffline } = targetForms[name];
  const base = settings.mqtt.baseTopic;
  const topics = {
    states: bridgeStates(base),
    // By name as well: RabbitMQ does not send retained messages to wildcard subscriptions.
    state: bridgeTopic(base, "state"),
    availability: playerTopic(base, playerId, "availability"),
    result: playerTopic(base, playerId, "result"),
    ...(name === "raw" && { raw: playerTopic(base, playerId, "raw") }),
  };
  const transaction = randomUUID();
  const waitMs = settings.commands.deadlineMs + longestEffectMs(wishFor(name, value)) + graceMs;
  const states = new Map<BridgeName, string>();
  let availability = "";
  let isSent = false;
  let response: Json | undefined;
  return talkToBroker(settings, shell, Object.values(topics), ({ link, after, resolve, fail }) => {
    /** Once all retained messages have arrived, missing ones count, too. */
    const consider = (hasAll: boolean): void => {
      const isAnyOnline = [...states.values()].includes("online");
      if (!isAnyOnline && hasAll) fail(states.size === 0 ? noBridge : "the bridge is offline");
      if (!isAnyOnline) return;
      if (availability === "offline" && !worksOffline) return fail("the player is offline");
      if (isSent || (availability === "" && !hasAll)) return;
      isSent = true;
      const payload = JSON.stringify({ [field]: value, transaction });
      link.publish({ topic: setTopic(base, playerId, called), payload, retain: false, qos: 1 });
      after(waitMs, () => {
        // A bridge does not answer too many commands to players that it does not have.
        const hint = availability === "" ? "; the bridge may have no such player" : "";
        fail(`no outcome within ${waitMs / 1000} s${hint}`);
      });
    };
    const onMessage = ({ topic, payload }: IncomingMessage): void => {
      const text = new TextDecoder().decode(payload);
      if (topic.endsWith("/result")) {
        const report = parseOutcome(text);
        if (report?.transaction !== transaction) return;
        // The bridge answers itself for a player that nobody has.
        if (topic !== topics.result) fail(report.reason ?? report.outcome);
        return resolve({ ...report, response });
      }
      if (topic === topics.raw) {
        const answer = parseObject(text);
        if (answer?.["transaction"] === transaction) response = answer["body"];
        return;
      }
      const { bridge } = parseBridgeTopic(base, topic) ?? {};
      if (bridge !== undefined) {
        states.set(bridge, text);
        const results = Array.from(states.keys(), (name) => bridgeTopic(base, "result", name));
        link.listenTo(wantedOf([...Object.values(topics), ...results]));
      }
      if (topic === topics.availability) availability = text;
      consider(false);
    };
    after(longestConnectMs, () => !isSent && fail("no answer from the broker"));
    return { onMessage, onConnected: () => after(replayMs, () => consider(true)) };
  });
}

import { announceTakesMs } from "../core/controls/announce.ts";
import { randomUUID } from "node:crypto";
import { type CommandTarget, presetTakesMs } from "../core/controls/command.ts";
import type { Control } from "../core/controls/control.ts";
import { controls } from "../core/controls/table.ts";
import type { IncomingMessage } from "../core/topics/message.ts";
import { readRecord } from "../core/topics/bridge-record.ts";
import { infoTopics } from "../core/topics/render-bridge.ts";
import { bridgeStates, bridgeTopic, parseBridgeTopic, playerTopic, setTopic } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerSettings } from "../config/broker-url.ts";
import { createBrokerClient, listenTo, shownBrokerUrl, wantedOf } from "./broker-client.ts";
import { type OutcomeReport, parseOutcome } from "../tools/terminal-view/outcome-text.ts";
import { addArrival, judgeReadiness, type Received } from "./readiness.ts";

export interface SetRequest {
  readonly playerId: string;
  readonly name: CommandTarget;
  /** Empty for a refresh. */
  readonly value: string;
}

/** The outcome, or why there is none. */
export type SetResult =
  | { readonly kind: "outcome"; readonly report: OutcomeReport }
  | { readonly kind: "problem"; readonly problem: string };

/** Retained messages arrive right after the subscription; after this time there are no more. */
const replayMs = 2000;
const connectTimeoutMs = 15_000;
/** Added to the command deadline for the answers of the player and the proof of the effect. */
const graceMs = 2000;

/** A refresh in the form of a control. It also works offline: the player is polled at once. */
const refreshing = { field: "value", worksOffline: true, takesMs: () => 0 } as const;

/** A preset in the form of a control: it may wake the player. */
const runningPreset = { field: "value", worksOffline: true, takesMs: () => presetTakesMs } as const;

const announcing = { field: "value", worksOffline: false, takesMs: () => announceTakesMs } as const;

/** How a command is sent, and how long its outcome may take. */
function mannerOf(name: CommandTarget): Pick<Control, "field" | "worksOffline" | "takesMs"> {
  if (name === "preset") return runningPreset;
  if (name === "announce") return announcing;
  return name === "refresh" ? refreshing : controls[name];
}

export async function setAndWait(
  request: SetRequest,
  settings: BrokerSettings & { readonly commands: { readonly deadlineMs: number } },
  clock: Clock,
  signal: AbortSignal,
): Promise<SetResult> {
  await using link = createBrokerClient(settings, clock);
  const { playerId, name, value } = request;
  const { field, worksOffline, takesMs } = mannerOf(name);
  const base = settings.mqtt.baseTopic;
  const topics = {
    states: bridgeStates(base),
    // By name as well: RabbitMQ does not send retained messages to wildcard subscriptions.
    state: bridgeTopic(base, "state"),
    info: bridgeTopic(base, "info"),
    availability: playerTopic(base, playerId, "availability"),
    result: playerTopic(base, playerId, "result"),
  };
  const transaction = randomUUID();
  const waitMs = settings.commands.deadlineMs + takesMs(value) + graceMs;
  const timers: (() => void)[] = [];
  const received: Received = { bridges: new Map() };
  let isSent = false;

  const end = await new Promise<SetResult>((resolve) => {
    const fail = (problem: string): void => resolve({ kind: "problem", problem });
    const consider = (hasAll: boolean): void => {
      const readiness = judgeReadiness(received, playerId, hasAll, worksOffline);
      if (readiness.kind === "problem") fail(readiness.problem);
      if (readiness.kind !== "ready" || isSent) return;
      isSent = true;
      const payload = JSON.stringify({ [field]: value, transaction });
      link.publish({ topic: setTopic(base, playerId, name), payload, retain: false, qos: 1 });
      timers.push(clock.after(waitMs, () => fail(`no outcome within ${waitMs / 1000} s`)));
    };
    const onMessage = ({ topic, payload }: IncomingMessage): void => {
      const text = new TextDecoder().decode(payload);
      if (topic === topics.result) {
        const report = parseOutcome(text);
        if (report?.transaction === transaction) resolve({ kind: "outcome", report });
        return;
      }
      const arrival = parseBridgeTopic(base, topic);
      if (arrival !== undefined) {
        addArrival(received, arrival, text);
        const infos = [...received.bridges].flatMap(([bridge, { info }]) =>
          infoTopics(base, bridge, readRecord(info)?.pages ?? 0),
        );
        link.listenTo(wantedOf([...new Set([...Object.values(topics), ...infos])]));
      }
      if (topic === topics.availability) received.availability = text;
      consider(false);
    };
    listenTo(link, Object.values(topics), {
      onMessage,
      onConnected: () => timers.push(clock.after(replayMs, () => consider(true))),
      onLost: (reason, problem) => fail(`${problem} at ${shownBrokerUrl(settings)}: ${reason}`),
      onRefused: fail,
    });
    timers.push(clock.after(connectTimeoutMs, () => !isSent && fail("no answer from the broker")));
    const stop = (): void => fail("stopped before the outcome arrived");
    signal.addEventListener("abort", stop, { once: true });
    timers.push(() => signal.removeEventListener("abort", stop));
  });
  for (const cancel of timers) cancel();
  return end;
}

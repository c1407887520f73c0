import { randomUUID } from "node:crypto";
import type { CommandTarget } from "../core/controls/command.ts";
import { controls } from "../core/controls/table.ts";
import type { IncomingMessage } from "../core/topics/message.ts";
import { readRecord } from "../core/topics/bridge-record.ts";
import { infoTopics } from "../core/topics/render-bridge.ts";
import { bridgeStates, bridgeTopic, parseBridgeTopic, playerTopic, setTopic } from "../core/topics/topics.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerSettings } from "../config/broker-url.ts";
import { createBrokerClient, listenTo, shownBrokerUrl, wantedOf } from "./broker-client.ts";
import { type OutcomeReport, parseOutcome } from "../tools/terminal-view/outcome-text.ts";
import { addArrival, judgeReadiness, type Said } from "./readiness.ts";

/** What is to be set, and where. */
export interface Wish {
  readonly playerId: string;
  readonly name: CommandTarget;
  /** Empty for a refresh. */
  readonly value: string;
}

/** How it went: the outcome, or why there is none. */
export type WishEnd =
  | { readonly kind: "outcome"; readonly report: OutcomeReport }
  | { readonly kind: "problem"; readonly problem: string };

/** What the broker holds arrives right behind the subscription; after this time it holds nothing more. */
const settleMs = 2000;
/** A broker that takes longer than this to let us in and to take our subscriptions is none. */
const patienceMs = 15_000;
/** A command may wait for its whole deadline, and after that for the player's answers, and for what shows its effect. */
const outcomeGraceMs = 2000;

/** What a refresh has in the place of a control; a player that is off is asked at once whether it still is. */
const refreshing = { field: "value", isForAbsent: true, takesMs: () => 0 } as const;

/** Asks the bridge to set something and waits for the outcome. */
export async function setAndWait(
  wish: Wish,
  settings: BrokerSettings & { readonly commands: { readonly deadlineMs: number } },
  clock: Clock,
  signal: AbortSignal,
): Promise<WishEnd> {
  await using link = createBrokerClient(settings, clock);
  const { playerId, name, value } = wish;
  const { field, isForAbsent, takesMs } = name === "refresh" ? refreshing : controls[name];
  const base = settings.mqtt.baseTopic;
  const topics = {
    states: bridgeStates(base),
    // By name as well: RabbitMQ sends nothing that it kept to a subscription with a wildcard.
    state: bridgeTopic(base, "state"),
    info: bridgeTopic(base, "info"),
    availability: playerTopic(base, playerId, "availability"),
    result: playerTopic(base, playerId, "result"),
  };
  const transaction = randomUUID();
  const waitMs = settings.commands.deadlineMs + takesMs(value) + outcomeGraceMs;
  const timers: (() => void)[] = [];
  const said: Said = { bridges: new Map() };
  let isSent = false;

  const end = await new Promise<WishEnd>((resolve) => {
    const giveUp = (problem: string): void => resolve({ kind: "problem", problem });
    const consider = (isSettled: boolean): void => {
      const readiness = judgeReadiness(said, playerId, isSettled, isForAbsent);
      if (readiness.kind === "problem") giveUp(readiness.problem);
      if (readiness.kind !== "ready" || isSent) return;
      isSent = true;
      const payload = JSON.stringify({ [field]: value, transaction });
      link.publish({ topic: setTopic(base, playerId, name), payload, retain: false, qos: 1 });
      timers.push(clock.after(waitMs, () => giveUp(`no outcome within ${waitMs / 1000} s`)));
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
        addArrival(said, arrival, text);
        const infos = [...said.bridges].flatMap(([bridge, { info }]) =>
          infoTopics(base, bridge, readRecord(info)?.pages ?? 0),
        );
        link.listenTo(wantedOf([...new Set([...Object.values(topics), ...infos])]));
      }
      if (topic === topics.availability) said.availability = text;
      consider(false);
    };
    listenTo(link, Object.values(topics), {
      onMessage,
      onConnected: () => timers.push(clock.after(settleMs, () => consider(true))),
      onLost: (reason, problem) => giveUp(`${problem} at ${shownBrokerUrl(settings)}: ${reason}`),
      onRefused: giveUp,
    });
    timers.push(clock.after(patienceMs, () => !isSent && giveUp("the broker does not answer")));
    const stop = (): void => giveUp("asked to stop before there was an outcome");
    signal.addEventListener("abort", stop, { once: true });
    timers.push(() => signal.removeEventListener("abort", stop));
  });
  for (const cancel of timers) cancel();
  return end;
}

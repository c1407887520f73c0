import { randomBytes } from "node:crypto";
import { type BrokerSettings, brokerUrls } from "../config/broker-url.ts";
import { BrokerError } from "../core/errors.ts";
import type { Subscription } from "../core/topics/message.ts";
import type { Clock } from "../lib/clock.ts";
import { withoutSecrets } from "../lib/addresses.ts";
import { BrokerLink, type LinkListener } from "../mqtt/link.ts";
import { readTlsFiles } from "../mqtt/tls-files.ts";
import { onAbort } from "../lib/aborted.ts";

const connectTimeoutMs = 5000;
/** Connecting and subscribing take no longer, tried again if need be. */
export const longestConnectMs = 15_000;
/** Retained messages arrive right after the subscription; after this time there are no more. */
export const replayMs = 2000;
export const noBridge = "no bridge found at this broker: is it running with the same mqtt.baseTopic?";

export function shownBrokerUrl(settings: BrokerSettings): string {
  return brokerUrls(settings).map(withoutSecrets).join(", ");
}

/** A client of its own id: with the same one, the broker would disconnect the bridge. */
export function createBrokerClient(settings: BrokerSettings, clock: Clock): BrokerLink {
  const { mqtt } = settings;
  return new BrokerLink(
    {
      ...mqtt,
      ...readTlsFiles(mqtt),
      urls: brokerUrls(settings),
      clientId: `p2m-client-${randomBytes(4).toString("hex")}`,
      connectTimeoutMs,
      will: undefined,
      // The embedded broker supports 3.1.1 only.
      protocol: mqtt.url === "" ? "4" : mqtt.protocol,
    },
    clock,
  );
}

export interface Listener {
  readonly onMessage: NonNullable<LinkListener["received"]>;
  readonly onConnected: () => void;
  readonly onLost: (reason: string, problem: string) => void;
  readonly onRefused: (text: string) => void;
}

export function listenTo(link: BrokerLink, filters: readonly string[], listener: Listener): void {
  link.listenTo(wantedOf(filters));
  link.observe({
    received: listener.onMessage,
    connected: listener.onConnected,
    disconnected: ({ text }) => listener.onLost(text, "cannot reach the broker"),
    failed: (_reason, { message, problem }) => listener.onLost(message, problem.text),
    refused: (refused) => listener.onRefused(`the broker refused the subscription to ${refused.join(", ")}`),
  });
  link.open();
}

export interface Talk<Result> {
  readonly link: BrokerLink;
  readonly after: (ms: number, callback: () => void) => void;
  readonly resolve: (result: Result) => void;
  readonly fail: (problem: string) => void;
}

/** Talks to the broker until there is a result. Throws BrokerError if there is none. */
export async function talkToBroker<Result>(
  settings: BrokerSettings,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  filters: readonly string[],
  begin: (talk: Talk<Result>) => Pick<Listener, "onMessage" | "onConnected">,
): Promise<Result> {
  await using link = createBrokerClient(settings, clock);
  const cancels: (() => void)[] = [];
  try {
    return await new Promise<Result>((resolve, reject) => {
      const fail = (problem: string): void => reject(new BrokerError(problem));
      const after = (ms: number, callback: () => void): void => void cancels.push(clock.after(ms, callback));
      listenTo(link, filters, {
        ...begin({ link, after, resolve, fail }),
        onLost: (reason, problem) => fail(`${problem} at ${shownBrokerUrl(settings)}: ${reason}`),
        onRefused: fail,
      });
      const listening = onAbort(signal, () => fail("stopped before the answer arrived"));
      cancels.push(() => listening[Symbol.dispose]());
    });
  } finally {
    for (const cancel of cancels) cancel();
  }
}

/** The messages that the broker keeps below these filters, by topic. Throws BrokerError. */
export function readKept(
  filters: readonly string[],
  settings: BrokerSettings,
  shell: { readonly clock: Clock; readonly signal: AbortSignal },
  { connectMs = longestConnectMs, forMs = replayMs } = {},
): Promise<ReadonlyMap<string, string>> {
  return talkToBroker(settings, shell, filters, ({ after, resolve, fail }) => {
    const kept = new Map<string, string>();
    after(connectMs, () => fail("no answer from the broker"));
    return {
      onMessage: ({ topic, payload, retain }) => {
        if (retain) kept.set(topic, new TextDecoder().decode(payload));
      },
      onConnected: () => after(forMs, () => resolve(kept)),
    };
  });
}

export function wantedOf(filters: readonly string[]): Subscription[] {
  return filters.map((filter) => ({ filter, wantsRetained: true }));
}

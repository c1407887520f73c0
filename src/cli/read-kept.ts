import { BrokerError } from "../core/errors.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrokerSettings } from "../config/broker-url.ts";
import { createBrokerClient, listenTo, shownBrokerUrl } from "./broker-client.ts";

/** Retained messages arrive right after the subscription; after this time there are no more. */
const replayMs = 2000;
const connectTimeoutMs = 15_000;

/** The messages that the broker keeps on the topics of a filter. */
export async function readKept(
  filter: string,
  settings: BrokerSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  await using link = createBrokerClient(settings, clock);
  const kept = new Map<string, string>();
  const timers: (() => void)[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (problem: string): void => reject(new BrokerError(problem));
      listenTo(link, [filter], {
        onMessage: ({ topic, payload, retain }) => {
          if (retain) kept.set(topic, new TextDecoder().decode(payload));
        },
        onConnected: () => timers.push(clock.after(replayMs, resolve)),
        onLost: (reason, problem) => fail(`${problem} at ${shownBrokerUrl(settings)}: ${reason}`),
        onRefused: fail,
      });
      timers.push(clock.after(connectTimeoutMs, () => fail("no answer from the broker")));
      const stop = (): void => fail("stopped before the answer arrived");
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      timers.push(() => signal.removeEventListener("abort", stop));
    });
  } finally {
    for (const cancel of timers) cancel();
  }
  return kept;
}

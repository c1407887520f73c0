import { randomBytes } from "node:crypto";
import { type BrokerSettings, brokerUrl } from "../config/broker-url.ts";
import type { Subscription } from "../core/topics/message.ts";
import type { Clock } from "../lib/clock.ts";
import { withoutSecrets } from "../lib/without-secrets.ts";
import { BrokerLink, type LinkEvents } from "../mqtt/link.ts";
import { readTlsFiles } from "../mqtt/tls-files.ts";

const connectTimeoutMs = 5000;

/** The same as it may be shown: without credentials. */
export function shownBrokerUrl(settings: BrokerSettings): string {
  return withoutSecrets(brokerUrl(settings));
}

/** A client of the broker beside the bridge: under an id of its own, or the two would throw each other out. */
export function createBrokerClient(settings: BrokerSettings, clock: Clock): BrokerLink {
  const { mqtt } = settings;
  return new BrokerLink(
    {
      ...readTlsFiles(mqtt),
      url: brokerUrl(settings),
      username: mqtt.username,
      password: mqtt.password,
      clientId: `p2m-client-${randomBytes(4).toString("hex")}`,
      keepaliveSeconds: mqtt.keepaliveSeconds,
      connectTimeoutMs,
      will: undefined,
      // The embedded broker speaks 3.1.1 only: asking it for 5 first would be a detour.
      protocol: mqtt.url === "" ? "4" : mqtt.protocol,
      maxPayload: mqtt.maxPayload,
      publishRate: mqtt.publishRate,
      onTooLarge: () => {},
    },
    clock,
  );
}

/** What a client hears that only listens. */
export type Listener = Pick<LinkEvents, "onMessage"> & {
  readonly onConnected: () => void;
  readonly onLost: (reason: string, problem: string) => void;
  /** The broker does not let us read something. */
  readonly onRefused: (text: string) => void;
};

/** Connects and subscribes to the filters, with all that the broker holds already. */
export function listenTo(link: BrokerLink, filters: readonly string[], listener: Listener): void {
  link.listenTo(wantedOf(filters));
  link.start({
    onMessage: listener.onMessage,
    onConnected: listener.onConnected,
    onDisconnected: ({ reason }) => listener.onLost(reason, "cannot reach the broker"),
    onFailedAttempt: ({ message, problem }) => listener.onLost(message, problem),
    onRefusedSubscriptions: (refused) =>
      listener.onRefused(`the broker refuses to send ${refused.join(", ")}`),
  });
}

/** The subscriptions to filters, with all that the broker holds already. */
export function wantedOf(filters: readonly string[]): Subscription[] {
  return filters.map((filter) => ({ filter, wantsRetained: true }));
}

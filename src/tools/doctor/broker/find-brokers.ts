import { lookup } from "node:dns/promises";
import { isIPv4 } from "node:net";
import type { Clock } from "../../../lib/clock.ts";
import { mdnsHosts, mdnsQuestion } from "../../finder/mdns.ts";
import { searchNetwork } from "../../finder/search-network.ts";
import type { Way } from "../../finder/ways.ts";
import { reach } from "../reach.ts";

/** A broker that accepts connections. */
export interface FoundBroker {
  readonly url: string;
  /** How it was found, for people. */
  readonly about: string;
}

const service = "_mqtt._tcp.local";
const mdns: Way = {
  name: "mDNS",
  group: "224.0.0.251",
  port: 5353,
  question: mdnsQuestion(service),
  hostsIn: (answer, sender) => mdnsHosts(answer, service, sender),
};

/** The name that Home Assistant's own systems have on the network. */
const homeAssistantHost = "homeassistant.local";
const listenMs = 2500;
const connectMs = 1000;
/** Limits the work that forged answers can cause. */
const mostHosts = 16;

/** Finds brokers on this machine, on the one of Home Assistant, and those that announce themselves. */
export async function findBrokers(clock: Clock, signal: AbortSignal): Promise<FoundBroker[]> {
  const hosts = new Map([["127.0.0.1", "on this machine"]]);
  const note = (host: string, about: string): void => {
    if (hosts.size < mostHosts && !hosts.has(host)) hosts.set(host, about);
  };
  const announced = searchNetwork(
    { ways: [mdns], clock, listenMs, onCandidate: ({ host }) => note(host, "announced on the network") },
    signal,
  );
  const [address] = await Promise.all([addressOf(homeAssistantHost), announced]);
  if (address !== undefined) note(address, "at Home Assistant");
  const found = await Promise.all([...hosts].map(([host, about]) => brokerAt(host, about, signal)));
  return found.flat();
}

async function brokerAt(host: string, about: string, signal: AbortSignal): Promise<FoundBroker[]> {
  for (const url of [`mqtt://${host}:1883`, `mqtts://${host}:8883`]) {
    const port = Number(new URL(url).port);
    if ((await reach(host, port, connectMs, signal)) === "open") return [{ url, about }];
  }
  return [];
}

async function addressOf(host: string): Promise<string | undefined> {
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.map(({ address }) => address).find(isIPv4);
  } catch {
    return undefined;
  }
}

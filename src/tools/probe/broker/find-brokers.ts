import { isIPv4 } from "node:net";
import { mdnsSearch } from "../../../families/network/mdns.ts";
import { searchNetwork } from "../../finder/search-network.ts";
import type { Environment } from "../environment.ts";
import { reach } from "../reach.ts";

export interface FoundBroker {
  readonly url: string;
  readonly about: string;
}

const mdns = mdnsSearch("_mqtt._tcp.local");

/** The name that Home Assistant's own systems have on the network. */
const homeAssistantHost = "homeassistant.local";
const usualPorts = { mqtt: 1883, mqtts: 8883 };
const listenMs = 2500;
const connectMs = 1000;
/** Limits the work that forged answers can cause. */
const maxHosts = 16;

export async function findBrokers(
  { clock, resolve }: Pick<Environment, "clock" | "resolve">,
  signal: AbortSignal,
  ports = usualPorts,
): Promise<FoundBroker[]> {
  const hosts = new Map([["127.0.0.1", "on this machine"]]);
  const note = (host: string, about: string): void => {
    if (hosts.size < maxHosts && !hosts.has(host)) hosts.set(host, about);
  };
  const announced = searchNetwork(
    { methods: [mdns], clock, listenMs, onCandidate: ({ host }) => note(host, "announced on the network") },
    signal,
  );
  const [address] = await Promise.all([addressOf(resolve), announced]);
  if (address !== undefined) note(address, "at Home Assistant");
  const found = await Promise.all([...hosts].map(([host, about]) => brokerAt(host, about, ports, signal)));
  return found.flat();
}

async function brokerAt(
  host: string,
  about: string,
  ports: typeof usualPorts,
  signal: AbortSignal,
): Promise<FoundBroker[]> {
  for (const [scheme, port] of Object.entries(ports)) {
    const isOpen = (await reach(host, port, connectMs, signal)) === "open";
    if (isOpen) return [{ url: `${scheme}://${host}:${port}`, about }];
  }
  return [];
}

async function addressOf(resolve: Environment["resolve"]): Promise<string | undefined> {
  try {
    return (await resolve(homeAssistantHost)).find(isIPv4);
  } catch {
    return undefined;
  }
}

import { BridgeLink } from "./bridge-link.ts";
import { type BrokerNode, isBrokerNode, type Red, type RedNode } from "./red.ts";
import { enlist, findRunning, runningNodes } from "./running-nodes.ts";

interface Shared {
  readonly link: BridgeLink;
  users: number;
}

/** Nodes of one broker and one base topic share a link: one subscription for all of them. */
const shared = new WeakMap<BrokerNode, Map<string, Shared>>();

/** Opens the link of a broker node and a base topic, or joins the one that is open. */
export function acquireLink(
  broker: BrokerNode,
  base: string,
): { readonly link: BridgeLink; readonly release: (isRemoved: boolean) => Promise<void> } {
  const links = shared.get(broker) ?? new Map<string, Shared>();
  shared.set(broker, links);
  let entry = links.get(base);
  if (entry === undefined) {
    entry = { link: new BridgeLink(broker, base, `player2mqtt ${broker.id} ${base}`), users: 0 };
    links.set(base, entry);
    entry.link.open();
  }
  const { link } = entry;
  entry.users += 1;
  const release = async (isRemoved: boolean): Promise<void> => {
    const current = links.get(base);
    if (current?.link !== link) return;
    current.users -= 1;
    if (current.users > 0) return;
    links.delete(base);
    await link.close(isRemoved);
  };
  return { link, release };
}

/** Why a config node has no link; the key of a text. */
export type BridgeProblem = "noBroker" | "baseTopic" | "environment";

/** What is wrong with a base topic: topic levels without wildcards, in which nothing is left of an environment variable. */
export function problemOfBase(base: string): BridgeProblem | undefined {
  if (base.includes("${")) return "environment";
  return /^[^+#\0/]+(\/[^+#\0/]+)*$/.test(base) ? undefined : "baseTopic";
}

interface BridgeConfig {
  readonly broker: string;
  readonly baseTopic: string;
}

/** The config node: the bridges and players below a base topic of a broker node. */
interface BridgeNode extends RedNode {
  readonly broker?: BrokerNode;
  readonly link?: BridgeLink;
  readonly problem?: BridgeProblem;
}

/** Registers the type `player2mqtt-bridge`. */
export function registerBridgeNode(red: Red): void {
  red.nodes.registerType("player2mqtt-bridge", function construct(this: RedNode, config: BridgeConfig) {
    red.nodes.createNode(this, config);
    const broker = red.nodes.getNode(config.broker);
    const base = config.baseTopic.trim() || "player2mqtt";
    const problem = isBrokerNode(broker) ? problemOfBase(base) : "noBroker";
    if (!isBrokerNode(broker) || problem !== undefined) {
      Object.assign(this, { problem });
      return this.error(red._(`problem.${problem}`, { base }));
    }
    const { link, release } = acquireLink(broker, base);
    Object.assign(this, { link, broker });
    enlist(this);
    this.on("close", (isRemoved, done) => void release(isRemoved).finally(done));
  });
}

export function bridgeOf(red: Red, id: string): BridgeNode | undefined {
  return findRunning(red, id) as BridgeNode | undefined;
}

/** The broker node that the editor knows by an id; that of a subflow is found by a config node that uses it. */
export function brokerOf(red: Red, id: string): BrokerNode | undefined {
  const broker = red.nodes.getNode(id);
  if (isBrokerNode(broker)) return broker;
  const used = runningNodes().flatMap((node) => (node as BridgeNode).broker ?? []);
  return used.find(({ _alias }) => _alias === id);
}

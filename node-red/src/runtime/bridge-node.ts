import { BridgeLink } from "./bridge-link.ts";
import { type BrokerNode, isBrokerNode, type Red, type RedNode } from "./red.ts";

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

/** Whether a text can be a base topic: topic levels without wildcards. */
export function isBaseTopic(base: string): boolean {
  return /^[^+#\0/]+(\/[^+#\0/]+)*$/.test(base);
}

interface BridgeConfig {
  readonly broker: string;
  readonly baseTopic: string;
}

/** The config node: the bridges and players below a base topic of a broker node. */
interface BridgeNode extends RedNode {
  readonly link: BridgeLink | undefined;
}

/** Registers the type `player2mqtt-bridge`. */
export function registerBridgeNode(red: Red): void {
  red.nodes.registerType("player2mqtt-bridge", function construct(this: RedNode, config: BridgeConfig) {
    red.nodes.createNode(this, config);
    const broker = red.nodes.getNode(config.broker);
    const base = config.baseTopic || "player2mqtt";
    if (!isBrokerNode(broker)) return this.error(red._("problem.noBroker"));
    if (!isBaseTopic(base)) return this.error(red._("problem.baseTopic", { base }));
    const { link, release } = acquireLink(broker, base);
    Object.assign(this, { link });
    this.on("close", (isRemoved, done) => void release(isRemoved).finally(done));
  });
}

/** The link of a deployed config node; undefined where it has none. */
export function linkOf(red: Red, bridge: string): BridgeLink | undefined {
  return (red.nodes.getNode(bridge) as BridgeNode | null)?.link;
}

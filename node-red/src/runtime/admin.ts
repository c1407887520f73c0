import type { BridgeLink } from "./bridge-link.ts";
import { acquireLink, type BridgeProblem, bridgeOf, brokerOf, problemOfBase } from "./bridge-node.ts";
import { controlOptions, controlsOfWhatPlays, titleOf } from "./controls.ts";
import { isPlayerId } from "./directory.ts";
import type { PlayerTopics } from "./player-topics.ts";
import type { AdminRequest, AdminResponse, Red, RedNode } from "./red.ts";
import { findNeighbor, resolveSetting } from "./running-nodes.ts";

/** How long what a dialog asked for is followed: as long as somebody looks at a list, and a little more. */
const leaseMs = 30_000;
/** How long an answer waits for retained messages. */
const patienceMs = 2500;
const longestValue = 60;

/** Why there is nothing to read; the key of a text. */
type Problem = "notDeployed" | BridgeProblem;

/** Whatever is kept for dialogs, by a key, until nobody has asked for it for a while. */
class Leases<Value> {
  /** The leases of an owner. A node is a new object after each deploy, so what its predecessor held is not used again. */
  static of<Owner extends object, Held>(all: WeakMap<Owner, Leases<Held>>, owner: Owner): Leases<Held> {
    const leases = all.get(owner) ?? new Leases<Held>();
    all.set(owner, leases);
    return leases;
  }

  readonly #held = new Map<string, { readonly value: Value; timer: NodeJS.Timeout }>();

  get(key: string, take: () => { readonly value: Value; readonly give: () => void }): Value {
    const held = this.#held.get(key);
    if (held !== undefined) {
      held.timer.refresh();
      return held.value;
    }
    const { value, give } = take();
    const timer = setTimeout(() => {
      this.#held.delete(key);
      give();
    }, leaseMs);
    timer.unref();
    this.#held.set(key, { value, timer });
    return value;
  }
}

/**
 * Registers what the editor's lists are filled from. A deployed config node can be read with `player2mqtt.read`. One that
 * is not deployed yet is read by broker and base topic, which takes `player2mqtt.write`: it subscribes to any base topic.
 */
export function registerAdmin(red: Red): void {
  const links = new WeakMap<RedNode, Leases<BridgeLink>>();
  const players = new WeakMap<BridgeLink, Leases<PlayerTopics>>();

  /** A setting of a node that may not be deployed yet: its environment is that of its neighbors. */
  const resolve = (text: string, { query }: AdminRequest, other?: RedNode): string =>
    resolveSetting(red, text, findNeighbor(red, textOf(query["node"]), textOf(query["tab"])) ?? other);
  const deployed = ({ params }: AdminRequest): BridgeLink | Problem => {
    const { link, problem = "notDeployed" } = bridgeOf(red, params["bridge"] ?? "") ?? {};
    return link ?? problem;
  };
  const drafted = (request: AdminRequest): BridgeLink | Problem => {
    const broker = brokerOf(red, request.params["broker"] ?? "");
    if (broker === undefined) return "notDeployed";
    const base = resolve(textOf(request.query["base"]), request, broker);
    const problem = problemOfBase(base);
    if (problem !== undefined) return problem;
    return Leases.of(links, broker).get(base, () => {
      const { link, release } = acquireLink(broker, base);
      return { value: link, give: () => void release(true) };
    });
  };
  const leasePlayer = (link: BridgeLink, id: string): PlayerTopics =>
    Leases.of(players, link).get(id, () => {
      const { topics, stop } = link.track(id);
      return { value: topics, give: stop };
    });

  const answer =
    (
      find: (request: AdminRequest) => BridgeLink | Problem,
      read: (link: BridgeLink, request: AdminRequest) => Promise<object>,
    ) =>
    (request: AdminRequest, response: AdminResponse): void => {
      const link = find(request);
      if (typeof link === "string") {
        response.status(404).json({ problem: link });
        return;
      }
      read(link, request).then(
        (body) => response.json(body),
        (error: unknown) => response.status(500).json({ problem: String(error) }),
      );
    };
  const readPlayers = async (link: BridgeLink): Promise<object> => {
    await until(() => link.isSettled);
    return playersOf(link);
  };
  const readPlayer = async (link: BridgeLink, request: AdminRequest): Promise<object> => {
    const id = resolve(request.params["player"] ?? "", request);
    if (!isPlayerId(id)) return playerOf(link, id, new Map());
    const topics = leasePlayer(link, id);
    await until(() => link.isSettled && topics.isSettled);
    return playerOf(link, topics.id, topics.values);
  };

  const canRead = red.auth.needsPermission("player2mqtt.read");
  const canWrite = red.auth.needsPermission("player2mqtt.write");
  const ofPlayer = "/:player";
  red.httpAdmin.get("/player2mqtt/bridge/:bridge/players", canRead, answer(deployed, readPlayers));
  red.httpAdmin.get(`/player2mqtt/bridge/:bridge/players${ofPlayer}`, canRead, answer(deployed, readPlayer));
  red.httpAdmin.get("/player2mqtt/broker/:broker/players", canWrite, answer(drafted, readPlayers));
  red.httpAdmin.get(`/player2mqtt/broker/:broker/players${ofPlayer}`, canWrite, answer(drafted, readPlayer));
}

/** Resolves when something is so, or when the editor has waited long enough. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isSo() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 25));
}

function playersOf(link: BridgeLink): object {
  const bridges = [...link.directory.bridges].map(([name, { state, version }]) => ({ name, state, version }));
  const players = [...link.directory.players].map(([id, { info }]) => ({
    id,
    name: textOf(info["name"]),
    model: textOf(info["model"]),
    absence: link.absenceOf(id),
  }));
  players.sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
  return { ...connectionOf(link), base: link.base, bridges, players };
}

function playerOf(
  link: BridgeLink,
  id: string,
  values: ReadonlyMap<string, string | number | object | null>,
): object {
  const { controls: support = {} } = (link.directory.players.get(id)?.info ?? {}) as {
    readonly controls?: Readonly<Record<string, string>>;
  };
  const names = [...controlsOfWhatPlays, ...Object.keys(support), "refresh"];
  const controls = names.map((name) => ({
    name,
    title: titleOf(name, values),
    support: support[name] ?? "supported",
    current: shownValue(values.get(`${name}/name`) || values.get(name)),
    options: controlOptions(name, values),
  }));
  const topics = [...values].map(([leaf, value]) => ({
    leaf,
    title: titleOf(leaf, values),
    value: shownValue(value),
  }));
  topics.sort((a, b) => a.leaf.localeCompare(b.leaf, "en", { numeric: true }));
  return { ...connectionOf(link), isKnown: link.directory.players.has(id), controls, topics };
}

function connectionOf({ isConnected, isRefused }: BridgeLink): object {
  return { isConnected, isRefused };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function shownValue(value: string | number | object | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

import { tryJson } from "./topic-value.ts";

/** Why a player cannot be used, seen from Node-RED. */
export type Absence = "broker" | "bridge" | "player" | "unknown";

interface Bridge {
  state: string;
  version: string;
  /** The ids that it lists, by the topic that lists them: a long list has pages, `info/1` and so on. */
  readonly players: Map<string, ReadonlySet<string>>;
}

interface KnownPlayer {
  info: Readonly<Record<string, unknown>>;
  availability: string;
}

/** Whether a text can be a player's id, and so a topic level. */
export function isPlayerId(text: string): boolean {
  return /^[a-z0-9_-]{1,32}$/.test(text);
}

/** Whether a name below the base topic is that of a bridge, and not of a player. */
function isBridgeName(name: string): boolean {
  return /^bridge(-[a-z0-9-]{1,24})?$/.test(name);
}

/** The bridges and players below a base topic, by the topics that all of them have. */
export class Directory {
  readonly bridges = new Map<string, Bridge>();
  readonly players = new Map<string, KnownPlayer>();
  /** The ids of all players that a bridge has ever listed. */
  readonly #listed = new Set<string>();
  #seen = new Set<string>();

  /** Takes what a bridge says about itself, or about a player. */
  update(name: string, leaf: string, text: string): void {
    this.#seen.add(`${name}/${leaf}`);
    if (isBridgeName(name)) this.#updateBridge(name, leaf, text);
    else if (leaf === "info" || leaf === "availability") this.#updatePlayer(name, leaf, text);
  }

  /** All retained messages come again: what does not come is gone. */
  beginReplay(): void {
    this.#seen = new Set();
  }

  endReplay(): void {
    for (const [name, bridge] of this.bridges) {
      for (const leaf of bridge.players.keys()) {
        if (!this.#seen.has(`${name}/${leaf}`)) bridge.players.delete(leaf);
      }
      if (!this.#seen.has(`${name}/state`)) bridge.state = "";
      if (bridge.state === "" && bridge.players.size === 0) this.bridges.delete(name);
    }
    // A broker that lost everything has nothing to compare with until a bridge is there.
    if (!this.hasOnlineBridge) return;
    for (const [id, player] of this.players) {
      if (!this.#seen.has(`${id}/availability`)) this.players.delete(id);
      else if (!this.#seen.has(`${id}/info`)) player.info = {};
    }
  }

  get hasOnlineBridge(): boolean {
    return [...this.bridges.values()].some(({ state }) => state === "online");
  }

  /** The name that people gave a player, or its id. */
  nameOf(id: string): string {
    const name = this.players.get(id)?.info["name"];
    return typeof name === "string" ? name : id;
  }

  /** The ids that a text can mean: it is an id, or the name of one player or of several. */
  idsOf(text: string): string[] {
    if (this.players.has(text)) return [text];
    const wanted = text.toLowerCase();
    return [...this.players.keys()].filter((id) => this.nameOf(id).toLowerCase() === wanted);
  }

  /** Why a player cannot be used; undefined while it can. Where no bridge lists it, any bridge may have it. */
  absenceOf(id: string): Absence | undefined {
    const owner = this.#ownerOf(id);
    const isLedOnline = owner === undefined ? this.hasOnlineBridge : owner.state === "online";
    if (!isLedOnline) return "bridge";
    const { availability = "" } = this.players.get(id) ?? {};
    if (availability === "") return "unknown";
    return availability === "online" ? undefined : "player";
  }

  /** Whether a bridge has yet to list this player, which it does after telling all about it. Not where no bridge lists any. */
  isAwaited(id: string): boolean {
    const pages = [...this.bridges.values()].flatMap(({ players }) => [...players.values()]);
    const areListed = this.#listed.has(id) || pages.some((page) => page.size > 0);
    return areListed && this.#ownerOf(id) === undefined;
  }

  #ownerOf(id: string): Bridge | undefined {
    return [...this.bridges.values()].find(({ players }) =>
      [...players.values()].some((page) => page.has(id)),
    );
  }

  #updateBridge(name: string, leaf: string, text: string): void {
    const bridge = this.bridges.get(name) ?? { state: "", version: "", players: new Map() };
    if (leaf === "state") bridge.state = text;
    if (leaf.startsWith("info")) {
      const { version, players } = (tryJson(text) ?? {}) as { version?: unknown; players?: unknown };
      if (typeof version === "string") bridge.version = version;
      const ids = Array.isArray(players) ? players.map((player) => String(player?.id)) : [];
      for (const id of ids) this.#listed.add(id);
      bridge.players.set(leaf, new Set(ids));
    }
    // A bridge that leaves empties its topics in any order.
    if (text === "" && bridge.state === "") this.bridges.delete(name);
    else this.bridges.set(name, bridge);
  }

  #updatePlayer(id: string, leaf: string, text: string): void {
    const player = this.players.get(id) ?? { info: {}, availability: "" };
    if (leaf === "availability") player.availability = text;
    else player.info = (tryJson(text) ?? {}) as Readonly<Record<string, unknown>>;
    const isGone = player.availability === "" && Object.keys(player.info).length === 0;
    if (isGone) this.players.delete(id);
    else this.players.set(id, player);
  }
}

import type { Extension, ExtensionContext } from "../../bridge/extension.ts";
import { readRecord } from "../../core/topics/bridge-record.ts";
import { asText, parseObject } from "../../core/resources/json.ts";
import { type IncomingMessage, retained, type Subscription } from "../../core/topics/message.ts";
import { clearBridge } from "../../core/topics/render-bridge.ts";
import { type BridgeName, bridgeStates, infoPagesFilter, isBridgeName } from "../../core/topics/topics.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";
import { bridgeDiscoveryTopic, bridgesDiscoveryFilter, deviceTopic } from "./discovery/discovery-topics.ts";
import { type Identity, identityOfId } from "./discovery/identity.ts";

export interface FormerBasesOptions extends ExtensionContext {
  readonly prefix: string;
  /** The identities of the players that this bridge has. */
  readonly identities: () => ReadonlySet<Identity>;
  readonly subscriptionsChanged: () => void;
}

interface FormerBase {
  readonly states: Map<BridgeName, string>;
  /** The info of our name, by page. */
  readonly pages: Map<number, string>;
  readonly identities: Map<string, Identity | undefined>;
  /** Since when no bridge is online there. */
  silentSince: number;
  /** The players whose topics are being cleared. */
  clearing: ReadonlySet<string>;
}

/** Its owner may only try another base topic, or run the other bridge again tomorrow. */
const silentMs = 24 * 3_600_000;
const checkEveryMs = 60_000;
/** Home Assistant needs a moment to drop the entities of a bridge that was removed. */
const dropMs = 2000;

/**
 * Clears what this bridge left below a base topic that it had before: it finds such ones by their announcements, and takes
 * for its own what no bridge has kept alive for a day and what is of a player with the same identity.
 */
export class FormerBases implements Extension {
  readonly #options: FormerBasesOptions;
  readonly #bases = new Map<string, FormerBase>();
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;

  constructor(options: FormerBasesOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#quietPeriod = new QuietPeriod(options.clock);
  }

  get subscriptions(): Subscription[] {
    const { bridge } = this.#options;
    const filters = [...this.#bases].flatMap(([base, { clearing }]) => [
      bridgeStates(base),
      `${base}/+/info`,
      infoPagesFilter(base, bridge),
      ...Array.from(clearing, (id) => `${base}/${id}/#`),
    ]);
    return [bridgesDiscoveryFilter, ...filters].map((filter) => ({
      filter,
      wantsRetained: true,
      isOptional: true,
    }));
  }

  connected(): void {
    // A bridge may have been online there meanwhile.
    for (const former of this.#bases.values()) former.silentSince = this.#options.clock.now();
    this.#checkLater();
  }

  disconnected(): void {
    this.#timers.cancelAll();
    this.#quietPeriod.cancel();
    for (const former of this.#bases.values()) former.clearing = new Set();
  }

  stop(): void {
    this.disconnected();
  }

  received({ topic, payload }: IncomingMessage): void {
    const text = new TextDecoder().decode(payload);
    if (topic.startsWith(bridgesDiscoveryFilter.slice(0, -1))) {
      this.#found(topic, text);
      return;
    }
    for (const [base, former] of this.#bases) {
      if (topic.startsWith(`${base}/`)) this.#heard(base, former, topic.slice(base.length + 1), text);
    }
  }

  #found(topic: string, text: string): void {
    const { base: own, bridge, clock, subscriptionsChanged } = this.#options;
    const base = formerBase(topic, text, own, bridge);
    if (base === undefined || this.#bases.has(base)) return;
    this.#bases.set(base, {
      states: new Map(),
      pages: new Map(),
      identities: new Map(),
      silentSince: clock.now(),
      clearing: new Set(),
    });
    this.#checkLater();
    subscriptionsChanged();
  }

  #heard(base: string, former: FormerBase, rest: string, text: string): void {
    const [level = "", leaf = "", page = "0", ...more] = rest.split("/");
    if (former.clearing.has(level) && text !== "" && !rest.endsWith("/set")) {
      this.#quietPeriod.restart();
      this.#options.broker.publish(retained(`${base}/${rest}`, "", 1));
    }
    if (more.length > 0) return;
    if (isBridgeName(level)) {
      if (leaf === "state") {
        former.states.set(level, text);
        if (text === "online") this.#comesBack(former);
      } else if (leaf === "info" && level === this.#options.bridge) former.pages.set(Number(page), text);
    } else if (leaf === "info" && page === "0") {
      if (text === "") former.identities.delete(level);
      else former.identities.set(level, asText(parseObject(text)?.["identity"]));
    }
  }

  /** A bridge runs there again: nothing more is cleared. */
  #comesBack(former: FormerBase): void {
    former.silentSince = this.#options.clock.now();
    if (former.clearing.size === 0) return;
    former.clearing = new Set();
    this.#options.subscriptionsChanged();
  }

  #checkLater(): void {
    if (this.#bases.size === 0) return;
    this.#timers.after("check", checkEveryMs, () => {
      this.#checkLater();
      // One after another.
      const isClearing = [...this.#bases.values()].some(({ clearing }) => clearing.size > 0);
      if (isClearing || this.#timers.has("clear")) return;
      for (const [base, former] of this.#bases) if (this.#check(base, former)) return;
    });
  }

  /** Begins to clear a base topic if it is ours and silent; returns whether it has begun. */
  #check(base: string, former: FormerBase): boolean {
    const { bridge, broker, clock, identities, log, prefix, subscriptionsChanged } = this.#options;
    if (former.states.get(bridge) !== "offline") return false;
    if ([...former.states.values()].includes("online")) former.silentSince = clock.now();
    if (clock.now() - former.silentSince < silentMs) return false;
    const own = identities();
    const isOwn = (id: string): boolean => {
      const identity = former.identities.get(id);
      return identity !== undefined && own.has(identity);
    };
    const ids = [...former.identities.keys()].filter(isOwn);
    if (ids.length === 0) return false;
    const record = readRecord(former.pages);
    const isWhole = record?.isComplete === true && [...record.players, ...record.leaving].every(isOwn);
    if (isWhole) broker.publish(retained(deviceTopic(prefix, identityOfId(base, bridge)), "", 1));
    this.#timers.after("clear", dropMs, () => {
      former.clearing = new Set(ids);
      subscriptionsChanged();
      this.#quietPeriod.wait(dropMs, () => {
        if (former.clearing.size === 0) return;
        // The announcement goes last: without it, nobody would find the rest.
        if (isWhole)
          broker.publish(
            ...clearBridge(base, bridge, record.pages),
            retained(bridgeDiscoveryTopic(base, bridge), "", 1),
          );
        log.info({ base, players: ids }, "topics below a former base topic are cleared");
        this.#bases.delete(base);
        subscriptionsChanged();
      });
    });
    return true;
  }
}

/** The base topic of an announcement of a bridge of this name that is not its own. */
export function formerBase(topic: string, text: string, own: string, bridge: string): string | undefined {
  const told = parseObject(text);
  const base = asText(told?.["base"]);
  const isFormer = base !== undefined && base !== own && told?.["bridge"] === bridge;
  // Of two that contain each other, the topics of one could be taken for those of the other.
  if (!isFormer || /[+#]/.test(base) || `${own}/`.startsWith(`${base}/`) || base.startsWith(`${own}/`))
    return undefined;
  return topic === bridgeDiscoveryTopic(base, bridge) ? base : undefined;
}

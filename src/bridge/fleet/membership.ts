import { BrokerError } from "../../core/errors.ts";
import {
  absentFor,
  advanceFleet,
  answers,
  bridgeNameOf,
  type Fleet,
  type FleetEvent,
  type FleetWords,
  isClaimedByOthers,
  isOnHold,
  isReading,
  isSettled,
  isSilent,
  mayGoOn,
  mayStart,
  memberStates,
  membersWithOtherList,
  mustPublish,
  needsTick,
  newFleet,
} from "../../core/fleet.ts";
import type { FleetView } from "../../core/session/health.ts";
import { type BridgeRecord, readRecord } from "../../core/topics/bridge-record.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { playerOffline } from "../../core/topics/render.ts";
import type { BridgeInfo } from "../../core/topics/render-bridge.ts";
import {
  type BridgeArrival,
  type BridgeName,
  bridgeStates,
  bridgeTopic,
  infoPagesFilter,
  parseBridgeTopic,
} from "../../core/topics/topics.ts";
import { hash32 } from "../../lib/hash.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { translatable, type Phrase } from "../../lib/phrase.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";
import { type BridgeContext, isOurs } from "../bridge-context.ts";
import type { OtherBridges } from "../other-bridges.ts";
import type { OwnershipPlug } from "../ownership.ts";

type Context = Pick<
  BridgeContext,
  "base" | "broker" | "clientIds" | "clock" | "log" | "messageAgeMs" | "checkStandstill"
> & {
  readonly events: Pick<
    BridgeContext["events"],
    "membersChanged" | "publishInfo" | "asked" | "released" | "endWith"
  >;
};

export interface MembershipOptions {
  /** The name of this bridge in the fleet; empty without a fleet. */
  readonly member: string;
  /** How long the players of a dead member wait for its return. */
  readonly graceMs: number;
  /** The players of all members. */
  readonly players: Iterable<string>;
}

/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 2000;
/** An overlap ends at the next tick, and within two seconds. */
const tickMs = 500;
/** A bridge without a fleet only watches for others that are silent. */
const idleTickMs = 60_000;
/** An info that has not come back after this long was lost. */
const echoMs = 5000;
/** A cluster may take this long until it knows a retained message everywhere. */
const wildcardMs = 3000;
const wildcardTries = 3;
const moved = translatable("end.moved", "the player moved to another bridge of the fleet");

/** The topics of a member that is absent for longer are cleared. */
const longestAbsenceMs = 24 * 3_600_000;

/**
 * This bridge among the others below its base topic: which of them are there, and in a fleet, which players are its own.
 * The rules are in `core/fleet.ts`.
 */
export class Membership implements OtherBridges, OwnershipPlug {
  readonly self: BridgeName;
  readonly isMember: boolean;
  readonly sharesPlayers = true;
  readonly #context: Context;
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;
  /** The info of each other bridge, by page. */
  readonly #infos = new Map<BridgeName, ReadonlyMap<number, string>>();
  #fleet: Fleet;
  #list: string;
  #published = "";
  #sequence = 0;
  /** Whether the broker sends retained messages for wildcards; the number of tries until that is known. */
  #wildcards: "fit" | number = 0;
  #loggedLists = "";
  #knownOrphans: ReadonlySet<string> = new Set();

  constructor(context: Context, { graceMs, member, ...options }: MembershipOptions) {
    const { clock } = context;
    const players = [...options.players];
    this.self = bridgeNameOf(member);
    this.isMember = member !== "";
    this.#context = context;
    this.#timers = new NamedTimers(clock);
    this.#quietPeriod = new QuietPeriod(clock);
    this.#fleet = newFleet({ self: this.self, graceMs }, this.isMember ? players : []);
    this.#list = listOf(players);
    if (!this.isMember) this.#wildcards = "fit";
  }

  /** Filters for the state of every bridge, and for the info and health of each known one. */
  get subscriptions(): Subscription[] {
    const { base } = this.#context;
    // By name, since a wildcard for infos would bring those of all players.
    const filters = [...this.#fleet.members.keys()].flatMap((bridge) => [
      bridgeTopic(base, "info", bridge),
      // Pages come before the first one says how many there are: until all are here, others may take its players.
      infoPagesFilter(base, bridge),
      bridgeTopic(base, "health", bridge),
    ]);
    const others = filters.map((filter) => ({ filter, wantsRetained: true }));
    // Subscribed once our own state is retained, to see whether a wildcard brings it.
    if (this.#wildcards !== "fit" && !this.#timers.has("wildcards")) return others;
    return [{ filter: bridgeStates(base), wantsRetained: true, wantsOwn: this.isMember }, ...others];
  }

  /** Whether the states and claims of the other bridges are known. */
  get isRead(): boolean {
    return this.#fleet.phase === "read";
  }

  /** Whether the loop of a player may begin. */
  mayStart(id: string): boolean {
    return !this.isMember || mayStart(this.#fleet, id);
  }

  /** Whether the loop of a player may go on. */
  mayGoOn(id: string): boolean {
    return !this.isMember || mayGoOn(this.#fleet, id);
  }

  /** Whether nothing may be sent to any player now. */
  get isOnHold(): boolean {
    if (!this.isMember) return false;
    this.#context.checkStandstill();
    return isOnHold(this.#fleet, this.#context.clock.now());
  }

  whyStop(id: string): Phrase | undefined {
    return this.mayGoOn(id) ? undefined : moved;
  }

  /** A loop that ends may read back until somebody else has the player. */
  mayAct(id: string, isEnding = false): boolean {
    if (!this.isMember) return true;
    return !this.isOnHold && (isEnding ? !this.isClaimed(id) : mayGoOn(this.#fleet, id));
  }

  refusalOf(id: string): Phrase {
    return this.isClaimed(id) ? translatable("end.orphaned", "the bridge of the player died") : moved;
  }

  /** Whether this member answers a command to the player that arrives now. */
  answers(id: string): boolean {
    return !this.isMember || answers(this.#fleet, id);
  }

  /** Whether another bridge polls the player, or may return to it. */
  isClaimed(id: string): boolean {
    return isClaimedByOthers(this.#fleet, id);
  }

  /** Bridges that are absent for long, if this one has to clear their topics. */
  get absent(): ReadonlyMap<BridgeName, { readonly players: readonly string[]; readonly pages: number }> {
    const { clock } = this.#context;
    const present = [...memberStates(this.#fleet)].filter(([, { isUp }]) => isUp).map(([name]) => name);
    if (present.some((name) => name < this.self)) return new Map();
    return new Map(
      absentFor(this.#fleet, longestAbsenceMs, clock.now()).map((name) => {
        const record = readRecord(this.#infos.get(name) ?? new Map());
        const players = [...(record?.players ?? []), ...(record?.leaving ?? [])];
        return [name, { players, pages: record?.pages ?? 0 }];
      }),
    );
  }

  /** What `/readyz` and the metrics say about the fleet; undefined without one. */
  get fleet(): FleetView | undefined {
    if (!this.isMember) return undefined;
    const { awaited, own, orphans } = this.#fleet;
    return {
      isRead: this.isRead,
      isOnHold: this.isOnHold,
      isSettled: isSettled(this.#fleet),
      awaited,
      members: new Map([[this.self, { isUp: true, players: own.size }], ...memberStates(this.#fleet)]),
      orphans: orphans.size,
      otherLists: membersWithOtherList(this.#fleet, this.#list),
    };
  }

  /** The claims of this bridge, as its info has them. */
  claims(): Pick<BridgeInfo, "fleet"> & { readonly players: ReadonlySet<string> | undefined } {
    if (!this.isMember) return { players: undefined };
    const { own, wants } = this.#fleet;
    const fleet = {
      list: this.#list,
      ...(wants.length > 0 && { wants }),
      ...(isReading(this.#fleet) && { isReading: true as const }),
    };
    return { players: new Set(own.keys()), fleet };
  }

  connected(): void {
    this.#published = "";
    this.#apply({ kind: "connected" });
    if (this.#wildcards === "fit") this.#read();
    // Some brokers acknowledge nothing.
    else this.#timers.after("begin", echoMs, () => this.#tryWildcards());
    this.#tickLater();
  }

  disconnected(): void {
    this.#quietPeriod.cancel();
    this.#timers.cancelAll();
    if (typeof this.#wildcards === "number") this.#wildcards = 0;
    this.#apply({ kind: "disconnected", agoMs: this.#context.messageAgeMs() });
  }

  /** The info of this bridge was handed to the broker. */
  published(sequence: number): void {
    this.#sequence = sequence;
    if (!this.isMember) return;
    this.#published = this.#words;
    this.#apply({ kind: "published", sequence });
    this.#timers.after("echo", echoMs, () => this.#repeat());
  }

  /** The broker accepted a message of ours. */
  accepted(topic: string): void {
    const { base } = this.#context;
    if (this.#wildcards === 0 && topic === bridgeTopic(base, "state", this.self)) this.#tryWildcards();
  }

  received({ topic, payload }: IncomingMessage): void {
    const { base } = this.#context;
    const arrival = parseBridgeTopic(base, topic);
    if (arrival === undefined) return;
    const text = new TextDecoder().decode(payload);
    if (arrival.bridge === this.self) return this.#hearSelf(arrival, text);
    const isKnown = this.#fleet.members.has(arrival.bridge);
    if (!isKnown && (arrival.leaf !== "state" || text === "")) return;
    this.#quietPeriod.restart();
    this.#hear(arrival, text);
  }

  configured(players: readonly string[]): void {
    this.#list = listOf(players);
    if (this.isMember) this.#apply({ kind: "configured", players });
  }

  /** The loops of all players have ended except of these: what was given up is withdrawn. */
  stopped(isRunning: (id: string) => boolean): void {
    const given = [...this.#fleet.own].filter(([id, { isLeaving }]) => isLeaving && !isRunning(id));
    if (given.length > 0) this.#apply({ kind: "stopped", players: given.map(([id]) => id) });
  }

  /** The process stood still for so long that others may have taken its players. */
  stoodStill(): void {
    if (!this.isMember) return;
    this.#context.log.warn({}, "process was suspended; confirming player ownership");
    this.#apply({ kind: "stood-still" });
  }

  /** Another bridge of this name runs the players now. */
  dropped(): void {
    this.#apply({ kind: "dropped" });
  }

  /** The bridge stops and gives up its players. */
  ended(): void {
    this.#apply({ kind: "ending" });
  }

  /** Players of dead members are offline until another member has taken them. */
  membersChanged(): void {
    const { base, broker } = this.#context;
    const { orphans } = this.#fleet;
    for (const id of orphans) if (!this.#knownOrphans.has(id)) broker.publish(playerOffline(base, id));
    this.#knownOrphans = orphans;
  }

  /** Forgets a bridge whose topics are cleared. */
  forget(member: BridgeName): void {
    this.#infos.delete(member);
    this.#apply({ kind: "forgotten", member });
  }

  #read(): void {
    this.#quietPeriod.wait(readBackMs, () => {
      if (this.isMember && !this.#fleet.isIntroduced) this.#read();
      else this.#apply({ kind: "read" });
    });
  }

  /** Subscribes anew: a broker that keeps retained messages for wildcards sends our own state. */
  #tryWildcards(): void {
    const { events } = this.#context;
    if (this.#wildcards === "fit") return;
    this.#timers.cancel("begin");
    if (this.#wildcards === wildcardTries) {
      events.endWith(
        new BrokerError(
          "the broker sends no retained messages to wildcard subscriptions, so the members of a fleet cannot see each other: " +
            "use another broker (docs/fleet.md lists them), or run one bridge without fleet.member",
        ),
      );
      return;
    }
    this.#wildcards += 1;
    // Without the filter first, so that the subscription is a new one.
    this.#timers.cancel("wildcards");
    events.membersChanged();
    this.#timers.after("wildcards", wildcardMs, () => this.#tryWildcards());
    events.membersChanged();
  }

  #hearSelf({ leaf, page }: BridgeArrival, text: string): void {
    if (leaf === "state" && text === "online" && typeof this.#wildcards === "number" && this.#wildcards > 0) {
      this.#wildcards = "fit";
      this.#timers.cancel("wildcards");
      this.#read();
    }
    if (leaf === "state") this.#apply({ kind: "own-state", state: text });
    if (leaf !== "info" || page !== 0) return;
    const record = readRecord(new Map([[0, text]]));
    if (record?.sequence === undefined || !isOurs(this.#context, record)) return;
    this.#apply({ kind: "echoed", sequence: record.sequence, isReading: record.isReading });
  }

  #hear(arrival: BridgeArrival, text: string): void {
    const wasSilent = isSilent(this.#fleet, arrival.bridge);
    this.#hearOther(arrival, text);
    // Brokers that did not hear each other: that one may have taken us for silent, too, and both have the same players.
    if (this.isMember && wasSilent && !isSilent(this.#fleet, arrival.bridge))
      this.#context.events.publishInfo();
  }

  #hearOther({ bridge: member, leaf, page }: BridgeArrival, text: string): void {
    const { events } = this.#context;
    if (leaf === "health") return this.#apply({ kind: "health", member });
    if (leaf === "state") {
      if (text === "") this.#infos.delete(member);
      return this.#apply({ kind: "state", member, state: text });
    }
    const pages = new Map(this.#infos.get(member)).set(page, text);
    this.#infos.set(member, pages);
    const record = readRecord(pages);
    // While a page is missing, the last claims stay valid.
    if (record?.isComplete === false) return events.membersChanged();
    const before = this.#fleet.members.get(member)?.claims;
    this.#apply({ kind: "info", member, words: record && wordsOf(record) });
    if (record?.isReading === true) events.asked();
    for (const id of before?.keys() ?? []) {
      if (this.#fleet.members.get(member)?.claims.has(id) === false) events.released(id);
    }
  }

  #apply(event: FleetEvent): void {
    const { checkStandstill, clock, events } = this.#context;
    if (this.isMember) checkStandstill();
    const before = this.#fleet;
    this.#fleet = advanceFleet(before, event, clock.now());
    if (isDifferent(before, this.#fleet)) events.membersChanged();
    if (!this.isMember) return;
    this.#logLists();
    if (mustPublish(this.#fleet) || this.#words !== this.#published) events.publishInfo();
  }

  get #words(): string {
    const { fleet, players = [] } = this.claims();
    return JSON.stringify([[...players], fleet]);
  }

  /** Publishes the info again if it did not come back. */
  #repeat(): void {
    if (this.#fleet.echoed < this.#sequence) this.#context.events.publishInfo();
  }

  #tickLater(): void {
    this.#timers.after("tick", this.isMember ? tickMs : idleTickMs, () => {
      if (needsTick(this.#fleet, this.#context.clock.now())) this.#apply({ kind: "tick" });
      this.#tickLater();
    });
  }

  /** Members whose lists differ share what both have. */
  #logLists(): void {
    const members = membersWithOtherList(this.#fleet, this.#list);
    const text = members.join(", ");
    if (text === this.#loggedLists) return;
    this.#loggedLists = text;
    if (text === "") this.#context.log.info({}, "all members of the fleet have the same list of players");
    else
      this.#context.log.warn(
        { members },
        "other members of the fleet have another list of players than this one",
      );
  }
}

function listOf(players: readonly string[]): string {
  return hash32(players.toSorted().join(" ")).toString(36);
}

function wordsOf({ isReading, leaving, list, players, sequence, wants }: BridgeRecord): FleetWords {
  // The topics of leaving players are still being cleared.
  return { claims: [...players, ...leaving], wants, isReading, list, sequence };
}

function isDifferent(before: Fleet, after: Fleet): boolean {
  return (
    before.phase !== after.phase ||
    before.heldUntil !== after.heldUntil ||
    before.own.size !== after.own.size ||
    before.orphans.size !== after.orphans.size ||
    before.members.size !== after.members.size ||
    [...after.own].some(([id, { heldSince, isLeaving }]) => {
      const was = before.own.get(id);
      return was?.isLeaving !== isLeaving || (was.heldSince === undefined) !== (heldSince === undefined);
    }) ||
    [...after.orphans].some((id) => !before.orphans.has(id)) ||
    [...after.members].some(([name, member]) => {
      const was = before.members.get(name);
      return (
        was?.state !== member.state ||
        (was.goneAt === undefined) !== (member.goneAt === undefined) ||
        was.words !== member.words
      );
    })
  );
}

import type { LeaseStore, OpenLeaseStore } from "../../core/lease-store.ts";
import type { FleetView } from "../../core/session/health.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { bridgeNameOf } from "../../core/rendezvous.ts";
import { parseTopic } from "../../core/topics/topics.ts";
import { hash32 } from "../../lib/hash.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { translatable } from "../../lib/phrase.ts";
import type { BridgeContext } from "../bridge-context.ts";
import type { EndReason, OwnershipPlug } from "../ownership.ts";
import { Lease } from "./lease.ts";
import { OpenCommands, packCommands, unpackCommands } from "./open-commands.ts";
import { Roster } from "./roster.ts";

type Context = Pick<BridgeContext, "base" | "clock" | "log" | "messageAgeMs" | "broker"> & {
  readonly events: Pick<BridgeContext["events"], "decided" | "membersChanged" | "roleChanged" | "endWith">;
};

export interface FleetOptions {
  /** The name of this bridge in the fleet. */
  readonly member: string;
  readonly leaseMs: number;
  readonly openStore: OpenLeaseStore;
  /** Milliseconds that pass also while the machine is suspended. */
  readonly now: () => number;
}

const moved = translatable("end.moved", "the player moved to another bridge of the fleet");
const unknown = translatable(
  "end.orphaned",
  "unknown whether applied, since the bridge of the player was gone",
);
const missed = translatable("end.missed", "the bridge of the player was disconnected");
/** So many players are given to a newcomer at a time. */
const mostMoving = 50;
/** So many claims wait for the store at a time. */
const mostClaims = 200;
/** What was published before a player changed hands has arrived by then. */
const handedOverMs = 1000;
/** The answers of a session that ended are with the broker by then. */
const drainMs = 500;
const gatherMs = 20;

/** This bridge as a member of a fleet: it acts for the players whose keys it holds, while its lease in the store is confirmed. */
export class FleetMember implements OwnershipPlug {
  readonly sharesPlayers = true;
  readonly #context: Context;
  readonly #options: FleetOptions;
  readonly #timers: NamedTimers;
  readonly #open: OpenCommands;
  readonly #roster: Roster;
  readonly #lease: Lease;
  readonly #store: LeaseStore;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #players: ReadonlySet<string>;
  #list: string;
  /** Without a lease it is like a bridge without a broker: another process may have its name. */
  #isActive = false;
  #problem = "the lease in the store is not confirmed yet";
  #identity = "";
  /** Players are not taken before the others had time to say who they are. */
  #claimsFrom = Number.POSITIVE_INFINITY;
  #unlinkedAt: number | undefined;
  #linkedAt = 0;
  #knownLists = "";
  /** Whether another process has our name; the store is not to blame then. */
  #hasRival = false;
  readonly #loggedReasons = new Set<string>();
  readonly #runningIds = new Set<string>();
  /** Players whose loops end without a word, and those whose loops end in good order. */
  readonly #lost = new Set<string>();
  readonly #leaving = new Set<string>();
  readonly #releasing = new Set<string>();
  readonly #claiming = new Set<string>();
  readonly #undecided = new Set<string>();
  /** Since when nobody acts for a player. */
  readonly #freeSince = new Map<string, number>();
  /** When we took a player, until its first commands are decided. */
  readonly #takenAt = new Map<string, number>();

  constructor(context: Context, players: Iterable<string>, options: FleetOptions) {
    const { leaseMs, member, now, openStore } = options;
    this.#context = context;
    this.#options = options;
    this.#timers = new NamedTimers(context.clock);
    this.#players = new Set(players);
    this.#list = listOf(this.#players);
    this.#open = new OpenCommands(context.base, now);
    this.#roster = new Roster(member, now, () => this.#store);
    this.#lease = new Lease({
      member,
      leaseMs,
      now,
      clock: context.clock,
      store: () => this.#store,
      list: () => this.#list,
      onHeld: () => this.#held(),
      onLost: () => this.#lose("the store has not confirmed the lease in time"),
      onRival: () => this.#met(),
    });
    this.#store = openStore({
      connected: (identity, isNew) => {
        const isSame = identity === this.#identity;
        this.#identity = identity;
        this.#roster.restarted(isSame);
        if (!isSame && isNew) this.#claimsFrom = now() + leaseMs;
      },
      changed: (bucket, key, record) => {
        if (!this.#roster.changed(bucket, key, record)) return;
        if (bucket === "players") this.#tell(key);
        for (const id of bucket === "players" ? [key] : this.#players) this.#decideSoon(id);
      },
      heard: (text) => this.#heard(text),
      failed: (reason) => this.#failed(reason),
    });
    this.#lease.isWanted = true;
    this.#running = this.#lease
      .run(this.#stop.signal)
      .catch((error: unknown) => context.events.endWith(error));
    this.#tick();
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Needed to know which commands still have no outcome. */
  get subscriptions(): Subscription[] {
    return [{ filter: `${this.#context.base}/+/result`, wantsRetained: false, wantsOwn: true }];
  }

  whyStop(id: string): EndReason | undefined {
    if (this.#lost.has(id) || !this.#isOurs(id) || !this.#lease.isHeld) return "lost";
    return this.#leaving.has(id) ? moved : undefined;
  }

  mayAct(id: string): boolean {
    return !this.#lost.has(id) && this.#isOurs(id) && this.#lease.isHeld;
  }

  /** All members hear all commands, and remember them until they have an outcome. The holder alone carries them out. */
  admits(message: IncomingMessage): boolean {
    const { base, clock, messageAgeMs } = this.#context;
    const arrival = parseTopic(base, message.topic);
    if (arrival?.kind !== "command") {
      const [id = ""] = message.topic.slice(base.length + 1).split("/");
      return !this.#players.has(id) || this.mayAct(id);
    }
    const { id } = arrival;
    if (!this.#players.has(id)) return true;
    const dated = { ...message, sentAt: clock.now() - messageAgeMs() };
    this.#open.add(id, dated);
    // The first ones wait: the holder before us may have answered them.
    return this.mayAct(id) && this.#runningIds.has(id) && !this.#leaving.has(id) && !this.#takenAt.has(id);
  }

  heard({ payload, topic }: IncomingMessage): void {
    const [id = "", leaf, ...deeper] = topic.slice(this.#context.base.length + 1).split("/");
    if (leaf === "result" && deeper.length === 0) this.#open.ended(id, new TextDecoder().decode(payload));
  }

  linked(): void {
    // Commands that came meanwhile are known to the others alone.
    if (this.#unlinkedAt !== undefined)
      this.#store.say(JSON.stringify({ askedBy: this.#lease.holder.lease }));
    this.#unlinkedAt = undefined;
    this.#linkedAt = this.#options.now();
    this.#lease.isWanted = true;
    if (!this.#lease.isHeld) this.#open.forget(() => true);
  }

  unlinked(): void {
    this.#unlinkedAt ??= this.#options.now();
    // Of others, outcomes are missed from now on.
    this.#open.forget((id) => !this.mayAct(id));
  }

  configured(playerIds: readonly string[]): void {
    const before = this.#players;
    this.#players = new Set(playerIds);
    for (const id of before) if (!this.#players.has(id) && this.mayAct(id)) this.#leaving.add(id);
    this.#list = listOf(playerIds);
  }

  arranged(isRunning: (id: string) => boolean): void {
    for (const id of this.#players) {
      if (isRunning(id) === this.#runningIds.has(id)) continue;
      if (isRunning(id)) this.#runningIds.add(id);
      else this.#runningIds.delete(id);
      this.#decideSoon(id);
    }
    for (const id of this.#lost) if (!isRunning(id)) this.#lost.delete(id);
    const ended = [...this.#leaving].filter((id) => !isRunning(id) && !this.#releasing.has(id));
    if (ended.length > 0) this.#release(ended).catch((error: unknown) => this.#context.events.endWith(error));
  }

  async left(): Promise<void> {
    this.#timers.cancelAll();
    this.#stop.abort();
    await this.#lease.end();
    await this.#store[Symbol.asyncDispose]();
    await this.#running;
  }

  get fleet(): FleetView {
    const { members, counts } = this.#roster;
    const own = [...this.#players].filter((id) => this.mayAct(id)).length;
    const rank = this.#roster.ranks();
    const shown = [...members].map(
      ([name, { isUp }]) => [bridgeNameOf(name), { isUp, players: counts.get(name) ?? 0 }] as const,
    );
    const missing = [...this.#players].filter((id) => !this.mayAct(id) && rank(id) === 0);
    return {
      problem: this.#lease.isHeld ? undefined : this.#problem,
      awaited: missing.length + this.#leaving.size,
      members: new Map([
        [bridgeNameOf(this.#options.member), { isUp: this.#lease.isHeld, players: own }],
        ...shown,
      ]),
      orphans: missing.filter((id) => this.#freeSince.has(id)).length,
      otherLists: this.#otherLists,
    };
  }

  #isOurs(id: string): boolean {
    return this.#lease.isOurs(this.#roster.holderOf(id));
  }

  #held(): void {
    const { events, log } = this.#context;
    log.info({ member: this.#options.member }, "the lease of this member is confirmed");
    this.#hasRival = false;
    this.#loggedReasons.clear();
    this.#claimsFrom = Math.max(
      this.#options.now() + this.#options.leaseMs / 3,
      Number.isFinite(this.#claimsFrom) ? this.#claimsFrom : 0,
    );
    // What was ours may have been left without an outcome.
    for (const id of this.#players) if (this.#isOurs(id)) this.#take(id);
    if (!this.#isActive) {
      this.#isActive = true;
      this.#unlinkedAt = this.#options.now();
      events.roleChanged();
    }
    events.membersChanged();
  }

  /** Nothing is sent or said any more: others answer for what is left open. */
  #lose(reason: string): void {
    this.#problem = reason;
    this.#context.log.warn({ member: this.#options.member, reason }, "this member stops polling its players");
    for (const id of this.#runningIds) this.#lost.add(id);
    this.#leaving.clear();
    this.#takenAt.clear();
    this.#context.events.membersChanged();
  }

  #met(): void {
    const { events, log } = this.#context;
    const { member } = this.#options;
    this.#problem = `another member of the fleet is called ${member}: give each a fleet.member of its own`;
    log.error({ member }, this.#problem);
    this.#hasRival = true;
    this.#isActive = false;
    events.roleChanged();
  }

  /** Each reason is logged once until the lease holds: it is tried twice a second, and nodes may have different ones. */
  #failed(reason: string): void {
    if (this.#lease.isHeld || this.#hasRival) return;
    this.#problem = `the store of the fleet cannot be used: ${reason}`;
    if (this.#loggedReasons.has(reason)) return;
    this.#loggedReasons.add(reason);
    this.#context.log.error({ reason }, "the store of the fleet cannot be used");
  }

  /** Time passes: keys end without a word. */
  #tick(): void {
    if (this.#stop.signal.aborted) return;
    this.#timers.after("tick", this.#options.leaseMs / 20, () => this.#tick());
    this.#watchLink();
    this.#decide(this.#players);
    this.#logLists();
  }

  #decideSoon(id: string): void {
    this.#undecided.add(id);
    if (this.#stop.signal.aborted || this.#timers.has("decide")) return;
    this.#timers.after("decide", gatherMs, () => {
      const ids = [...this.#undecided].filter((one) => this.#players.has(one));
      this.#undecided.clear();
      this.#decide(ids);
    });
  }

  /** Takes what is free and ours by the hash, and gives up what a newcomer shall have. */
  #decide(ids: Iterable<string>): void {
    const { leaseMs, now } = this.#options;
    if (!this.#lease.isHeld) return;
    const rank = this.#roster.ranks();
    const members = this.#roster.members;
    const isLate = now() >= this.#claimsFrom;
    // The holder of a player has to hear its commands.
    const isListening = this.#unlinkedAt === undefined && now() - this.#linkedAt >= handedOverMs;
    let hasChanged = false;
    for (const id of ids) {
      if (this.#isOurs(id)) {
        this.#freeSince.delete(id);
        if (!this.#runningIds.has(id) && !this.#lost.has(id)) hasChanged = true;
        if (isLate && this.#mayLeave(id, rank, members)) {
          this.#leaving.add(id);
          hasChanged = true;
        }
        this.#answer(id);
        continue;
      }
      if (this.#runningIds.has(id) && !this.#lost.has(id)) {
        this.#lost.add(id);
        hasChanged = true;
      }
      if (!this.#roster.isFree(id)) {
        this.#freeSince.delete(id);
        continue;
      }
      const since = this.#freeSince.get(id) ?? now();
      this.#freeSince.set(id, since);
      // What was ours first comes back to us; a member that comes before us may not have this player in its list.
      const wasOurs = this.#roster.holderOf(id)?.member === this.#options.member;
      const isDue = isListening && (wasOurs || (isLate && now() - since >= rank(id) * leaseMs));
      if (isDue) this.#claim(id);
    }
    if (hasChanged) this.#context.events.membersChanged();
  }

  /** Without a connection to the broker, no command arrives and nobody hears what a player does. */
  #watchLink(): void {
    const { leaseMs, now } = this.#options;
    if (this.#unlinkedAt === undefined || now() - this.#unlinkedAt < leaseMs || !this.#lease.isWanted) return;
    this.#lease.isWanted = false;
    void this.#lease.end();
    this.#open.forget(() => true);
    this.#problem = "the broker is not connected, so others have the players of this member";
  }

  #logLists(): void {
    const members = this.#otherLists;
    const text = members.join();
    if (text === this.#knownLists) return;
    this.#knownLists = text;
    if (text !== "")
      this.#context.log.warn(
        { members },
        "other members of the fleet have another list of players than this one",
      );
  }

  get #otherLists(): string[] {
    const others = [...this.#roster.members].filter(([, { isUp, list }]) => isUp && list !== this.#list);
    return others.map(([name]) => bridgeNameOf(name));
  }

  #mayLeave(id: string, rank: (id: string, member?: string) => number, members: Roster["members"]): boolean {
    if (this.#leaving.size >= mostMoving || !this.#runningIds.has(id) || this.#leaving.has(id)) return false;
    if (rank(id) === 0) return false;
    // One with another list may not know this player.
    return [...members].some(([name, { isUp, list }]) => isUp && list === this.#list && rank(id, name) === 0);
  }

  /** Tells a new holder which commands the one before it has left open: it may not have been there when they came. */
  #tell(id: string): void {
    const open = this.#open.of(id);
    // One that was frozen may have missed their outcomes.
    if (open.length > 0 && !this.#isOurs(id) && this.#lease.isHeld) this.#store.say(packCommands(id, open));
  }

  #heard(text: string): void {
    const told = JSON.parse(text) as { readonly askedBy: string } | Parameters<typeof unpackCommands>[0];
    if ("askedBy" in told) {
      for (const id of this.#open.ids) if (this.#roster.holderOf(id)?.lease === told.askedBy) this.#tell(id);
      return;
    }
    const [id, messages] = unpackCommands(told);
    // The others may hear of a claim before we hear that it was stored.
    if (this.mayAct(id) || this.#claiming.has(id)) this.#open.told(id, messages);
  }

  #claim(id: string): void {
    if (this.#claiming.has(id) || this.#claiming.size >= mostClaims) return;
    this.#claiming.add(id);
    void this.#write(id, JSON.stringify(this.#lease.holder))
      .then((isWritten) => isWritten && this.#isOurs(id) && this.#take(id))
      .finally(() => {
        this.#claiming.delete(id);
        this.#decideSoon(id);
      });
  }

  #take(id: string): void {
    this.#takenAt.set(id, this.#options.now());
  }

  /** Deletes the keys of players whose loops have ended, once the broker has what was said about them. */
  async #release(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#releasing.add(id);
    await this.#context.broker.drained(drainMs);
    await Promise.all(
      ids.map(async (id) => {
        if (this.mayAct(id)) await this.#write(id, "");
        this.#releasing.delete(id);
        this.#leaving.delete(id);
      }),
    );
  }

  /** Whether the key is written; what the store has instead is reported by itself. */
  async #write(id: string, value: string): Promise<boolean> {
    const revision = this.#roster.revisionOf(id);
    try {
      const written = await this.#store.write("players", id, value, revision);
      if (written !== undefined) this.#roster.changed("players", id, { value, revision: written });
      return written !== undefined;
    } catch {
      return false;
    }
  }

  /** Decides on the first commands to a player that we took: those from before are not repeated, since they may have been carried out. */
  #answer(id: string): void {
    const before = this.#options.now() - handedOverMs;
    if (!this.#runningIds.has(id) || !this.mayAct(id)) return;
    const takenAt = this.#takenAt.get(id) ?? Number.NEGATIVE_INFINITY;
    if (takenAt > before) return;
    const isNew = this.#takenAt.delete(id);
    for (const command of this.#open.of(id)) {
      const { at, isMissed, message } = command;
      const isLeft = at < takenAt || isMissed;
      if (isMissed && at > before) continue;
      if (isLeft && !message.retain) {
        this.#open.drop(id, command);
        this.#context.events.decided(message, isMissed && !isNew ? missed : unknown);
      } else if (isNew) this.#context.events.decided(message);
    }
  }
}

function listOf(players: Iterable<string>): string {
  return hash32([...players].toSorted().join(" ")).toString(36);
}

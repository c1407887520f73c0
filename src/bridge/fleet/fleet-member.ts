import type { LeaseBucket } from "../../core/lease-store.ts";
import type { FleetView } from "../../core/session/health.ts";
import type { DatedMessage, IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { bridgeNameOf, memberOf } from "../../core/rendezvous.ts";
import { splitTopic } from "../../core/topics/topics.ts";
import { hash32 } from "../../lib/hash.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { translatable } from "../../lib/phrase.ts";
import type { BridgeContext } from "../bridge-context.ts";
import type { EndReason, Ownership } from "../ownership.ts";
import { Lease } from "./lease.ts";
import { OpenCommands } from "./open-commands.ts";
import { type FleetOptions, Roster } from "./roster.ts";

type Context = Pick<BridgeContext, "base" | "clock" | "log" | "broker"> & {
  readonly events: Pick<BridgeContext["events"], "decided" | "membersChanged" | "roleChanged" | "endWith">;
};

/** What members say to each other: one that was without its broker asks for what it has missed, and a new holder is told what is open. */
type Said =
  | { readonly askedBy: string }
  | { readonly id: string; readonly messages: readonly DatedMessage[] };

const moved = translatable("end.moved", "the player moved to another bridge of the fleet");
const unknown = translatable(
  "end.orphaned",
  "unknown whether applied, since the bridge of the player was gone",
);
/** So many players are given to newcomers at a time. */
const mostMoving = 50;
const mostWrites = 200;
/** What was published before a player changed hands has arrived by then. */
const handedOverMs = 1000;
/** The answers of a session that ended are with the broker by then. */
const drainMs = 500;
const gatherMs = 50;
/** Loops begin and end at most this often: all parts look at all players then. */
const arrangeEveryMs = 250;

/** This bridge as a member of a fleet: it acts for the players whose keys it holds, while its lease in the store is confirmed. */
export class FleetMember implements Ownership {
  readonly sharesPlayers = true;
  /** Without a lease it is like a bridge without a broker: another process may have its name. */
  isActive = false;
  readonly #context: Context;
  readonly #options: FleetOptions;
  readonly #timers: NamedTimers;
  readonly #open: OpenCommands;
  readonly #roster: Roster;
  readonly #lease: Lease;
  #players: ReadonlySet<string> = new Set();
  #problem = "the lease in the store is not confirmed yet";
  readonly #loggedProblems = new Set<string>();
  #link = { isUp: false, since: Number.POSITIVE_INFINITY };
  /** Members with another list of players, as they were logged. */
  #strangers = "";
  #isRunning: (id: string) => boolean = () => false;
  /** Why the loops of these players end: in good order, or without a word. */
  readonly #ending = new Map<string, typeof moved | "lost">();
  readonly #writing = new Set<string>();
  /** When we took a player, until its first commands are decided. */
  readonly #takenAt = new Map<string, number>();

  constructor(context: Context, players: Iterable<string>, options: FleetOptions) {
    this.#context = context;
    this.#options = options;
    this.#timers = new NamedTimers(context.clock);
    this.#open = new OpenCommands(context.base, options.now);
    this.#roster = new Roster({
      ...options,
      heard: (text) => this.#heard(text),
      failed: (reason) => {
        if (!this.#lease.isHeld) this.#report(`the store of the fleet cannot be used: ${reason}`);
      },
      onHolder: (bucket, key) => this.#changed(bucket, key),
    });
    this.#lease = new Lease(this.#roster, {
      ...options,
      onHeld: () => this.#held(),
      onLost: () => this.#lose("the store has not confirmed the lease in time"),
      onRival: () => this.#giveWay(),
    });
    this.configured([...players]);
    this.#tick();
  }

  /** Needed to know which commands still have no outcome. */
  get subscriptions(): Subscription[] {
    return [{ filter: `${this.#context.base}/+/result`, wantsRetained: false, wantsOwn: true }];
  }

  whyStop(id: string): EndReason | undefined {
    if (!this.#isOurs(id) || !this.#lease.isHeld) return "lost";
    return this.#ending.get(id);
  }

  mayAct(id: string): boolean {
    return this.whyStop(id) !== "lost";
  }

  /** All members hear all commands, and remember them until they have an outcome. The holder alone carries them out. */
  admits(message: DatedMessage): boolean {
    const { id = "", leaf = "" } = splitTopic(this.#context.base, message.topic) ?? {};
    if (!this.#players.has(id)) return true;
    if (!leaf.endsWith("/set")) return this.mayAct(id);
    // The first ones wait: the holder before us may have answered them.
    const isBegun = this.whyStop(id) === undefined && this.#isRunning(id) && !this.#takenAt.has(id);
    this.#open.add(id, message, isBegun ? "begun" : "waiting");
    return isBegun;
  }

  heard({ payload, topic }: IncomingMessage): void {
    const { id = "", leaf } = splitTopic(this.#context.base, topic) ?? {};
    if (leaf === "result") this.#open.ended(id, new TextDecoder().decode(payload));
  }

  linked(): void {
    // Commands that came meanwhile are known to the others alone.
    if (this.#lease.isHeld) this.#say({ askedBy: this.#lease.holder.lease });
    else this.#open.forget(() => true);
    this.#link = { isUp: true, since: this.#options.now() };
  }

  unlinked(): void {
    this.#link = { isUp: false, since: this.#options.now() };
    // Of others, outcomes are missed from now on.
    this.#open.forget((id) => !this.mayAct(id));
  }

  configured(playerIds: readonly string[]): void {
    const before = this.#players;
    this.#players = new Set(playerIds);
    for (const id of before) if (!this.#players.has(id) && this.mayAct(id)) this.#ending.set(id, moved);
    this.#roster.list = hash32(playerIds.toSorted().join(" ")).toString(36);
  }

  arranged(isRunning: (id: string) => boolean): void {
    this.#isRunning = isRunning;
    for (const [id, reason] of this.#ending) {
      if (isRunning(id)) continue;
      if (reason === "lost") this.#ending.delete(id);
      else void this.#assign(id, false);
    }
    this.#decideSoon();
  }

  async left(): Promise<void> {
    this.#timers.cancelAll();
    await this.#lease.end();
    await this.#roster.store[Symbol.asyncDispose]();
  }

  get fleet(): FleetView {
    const { counts, others } = this.#roster;
    const { isHeld } = this.#lease;
    const { member } = this.#options;
    const [peers, strangers] = [[member, ...this.#others(true)], this.#others(false)];
    const isMissing = (id: string): boolean =>
      !this.mayAct(id) &&
      memberOf(id, peers) === member &&
      !strangers.includes(this.#roster.holderOf(id)?.member ?? "");
    // Without a lease, nobody knows who is there.
    const missing = isHeld ? [...this.#players].filter(isMissing) : [];
    const ours = [...this.#players].filter((id) => this.mayAct(id)).length;
    return {
      problem: isHeld ? undefined : this.#problem,
      awaited: missing.length + this.#countLeaving(),
      members: new Map([
        [bridgeNameOf(member), { isUp: isHeld, players: ours }],
        ...others.map(
          ({ holder, isUp }) =>
            [bridgeNameOf(holder.member), { isUp, players: counts.get(holder.member) ?? 0 }] as const,
        ),
      ]),
      orphans: missing.filter((id) => this.#roster.isFree(id)).length,
      otherLists: strangers.map(bridgeNameOf),
    };
  }

  #isOurs(id: string): boolean {
    return this.#lease.isOurs(this.#roster.holderOf(id));
  }

  /** The others that are there, with our list of players, or with another one: those may not know a player. */
  #others(hasOurList: boolean): string[] {
    return this.#roster.others.flatMap(({ holder: { list, member }, isUp }) =>
      isUp && (list === this.#roster.list) === hasOurList ? [member] : [],
    );
  }

  #held(): void {
    const { events, log } = this.#context;
    log.info({ member: this.#options.member }, "the lease of this member is confirmed");
    this.#loggedProblems.clear();
    // What was ours may have been left without an outcome.
    for (const id of this.#players) if (this.#isOurs(id)) this.#take(id);
    if (!this.isActive) {
      this.isActive = true;
      this.#link = { isUp: false, since: this.#options.now() };
      events.roleChanged();
    }
    this.#decideSoon();
  }

  /** Nothing is sent or said any more: others answer for what is left open. */
  #lose(problem: string): void {
    this.#report(problem);
    this.#ending.clear();
    for (const id of this.#players) if (this.#isRunning(id)) this.#ending.set(id, "lost");
    this.#context.events.membersChanged();
  }

  /** Another process has our name: to its parts this one has no broker. */
  #giveWay(): void {
    const { member } = this.#options;
    this.#report(`another member of the fleet is called ${member}: give each a fleet.member of its own`);
    if (!this.isActive) return;
    this.isActive = false;
    this.#context.events.roleChanged();
  }

  /** Each problem is logged once until the lease holds: the store is tried twice a second, and nodes may have different ones. */
  #report(problem: string): void {
    this.#problem = problem;
    if (this.#loggedProblems.has(problem)) return;
    this.#loggedProblems.add(problem);
    const { member } = this.#options;
    this.#context.log.error({ member, problem }, "this member may not poll players");
  }

  #tick(): void {
    const { leaseMs, now } = this.#options;
    this.#timers.after("tick", leaseMs / 20, () => this.#tick());
    // Without a connection to the broker, no command arrives and nobody hears what a player does.
    const isCutOff = this.isActive && !this.#link.isUp && now() - this.#link.since >= leaseMs;
    if (!isCutOff) this.#lease.keep().catch((error: unknown) => this.#context.events.endWith(error));
    else if (this.#lease.isHeld) {
      this.#open.forget(() => true);
      this.#lose("the broker is not connected, so others have the players of this member");
      void this.#lease.end();
    }
    for (const { holder, isUp } of this.#roster.others)
      if (!isUp && holder.lease !== "")
        void this.#roster.write("members", holder.member, { ...holder, lease: "" });
    this.#decide();
    this.#compareLists();
  }

  #decideSoon(): void {
    if (!this.#timers.has("decide")) this.#timers.after("decide", gatherMs, () => this.#decide());
  }

  /** Takes what is free and ours by the hash, and gives up what a newcomer shall have. */
  #decide(): void {
    if (!this.#lease.isHeld) return;
    const { member, now } = this.#options;
    const { others, own } = this.#roster;
    const peers = [member, ...this.#others(true)];
    // A new member, this one included, is known to the others once it has refreshed its lease.
    const settled = new Set(
      others.flatMap(({ holder, isRefreshed }) => (isRefreshed ? [holder.member] : [])),
    );
    const isSettled = own?.isRefreshed === true && this.#roster.isComplete;
    // The holder of a player has to hear its commands.
    const isListening = this.#link.isUp && now() - this.#link.since >= handedOverMs;
    let hasChanged = false;
    let moving = this.#countLeaving();
    for (const id of this.#players) {
      const [isOurs, isRunning] = [this.#isOurs(id), this.#isRunning(id)];
      if (isOurs) {
        const mayMove = isRunning && isSettled && moving < mostMoving && !this.#ending.has(id);
        if (mayMove && settled.has(memberOf(id, peers) ?? member)) {
          this.#ending.set(id, moved);
          moving += 1;
        }
        if (isRunning && this.#ending.get(id) !== "lost") this.#answer(id);
      } else if (isRunning) {
        this.#ending.set(id, "lost");
      } else if (isListening && this.#writing.size < mostWrites && this.#roster.isFree(id)) {
        // What was ours first comes back to us.
        const wasOurs = this.#roster.holderOf(id)?.member === member;
        if (wasOurs || (isSettled && memberOf(id, peers) === member)) void this.#assign(id, true);
      }
      hasChanged ||= isRunning !== (isOurs && !this.#ending.has(id));
    }
    if (!hasChanged || this.#timers.has("arrange")) return;
    this.#timers.after("arrange", arrangeEveryMs, () => this.#decide());
    this.#context.events.membersChanged();
  }

  #countLeaving(): number {
    return [...this.#ending.values()].filter((reason) => reason === moved).length;
  }

  #compareLists(): void {
    const members = this.#others(false).map(bridgeNameOf);
    if (members.join() === this.#strangers) return;
    this.#strangers = members.join();
    const text = "other members of the fleet have another list of players than this one";
    if (members.length > 0) this.#context.log.warn({ members }, text);
  }

  #changed(bucket: LeaseBucket, key: string): void {
    if (bucket === "players" && this.#isOurs(key)) this.#take(key);
    else if (bucket === "players") this.#tell(key);
    this.#decideSoon();
  }

  #take(id: string): void {
    this.#takenAt.set(id, this.#options.now());
    this.#open.leave(id);
  }

  /** Tells a new holder which commands the one before it has left open: it may not have been there when they came. */
  #tell(id: string): void {
    const messages = this.#open.of(id).flatMap(({ message }) => (message.retain ? [] : [message]));
    // One that was frozen may have missed their outcomes.
    if (messages.length > 0 && !this.#isOurs(id) && this.#lease.isHeld) this.#say({ id, messages });
  }

  #say(said: Said): void {
    this.#roster.store.say(
      JSON.stringify(said, (_key, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toJSON() : value,
      ),
    );
  }

  #heard(text: string): void {
    // The members trust each other, as they trust the store.
    const said = JSON.parse(
      text,
      (_key, value: { readonly type?: unknown; readonly data: number[] } | null) =>
        value?.type === "Buffer" ? Buffer.from(value.data) : value,
    ) as Said;
    if ("askedBy" in said) {
      for (const id of this.#open.ids) if (this.#roster.holderOf(id)?.lease === said.askedBy) this.#tell(id);
    } else if (this.mayAct(said.id) || this.#writing.has(said.id)) {
      // The others may hear of a claim before we hear that it was stored.
      this.#open.told(said.id, said.messages);
    }
  }

  /** Writes who holds a player: nobody once its loop has ended and the broker has all that was published about it. */
  async #assign(id: string, isOurs: boolean): Promise<void> {
    if (this.#writing.has(id)) return;
    this.#writing.add(id);
    if (!isOurs) await this.#context.broker.drained(drainMs);
    if (isOurs || this.mayAct(id))
      await this.#roster.write("players", id, isOurs ? this.#lease.holder : undefined);
    this.#writing.delete(id);
    if (!isOurs) this.#ending.delete(id);
    this.#decideSoon();
  }

  /** Decides on the first commands to a player that we took: those from before are not repeated, since they may have been carried out. */
  #answer(id: string): void {
    const before = this.#options.now() - handedOverMs;
    if ((this.#takenAt.get(id) ?? before) > before) return;
    this.#takenAt.delete(id);
    for (const command of this.#open.of(id)) {
      const { at, message, state } = command;
      if (state === "begun" || (state === "left" && at > before)) continue;
      command.state = "begun";
      this.#context.events.decided(message, state === "left" ? unknown : undefined);
    }
  }
}

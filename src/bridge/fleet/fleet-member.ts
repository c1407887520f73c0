import type { LeaseBucket } from "../../core/lease-store.ts";
import type { FleetView } from "../../core/session/health.ts";
import type { DatedMessage, IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { parseObject } from "../../core/resources/json.ts";
import { bridgeNameOf, memberOf } from "../../core/rendezvous.ts";
import { splitTopic } from "../../core/topics/topics.ts";
import { hash32 } from "../../lib/hash.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { translatable } from "../../lib/phrase.ts";
import type { BridgeContext } from "../bridge-context.ts";
import type { EndReason, Ownership } from "../ownership.ts";
import { Lease } from "./lease.ts";
import { handedOverMs, OpenCommands } from "./open-commands.ts";
import { type FleetOptions, type Holder, Roster } from "./roster.ts";

type Context = Pick<BridgeContext, "base" | "clock" | "log" | "broker"> & {
  readonly events: Pick<BridgeContext["events"], "decided" | "membersChanged" | "roleChanged" | "endWith">;
};

/** What members say to each other: one that was without its broker asks for what it has missed, and a new holder is told what is open. */
type Said =
  | { readonly askedBy: string }
  | { readonly id: string; readonly messages: readonly DatedMessage[] };

const unconfirmed = "the lease in the store is not confirmed";
const moved = translatable("end.moved", "the player moved to another bridge of the fleet");
const unknown = translatable(
  "end.orphaned",
  "unknown whether applied, since the bridge of the player was gone",
);
/** So many players are given to newcomers at a time. */
const mostMoving = 50;
const mostWrites = 200;
/** The answers of a session that ended are with the broker by then. */
const drainMs = 500;
const gatherMs = 50;
/** Loops begin and end at most this often: all parts look at all players then. */
const arrangeEveryMs = 250;

/** This bridge as a member of a fleet: it acts for the players whose keys it holds, while its lease in the store is confirmed. */
export class FleetMember implements Ownership {
  readonly sharesPlayers = true;
  /** Before its first lease, and under a rival, it is like a bridge without a broker: another process may have its name. */
  isActive = false;
  readonly #context: Context;
  readonly #options: FleetOptions;
  readonly #timers: NamedTimers;
  readonly #open: OpenCommands;
  readonly #roster: Roster;
  readonly #lease: Lease;
  #players: ReadonlySet<string> = new Set();
  /** Each problem is logged once until the lease holds: the store is tried twice a second, and nodes may have different ones. */
  readonly #logged = new Set([unconfirmed]);
  #link = { isUp: false, since: Number.POSITIVE_INFINITY };
  /** Members with another list of players, as they were logged. */
  #strangers = "";
  #isRunning: (id: string) => boolean = () => false;
  /** Players that we give up in good order. */
  readonly #leaving = new Set<string>();
  readonly #writing = new Set<string>();

  constructor(context: Context, options: FleetOptions) {
    this.#context = context;
    this.#options = options;
    this.#timers = new NamedTimers(context.clock);
    this.#open = new OpenCommands(context.base, options.now);
    this.#roster = new Roster({
      ...options,
      heard: (text) => this.#heard(text),
      failed: () => this.#decideSoon(),
      onHolder: (bucket, key) => this.#changed(bucket, key),
    });
    this.#lease = new Lease(this.#roster, options);
    this.#timers.after("tick", 0, () => this.#tick());
  }

  /** Needed to know which commands still have no outcome. */
  get subscriptions(): Subscription[] {
    return [{ filter: `${this.#context.base}/+/result`, wantsRetained: false, wantsOwn: true }];
  }

  mayAct(id: string): boolean {
    return this.#lease.isOurs(this.#roster.holderOf(id)) && this.#lease.isHeld;
  }

  whyStop(id: string): EndReason | undefined {
    if (!this.mayAct(id)) return "lost";
    return this.#leaving.has(id) ? moved : undefined;
  }

  /** All members hear all commands, and remember them until they have an outcome. The holder alone carries them out. */
  admits(message: DatedMessage): boolean {
    const { id = "", leaf = "" } = splitTopic(this.#context.base, message.topic) ?? {};
    if (!this.#players.has(id)) return true;
    if (!leaf.endsWith("/set")) return this.mayAct(id);
    const isBegun = this.whyStop(id) === undefined && this.#isRunning(id) && !this.#open.isNew(id);
    return this.#open.add(id, message, isBegun ? "begun" : "waiting") && isBegun;
  }

  heard({ payload, topic }: IncomingMessage): void {
    const { id = "", leaf } = splitTopic(this.#context.base, topic) ?? {};
    if (leaf === "result") this.#open.ended(id, new TextDecoder().decode(payload));
  }

  linked(): void {
    // Commands that came meanwhile are known to the others alone.
    if (this.#lease.isHeld) this.#say({ askedBy: this.#lease.holder.lease });
    else this.#open.forget(() => true);
    this.#linkIs(true);
  }

  unlinked(): void {
    this.#linkIs(false);
    // Of others, outcomes are missed from now on.
    this.#open.forget((id) => !this.mayAct(id));
  }

  configured(playerIds: readonly string[]): void {
    const before = this.#players;
    this.#players = new Set(playerIds);
    for (const id of before) if (!this.#players.has(id) && this.mayAct(id)) this.#leaving.add(id);
    this.#roster.list = hash32(playerIds.toSorted().join(" ")).toString(36);
  }

  arranged(isRunning: (id: string) => boolean): void {
    this.#isRunning = isRunning;
    this.#decideSoon();
  }

  async left(): Promise<void> {
    this.#timers.cancelAll();
    await this.#lease.end();
    await this.#roster.store[Symbol.asyncDispose]();
  }

  get fleet(): FleetView {
    const { isHeld } = this.#lease;
    const { member } = this.#options;
    const [peers, strangers] = [this.#peers, this.#others(false)];
    const shown = (name: string, isUp: boolean, players: number) =>
      [bridgeNameOf(name), { isUp, players }] as const;
    const isMissing = (id: string): boolean =>
      !this.mayAct(id) &&
      memberOf(id, peers) === member &&
      !strangers.includes(this.#roster.holderOf(id)?.member ?? "");
    // Without a lease, nobody knows who is there.
    const missing = isHeld ? [...this.#players].filter(isMissing) : [];
    const ours = [...this.#players].filter((id) => this.mayAct(id)).length;
    return {
      problem: this.#problem,
      awaited: missing.length + this.#leaving.size,
      members: new Map([
        shown(member, isHeld, ours),
        ...this.#roster.others.map((one) => {
          const { member: name } = one.holder;
          return shown(name, this.#roster.isUp(one), this.#roster.countOf(name));
        }),
      ]),
      orphans: missing.filter((id) => this.#roster.isFree(id)).length,
      otherLists: strangers.map(bridgeNameOf),
    };
  }

  /** This one and the others that are there and have our list of players. */
  get #peers(): readonly string[] {
    return [this.#options.member, ...this.#others(true)];
  }

  /** The others that are there, with our list of players, or with another one: those may not know a player. */
  #others(hasOurList: boolean): string[] {
    return this.#roster.others
      .filter((one) => this.#roster.isUp(one) && (one.holder.list === this.#roster.list) === hasOurList)
      .map(({ holder: { member } }) => member);
  }

  /** Why it may not act for any player. */
  get #problem(): string | undefined {
    const { hasRival, isHeld } = this.#lease;
    const { member } = this.#options;
    if (isHeld) return undefined;
    if (hasRival)
      return `another member of the fleet is called ${member}: give each a fleet.member of its own`;
    return this.#isCutOff
      ? "the broker is not connected, so others have the players of this member"
      : (this.#roster.fault ?? unconfirmed);
  }

  /** Without a connection to the broker, no command arrives and nobody hears what a player does. */
  get #isCutOff(): boolean {
    const { isUp, since } = this.#link;
    return this.isActive && !isUp && this.#options.now() - since >= this.#options.leaseMs;
  }

  #tick(): void {
    this.#timers.after("tick", this.#options.leaseMs / 20, () => this.#tick());
    if (!this.#isCutOff) this.#lease.keep().catch((error: unknown) => this.#context.events.endWith(error));
    else if (this.#lease.isHeld) {
      this.#open.forget(() => true);
      void this.#lease.end();
    }
    for (const one of this.#roster.others)
      if (one.holder.lease !== "" && !this.#roster.isUp(one))
        void this.#roster.write("members", one.holder.member, { ...one.holder, lease: "" });
    this.#decide();
    this.#compareLists();
  }

  /** Notices that the lease has begun or ended. Without it nothing is sent or said: others answer for what is left open. */
  #notice(): void {
    const { events, log } = this.#context;
    const { member } = this.#options;
    const problem = this.#problem;
    if (problem === undefined) {
      if (this.#logged.size > 0) {
        log.info({ member }, "the lease of this member is confirmed");
        // Who took players meanwhile may not have heard what is open. The outcomes that they published have arrived by then.
        this.#timers.after("tell", handedOverMs, () => {
          for (const id of this.#open.ids) this.#tell(id);
        });
      }
      this.#logged.clear();
    } else if (!this.#logged.has(problem)) {
      this.#logged.add(problem);
      log.error({ member, problem }, "this member may not poll players");
    }
    // While another process has our name, this one behaves as if it had no broker.
    const isActive = problem === undefined || (this.isActive && !this.#lease.hasRival);
    if (isActive === this.isActive) return;
    this.isActive = isActive;
    this.#linkIs(false);
    events.roleChanged();
  }

  #linkIs(isUp: boolean): void {
    this.#link = { isUp, since: this.#options.now() };
  }

  #decideSoon(): void {
    // A member that has left decides nothing.
    if (this.#timers.has("tick") && !this.#timers.has("decide"))
      this.#timers.after("decide", gatherMs, () => this.#decide());
  }

  /** Takes what is free and ours by the hash, and gives up what a newcomer shall have. */
  #decide(): void {
    this.#notice();
    const { member, now } = this.#options;
    const { others, own } = this.#roster;
    const { holder, isHeld } = this.#lease;
    const peers = this.#peers;
    // A new member, this one included, is known to the others once it has refreshed its lease.
    const isSettled = own?.isRefreshed === true;
    const settled = new Set(others.flatMap((one) => (one.isRefreshed ? [one.holder.member] : [])));
    // The holder of a player has to hear its commands.
    const mayTake = isHeld && this.#link.isUp && now() - this.#link.since >= handedOverMs;
    for (const id of this.#leaving) if (!this.#isRunning(id)) void this.#assign(id, undefined);
    let hasChanged = false;
    for (const id of this.#players) {
      const [isOurs, isRunning] = [this.mayAct(id), this.#isRunning(id)];
      if (isOurs && isRunning) {
        const mayMove = this.#leaving.size < mostMoving && settled.has(memberOf(id, peers) ?? member);
        if (mayMove) this.#leaving.add(id);
        this.#answer(id);
      } else if (mayTake && !isOurs && !isRunning && this.#writing.size < mostWrites) {
        // What was ours first comes back to us.
        const wasOurs = this.#roster.holderOf(id)?.member === member;
        if (this.#roster.isFree(id) && (wasOurs || (isSettled && memberOf(id, peers) === member)))
          void this.#assign(id, holder);
      }
      hasChanged ||= isRunning !== (this.whyStop(id) === undefined);
    }
    if (!hasChanged || this.#timers.has("arrange")) return;
    this.#timers.after("arrange", arrangeEveryMs, () => this.#decide());
    this.#context.events.membersChanged();
  }

  #compareLists(): void {
    const members = this.#others(false).map(bridgeNameOf);
    if (members.join() === this.#strangers) return;
    this.#strangers = members.join();
    const text = "other members of the fleet have another list of players than this one";
    if (members.length > 0) this.#context.log.warn({ members }, text);
  }

  #changed(bucket: LeaseBucket, key: string): void {
    if (bucket === "players" && this.mayAct(key)) this.#open.taken(key);
    else if (bucket === "players") this.#tell(key);
    this.#decideSoon();
  }

  /** Tells a new holder which commands the one before it has left open: it may not have been there when they came. */
  #tell(id: string): void {
    const messages = this.#open.messagesOf(id);
    // One that was frozen may have missed their outcomes.
    if (messages.length > 0 && !this.mayAct(id) && this.#lease.isHeld) this.#say({ id, messages });
  }

  #say(said: Said): void {
    this.#roster.store.say(
      JSON.stringify(said, (_key, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toJSON() : value,
      ),
    );
  }

  #heard(text: string): void {
    if (parseObject(text) === undefined) return;
    // The members trust each other, as they trust the store.
    const said = JSON.parse(
      text,
      (_key, value: { readonly type?: unknown; readonly data: number[] } | null) =>
        value?.type === "Buffer" ? Buffer.from(value.data) : value,
    ) as Said;
    if ("askedBy" in said) {
      for (const id of this.#open.ids) if (this.#roster.holderOf(id)?.lease === said.askedBy) this.#tell(id);
    } else if (this.mayAct(said.id) || this.#writing.has(said.id)) {
      // The others may hear of a claim before we hear that it was stored. Their clocks differ from ours.
      const sentAt = this.#context.clock.now();
      this.#open.told(
        said.id,
        said.messages.map((message) => ({ ...message, sentAt })),
      );
    }
  }

  /** Writes who holds a player: nobody once its loop has ended and the broker has all that was published about it. */
  async #assign(id: string, holder: Holder | undefined): Promise<void> {
    if (this.#writing.has(id)) return;
    this.#writing.add(id);
    if (holder === undefined) await this.#context.broker.drained(drainMs);
    if (holder !== undefined || this.mayAct(id)) await this.#roster.write("players", id, holder);
    this.#writing.delete(id);
    // A release that was not confirmed may be stored all the same, and another member may act by now.
    if (!this.mayAct(id)) this.#leaving.delete(id);
    this.#decideSoon();
  }

  #answer(id: string): void {
    for (const command of this.#open.due(id)) {
      const isLeft = command.state === "left";
      command.state = "begun";
      this.#context.events.decided(command.message, isLeft ? unknown : undefined);
    }
  }
}

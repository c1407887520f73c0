import {
  advanceFleet,
  answers,
  bridgeNameOf,
  type Fleet,
  type FleetEvent,
  type FleetWords,
  isOnHold,
  isReading,
  memberOf,
  mayGoOn,
  mayStart,
  mustPublish,
  needsTick,
  newFleet,
} from "../../src/core/fleet.ts";
import type { BridgeName } from "../../src/core/topics/topics.ts";

type Packet = { readonly from: BridgeName } & (
  | { readonly kind: "state"; readonly state: string }
  | { readonly kind: "info"; readonly words: FleetWords }
  | { readonly kind: "health" }
);

/** What the broker has sent about a member. */
interface Known {
  readonly isPresent: boolean;
  readonly isOnline: boolean;
  readonly isReading: boolean;
  /** Its claims, each with the number of the first info with it. */
  readonly claims: ReadonlyMap<string, number>;
}

const nothingKnown: Known = { isPresent: false, isOnline: false, isReading: true, claims: new Map() };

interface Asked {
  readonly at: number;
  readonly name: BridgeName | undefined;
  /** One that freezes before it is online may be taken for dead, and answers late. */
  readonly isUnclear: boolean;
}

interface Command {
  readonly kind: "command";
  readonly id: string;
  readonly number: number;
}

const graceMs = 10_000;
const keepAliveMs = 20_000;
/** The broker drops a client from which it has heard nothing for this long. */
const dropMs = 1.5 * keepAliveMs;
const quietMs = 2000;
const healthMs = 60_000;

/** Members of a fleet at a broker that keeps the order of messages, but takes its time with each client. */
export class SimulatedFleet {
  now = 0;
  readonly members = new Map<string, SimulatedMember>();
  readonly retained = new Map<string, Packet>();
  readonly delayMs: () => number;
  /** Players that two members polled at the same time. */
  readonly clashes: string[] = [];
  /** Who has answered each command. */
  readonly answers: string[][] = [];
  /** Who had to answer each command, by what the broker had sent before. */
  readonly asked: Asked[] = [];
  /** When a member lost what it had not read yet. */
  readonly losses: { readonly name: BridgeName; readonly from: number; readonly to: number }[] = [];
  readonly #known = new Map<BridgeName, Known>();
  #infos = 0;

  constructor(delayMs: () => number) {
    this.delayMs = delayMs;
  }

  start(name: string, players: readonly string[]): void {
    const member = new SimulatedMember(this, bridgeNameOf(name), players);
    this.members.set(name, member);
    member.connect();
  }

  /** The broker has a packet: it keeps and distributes it. */
  arrive(packet: Packet): void {
    this.retained.set(`${packet.from}/${packet.kind}`, packet);
    this.#note(packet);
    for (const member of this.members.values()) if (member.isConnected) member.enqueue(packet);
  }

  /** Somebody sends a command to a player. */
  command(id: string): void {
    const command: Command = { kind: "command", id, number: this.answers.length };
    this.answers.push([]);
    const isUnclear = [...this.members.values()].some(
      ({ frozenSince, name }) => frozenSince !== undefined && this.#known.get(name)?.isOnline === false,
    );
    this.asked.push({ at: this.now, name: this.#whoHasToAnswer(id), isUnclear });
    for (const member of this.members.values()) if (member.isConnected) member.enqueue(command);
  }

  #note(packet: Packet): void {
    const { from } = packet;
    const before = this.#known.get(from) ?? nothingKnown;
    if (packet.kind === "state") {
      const isOnline = packet.state === "online";
      this.#known.set(from, { ...before, isOnline, isPresent: isOnline });
    }
    if (packet.kind !== "info") return;
    const { claims, isReading } = packet.words;
    // The claims of one that reads begin when it has read.
    const numberOf = (id: string): number =>
      (before.isReading ? undefined : before.claims.get(id)) ?? this.#infos;
    this.#infos += 1;
    this.#known.set(from, {
      ...before,
      isPresent: true,
      isReading,
      claims: new Map(claims.map((id) => [id, numberOf(id)])),
    });
  }

  /** The first that claims the player and knows the claims of the others, else one that claims it, else one that knows them. */
  #whoHasToAnswer(id: string): BridgeName | undefined {
    const present = [...this.#known].filter(([, { isPresent }]) => isPresent);
    const claiming = present.filter(([, { claims }]) => claims.has(id));
    const [first] = claiming
      .filter(([, { isReading }]) => !isReading)
      .toSorted(([, one], [, other]) => (one.claims.get(id) ?? 0) - (other.claims.get(id) ?? 0));
    if (first !== undefined) return first[0];
    const others = claiming.length > 0 ? claiming : present.filter(([, { isReading }]) => !isReading);
    return memberOf(
      id,
      others.map(([name]) => name),
    );
  }

  /** The members that poll a player now. */
  pollersOf(id: string): string[] {
    return [...this.members].filter(([, member]) => member.polls(id)).map(([name]) => name);
  }

  run(ms: number, players: readonly string[]): void {
    const until = this.now + ms;
    while (this.now < until) {
      this.now += 100;
      for (const member of this.members.values()) member.step();
      for (const id of players) {
        const pollers = this.pollersOf(id);
        if (pollers.length > 1) this.clashes.push(`${this.now} ${id} ${pollers.join(" ")}`);
      }
    }
  }
}

/** The wiring of a member, in small: messages come and go in their order, each with a delay of its own. */
export class SimulatedMember {
  fleet: Fleet;
  isConnected = false;
  isDead = false;
  frozenSince: number | undefined;
  /** The last message of one that leaves; the retained one of an earlier run says the same. */
  #farewell: Packet | undefined;
  readonly #world: SimulatedFleet;
  readonly name: BridgeName;
  #in: { readonly at: number; readonly packet: Packet | Command }[] = [];
  #out: { readonly at: number; readonly packet: Packet }[] = [];
  readonly #running = new Map<string, number | undefined>();
  #held: Command[] = [];
  #sequence = 0;
  #said = "";
  #quietAt = Number.POSITIVE_INFINITY;
  #stateAt = Number.POSITIVE_INFINITY;
  #reconnectAt = Number.POSITIVE_INFINITY;
  #stepAt = 0;
  #healthAt = 0;
  /** Since when it has not read all that has arrived, because it stood still. */
  #lateSince = Number.POSITIVE_INFINITY;

  constructor(world: SimulatedFleet, self: BridgeName, players: readonly string[]) {
    this.#world = world;
    this.name = self;
    this.fleet = newFleet({ self, graceMs }, players);
  }

  connect(): void {
    this.isConnected = true;
    this.#in = [];
    this.#out = [];
    this.#reconnectAt = Number.POSITIVE_INFINITY;
    for (const packet of this.#world.retained.values()) this.enqueue(packet);
    // It goes on counting where an earlier run ended.
    const former = this.#world.retained.get(`${this.name}/info`);
    if (former?.kind === "info") this.#sequence = Math.max(this.#sequence, former.words.sequence ?? 0);
    this.#quietAt = this.#world.now + quietMs;
    this.#stateAt = this.#world.now + 20 * this.#world.delayMs();
    this.#said = "";
    this.apply({ kind: "connected" });
  }

  /** The connection breaks: the broker publishes the will at once, the member may come back. */
  breakConnection(reconnectInMs: number): void {
    if (!this.isConnected) return;
    this.isConnected = false;
    const { now } = this.#world;
    this.#world.losses.push({
      name: this.name,
      from: this.frozenSince ?? Math.min(now, this.#lateSince),
      to: now,
    });
    this.#world.arrive({ from: this.name, kind: "state", state: "offline" });
    this.#reconnectAt = this.#world.now + reconnectInMs;
    if (!this.isDead && this.frozenSince === undefined) this.apply({ kind: "disconnected", agoMs: 0 });
  }

  kill(): void {
    this.isDead = true;
    this.breakConnection(Number.POSITIVE_INFINITY);
  }

  freeze(): void {
    this.frozenSince ??= this.#world.now;
  }

  wake(): void {
    if (this.frozenSince === undefined) return;
    const gapMs = this.#world.now - this.frozenSince;
    this.#lateSince = this.frozenSince;
    this.frozenSince = undefined;
    if (gapMs >= graceMs) this.apply({ kind: "stood-still" });
    if (!this.isConnected) this.apply({ kind: "disconnected", agoMs: gapMs });
  }

  leave(): void {
    if (this.isDead || this.#farewell !== undefined || this.frozenSince !== undefined) return;
    this.apply({ kind: "ending" });
    for (const id of this.fleet.own.keys()) this.#stopped(id);
    this.#farewell = { from: this.name, kind: "state", state: "offline" };
    this.#stateAt = Number.POSITIVE_INFINITY;
    if (this.isConnected) this.#send(this.#farewell);
    else this.isDead = true;
  }

  enqueue(packet: Packet | Command): void {
    const last = this.#in.at(-1)?.at ?? 0;
    this.#in.push({ at: Math.max(last, this.#world.now + this.#world.delayMs()), packet });
  }

  polls(id: string): boolean {
    return (
      !this.isDead &&
      this.frozenSince === undefined &&
      this.#running.has(id) &&
      !isOnHold(this.fleet, this.#world.now)
    );
  }

  step(): void {
    const { now } = this.#world;
    if (this.isDead) return;
    if (this.frozenSince !== undefined) {
      if (this.isConnected && now - this.frozenSince >= dropMs) this.breakConnection(1000);
      return;
    }
    if (now >= this.#reconnectAt) this.connect();
    if (this.isConnected) this.#transfer();
    if (this.isDead) return;
    for (const [id, stopsAt] of this.#running) if (stopsAt !== undefined && stopsAt <= now) this.#stopped(id);
    if (this.isConnected && now >= this.#healthAt) {
      this.#healthAt = now + healthMs;
      this.#send({ from: this.name, kind: "health" });
    }
    if (now - this.#stepAt >= 1000) {
      this.#stepAt = now;
      if (needsTick(this.fleet, now)) this.apply({ kind: "tick" });
    }
  }

  apply(event: FleetEvent): void {
    const wasOnHold = isOnHold(this.fleet, this.#world.now);
    this.fleet = advanceFleet(this.fleet, event, this.#world.now);
    const { fleet } = this;
    for (const [id, stopsAt] of this.#running) {
      // A command in flight may take its time; on hold there is none.
      const stopMs = wasOnHold ? 0 : 3 * this.#world.delayMs();
      if (!mayGoOn(fleet, id) && stopsAt === undefined) this.#running.set(id, this.#world.now + stopMs);
    }
    for (const [id, { isLeaving }] of fleet.own) {
      const stopsAt = this.#running.has(id) ? this.#running.get(id) : 0;
      if (isLeaving && stopsAt !== undefined && stopsAt <= this.#world.now) return this.#stopped(id);
    }
    for (const id of fleet.players)
      if (mayStart(fleet, id) && !this.#running.has(id)) this.#running.set(id, undefined);
    if (this.isConnected) this.#publish();
    this.#receiveHeld();
  }

  #receiveHeld(): void {
    const held = this.#held;
    this.#held = [];
    for (const command of held) {
      const { id, number } = command;
      const isDecided = isOnHold(this.fleet, this.#world.now) ? false : this.#running.has(id);
      if (mayGoOn(this.fleet, id) && !isDecided) this.#held.push(command);
      else this.#world.answers[number]?.push(this.name);
    }
  }

  #stopped(id: string): void {
    this.#running.delete(id);
    this.apply({ kind: "stopped", players: [id] });
  }

  #transfer(): void {
    const { now } = this.#world;
    for (let next = this.#out[0]; next !== undefined && next.at <= now; next = this.#out[0]) {
      this.#out.shift();
      this.#world.arrive(next.packet);
    }
    for (let next = this.#in[0]; next !== undefined && next.at <= now && !this.isDead; next = this.#in[0]) {
      this.#in.shift();
      if (next.packet.kind !== "command") this.#quietAt = Math.max(this.#quietAt, now + quietMs);
      this.#receive(next.packet);
    }
    if (this.#in.length === 0) this.#lateSince = Number.POSITIVE_INFINITY;
    if (now >= this.#stateAt) {
      this.#stateAt = Number.POSITIVE_INFINITY;
      this.#send({ from: this.name, kind: "state", state: "online" });
    }
    if (now >= this.#quietAt && this.#in.length === 0) {
      this.#quietAt = Number.POSITIVE_INFINITY;
      this.apply({ kind: "read" });
    }
  }

  #receive(packet: Packet | Command): void {
    if (packet.kind === "command") {
      if (answers(this.fleet, packet.id)) this.#held.push(packet);
      return this.#receiveHeld();
    }
    if (packet.from === this.name) {
      if (packet.kind === "state") {
        this.apply({ kind: "own-state", state: packet.state });
        // The broker has acknowledged it by now.
        if (packet === this.#farewell) {
          this.isDead = true;
          this.isConnected = false;
          return;
        }
      }
      if (packet.kind === "info" && packet.words.sequence !== undefined)
        this.apply({ kind: "echoed", sequence: packet.words.sequence, isReading: packet.words.isReading });
      else if (packet.kind === "state" && packet.state === "offline" && this.#stateAt === Infinity)
        this.#send({ from: this.name, kind: "state", state: "online" });
      return;
    }
    const { from: member } = packet;
    if (packet.kind === "health") return this.apply({ kind: "health", member });
    if (packet.kind === "state") return this.apply({ kind: "state", member, state: packet.state });
    this.apply({ kind: "info", member, words: packet.words });
    if (packet.words.isReading && this.#stateAt !== Infinity) {
      this.#said = "";
      this.#publish();
    }
  }

  #publish(): void {
    const { own, wants } = this.fleet;
    const claims = [...own.keys()];
    const words = { claims, wants, isReading: isReading(this.fleet), list: undefined };
    const said = JSON.stringify(words);
    if (said === this.#said && !mustPublish(this.fleet)) return;
    this.#said = said;
    this.#sequence += 1;
    this.#send({ from: this.name, kind: "info", words: { ...words, sequence: this.#sequence } });
    this.apply({ kind: "published", sequence: this.#sequence });
  }

  #send(packet: Packet): void {
    const last = this.#out.at(-1)?.at ?? 0;
    this.#out.push({ at: Math.max(last, this.#world.now + this.#world.delayMs()), packet });
  }
}

import type { Log } from "../../core/ports.ts";
import { type BridgeRecord, readRecord } from "../../core/topics/bridge-record.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { type BridgeName, bridgeTopic, infoTopic, parseBridgeTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";
import { Corrections } from "../clean-up/corrections.ts";

export interface LeadershipOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  /** Its client id at the start: retained messages may arrive before the connection is reported. */
  readonly clientId?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this bridge takes over from an older one of its name, or stands by for it. */
  readonly takesOver: boolean;
  readonly onChanged: () => void;
  /** Publishes the state of this bridge again. */
  readonly publishState: () => void;
  readonly announce: () => void;
}

/** A claim to the name of a bridge: the higher term wins; of equal ones, the lower client id. */
export type Claim = Pick<BridgeRecord, "clientId" | "term">;

/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 1000;
/** A bridge publishes its health once a minute: one that misses two is gone, even if its will was not published. */
const silentMs = 150_000;
const checkEveryMs = 10_000;
/** A broker without QoS 1 acknowledges nothing. */
const longestClaimMs = 1000;
/** The last messages of an older bridge, such as the outcome of a command in flight, have arrived by then. */
const handedOverMs = 3000;

/**
 * Which of several bridges of one name runs the players: the one with the highest term in its info. Another one stands
 * by: it stays connected without a will and without commands, and returns when the leader is offline or silent.
 */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;
  readonly #corrections: Corrections;
  readonly #clientIds = new Set<string>();
  #isLeading: boolean;
  #term = 0;
  #rival: Claim | undefined;
  #isRivalOnline = false;
  #isReading = true;
  #heardAt = 0;
  #isContending = false;
  #isStateWrong = false;
  #hasLoggedOldRival = false;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#quietPeriod = new QuietPeriod(options.clock);
    this.#corrections = new Corrections(options);
    this.#isLeading = options.takesOver;
    if (options.clientId !== undefined) this.#clientIds.add(options.clientId);
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  /** The client id of the bridge for which this one stands by; undefined while it leads. */
  get standsByFor(): string | undefined {
    return this.#isLeading ? undefined : (this.#rival?.clientId ?? "unknown");
  }

  /** The term of this bridge; 0 until it has claimed its name. */
  get term(): number {
    return this.#term;
  }

  /** Whether the older bridge still obeys, since it does not know of the claim yet. */
  get isContending(): boolean {
    return this.#isContending;
  }

  /** Needed to stand by; a leader has the same from the parts that run the fleet. */
  get subscriptions(): Subscription[] {
    const { base, bridge } = this.#options;
    return (["state", "info", "health"] as const).map((leaf) => ({
      filter: bridgeTopic(base, leaf, bridge),
      wantsRetained: true,
    }));
  }

  connected(clientId: string): void {
    this.#clientIds.add(clientId);
    if (this.#isLeading) return;
    this.#heardAt = this.#options.clock.now();
    this.#quietPeriod.wait(readBackMs, () => {
      this.#isReading = false;
      if (!this.#isRivalOnline) this.#lead("there is no other");
    });
    this.#check();
  }

  disconnected(): void {
    this.#quietPeriod.cancel();
    this.#timers.cancelAll();
    this.#corrections.stop();
    this.#isStateWrong = false;
    this.#isContending = false;
    this.#isRivalOnline = false;
    this.#isReading = true;
  }

  /** Whether a record is of this bridge, by this or an earlier client id. */
  isOurs({ clientId }: Pick<BridgeRecord, "clientId">): boolean {
    return clientId !== undefined && this.#clientIds.has(clientId);
  }

  /** Claims the name, after the record of the bridge that ran before was read. */
  claim(record: BridgeRecord | undefined): void {
    this.#term = Math.max(this.#term, (record?.term ?? 0) + 1);
    this.#isContending = record !== undefined && !this.isOurs(record);
    if (!this.#isContending) return;
    this.#timers.after("claim", longestClaimMs, () => {
      this.#isContending = false;
    });
    this.#timers.after("handed over", handedOverMs, this.#options.announce);
  }

  /** The broker has accepted a message with QoS 1. What arrives from now on was sent after the claim. */
  accepted(topic: string): void {
    const { base, bridge } = this.#options;
    if (topic === infoTopic(base, bridge, 0) && this.#term > 0) this.#isContending = false;
  }

  /** This bridge's state is being sent, so it replaces what arrived before. */
  stateSent(): void {
    this.#isStateWrong = false;
  }

  received({ topic, payload }: IncomingMessage): void {
    const { base, bridge, clock } = this.#options;
    const arrival = parseBridgeTopic(base, topic);
    if (arrival?.bridge !== bridge || arrival.page !== 0) return;
    const text = new TextDecoder().decode(payload);
    const record = arrival.leaf === "info" ? readRecord(new Map([[0, text]])) : undefined;
    if (record !== undefined && this.isOurs(record)) return;
    this.#heardAt = clock.now();
    if (!this.#isLeading) this.#quietPeriod.restart();
    if (record !== undefined) this.#meet(record);
    if (arrival.leaf === "state") this.#hearState(text, topic);
  }

  #meet(rival: Claim): void {
    const { announce, base, bridge, log } = this.#options;
    if (!this.#isLeading) {
      this.#rival = rival;
      return;
    }
    if (this.#term === 0) {
      this.#isContending = true;
      return;
    }
    if (this.#isBeatenBy(rival)) {
      this.#standBy(rival);
      return;
    }
    const topic = infoTopic(base, bridge, 0);
    if (rival.term === 0 && !this.#hasLoggedOldRival) {
      this.#hasLoggedOldRival = true;
      log.error(
        { topic, clientId: rival.clientId },
        `another bridge is called ${bridge} below this base topic: give each a mqtt.baseTopic or a fleet.member of its own`,
      );
    }
    // It may have published players as well, since it did not know of this bridge yet.
    this.#corrections.request(topic, () => true, announce);
  }

  #hearState(state: string, topic: string): void {
    if (!this.#isLeading) {
      this.#isRivalOnline = state === "online";
      if (!this.#isRivalOnline && !this.#isReading) this.#lead("the other one is offline");
      return;
    }
    if (state === "online") return;
    // The farewell or the will of a bridge that ran before, or of our own last connection.
    this.#isStateWrong = true;
    this.#corrections.request(topic, () => this.#isStateWrong, this.#options.publishState);
  }

  #isBeatenBy({ clientId = "", term }: Claim): boolean {
    const own = [...this.#clientIds].at(-1) ?? "";
    return term > this.#term || (term === this.#term && clientId < own);
  }

  #standBy(rival: Claim): void {
    const { bridge, log, onChanged } = this.#options;
    this.#rival = rival;
    this.#isLeading = false;
    log.warn(
      { clientId: rival.clientId, term: rival.term },
      `another bridge called ${bridge} has taken over; standing by until it is offline`,
    );
    onChanged();
  }

  #lead(why: string): void {
    const { bridge, log, onChanged } = this.#options;
    this.#isLeading = true;
    this.#term = Math.max(this.#term, this.#rival?.term ?? 0) + 1;
    this.#rival = undefined;
    log.info({ term: this.#term }, `running the players of ${bridge}: ${why}`);
    onChanged();
  }

  /** Detects a leader that fell silent: no message announces that. */
  #check(): void {
    this.#timers.after("check", checkEveryMs, () => {
      if (this.#isLeading) return;
      if (this.#options.clock.now() - this.#heardAt >= silentMs) this.#lead("the other one is silent");
      else this.#check();
    });
  }
}

import { type BridgeRecord, readRecord } from "../core/topics/bridge-record.ts";
import type { IncomingMessage, Subscription } from "../core/topics/message.ts";
import { bridgeState } from "../core/topics/render-bridge.ts";
import { bridgeTopic, infoTopic, parseBridgeTopic } from "../core/topics/topics.ts";
import { NamedTimers } from "../lib/named-timers.ts";
import { translatable, type Phrase } from "../lib/phrase.ts";
import { QuietPeriod } from "../lib/quiet-period.ts";
import { type BridgeContext, isOurs } from "./bridge-context.ts";
import { Corrections } from "./clean-up/corrections.ts";
import type { Ownership } from "./ownership.ts";

type Context = Pick<BridgeContext, "base" | "bridge" | "broker" | "clientIds" | "clock" | "log"> & {
  readonly events: Pick<BridgeContext["events"], "roleChanged" | "publishState" | "announce">;
};

/** A claim to the name of a bridge: the higher term wins; of equal ones, the lower client id. */
type Claim = Pick<BridgeRecord, "clientId" | "term" | "sequence">;

/** Retained messages arrive right after the subscription; after this silence all of them have arrived. */
const readBackMs = 1000;
/** A bridge publishes its health once a minute: one that is late is asked, since it may be gone without a will. */
const silentMs = 90_000;
/** One that takes over publishes its info again three seconds after its claim: whoever does not is asked. */
const provenWithinMs = 6000;
/** A bridge that leads corrects its state within two seconds. */
const answersWithinMs = 5000;
const checkEveryMs = 1000;
/** A broker without QoS 1 acknowledges nothing. */
const longestClaimMs = 1000;
/** The last messages of an older bridge, such as the outcome of a command in flight, have arrived by then. */
const handedOverMs = 3000;

/**
 * Two hosts: which of several bridges of one name runs the players is the one with the highest term in its info.
 * Another one stands by: it stays connected without a will and without commands, and returns when the leader is offline or
 * silent.
 */
export class StandBy implements Ownership {
  isActive: boolean;
  /** 0 until this bridge has claimed its name. */
  term = 0;
  readonly #context: Context;
  readonly #timers: NamedTimers;
  readonly #quietPeriod: QuietPeriod;
  readonly #corrections: Corrections;
  #rival: Claim | undefined;
  #isRivalOnline = false;
  #isReading = true;
  #heardAt = 0;
  /** Since when nobody but the claim itself has said that the other one lives; undefined once it has. */
  #unprovenSince: number | undefined;
  /** When it was asked; undefined unless an answer is awaited. */
  #askedAt: number | undefined;
  #isContending = false;
  #isStateWrong = false;

  /** `takesOver`: it takes over from an older bridge of its name; otherwise it stands by for it. */
  constructor(context: Context, takesOver: boolean) {
    this.#context = context;
    this.#timers = new NamedTimers(context.clock);
    this.#quietPeriod = new QuietPeriod(context.clock);
    this.#corrections = new Corrections(context);
    this.isActive = takesOver;
  }

  get standsByFor(): string | undefined {
    return this.isActive ? undefined : (this.#rival?.clientId ?? "unknown");
  }

  whyStop(): Phrase | undefined {
    return this.isActive
      ? undefined
      : translatable("end.taken-over", "another bridge of this name took over");
  }

  mayAct(): boolean {
    return true;
  }

  /** The older bridge carries out what was sent before it knows of the claim. */
  admits(): boolean {
    return !this.#isContending;
  }

  /** Needed to stand by; a bridge that acts has the same from its other parts. */
  get subscriptions(): Subscription[] {
    if (this.isActive) return [];
    const { base, bridge } = this.#context;
    return (["state", "info", "health"] as const).map((leaf) => ({
      filter: bridgeTopic(base, leaf, bridge),
      wantsRetained: true,
    }));
  }

  linked(): void {
    if (this.isActive) return;
    this.#heardAt = this.#context.clock.now();
    if (this.#unprovenSince !== undefined) this.#unprovenSince = this.#heardAt;
    this.#quietPeriod.wait(readBackMs, () => {
      this.#isReading = false;
      if (!this.#isRivalOnline) this.#lead("there is no other");
    });
    this.#check();
  }

  unlinked(): void {
    this.#quietPeriod.cancel();
    this.#timers.cancelAll();
    this.#corrections.stop();
    this.#isStateWrong = false;
    this.#isContending = false;
    this.#isRivalOnline = false;
    this.#isReading = true;
    this.#askedAt = undefined;
  }

  /** Claims the name, after the record of the bridge that ran before was read. */
  claimed(record: BridgeRecord | undefined): void {
    this.term = Math.max(this.term, (record?.term ?? 0) + 1);
    this.#isContending = record !== undefined && !isOurs(this.#context, record);
    if (!this.#isContending) return;
    this.#timers.after("claim", longestClaimMs, () => {
      this.#isContending = false;
    });
    this.#timers.after("handed over", handedOverMs, () => this.#context.events.announce());
  }

  /** The broker has accepted a message with QoS 1. What arrives from now on was sent after the claim. */
  accepted(topic: string): void {
    const { base, bridge } = this.#context;
    if (topic === infoTopic(base, bridge, 0) && this.term > 0) this.#isContending = false;
  }

  /** This bridge's state is being sent, so it replaces what arrived before. */
  stateSent(): void {
    this.#isStateWrong = false;
  }

  heard({ topic, payload }: IncomingMessage): void {
    const { base, bridge, clock } = this.#context;
    const arrival = parseBridgeTopic(base, topic);
    if (arrival?.bridge !== bridge || arrival.page !== 0) return;
    const text = new TextDecoder().decode(payload);
    const record = arrival.leaf === "info" ? readRecord(new Map([[0, text]])) : undefined;
    if (record !== undefined && isOurs(this.#context, record)) return;
    this.#heardAt = clock.now();
    if (!this.isActive) this.#quietPeriod.restart();
    // Our own question may come back.
    const isAnswer = arrival.leaf !== "state" || text === "online";
    if (isAnswer && this.#askedAt !== undefined) this.#proven();
    if (record !== undefined) this.#meet(record);
    if (arrival.leaf === "state") this.#hearState(text, topic);
  }

  #meet(rival: Claim): void {
    const { base, bridge, events } = this.#context;
    if (!this.isActive) {
      // The claim itself is retained, and arrives again with each connection.
      const isNews = rival.clientId === this.#rival?.clientId && rival.sequence !== this.#rival?.sequence;
      if (isNews) this.#proven();
      this.#rival = rival;
      return;
    }
    if (this.term === 0) {
      this.#isContending = true;
      return;
    }
    if (this.#isBeatenBy(rival)) {
      this.#standBy(rival);
      return;
    }
    // It may have published players as well, since it did not know of this bridge yet.
    this.#corrections.request(
      infoTopic(base, bridge, 0),
      () => true,
      () => events.announce(),
    );
  }

  #hearState(state: string, topic: string): void {
    if (!this.isActive) {
      if (this.#askedAt !== undefined) return;
      this.#isRivalOnline = state === "online";
      if (!this.#isRivalOnline && !this.#isReading) this.#lead("the other one is offline");
      return;
    }
    if (state === "online") return;
    // The farewell or the will of a bridge that ran before, or of our own last connection.
    this.#isStateWrong = true;
    this.#corrections.request(
      topic,
      () => this.#isStateWrong,
      () => this.#context.events.publishState(),
    );
  }

  #isBeatenBy({ clientId = "", term }: Claim): boolean {
    const own = [...this.#context.clientIds].at(-1) ?? "";
    return term > this.term || (term === this.term && clientId < own);
  }

  #standBy(rival: Claim): void {
    const { bridge, events, log } = this.#context;
    this.#rival = rival;
    this.isActive = false;
    this.#unprovenSince = this.#context.clock.now();
    log.warn(
      { clientId: rival.clientId, term: rival.term },
      `another bridge called ${bridge} has taken over; standing by until it is offline`,
    );
    events.roleChanged();
  }

  #lead(why: string): void {
    const { bridge, events, log } = this.#context;
    this.isActive = true;
    this.term = Math.max(this.term, this.#rival?.term ?? 0) + 1;
    this.#rival = undefined;
    this.#proven();
    log.info({ term: this.term }, `running the players of ${bridge}: ${why}`);
    events.roleChanged();
  }

  #proven(): void {
    this.#unprovenSince = undefined;
    this.#askedAt = undefined;
  }

  /** Detects a leader that fell silent, or was none: no message announces that. */
  #check(): void {
    const { clock } = this.#context;
    const due = clock.now() + checkEveryMs;
    this.#timers.after("check", checkEveryMs, () => {
      if (this.isActive) return;
      const now = clock.now();
      // What arrived meanwhile is still unread in the socket.
      const wasBusy = now - due >= checkEveryMs;
      if (this.#askedAt !== undefined) {
        if (wasBusy) this.#askedAt = now;
        else if (now - this.#askedAt >= answersWithinMs) {
          this.#lead("the other one does not answer");
          return;
        }
      } else if (!wasBusy && this.#isInDoubt(now)) this.#ask(now);
      this.#check();
    });
  }

  #isInDoubt(now: number): boolean {
    const isUnproven = this.#unprovenSince !== undefined && now - this.#unprovenSince >= provenWithinMs;
    return isUnproven || now - this.#heardAt >= silentMs;
  }

  /** Whoever leads replaces this state at once; if nobody does, it is true. */
  #ask(now: number): void {
    const { base, bridge, broker } = this.#context;
    this.#askedAt = now;
    broker.publish({ ...bridgeState(base, bridge, "offline"), breaksSilence: true });
  }
}

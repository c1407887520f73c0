import { type BridgeRecord, readRecord } from "../../core/topics/bridge-record.ts";
import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import type { BrokerPort, Log } from "../../core/ports.ts";
import { bridgeInfo, type BridgeInfo } from "../../core/topics/render-bridge.ts";
import { type BridgeName, bridgeTopic } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import { QuietPeriod } from "../../lib/quiet-period.ts";

/** What the bridge's own record needs. */
export interface SelfReportOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly version: string;
  readonly broker: BrokerPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly players: () => Pick<BridgeInfo, "players" | "leaving">;
  /** An earlier run had these players. */
  readonly onFormerPlayers: (playerIds: readonly string[]) => void;
}

/** What the broker holds comes right behind the subscription; when nothing came for so long, that was all. */
const readBackMs = 1000;
/** Another bridge under our name answers what we say well within this time. */
const objectionMs = 2000;
const answerEveryMs = 60_000;

/**
 * The bridge's `info`: what it says of itself, and what an earlier run said there, which is read before it is replaced.
 * Two bridges under one name find each other by it.
 */
export class SelfReport {
  readonly #options: SelfReportOptions;
  readonly #topic: string;
  readonly #startedAt: string;
  readonly #timers: NamedTimers;
  readonly #silence: QuietPeriod;
  readonly #clientIds = new Set<string>();
  #mqtt: BridgeInfo["mqtt"] | undefined;
  #record: BridgeRecord | undefined;
  #hasRead = false;
  #isContested = false;

  constructor(options: SelfReportOptions) {
    this.#options = options;
    this.#topic = bridgeTopic(options.base, "info", options.bridge);
    this.#startedAt = options.clock.date().toISOString();
    this.#timers = new NamedTimers(options.clock);
    this.#silence = new QuietPeriod(options.clock);
  }

  /** The connection to the broker while there is one. */
  get mqtt(): BridgeInfo["mqtt"] | undefined {
    return this.#mqtt;
  }

  get subscriptions(): Subscription[] {
    return [{ filter: this.#topic, wantsRetained: true }];
  }

  connected(mqtt: BridgeInfo["mqtt"]): void {
    this.#mqtt = mqtt;
    this.#clientIds.add(mqtt.clientId);
    if (!this.#hasRead) this.#silence.wait(readBackMs, () => this.#begin());
  }

  disconnected(): void {
    this.#mqtt = undefined;
    this.#silence.cancel();
    this.#timers.cancelAll();
  }

  received({ topic, payload }: IncomingMessage): void {
    this.#silence.heard();
    if (topic !== this.#topic) return;
    const record = readRecord(new TextDecoder().decode(payload));
    if (record === undefined) return;
    if (!this.#hasRead) this.#record = record;
    else if (!this.#isOurs(record)) this.#object();
  }

  /** Says who is here now. */
  tell(): void {
    const { base, bridge, broker, players, version } = this.#options;
    if (this.#mqtt === undefined || !this.#hasRead) return;
    const info = { version, startedAt: this.#startedAt, mqtt: this.#mqtt, ...players() };
    broker.publish(bridgeInfo(base, bridge, info, broker.maxPayloadBytes));
  }

  #begin(): void {
    this.#hasRead = true;
    this.tell();
    const record = this.#record;
    if (record === undefined) return;
    // Who had our client id is gone since we have it. Anybody else is given the time to object.
    this.#timers.after("inherit", this.#isOurs(record) ? 0 : objectionMs, () => {
      if (!this.#isContested) this.#options.onFormerPlayers([...record.players, ...record.leaving]);
    });
  }

  #isOurs({ clientId }: BridgeRecord): boolean {
    return clientId !== undefined && this.#clientIds.has(clientId);
  }

  /** Somebody else says who they are where we do: that is told, and answered, but not fought over. */
  #object(): void {
    const { bridge, log } = this.#options;
    if (!this.#isContested) {
      log.error(
        { topic: this.#topic },
        `another bridge is called ${bridge} below this base topic: give each a mqtt.baseTopic or a fleet.shardIndex of its own`,
      );
    }
    this.#isContested = true;
    if (this.#timers.has("answered")) return;
    this.#timers.after("answered", answerEveryMs, () => {});
    this.tell();
  }
}

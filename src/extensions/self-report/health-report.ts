import type { Extension, ExtensionContext, PlayerView } from "../../bridge/extension.ts";
import { digitsOfMac } from "../../core/mac.ts";
import type { CountedBroker, Log } from "../../core/ports.ts";
import { publicNameOf } from "../../core/resources/player.ts";
import type { Availability } from "../../core/resources/resource.ts";
import { unansweredResources } from "../../core/session/unanswered.ts";
import { type Message, retained } from "../../core/topics/message.ts";
import { type BridgeName, bridgeTopic } from "../../core/topics/topics.ts";
import { NamedTimers } from "../../lib/named-timers.ts";

interface HealthSources extends ExtensionContext {
  readonly broker: CountedBroker;
  readonly players: () => Iterable<PlayerView>;
  /** What waits for the receivers of the history. */
  readonly history: () => object | undefined;
}

const everyMs = 60_000;
const maxNamed = 20;
/** Players that go online or offline are reported soon, several of them in one report. */
const soonMs = 1000;

/** Reports the health of the bridge and its players: once a minute, and when a player goes online or offline. */
export class HealthReport implements Extension {
  readonly #sources: HealthSources;
  readonly #startedAt: number;
  readonly #sameDevice: SameDevice;
  readonly #availability = new Map<string, Availability>();
  readonly #timers: NamedTimers;
  #memoryBytes = 0;

  constructor(sources: HealthSources) {
    this.#sources = sources;
    this.#startedAt = sources.clock.now();
    this.#sameDevice = new SameDevice(sources.log);
    this.#timers = new NamedTimers(sources.clock);
    this.#nextMinute();
  }

  announced(): void {
    this.#publish();
  }

  arranged(): void {
    const here = new Set(Array.from(this.#sources.players(), ({ id }) => id));
    for (const id of this.#availability.keys()) if (!here.has(id)) this.#availability.delete(id);
    this.#publish();
  }

  changed({ id, state }: PlayerView): void {
    const { availability } = state.presence;
    if (this.#availability.get(id) === availability) return;
    this.#availability.set(id, availability);
    if (!this.#timers.has("soon")) this.#timers.after("soon", soonMs, () => this.#publish());
  }

  stop(): void {
    this.#timers.cancelAll();
  }

  #nextMinute(): void {
    this.#timers.after("minute", everyMs, () => {
      this.#publish();
      this.#nextMinute();
    });
  }

  #publish(): void {
    const { broker, players } = this.#sources;
    this.#sameDevice.check(players());
    broker.publish(this.#message);
  }

  get #message(): Message {
    const { base, bridge, broker } = this.#sources;
    return bridgeHealth(base, bridge, this.#describe(), broker.maxPayloadBytes);
  }

  #describe() {
    const { broker, clock, history, players } = this.#sources;
    const now = clock.now();
    return {
      uptimeSeconds: Math.round((now - this.#startedAt) / 1000),
      memoryBytes: this.#residentBytes(),
      published: broker.published,
      waiting: broker.waiting,
      // A slow snapshot shows in the age of the oldest waiting message.
      waitingSeconds: Math.round(broker.waitingMs / 1000),
      dropped: broker.dropped,
      tooLarge: broker.tooLarge.slice(0, maxNamed),
      history: history(),
      players: Object.fromEntries(Array.from(players(), (player) => [player.id, playerHealth(player, now)])),
    };
  }

  /** The system tells it in a file: while no more files can be opened, the last figure stays. */
  #residentBytes(): number {
    try {
      this.#memoryBytes = process.memoryUsage.rss();
    } catch {
      // EMFILE.
    }
    return this.#memoryBytes;
  }
}

/** Notices one device that is configured as two players: players tolerate two loops badly. */
export class SameDevice {
  readonly #log: Log;
  readonly #reported = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Compares the MACs that the players report; each pair is logged once. */
  check(players: Iterable<Pick<PlayerView, "id" | "state">>): void {
    const ids = new Map<string, string>();
    for (const { id, state } of players) {
      const { mac = "", unit = "" } = state.player.model ?? {};
      const digits = digitsOfMac(mac);
      if (digits === undefined) continue;
      const device = `${digits} ${unit}`;
      const other = ids.get(device) ?? id;
      ids.set(device, other);
      const pair = `${other} ${id}`;
      if (other === id || this.#reported.has(pair)) continue;
      this.#reported.add(pair);
      this.#log.warn({ player: id, other }, "two players have the same MAC: is one device configured twice?");
    }
  }
}

function playerHealth({ state, stats }: PlayerView, now: number) {
  const { lastAnswerAt, latencyMs, polls, unchanged, failures, malformed } = stats;
  const unanswered = unansweredResources(state).map(publicNameOf);
  return {
    availability: state.presence.availability,
    lastAnswerSeconds: lastAnswerAt === undefined ? null : Math.round((now - lastAnswerAt) / 1000),
    polls,
    unchanged,
    failures,
    malformed,
    ...(unanswered.length > 0 && { unanswered }),
    latencyMs: latencyMs === undefined ? null : Math.round(latencyMs * 10) / 10,
  };
}

/** The bridge's health, without the list of players if that does not fit into a message. */
export function bridgeHealth(
  base: string,
  bridge: BridgeName,
  health: { readonly players: object },
  maxBytes: number,
): Message {
  const topic = bridgeTopic(base, "health", bridge);
  const whole = JSON.stringify(health);
  if (whole.length <= maxBytes) return retained(topic, whole);
  const { players, ...rest } = health;
  return retained(topic, JSON.stringify({ ...rest, playersCount: Object.keys(players).length }));
}

import type { IncomingMessage, Subscription } from "../../core/topics/message.ts";
import { clearPage, clearPlayer, clearSettings, playerOffline } from "../../core/topics/render.ts";
import { pagesFilter, parseTopic, settingsFilters } from "../../core/topics/topics.ts";
import { NamedTimers } from "../../lib/named-timers.ts";
import type { BridgeContext } from "../bridge-context.ts";
import { isHeld } from "../extension.ts";

type Context = Pick<BridgeContext, "base" | "broker" | "clock" | "log" | "extensions" | "isListComplete"> & {
  readonly events: Pick<BridgeContext["events"], "departedChanged">;
};

/** Home Assistant needs a moment to drop the entities of a device that was removed. */
const stepMs = 2000;

/**
 * Clears the topics of departed players: publishes them as offline at once, and empties their topics when no extension
 * holds them, since Home Assistant logs errors when topics of its entities are emptied.
 */
export class DepartedPlayers {
  readonly #context: Context;
  readonly #isWanted: (playerId: string) => boolean;
  /** Its topics are emptied in the second step in which they are not held; the third step removes it. */
  readonly #steps = new Map<string, number>();
  /** Those that may be found again: each connection publishes them as offline, since the broker may have missed it before. */
  readonly #away = new Set<string>();
  /** The tags of the settings that each player has left. */
  readonly #tags = new Map<string, Set<string>>();
  readonly #timers: NamedTimers;
  #isConnected = false;

  /** `isWanted`: this bridge or another one runs the player, so its topics must not be cleared. */
  constructor(context: Context, isWanted: (playerId: string) => boolean) {
    this.#context = context;
    this.#isWanted = isWanted;
    this.#timers = new NamedTimers(context.clock);
  }

  get ids(): string[] {
    return [...this.#steps.keys()];
  }

  /** Filters for the pages of their queues and for their settings: only the broker knows which of them exist. */
  get subscriptions(): Subscription[] {
    const { base } = this.#context;
    return this.ids.flatMap((id) => [
      { filter: pagesFilter(base, id), wantsRetained: true },
      // Rights that were given earlier do not name them.
      ...settingsFilters(base, id).map((filter) => ({ filter, wantsRetained: true, isOptional: true })),
    ]);
  }

  /** Begins to clear the topics of those that nobody runs. */
  add(playerIds: Iterable<string>): void {
    const { events, isListComplete } = this.#context;
    const added = [...playerIds].filter((id) => !this.#steps.has(id) && !this.#isWanted(id));
    if (added.length === 0) return;
    if (!isListComplete()) {
      // The player may be found again later, so only its availability is changed.
      for (const id of added) this.#away.add(id);
      if (this.#isConnected) this.#publishAway();
      return;
    }
    for (const id of added) this.#steps.set(id, 0);
    if (this.#isConnected) this.#begin(added);
    events.departedChanged();
  }

  connected(): void {
    this.#isConnected = true;
    // By then it is known which of them another bridge has.
    if (this.#away.size > 0) this.#timers.after("away", 2 * stepMs, () => this.#publishAway());
    this.#begin(this.ids);
  }

  disconnected(): void {
    this.#isConnected = false;
    this.#timers.cancelAll();
    for (const id of this.ids) this.#steps.set(id, 0);
  }

  received({ topic, payload }: IncomingMessage): void {
    const { base, broker } = this.#context;
    const arrival = parseTopic(base, topic);
    if (arrival === undefined || payload.byteLength === 0 || !this.#steps.has(arrival.id)) return;
    if (arrival.kind === "page") broker.publish(clearPage(base, arrival.id, arrival.page));
    if (arrival.kind === "setting")
      this.#tags.set(arrival.id, (this.#tags.get(arrival.id) ?? new Set()).add(arrival.tag));
    // More may follow: a slow broker takes longer than a step.
    if (this.#steps.get(arrival.id) === 2) this.#steps.set(arrival.id, 1);
  }

  #publishAway(): void {
    const { base, broker } = this.#context;
    for (const id of this.#away)
      if (this.#isWanted(id)) this.#away.delete(id);
      else broker.publish(playerOffline(base, id));
  }

  #begin(ids: readonly string[]): void {
    const { base, broker } = this.#context;
    for (const id of ids) broker.publish(playerOffline(base, id));
    if (ids.length > 0 && !this.#timers.has("step")) this.#stepLater();
  }

  #stepLater(): void {
    this.#timers.after("step", stepMs, () => {
      const before = this.#steps.size;
      for (const [id, step] of this.#steps) this.#step(id, step);
      if (this.#steps.size > 0) this.#stepLater();
      if (this.#steps.size < before) this.#context.events.departedChanged();
    });
  }

  #step(id: string, step: number): void {
    const { base, broker, extensions, log } = this.#context;
    const isBack = this.#isWanted(id);
    if (isBack || step === 2) {
      if (!isBack) broker.publish(...clearSettings(base, id, [...(this.#tags.get(id) ?? [])]));
      this.#steps.delete(id);
      this.#tags.delete(id);
    } else this.#steps.set(id, isHeld(extensions, id) ? 0 : step + 1);
    if (step !== 1 || this.#steps.get(id) !== 2) return;
    for (const message of clearPlayer(base, id)) broker.publish(message);
    log.info({ player: id }, "topics of a removed player are cleared");
  }
}

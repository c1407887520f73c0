import type { ExtensionContext, PlayerView, ReconfigurableExtension } from "../../bridge/extension.ts";
import { fits } from "../../core/resources/fit.ts";
import { properties } from "../../core/resources/player.ts";
import type { PropertyFacts } from "../../core/resources/property.ts";
import {
  type IncomingMessage,
  type Message,
  retained,
  type Subscription,
} from "../../core/topics/message.ts";
import { type ChangedTopic, renderPlayer } from "../../core/topics/render.ts";
import { playerTopic, splitTopic } from "../../core/topics/topics.ts";

interface StateReportOptions extends Pick<ExtensionContext, "base" | "broker"> {
  /** The players that have it. */
  readonly ids: ReadonlySet<string>;
  readonly players: () => readonly PlayerView[];
  readonly mayAct: (id: string) => boolean;
}

const plainKinds: ReadonlySet<string> = new Set(["text", "number", "flag", "choice", "name"]);
const declared: Readonly<Partial<Record<string, PropertyFacts>>> = properties;

/** Publishes every plain value of a player in one message, for programs that like one better than many. */
export class StateReport implements ReconfigurableExtension<ReadonlySet<string>> {
  readonly #options: StateReportOptions;
  #ids: ReadonlySet<string>;
  /** What was written last, by player. */
  readonly #written = new Map<string, string>();
  /** How it is written anew: a write that waits is not added again. */
  readonly #writers = new WeakMap<PlayerView, () => readonly Message[]>();

  constructor(options: StateReportOptions) {
    this.#options = options;
    this.#ids = options.ids;
  }

  /** An earlier run may have left the topic of a player that has none any more. */
  get subscriptions(): Subscription[] {
    return [{ filter: `${this.#options.base}/+/state`, wantsRetained: true }];
  }

  /** The broker may have forgotten it. */
  announced(): void {
    this.#written.clear();
    this.#writeAll();
  }

  changed(player: PlayerView, topics: readonly ChangedTopic[]): void {
    if (this.#ids.has(player.id) && topics.some(({ leaf }) => isPlain(leaf))) this.#write(player);
  }

  received({ topic, payload, retain }: IncomingMessage): void {
    const { base, broker, mayAct, players } = this.#options;
    const { id = "", leaf } = splitTopic(base, topic) ?? {};
    if (!retain || payload.byteLength === 0 || leaf !== "state" || this.#ids.has(id)) return;
    if (players().some((one) => one.id === id) && mayAct(id)) broker.publish(retained(topic, ""));
  }

  reconfigure(ids: ReadonlySet<string>): boolean {
    const { base, broker } = this.#options;
    const gone = [...this.#written.keys()].filter((id) => !ids.has(id));
    this.#ids = ids;
    for (const id of gone) this.#written.delete(id);
    broker.publish(...gone.map((id) => retained(playerTopic(base, id, "state"), "")));
    this.#writeAll();
    return true;
  }

  #writeAll(): void {
    for (const player of this.#options.players()) if (this.#ids.has(player.id)) this.#write(player);
  }

  #write(player: PlayerView): void {
    const writer = this.#writers.get(player) ?? (() => this.#messagesOf(player));
    this.#writers.set(player, writer);
    this.#options.broker.publishDeferred(writer);
  }

  #messagesOf(player: PlayerView): readonly Message[] {
    const { id } = player;
    const { base, broker, mayAct } = this.#options;
    if (!this.#ids.has(id) || !mayAct(id)) return [];
    const values = renderPlayer(base, player, broker).flatMap(({ leaf, payload }) =>
      isPlain(leaf) && payload !== "" ? [[leaf, valueOf(leaf, String(payload))] as const] : [],
    );
    const text = JSON.stringify(Object.fromEntries(values));
    const whole = fits(text, broker.maxPayloadBytes) ? text : "";
    if (this.#written.get(id) === whole) return [];
    this.#written.set(id, whole);
    return [retained(playerTopic(base, id, "state"), whole)];
  }
}

/** Whether a topic has one value that somebody would compare or show. A position would change the message all the time. */
function isPlain(leaf: string): boolean {
  if (leaf === "availability" || /^settings\/[^/]+$/.test(leaf)) return true;
  const facts = declared[leaf];
  return facts !== undefined && plainKinds.has(facts.kind) && !leaf.endsWith("/position");
}

function valueOf(leaf: string, payload: string): string | number {
  return declared[leaf]?.kind === "number" ? Number(payload) : payload;
}

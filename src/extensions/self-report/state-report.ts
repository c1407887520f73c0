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
import { type ChangedTopic, render } from "../../core/topics/render.ts";
import { playerTopic } from "../../core/topics/topics.ts";

interface StateReportOptions extends Pick<ExtensionContext, "base" | "broker"> {
  /** The players that have it. */
  readonly ids: ReadonlySet<string>;
  readonly players: () => readonly PlayerView[];
  /** Whether this bridge speaks for the player. */
  readonly mayAct: (id: string) => boolean;
}

const plainKinds: ReadonlySet<string> = new Set(["text", "number", "flag", "choice", "name"]);
const declared: Readonly<Partial<Record<string, PropertyFacts>>> = properties;

/** Publishes every plain value of a player in one message, for programs that like one better than many. */
export class StateReport implements ReconfigurableExtension<ReadonlySet<string>> {
  readonly #options: StateReportOptions;
  #ids: ReadonlySet<string>;
  /** What was written last, and how it is written anew. */
  readonly #written = new Map<string, string>();
  readonly #writers = new Map<string, () => readonly Message[]>();

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
    for (const id of this.#ids) this.#write(id);
  }

  changed({ id }: PlayerView, topics: readonly ChangedTopic[]): void {
    if (topics.some(({ leaf }) => isPlain(leaf))) this.#write(id);
  }

  received({ topic, payload, retain }: IncomingMessage): void {
    if (!retain || payload.byteLength === 0) return;
    const { base, broker, mayAct, players } = this.#options;
    const left = players().find(({ id }) => topic === playerTopic(base, id, "state"));
    if (left !== undefined && !this.#ids.has(left.id) && mayAct(left.id)) broker.publish(retained(topic, ""));
  }

  reconfigure(ids: ReadonlySet<string>): boolean {
    const { base, broker } = this.#options;
    const gone = [...this.#written.keys()].filter((id) => !ids.has(id));
    this.#ids = ids;
    for (const id of gone) this.#written.delete(id);
    broker.publish(...gone.map((id) => retained(playerTopic(base, id, "state"), "")));
    for (const id of ids) this.#write(id);
    return true;
  }

  #write(id: string): void {
    if (!this.#ids.has(id)) return;
    const writer = this.#writers.get(id) ?? (() => this.#messagesOf(id));
    this.#writers.set(id, writer);
    this.#options.broker.publishDeferred(writer);
  }

  #messagesOf(id: string): readonly Message[] {
    const { base, broker, mayAct, players } = this.#options;
    const player = players().find((one) => one.id === id);
    if (player === undefined || !this.#ids.has(id) || !mayAct(id)) return [];
    const { name, address, state } = player;
    const target = {
      base,
      id,
      name,
      address,
      maxPayloadBytes: broker.maxPayloadBytes,
      largestPayloadBytes: broker.largestPayloadBytes,
    };
    const values = render(target, undefined, state).flatMap(({ leaf, payload }) =>
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

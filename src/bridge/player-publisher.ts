import type { PathResponse } from "../core/controls/call.ts";
import type { Outcome } from "../core/controls/effect.ts";
import { type Message, retained } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/property.ts";
import type { BrokerPort } from "../core/ports.ts";
import {
  type ChangedTopic,
  clearSettings,
  messagesOf,
  type PlayerTarget,
  render,
  type RenderTarget,
} from "../core/topics/render.ts";
import { type CommandRef, renderResponse, renderResult } from "../core/topics/result.ts";
import { type PlayerLeaf, playerTopic } from "../core/topics/topics.ts";
import type { ChangedPart } from "../core/session/changed-parts.ts";
import type { Session } from "../core/session/session.ts";

export class PlayerPublisher {
  readonly #broker: BrokerPort;
  readonly #target: RenderTarget;
  readonly #state: () => Session;
  readonly #mayBeSent: (() => boolean) | undefined;
  #isClosed = false;
  /** What was published since a snapshot was requested, which need not say it again; undefined while none waits. */
  #published: Map<PlayerLeaf, Payload> | undefined;

  /** `mayBeSent`: whether this bridge still speaks for the player when the turn of a message comes. */
  constructor(broker: BrokerPort, target: PlayerTarget, state: () => Session, mayBeSent?: () => boolean) {
    this.#mayBeSent = mayBeSent;
    this.#broker = broker;
    this.#target = {
      ...target,
      // Read when a payload needs them: they change with each connection.
      get maxPayloadBytes() {
        return broker.maxPayloadBytes;
      },
      get largestPayloadBytes() {
        return broker.largestPayloadBytes;
      },
    };
    this.#state = state;
  }

  /** Publishes the topics that differ from an earlier session, and returns them; `parts` are the parts that differ. */
  publishChanges(before: Session, parts: ReadonlySet<ChangedPart>): readonly ChangedTopic[] {
    const changes = render(this.#target, before, this.#state(), parts);
    if (changes.length > 0) this.#broker.publish(...this.#marked(messagesOf(this.#target, changes)));
    for (const { leaf, payload } of changes) this.#published?.set(leaf, payload);
    return changes;
  }

  /** Publishes a snapshot of the then current values when nothing more urgent waits. */
  publishSnapshotLater(): void {
    this.#published = new Map();
    this.#broker.publishDeferred(this.#renderSnapshot);
  }

  /** Publishes these topics once more when nothing more urgent waits. */
  publishAgain(topics: readonly string[]): void {
    this.#broker.publishDeferred(() => {
      if (this.#isClosed) return [];
      const all = messagesOf(this.#target, render(this.#target, undefined, this.#state()));
      return this.#marked(all.filter(({ topic }) => topics.includes(topic)));
    });
  }

  clearSetting(tag: string): void {
    const { base, id } = this.#target;
    if (!this.#isClosed) this.#broker.publish(...this.#marked(clearSettings(base, id, [tag])));
  }

  /** The message that tells the availability; undefined before it is known. */
  get availability(): Message | undefined {
    const { base, id } = this.#target;
    const { availability } = this.#state().presence;
    if (this.#isClosed || availability === "unknown") return undefined;
    return retained(playerTopic(base, id, "availability"), availability, 1);
  }

  /** The published note; undefined until that of an earlier run is known. */
  get note(): Message | undefined {
    if (this.#isClosed) return undefined;
    const { base, id } = this.#target;
    const topics = render(this.#target, undefined, this.#state(), new Set(["bridge.resumable"] as const));
    const payload = topics.find(({ leaf }) => leaf === "note")?.payload;
    return typeof payload === "string" ? retained(playerTopic(base, id, "note"), payload) : undefined;
  }

  publishOutcome(command: CommandRef, outcome: Outcome, now: number): void {
    const { base, id } = this.#target;
    // The outcome refers to published values, so a snapshot that still waits goes first.
    const result = this.#marked(renderResult(base, id, command, outcome, now));
    this.#broker.publish(...this.#renderSnapshot(), ...result);
  }

  publishResponse(command: CommandRef, response: PathResponse): void {
    const { base, id, maxPayloadBytes } = this.#target;
    this.#broker.publish(...this.#marked([renderResponse(base, id, command, response, maxPayloadBytes)]));
  }

  /** Stops publishing: another bridge owns the topics now, or they are being cleared. */
  close(): void {
    this.#isClosed = true;
  }

  readonly #renderSnapshot = (): readonly Message<Payload>[] => {
    const published = this.#published;
    if (published === undefined || this.#isClosed) return [];
    this.#published = undefined;
    const all = render(this.#target, undefined, this.#state());
    const news = all.filter(({ leaf, payload }) => published.get(leaf) !== payload);
    return this.#marked(messagesOf(this.#target, news));
  };

  #marked(messages: readonly Message<Payload>[]): readonly Message<Payload>[] {
    const mayBeSent = this.#mayBeSent;
    return mayBeSent === undefined ? messages : messages.map((message) => ({ ...message, mayBeSent }));
  }
}

import { type ChangedTopic, render } from "../../core/topics/render.ts";
import type { Session } from "../../core/session/session.ts";
import { encodeEvent, type EventStream } from "./event-stream.ts";
import type { PagePlayer, PageWorld } from "./page-bridge.ts";
import type { TopicChanges } from "./wire.ts";

/** A longer value is shown by its beginning. */
const longestValue = 4000;

interface Watch {
  readonly streams: Set<EventStream>;
  /** What all of them were told. */
  shown: Session | undefined;
}

/** Tells the topics of a player to the pages that look at it closely, rendered as they are for the broker. */
export class TopicWatch {
  readonly #world: Pick<PageWorld, "baseTopic" | "traffic">;
  readonly #find: (id: string) => PagePlayer | undefined;
  readonly #watches = new Map<string, Watch>();

  constructor(world: Pick<PageWorld, "baseTopic" | "traffic">, find: (id: string) => PagePlayer | undefined) {
    this.#world = world;
    this.#find = find;
  }

  /** Tells a page everything, and from then on what changes. */
  add(id: string, stream: EventStream): void {
    const watch = this.#watches.get(id) ?? { streams: new Set(), shown: undefined };
    this.#watches.set(id, watch);
    watch.shown ??= this.#find(id)?.state;
    watch.streams.add(stream);
    if (watch.shown !== undefined)
      stream.send(encodeEvent("topics", this.#topics(id, undefined, watch.shown)));
  }

  remove(id: string, stream: EventStream): void {
    const watch = this.#watches.get(id);
    watch?.streams.delete(stream);
    if (watch?.streams.size === 0) this.#watches.delete(id);
  }

  /** Something may have changed. */
  tell(id: string): void {
    const watch = this.#watches.get(id);
    const session = this.#find(id)?.state;
    if (watch === undefined || session === undefined || session === watch.shown) return;
    const changes = this.#topics(id, watch.shown, session);
    watch.shown = session;
    if (Object.keys(changes).length === 0) return;
    const bytes = encodeEvent("topics", changes);
    for (const stream of watch.streams) stream.send(bytes);
  }

  #topics(id: string, before: Session | undefined, after: Session): TopicChanges {
    const { baseTopic: base, traffic } = this.#world;
    const { maxPayloadBytes, largestPayloadBytes } = traffic;
    const { name = id, address = "" } = this.#find(id) ?? {};
    const target = { base, id, name, address, maxPayloadBytes, largestPayloadBytes };
    return Object.fromEntries(
      render(target, before, after).map(({ leaf, payload }) => [leaf, shorten(payload)]),
    );
  }
}

function shorten(value: ChangedTopic["payload"]): string {
  if (typeof value !== "string") return `(${value.byteLength} bytes)`;
  return value.length <= longestValue
    ? value
    : `${value.slice(0, longestValue)} … (${value.length} characters)`;
}

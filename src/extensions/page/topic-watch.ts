import { type ChangedTopic, renderPlayer } from "../../core/topics/render.ts";
import { cutText } from "../../lib/cut-text.ts";
import { encodeEvent, type EventStream } from "./event-stream.ts";
import type { PagePlayer, PageServices } from "./page-bridge.ts";
import type { TopicChanges } from "./wire.ts";

const longestValue = 4000;

type TopicServices = Pick<PageServices, "baseTopic" | "traffic">;

interface Watch {
  readonly streams: Set<EventStream>;
  changes: Record<string, string>;
}

export class TopicWatch {
  readonly #services: TopicServices;
  readonly #find: (id: string) => PagePlayer | undefined;
  readonly #watches = new Map<string, Watch>();

  constructor(services: TopicServices, find: (id: string) => PagePlayer | undefined) {
    this.#services = services;
    this.#find = find;
  }

  add(id: string, stream: EventStream): void {
    // Earlier changes belong to the pages that watch already.
    this.send(id);
    const watch = this.#watches.get(id) ?? { streams: new Set(), changes: {} };
    this.#watches.set(id, watch);
    watch.streams.add(stream);
    const player = this.#find(id);
    if (player !== undefined) stream.send(encodeEvent("topics", describe(topicsOf(this.#services, player))));
  }

  remove(id: string, stream: EventStream): void {
    const watch = this.#watches.get(id);
    watch?.streams.delete(stream);
    if (watch?.streams.size === 0) this.#watches.delete(id);
  }

  changed(id: string, topics: readonly ChangedTopic[]): void {
    const watch = this.#watches.get(id);
    if (watch !== undefined) Object.assign(watch.changes, describe(topics));
  }

  send(id: string): void {
    const watch = this.#watches.get(id);
    if (watch === undefined || Object.keys(watch.changes).length === 0) return;
    const bytes = encodeEvent("topics", watch.changes);
    watch.changes = {};
    for (const stream of watch.streams) stream.send(bytes);
  }
}

export function topicsOf({ baseTopic, traffic }: TopicServices, player: PagePlayer): readonly ChangedTopic[] {
  return renderPlayer(baseTopic, player, traffic);
}

function describe(topics: readonly ChangedTopic[]): TopicChanges {
  return Object.fromEntries(topics.map(({ leaf, payload }) => [leaf, shorten(payload)]));
}

function shorten(value: ChangedTopic["payload"]): string {
  if (typeof value !== "string") return `(${value.byteLength} bytes)`;
  return value.length <= longestValue
    ? value
    : `${cutText(value, longestValue)} … (${value.length} characters)`;
}

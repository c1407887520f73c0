import type { Description } from "../../../core/topics/description.ts";
import type { PagePlayer, PageServices } from "../page-bridge.ts";
import { topicsOf } from "../player-feed.ts";

/** Long: they are read one by one. */
const longKinds: ReadonlySet<string> = new Set(["list", "object"]);

/** A player as programs see it that know only what it says of itself. */
export class ReadablePlayer {
  readonly player: PagePlayer;
  readonly #texts: ReadonlyMap<string, string>;
  /** Undefined until all was asked once. */
  readonly description: Description | undefined;

  constructor(services: PageServices, player: PagePlayer) {
    const topics = topicsOf(services, player);
    this.player = player;
    this.#texts = new Map(
      topics.flatMap(({ leaf, payload }) => (typeof payload === "string" ? [[leaf, payload]] : [])),
    );
    const description = this.text("description");
    this.description = description === "" ? undefined : (JSON.parse(description) as Description);
  }

  get id(): string {
    return this.player.id;
  }

  get name(): string {
    return this.player.name;
  }

  /** The payload of a topic; empty if there is none. */
  text(topic: string): string {
    return this.#texts.get(topic) ?? "";
  }

  get summary() {
    return { player: this.id, name: this.name, availability: this.text("availability") };
  }

  /** All short values by topic, with what they mean. */
  get report() {
    const properties = Object.entries(this.description?.properties ?? {}).map(
      ([topic, { title, kind, unit, options }]) => {
        const value = longKinds.has(kind) ? undefined : this.text(topic);
        return [topic, { title, value, unit, options }] as const;
      },
    );
    return { ...this.summary, properties: Object.fromEntries(properties) };
  }
}

/** The address of a player among the resources of a language model. */
export function resourceOf(playerId: string): string {
  return `player2mqtt://players/${playerId}`;
}

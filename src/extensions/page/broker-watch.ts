import type { CountedBroker } from "../../core/ports.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Phrase, translatable } from "../../lib/phrase.ts";
import type { BridgeView } from "./wire.ts";

const maxNamed = 10;

export interface Connected {
  readonly protocol: "5" | "3.1.1";
  readonly retainAvailable: boolean;
}

export class BrokerWatch {
  readonly #about: Pick<BridgeView["broker"], "url" | "isEmbedded" | "clientId">;
  readonly #clock: Clock;
  readonly #link: Pick<CountedBroker, "denied" | "tooLarge">;
  readonly #standsByFor: () => string | undefined;
  readonly #refused = new Set<string>();
  #connected: Connected | undefined;
  #since: number;
  #reason: Phrase | undefined;
  #isContested = false;
  #onChanged: () => void = () => {};

  constructor(
    about: Pick<BridgeView["broker"], "url" | "isEmbedded" | "clientId">,
    clock: Clock,
    link: Pick<CountedBroker, "denied" | "tooLarge"> = { denied: [], tooLarge: [] },
    standsByFor: () => string | undefined = () => undefined,
  ) {
    this.#standsByFor = standsByFor;
    this.#link = link;
    this.#about = about;
    this.#clock = clock;
    this.#since = this.#date();
  }

  /** Calls back at each change until the returned function is called. There is one listener. */
  listen(onChanged: () => void): () => void {
    this.#onChanged = onChanged;
    return () => {
      this.#onChanged = () => {};
    };
  }

  connected(connected: Connected): void {
    this.#connected = connected;
    this.#since = this.#date();
    this.#reason = undefined;
    this.#refused.clear();
    this.#onChanged();
  }

  disconnected(reason: Phrase, isContested: boolean): void {
    if (this.#connected !== undefined) this.#since = this.#date();
    this.#connected = undefined;
    this.#isContested = isContested;
    this.#reason = reason;
    this.#onChanged();
  }

  failed(reason: Phrase): void {
    if (this.#reason?.text === reason.text) return;
    this.#reason = reason;
    this.#onChanged();
  }

  refused(filters: readonly string[]): void {
    for (const filter of filters.slice(0, 10)) this.#refused.add(filter);
    this.#onChanged();
  }

  unwritable(): void {
    this.#onChanged();
  }

  #date(): number {
    return this.#clock.date().getTime();
  }

  get broker(): BridgeView["broker"] {
    return {
      ...this.#about,
      isConnected: this.#connected !== undefined,
      since: this.#since,
      protocol: this.#connected?.protocol,
      reason: this.#reason,
    };
  }

  get notes(): Phrase[] {
    const standsByFor = this.#standsByFor();
    const { denied, tooLarge } = this.#link;
    return [
      standsByFor !== undefined &&
        translatable(
          "broker.stands-by",
          "This bridge stands by: another one of its name, with the client id “{clientId}”, runs the players. It takes over when that one is offline.",
          { clientId: standsByFor },
        ),
      this.#isContested &&
        translatable(
          "broker.contested",
          "A second client uses our client id “{clientId}”, and they disconnect each other. Give one of them another mqtt.clientId.",
          { clientId: this.#about.clientId },
        ),
      this.#connected?.retainAvailable === false &&
        translatable(
          "broker.forgets",
          "The broker forgets retained messages: clients that connect later see nothing of a player until it changes. Switch retained messages on in the broker.",
        ),
      this.#refused.size > 0 &&
        translatable(
          "broker.refuses-commands",
          "The broker refuses us some topics, so commands on them cannot arrive: {topics}. Check the rights of this user in the broker.",
          { topics: named([...this.#refused]) },
        ),
      denied.length > 0 &&
        translatable(
          "broker.refuses-messages",
          "The broker refuses our messages on {topics}, so their state is missing or outdated. Check the rights of this user in the broker.",
          { topics: named(denied) },
        ),
      tooLarge.length > 0 &&
        translatable(
          "broker.too-large",
          "Too large for the broker, or for mqtt.maxPayload, so not published: {topics}. Raise that limit.",
          { topics: named(tooLarge) },
        ),
    ].filter((note) => note !== false);
  }
}

function named(topics: readonly string[]): string | Phrase {
  const more = topics.length - maxNamed;
  const list = topics.slice(0, maxNamed).join(", ");
  return more > 0 ? translatable("broker.more", "{topics} and {more} more", { topics: list, more }) : list;
}

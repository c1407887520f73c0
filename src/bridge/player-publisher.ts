import type { Outcome } from "../core/controls/effect.ts";
import type { Message } from "../core/topics/message.ts";
import type { Payload } from "../core/resources/resource.ts";
import type { BrokerPort } from "../core/ports.ts";
import { type ChangedTopic, messagesOf, type PlayerTarget, render } from "../core/topics/render.ts";
import { type Asked, renderResult } from "../core/topics/result.ts";
import type { Session } from "../core/session/session.ts";

/** What one player's session says to the broker: news at once, everything when its turn comes. */
export class PlayerPublisher {
  readonly #broker: BrokerPort;
  readonly #target: PlayerTarget;
  readonly #state: () => Session;
  #isClosed = false;
  /** Everything is still to be said. */
  #owesAll = false;

  constructor(broker: BrokerPort, target: PlayerTarget, state: () => Session) {
    this.#broker = broker;
    this.#target = target;
    this.#state = state;
  }

  /** Publishes what differs from an earlier state, and returns it. */
  publishChanges(before: Session): readonly ChangedTopic[] {
    const changes = this.#render(before);
    if (changes.length > 0) this.#broker.publish(...messagesOf(this.#target, changes));
    return changes;
  }

  /** Has everything said, as it is then, when there is nothing else to say. */
  tellAllLater(): void {
    this.#owesAll = true;
    this.#broker.publishDeferred(this.#all);
  }

  tellOutcome(asked: Asked, outcome: Outcome, now: number): void {
    const { base, id } = this.#target;
    // It speaks of what was said: where some of that is still to come, it comes first.
    this.#broker.publish(...this.#all(), ...renderResult(base, id, asked, outcome, now));
  }

  /** The topics are somebody else's from now on, or are being cleared. */
  close(): void {
    this.#isClosed = true;
  }

  readonly #all = (): readonly Message<Payload>[] => {
    if (!this.#owesAll || this.#isClosed) return [];
    this.#owesAll = false;
    return messagesOf(this.#target, this.#render(undefined));
  };

  #render(before: Session | undefined): readonly ChangedTopic[] {
    const { maxPayloadBytes, largestPayloadBytes } = this.#broker;
    const { base, id, name, address } = this.#target;
    return render({ base, id, name, address, maxPayloadBytes, largestPayloadBytes }, before, this.#state());
  }
}

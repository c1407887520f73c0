import type { Outcome } from "../core/controls/command.ts";
import type { Message, Payload } from "../core/topics/message.ts";
import type { BrokerPort } from "../core/ports.ts";
import { type RenderTarget, render } from "../core/topics/render.ts";
import { renderPicture } from "../core/topics/render-picture.ts";
import { type Asked, renderResult } from "../core/controls/result.ts";
import type { Session } from "../core/session/session.ts";

/** What one player's session says to the broker: news at once, everything when its turn comes. */
export class PlayerPublisher {
  readonly #broker: BrokerPort;
  readonly #target: Omit<RenderTarget, "maxPayloadBytes">;
  readonly #state: () => Session;
  #isClosed = false;
  /** Everything is still to be said. */
  #owesAll = false;

  constructor(broker: BrokerPort, target: Omit<RenderTarget, "maxPayloadBytes">, state: () => Session) {
    this.#broker = broker;
    this.#target = target;
    this.#state = state;
  }

  /** Says what differs from an earlier state. */
  tellNews(before: Session): void {
    const news = this.#render(before);
    if (news.length > 0) this.#broker.publish(...news);
  }

  /** Has everything said, as it is then, when there is nothing else to say. */
  tellAllLater(): void {
    this.#owesAll = true;
    this.#broker.publishLater(this.#all);
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
    return this.#render(undefined);
  };

  #render(before: Session | undefined): readonly Message<Payload>[] {
    const { maxPayloadBytes, largestPayloadBytes } = this.#broker;
    const { base, id, name, address } = this.#target;
    const state = this.#state();
    const texts = render({ base, id, name, address, maxPayloadBytes }, before, state);
    const pictures = renderPicture(this.#target, before, state, largestPayloadBytes);
    return pictures.length === 0 ? texts : [...texts, ...pictures];
  }
}

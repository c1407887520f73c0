import { type Command, longestEffectMs, presetTakesMs, readPayload } from "../../core/controls/command.ts";
import type { Outcome } from "../../core/controls/effect.ts";
import { CommandError } from "../../core/errors.ts";
import { type CommandRef, endOf, reasonOf } from "../../core/topics/result.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PagePlayer } from "./page-bridge.ts";
import type { CommandResult } from "./response-views.ts";
import { withReason, translatable } from "../../lib/phrase.ts";

/** Every command has an outcome long before this, besides the time that its effect takes. */
const outcomeTimeoutMs = 50_000;
const noOutcome = translatable("outcome.none", "no outcome: see the log");
const unanswered: Outcome = { kind: "failed", ...withReason(noOutcome) };

/** Puts commands that arrive over HTTP into a player's inbox, like those over MQTT, and waits for their outcomes. */
export class PageCommands {
  readonly #clock: Clock;
  readonly #waiting = new WeakMap<CommandRef, (outcome: Outcome) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  settled(command: CommandRef, outcome: Outcome): void {
    this.#waiting.get(command)?.(outcome);
  }

  async run(player: PagePlayer, target: string, request: string): Promise<CommandResult> {
    const receivedAt = this.#clock.now();
    const outcome = await this.#outcomeOf(player, target, request, receivedAt);
    return {
      ...endOf({ target, request }, outcome),
      steps: outcome.steps?.map((step) => {
        const { phrase: _, ...rest } = step;
        return { ...rest, ...reasonOf(step) };
      }),
      response: outcome.response,
      durationMs: Math.round(this.#clock.now() - receivedAt),
    };
  }

  async #outcomeOf(
    player: PagePlayer,
    target: string,
    request: string,
    receivedAt: number,
  ): Promise<Outcome> {
    // As JSON, so that a tag with a brace or a quote in it is still a tag.
    const payload = new TextEncoder().encode(JSON.stringify({ value: request }));
    try {
      const text = readPayload(target, payload);
      const expiresAt = receivedAt + player.deadlineMs;
      // The sender waits for the outcome: a command that misses the deadline must not run later unnoticed.
      // The steps of a preset have deadlines of their own.
      const senderExpiresAt = target === "preset" ? receivedAt + presetTakesMs : expiresAt;
      const life = { receivedAt, expiresAt, senderExpiresAt };
      return await this.#offer(player, { ...text, replyTo: undefined, ...life });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { kind: "rejected", ...withReason(error.phrase) };
    }
  }

  #offer(player: PagePlayer, command: Command): Promise<Outcome> {
    const effectMs = longestEffectMs(command);
    return new Promise((resolve) => {
      const end = (outcome: Outcome): void => {
        cancel();
        resolve(outcome);
      };
      const cancel = this.#clock.after(outcomeTimeoutMs + effectMs, () => end(unanswered));
      this.#waiting.set(command, end);
      player.offer(command);
    });
  }
}

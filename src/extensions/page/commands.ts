import { type Command, type CommandTarget, readPayload } from "../../core/controls/command.ts";
import type { Outcome } from "../../core/controls/effect.ts";
import { CommandError } from "../../core/errors.ts";
import type { CommandRef } from "../../core/topics/result.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PagePlayer } from "./page-bridge.ts";

/** The commands available to the page, by their names in the topics. */
const targets: readonly CommandTarget[] = [
  "audio/input",
  "audio/output",
  "video/playback",
  "music/playback",
  "volume",
  "mute",
  "refresh",
];

/** Every command has an outcome long before this. */
const outcomeTimeoutMs = 50_000;
const unanswered: Outcome = { kind: "failed", reason: "no outcome: see the log" };

/** Puts commands of the page into a player's inbox, like those over MQTT, and waits for their outcomes. */
export class PageCommands {
  readonly #clock: Clock;
  readonly #waiting = new Map<CommandRef, (outcome: Outcome) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Handles the end of any command of a player. */
  settled(command: CommandRef, outcome: Outcome): void {
    this.#waiting.get(command)?.(outcome);
  }

  /** The outcome of a command; undefined for an unknown command. */
  async run(player: PagePlayer, name: string, request: string): Promise<Outcome | undefined> {
    const target = targets.find((one) => one === name);
    if (target === undefined) return undefined;
    const receivedAt = this.#clock.now();
    // As JSON, so that a tag with a brace or a quote in it is still a tag.
    const payload = new TextEncoder().encode(JSON.stringify({ tag: request, value: request }));
    try {
      const text = readPayload(target, payload);
      const expiresAt = receivedAt + player.deadlineMs;
      // The user waits at the page: a command that misses the deadline must not run later unnoticed.
      const life = { receivedAt, expiresAt, senderExpiresAt: expiresAt };
      return await this.#offer(player, { ...text, target, replyTo: undefined, ...life });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { kind: "rejected", reason: error.message };
    }
  }

  #offer(player: PagePlayer, command: Command): Promise<Outcome> {
    return new Promise((resolve) => {
      const end = (outcome: Outcome): void => {
        cancel();
        this.#waiting.delete(command);
        resolve(outcome);
      };
      const cancel = this.#clock.after(outcomeTimeoutMs, () => end(unanswered));
      this.#waiting.set(command, end);
      player.offer(command);
    });
  }
}

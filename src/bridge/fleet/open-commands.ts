import { commonName, readPayload, targetCalled } from "../../core/controls/command.ts";
import { CommandError } from "../../core/errors.ts";
import { asText, parseObject } from "../../core/resources/json.ts";
import type { DatedMessage } from "../../core/topics/message.ts";
import { parseTopic } from "../../core/topics/topics.ts";
import { cutText } from "../../lib/cut-text.ts";
import { longestTarget } from "../router.ts";

export interface OpenCommand {
  readonly message: DatedMessage;
  readonly at: number;
  /** What its outcome repeats. */
  readonly key: string;
  /** `left`: its holder is gone, or has missed it. `waiting`: nobody has begun it. */
  state: "begun" | "left" | "waiting";
  /** Whether another member told us of it: it may be on its way to us as well. */
  isTold: boolean;
}

/** What was published before a player changed hands has arrived by then. */
export const handedOverMs = 1000;
/** The outcome of the slowest command, such as an announcement, is there by then. */
const longestMs = 900_000;
/** What one member has heard, the others have heard by then. */
const recentMs = 60_000;
const mostOpen = 200;

/** Commands to each player until their outcome is heard: who has the player next answers for those that its holder left behind. */
export class OpenCommands {
  readonly #base: string;
  readonly #now: () => number;
  readonly #open = new Map<string, readonly OpenCommand[]>();
  readonly #ended = new Map<string, readonly Pick<OpenCommand, "at" | "key">[]>();
  /** When we took a player, until its first commands are due. */
  readonly #takenAt = new Map<string, number>();

  constructor(base: string, now: () => number) {
    this.#base = base;
    this.#now = now;
  }

  get ids(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** The open commands but for retained ones, which the broker delivers to every member. */
  messagesOf(id: string): readonly DatedMessage[] {
    return this.#of(id).flatMap(({ message }) => (message.retain ? [] : [message]));
  }

  #of(id: string): readonly OpenCommand[] {
    return (this.#open.get(id) ?? []).filter(({ at }) => this.#now() - at < longestMs);
  }

  #endedOf(id: string): readonly Pick<OpenCommand, "at" | "key">[] {
    return (this.#ended.get(id) ?? []).filter(({ at }) => this.#now() - at < recentMs);
  }

  /** Returns false for a command that another member told us of before it arrived: the former holder may have carried it out. */
  add(id: string, message: DatedMessage, state: OpenCommand["state"], isTold = false): boolean {
    const [at, key] = [this.#now(), this.#keyOf(message)];
    const { payload, retain, topic } = message;
    // A retained one comes again with each subscription, and an empty message clears it.
    const before = this.#of(id).filter((one) => !(one.message.retain && one.message.topic === topic));
    const isSame = ({ message: one }: OpenCommand): boolean =>
      one.topic === topic && Buffer.compare(one.payload, payload) === 0;
    const same = before.find((one) => one.isTold && isSame(one) && at - one.at < handedOverMs);
    if (!isTold && same !== undefined) {
      same.isTold = false;
      return false;
    }
    const isClearing = payload.byteLength === 0 && retain;
    const added = isClearing ? [] : [{ message, at, key, state, isTold }];
    this.#open.set(id, [...before, ...added].slice(-mostOpen));
    return true;
  }

  /** An outcome was published: it ends the oldest command that it fits, preferably one that we have begun. */
  ended(id: string, result: string): void {
    const { command, transaction } = parseObject(result) ?? {};
    const [at, key] = [this.#now(), keyFor(asText(command) ?? "", transaction)];
    this.#ended.set(id, [...this.#endedOf(id), { key, at }]);
    const open = this.#of(id);
    const fitting = open.filter((one) => one.key === key);
    const ended = fitting.find(({ state }) => state === "begun") ?? fitting[0];
    if (ended !== undefined) this.#open.set(id, open.toSpliced(open.indexOf(ended), 1));
  }

  /** Notes that this member has the player now: its former holder may have carried out what it had; retained ones arrive again. */
  taken(id: string): void {
    this.#takenAt.set(id, this.#now());
    for (const command of this.#of(id)) command.state = command.message.retain ? "waiting" : "left";
  }

  /** Whether the first commands to a player that we took still wait: the holder before us may have answered them. */
  isNew(id: string): boolean {
    return this.#takenAt.has(id);
  }

  /** The commands on which the holder of a player has to decide now. */
  due(id: string): readonly OpenCommand[] {
    const before = this.#now() - handedOverMs;
    if ((this.#takenAt.get(id) ?? before) > before) return [];
    this.#takenAt.delete(id);
    return this.#of(id).filter(({ at, state }) => state === "waiting" || (state === "left" && at <= before));
  }

  /** What another member knows to be open; unknown to us are those beyond as many of the same kind as we have heard. */
  told(id: string, messages: readonly DatedMessage[]): void {
    const known = [...this.#of(id), ...this.#endedOf(id)].map(({ key }) => key);
    for (const message of messages) {
      const place = known.indexOf(this.#keyOf(message));
      if (place >= 0) known.splice(place, 1);
      else this.add(id, message, "left", true);
    }
  }

  /** Forgets the commands of these players: what was missed may be their outcomes, and a second one is worse than none. */
  forget(isUnknown: (id: string) => boolean): void {
    for (const commands of [this.#open, this.#ended])
      for (const id of commands.keys()) if (isUnknown(id)) commands.delete(id);
  }

  #keyOf({ payload, topic }: DatedMessage): string {
    const arrival = parseTopic(this.#base, topic);
    const target = arrival?.kind === "command" ? arrival.target : "";
    try {
      return keyFor(target, readPayload(targetCalled(target, {}) ?? target, payload).transaction);
    } catch (error) {
      if (error instanceof CommandError) return keyFor(target, error.transaction);
      throw error;
    }
  }
}

function keyFor(target: string, transaction: unknown): string {
  return `${cutText(commonName(target), longestTarget)} ${JSON.stringify(transaction) ?? ""}`;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { buildGo, type Workshop } from "./programs.ts";

/** The models of the players in bench/players. */
export type Model = "audio" | "video" | "old" | "both" | "bluos" | "wiim";

/** A change made at a player, and what its topic shows then. */
export interface MadeChange {
  readonly player: string;
  readonly value: string;
  /** By the clock of the system. */
  readonly atMs: number;
}

export interface PlayerCounts {
  readonly requests: number;
  readonly bytes: number;
  readonly selections: number;
  readonly atOnce: number;
}

/** How regularly the state of a player is read, since it is watched. */
export interface PlayerPolls {
  readonly made: number;
  /** Intervals that passed without a read, when the read was already due. */
  readonly lost: number;
  /** The longest time between two reads, or since the last one. */
  readonly longestMs: number;
  /** When the first read over another connection than before came; 0 without any. */
  readonly takenOverMs: number;
}

export interface PlayersOptions {
  readonly models: Readonly<Partial<Record<Model, number>>>;
  readonly queue?: number;
  readonly takesMs?: number;
  readonly first?: number;
}

type Answer = Readonly<{
  addresses: Record<string, string>;
  changed: readonly MadeChange[];
  counts: Record<string, PlayerCounts>;
  polls: Record<string, PlayerPolls>;
}>;

/** Players that were written independently of the bridge, in a process of their own, with somebody at their remotes. */
export class GoPlayers implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  /** Where each player listens. */
  addresses: Readonly<Record<string, string>> = {};
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(file: string, { models, queue = 12, takesMs = 3, first = 0 }: PlayersOptions) {
    const args = Object.entries({ queue, takes: takesMs, first, ...models }).map(
      ([name, value]) => `${name}=${value}`,
    );
    this.#child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
    if (this.#child.stdout === null) throw new Error("the players have no output");
    this.#reader = createInterface({ input: this.#child.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  static async start(workshop: Workshop, options: PlayersOptions): Promise<GoPlayers> {
    const players = new GoPlayers(buildGo(workshop, "bench/players"), options);
    players.addresses = (await players.#next()).addresses;
    return players;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async change(players: readonly string[], change: string): Promise<readonly MadeChange[]> {
    return (await this.#ask({ players, change })).changed;
  }

  async count(): Promise<Readonly<Record<string, PlayerCounts>>> {
    return (await this.#ask({ count: true })).counts;
  }

  async requests(): Promise<number> {
    return Object.values(await this.count()).reduce((sum, { requests }) => sum + requests, 0);
  }

  /** Starts to count the reads of each player's state, which are due at these intervals. */
  async watch(everyMs: Readonly<Record<string, number>>): Promise<void> {
    await this.#ask({ watch: everyMs });
  }

  async polls(): Promise<Readonly<Record<string, PlayerPolls>>> {
    return (await this.#ask({ polls: true })).polls;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#reader.close();
    if (this.#child.exitCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  /** Answers come in the order of the requests. */
  async #ask(request: object): Promise<Answer> {
    const answer = this.#queue.then(() => {
      this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
      return this.#next();
    });
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  async #next(): Promise<Answer> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error("the players have ended");
    return JSON.parse(value) as Answer;
  }
}

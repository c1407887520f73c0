import type { PlayersCount, PlayersReply, PlayersRequest, Scene } from "../scene.ts";
import { nextMessage, type Program, startProgram, type Workshop } from "./programs.ts";

/** A selection that reached a player. */
export interface Asked {
  readonly tag: string;
  /** By the clock that all processes of a machine share. */
  readonly atNs: bigint;
}

/** Simulated players in a process of their own. */
export class Players implements AsyncDisposable {
  readonly addresses: readonly string[];
  readonly #program: Program;

  private constructor(program: Program, addresses: readonly string[]) {
    this.#program = program;
    this.addresses = addresses;
  }

  static async start(workshop: Workshop, count: number, scene: Scene, core?: number): Promise<Players> {
    const program = startProgram(process.execPath, [workshop.program("players")], {
      hasChannel: true,
      ...(core === undefined ? {} : { core }),
    });
    const reply = await ask(program, { kind: "listen", count, scene }, "listening");
    return new Players(program, reply.addresses);
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** Changes the answers from now on. */
  async show(scene: Scene): Promise<void> {
    await ask(this.#program, { kind: "show", scene }, "shown");
  }

  /** Starts to measure how late polls come. */
  async watch(): Promise<void> {
    await ask(this.#program, { kind: "watch" }, "watching");
  }

  async count(): Promise<PlayersCount> {
    return ask(this.#program, { kind: "count" }, "counted");
  }

  /** Calls back for each selection that reaches a player. */
  onAsked(callback: (asked: Asked) => void): void {
    this.#program.child.on("message", (reply: PlayersReply) => {
      if (reply.kind === "asked") callback({ tag: reply.tag, atNs: BigInt(reply.atNs) });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]();
  }
}

async function ask<Kind extends PlayersReply["kind"]>(
  program: Program,
  request: PlayersRequest,
  kind: Kind,
): Promise<Extract<PlayersReply, { kind: Kind }>> {
  program.child.send(request);
  for (;;) {
    const reply = (await nextMessage(program)) as PlayersReply;
    if (reply.kind === kind) return reply as Extract<PlayersReply, { kind: Kind }>;
  }
}

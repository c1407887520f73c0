import type { Behavior, FaultContext, Call, Fault } from "./fault.ts";
import type { Reply } from "./reply.ts";

export interface ActiveBehavior extends Disposable {
  readonly text: string;
  readonly hits: number;
  remove(): void;
}

class RunningBehavior<Player> implements ActiveBehavior {
  hits = 0;
  readonly #behavior: Behavior<Player>;
  readonly #fault: Fault;
  readonly #forget: (behavior: RunningBehavior<Player>) => void;

  constructor(
    behavior: Behavior<Player>,
    context: FaultContext<Player>,
    forget: (behavior: RunningBehavior<Player>) => void,
  ) {
    this.#behavior = behavior;
    this.#fault = behavior.start(context);
    this.#forget = forget;
  }

  get text(): string {
    return this.#behavior.text;
  }

  takes(call: Call): boolean {
    const { operation = call.operation, times = Number.POSITIVE_INFINITY } = this.#behavior;
    return this.hits < times && operation === call.operation && (this.#fault.appliesTo?.(call) ?? true);
  }

  handle(call: Call, next: () => Promise<Reply>): Reply | Promise<Reply> {
    this.hits += 1;
    if (this.hits === this.#behavior.times) this.remove();
    return this.#fault.handle(call, next);
  }

  remove(): void {
    this.#forget(this);
  }

  [Symbol.dispose](): void {
    this.remove();
  }
}

/** The active faults of a player, applied one after the other, the newest first. */
export class Behaviors<Player = unknown> {
  readonly #context: FaultContext<Player>;
  readonly #parse: (text: string) => Behavior<Player>;
  #newestFirst: readonly RunningBehavior<Player>[] = [];

  constructor(context: FaultContext<Player>, parse: (text: string) => Behavior<Player>) {
    this.#context = context;
    this.#parse = parse;
  }

  get list(): readonly ActiveBehavior[] {
    return this.#newestFirst;
  }

  /** Adds a behavior, as a value or as text such as "slow:500@<operation>*3". */
  add(behavior: Behavior<Player> | string): ActiveBehavior {
    const wanted = typeof behavior === "string" ? this.#parse(behavior) : behavior;
    const running = new RunningBehavior<Player>(wanted, this.#context, (done) => {
      this.#newestFirst = this.#newestFirst.filter((each) => each !== done);
    });
    this.#newestFirst = [running, ...this.#newestFirst];
    return running;
  }

  clear(): void {
    this.#newestFirst = [];
  }

  /** Applies each behavior that takes the call; `plain` answers without a fault. */
  async answer(call: Call, plain: () => Reply | Promise<Reply>): Promise<Reply> {
    const ask = async (list: readonly RunningBehavior<Player>[]): Promise<Reply> => {
      const index = list.findIndex((behavior) => behavior.takes(call));
      return list[index]?.handle(call, () => ask(list.slice(index + 1))) ?? plain();
    };
    return ask(this.#newestFirst);
  }
}

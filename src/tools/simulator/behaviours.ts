import type { Behaviour, FaultContext, Call, Fault } from "./fault.ts";
import type { Reply } from "./reply.ts";

export interface ActiveBehaviour extends Disposable {
  readonly text: string;
  readonly hits: number;
  remove(): void;
}

class RunningBehaviour<Player> implements ActiveBehaviour {
  hits = 0;
  readonly #behaviour: Behaviour<Player>;
  readonly #fault: Fault;
  readonly #forget: (behaviour: RunningBehaviour<Player>) => void;

  constructor(
    behaviour: Behaviour<Player>,
    context: FaultContext<Player>,
    forget: (behaviour: RunningBehaviour<Player>) => void,
  ) {
    this.#behaviour = behaviour;
    this.#fault = behaviour.start(context);
    this.#forget = forget;
  }

  get text(): string {
    return this.#behaviour.text;
  }

  takes(call: Call): boolean {
    const { operation = call.operation, times = Number.POSITIVE_INFINITY } = this.#behaviour;
    return this.hits < times && operation === call.operation && (this.#fault.appliesTo?.(call) ?? true);
  }

  handle(call: Call, next: () => Promise<Reply>): Reply | Promise<Reply> {
    this.hits += 1;
    if (this.hits === this.#behaviour.times) this.remove();
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
export class Behaviours<Player = unknown> {
  readonly #context: FaultContext<Player>;
  readonly #parse: (text: string) => Behaviour<Player>;
  #newestFirst: readonly RunningBehaviour<Player>[] = [];

  constructor(context: FaultContext<Player>, parse: (text: string) => Behaviour<Player>) {
    this.#context = context;
    this.#parse = parse;
  }

  get list(): readonly ActiveBehaviour[] {
    return this.#newestFirst;
  }

  /** Adds a behaviour, as a value or as text such as "slow:500@<operation>*3". */
  add(behaviour: Behaviour<Player> | string): ActiveBehaviour {
    const wanted = typeof behaviour === "string" ? this.#parse(behaviour) : behaviour;
    const running = new RunningBehaviour<Player>(wanted, this.#context, (done) => {
      this.#newestFirst = this.#newestFirst.filter((each) => each !== done);
    });
    this.#newestFirst = [running, ...this.#newestFirst];
    return running;
  }

  clear(): void {
    this.#newestFirst = [];
  }

  /** Applies each behaviour that takes the call; `plain` answers without a fault. */
  async answer(call: Call, plain: () => Reply | Promise<Reply>): Promise<Reply> {
    const ask = async (list: readonly RunningBehaviour<Player>[]): Promise<Reply> => {
      const index = list.findIndex((behaviour) => behaviour.takes(call));
      return list[index]?.handle(call, () => ask(list.slice(index + 1))) ?? plain();
    };
    return ask(this.#newestFirst);
  }
}

import type { Behaviour, Bench, Call, Fault } from "./fault.ts";
import { parseBehaviour } from "./parse-behaviour.ts";
import type { Reply } from "./reply.ts";

/** A behaviour at work. */
export interface ActiveBehaviour extends Disposable {
  readonly text: string;
  /** How many requests it has had its way with. */
  readonly hits: number;
  remove(): void;
}

class RunningBehaviour implements ActiveBehaviour {
  hits = 0;
  readonly #behaviour: Behaviour;
  readonly #fault: Fault;
  readonly #forget: (behaviour: RunningBehaviour) => void;

  constructor(behaviour: Behaviour, bench: Bench, forget: (behaviour: RunningBehaviour) => void) {
    this.#behaviour = behaviour;
    this.#fault = behaviour.start(bench);
    this.#forget = forget;
  }

  get text(): string {
    return this.#behaviour.text;
  }

  takes(call: Call): boolean {
    const { operation = call.operation, times = Number.POSITIVE_INFINITY } = this.#behaviour;
    return this.hits < times && operation === call.operation && (this.#fault.concerns?.(call) ?? true);
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

/** The faults of a player, asked one after the other, the newest first. */
export class Behaviours {
  readonly #bench: Bench;
  #newestFirst: readonly RunningBehaviour[] = [];

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  get list(): readonly ActiveBehaviour[] {
    return this.#newestFirst;
  }

  /** Adds a behaviour, as a value or as text such as "slow:500@getPlayStatus*3". */
  add(behaviour: Behaviour | string): ActiveBehaviour {
    const wanted = typeof behaviour === "string" ? parseBehaviour(behaviour) : behaviour;
    const running = new RunningBehaviour(wanted, this.#bench, (done) => {
      this.#newestFirst = this.#newestFirst.filter((each) => each !== done);
    });
    this.#newestFirst = [running, ...this.#newestFirst];
    return running;
  }

  clear(): void {
    this.#newestFirst = [];
  }

  /** Lets every behaviour that takes the call have its way, and `plain` answer what is left of it. */
  async answer(call: Call, plain: () => Reply): Promise<Reply> {
    const ask = async (list: readonly RunningBehaviour[]): Promise<Reply> => {
      const index = list.findIndex((behaviour) => behaviour.takes(call));
      return list[index]?.handle(call, () => ask(list.slice(index + 1))) ?? plain();
    };
    return ask(this.#newestFirst);
  }
}

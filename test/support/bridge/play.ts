import * as fc from "fast-check";
import { DeviceError } from "../../../src/core/errors.ts";
import { type Answer, scheduledResourceNames } from "../../../src/core/resources/player.ts";
import type { Selector } from "../../../src/core/resources/audio.ts";
import { SessionBench } from "./session-bench.ts";
import { unreachable } from "./scripted-player.ts";

/** The player's reaction to a pending request; for a selection, it may answer before or after it obeys, or not obey. */
const replies = [
  "obeys",
  "obeys",
  "obeys",
  "ignores",
  "obeys, and its list trails",
  "obeys, and says it did not",
  "obeys, and the answer is lost",
  "is lost",
  "is off",
  "talks nonsense",
  "is confused",
  "knows nothing of it",
] as const;
type ReplyKind = (typeof replies)[number];

type Action =
  | { readonly kind: "select"; readonly target: Selector; readonly request: string; readonly lifeMs: number }
  | { readonly kind: "refresh"; readonly lifeMs: number }
  | { readonly kind: "reply"; readonly reply: ReplyKind }
  | { readonly kind: "tick"; readonly resource: (typeof scheduledResourceNames)[number] }
  | { readonly kind: "somebody chooses"; readonly target: Selector; readonly tag: string }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "announce" };

const target = fc.constantFrom<Selector>("input", "output");
const lifeMs = fc.constantFrom(0, 500, 5000);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("select" as const),
      target,
      request: fc.constantFrom("XMOS", "TV", "XLR", "RCA", "the rca", "USB"),
      lifeMs,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refresh" as const), lifeMs }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("reply" as const), reply: fc.constantFrom(...replies) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("tick" as const),
      resource: fc.constantFrom(...scheduledResourceNames),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("somebody chooses" as const),
      target,
      tag: fc.constantFrom("XMOS", "TV", "XLR", "RCA"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(0, 100, 1000, 4000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("announce" as const) }) },
);

function answerTo(bench: SessionBench, what: string, reply: ReplyKind): Answer | Error {
  const { player } = bench;
  const before = player.listing();
  if (reply.startsWith("obeys")) player.plainly(what);
  switch (reply) {
    case "obeys":
      return player.plainly(what);
    case "ignores":
      return what === "read model" ? player.plainly(what) : player.listing();
    case "obeys, and its list trails":
      return before;
    case "obeys, and says it did not":
      return { kind: "refused", reason: "body status 805" };
    case "obeys, and the answer is lost":
    case "is lost":
      return new DeviceError("broken", "unreachable: no answer within 5000 ms");
    case "is off":
      return unreachable();
    case "talks nonsense":
      return new DeviceError("malformed", "the answer is not JSON");
    case "is confused":
      return { kind: "confused", reason: "body status 804" };
    case "knows nothing of it":
      return what.startsWith("read audio") ? { kind: "confused", reason: "" } : { kind: "unsupported" };
  }
}

export const plot = fc.array(action, { minLength: 10, maxLength: 50, size: "max" });

/** A pending command, and all values of its selector since it was sent. */
interface Sent {
  readonly target: Selector | "refresh";
  readonly seen: Set<string>;
}

/** Runs the events, and checks the invariants after each of them. */
export class Play {
  readonly problems: string[] = [];
  readonly #bench: SessionBench;
  readonly #sent: Sent[] = [];
  #checked = 0;

  private constructor(bench: SessionBench) {
    this.#bench = bench;
    bench.player.follow(() => undefined);
  }

  static async begin(isNew: boolean): Promise<Play> {
    const rules = { inboxSize: 3, gapMs: 50 };
    return new Play(isNew ? new SessionBench(rules) : await SessionBench.settled(rules));
  }

  async act(action: Action): Promise<void> {
    const { session, clock, player } = this.#bench;
    switch (action.kind) {
      case "select":
      case "refresh":
        this.#send(action);
        break;
      case "reply":
        this.#reply(action.reply);
        break;
      case "tick":
        session.tick([action.resource], 1000);
        break;
      case "somebody chooses":
        player.chosen[action.target] = action.tag;
        break;
      case "wait":
        await clock.advance(action.ms);
        break;
      case "announce":
        session.announce();
        break;
    }
    this.#see();
    await clock.advance(0);
    this.#see();
    this.#check();
  }

  get outcomes(): string[] {
    return this.#bench.broker.results.map(({ outcome }) => outcome);
  }

  /** Stops the bridge, and counts the outcomes. */
  async end(): Promise<void> {
    await this.#bench[Symbol.asyncDispose]();
    this.#check();
    const told = this.#bench.broker.results.map(({ transaction }) => Number(transaction));
    for (const index of this.#sent.keys()) {
      const times = told.filter((transaction) => transaction === index).length;
      if (times !== 1) this.problems.push(`command ${index} has ${times} outcomes`);
    }
    if (this.#bench.clock.pending > 0) this.problems.push("a timer is left");
  }

  #send(action: Action & { readonly kind: "select" | "refresh" }): void {
    const transaction = this.#sent.length;
    const aim = action.kind === "select" ? action.target : "refresh";
    this.#sent.push({ target: aim, seen: new Set() });
    this.#see();
    const expiresAt = this.#bench.clock.now() + action.lifeMs;
    const target = aim === "refresh" ? aim : (`audio/${aim}` as const);
    this.#bench.send(action.kind === "select" ? action.request : "", { target, transaction, expiresAt });
  }

  #reply(reply: ReplyKind): void {
    const [asked] = this.#bench.player.waiting;
    if (asked === undefined) return;
    const said = answerTo(this.#bench, asked.what, reply);
    if (said instanceof Error) asked.fail(said);
    else
      asked.answer(
        asked.what.startsWith("read ") && said.kind === "reading" ? fitting(asked.what, said) : said,
      );
  }

  /** Records the current value of the selector for every command. */
  #see(): void {
    for (const { target, seen } of this.#sent) {
      if (target !== "refresh") seen.add(this.#bench.player.chosen[target]);
    }
  }

  #check(): void {
    const { results } = this.#bench.broker;
    for (const { outcome, tag, transaction } of results.slice(this.#checked)) {
      const isDone = (outcome === "applied" || outcome === "unchanged") && tag !== undefined;
      const isTrue = isDone && this.#sent[Number(transaction)]?.seen.has(tag) === true;
      if (isDone && !isTrue) this.problems.push(`command ${transaction} is ${outcome}, but ${tag} never was`);
    }
    this.#checked = results.length;
    if (this.#bench.player.maxInFlight > 1) this.problems.push("two requests at once");
  }
}

/** A list is no valid answer to a request for another resource. */
function fitting(what: string, said: Answer): Answer {
  return what === "read audio" || what === "read model" ? said : { kind: "absent" };
}

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { event, state } from "./link-bench.ts";
import { ScriptedOutlet } from "./scripted-outlet.ts";
import { senderBench } from "./sender-bench.ts";

const topics = ["input", "output", "page/1", "page/2"] as const;
type Topic = (typeof topics)[number];

const steps = fc.oneof(
  fc.record({ kind: fc.constant("change" as const), topic: fc.constantFrom(...topics) }),
  fc.record({ kind: fc.constant("clear" as const), topic: fc.constantFrom(...topics) }),
  fc.record({ kind: fc.constantFrom("announce", "outcome", "block", "drain", "lose") }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(400) }),
);

type Versions = Readonly<Record<string, number>>;

/** A sent message: a topic and the version of its value, or the versions that an outcome mentions, its connection and number. */
interface Sent {
  readonly topic: Topic | "result";
  readonly versions: Versions;
  readonly connection?: number;
  readonly number?: number;
}

function read(payload: string): Sent {
  return JSON.parse(payload) as Sent;
}

/** Follows what was sent through one connection: what is shown in the end, and what should not have been. */
function follow(all: readonly Sent[], connection: number): { shown: Versions; faults: string[] } {
  const shown: Record<string, number> = {};
  const faults: string[] = [];
  for (const sent of all) {
    // An outcome of an earlier connection goes before the snapshot.
    if (sent.topic === "result" && sent.connection !== connection) continue;
    for (const [topic, version] of Object.entries(sent.versions)) {
      const before = shown[topic] ?? 0;
      if (sent.topic !== "result") {
        if (version < before) faults.push(`${topic} ${version} after ${before}`);
        shown[topic] = version;
      } else if (before < version) faults.push(`an outcome before ${topic} ${version}`);
    }
  }
  return { shown, faults };
}

/** An outlet that is full after every third message, until it is drained. */
class NarrowOutlet extends ScriptedOutlet {
  override publish(...args: Parameters<ScriptedOutlet["publish"]>): void {
    super.publish(...args);
    if (this.published.length % 3 === 0) this.isWritable = false;
  }
}

it("published, deferred, blocked and lost messages in any order never show an older value after a newer one, an outcome before its state, or a wrong final state", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 60 }), fc.constantFrom(0, 2, 30), async (all, rate) => {
      const { sender, clock } = senderBench(rate);
      const now: Record<Topic, number> = { input: 0, output: 0, "page/1": 0, "page/2": 0 };
      const write = (topic: Topic, lowPriority = topic.startsWith("page")) => ({
        ...state(topic, JSON.stringify({ topic, versions: { [topic]: now[topic] } })),
        lowPriority,
      });
      const tellAll = () => topics.map((topic) => write(topic));
      const outlets: NarrowOutlet[] = [];
      /** The versions that the outcomes of this connection mention, in their order. */
      let told = new Set<string>();
      const connect = (): NarrowOutlet => {
        const outlet = new NarrowOutlet({}, "at once");
        outlets.push(outlet);
        told = new Set();
        sender.use(outlet);
        sender.publishDeferred(tellAll);
        return outlet;
      };
      let outlet = connect();
      let outcomes = 0;
      for (const step of all) {
        if (step.kind === "wait" && "ms" in step) await clock.advance(step.ms);
        else if ("topic" in step) {
          now[step.topic] += 1;
          // Clearing a page overtakes other messages.
          sender.publish(step.kind === "clear" ? write(step.topic, false) : write(step.topic));
          told.add(step.topic);
        } else if (step.kind === "announce") sender.publishDeferred(tellAll);
        else if (step.kind === "block") outlet.isWritable = false;
        else if (step.kind === "drain") outlet.drain();
        else if (step.kind === "lose") outlet = connect();
        else {
          const spoken = ["input", "output"].filter((topic) => told.has(topic));
          const versions = Object.fromEntries(spoken.map((topic) => [topic, now[topic as Topic]]));
          outcomes += 1;
          const outcome = { topic: "result", versions, connection: outlets.length, number: outcomes };
          sender.publish(event(JSON.stringify(outcome)));
        }
      }
      while (sender.waiting > 0) {
        await clock.advance(600);
        outlet.drain();
      }
      const seen = outlets.map(({ published }, index) => follow(published.map(read), index + 1));
      expect(seen.flatMap(({ faults }) => faults)).toEqual([]);
      expect(seen.at(-1)?.shown).toEqual(now);
      const numbers = outlets.flatMap(({ published }) =>
        published.flatMap((text) => read(text).number ?? []),
      );
      expect(numbers).toEqual(Array.from({ length: outcomes }, (_, index) => index + 1));
    }),
  );
});

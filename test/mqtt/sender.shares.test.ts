import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/topics/message.ts";
import { state } from "./link-bench.ts";
import { ScriptedOutlet } from "./scripted-outlet.ts";
import { type SenderBench, senderBench } from "./sender-bench.ts";

const publishRate = 100;
const changingTopics = 300;

/** A bench on which every second more changes than may be sent in it. */
function overwhelmedBench(): SenderBench & {
  readonly outlet: ScriptedOutlet;
  readonly live: (seconds: number) => Promise<void>;
} {
  const bench = senderBench(publishRate);
  const outlet = new ScriptedOutlet({}, "at once");
  bench.sender.use(outlet);
  let second = 0;
  const live = async (seconds: number): Promise<void> => {
    for (const end = second + seconds; second < end; second += 1) {
      for (let topic = 0; topic < changingTopics; topic += 1) {
        bench.sender.publish(state(`news/${topic}`, `news/${topic} ${second}`));
        // Evenly over the second, as players are.
        await bench.clock.advance(1000 / changingTopics);
      }
    }
  };
  return { ...bench, outlet, live };
}

function told(outlet: ScriptedOutlet, what: string): number {
  return outlet.published.filter((payload) => payload.startsWith(what)).length;
}

describe("updates that keep coming faster than they may be sent", () => {
  it("leave a tenth to a long snapshot, which is completed", async () => {
    const { sender, clock, outlet, live } = overwhelmedBench();
    await live(5);
    for (let player = 1; player <= 10; player += 1) {
      sender.publishDeferred(() =>
        Array.from({ length: 20 }, (_, leaf) => state(`player/${player}/${leaf}`, `player ${player}`)),
      );
    }
    sender.publishDeferred(() => [state("bridge/state", "online", 1)]);
    await live(10);
    expect(told(outlet, "player")).toBeGreaterThan(20);
    expect(sender.waitingMs).toBeGreaterThan(9000);
    expect(told(outlet, "news")).toBeGreaterThan(15 * publishRate * 0.8);
    await live(15);
    expect([told(outlet, "player"), told(outlet, "online")]).toEqual([200, 1]);
    await clock.advance(10_000);
    expect([sender.waiting, sender.waitingMs]).toEqual([0, 0]);
  });

  it("leave a share to low-priority messages, and these one to deferred writes", async () => {
    const { sender, outlet, live } = overwhelmedBench();
    const page = (number: number): Message => ({ ...state(`page/${number}`, "page"), lowPriority: true });
    await live(2);
    sender.publishDeferred(() => [state("bridge/state", "online", 1)]);
    for (let second = 0; second < 40; second += 1) {
      sender.publish(...Array.from({ length: 30 }, (_, number) => page(number)));
      await live(1);
    }
    expect(told(outlet, "page")).toBeGreaterThan(40 * publishRate * 0.08);
    expect(told(outlet, "online")).toBe(1);
  });

  it("are all sent in turn, with no topic left out", async () => {
    const { outlet, live } = overwhelmedBench();
    await live(20);
    const perTopic = Array.from({ length: changingTopics }, (_, topic) => told(outlet, `news/${topic} `));
    expect(Math.min(...perTopic)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...perTopic)).toBeLessThanOrEqual(8);
  });
});

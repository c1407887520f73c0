import { describe, expect, it, vi } from "vitest";
import { storiesIn, tellStory } from "../support/stories-in.ts";
import { event, state } from "./link-bench.ts";
import { ScriptedOutlet } from "./scripted-outlet.ts";
import { type SenderBench, senderBench, sendingBench } from "./sender-bench.ts";

/** A connection that takes as many messages as there is room for. */
class NarrowOutlet extends ScriptedOutlet {
  room = Infinity;

  override publish(...args: Parameters<ScriptedOutlet["publish"]>): void {
    super.publish(...args);
    this.room -= 1;
    this.isWritable &&= this.room > 0;
  }

  take(room: number): void {
    this.room = room;
    this.drain();
  }
}

interface Story extends SenderBench {
  readonly outlets: NarrowOutlet[];
  readonly outlet: NarrowOutlet;
  /** Deferred writes by their topics, and the version that they find. */
  readonly deferred: Map<string, () => ReturnType<typeof state>[]>;
  version: number;
  count: number;
  /** What is told besides messages. */
  readonly said: string[];
}

/** `!1` is an event, `~a1` has low priority, `a1^` has QoS 1, `-a1` may not be sent any more; its letters are the topic. */
function messageOf(word: string) {
  const payload = word.replace(/^[!~-]|\^$/, "");
  const told = state(payload.replace(/\d+$/, ""), payload, word.endsWith("^") ? 1 : 0);
  if (word.startsWith("!")) return event(payload);
  if (word.startsWith("-")) return { ...told, mayBeSent: () => false };
  return { ...told, lowPriority: word.startsWith("~") };
}

/** What happens in a story, by its first word. */
const doings: Readonly<Record<string, (story: Story, ...words: string[]) => unknown>> = {
  connect: ({ outlets, sender }, how, receiveMaximum) => {
    const limits = receiveMaximum === undefined ? {} : { receiveMaximum: Number(receiveMaximum) };
    const outlet = new NarrowOutlet(limits, how === "eager" ? "at once" : "when told");
    outlet.isWritable = how !== "blocked";
    outlets.push(outlet);
    sender.use(outlet);
  },
  lose: ({ sender }) => sender.use(undefined),
  say: ({ sender }, ...words) => sender.publish(...words.map(messageOf)),
  /** Many events that are so large. */
  events: (story, count, bytes) => {
    for (let left = Number(count); left > 0; left -= 1) {
      story.count += 1;
      story.sender.publish({ ...event(`${story.count}`), correlation: new Uint8Array(Number(bytes)) });
    }
  },
  states: ({ sender }, count) => {
    for (let number = 1; number <= Number(count); number += 1)
      sender.publish(state(`topic/${number}`, `${number}`));
  },
  /** Defers a write of the topics. */
  later: (story, ...topics) => {
    const { deferred, sender } = story;
    const known = deferred.get(topics.join());
    const write = known ?? (() => topics.map((topic) => state(topic, `${topic}${story.version}`)));
    deferred.set(topics.join(), write);
    sender.publishDeferred(write);
  },
  snapshots: ({ sender }, count) => {
    for (let number = 1; number <= Number(count); number += 1)
      sender.publishDeferred(() => [state(`topic/${number}`, `${number}`)]);
  },
  version: (story, version) => (story.version = Number(version)),
  block: ({ outlet }) => (outlet.isWritable = false),
  close: ({ outlet }) => (outlet.isOpen = false),
  take: ({ outlet }, count) => outlet.take(Number(count)),
  drain: ({ outlet, outlets }, which) => (which === "old" ? outlets.at(-2) : outlet)?.take(Infinity),
  /** Acknowledges the oldest message, or a younger one. */
  ack: ({ outlet, outlets }, place = "0") =>
    (place === "old" ? outlets.at(-2) : outlet)?.acknowledge.splice(Number(place) || 0, 1)[0]?.(),
  wait: ({ clock }, ms) => clock.advance(Number(ms)),
  age: ({ said, sender }) => said.push(`${sender.waitingMs} ms`),
};

/** Tells what was sent at each part of a story: many messages by their number, a wait without any as a dash. */
async function tell(text: string): Promise<string> {
  const [, rate = "0", story = ""] = /^(?:rate (\d+), )?(.*)$/.exec(text) ?? [];
  const bench: Story = {
    ...senderBench(Number(rate)),
    outlets: [],
    get outlet() {
      return this.outlets.at(-1) ?? expect.fail("there is no connection");
    },
    deferred: new Map(),
    version: 1,
    count: 0,
    said: [],
  };
  const sent = (): string[] => bench.outlets.flatMap(({ published }) => published.map(String));
  const told: string[] = [];
  let before = 0;
  await tellStory(doings, bench, story, (part) => {
    const news = sent().slice(before);
    before += news.length;
    const cause = bench.outlets.at(-1)?.cause;
    if (cause !== undefined && !told.includes(cause)) bench.said.push(cause);
    const heard = [...(news.length > 9 ? [`${news.length} messages`] : news), ...bench.said.splice(0)];
    if (heard.length > 0) told.push(heard.join(" "));
    else if (part.startsWith("wait")) told.push("-");
    const many = news.length > 9 ? news.map(Number) : [];
    expect(many).toEqual(many.toSorted((one, other) => one - other));
    for (const { published, waiting, written } of bench.outlets) {
      // Written at once, too.
      expect(written).toBe(published.length);
      expect(waiting).toBeLessThanOrEqual(1);
    }
  });
  const { sender, clock } = bench;
  if (sender.waiting > 0) told.push(`${sender.waiting} wait`);
  if (sender.dropped > 0) told.push(`${sender.dropped} dropped`);
  sender.use(undefined);
  expect(clock.pending).toBe(0);
  return told.join(", ");
}

it.each(
  storiesIn(`
  drops state without a connection, since a snapshot will follow, and keeps events
      say a1 !1, later b, age, connect
      0 ms, 1

  alternates state and events, but sends no event before state that was queued before it
      connect blocked, say a1 b1 !1 !2, take 1, say c1 d1 !3, drain
      a1, b1 1 c1 2 d1 3

  does not hold an event back for state that became low-priority
      connect blocked, say a1 b1, take 1, say c1 !1 ~c2, drain
      a1, b1 1 c2

  knows since when the oldest message of any kind waits
      connect blocked, age, say !1, wait 1000, say a1, wait 1000, say ~p1, wait 1000, later b, wait 1000, say a2, later b, wait 1000, age, take 1 + age, take 1 + age, take 1 + age, take 1 + age
      0 ms, -, -, -, -, -, 5000 ms, a2 5000 ms, 1 3000 ms, p1 2000 ms, b1 0 ms

  has room for the outcomes of a flood
      connect blocked, events 20000 100
      20000 wait

  drops the oldest events when too many wait, and counts them
      connect blocked, events 130 65535, take 1
      4, 126 wait, 3 dropped

  keeps that limit on another connection, too
      connect, events 2 4000000, block, events 1 4000000, connect
      1 2, 2 3, 1 dropped

  sends low-priority messages last, and never a value that was replaced
      connect blocked, say ~p1 a1 !1, take 2, say ~p2, drain, block, say ~p3 a2 p4, drain, block, say p5 a3 ~p6, drain
      a1 1, p2, a2 p4, a3 p6

  calls a deferred write once when nothing else waits, and takes the values of that moment
      connect blocked, say a1 !1, later b c, later b c, wait 1, version 2, take 3, say a2, drain
      -, a1 1 b2, c2 a2

  keeps the place of a deferred write that is added again, and none on another connection
      connect blocked, later a, later b, later a, wait 1, drain, block, later a, connect, wait 1
      -, a1 b1, -

  sends the present round as it is, and keeps the last values for the next, on this connection
      connect blocked, say a1 b1, take 1, say a2 b2 c1 a3, drain, block, say b3, connect, say a4
      a1, b1 b2 c1 a3, a4

  sends lost events again, before those that wait, and no state
      connect, say !1 !2, say a1^, ack, block, say a2 !3, connect
      1 2, a1, 2 3

  does not hold an event back on another connection for state that is gone
      connect blocked, say a1 !1, connect blocked, say a2 b2, drain
      a2 1 b2

  sends a second's worth at once and the rest evenly
      rate 100, connect, states 250, wait 500, wait 1000
      100 messages, 50 messages, 100 messages

  does not accumulate unused allowance
      rate 100, connect, wait 60000, states 250
      -, 100 messages, 150 wait

  sends slowly where the rate allows less than one message in a step
      rate 2, connect, states 4, wait 450, wait 100, wait 500
      1 2, -, 3, 4

  reserves a share of the rate for updates during a long snapshot
      rate 100, connect eager, snapshots 300, wait 1, say a1 !1, wait 3000
      90 messages, a1 1, 210 messages

  completes a snapshot also at a very low rate
      rate 1, connect, later a b, wait 1100
      a1 b1

  sends only the last value of a topic that had to wait, and none that may not be sent any more
      rate 1, connect, say a1, say a2, say a3, say -b1 c4, wait 2000
      a1, a3 c4

  waits for a socket that takes no more, and gives nothing to one that is closed
      connect, block, states 3, drain, close, say !1
      1 2 3, 1 wait

  is not woken by the socket of an earlier connection, nor counts its acknowledgements
      connect, say !1, block, say a1, connect blocked 1, say a2, drain old, drain, say !2, ack old
      1, a2 1, 1 wait

  sends one after another where each acknowledgement comes at once
      events 1000 1, connect eager 1
      1000 messages

  gives up after five attempts: the message itself may be the cause
      say !1, connect × 7
      1 1 1 1 1

  closes a connection without an acknowledgement for 30 s, even if the broker answers pings
      connect, say !1, wait 10000, say !2, ack, wait 49000, wait 1000, lose, connect eager, wait 60000
      1, -, 2, -, the broker did not acknowledge a message for 30 s, 2, -

  closes a connection that loses one outcome, too, and sends that again
      connect, say !1, wait 1000 + say !2 + ack 1 × 29, wait 1000, lose, connect eager
      1, 29 messages, the broker did not acknowledge a message for 30 s, 1

  keeps the connection of a slow broker as long as it acknowledges in order
      connect, events 100 1, wait 20000 + ack × 100
      100 messages, -
  `),
)("a sender %s", async (_name, story, sent) => {
  expect(await tell(story)).toBe(sent);
});

it("acknowledgements that do not come on the next connections either are waited for twice as long each time", async () => {
  const { sender, clock } = senderBench();
  const waits = async (): Promise<number> => {
    const outlet = new ScriptedOutlet();
    sender.use(outlet);
    sender.publish(state("base/bridge/state", "online", 1));
    let seconds = 0;
    for (; outlet.cause === undefined; seconds += 10) await clock.advance(10_000);
    sender.use(undefined);
    return seconds;
  };
  const waited: number[] = [];
  for (let times = 0; times < 7; times += 1) waited.push(await waits());
  expect(waited).toEqual([30, 60, 120, 240, 480, 960, 960]);
  await clock.advance(3_600_000);
  expect(await waits()).toBe(30);
});

it("a sender without a connection has nothing to wait for", async () => {
  const { sender, clock } = senderBench();
  sender.publish(event("done"));
  await sender.drained(500);
  expect([clock.pending, sender.isDone]).toEqual([0, false]);
});

it("a sender yields after a deferred write without messages, and sends messages that it published itself", async () => {
  const { sender, clock, outlet } = sendingBench(0);
  const done: string[] = [];
  sender.publishDeferred(() => {
    done.push("first");
    return [];
  });
  sender.publishDeferred(() => {
    done.push("second");
    sender.publish(state("a", "a1"));
    return [];
  });
  sender.publish(state("b", "b1"));
  expect([done, outlet.published]).toEqual([[], ["b1"]]);
  await clock.advance(1);
  expect([done, outlet.published]).toEqual([["first"], ["b1"]]);
  sender.publish(state("b", "b2"));
  expect(done).toEqual(["first"]);
  await clock.advance(1);
  expect([done, outlet.published, clock.pending]).toEqual([["first", "second"], ["b1", "b2", "a1"], 0]);
});

describe("a message that is too large", () => {
  it.each([
    ["for the broker", state("base/den/music/queue", "x".repeat(200)), { maximumPacketSize: 200 }],
    ["for its publisher", { ...state("homeassistant/tv", "", 1), isTooLarge: true }, {}],
  ])("%s clears its topic once on each connection, so that no old value stays", (_for, large, limits) => {
    const { sender, complaints } = senderBench();
    for (const _connection of [1, 2]) {
      const outlet = new ScriptedOutlet(limits);
      sender.use(outlet);
      sender.publish(large);
      sender.publish(large);
      expect([outlet.published, sender.tooLarge]).toEqual([[""], [large.topic]]);
    }
    expect(complaints).toEqual(Array(2).fill(`${large.topic}: too large`));
    sender.publish(state(large.topic, "short"));
    expect(sender.tooLarge).toEqual([]);
  });

  it("is an outcome: then it is reported, and nothing is cleared", () => {
    const { sender, complaints, outlet } = sendingBench(0, new ScriptedOutlet({ maximumPacketSize: 200 }));
    sender.publish(event("x".repeat(200)));
    expect([complaints, outlet.published, sender.tooLarge]).toEqual([["base/den/result: too large"], [], []]);
  });
});

it("a message that cannot be written throws to its publisher and blocks no other message", () => {
  const { sender, outlet } = sendingBench();
  const publish = vi.spyOn(outlet, "publish").mockImplementationOnce(() => {
    throw new RangeError("no such topic");
  });
  expect(() => sender.publish(state("a", "1"))).toThrow("no such topic");
  publish.mockRestore();
  sender.publish(state("b", "2"));
  expect(outlet.published).toEqual(["2"]);
});

it.each<[string, (bench: ReturnType<typeof sendingBench>) => unknown, isDone: boolean]>([
  ["with the last acknowledgement", ({ outlet }) => outlet.acknowledge[0]?.(), true],
  ["when the connection does", ({ sender }) => sender.use(undefined), false],
  ["when its time is over", ({ clock }) => clock.advance(500), false],
])("waiting until all is sent ends %s, and leaves no timer", async (_how, end, isDone) => {
  const bench = sendingBench();
  const { sender, clock } = bench;
  sender.publish(event("1"));
  const drained = sender.drained(500);
  await end(bench);
  await drained;
  sender.use(undefined);
  expect([clock.pending, sender.isDone]).toEqual([0, isDone]);
});

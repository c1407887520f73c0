import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import { emptyQueue, type MusicQueue } from "../../../src/core/resources/queue.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { queueRequests } from "../../../src/extensions/requests/queue-requests.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { settled } from "../../core/samples.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";

const positions = Array.from({ length: 250 }, (_, position) => position);
const queue = { ...emptyQueue, envelope: { id: 41 }, total: 250 };

/** A bridge with one player, `den`, whose queue was read. */
class Bench {
  readonly broker = new RecordingBroker();
  readonly clock = new FakeClock();
  readonly log = new MemoryLog();
  readonly requests = queueRequests({
    base: "base",
    broker: this.broker,
    clock: this.clock,
    log: this.log,
    sessionOf: (id) => (id === "den" ? { ...this.there, player: this.told } : undefined),
    entries: (_id, from, count) =>
      positions.slice(from, from + count).flatMap((position) => (this.isRead(position) ? { position } : [])),
    readQueue: async (_id, from, count) => this.read(from, count),
  });
  told: { queue?: MusicQueue } = { queue };
  there: Pick<Session, "presence" | "identityCheck"> = settled();
  isRead = (_position: number): boolean => true;
  read = (_from: number, _count: number): void => {};

  /** Sends a question; returns what was published because of it. */
  async send(question: unknown, { id = "den", retain = false, replyTopic = "" } = {}) {
    const before = this.broker.messages.length;
    const text = typeof question === "string" ? question : JSON.stringify(question);
    const replyTo = replyTopic === "" ? undefined : { topic: replyTopic, correlation: new Uint8Array([7]) };
    await this.requests.received(incoming(`base/${id}/music/queue/get`, text, { retain, replyTo }));
    return this.broker.messages.slice(before);
  }

  async ask(question: unknown): Promise<Record<string, unknown>> {
    const [page, ...more] = await this.send(question);
    if (page?.topic !== "base/den/music/queue/page" || page.retain || page.qos !== 1 || more.length > 0)
      throw new Error(JSON.stringify([page, ...more]));
    return JSON.parse(page.payload) as Record<string, unknown>;
  }
}

describe("a request for a page of a queue", () => {
  it("is answered with the entries, the whole size and its own transaction", async () => {
    const page = await new Bench().ask({ start: 240, count: 100, transaction: "a1" });
    expect(page).toMatchObject({ id: 41, start: 240, count: 10, total: 250, transaction: "a1" });
    expect(page["entries"]).toHaveLength(10);
    expect(await new Bench().ask({})).toMatchObject({ start: 0, count: 100 });
  });

  it("gets as many entries as fit into a message, from the first one on", async () => {
    const bench = new Bench();
    bench.broker.maxPayloadBytes = 300;
    const { entries, ...page } = await bench.ask({ start: 100 });
    const positions = (entries as { position: number }[]).map(({ position }) => position);
    expect(positions[0]).toBe(100);
    expect(positions.length).toBeLessThan(20);
    expect(page).toMatchObject({ count: positions.length, total: 250 });
  });

  it.each([
    ["not JSON", "malformed JSON: expected"],
    [{ start: -1, transaction: 3 }, "start is not a whole number from 0"],
    [{ start: 1.5, transaction: 3 }, "start is not a whole number from 0"],
    [{ count: 0, transaction: 3 }, "count is not a whole number from 1 to 1000"],
    [{ count: 1001, transaction: 3 }, "count is not a whole number from 1 to 1000"],
    ["x".repeat(1025), "too long"],
  ])("%j is refused with the reason", async (question, reason) => {
    const page = await new Bench().ask(question);
    expect(page["reason"]).toContain(reason);
    expect(page["transaction"]).toBe(typeof question === "object" ? 3 : undefined);
  });

  it("is refused while the player has not reported its queue, or has lost it while it was read", async () => {
    const bench = new Bench();
    const refusal = { reason: "the player has not reported its queue", transaction: 1 };
    bench.read = () => (bench.told = {});
    expect(await bench.ask({ transaction: 1 })).toEqual(refusal);
    bench.read = () => {
      throw new TypeError("asked in vain");
    };
    expect(await bench.ask({ transaction: 1 })).toEqual(refusal);
  });

  it("reads what was not read, at most a hundred entries, and is answered as far as they go", async () => {
    const bench = new Bench();
    const reads: number[][] = [];
    bench.isRead = (position) => position < 100;
    expect(await bench.ask({ start: 90 })).toMatchObject({ start: 90, count: 10 });
    bench.read = (from, count) => {
      reads.push([from, count]);
      bench.isRead = (position) => position < from + count;
    };
    expect(await bench.ask({ start: 50, count: 1000 })).toMatchObject({ start: 50, count: 100, total: 250 });
    expect(reads).toEqual([[50, 100]]);
  });

  it("is answered with a reason if there is nothing to send", async () => {
    const bench = new Bench();
    const reasonOf = async (start: number) => {
      const { reason, transaction } = await bench.ask({ start, transaction: 5 });
      expect(transaction).toBe(5);
      return reason;
    };
    expect(await reasonOf(250)).toBe("start is beyond the end: the queue has 250 entries");
    bench.isRead = () => false;
    expect(await reasonOf(100)).toContain("could not be read");
    bench.read = () => {
      throw new DeviceError("broken", "unreachable: reset");
    };
    expect(await reasonOf(100)).toBe("unreachable: reset");
    for (const fields of [{ availability: "offline" }, { status: "asking" }] as const) {
      bench.there = settled(fields);
      expect(await reasonOf(100)).toBe("the player is offline");
    }
    bench.isRead = () => true;
    expect(await bench.ask({ start: 100 })).toMatchObject({ count: 100 });
    bench.broker.maxPayloadBytes = 20;
    expect(await bench.ask({ start: 100 })).toEqual({ reason: expect.stringContaining("too large") });
  });

  it("does not hide a bug while the queue is read", async () => {
    const bench = new Bench();
    bench.read = () => {
      throw new TypeError("bug");
    };
    await expect(bench.send({})).rejects.toThrow("bug");
  });

  it("is also answered on the response topic of MQTT 5, unless that is one of ours", async () => {
    const bench = new Bench();
    const [page, reply] = await bench.send({}, { replyTopic: "replies/1" });
    expect(reply).toEqual({ ...page, topic: "replies/1", correlation: new Uint8Array([7]) });
    expect(await bench.send({}, { replyTopic: "base/den/volume" })).toHaveLength(1);
  });

  it("that is retained is refused and cleared", async () => {
    const bench = new Bench();
    expect(bench.requests.subscriptions).toEqual([{ filter: "base/+/music/queue/get", wantsRetained: true }]);
    const [cleared, page] = await bench.send({ transaction: 1 }, { retain: true });
    expect(cleared).toMatchObject({ topic: "base/den/music/queue/get", payload: "", retain: true });
    expect(JSON.parse(page?.payload ?? "")).toMatchObject({
      transaction: 1,
      reason: expect.stringMatching(/^retained/),
    });
    // Its echo, which MQTT 5 does not have.
    expect(await bench.send("")).toEqual([]);
    bench.requests.connected({ protocol: "5" });
    await bench.send({}, { retain: true });
    expect(await bench.send("")).toHaveLength(1);
  });

  it("is none of ours when it clears the topic, is for another player or on another topic", async () => {
    const bench = new Bench();
    expect(await bench.send("", { retain: true })).toEqual([]);
    for (const id of ["cellar", "bridge", "den/x"]) expect(await bench.send({}, { id })).toEqual([]);
  });

  it("is refused in a flood, and answered again a second later", async () => {
    const bench = new Bench();
    for (let count = 0; count < 20; count++) expect((await bench.ask({}))["reason"]).toBeUndefined();
    expect(await bench.ask({ transaction: 9 })).toEqual({
      reason: "too many requests: at most 20 a second",
      transaction: 9,
    });
    await bench.clock.advance(1000);
    expect((await bench.ask({}))["reason"]).toBeUndefined();
  });
});

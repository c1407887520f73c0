import { describe, expect, it } from "vitest";
import { matchesFilter, WriteCheck } from "../../src/mqtt/write-check.ts";
import { eventually } from "../support/eventually.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { on, startScriptedBroker } from "../support/scripted-broker.ts";
import { LinkBench, state } from "./link-bench.ts";

const echoTopic = "base/bridge/state";

function startCheck(): { clock: FakeClock; check: WriteCheck; changes: (readonly string[])[] } {
  const clock = new FakeClock();
  const changes: (readonly string[])[] = [];
  const check = new WriteCheck(clock, {
    base: "base",
    echoTopic,
    onChanged: (denied) => changes.push(denied),
  });
  return { clock, check, changes };
}

describe("a message that the broker refuses", () => {
  it("denies its topic below the base, until it is accepted or the connection ends", () => {
    const { check, changes } = startCheck();
    check.begin([]);
    for (const topic of ["base/den/availability", "base/den/availability", "reply/to", "based/x"]) {
      check.refused(topic);
    }
    expect(check.denied).toEqual(["base/den/availability"]);
    check.acknowledged("base/den/availability");
    expect(changes).toEqual([["base/den/availability"], []]);
    check.refused("base/den/availability");
    check.end();
    expect(check.denied).toEqual([]);
  });
});

describe("our own state, read back where there are no reason codes", () => {
  it("is denied when it is acknowledged and does not come back", async () => {
    const { check, clock, changes } = startCheck();
    check.begin(["base/+/state"]);
    check.acknowledged(echoTopic);
    // A retained value may be that of an earlier run.
    check.received(echoTopic, true);
    await clock.advance(5000);
    expect(changes).toEqual([[echoTopic]]);
    check.received(echoTopic, false);
    expect(check.denied).toEqual([]);
  });

  it.each(["before", "behind"])("is allowed when it comes back %s the acknowledgement", async (order) => {
    const { check, clock } = startCheck();
    check.begin(["base/+/state"]);
    if (order === "before") check.received(echoTopic, false);
    check.acknowledged(echoTopic);
    if (order === "behind") check.received(echoTopic, false);
    await clock.advance(60_000);
    expect([check.denied, clock.pending]).toEqual([[], 0]);
  });

  it("proves nothing where it is not subscribed to, and leaves no timer behind", async () => {
    const { check, clock } = startCheck();
    check.begin(["base/den/+/set"]);
    check.acknowledged(echoTopic);
    check.begin(["base/#"]);
    check.acknowledged(echoTopic);
    check.end();
    await clock.advance(60_000);
    expect([check.denied, clock.pending]).toEqual([[], 0]);
  });
});

describe("a link to a broker that denies state", () => {
  it("names the refused topics with MQTT 5", async () => {
    await using broker = await startScriptedBroker(
      on("publish", ({ messageId = 0 }, peer) => peer.send({ cmd: "puback", messageId, reasonCode: 0x87 })),
    );
    await using bench = await LinkBench.connected(broker.url, { base: "base", protocol: "5" });
    bench.link.publish(state("base/den/availability", "online", 1));
    await eventually(() => expect(bench.link.denied).toEqual(["base/den/availability"]));
  });

  it("finds out with 3.1.1 that its own state does not come back", async () => {
    const clock = new FakeClock();
    await using broker = await startScriptedBroker();
    const subscriptions = [{ filter: "base/+/state", wantsRetained: true }];
    const options = { base: "base", protocol: "4", subscriptions, clock } as const;
    await using bench = await LinkBench.connected(broker.url, options);
    bench.link.publish(state(echoTopic, "online", 1));
    await eventually(async () => {
      await clock.advance(1000);
      expect(bench.link.denied).toEqual([echoTopic]);
    });
  });
});

describe("a filter", () => {
  it.each([
    ["base/+/state", true],
    ["base/bridge/state", true],
    ["base/#", true],
    ["#", true],
    ["base/bridge/state/#", true],
    ["base/+", false],
    ["base/+/info", false],
    ["base/bridge/state/+", false],
  ])("%s matches our state: %s", (filter, isMatch) => {
    expect(matchesFilter(filter, echoTopic)).toBe(isMatch);
  });
});

import { describe, expect, it } from "vitest";
import { deviceTopic } from "../../../src/extensions/home-assistant/discovery/discovery-topics.ts";
import { FormerBases } from "../../../src/extensions/home-assistant/former-bases.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { matchesFilter } from "../../support/matches-filter.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";

const hourMs = 3_600_000;
const announcement = "player2mqtt-discovery/old_home_bridge";
const device = deviceTopic("homeassistant", "player2mqtt_old+home+bridge");
const mac = "player2mqtt_800a805e0053";

/** What a bridge leaves that had the base topic `old/home`. */
const left: Readonly<Record<string, string>> = {
  [announcement]: JSON.stringify({ base: "old/home", bridge: "bridge", version: "1.0.0", contract: 1 }),
  [device]: "{}",
  "old/home/bridge/state": "offline",
  "old/home/bridge/info": JSON.stringify({ players: [{ id: "den", name: "Den" }] }),
  "old/home/bridge/health": "{}",
  "old/home/den/info": JSON.stringify({ identity: mac }),
  "old/home/den/availability": "offline",
  "old/home/den/music/queue/pages/3": "[]",
  "old/home/den/settings/gain/title": "Gain",
  "old/home/den/volume/set": "30",
};

function startBench(change: Readonly<Record<string, string>> = {}) {
  const [clock, broker, log] = [new FakeClock(), new RecordingBroker(), new MemoryLog()];
  const former = new FormerBases({
    base: "player2mqtt",
    bridge: "bridge",
    broker,
    clock,
    log,
    prefix: "homeassistant",
    identities: () => new Set([mac]),
    subscriptionsChanged: () => follow(),
  });
  const known = new Set<string>();
  /** The broker sends what is retained to new subscriptions. */
  function follow(): void {
    const added = former.subscriptions.filter(({ filter }) => !known.has(filter));
    for (const { filter } of added) known.add(filter);
    for (const { filter } of added) {
      for (const [topic, payload] of broker.retained)
        if (matchesFilter(filter, topic)) former.received(incoming(topic, payload, { retain: true }));
    }
  }
  for (const [topic, payload] of Object.entries({ ...left, ...change })) broker.retained.set(topic, payload);
  former.connected();
  follow();
  return { broker, clock, former, log };
}

describe("a former base topic", () => {
  it("is cleared after a day without its bridge, but for what others wrote there", async () => {
    const { broker, clock, former, log } = startBench();
    await clock.advance(23 * hourMs);
    expect(broker.messages).toEqual([]);
    await clock.advance(2 * hourMs);
    expect([...broker.retained.keys()]).toEqual(["old/home/den/volume/set"]);
    expect(log.lines).toMatchObject([{ fields: { base: "old/home", players: ["den"] } }]);
    expect([former.subscriptions.length, clock.pending]).toEqual([1, 0]);
  });

  it.each([
    ["has", { players: [{ id: "den" }, { id: "loft" }] }],
    ["has not cleared", { players: [{ id: "den" }], leaving: ["loft"] }],
  ])("keeps its bridge while that %s a player that is not here", async (_, info) => {
    const others = {
      "old/home/bridge/info": JSON.stringify(info),
      "old/home/loft/info": JSON.stringify({ identity: "player2mqtt_old+home+loft" }),
    };
    const { broker, clock } = startBench(others);
    await clock.advance(25 * hourMs);
    const topics = [...broker.retained.keys()];
    expect(topics.filter((topic) => topic.startsWith("old/home/den/"))).toEqual(["old/home/den/volume/set"]);
    expect(topics).toEqual(
      expect.arrayContaining([announcement, device, "old/home/bridge/info", "old/home/loft/info"]),
    );
  });

  it.each([
    ["a bridge runs there", { "old/home/bridge/state": "online" }],
    ["another bridge runs there", { "old/home/bridge-2/state": "online" }],
    [
      "its player is another",
      { "old/home/den/info": JSON.stringify({ identity: "player2mqtt_000000000001" }) },
    ],
    [
      "the bridge has another name",
      { [announcement]: JSON.stringify({ base: "old/home", bridge: "bridge-2" }) },
    ],
    ["it has no bridge", { "old/home/bridge/state": "" }],
    [
      "it would contain ours",
      { [announcement]: JSON.stringify({ base: "player2mqtt/a", bridge: "bridge" }) },
    ],
  ])("stays if %s", async (_why, change) => {
    const { broker, clock } = startBench(change);
    await clock.advance(25 * hourMs);
    expect(broker.messages).toEqual([]);
  });

  it("waits a day from when its bridge was last there", async () => {
    const { broker, clock, former } = startBench();
    await clock.advance(20 * hourMs);
    for (const state of ["online", "offline"]) former.received(incoming("old/home/bridge/state", state));
    await clock.advance(20 * hourMs);
    former.disconnected();
    expect(clock.pending).toBe(0);
    former.connected();
    await clock.advance(20 * hourMs);
    expect(broker.messages).toEqual([]);
    await clock.advance(5 * hourMs);
    expect(broker.retained.size).toBe(1);
  });

  /** Another one, which is cleared after it. */
  const second = Object.fromEntries(
    Object.entries(left).map(([topic, payload]) => [
      topic.replace("old", "older"),
      payload.replace("old/home", "older/home"),
    ]),
  );

  it("is cleared beside another one, each wholly", async () => {
    const { broker, clock, former } = startBench(second);
    await clock.advance(25 * hourMs);
    expect([...broker.retained.keys()]).toEqual(["old/home/den/volume/set", "older/home/den/volume/set"]);
    expect([former.subscriptions.length, clock.pending]).toEqual([1, 0]);
  });

  /** The moment in which its topics are being cleared. */
  async function inTheMiddle(change: Readonly<Record<string, string>> = {}) {
    const bench = startBench(change);
    const isClearing = () => bench.former.subscriptions.some(({ filter }) => filter === "old/home/den/#");
    await bench.clock.advance(24 * hourMs);
    for (let waited = 0; waited < 120 && !isClearing(); waited++) await bench.clock.advance(1000);
    expect(isClearing()).toBe(true);
    return bench;
  }

  it("does not keep another one from being cleared when its bridge starts", async () => {
    const { broker, clock, former } = await inTheMiddle(second);
    former.received(incoming("old/home/bridge/state", "online"));
    await clock.advance(hourMs);
    const topics = [...broker.retained.keys()];
    expect(topics).toContain("old/home/bridge/info");
    expect(topics.filter((topic) => topic.startsWith("older/"))).toEqual(["older/home/den/volume/set"]);
  });

  it.each([
    [
      "its bridge starts",
      (former: FormerBases) => former.received(incoming("old/home/bridge/state", "online")),
    ],
    [
      "the connection is lost",
      (former: FormerBases) => {
        former.disconnected();
        former.connected();
      },
    ],
  ])("keeps what comes after %s in the middle of it", async (_, happen) => {
    const { broker, clock, former } = await inTheMiddle();
    happen(former);
    const before = broker.messages.length;
    former.received(incoming("old/home/den/volume", "40", { retain: true }));
    await clock.advance(23 * hourMs);
    expect(broker.messages.length).toBe(before);
    expect(broker.retained.has(announcement)).toBe(true);
  });
});

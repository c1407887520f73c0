import { describe, expect, it } from "vitest";
import { readRecord } from "../../../src/core/topics/bridge-record.ts";
import type { Message } from "../../../src/core/topics/message.ts";
import { parseBridgeTopic } from "../../../src/core/topics/topics.ts";
import {
  type BridgeInfo,
  bridgeInfo,
  bridgeState,
  clearBridge,
} from "../../../src/core/topics/render-bridge.ts";

const info: BridgeInfo = {
  version: "1.2.3",
  startedAt: "2026-01-01T00:00:00.000Z",
  term: 3,
  sequence: 1,
  mqtt: {
    protocol: "5",
    clientId: "p-host",
    maximumPacketBytes: 100_000,
    maximumQos: 1,
    retainAvailable: true,
    receiveMaximum: 20,
  },
  players: [{ id: "tv", name: "TV" }],
};

/** The pages of an info as a reader gets them. */
function pagesOf(messages: readonly Message[]): Map<number, string> {
  return new Map(
    messages.map(({ topic, payload }) => [parseBridgeTopic("p", topic)?.page ?? -1, payload] as const),
  );
}

describe("the topics of the bridge", () => {
  it.each(["online", "offline"] as const)("is %s in plain text, retained and with QoS 1", (state) => {
    expect(bridgeState("p", "bridge", state)).toEqual({
      topic: "p/bridge/state",
      payload: state,
      retain: true,
      qos: 1,
    });
  });

  it.each([
    [100, 100_000, 1],
    [5000, 100_000, 6],
    [300, 700, 51],
  ])("claims all of its %i players within %i bytes, on %i pages", (count, maxBytes, pages) => {
    const ids = Array.from({ length: count }, (_, n) => `hotel-of-the-long-corridors-${n}`.slice(-32));
    const players = ids.map((id) => ({ id, name: `Zimmer für Gäste ${id}` }));
    const leaving = ["gone-1", "gone-2"];
    const messages = bridgeInfo("p", "bridge-1", { ...info, players, leaving }, maxBytes);
    for (const { payload, retain } of messages) {
      expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(maxBytes);
      expect(retain).toBe(true);
    }
    expect(messages).toHaveLength(pages);
    expect(messages.at(-1)?.topic).toBe("p/bridge-1/info");
    const record = readRecord(pagesOf(messages));
    const written = messages.map(({ payload }) => JSON.parse(payload) as BridgeInfo).toReversed();
    expect(written.flatMap((page) => page.players)).toEqual(players);
    expect(record).toMatchObject({
      clientId: "p-host",
      players: ids,
      leaving,
      isComplete: true,
      pages: pages - 1,
    });
    expect(written[0]).toMatchObject(pages === 1 ? { players } : { version: "1.2.3", playersCount: count });
  });

  it("claims its players whatever the broker allows", () => {
    const players = ["tv", "den"].map((id) => ({ id, name: id.repeat(300) }));
    const record = readRecord(pagesOf(bridgeInfo("p", "bridge", { ...info, players }, 10)));
    expect(record).toMatchObject({ players: ["tv", "den"], leaving: [], pages: 2, isComplete: true });
  });

  it("is read without the pages of an older or newer list", () => {
    const players = Array.from({ length: 50 }, (_, n) => ({ id: `p${n}`, name: "x".repeat(20) }));
    const older = bridgeInfo("p", "bridge", { ...info, players }, 700);
    const newer = bridgeInfo("p", "bridge", { ...info, players: players.slice(1) }, 700);
    const mixed = pagesOf([...older, ...newer.filter(({ topic }) => topic.endsWith("/info"))]);
    const { isComplete, players: read = [] } = readRecord(mixed) ?? {};
    expect(isComplete).toBe(false);
    expect(read.length).toBeLessThan(20);
    expect(readRecord(pagesOf([...older, ...newer]))).toMatchObject({ isComplete: true });
  });

  it("is cleared with all of its pages, its state last", () => {
    expect(clearBridge("p", "bridge-1", 2).map(({ topic, payload }) => topic + payload)).toEqual([
      "p/bridge-1/latest-version",
      "p/bridge-1/health",
      "p/bridge-1/info/2",
      "p/bridge-1/info/1",
      "p/bridge-1/info",
      "p/bridge-1/state",
    ]);
  });

  it("is read whole, without what another client may have written there", () => {
    const odd = { mqtt: { clientId: "c" }, players: [{ id: "a" }, { id: 1 }, "b"], leaving: ["d", 2] };
    const told = { ...odd, term: 3, sequence: 4, pages: 5000 };
    expect(readRecord(new Map([[0, JSON.stringify(told)]]))).toEqual({
      clientId: "c",
      term: 3,
      players: ["a"],
      leaving: ["d"],
      pages: 1000,
      sequence: 4,
      isComplete: false,
    });
  });

  it.each([undefined, "", "no JSON", "null", "[]"])("is none where the info is %j", (told) => {
    expect(readRecord(new Map(told === undefined ? [] : [[0, told]]))).toBeUndefined();
  });

  it.each([undefined, -1, 0, 1.5, "9", 1e300])("has no term and no pages for %j", (count) => {
    const told = JSON.stringify({ term: count, pages: count, sequence: count, players: [] });
    const record = readRecord(new Map([[0, told]]));
    expect(record).toMatchObject({ term: 0, pages: 0, isComplete: true });
    expect(record?.sequence).toBeUndefined();
  });

  it("has no term after which there would be none", () => {
    const record = readRecord(new Map([[0, JSON.stringify({ term: Number.MAX_SAFE_INTEGER })]]));
    expect(record?.term).toBe(0);
  });
});

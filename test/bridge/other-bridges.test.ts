import { expect, it } from "vitest";
import { OtherBridges } from "../../src/bridge/other-bridges.ts";
import { incoming } from "../support/bridge/incoming.ts";
import { FakeClock } from "../support/fake-clock.ts";

const [minute, day] = [60_000, 86_400_000];

/** What `bridge-b` knows of the others. */
function bench() {
  const clock = new FakeClock();
  const context = { base: "base", bridge: "bridge-b", clock, events: { othersChanged: () => {} } } as const;
  const others = new OtherBridges(context);
  const hear = (
    bridge: string,
    state: string,
    players: readonly string[] = [],
    leaving: readonly string[] = [],
  ) => {
    others.received(incoming(`base/${bridge}/state`, state));
    const info = { players: players.map((id) => ({ id })), leaving };
    if (state !== "") others.received(incoming(`base/${bridge}/info`, JSON.stringify(info)));
  };
  const known = (): unknown => {
    const { isRead, present, players, absent } = others;
    return {
      isRead,
      present,
      players,
      absent: [...absent].map(([name, { players: had }]) => [name, ...had]),
    };
  };
  return { clock, others, hear, known };
}

const nobody = { isRead: true, present: [], players: [], absent: [] };

it("the others are there while they are heard, and are given time with each connection", async () => {
  const { clock, others, hear, known } = bench();
  const there = { isRead: true, present: ["bridge-a"], players: ["den", "attic"], absent: [] };
  others.connected();
  hear("bridge-a", "online", ["den"], ["attic"]);
  expect(known()).toEqual({ ...there, isRead: false });
  await clock.advance(2000);
  expect(known()).toEqual(there);
  expect(["den", "attic", "cellar"].map((id) => others.isClaimed(id))).toEqual([true, true, false]);
  for (let times = 0; times < 5; times++) {
    await clock.advance(2 * minute);
    others.received(incoming("base/bridge-a/health", "{}"));
  }
  others.disconnected();
  await clock.advance(day);
  others.connected();
  expect(known()).toEqual({ ...there, isRead: false });
  await clock.advance(149_000);
  expect(known()).toEqual(there);
  await clock.advance(1000);
  expect(known()).toEqual(nobody);
  hear("bridge-a", "");
  await clock.advance(day);
  expect(known()).toEqual(nobody);
});

it("the topics of one that is offline for a day are cleared, by the first of those that are there", async () => {
  const { clock, others, hear, known } = bench();
  others.connected();
  hear("bridge-c", "offline", ["cellar"], ["hall"]);
  await clock.advance(day / 2);
  others.disconnected();
  others.connected();
  hear("bridge-c", "offline", ["cellar"], ["hall"]);
  await clock.advance(day / 2 - 1);
  expect(known()).toEqual(nobody);
  await clock.advance(1);
  const gone = { ...nobody, absent: [["bridge-c", "cellar", "hall"]] };
  expect(known()).toEqual(gone);
  hear("bridge-a", "online", ["den"]);
  expect(known()).toEqual({ ...nobody, present: ["bridge-a"], players: ["den"] });
  hear("bridge-a", "offline");
  expect(known()).toEqual(gone);
  others.forget("bridge-c");
  expect(known()).toEqual(nobody);
});

it("the records and signs of life of each that is known are read", () => {
  const { others, hear } = bench();
  const filters = () => others.subscriptions.map(({ filter }) => filter);
  expect(filters()).toEqual(["base/+/state"]);
  hear("bridge-a", "online");
  const records = ["info", "info/+", "health"].map((leaf) => `base/bridge-a/${leaf}`);
  expect(filters()).toEqual(["base/+/state", ...records]);
  expect(others.subscriptions.every(({ wantsRetained }) => wantsRetained)).toBe(true);
});

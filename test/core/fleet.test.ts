import { describe, expect, it } from "vitest";
import {
  absentFor,
  advanceFleet,
  answers,
  bridgeNameOf,
  type Fleet,
  type FleetEvent,
  type FleetWords,
  isClaimedByOthers,
  isOnHold,
  isReading,
  isSettled,
  mayGoOn,
  mayStart,
  memberOf,
  memberStates,
  membersWithOtherList,
  newFleet,
} from "../../src/core/fleet.ts";
import { hash32 } from "../../src/lib/hash.ts";
import { type BridgeName, isBridgeName, isPlayerId } from "../../src/core/topics/topics.ts";

const graceMs = 10_000;
const day = 24 * 3_600_000;
const [a, b, c] = ["bridge-a", "bridge-b", "bridge-c"] as const;
const names = Array.from({ length: 5000 }, (_, index) => `player-${index}`);
/** Three players of each of two members. */
const of = (member: BridgeName, members: readonly BridgeName[] = [a, b]): string[] =>
  names.filter((id) => memberOf(id, members) === member).slice(0, 3);
const players = [...of(a), ...of(b)];

type Told = readonly [atMs: number, event: FleetEvent];

/** A member after events, each with its time. */
const after = (before: Fleet, events: readonly Told[]): Fleet =>
  events.reduce((fleet, [at, event]) => advanceFleet(fleet, event, at), before);

/** A member that is connected since 0 and told events. */
const told = (events: readonly Told[], of = players): Fleet =>
  after(newFleet({ self: a, graceMs }, of), events);

const connected = [0, { kind: "connected" }] as const;
const read = [2000, { kind: "read" }] as const;
const published = (at: number, sequence: number): Told[] => [
  [at, { kind: "published", sequence }],
  [at, { kind: "echoed", sequence, isReading: false }],
];
const words = (claims: readonly string[], more: Partial<FleetWords> = {}): FleetWords => ({
  claims,
  wants: [],
  isReading: false,
  list: undefined,
  sequence: 1,
  ...more,
});
const info = (at: number, member: BridgeName, said: FleetWords | undefined): Told => [
  at,
  { kind: "info", member, words: said },
];
const state = (at: number, member: BridgeName, text: string): Told => [
  at,
  { kind: "state", member, state: text },
];
const tick = (at: number): Told => [at, { kind: "tick" }];
const held = ({ own }: Fleet): string[] =>
  [...own].filter(([, { heldSince, isLeaving }]) => heldSince !== undefined && !isLeaving).map(([id]) => id);
const leaving = ({ own }: Fleet): string[] =>
  [...own].filter(([, { isLeaving }]) => isLeaving).map(([id]) => id);
const settledAlone = [connected, read, ...published(2000, 1)] as const;
const mine = of(a);
const theirs = of(b);
/** Two members, each with its players. */
const settled = [
  connected,
  state(100, b, "online"),
  info(100, b, words(theirs)),
  read,
  ...published(2000, 1),
] as const;

describe("names of bridges", () => {
  it("are those of members, which no player can have", () => {
    expect([bridgeNameOf(""), bridgeNameOf("attic-1")]).toEqual(["bridge", "bridge-attic-1"]);
    for (const name of ["bridge", "bridge-0", "bridge-attic"]) {
      expect([isBridgeName(name), isPlayerId(name)]).toEqual([true, false]);
    }
    for (const id of ["bridge0", "my-bridge-0"])
      expect([isBridgeName(id), isPlayerId(id)]).toEqual([false, true]);
    expect([isBridgeName(`bridge-${"a".repeat(25)}`), isPlayerId("bridge-a_b")]).toEqual([false, false]);
  });
});

describe("the hash", () => {
  const members = (count: number): BridgeName[] =>
    Array.from({ length: count }, (_, index) => bridgeNameOf(`house-${index}`));

  it.each([2, 3, 5, 16])("gives each of %i members its share, and a newcomer a share of each", (count) => {
    const fair = names.length / count;
    const [before, after] = [members(count), members(count + 1)];
    const newcomer = bridgeNameOf(`house-${count}`);
    const shares = new Map<BridgeName | undefined, number>();
    for (const id of names) {
      const [member, next] = [memberOf(id, before), memberOf(id, after)];
      shares.set(member, (shares.get(member) ?? 0) + 1);
      expect([member, newcomer]).toContain(next);
    }
    // Five standard deviations of fair dice: a bad hash is far outside, a good one never is.
    const tolerated = 5 * Math.sqrt(fair * (1 - 1 / count));
    for (const member of before) expect(Math.abs((shares.get(member) ?? 0) - fair)).toBeLessThan(tolerated);
  });

  it("never changes its mind: versions that run side by side agree", () => {
    const ids = ["living-room", "cinema", "den", "attic", "player"];
    expect(ids.map((id) => memberOf(id, [a, b, c])?.slice(-1)).join("")).toBe("abacc");
    expect(memberOf("den", [])).toBeUndefined();
  });

  it("decides by the name where two members have the same hash", () => {
    const [first, second] = ["bridge-3rnw", "bridge-kpba"] as const;
    expect(hash32(first)).toBe(hash32(second));
    for (const id of players) {
      expect([memberOf(id, [first, second]), memberOf(id, [second, first])]).toEqual([first, first]);
    }
  });
});

describe("a member of a fleet", () => {
  it("takes nothing before it has read the claims of the others, and polls only what has come back", () => {
    const reading = told([connected, ...published(100, 1)]);
    expect([reading.own.size, isSettled(reading)]).toEqual([0, false]);
    const asking = told([connected, read]);
    expect([[...asking.own.keys()], held(asking)]).toEqual([players, []]);
    expect([mayStart(asking, "player-x"), players.some((id) => mayStart(asking, id))]).toEqual([
      false,
      false,
    ]);
    const alone = told(settledAlone);
    expect([held(alone), isSettled(alone)]).toEqual([players, true]);
  });

  it("withdraws a claim where an earlier one has come back before its own", () => {
    const [contested = ""] = players;
    const fleet = told([
      connected,
      read,
      [2000, { kind: "published", sequence: 1 }],
      info(2050, b, words([contested])),
    ]);
    expect(leaving(fleet)).toEqual([contested]);
    const given = advanceFleet(fleet, { kind: "stopped", players: [contested] }, 2060);
    expect([given.own.has(contested), isClaimedByOthers(given, contested)]).toEqual([false, true]);
    // A loop that may go on is not withdrawn because it has stopped for another reason.
    expect(advanceFleet(given, { kind: "stopped", players: [players[1] ?? ""] }, 2070).own.size).toBe(
      players.length - 1,
    );
  });

  it("keeps what it has if a later claim appears, and ends an overlap after a second by the hash", () => {
    const later = told([...settled, info(3000, b, words([...theirs, ...mine]))]);
    expect([held(later), held(advanceFleet(later, { kind: "tick" }, 4100))]).toEqual([mine, mine]);
    const [own = ""] = theirs;
    const overlapping = told([...settledAlone, info(3000, b, words([own]))]);
    expect(leaving(overlapping)).toEqual([]);
    expect(leaving(advanceFleet(overlapping, { kind: "tick" }, 3999))).toEqual([]);
    expect(leaving(advanceFleet(overlapping, { kind: "tick" }, 4000))).toEqual([own]);
    // Who still reads polls nothing.
    const unconfirmed = told([...settledAlone, info(3000, b, words([own], { isReading: true })), tick(9000)]);
    expect(leaving(unconfirmed)).toEqual([]);
  });

  it("gives way to a bridge without a fleet, which is no member", () => {
    const [first = ""] = players;
    expect(leaving(told([...settledAlone, info(3000, "bridge", words([first]))]))).toEqual([first]);
    const waiting = told([connected, info(100, "bridge", words(players)), read, ...published(2000, 1)]);
    expect([waiting.own.size, waiting.wants, [...waiting.awaited]]).toEqual([
      0,
      [],
      [["bridge", players.length]],
    ]);
  });

  it("asks for its players one after another, and hands over those that the hash gives to another", () => {
    const newcomer = told([connected, state(10, b, "online"), info(10, b, words(names)), read], names);
    expect([newcomer.wants.length, newcomer.own.size, isSettled(newcomer)]).toEqual([25, 0, false]);
    expect(newcomer.wants.every((id) => memberOf(id, [a, b]) === a)).toBe(true);
    // Each info costs all members work: it asks for more once half of them are here.
    const wantedAfter = (count: number): readonly string[] =>
      advanceFleet(
        newcomer,
        info(2100, b, words(names.filter((id) => !newcomer.wants.slice(0, count).includes(id))))[1],
        2100,
      ).wants;
    expect(wantedAfter(12)).toEqual(newcomer.wants.slice(12));
    expect(wantedAfter(13)).toHaveLength(25);
    const asked = told([...settledAlone, info(3000, b, words([], { wants: players }))]);
    expect(leaving(asked)).toEqual(theirs);
    const [gone = ""] = theirs;
    const released = advanceFleet(asked, { kind: "stopped", players: [gone] }, 3100);
    expect([released.own.has(gone), isSettled(released)]).toEqual([false, false]);
  });

  it("takes over at once from one that leaves, and after the grace from one that died", () => {
    const left = told([
      ...settled,
      info(3000, b, words([])),
      state(3010, b, "offline"),
      ...published(3020, 2),
    ]);
    expect([held(left).toSorted(), [...memberStates(left)]]).toEqual([players.toSorted(), []]);
    const dying = told([...settled, state(3000, b, "offline"), tick(12_999)]);
    expect([held(dying), [...dying.orphans]]).toEqual([mine, theirs]);
    expect([...memberStates(dying)]).toEqual([[b, { isUp: false, players: 3 }]]);
    const dead = advanceFleet(dying, { kind: "tick" }, 13_000);
    expect([[...dead.own.keys()], [...dead.orphans]]).toEqual([players, theirs]);
    const taken = told([...settled, state(3000, b, "offline"), tick(13_000), ...published(13_000, 2)]);
    expect([held(taken), taken.orphans.size]).toEqual([players, 0]);
    expect([...memberStates(taken)]).toEqual([[b, { isUp: false, players: 0 }]]);
  });

  it("moves nothing for one that died and returns in time", () => {
    const back = told([
      ...settled,
      state(3000, b, "offline"),
      info(8000, b, words(theirs, { sequence: 2 })),
      tick(30_000),
    ]);
    expect([held(back), back.orphans.size, [...memberStates(back)]]).toEqual([
      mine,
      0,
      [[b, { isUp: true, players: 3 }]],
    ]);
  });

  it("leaves orphans to the member that the hash chooses among those that are there", () => {
    const one = names.find((id) => memberOf(id, [a, b]) === b && memberOf(id, [a, b, c]) === c) ?? "";
    const dead = told(
      [
        connected,
        info(10, b, words([])),
        info(10, c, words([one])),
        read,
        state(3000, c, "offline"),
        tick(3100),
      ],
      [one],
    );
    expect([dead.orphans.size, dead.own.size]).toEqual([0, 0]);
    // It takes them itself if the other does not know them.
    expect(advanceFleet(dead, { kind: "tick" }, 13_000).own.size).toBe(0);
    const late = after(dead, [tick(13_000), tick(22_999)]);
    expect([late.own.size, advanceFleet(late, { kind: "tick" }, 23_000).own.size]).toEqual([0, 1]);
  });

  it("declares nobody dead before the grace when it has just connected", () => {
    const found = told([connected, info(10, b, words(theirs)), state(20, b, "offline"), read, tick(9000)]);
    expect([[...found.own.keys()], [...found.orphans]]).toEqual([mine, theirs]);
    const reversed = told([connected, state(10, b, "offline"), info(20, b, words(theirs)), read, tick(9000)]);
    expect([...reversed.orphans]).toEqual(theirs);
    // A second info proves that it lives, behind its snapshot.
    const alive = told([
      connected,
      state(10, b, "offline"),
      info(20, b, words(theirs)),
      info(30, b, words(theirs, { sequence: 2 })),
      read,
      tick(60_000),
    ]);
    expect([alive.orphans.size, held(told([...settled]))]).toEqual([0, mine]);
    const again = told([
      ...settled,
      state(3000, b, "offline"),
      [9000, { kind: "disconnected", agoMs: 0 }],
      [9500, { kind: "connected" }],
      [12_000, { kind: "read" }],
      tick(14_000),
    ]);
    expect([[...again.own.keys()], [...again.orphans]]).toEqual([mine, theirs]);
  });

  it("takes what is retained for no sign of life, even if it arrives before the connection is reported", () => {
    const left = told([
      connected,
      ...published(0, 1),
      state(500, b, "online"),
      info(600, b, words(of(b))),
      read,
      [3000, { kind: "disconnected", agoMs: 0 }],
      state(4000, b, "offline"),
      info(4000, b, words([], { sequence: 2 })),
      [4001, { kind: "connected" }],
      [6001, { kind: "read" }],
    ]);
    expect([...left.own.keys()]).toEqual(players);
  });

  it("takes nobody for silent after it stood still itself", () => {
    const woken = told([
      connected,
      state(500, b, "online"),
      info(600, b, words(of(b))),
      read,
      ...published(2000, 1),
      [1e6, { kind: "stood-still" }],
      [1e6 + graceMs, { kind: "tick" }],
    ]);
    expect(memberStates(woken).get(b)).toEqual({ isUp: true, players: 3 });
  });

  it("takes one that is silent for one that is gone, until it is heard again", () => {
    const silent = told([...settled, tick(150_100)]);
    expect([...silent.orphans]).toEqual(theirs);
    expect(advanceFleet(silent, { kind: "health", member: b }, 151_000).orphans.size).toBe(0);
    const off = advanceFleet(silent, { kind: "state", member: b, state: "offline" }, 151_000);
    expect(advanceFleet(off, { kind: "health", member: b }, 152_000).orphans.size).toBe(3);
    const heard = told([...settled, [100_000, { kind: "health", member: b }], tick(200_000)]);
    expect(heard.orphans.size).toBe(0);
  });

  it("sends nothing after it stood still until the broker has confirmed its claims", () => {
    const stood = told([...settled, [60_000, { kind: "stood-still" }]]);
    expect([isOnHold(stood, 60_000), mine.every((id) => mayGoOn(stood, id)), held(stood)]).toEqual([
      true,
      true,
      [],
    ]);
    const asking = advanceFleet(stood, { kind: "published", sequence: 2 }, 60_010);
    expect([isOnHold(asking, 60_010), isSettled(asking)]).toEqual([true, false]);
    const [lost = "", ...kept] = mine;
    const learned = advanceFleet(
      asking,
      { kind: "info", member: b, words: words([...theirs, lost], { sequence: 2 }) },
      60_020,
    );
    const knows = advanceFleet(learned, { kind: "echoed", sequence: 2, isReading: false }, 60_030);
    expect([isOnHold(knows, 60_030), held(knows), leaving(knows)]).toEqual([false, kept, [lost]]);
  });

  it("stops polling when the broker is away for as long as others wait, and asks again afterwards", () => {
    const away = told([
      ...settled,
      [60_000, { kind: "disconnected", agoMs: 0 }],
      [61_000, { kind: "disconnected", agoMs: 0 }],
    ]);
    expect([isOnHold(away, 69_999), isOnHold(away, 70_000)]).toEqual([false, true]);
    const again = (at: number): Fleet =>
      after(away, [[at, { kind: "connected" }], ...published(at, 2), [at + 2000, { kind: "read" }]]);
    const soon = again(62_000);
    expect([isOnHold(soon, 90_000), held(soon)]).toEqual([false, mine]);
    const back = again(80_000);
    expect([isOnHold(back, 82_000), held(back)]).toEqual([true, []]);
  });

  it("gives up all its players when it ends, when another of its name runs, or when they are removed", () => {
    const ending = told([
      ...settledAlone,
      [3000, { kind: "ending" }],
      [3000, { kind: "disconnected", agoMs: 0 }],
    ]);
    expect([leaving(ending), ending.phase]).toEqual([players, "ended"]);
    expect(told([...settledAlone, [3000, { kind: "dropped" }]]).own.size).toBe(0);
    expect(leaving(told([...settledAlone, [3000, { kind: "configured", players: mine }]]))).toEqual(theirs);
    // Of a bridge that is offline, nothing may be known but that.
    expect([...memberStates(told([connected, state(10, b, "offline"), read]))]).toEqual([]);
    // Reading ends once.
    expect(told([...settledAlone, [3000, { kind: "read" }]]).phase).toBe("read");
  });

  it("knows who has another list, who is absent for a day, and forgets whose topics are cleared", () => {
    const fleet = told([
      connected,
      info(10, b, words([], { list: "other" })),
      info(10, c, words([], { list: "own" })),
      read,
      state(3000, c, "offline"),
    ]);
    expect(membersWithOtherList(fleet, "own")).toEqual([b]);
    // A version that names no list is not blamed.
    expect(membersWithOtherList(told(settled), "own")).toEqual([]);
    expect([absentFor(fleet, day, 3000 + day - 1), absentFor(fleet, day, 3000 + day)]).toEqual([[], [c]]);
    const forgotten = advanceFleet(fleet, { kind: "forgotten", member: c }, 4000);
    expect([...forgotten.members.keys()]).toEqual([b]);
    const cleared = advanceFleet(fleet, { kind: "info", member: b, words: undefined }, 4000);
    expect([...memberStates(cleared)]).toEqual([]);
    expect([...advanceFleet(cleared, { kind: "state", member: b, state: "" }, 4100).members.keys()]).toEqual([
      c,
    ]);
  });

  it("counts the absence of a member over its own lost connections, and anew if that one was there meanwhile", () => {
    const gone = told([...settled, state(3000, b, "offline")]);
    const again = (fleet: Fleet, at: number, sequence = 1): Fleet =>
      after(fleet, [
        [at - 1000, { kind: "disconnected", agoMs: 0 }],
        [at, { kind: "connected" }],
        state(at, b, "offline"),
        info(at, b, words(theirs, { sequence })),
        [at + 2000, { kind: "read" }],
        ...published(at + 2000, sequence + 1),
      ]);
    const daily = again(again(gone, day / 3), (2 * day) / 3);
    expect([absentFor(daily, day, 3000 + day - 1), absentFor(daily, day, 3000 + day)]).toEqual([[], [b]]);
    // Its info is another one, so it was there while we were not.
    const seen = again(gone, day / 2, 7);
    expect([absentFor(seen, day, 3000 + day), absentFor(seen, day, 1.5 * day)]).toEqual([[], [b]]);
  });

  it("keeps what it has taken from a dead member when its own connection breaks", () => {
    const taken = told([...settled, state(3000, b, "offline"), tick(13_000), ...published(13_000, 2)]);
    expect(held(taken)).toEqual(players);
    const back = after(taken, [
      [20_000, { kind: "disconnected", agoMs: 0 }],
      [21_000, { kind: "connected" }],
      state(21_100, b, "offline"),
      info(21_100, b, words(theirs)),
      [23_000, { kind: "read" }],
    ]);
    expect([leaving(back), isClaimedByOthers(back, theirs[0] ?? "")]).toEqual([[], false]);
  });

  it("answers for what nobody claims, until one that comes first knows the claims, too", () => {
    const ids = of(c, [a, c]);
    const [id = ""] = ids;
    const alone = [connected, state(100, c, "offline"), info(100, c, words([])), ...published(200, 1), read];
    const silent = [...alone, state(2200, b, "online")];
    const back = [...alone, state(2300, c, "online")];
    const reading = [...back, info(2400, c, words([], { isReading: true, sequence: 2 }))];
    const known = [...reading, info(2500, c, words([], { sequence: 3 }))];
    const all = [alone, silent, back, reading, known].map((events) => answers(told(events, ids), id));
    expect(all).toEqual([true, true, false, true, false]);
    const off = told([...alone, [2500, { kind: "own-state", state: "offline" }]], ids);
    const on = advanceFleet(off, { kind: "own-state", state: "online" }, 2600);
    expect([off, on].map((fleet) => answers(fleet, id))).toEqual([false, true]);
  });

  it("leaves a command to the member that it asks for the player, though one that does not know the claims is first", () => {
    const [own = ""] = mine;
    const [other = ""] = theirs;
    // The one that reads claims what it had before its connection broke, and gives it up once it has read.
    const back = words([own, other], { isReading: true, sequence: 2 });
    const asking = told([
      connected,
      ...published(100, 1),
      read,
      [2000, { kind: "published", sequence: 2 }],
      state(2100, b, "online"),
      info(2200, b, back),
      [2300, { kind: "echoed", sequence: 2, isReading: false }],
    ]);
    expect([leaving(asking), answers(asking, own), answers(asking, other)]).toEqual([
      [own, other],
      true,
      true,
    ]);
    const known = advanceFleet(asking, { kind: "info", member: b, words: words([other]) }, 2400);
    expect([own, other].map((id) => answers(known, id))).toEqual([true, false]);
  });

  it("answers for its claim from the first info with it until the first without is back", () => {
    const ids = of(c, [a, c]);
    const [id = ""] = ids;
    // Another one comes first, and so only a claim makes this one answer.
    const beside = [connected, state(100, c, "online"), ...published(200, 1), read] as const;
    const asked = [...beside, tick(20_000), [20_000, { kind: "published", sequence: 2 }]] as const;
    const ready = info(20_050, c, words([]));
    const stood = [
      ...asked,
      ready,
      [20_100, { kind: "stood-still" }],
      [20_100, { kind: "published", sequence: 3 }],
    ] as const;
    const stopped = [
      ...asked,
      ready,
      [20_100, { kind: "ending" }],
      [20_100, { kind: "stopped", players: ids }],
      [20_100, { kind: "published", sequence: 3 }],
    ] as const;
    for (const [events, keeps] of [
      [stood, true],
      [stopped, false],
    ] as const) {
      const before = told(events, ids);
      const known = advanceFleet(before, { kind: "echoed", sequence: 2, isReading: false }, 20_200);
      const last = advanceFleet(known, { kind: "echoed", sequence: 3, isReading: true }, 20_300);
      expect([before, known, last].map((fleet) => answers(fleet, id))).toEqual([false, true, keeps]);
    }
  });

  it("says that it does not count once it leaves without players, or before it knows the claims", () => {
    const ended = told([...settledAlone, [3000, { kind: "ending" }]]);
    const empty = advanceFleet(ended, { kind: "stopped", players }, 3100);
    const early = told([connected, ...published(100, 1), [200, { kind: "ending" }]]);
    expect([ended, empty, early].map(isReading)).toEqual([false, true, true]);
  });

  it("answers for a player that two claim, as a cluster of brokers allows, unless it gives way", () => {
    const [own = ""] = mine;
    const [other = ""] = theirs;
    const both = told([...settled, info(5000, b, words([...theirs, own], { sequence: 2 }))]);
    expect([own, other, "unknown"].map((id) => answers(both, id))).toEqual([true, false, false]);
    expect(answers(advanceFleet(both, { kind: "ending" }, 5100), own)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import type { Extension } from "../../src/bridge/extension.ts";
import { settingLeaves } from "../../src/core/resources/settings.ts";
import type { BridgePlayer } from "../../src/bridge/player-runner.ts";
import { BridgeBench, mqtt } from "../support/bridge/bridge-bench.ts";
import { music } from "../core/sample-player.ts";
import { incoming } from "../support/bridge/incoming.ts";
import { ScriptedPlayer, unreachable } from "../support/bridge/scripted-player.ts";
import { translatable } from "../../src/lib/phrase.ts";

type Settled = BridgeBench & { readonly den: BridgePlayer; readonly attic: BridgePlayer };

/** A bridge of `den` and `attic` that has told everything, and its players as they are configured. */
async function settled(): Promise<Settled> {
  const bench = new BridgeBench({});
  const [den, attic] = [bench.player("den"), bench.player("attic")];
  await bench.bridge.arrange([den, attic]);
  bench.bridge.connected(mqtt);
  await bench.clock.advance(2000);
  for (const player of Object.values(bench.players)) player.requests.length = 0;
  bench.broker.messages.length = 0;
  return Object.assign(bench, { den, attic });
}

function select(bench: BridgeBench, id: string, tag: string): void {
  bench.bridge.received(incoming(`base/${id}/audio/input/set`, tag));
}

const outcomes = (bench: BridgeBench): string[] =>
  bench.broker.results.map(({ request, outcome, reason }) => `${request} ${outcome} ${reason ?? ""}`.trim());

it("a player that comes while the bridge runs is polled, listened for, scheduled and told of, and the others notice nothing", async () => {
  await using bench = await settled();
  await bench.bridge.arrange([bench.den, bench.attic, bench.player("cellar")]);
  await bench.clock.advance(1000);
  expect(bench.players["cellar"]?.requests).toContain("read audio");
  for (const id of ["den", "attic"]) expect(bench.players[id]).toMatchObject({ requests: [], closed: 0 });
  expect(bench.listened("base/cellar/")).toEqual(
    ["music/queue/pages/+", "note", "info", "settings/+/title"].map((leaf) =>
      expect.objectContaining({ filter: `base/cellar/${leaf}` }),
    ),
  );
  expect(bench.said("info")).toMatchObject({ players: [{ id: "den" }, { id: "attic" }, { id: "cellar" }] });
  bench.schedule.fire("every 5");
  await bench.clock.advance(100);
  expect(bench.players["cellar"]?.requests.at(-1)).toBe("read audio");
  expect(bench.broker.retained.get("base/cellar/availability")).toBe("online");
  // Nothing was noted about it: what comes later is not from an earlier run.
  expect(bench.broker.payloads("base/cellar/note")).toEqual([""]);
});

describe("a player that goes while the bridge runs", () => {
  it("is not polled, listened for or scheduled any more, and its device is closed", async () => {
    await using bench = await settled();
    await bench.bridge.arrange([bench.den]);
    bench.schedule.fire("every 5");
    await bench.clock.advance(20_000);
    expect(bench.players["attic"]).toMatchObject({ requests: [], closed: 1 });
    expect(bench.players["den"]).toMatchObject({ requests: ["read audio"], closed: 0 });
    expect(bench.listened("base/attic/")).toEqual([]);
    expect(bench.bridge.sessions.map(({ id }) => id)).toEqual(["den"]);
    expect(bench.said("health")).toMatchObject({ players: { den: {} } });
    expect(bench.said("health")).not.toHaveProperty("players.attic");
  });

  it("answers a command that was under way, and later one as any that names no player", async () => {
    await using bench = await settled();
    await bench.bridge.arrange([bench.den]);
    select(bench, "attic", "TV");
    await bench.clock.advance(6000);
    select(bench, "attic", "BT");
    expect(outcomes(bench)).toEqual([
      "TV failed the player was removed first",
      'BT rejected no such player: "attic", expected den',
    ]);
  });
});

it.each([
  ["goes", false, "the player was removed"],
  ["has new settings", true, "the player's settings changed"],
])(
  "a player is read back before it %s if it has taken a command, which gets its outcome",
  async (_what, stays, what) => {
    for (const shows of ["TV", "XMOS"]) {
      await using bench = await settled();
      const attic = bench.players["attic"];
      attic?.follow((asked) => (asked.startsWith("select") ? attic.listing() : attic.plainly(asked)));
      select(bench, "attic", "TV");
      await bench.clock.advance(0);
      if (attic !== undefined) attic.chosen.input = shows;
      select(bench, "attic", "BT");
      const arranged = bench.bridge.arrange([bench.den, ...(stays ? [bench.player("attic")] : [])]);
      await bench.clock.advance(shows === "TV" ? 300 : 1000);
      await arranged;
      const tv = shows === "TV" ? "applied" : `failed sent, but not confirmed before ${what}`;
      expect(outcomes(bench)).toEqual([`TV ${tv}`, `BT failed ${what} first`]);
      expect(bench.broker.results[0]?.tag).toBe("TV");
      expect(attic?.requests.slice(0, 2)).toEqual(["select input TV", "read audio"]);
    }
  },
);

describe("settings that an earlier run has published", () => {
  const arrives = (bench: BridgeBench, tag: string, retain = true): void =>
    bench.bridge.received(incoming(`base/attic/settings/${tag}/title`, tag, { retain }));
  const cleared = (bench: BridgeBench): string[] =>
    bench.broker.messages.map(
      ({ topic, payload }) => `${topic.replace("base/attic/settings/", "")} ${payload}`,
    );

  it("are cleared where they are neither allowed nor declared any more, and only then", async () => {
    await using bench = await settled();
    const change = { settingTags: ["gain"], declaredTags: ["subwoofer"] };
    await bench.bridge.arrange([bench.den, { ...bench.player("attic"), ...change }]);
    await bench.clock.advance(2000);
    bench.broker.messages.length = 0;
    for (const tag of ["gain", "subwoofer"]) arrives(bench, tag);
    arrives(bench, "live", false);
    expect(cleared(bench)).toEqual([]);
    arrives(bench, "bass");
    expect(cleared(bench)).toEqual(settingLeaves("bass").map((leaf) => `${leaf.slice("settings/".length)} `));
  });

  it("are left to others once the player does not run here", async () => {
    await using bench = await settled();
    await bench.bridge.arrange([bench.den]);
    bench.broker.messages.length = 0;
    arrives(bench, "bass");
    expect(cleared(bench)).toEqual([]);
  });
});

describe("a player whose settings change while the bridge runs", () => {
  it("begins anew under them, with what the broker holds sent again", async () => {
    await using bench = await settled();
    const attic = bench.player("attic", { audio: "every 7" });
    await bench.bridge.arrange([bench.den, attic]);
    await bench.clock.advance(1000);
    expect([...bench.schedule.jobs.keys()]).toContain("every 7");
    expect(bench.players["attic"]?.requests).toContain("read audio");
    expect(bench.broker.payloads("base/attic/availability")).not.toContain("offline");
    const [without, withAgain] = bench.broker.listened.slice(-2);
    expect(without?.some(({ filter }) => filter.startsWith("base/attic/"))).toBe(false);
    expect(withAgain?.some(({ filter }) => filter.startsWith("base/attic/"))).toBe(true);
  });
});

it("what an earlier run has said of a player counts once, its family only while that is unknown", async () => {
  await using bench = await settled();
  const assumed: string[] = [];
  const device = Object.assign(new ScriptedPlayer(), {
    assume: (family: string) => void assumed.push(family),
  });
  for (const [profile, families] of [
    [undefined, ["bluos"]],
    [bench.den.profile, []],
  ] as const) {
    assumed.length = 0;
    await bench.bridge.arrange([{ ...bench.den, profile, open: () => device }]);
    for (const family of ["bluos", "wiim"]) {
      const info = {
        id: "den",
        name: "Den",
        family,
        model: family,
        wifiMac: "aa",
        quality: "high",
        controls: {},
      };
      bench.bridge.received(incoming("base/den/info", JSON.stringify(info), { retain: true }));
    }
    expect(bench.bridge.sessions[0]?.state.bridge.former).toEqual({
      model: { model: "bluos", wifiMac: "aa", details: { quality: "high" } },
      hasPower: false,
    });
    expect(assumed).toEqual(families);
  }
});

describe("arrangements", () => {
  it("come one after another, and the last one counts", async () => {
    await using bench = await settled();
    await Promise.all([bench.bridge.arrange([]), bench.bridge.arrange([bench.player("cellar"), bench.den])]);
    expect(bench.bridge.sessions.map(({ id }) => id)).toEqual(["cellar", "den"]);
  });

  it("do nothing to a bridge that has stopped", async () => {
    const bench = await settled();
    bench.stop();
    await bench.ended;
    await bench.bridge.arrange([bench.den, bench.player("cellar")]);
    expect(bench.players["cellar"]?.requests).toEqual([]);
  });
});

/** An extension that notes what it hears; the same thing twice in a row counts once. */
function noting(): { readonly heard: string[]; readonly extension: Extension } {
  const heard: string[] = [];
  const note = (what: string) => (): void => {
    if (heard.at(-1) !== what) heard.push(what);
  };
  const extension: Extension = {
    connected: note("connected"),
    announced: note("announced"),
    disconnected: note("disconnected"),
    arranged: note("arranged"),
    changed: note("changed"),
    settled: note("settled"),
    received: note("received"),
    stop: note("stop"),
  };
  return { heard, extension };
}

describe("an extension", () => {
  it("is notified of changes, outcomes, players and the broker until it is removed", async () => {
    await using bench = await settled();
    const { heard, extension } = noting();
    const subscriptions = [{ filter: "elsewhere/#", wantsRetained: true }];
    const listening = { ...extension, subscriptions };
    bench.bridge.extend(listening);
    expect(bench.listened("elsewhere")).toEqual(subscriptions);
    for (const player of Object.values(bench.players)) player.chosen.input = "TV";
    bench.schedule.fire("every 5");
    await bench.clock.advance(100);
    bench.bridge.disconnected();
    bench.bridge.connected(mqtt);
    await bench.bridge.arrange([bench.den]);
    expect(heard).toEqual(["connected", "changed", "disconnected", "connected", "announced", "arranged"]);
    select(bench, "den", "TV");
    await bench.clock.advance(0);
    expect(heard.slice(6)).toContain("settled");
    expect(bench.bridge.sessions[0]?.stats.commands).toBe(1);
    await bench.bridge.remove(listening);
    // One that is added later hears what is retained.
    expect(bench.listened("elsewhere")).toEqual([]);
    bench.bridge.disconnected();
    expect(heard.at(-1)).toBe("stop");
  });

  it("hears that a player lacks a list of its library", async () => {
    await using bench = await settled();
    const { heard, extension } = noting();
    bench.bridge.extend(extension);
    heard.length = 0;
    bench.bridge.sessions[0]?.handlePage({ kind: "unsupported" }, 5);
    expect(heard).toEqual(["changed"]);
  });

  it("hears of each answer of the player, and whether it only follows from earlier ones", async () => {
    await using bench = await settled();
    const observed: unknown[] = [];
    bench.bridge.extend({ observed: ({ id }, ...what) => void observed.push([id, ...what]) });
    const [session] = bench.bridge.sessions;
    const answer = { kind: "reading", reading: { resource: "music", value: music } } as const;
    session?.handlePush({ resource: "music", answer });
    session?.handlePush({ resource: "music", answer, isInferred: true });
    expect(observed).toEqual([
      ["den", "music", false],
      ["den", "music", true],
    ]);
    for (const [told, other] of [
      [true, { kind: "unchanged" }],
      [true, { kind: "absent" }],
      [false, { kind: "refused", reason: "busy" }],
      [false, { kind: "confused", reason: "busy" }],
      // It is offline by that.
      [true, unreachable()],
    ] as const) {
      observed.length = 0;
      session?.handlePush({ resource: "music", answer: other });
      expect([other, observed.length > 0]).toEqual([other, told]);
    }
    await bench.bridge.arrange([{ ...bench.den, mac: "02:5e:11:00:00:0a" }]);
    await bench.clock.advance(1000);
    observed.length = 0;
    const [other] = bench.bridge.sessions;
    other?.apply({ kind: "doubted" });
    // It may be another device that says so.
    other?.handlePush({ resource: "music", answer });
    expect(observed).toEqual([]);
  });

  it("is without a broker once another bridge of this name has taken over, and nothing runs or is heard any more", async () => {
    await using bench = await settled();
    const { heard, extension } = noting();
    bench.bridge.extend(extension);
    const rival = { mqtt: { clientId: "other" }, term: 900, sequence: 1, players: [] };
    bench.bridge.received(incoming("base/bridge/info", JSON.stringify(rival), { retain: true }));
    await bench.clock.advance(1000);
    expect(heard).toEqual(["connected", "disconnected", "arranged"]);
    expect(bench.bridge.sessions).toEqual([]);
    expect(bench.schedule.jobs.size).toBe(0);
    expect(bench.broker.listened.at(-1)?.map(({ filter }) => filter)).toEqual(
      ["state", "info", "health"].map((leaf) => `base/bridge/${leaf}`),
    );
  });

  it("hears of the end of a command whose player is elsewhere, which says why", async () => {
    await using bench = await settled();
    const { heard, extension } = noting();
    bench.bridge.extend(extension);
    bench.bridge.decided(incoming("base/den/audio/input/set", "TV"), translatable("end.moved", "it moved"));
    expect(outcomes(bench)).toEqual(["TV failed it moved first"]);
    expect(heard).toEqual(["connected", "settled"]);
  });

  it("is not notified of unchanged polls", async () => {
    await using bench = await settled();
    for (const player of Object.values(bench.players)) player.follow(() => ({ kind: "unchanged" }));
    const { heard, extension } = noting();
    bench.bridge.extend(extension);
    bench.schedule.fire("every 5");
    await bench.clock.advance(100);
    expect(bench.players["den"]?.requests).toEqual(["read audio"]);
    expect(heard).toEqual(["connected"]);
  });

  it("gets the messages that are no commands to a player, and its subscriptions", async () => {
    await using bench = await settled();
    const topics: string[] = [];
    bench.bridge.extend({
      subscriptions: [{ filter: "base/elsewhere", wantsRetained: true }],
      received: ({ topic }) => {
        topics.push(topic);
      },
    });
    expect(bench.listened("base/elsewhere")).toHaveLength(1);
    select(bench, "den", "TV");
    select(bench, "nobody", "TV");
    expect(topics).toEqual(["base/nobody/audio/input/set"]);
  });

  it("whose bug comes later ends the bridge with it", async () => {
    await using bench = await settled();
    bench.bridge.extend({ received: () => Promise.reject(new TypeError("a bug")) });
    select(bench, "nobody", "TV");
    await expect(bench.ended).rejects.toThrow(new TypeError("a bug"));
  });
});

import { describe, expect, it } from "vitest";
import type { PlayerSession } from "../../src/bridge/player-session.ts";
import { listen } from "../../src/bridge/run-session.ts";
import type { Push, PushListener } from "../../src/core/ports.ts";
import { refreshedResourceNames } from "../../src/core/resources/player.ts";
import { nextTurn } from "../../src/lib/turns.ts";
import { model, music } from "../core/sample-player.ts";
import { profile } from "../core/samples.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { ScriptedPlayer, unreachable } from "../support/bridge/scripted-player.ts";

/** Lets whatever can go on without time go on. */
const soon = 0;

/** A bench whose player keeps a read of its film waiting. */
async function withReadInFlight(
  change: Parameters<typeof SessionBench.settled>[0] = {},
): Promise<SessionBench> {
  const bench = await SessionBench.settled(change);
  bench.player.follow((what) => (what === "read video" ? undefined : bench.player.plainly(what)));
  bench.session.tick(["video"], 1000);
  await bench.clock.advance(soon);
  return bench;
}

describe("the loop of a player", () => {
  it("asks a new player for everything, one thing after another, with a gap between", async () => {
    await using bench = new SessionBench();
    await bench.clock.advance(soon);
    expect(bench.player.requests).toEqual(["read model"]);
    await bench.clock.advance(149);
    expect(bench.player.requests).toHaveLength(1);
    await bench.clock.advance(1000);
    const first = ["model", "audio", "video", "playlist", "music", "queue", "videoVolume", "power"];
    expect(bench.player.requests.slice(0, 8)).toEqual(first.map((name) => `read ${name}`));
    await bench.clock.advance(refreshedResourceNames.length * 150);
    expect(bench.player.requests.toSorted()).toEqual(
      ["model", ...refreshedResourceNames].map((name) => `read ${name}`).toSorted(),
    );
  });

  it.each([
    [
      "after the polls of others, like another one that has just come",
      false,
      ["another one", "a poll", "read audio"],
    ],
    ["in turn with them where a command waits for it", true, ["another one", "read audio", "a poll"]],
  ])("asks a new player for each thing %s", async (_how, isCommanded, expected) => {
    const order: string[] = [];
    let workedMs = 0;
    /** Ends the turn while another new player and, after everything else, a poll of an older one want the next. */
    const beBusy = (clock: FakeClock): void => {
      void nextTurn(clock);
      workedMs += 60;
      void nextTurn(clock, true)?.then(() => order.push("another one"));
      process.nextTick(() => nextTurn(clock)?.then(() => order.push("a poll")));
    };
    const player = new ScriptedPlayer();
    player.follow((what) => {
      order.push(what);
      return player.plainly(what);
    });
    await using bench = new SessionBench({ gapMs: 0 }, (clock) => {
      Object.assign(clock, { worked: () => workedMs });
      beBusy(clock);
      return player;
    });
    const handleAnswer = bench.session.handleAnswer.bind(bench.session);
    bench.session.handleAnswer = (...answer) => {
      handleAnswer(...answer);
      beBusy(bench.clock);
    };
    if (isCommanded) bench.send("TV");
    for (let turn = 0; turn < 9; turn++) await bench.clock.advance(soon);
    expect(order.slice(0, 6)).toEqual(["another one", "a poll", "read model", ...expected]);
  });

  it("takes no answer that was asked for before the player was looked for elsewhere", async () => {
    await using bench = await SessionBench.settled();
    bench.player.follow(() => undefined);
    bench.session.tick(["audio"], 2000);
    await bench.clock.advance(soon);
    const { held } = bench.player;
    bench.session.moved("http://10.0.0.3:9529");
    const before = bench.session.state;
    bench.player.chosen.input = "TV";
    held.answer(bench.player.listing());
    await bench.clock.advance(soon);
    expect(bench.session.state.player).toBe(before.player);
  });

  it("counts what it asks and what it is told, and reads at once what that has changed", async () => {
    await using bench = await withReadInFlight();
    const { clock, player, session } = bench;
    const { polls } = session.stats;
    await clock.advance(40);
    player.held.answer({ kind: "unchanged" });
    await clock.advance(soon);
    const read = { polls: polls + 1, unchanged: 1, latencyMs: 40, lastAnswerAt: clock.now() };
    expect(session.stats).toEqual({ ...read, failures: 0, malformed: 0, commands: 0 });
    await clock.advance(1000);
    const reading = { resource: "music", value: music } as const;
    session.handlePush({ resource: "music", answer: { kind: "reading", reading } });
    expect(session.stats).toMatchObject({ ...read, lastAnswerAt: clock.now() });
    await clock.advance(soon);
    expect(player.requests).toEqual(["read video", "read queue"]);
  });

  it("goes by the rules of what the player has turned out to be", async () => {
    await using bench = new SessionBench();
    bench.session.recognized({ ...profile, rules: { ...profile.rules, optional: new Set(["video"]) } });
    await bench.clock.advance(5000);
    const { video, playlist } = bench.session.state.resources;
    expect([video.support, playlist.support]).toEqual(["unsupported", "supported"]);
  });

  it("has its device forget what another one has answered there", async () => {
    let [mac, reopened] = ["02:5e:11:00:00:0a", 0];
    const player = Object.assign(new ScriptedPlayer(), { reopen: async () => void (reopened += 1) });
    player.follow((what) =>
      what === "read model"
        ? { kind: "reading", reading: { resource: "model", value: { ...model, mac } } }
        : player.plainly(what),
    );
    await using bench = new SessionBench({}, () => player);
    for (const [place, times] of [0, 0, 1].entries()) {
      mac = place === 1 ? "02:5e:11:00:00:0c" : "02:5e:11:00:00:0a";
      bench.session.applyAtOnce({ kind: "doubted" });
      await bench.clock.advance(60_000);
      expect([bench.session.state.identityCheck.otherDevice?.mac, reopened]).toEqual([
        place === 1 ? mac : undefined,
        times,
      ]);
    }
  });

  it("rests on when a tick moves nothing, and wakes when one makes something due earlier", async () => {
    await using bench = await SessionBench.settled({ phase: 0.5 });
    const turnAfter = async (tick: () => void): Promise<boolean> => {
      await bench.clock.advance(100);
      const { steppedAt } = bench.session.view;
      tick();
      await bench.clock.advance(soon);
      return bench.session.view.steppedAt !== steppedAt;
    };
    expect(await turnAfter(() => bench.session.tick(["video"], 8000))).toBe(true);
    expect(await turnAfter(() => bench.session.tick(["video", "audio"], 8000))).toBe(false);
    expect(await turnAfter(() => bench.session.tick(["audio"], 2000))).toBe(true);
    await bench.clock.advance(8000);
    expect(bench.player.requests).toEqual(["read audio", "read video"]);
  });

  it("sends commands of one player in the order in which they came", async () => {
    await using bench = await SessionBench.settled();
    bench.send("TV");
    bench.send("RCA", { target: "audio/output" });
    await bench.clock.advance(soon);
    expect(bench.player.requests).toEqual(["select input TV", "select output RCA"]);
    expect(bench.outcomes).toEqual(["TV applied", "RCA applied"]);
  });
});

describe("a command that is never sent", () => {
  it("is superseded by a newer one for the same selector", async () => {
    await using bench = await SessionBench.settled();
    bench.send("TV");
    bench.send("RCA", { target: "audio/output" });
    bench.send("BT");
    await bench.clock.advance(soon);
    expect(bench.outcomes).toEqual(["TV superseded", "RCA applied", "BT applied"]);
    expect(bench.player.requests).not.toContain("select input TV");
  });

  it("expires at its deadline, although a request before it still waits for its answer", async () => {
    await using bench = await withReadInFlight();
    bench.send("TV");
    bench.refresh();
    await bench.clock.advance(4999);
    expect(bench.outcomes).toEqual([]);
    await bench.clock.advance(1);
    expect(bench.outcomes).toEqual(["TV expired", "expired"]);
    bench.player.held.answer({ kind: "absent" });
    await bench.clock.advance(soon);
    expect(bench.outcomes).toEqual(["TV expired", "expired"]);
    expect(bench.player.requests).toEqual(["read video"]);
  });

  it("is rejected when too many wait already", async () => {
    await using bench = await withReadInFlight({ inboxSize: 2 });
    bench.refresh({ transaction: 1 });
    bench.send("TV");
    bench.refresh({ transaction: 2 });
    bench.send("BT");
    const reason = expect.stringContaining("too many") as unknown;
    expect(bench.broker.results).toMatchObject([
      { command: "refresh", transaction: 2, outcome: "rejected", reason },
      { request: "TV", outcome: "superseded" },
    ]);
  });
});

describe("an applied selection", () => {
  it("may be one that the player did not offer when its list was read", async () => {
    await using bench = await SessionBench.settled();
    bench.player.isUsbPlugged = true;
    bench.send("USB", { target: "audio/output" });
    await bench.clock.advance(soon);
    expect(bench.player.requests).toEqual(["read audio", "select output USB"]);
    expect(bench.outcomes).toEqual(["USB applied"]);
  });

  it("is read back after a second, also when a poll asked for the list just before", async () => {
    await using bench = await SessionBench.settled();
    const listings = (): number => bench.player.requests.filter((what) => what === "read audio").length;
    bench.send("TV");
    await bench.clock.advance(900);
    expect(bench.outcomes).toEqual(["TV applied"]);
    bench.session.tick(["audio"], 2000);
    await bench.clock.advance(99);
    expect(listings()).toBe(1);
    await bench.clock.advance(60);
    expect(listings()).toBe(2);
    await bench.clock.advance(10_000);
    expect(listings()).toBe(2);
  });

  it("is followed within 300 ms by what another input plays, with shorter gaps, and by nothing more", async () => {
    await using bench = await SessionBench.settled();
    bench.send("TV");
    await bench.clock.advance(49);
    expect(bench.player.requests).toEqual(["select input TV"]);
    await bench.clock.advance(51);
    expect(bench.player.requests).toEqual(["select input TV", "read video", "read music"]);
    await bench.clock.advance(899);
    expect(bench.player.requests).toHaveLength(3);
  });
});

describe("a selection in doubt", () => {
  it.each([
    [1000, 0, ["read audio"]],
    [2000, 1800, ["read audio", "read audio"]],
  ])("is read back until the list shows it: applied after %i ms", async (durationMs, trails, reads) => {
    await using bench = await SessionBench.settled();
    const { player } = bench;
    player.follow(() => player.listing());
    bench.send("TV");
    await bench.clock.advance(trails);
    player.chosen.input = "TV";
    await bench.clock.advance(durationMs - 1 - trails);
    expect(bench.outcomes).toEqual([]);
    await bench.clock.advance(1);
    expect(player.requests).toEqual(["select input TV", ...reads]);
    expect(bench.broker.results).toMatchObject([{ outcome: "applied", tag: "TV", durationMs }]);
  });

  it("publishes the state before the outcome that speaks of it", async () => {
    await using bench = await SessionBench.settled();
    bench.send("TV");
    await bench.clock.advance(soon);
    const topics = bench.broker.messages.map(({ topic }) => topic);
    expect(topics.indexOf("base/den/audio/input")).toBeLessThan(topics.indexOf("base/den/result"));
  });
});

it("a player on hold is heard, but not failed by requests that were never made", async () => {
  const heard: Push[] = [];
  const session = {
    isOnHold: true,
    handlePush: (push: Push) => heard.push(push),
  } as unknown as PlayerSession;
  const [told, unsent] = [
    { resource: "music", answer: { kind: "unchanged" } },
    { resource: "music", answer: unreachable() },
  ] as const;
  const device = { listen: async (onPush: PushListener) => [unsent, told].forEach(onPush) };
  await listen(session, device, new AbortController().signal);
  expect(heard).toEqual([told]);
});

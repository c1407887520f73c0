import { describe, expect, it } from "vitest";
import type { PlayerSession } from "../../src/bridge/player-session.ts";
import { listen } from "../../src/bridge/run-session.ts";
import type { Push, PushListener } from "../../src/core/ports.ts";
import { refreshedResourceNames } from "../../src/core/resources/player.ts";
import { nextTurn } from "../../src/lib/turns.ts";
import { model, music } from "../core/sample-player.ts";
import { profile } from "../core/samples.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { doing, storiesIn } from "../support/stories-in.ts";
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
    bench.send("No such input", { receivedAt: clock.now() - 40 });
    await clock.advance(soon);
    expect(bench.counters.commands.get("audio/input")?.durationMs.sum).toBeOneOf([40, 40 + soon]);
  });

  it("counts a read that failed", async () => {
    await using bench = await withReadInFlight();
    bench.player.held.fail(unreachable());
    await bench.clock.advance(soon);
    expect(bench.session.stats).toMatchObject({ failures: 1, malformed: 0 });
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
});

/** What happens in a story, by its first word. The player is healthy unless it holds or only takes requests. */
const doings: Readonly<Record<string, (bench: SessionBench, ...words: string[]) => unknown>> = {
  /** Keeps requests waiting that begin so. */
  hold: ({ player }, ...what) =>
    player.follow((asked) => (asked.startsWith(what.join(" ")) ? undefined : player.plainly(asked))),
  /** Answers selections without having made them. */
  take: ({ player }) =>
    player.follow((what) => (what.startsWith("read") ? player.plainly(what) : player.listing())),
  input: (bench, request = "") => bench.send(request),
  output: (bench, request = "") => bench.send(request, { target: "audio/output" }),
  keys: (bench, ...words) => bench.send(words.join(" "), { target: "key" }),
  refresh: (bench, transaction) => bench.refresh(transaction === undefined ? {} : { transaction }),
  poll: ({ session }, resource) => session.tick([resource as "audio"], 2000),
  /** Somebody chooses an input at the player. */
  choose: ({ player }, tag = "") => (player.chosen.input = tag),
  plug: ({ player }) => (player.isUsbPlugged = true),
  disconnect: ({ session }) => session.apply({ kind: "disconnected" }),
  /** The request that waits is answered as by a healthy player, or with the present list. */
  answer: ({ player }, how) =>
    player.held.answer(how === "list" ? player.listing() : player.plainly(player.held.what)),
  stop: (bench) => bench.stop(),
  wait: ({ clock }, ms) => clock.advance(Number(ms)),
};

/** One thing after another; tells what was asked of the player and what was answered, with a dash for a wait without any. */
async function tell(story: string): Promise<string> {
  await using bench = await SessionBench.settled({ inboxSize: 3 });
  const told: string[] = [];
  const seen = { requests: 0, results: 0 };
  for (const part of story.split(", ")) {
    await Promise.all(part.split(" + ").map((step) => doing(doings, bench, step)));
    await bench.clock.advance(soon);
    const { requests } = bench.player;
    const { results } = bench.broker;
    const news = [
      ...requests.slice(seen.requests).map((what) => `${what}?`),
      ...results
        .slice(seen.results)
        .map(({ request, outcome, reason }) =>
          [request, outcome, reason && `(${reason})`].filter(Boolean).join(" "),
        ),
    ];
    Object.assign(seen, { requests: requests.length, results: results.length });
    if (news.length > 0) told.push(news.join(", "));
    else if (part.startsWith("wait")) told.push("-");
  }
  const isOver = await Promise.race([bench.ended.then(() => true), bench.clock.advance(soon)]);
  expect(isOver === true, "is over").toBe(story.includes("stop"));
  bench.stop();
  await bench.clock.advance(2000);
  expect([bench.clock.pending, bench.session.stats.failures]).toEqual([0, 0]);
  return told.join(", ");
}

it.each(
  storiesIn(`
  sends commands of one player in the order in which they came
      input TV + output RCA
      select input TV?, select output RCA?, TV applied, RCA applied

  lets a newer command supersede one for the same selector
      input TV + output RCA + input BT
      select output RCA?, select input BT?, TV superseded, RCA applied, BT applied

  lets a command expire at its deadline, although a request before it still waits for its answer
      hold read video, poll video, input TV + refresh, wait 4999, wait 1, answer, wait 100
      read video?, -, TV expired, expired, -

  rejects a command when too many wait already
      hold read video, poll video, refresh + input TV + output RCA, refresh 2, input BT
      read video?, rejected (too many commands are queued for this player), TV superseded

  selects what the player did not offer when its list was read
      plug, output USB
      read audio?, select output USB?, USB applied

  reads a selection back after a second, also when a poll asked for the list just before
      input TV, wait 900, poll audio, wait 99, wait 60, wait 10000
      select input TV?, TV applied, read video?, read music?, read audio?, -, read audio?, -

  asks within 300 ms what another input plays, with shorter gaps, and nothing more
      input TV, wait 49, wait 51, wait 899
      select input TV?, TV applied, -, read video?, read music?, -

  reads a selection in doubt back until the list shows it
      take, input TV, choose TV, wait 999, wait 1
      select input TV?, -, read audio?, TV applied

  reads it back once more where the list trails
      take, input TV, wait 1800, choose TV, wait 199, wait 1
      select input TV?, read audio?, -, read audio?, TV applied

  gives up a poll at once as it stops
      hold read, poll video, stop
      read video?

  lets the command in flight finish as it stops
      hold select, input TV, stop, wait 900, answer
      select input TV?, -, TV applied

  reads back soon what the player has taken, and nothing else, as it stops
      take, input TV, input BT + poll video + stop + choose TV, wait 300
      select input TV?, read audio?, TV applied, BT failed (the bridge stopped first)

  reads back what the player takes after that
      hold select, input TV, stop, wait 500, answer list + choose TV, wait 300
      select input TV?, -, read audio?, TV applied

  lets a read-back in flight finish as it stops
      take, input TV, hold read, wait 1000, stop + choose TV, wait 900, answer list
      select input TV?, read audio?, -, TV applied

  gives a command that has no answer one second and no more as it stops
      hold select, input TV, stop, wait 999, wait 1
      select input TV?, -, TV failed (no answer before the bridge stopped)

  gives one without its effect one second and no more as it stops
      take, input TV, stop, wait 999, wait 1
      select input TV?, read audio?, read audio?, read audio?, TV failed (sent, but not confirmed before the bridge stopped)

  gives one whose read-back hangs one second and no more as it stops
      take, input TV, hold read, stop, wait 999, wait 1
      select input TV?, read audio?, TV failed (sent, but not confirmed before the bridge stopped)

  reads back from a player that was disconnected, too, as it stops
      take, input TV, disconnect, stop, choose TV, wait 300
      select input TV?, read audio?, TV applied

  sends no more keys as it stops, and tells that some were sent
      take, keys Up 500 Ok, wait 100, stop, wait 1000
      sendKey Key.Up?, -, Up 500 Ok failed (only partly sent before the bridge stopped), -

  tells every command that waits as it stops that it was not done
      hold select, input TV, input BT + output RCA + refresh + stop, answer
      select input TV?, TV applied, BT failed (the bridge stopped first), RCA failed (the bridge stopped first), failed (the bridge stopped first)

  tells a selection in doubt and a refresh that is under way as it stops that they stay open
      hold read video, refresh, wait 300, take, input TV + answer, stop, wait 1000
      read audio?, read video?, select input TV?, read audio?, read audio?, read audio?, TV failed (sent, but not confirmed before the bridge stopped), failed (the bridge stopped first)

  tells what comes after it has stopped that it will not be done
      stop, input TV
      TV failed (the bridge stopped first)
  `),
)("a player's loop %s", async (_name, story, told) => {
  expect(await tell(story)).toBe(told);
});

it("a player's loop that has stopped answers a request to the library", async () => {
  await using bench = await SessionBench.settled();
  bench.stop();
  await bench.ended;
  const page = bench.session.browse({ operation: "libraryAlbums", of: "", start: 0, count: 50 });
  expect(await page).toMatchObject({ kind: "none", reason: "the bridge stopped" });
});

it("a player's loop publishes the state before the outcome that speaks of it", async () => {
  await using bench = await SessionBench.settled();
  bench.send("TV");
  await bench.clock.advance(soon);
  const topics = bench.broker.messages.map(({ topic }) => topic);
  expect(topics.indexOf("base/den/audio/input")).toBeLessThan(topics.indexOf("base/den/result"));
});

it("a bug ends the loop with itself, and no command is left without an outcome", async () => {
  await using bench = await withReadInFlight();
  bench.send("TV");
  bench.send("RCA", { target: "audio/output" });
  bench.player.held.fail(new TypeError("a bug"));
  await expect(bench.ended).rejects.toThrow(TypeError);
  expect(bench.outcomes).toEqual(["TV failed", "RCA failed"]);
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

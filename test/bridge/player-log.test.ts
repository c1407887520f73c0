import { expect, it } from "vitest";
import { DeviceError, NoPlayerError } from "../../src/core/errors.ts";
import type { Answer, ScheduledResourceName } from "../../src/core/resources/player.ts";
import { translatable } from "../../src/lib/phrase.ts";
import { unreachable } from "../support/bridge/scripted-player.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { storiesIn, tellStory } from "../support/stories-in.ts";

const nonsense = (text: string): DeviceError =>
  new DeviceError("malformed", `the answer is not JSON: ${text}`);
const router = translatable("reach.other-server", "a web page (Router) answers there instead of a player");
let count = 0;

/** What a player answers in a story, by the word for it; nothing where it is healthy. */
const manners: Readonly<Record<string, () => Answer | Error>> = {
  off: unreachable,
  html: () => nonsense("<html>"),
  bracket: () => nonsense("["),
  refusal: () => ({ kind: "refused", reason: "body status 805" }),
  confusion: () => ({ kind: "confused", reason: "body status 804" }),
  nothing: () => ({ kind: "unsupported" }),
  router: () => new NoPlayerError(router, false),
  /** Nonsense that is new each time, and sense in turn. */
  both: () => (++count % 3 === 0 ? { kind: "absent" } : nonsense(`try ${count}`)),
};

interface Story {
  readonly bench: SessionBench;
  /** How each resource is answered, or all by a star. */
  readonly manner: Map<string, string>;
}

const doings: Readonly<Record<string, (story: Story, ...words: string[]) => unknown>> = {
  answer: ({ manner }, what = "", how = "") => manner.set(what, how),
  heal: ({ manner }, what) => (what === undefined ? manner.clear() : manner.delete(what)),
  /** Takes commands without obeying. */
  take: ({ bench: { player } }) =>
    player.follow((what) => (what.startsWith("read") ? player.plainly(what) : player.listing())),
  input: ({ bench }, request = "") => bench.send(request),
  poll: async ({ bench }, ...resources) => {
    bench.session.tick(resources as ScheduledResourceName[], 2000);
    await bench.clock.advance(2000);
  },
  wait: ({ bench }, ms) => bench.clock.advance(Number(ms)),
};

/** One thing after another; gives the lines with their level and what else they say, those for debugging last. */
async function tell(story: string): Promise<string> {
  const [isNew, rest = story] = story.startsWith("new, ") ? [true, story.slice(5)] : [false];
  await using bench = isNew ? new SessionBench() : await SessionBench.settled();
  const manner = new Map<string, string>();
  bench.player.follow((what) => {
    const how = manner.get(what.split(" ")[1] ?? "") ?? manner.get("*") ?? "";
    return manners[how]?.() ?? bench.player.plainly(what);
  });
  await tellStory(doings, { bench, manner }, rest);
  return [...bench.log.lines, ...bench.log.debugged("player sent an invalid answer")]
    .map(({ level, message, fields: { player, ...others } }) => {
      expect(player).toBe("den");
      return [level, message, ...Object.values(others)].join("; ");
    })
    .join(" / ");
}

it.each(
  storiesIn(`
  one line when it goes away and one with the duration when it is back
      answer * off, poll video × 300, heal, poll video × 30
      warn; player is offline; unreachable: ECONNREFUSED / info; player is online again; 608250

  one line for an invalid answer, and one for the recovery
      answer video html, poll video × 400, heal, poll video × 3
      warn; player sent an invalid answer; video; the answer is not JSON: <html> / info; player sends valid answers again; video

  one line for a refusal, and none for confusion, which is no recovery
      answer * refusal, poll video, answer * confusion, poll video × 3
      warn; player sent an invalid answer; video; body status 805

  one line for a player that is there from the beginning
      new, wait 10000
      info; player is online

  one line for a player that is off at the start, however long that lasts
      new, answer * off, wait 3600000
      info; player is online / warn; player is offline; unreachable: ECONNREFUSED

  one line for all that is ill for one reason, and names them when the last one is well
      answer video html, answer audio html, answer queue bracket, poll video audio queue, heal audio, poll video audio queue, heal, poll video audio queue
      warn; player sent an invalid answer; audio; the answer is not JSON: <html> / warn; player sent an invalid answer; queue; the answer is not JSON: [ / info; player sends valid answers again; audio, video / info; player sends valid answers again; queue / debug; player sent an invalid answer; video; the answer is not JSON: <html>

  no flood of lines for nonsense that is new each time, or nonsense and sense in turn
      answer video both, poll video × 200, poll video × 200
      warn; player sent an invalid answer; video; the answer is not JSON: try 1 / info; player sends valid answers again; video / warn; player sent an invalid answer; video; the answer is not JSON: try 301 / info; player sends valid answers again; video

  a line where the player supports nothing, without a question that not every make has an answer to
      new, answer * nothing, wait 10000
      info; player is online / warn; player answers, but supports none of the resources: player2mqtt check says more

  no line for a selection that lasts, nor for one that was never confirmed, besides those of the commands
      input TV, wait 1500, take, input BT, wait 2500
      info; command applied; audio/input; TV; applied; TV / warn; command failed; audio/input; BT; failed; not applied: the player still shows The TV; BT

  a line for each command, and a warning for one that failed
      input TV, wait 0, answer * off, input BT, wait 0
      info; command applied; audio/input; TV; applied; TV / warn; command failed; audio/input; BT; failed; unreachable: ECONNREFUSED; BT

  what answers there instead where the device is no player
      answer * router, poll video × 20
      warn; no player answers at this address; video; a web page (Router) answers there instead of a player
  `),
)("the log of a player has %s", async (_name, story, lines) => {
  count = 0;
  expect(await tell(story)).toBe(lines);
});

it("the log of a player has each request without an answer at debug level, and when the next one is", async () => {
  await using bench = await SessionBench.settled();
  bench.player.follow(unreachable);
  bench.session.tick(["video"], 2000);
  await bench.clock.advance(2000);
  await bench.clock.advance(1000);
  const told = bench.log.debugged("player did not answer");
  expect(told.map(({ fields }) => fields)).toMatchObject([
    { player: "den", reason: "unreachable: ECONNREFUSED", nextInMs: 750 },
    { nextInMs: 1500 },
    { nextInMs: 3000 },
  ]);
});

it("the log of a player says when the list does not show what the player confirmed a second before", async () => {
  await using bench = await SessionBench.settled();
  let lists = 0;
  bench.player.follow((what) => {
    const answer = bench.player.plainly(what);
    if (what.startsWith("select")) bench.player.chosen.input = "XMOS";
    // As a client says it that saw these bytes before, here by the poll in between.
    return what === "read audio" && ++lists > 1 ? { kind: "unchanged" } : answer;
  });
  bench.send("TV");
  await bench.clock.advance(900);
  bench.session.tick(["audio"], 2000);
  await bench.clock.advance(50);
  expect(bench.outcomes).toEqual(["TV applied"]);
  const line = "player confirmed a selection, but reported another one a second later";
  // A list may trail: what it shows within the second says nothing yet.
  expect(bench.log.saying(line)).toEqual([]);
  await bench.clock.advance(1000);
  expect(bench.log.saying(line)).toEqual([
    { level: "warn", message: line, fields: { player: "den", command: "input", tag: "TV", shows: "XMOS" } },
  ]);
  bench.session.tick(["audio"], 2000);
  await bench.clock.advance(2000);
  expect(bench.log.saying(line)).toHaveLength(1);
});

it("the log of a player says so in time even if publishing the outcome took a while", async () => {
  await using bench = await SessionBench.settled();
  let lateMs = 0;
  const { clock, broker } = bench;
  const [now, publish] = [clock.now.bind(clock), broker.publish.bind(broker)];
  clock.now = () => now() + lateMs;
  broker.publish = (message) => {
    publish(message);
    if (message.topic.endsWith("/result")) lateMs = 5;
  };
  bench.player.follow((what) => {
    const answer = bench.player.plainly(what);
    if (what.startsWith("select")) bench.player.chosen.input = "XMOS";
    return answer;
  });
  bench.send("TV");
  await clock.advance(1000);
  expect(bench.outcomes).toEqual(["TV applied"]);
  expect(
    bench.log.saying("player confirmed a selection, but reported another one a second later"),
  ).toHaveLength(1);
});

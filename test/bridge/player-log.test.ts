import { describe, expect, it } from "vitest";
import { DeviceError, NoPlayerError } from "../../src/core/errors.ts";
import { translatable } from "../../src/lib/phrase.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { type ScriptedPlayer, unreachable } from "../support/bridge/scripted-player.ts";

const nonsense = (text: string): DeviceError =>
  new DeviceError("malformed", `the answer is not JSON: ${text}`);

type Script = (what: string, player: ScriptedPlayer) => ReturnType<Parameters<ScriptedPlayer["follow"]>[0]>;
const healthy: Script = (what, player) => player.plainly(what);
const of =
  (ill: string, answer: () => ReturnType<Script>): Script =>
  (what, player) =>
    what === ill ? answer() : player.plainly(what);

/** Ticks and waits, so that the resource is asked for. */
async function poll(bench: SessionBench, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    bench.session.tick(["video"], 2000);
    await bench.clock.advance(2000);
  }
}

/** Its lines: level, message, and what else they say. */
function linesOf({ log }: SessionBench): string[] {
  return log.lines.map(({ level, message, fields: { player, ...others } }) => {
    expect(player).toBe("den");
    return [level, message, ...Object.values(others)].join("; ");
  });
}

describe("the log of a player", () => {
  it.each<[string, readonly (readonly [Script, polls: number])[], readonly string[]]>([
    [
      "has one line when it goes away and one with the duration when it is back",
      [
        [unreachable, 300],
        [healthy, 30],
      ],
      ["warn; player is offline; unreachable: ECONNREFUSED", "info; player is online again; 608250"],
    ],
    [
      "has one line for a malformed answer, and one for the recovery",
      [
        [of("read video", () => nonsense("<html>")), 20],
        [healthy, 3],
      ],
      [
        "warn; player sent an invalid answer; video; the answer is not JSON: <html>",
        "info; player sends valid answers again; video",
      ],
    ],
    [
      "has one line for a refusal, and none for confusion, which is no recovery",
      [
        [() => ({ kind: "refused", reason: "body status 805" }), 1],
        [() => ({ kind: "confused", reason: "body status 804" }), 3],
      ],
      ["warn; player sent an invalid answer; video; body status 805"],
    ],
  ])("%s", async (_name, episodes, lines) => {
    await using bench = await SessionBench.settled();
    for (const [script, times] of episodes) {
      bench.player.follow((what) => script(what, bench.player));
      await poll(bench, times);
    }
    expect(linesOf(bench)).toEqual(lines);
  });

  it("has one line for a player that is there from the beginning", async () => {
    await using bench = new SessionBench();
    await bench.clock.advance(10_000);
    expect(linesOf(bench)).toEqual(["info; player is online"]);
  });

  it("has one line for a player that is off at the start, however long that lasts", async () => {
    await using bench = new SessionBench();
    bench.player.follow(unreachable);
    await bench.clock.advance(3_600_000);
    expect(bench.log.lines.map(({ message }) => message)).toEqual(["player is online", "player is offline"]);
  });

  it("has one line for all that is ill for one reason, and names them when the last one is well", async () => {
    await using bench = await SessionBench.settled();
    const ill = new Set(["read video", "read audio", "read queue"]);
    bench.player.follow((what) =>
      ill.has(what) ? nonsense(what === "read queue" ? "[" : "<html>") : bench.player.plainly(what),
    );
    const pollAll = async (): Promise<void> => {
      bench.session.tick(["video", "audio", "queue"], 2000);
      await bench.clock.advance(2000);
    };
    await pollAll();
    const complaint = "player sent an invalid answer";
    expect(bench.log.saying(complaint).map(({ fields }) => fields)).toEqual([
      { player: "den", resource: "audio", reason: "the answer is not JSON: <html>" },
      { player: "den", resource: "queue", reason: "the answer is not JSON: [" },
    ]);
    expect(bench.log.debugged(complaint).map(({ fields }) => fields)).toMatchObject([{ resource: "video" }]);
    const recovered = (): unknown[] =>
      bench.log.saying("player sends valid answers again").map(({ fields }) => fields["resource"]);
    ill.delete("read audio");
    await pollAll();
    expect(recovered()).toEqual([]);
    ill.clear();
    await pollAll();
    expect(recovered()).toEqual(["audio, video", "queue"]);
  });

  it("is not flooded by nonsense that is new each time, nor by nonsense and sense in turn", async () => {
    await using bench = await SessionBench.settled();
    let count = 0;
    bench.player.follow(() => (++count % 3 === 0 ? { kind: "absent" } : nonsense(`try ${count}`)));
    await poll(bench, 200);
    expect(bench.log.lines).toHaveLength(2);
    await poll(bench, 200);
    expect(bench.log.lines).toHaveLength(4);
  });

  it("says so when the player supports nothing, without a question that not every make has an answer to", async () => {
    await using bench = new SessionBench();
    bench.player.follow(() => ({ kind: "unsupported" }));
    await bench.clock.advance(10_000);
    expect(bench.log.lines.filter(({ level }) => level === "warn")).toMatchObject([
      { message: expect.stringMatching(/supports none of the resources: player2mqtt check says more$/) },
    ]);
  });

  it("logs each request without an answer at debug level, and when the next one is", async () => {
    await using bench = await SessionBench.settled();
    bench.player.follow(unreachable);
    await poll(bench);
    await bench.clock.advance(1000);
    const told = bench.log.debugged("player did not answer");
    expect(told.map(({ fields }) => fields)).toMatchObject([
      { player: "den", reason: "unreachable: ECONNREFUSED", nextInMs: 750 },
      { nextInMs: 1500 },
      { nextInMs: 3000 },
    ]);
  });

  it("says when the list does not show what the player confirmed a second before", async () => {
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

  it("says so in time even if publishing the outcome took a while", async () => {
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

  it("does not log a selection that lasts, nor one that was never confirmed", async () => {
    await using bench = await SessionBench.settled();
    bench.send("TV");
    await bench.clock.advance(1500);
    bench.player.follow((what) =>
      what.startsWith("read") ? bench.player.plainly(what) : bench.player.listing(),
    );
    bench.send("BT");
    await bench.clock.advance(2500);
    expect(bench.outcomes).toEqual(["TV applied", "BT failed"]);
    expect(bench.log.lines.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
      "command failed",
    ]);
  });

  it("has a line for each command, and a warning for one that failed", async () => {
    await using bench = await SessionBench.settled();
    bench.send("TV");
    await bench.clock.advance(0);
    bench.player.follow(() => unreachable());
    bench.send("BT");
    await bench.clock.advance(0);
    expect(linesOf(bench)).toEqual([
      "info; command applied; audio/input; TV; applied; TV",
      "warn; command failed; audio/input; BT; failed; unreachable: ECONNREFUSED; BT",
    ]);
  });

  it("says of a device that is no player what answers there", async () => {
    await using bench = await SessionBench.settled();
    const what = translatable("reach.other-server", "a web page (Router) answers there instead of a player");
    bench.player.follow(() => new NoPlayerError(what, false));
    await poll(bench, 20);
    expect(linesOf(bench)[0]).toBe(
      "warn; no player answers at this address; video; a web page (Router) answers there instead of a player",
    );
  });
});

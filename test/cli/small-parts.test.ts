import { describe, expect, it } from "vitest";
import { shownBrokerUrl } from "../../src/cli/broker-client.ts";
import { brokerUrls } from "../../src/config/broker-url.ts";
import { demoHints } from "../../src/cli/start-demo.ts";
import { ListenError } from "../../src/cli/exit-codes.ts";
import { LogNotes } from "../../src/cli/commands/demo.ts";
import { describeOutcome, isSuccess, parseOutcome } from "../../src/tools/terminal-view/outcome-text.ts";
import { programName } from "../../src/cli/shell.ts";
import { judgeReadiness, type Received } from "../../src/cli/readiness.ts";
import { aborted } from "../../src/lib/aborted.ts";
import type { ViewEvent } from "../../src/tools/terminal-view/view-state.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { BridgeName } from "../../src/core/topics/topics.ts";
import { createLogger } from "../../src/ops/logger.ts";

describe("an outcome in words", () => {
  it.each([
    [{ outcome: "applied", tag: "XLR", durationMs: 41.4 }, "output XLR applied in 41 ms", true],
    [{ outcome: "applied", durationMs: 2300 }, 'output "Balanced" applied in 2 s', true],
    [{ outcome: "unchanged", tag: "XLR" }, "output XLR unchanged: already selected", true],
    [{ outcome: "superseded" }, 'output "Balanced" superseded by a newer command', false],
    [{ outcome: "expired", durationMs: 5000 }, 'output "Balanced" expired: it waited too long', false],
    [{ outcome: "rejected", reason: "unknown tag" }, 'output "Balanced" rejected: unknown tag', false],
    [{ outcome: "failed", tag: "XLR" }, "output XLR failed", false],
    [{ command: "refresh", outcome: "applied" }, "refresh applied", true],
  ])("%o", (fields, text, isDone) => {
    const report = parseOutcome(JSON.stringify({ command: "audio/output", request: "Balanced", ...fields }));
    expect(report && describeOutcome(report)).toBe(text);
    expect(report && isSuccess(report)).toBe(isDone);
  });

  it.each(["", "{}", "[]", "null", '{"outcome":7}'])("%j is none", (text) => {
    expect(parseOutcome(text)).toBeUndefined();
  });
});

describe("judgeReadiness", () => {
  const info = '{"players":[{"id":"study"},{"id":"cellar"}]}';
  const on = { state: "online" };
  const off = { state: "offline" };
  const has = (...ids: readonly string[]) => ({
    info: JSON.stringify({ players: ids.map((id) => ({ id })) }),
  });
  it.each<[string, Received["bridges"], string, boolean, string]>([
    ["nothing was said", bridges({}), "", false, "open"],
    ["nothing ever will be", bridges({}), "", true, "no bridge found at this broker"],
    ["the bridge says what no bridge says", bridges({ bridge: { state: "?" } }), "", true, "no bridge found"],
    ["the bridge is offline, and another one may come", bridges({ bridge: off }), "online", false, "open"],
    ["the bridge is offline", bridges({ bridge: off }), "online", true, "the bridge is offline"],
    ["only the bridge spoke", bridges({ bridge: on }), "", false, "open"],
    ["only the bridge ever speaks", bridges({ bridge: on }), "", true, "ready"],
    ["both are there", bridges({ bridge: { ...on, info } }), "online", false, "ready"],
    ["the player spoke first", bridges({}), "online", false, "open"],
    ["the player is away, and the bridge not heard yet", bridges({}), "offline", false, "open"],
    ["the player is away", bridges({ bridge: on }), "offline", false, "the player is offline"],
    [
      "of a fleet, one spoke that has others",
      bridges({ "bridge-0": { ...on, ...has("den") } }),
      "online",
      false,
      "open",
    ],
    [
      "of a fleet, any has it",
      bridges({ "bridge-0": { ...on, ...has("den") }, "bridge-1": { ...on, ...has("study") } }),
      "online",
      false,
      "ready",
    ],
    [
      "of a fleet, the one that has it is gone",
      bridges({ "bridge-0": { ...on, ...has("den") }, "bridge-1": { ...off, ...has("study") } }),
      "online",
      true,
      "bridge-1, which has the player, is offline",
    ],
  ])("%s", (_title, said, availability, isAllSaid, expected) => {
    const readiness = judgeReadiness({ bridges: said, availability }, "study", isAllSaid);
    expect(readiness.kind === "problem" ? readiness.problem : readiness.kind).toContain(expected);
  });

  it("lets what is for a player that is off go to one", () => {
    const said = { bridges: bridges({ bridge: { ...on, info } }), availability: "offline" };
    expect(judgeReadiness(said, "study", false, true)).toEqual({ kind: "ready" });
  });

  it.each([
    ["studi", "the bridge has no such player: did you mean study?"],
    ["conservatory", "the bridge has no such player: it has study, cellar"],
  ])("%s is nobody", (id, problem) => {
    expect(judgeReadiness({ bridges: bridges({ bridge: { ...on, info } }) }, id, false)).toEqual({
      kind: "problem",
      problem,
    });
  });

  function bridges(
    said: Readonly<Partial<Record<BridgeName, { readonly state?: string; readonly info?: string }>>>,
  ): Received["bridges"] {
    return new Map(
      (Object.entries(said) as [BridgeName, { state?: string; info?: string }][]).map(
        ([name, { info, ...rest }]) => [
          name,
          { ...rest, info: new Map(info === undefined ? [] : [[0, info]]) },
        ],
      ),
    );
  }
});

describe("programName", () => {
  it.each([
    ["/usr/local/bin/player2mqtt", "/home/me", "player2mqtt"],
    ["/home/me/p2m/dist/main.js", "/home/me/p2m", "node dist/main.js"],
    ["/opt/p2m/dist/main.js", "/home/me", "node /opt/p2m/dist/main.js"],
    ["/opt/it's here/main.js", "/home/me", String.raw`node '/opt/it'\''s here/main.js'`],
    ["", "/home/me", "player2mqtt"],
  ])("of %s in %s", (script, cwd, name) => {
    expect(programName(script, cwd)).toBe(name);
  });
});

describe("demoHints", () => {
  it("leaves out what is the default", () => {
    expect(demoHints("player2mqtt", 1883)).toEqual([
      "player2mqtt set living-room output HDMI2",
      "mosquitto_pub -t player2mqtt/study/audio/input/set -m Television",
      "mosquitto_sub -t 'player2mqtt/#' -v",
    ]);
  });

  it("names any other port", () => {
    expect(demoHints("player2mqtt", 4242)).toEqual([
      "player2mqtt set living-room output HDMI2 --mqtt.url=mqtt://127.0.0.1:4242",
      "mosquitto_pub -p 4242 -t player2mqtt/study/audio/input/set -m Television",
      "mosquitto_sub -p 4242 -t 'player2mqtt/#' -v",
    ]);
  });
});

describe("the broker's address", () => {
  const load = (args: Record<string, string>) =>
    loadConfig({ args, env: {}, cwd: "/nowhere", requirePlayers: false });
  const opened = { "mqtt.username": "u", "mqtt.password": "long enough" };

  it.each([
    [{}, "mqtt://127.0.0.1:1883"],
    [{ "broker.port": "4242" }, "mqtt://127.0.0.1:4242"],
    [{ "broker.host": "0.0.0.0", ...opened }, "mqtt://127.0.0.1:1883"],
    [{ "broker.host": "::", ...opened }, "mqtt://127.0.0.1:1883"],
    [{ "broker.host": "::1" }, "mqtt://[::1]:1883"],
    [{ "mqtt.url": "mqtts://me:secret@host:8883" }, "mqtts://me:secret@host:8883"],
    [{ "mqtt.url": "mqtt://a, ws://b/mqtt,mqtt://c" }, "mqtt://a", "ws://b/mqtt", "mqtt://c"],
    [{ "mqtt.url": "mqtt://me:a,b@host" }, "mqtt://me:a,b@host"],
  ])("follows from %o", (args: Record<string, string>, ...urls) => {
    expect(brokerUrls(load(args))).toEqual(urls);
  });

  it("is shown without what is secret in it", () => {
    expect(shownBrokerUrl(load({ "mqtt.url": "ws://me:secret@host:80/mqtt?key=secret" }))).toBe(
      "ws://host/mqtt",
    );
    expect(shownBrokerUrl(load({ "mqtt.url": "mqtt://a:x@b,mqtt://c:y@d" }))).toBe("mqtt://b, mqtt://d");
  });
});

describe("LogNotes", () => {
  it("brings the log into the view, also what was said before there was one", () => {
    const notes = new LogNotes();
    const log = createLogger({ level: "warn", format: "json" }, notes);
    const told: ViewEvent[] = [];
    log.info({}, "too much detail");
    log.warn({ player: "study", reason: "timeout" }, "player is offline");
    notes.attach({ show: (event) => told.push(event), run: async () => {} });
    log.error({}, "no more room");
    expect(told).toEqual([
      { kind: "note", text: "study: player is offline (timeout)" },
      { kind: "note", text: "no more room" },
    ]);
  });
});

describe("ListenError", () => {
  it.each([
    [
      Object.assign(new Error("listen"), { code: "EADDRINUSE" }),
      "the port is in use, choose another one with --port",
    ],
    [Object.assign(new Error("no such address"), { code: "EADDRNOTAVAIL" }), "no such address"],
    [new Error("strange"), "strange"],
    ["stranger", "stranger"],
  ])("%o", (cause, reason) => {
    expect(new ListenError("h", 1, cause).message).toBe(`Cannot listen on h:1: ${reason}`);
  });
});

it("an aborted signal needs no waiting for", async () => {
  await expect(aborted(AbortSignal.abort())).resolves.toBeUndefined();
});

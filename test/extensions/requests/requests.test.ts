import { describe, expect, it } from "vitest";
import { closestLanguage } from "../../../src/extensions/home-assistant/discovery/entity-name.ts";
import { Requests, type RequestsOptions } from "../../../src/extensions/requests/requests.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { incoming } from "../../support/bridge/incoming.ts";

type Reloaded = Awaited<ReturnType<NonNullable<RequestsOptions["process"]>["reload"]>>;

class Bench {
  readonly broker = new RecordingBroker();
  readonly clock = new FakeClock();
  readonly log = new MemoryLog();
  readonly logger = { level: "info" };
  readonly restarted: string[] = [];
  reloaded: Reloaded = { kind: "applied" };
  unsent = 0;
  /** What it is named in; undefined if the settings say so. */
  language: string | undefined = "en";
  readonly requests: Requests;

  constructor(hasProcess = true) {
    this.requests = new Requests({
      base: "base",
      bridge: "bridge-1",
      broker: this.broker,
      clock: this.clock,
      log: this.log,
      process: hasProcess ? { log: this.logger, reload: async () => this.reloaded } : undefined,
      restart: async (id) => {
        this.restarted.push(id);
        return id === "den";
      },
      speak: (tag) => {
        if (this.language === undefined) return undefined;
        const language = closestLanguage(tag);
        const isOther = this.language !== language;
        this.language = language;
        return { language, isOther };
      },
      submit: () => this.unsent,
    });
  }

  async ask(name: string, text: string, retain = false): Promise<string | undefined> {
    const before = this.broker.results.length;
    await this.requests.received(incoming(`base/bridge-1/request/${name}`, text, { retain }));
    const [result, ...more] = this.broker.results.slice(before);
    if (more.length > 0) throw new Error(`${more.length + 1} outcomes`);
    return result && [result.outcome, result.reason].filter(Boolean).join(": ");
  }
}

describe("a request to the bridge", () => {
  it("sends what receivers have not taken again, if there is something", async () => {
    const bench = new Bench();
    expect(await bench.ask("submit", "x")).toBe("unchanged");
    bench.unsent = 2;
    expect(await bench.ask("submit", "x")).toBe("applied");
  });

  it.each([
    [" debug \n", "debug", undefined],
    ["x".repeat(300), "x".repeat(128), undefined],
    ['{"value": " debug ", "transaction": "a1"}', "debug", "a1"],
    ['{"transaction": [1]}', "", undefined],
    ['{"value": 7}', "", undefined],
  ])(
    "reads what it gets as text or as JSON, and answers where that is wished: %s",
    async (text, value, mark) => {
      const bench = new Bench();
      const replyTo = { topic: "me/replies", correlation: Buffer.from("7") };
      await bench.requests.received(incoming("base/bridge-2/request/submit", text, { replyTo }));
      await bench.requests.received(incoming("base/bridge-1/request/submit", text, { replyTo }));
      const ends = bench.broker.messages.map(({ payload, ...message }) => ({
        ...message,
        ...JSON.parse(payload),
      }));
      const end = { command: "request/submit", request: value, outcome: "unchanged", durationMs: 0 };
      const result = { retain: false, qos: 1, ...end, ...(mark !== undefined && { transaction: mark }) };
      expect(ends).toEqual([
        { topic: "base/bridge-1/result", ...result },
        { topic: replyTo.topic, correlation: replyTo.correlation, ...result },
      ]);
    },
  );

  it("for names in another language is done unless the settings choose one", async () => {
    const bench = new Bench();
    expect(await bench.ask("language", "de-CH")).toBe("applied");
    expect(await bench.ask("language", "DE")).toBe("unchanged");
    expect(bench.broker.results.at(-1)).toMatchObject({ request: "DE", language: "de" });
    expect(await bench.ask("language", "es")).toBe("applied");
    expect(bench.broker.results.at(-1)).toMatchObject({ request: "es", language: "en" });
    expect(await bench.ask("language", "German, please")).toMatch(/^rejected: no language: "German, please"/);
    bench.language = undefined;
    expect(await bench.ask("language", "fr")).toBe("rejected: the setting homeassistant.language says which");
  });

  it("for another level of the log is done until the next one", async () => {
    const bench = new Bench();
    expect(await bench.ask("loglevel", "debug")).toBe("applied");
    expect(bench.logger.level).toBe("debug");
    expect(await bench.ask("loglevel", '{"value": "debug", "transaction": 7}')).toBe("unchanged");
    expect(bench.broker.results.at(-1)).toEqual({
      command: "request/loglevel",
      request: "debug",
      outcome: "unchanged",
      durationMs: 0,
      transaction: 7,
    });
    expect(await bench.ask("loglevel", "silent")).toMatch(
      /^rejected: unknown level: "silent", expected one of error/,
    );
    expect(bench.logger.level).toBe("debug");
  });

  it("to begin a player's session anew is done where there is one", async () => {
    const bench = new Bench();
    expect(await bench.ask("restart", "den")).toBe("applied");
    expect(await bench.ask("restart", "")).toMatch(/^rejected: no such player here: ""/);
    expect(bench.restarted).toEqual(["den", ""]);
  });

  it.each<[Reloaded, string]>([
    [{ kind: "applied" }, "applied"],
    [{ kind: "unchanged" }, "unchanged"],
    [
      { kind: "refused", problems: ["mqtt.x: is not known", "y"] },
      "failed: 2 problems in the configuration: see the log",
    ],
  ])("to read the configuration again is told how that went: %j", async (reloaded, wanted) => {
    const bench = new Bench();
    bench.reloaded = reloaded;
    expect(await bench.ask("reload", "")).toBe(wanted);
  });

  it("is refused where nobody could do it, or where it makes no sense", async () => {
    const bench = new Bench(false);
    expect(await bench.ask("loglevel", "debug")).toMatch(/^rejected: the log level of this bridge is fixed/);
    expect(await bench.ask("reload", "")).toMatch(/^rejected: this bridge has no configuration/);
    expect(await bench.ask("restart", "{not json")).toMatch(/^rejected: malformed JSON/);
    expect(await bench.ask("restart", "x".repeat(2000))).toMatch(/^rejected: too long: 2000 bytes/);
    expect(await bench.ask("shutdown", "")).toBe(
      'rejected: no such request: "shutdown", expected one of language, loglevel, reload, restart, submit',
    );
    await bench.clock.advance(1000);
    expect(await bench.ask("relaod", "")).toBe('rejected: no such request: "relaod", did you mean reload?');
  });

  it("that is retained is refused and cleared, and the echo of that is no request", async () => {
    const bench = new Bench();
    expect(bench.requests.subscriptions).toEqual([{ filter: "base/+/request/+", wantsRetained: true }]);
    const cleared = { topic: "base/bridge-1/request/reload", payload: "", retain: true, qos: 0 };
    for (const [place, payload] of ["x", "{not json", "x".repeat(2000)].entries()) {
      expect(await bench.ask("reload", payload, true)).toBe(
        "rejected: retained: send requests without the retain flag; this one was cleared",
      );
      expect(bench.broker.messages.filter(({ topic }) => topic === cleared.topic)).toEqual(
        Array.from({ length: place + 1 }, () => cleared),
      );
      expect(await bench.ask("reload", "")).toBeUndefined();
      await bench.clock.advance(1000);
    }
    expect(await bench.ask("reload", "", true)).toBeUndefined();
    expect(await bench.ask("reload", "")).toBe("applied");
    // Of MQTT 5 there is no echo.
    bench.requests.connected({ protocol: "5" });
    await bench.ask("reload", "x", true);
    expect(await bench.ask("reload", "")).toBe("applied");
  });

  it("that comes too often is refused, each with its outcome", async () => {
    const bench = new Bench();
    const outcomes: (string | undefined)[] = [];
    for (let time = 0; time < 8; time++) outcomes.push(await bench.ask("restart", "den"));
    expect(outcomes.filter((outcome) => outcome === "applied")).toHaveLength(5);
    expect(outcomes.at(-1)).toMatch(/^rejected: too many requests/);
    expect(bench.restarted).toHaveLength(5);
    await bench.clock.advance(5000);
    expect(await bench.ask("restart", "den")).toBe("applied");
  });
});

import { describe, expect, it } from "vitest";
import { LogTopic, type LogTopicLevel } from "../../../src/extensions/self-report/log-topic.ts";
import type { LogLine } from "../../../src/core/ports.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { FakeClock } from "../../support/fake-clock.ts";

function bench(level: LogTopicLevel) {
  const [broker, clock] = [new RecordingBroker(), new FakeClock()];
  let heard = (_line: LogLine): void => {};
  const topic = new LogTopic({
    base: "base",
    bridge: "bridge",
    broker,
    clock,
    level,
    onLine: (listener) => {
      heard = listener;
      return () => (heard = () => {});
    },
  });
  topic.connected();
  const write = (line: LogLine): void => heard(line);
  const tell = (line: LogLine["level"], message = "something"): void =>
    write({ time: "2026-01-01T00:00:00.000Z", level: line, message, details: "" });
  const messages = (): string[] =>
    broker.payloads("base/bridge/log").map((payload) => (JSON.parse(payload) as LogLine).message);
  return { broker, clock, topic, write, tell, messages };
}

describe("the log on a topic", () => {
  it.each<[LogTopicLevel, number]>([
    ["off", 0],
    ["error", 1],
    ["warn", 2],
    ["info", 3],
  ])("tells from the level %s on, and after a reload from another", (level, wanted) => {
    const { tell, messages, topic } = bench(level);
    for (const line of ["debug", "info", "warn", "error"] as const) tell(line);
    expect(messages()).toHaveLength(wanted);
    expect(topic.reconfigure(level === "warn" ? "off" : "warn")).toBe(true);
    tell("warn");
    expect(messages()).toHaveLength(wanted + (level === "warn" ? 0 : 1));
  });

  it("is neither kept by the broker nor acknowledged", () => {
    const { broker, write } = bench("warn");
    write({
      time: "t",
      level: "warn",
      message: "player is offline",
      player: "den",
      reason: "unreachable",
      details: "reason: unreachable",
    });
    expect(broker.messages).toEqual([
      {
        topic: "base/bridge/log",
        payload:
          '{"time":"t","level":"warn","message":"player is offline","player":"den","reason":"unreachable"}',
        retain: false,
        qos: 0,
      },
    ]);
  });

  it("is never a flood: lines beyond the rate are left out and counted", async () => {
    const { clock, tell, messages } = bench("warn");
    for (let line = 0; line < 1000; line++) tell("warn");
    expect(messages()).toHaveLength(10);
    await clock.advance(1000);
    tell("warn", "late");
    expect(messages().slice(10)).toEqual(["990 lines are omitted; see the bridge's own log", "late"]);
    await clock.advance(60_000);
    for (let line = 0; line < 1000; line++) tell("warn");
    expect(messages()).toHaveLength(22);
  });

  it("is silent without a broker, and after its end", () => {
    const { topic, tell, messages } = bench("info");
    topic.disconnected();
    tell("error");
    topic.connected();
    tell("error");
    topic.stop();
    tell("error");
    expect(messages()).toHaveLength(1);
  });
});

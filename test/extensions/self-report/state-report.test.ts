import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import type { PlayerView } from "../../../src/bridge/extension.ts";
import { retained } from "../../../src/core/topics/message.ts";
import { StateReport } from "../../../src/extensions/self-report/state-report.ts";
import { settled } from "../../core/samples.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { startEmbeddedBroker } from "../../../src/mqtt/embedded-broker.ts";
import { anyPort } from "../../support/any-port.ts";
import { Bridged } from "../../support/bridge/bridged.ts";
import { until } from "../../support/bridge/until.ts";

const on = { args: { "publish.state": "true" } };

function stateOf(bridged: Bridged): Readonly<Record<string, unknown>> {
  return JSON.parse(bridged.payload("state") || "{}") as Readonly<Record<string, unknown>>;
}

it("one message has every plain value as its topic has it, and follows each change but that of a position", async () => {
  await using sim = await startSimulator({ preset: "video" });
  sim.player.video.play();
  await using bridged = await Bridged.settled(sim, on);
  await until(() => stateOf(bridged)["video/title"] === bridged.payload("video/title"));
  const state = stateOf(bridged);
  expect(state).toMatchObject({ availability: "online", "video/state": "playing", "audio/output": "HDMI" });
  expect(state["video/duration"]).toBe(Number(bridged.payload("video/duration")));
  expect(state).not.toHaveProperty("video/position");
  for (const [leaf, value] of Object.entries(state))
    expect([leaf, String(value)]).toEqual([leaf, bridged.payload(leaf)]);
  // Lists, objects, pictures and what is empty are left to their topics.
  for (const value of Object.values(state)) expect(String(value)).toMatch(/^[^[{]/);

  const count = (): number => bridged.subscriber.said("/den/state").length;
  const before = count();
  const position = bridged.payload("video/position");
  await until(() => bridged.payload("video/position") !== position);
  await bridged.clock.sleep(3000, new AbortController().signal);
  expect(count()).toBe(before);
  sim.player.audio.selectOutput("RCA");
  await until(() => stateOf(bridged)["audio/output"] === "RCA");
  await sim.sleep();
  await until(() => stateOf(bridged)["availability"] === "offline");
});

it("each player has its own, as far as this member acts for it and the message fits", () => {
  const broker = new RecordingBroker();
  const players = ["den", "attic", "bath"].map((id) => ({ id, name: id, address: "", state: settled() }));
  const others = new Set(["bath"]);
  const report = new StateReport({
    base: "p",
    broker,
    ids: new Set(["den", "bath"]),
    players: () => players as unknown as PlayerView[],
    mayAct: (id) => !others.has(id),
  });
  report.announced();
  expect([...broker.retained.keys()]).toEqual(["p/den/state"]);
  // A reload has opened it again.
  const { presence, ...rest } = settled();
  players[0] = {
    id: "den",
    name: "den",
    address: "",
    state: { ...rest, presence: { ...presence, availability: "offline" } },
  };
  report.announced();
  expect(broker.retained.get("p/den/state")).toContain('"availability":"offline"');
  // Switched off and on again.
  for (const ids of [[], ["den", "bath"]]) report.reconfigure(new Set(ids));
  const [first, ...more] = broker.messages.splice(2);
  expect([first?.payload, ...more]).toEqual(["", broker.messages.at(-1)]);
  others.clear();
  broker.maxPayloadBytes = 100;
  report.announced();
  expect(broker.messages.slice(2)).toEqual(["den", "bath"].map((id) => retained(`p/${id}/state`, "")));
});

it("goes with its setting, also what an earlier run has left", async () => {
  await using sim = await startSimulator();
  await using broker = await startEmbeddedBroker(anyPort);
  const args = { "mqtt.url": broker.url };
  {
    await using bridged = await Bridged.settled(sim, { args: { ...on.args, ...args } });
    await until(() => bridged.payload("state") !== undefined);
    await bridged.reconfigured(args);
    await until(() => bridged.subscriber.said("/den/state").at(-1) === "");
    await bridged.reconfigured({ ...on.args, ...args });
    await until(() => stateOf(bridged)["availability"] === "online");
  }
  await using bridged = await Bridged.settled(sim, { args });
  await until(() => bridged.subscriber.said("/den/state").at(-1) === "");
  expect(bridged.payload("availability")).toBe("online");
});

import { expect, it } from "vitest";
import type { Watched } from "../../src/core/history/history.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { anyPort } from "../support/any-port.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { Subscriber } from "../support/bridge/subscriber.ts";
import { until } from "../support/bridge/until.ts";

it("a film that is watched in two evenings, by two runs of the bridge, is watched once", async () => {
  const clock = fastClock(40);
  await using broker = await startEmbeddedBroker(anyPort);
  await using sim = await startSimulator(clock);
  const { music, video } = sim.player;
  const lengthMs = video.current?.durationMs ?? 0;
  music.pause();
  video.pause();
  await using witness = await Subscriber.connect(broker.url);
  const run = () => Bridged.settled(sim, { clock, args: { "mqtt.url": broker.url } });
  const events = () => witness.said("/den/watched").map((text) => JSON.parse(text) as Watched);
  const tells = (...kinds: readonly string[]) =>
    until(() => (expect(events().map(({ kind }) => kind)).toEqual(kinds), true));
  const keeps = (kept: object) =>
    until(() => {
      expect(JSON.parse(witness.state.get("player2mqtt/den/history") ?? "{}")).toMatchObject(kept);
      return true;
    });
  const isAt = (share: number) => until(() => video.positionMs > lengthMs * share, 40_000);
  {
    await using _first = await run();
    // A busy machine would miss the beginning.
    await keeps({ watching: [{ state: "paused" }] });
    video.play();
    await isAt(0.4);
    video.stop();
    await tells("started", "stopped");
  }
  await keeps({ watching: [{ state: "stopped" }], watched: [] });
  await using _second = await run();
  video.play();
  video.seek(lengthMs * 0.3);
  await isAt(0.99);
  video.stop();
  await tells("started", "stopped", "resumed", "watched", "stopped");
  const [{ id, title, durationSeconds } = { id: "" }] = events();
  expect([title, durationSeconds]).toEqual(["The Lighthouse Ledger", lengthMs / 1000]);
  expect(events().filter((event) => event.id !== id)).toEqual([]);
  await keeps({ watched: [{ kind: "watched" }], note: { untold: [] } });
});

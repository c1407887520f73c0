import { expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { TestClient } from "../support/mqtt-client.ts";

const device = /^homeassistant\/device\/player2mqtt_[^/]+\/config$/;
const film = /^homeassistant\/device\/film_player2mqtt_[^/]+\/config$/;

it("a change of film repeats six messages at most, and not what is announced of the player", async () => {
  await using sim = await startSimulator({ preset: "video" });
  const { video } = sim.player;
  video.update(1, { subtitles: ["Deutsch", "Suomi"], subtitle: 2, audioTracks: ["Only"], audioTrack: 0 });
  video.playEntry(0);
  await using bridged = await Bridged.settled(sim, { args: { "homeassistant.enabled": "true" } });
  await bridged.identified();
  const { clock } = bridged;
  const { signal } = new AbortController();
  await using client = await TestClient.connect(bridged.bridge.brokerUrl, ["#"], { protocolVersion: 4 });
  await until(() => [...client.state.keys()].some((topic) => film.test(topic)));
  await clock.sleep(15_000, signal);
  const from = client.seen.length;
  video.playEntry(1);
  await bridged.waitFor("video/subtitle/name", "Suomi");
  await clock.sleep(15_000, signal);
  const last = new Map<string, string>();
  const said = client.seen
    .map(({ topic, text: payload }) => {
      const isUnchanged = last.get(topic) === payload;
      last.set(topic, payload);
      return { topic, payload, isUnchanged };
    })
    .slice(from);
  const repeated = said.filter(({ isUnchanged }) => isUnchanged).map(({ topic }) => topic);
  expect(repeated.slice(6)).toEqual([]);
  expect(said.filter(({ topic }) => device.test(topic))).toEqual([]);
  const announced = said.filter(({ topic }) => film.test(topic)).map(({ payload }) => payload);
  expect(announced).toHaveLength(1);
  expect(announced[0]).toContain("Suomi");
  const bytes = said.reduce((sum, { topic, payload }) => sum + topic.length + payload.length, 0);
  expect(bytes).toBeLessThan(25_000);
  for (const [leaf, payload] of [
    ["video/state", "playing"],
    ["power", "on"],
  ] as const)
    expect(
      said.filter((one) => one.topic.endsWith(`/den/${leaf}`) && one.payload === payload).length,
    ).toBeLessThan(2);
}, 60_000);

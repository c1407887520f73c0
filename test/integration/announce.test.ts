import { expect } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { type SimulatorOptions, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { rejected } from "../support/bridge/outcomes.ts";
import { anyPort } from "../support/any-port.ts";

const clock = fastClock(50);

let hosts = 0;
const audioPlayer = (options: SimulatorOptions = {}) =>
  startSimulator({ ...clock, preset: "audio", host: `127.0.42.${++hosts}`, ssdpPort: 1900, ...options });

/** It has held requests beside others. */
const bluosPlayer = async () =>
  Object.assign(await startBluos({ ...clock, bufferMs: 20 }), { mostAtOnce: 4 });

const bell = "http://house.example/bell.mp3?seconds=1";
/** Something can happen meanwhile. A BluOS player, which is asked once a second, may hide what plays for a second only. */
const longBell = "http://house.example/bell.mp3?seconds=3";
const it = withBridge(() => audioPlayer(), { clock });

it("an audio player plays it at its volume, and goes back to track and volume", async ({ sim, bridged }) => {
  expect(bridged.json("info")).toMatchObject({ controls: { announce: "unknown" } });
  const title = bridged.payload("music/title");
  const asked = bridged.set("announce", JSON.stringify({ address: bell, title: "Bell", volume: 50 }));
  await bridged.waitFor("music/title", "Bell");
  expect(sim.player.volume?.level).toBe(100);
  const result = await asked;
  expect(result).toMatchObject({ outcome: "applied", request: expect.stringContaining("house.example/…") });
  expect(result).not.toHaveProperty("lost");
  await bridged.waitFor("music/title", title);
  await bridged.waitFor("volume/level", "60");
  await bridged.waitFor("music/state", "playing");
  await bridged.waitFor("note", undefined);
  // Its steps have no outcomes of their own.
  expect(bridged.subscriber.results.filter(({ command }) => command !== "refresh")).toHaveLength(1);
});

it("a film comes back by its path and position", async () => {
  await using sim = await startSimulator({ ...clock, playsTogether: false });
  sim.player.video.seek(100_000);
  await using bridged = await Bridged.settled(sim, { clock, args: { "controls.experimental": "true" } });
  const title = bridged.payload("video/title");
  const result = await bridged.set("announce", bell);
  expect(result).toMatchObject({
    outcome: "applied",
    steps: expect.arrayContaining([
      expect.objectContaining({ command: "video/position", outcome: "applied" }),
    ]),
  });
  await bridged.waitFor("video/title", title);
  await bridged.waitFor("video/state", "playing");
  expect(sim.player.video.positionMs).toBeGreaterThan(95_000);
  expect(sim.player.video.positionMs).toBeLessThan(160_000);
});

it("a BluOS player comes back to the entry of its queue", async () => {
  await using sim = await bluosPlayer();
  sim.player.playQueue(3, 30);
  await using bridged = await Bridged.settled(sim, { clock });
  const result = await bridged.set("announce", JSON.stringify({ address: longBell, volume: 20 }));
  expect(result).toMatchObject({ outcome: "applied" });
  expect(result).not.toHaveProperty("lost");
  expect(sim.player.song).toBe(3);
  await until(() => sim.player.state === "play");
  expect(sim.player.level).not.toBe(20);
});

it("a BluOS player comes back to its input", async () => {
  await using sim = await bluosPlayer();
  await using bridged = await Bridged.settled(sim, { clock });
  const [input] = sim.player.inputs;
  await bridged.set("audio/input", input?.typeIndex ?? "");
  const result = await bridged.set("announce", JSON.stringify({ address: longBell, volume: 20 }));
  expect(result).toMatchObject({ outcome: "applied" });
  expect(result).not.toHaveProperty("lost");
  expect(sim.player.heard).toEqual({ kind: "input", input });
  await bridged.waitFor("audio/input", input?.typeIndex);
  const asked = bridged.set("announce", longBell);
  await until(() => sim.player.heard?.kind === "stream" && sim.player.isPlaying);
  sim.behaviors.add("http:500@Play");
  expect(await asked).toMatchObject({ outcome: "applied", lost: ["stream"] });
});

it("one that is too loud, or with keep if something would not come back, is refused, and nothing is touched", async () => {
  await using sim = await audioPlayer({ source: "radio" });
  await using bridged = await Bridged.settled(sim, { clock, args: { "controls.maxVolume": "40" } });
  for (const [wanted, reason] of [
    [{ volume: 41 }, "too loud: controls.maxVolume is 40 percent, which is level 80"],
    [{ keep: true }, "not announced: a stream or another source would not come back"],
  ] as const)
    expect(await bridged.set("announce", JSON.stringify({ address: bell, ...wanted }))).toMatchObject(
      rejected(reason),
    );
  expect(sim.renderer?.actions).toEqual([]);
  expect(await bridged.set("announce", JSON.stringify({ address: bell, keep: false }))).toMatchObject({
    outcome: "applied",
    lost: ["stream"],
  });
});

it.each([
  ["a film player", () => startSimulator({ ...clock, playsTogether: false })],
  ["an audio player", () => audioPlayer()],
  ["a BluOS player", bluosPlayer],
] as const)(
  "at %s, one that never starts fails, and what played comes back at its volume",
  async (_make, start) => {
    await using sim = await start();
    await using bridged = await Bridged.settled(sim, { clock, args: { "controls.experimental": "true" } });
    const shown = () =>
      ["music/title", "video/title", "music/state", "video/state", "volume"].map((leaf) =>
        bridged.payload(leaf),
      );
    const before = shown();
    const payload = {
      address: "http://house.example/unplayable.mp3",
      // Film players have no volume.
      ...(bridged.payload("volume") !== undefined && { volume: 50 }),
    };
    expect(await bridged.set("announce", JSON.stringify(payload))).toMatchObject({
      outcome: "failed",
      reason: "not announced: play: not applied: the player still shows that nothing plays",
    });
    await bridged.waitFor("note", undefined);
    await until(() => shown().join() === before.join());
    expect(before).toContain("playing");
  },
);

it("a BluOS player is brought back by a bridge that starts in the middle, however it ends", async () => {
  await using sim = await bluosPlayer();
  sim.player.playQueue(3, 30);
  const before = sim.player.level;
  await using broker = await startEmbeddedBroker(anyPort);
  const args = { "mqtt.url": broker.url };
  {
    await using bridged = await Bridged.settled(sim, { clock, args });
    const long = { address: "http://house.example/long.mp3?seconds=600", volume: 50 };
    await bridged.subscriber.send("player2mqtt/den/announce/set", JSON.stringify(long));
    await until(() => sim.player.isPlaying && sim.player.heard?.kind === "stream");
  }
  expect(sim.player.level).not.toBe(before);
  sim.player.stop();
  await using bridged = await Bridged.settled(sim, { clock, args });
  await bridged.waitFor("note", undefined);
  await until(() => sim.player.state === "play");
  expect([sim.player.song, sim.player.level]).toEqual([3, before]);
});

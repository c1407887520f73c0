import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../simulator/zidoo/start-simulator.ts";
import { startSimulator as startBluos } from "../../simulator/bluos/start-simulator.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";
import { withBridge } from "../support/bridge/with-bridge.ts";
import { failed, rejected } from "../support/bridge/outcomes.ts";
import { anyPort } from "../support/any-port.ts";

const clock = fastClock(50);

let hosts = 0;
const audioPlayer = (options: SimulatorOptions = {}) =>
  startSimulator({ ...clock, preset: "audio", host: `127.0.42.${++hosts}`, ssdpPort: 1900, ...options });

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

it("a doorbell that rings for a second is heard", async ({ sim, bridged }) => {
  expect(await bridged.set("announce", bell)).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("music/state", "playing");
  expect(sim.player.externalSource).toBeUndefined();
});

it.each([
  ["that never ends is over after a minute", "", 60],
  ["of two minutes is heard to its end", "?seconds=120", 120],
])("one %s, and what played comes back", async (_, query, seconds) => {
  await using sim = await audioPlayer();
  await using bridged = await Bridged.settled(sim, { clock });
  const title = bridged.payload("music/title");
  const begun = clock.now();
  expect(await bridged.set("announce", `http://house.example/bell.mp3${query}`)).toMatchObject({
    outcome: "applied",
  });
  const lasted = (clock.now() - begun) / 1000;
  expect(lasted).toBeGreaterThanOrEqual(seconds);
  expect(lasted).toBeLessThan(seconds + 45);
  await bridged.waitFor("music/title", title);
  await bridged.waitFor("music/state", "playing");
});

it("what was paused stays paused", async ({ sim }) => {
  sim.player.music.pause();
  await using bridged = await Bridged.settled(sim, { clock });
  expect(await bridged.set("announce", bell)).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("music/state", "paused");
  expect(sim.player.externalSource).toBeUndefined();
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
  await using sim = await startBluos({ ...clock, bufferMs: 20 });
  sim.player.playQueue(3, 30);
  // It has held requests beside others.
  const player = { url: sim.url, traffic: { maxConcurrent: 1 } } as Simulator;
  await using bridged = await Bridged.settled(player, { clock });
  const result = await bridged.set("announce", JSON.stringify({ address: longBell, volume: 20 }));
  expect(result).toMatchObject({ outcome: "applied" });
  expect(result).not.toHaveProperty("lost");
  expect(sim.player.song).toBe(3);
  await until(() => sim.player.state === "play");
  expect(sim.player.level).not.toBe(20);
});

it("a BluOS player comes back to its input", async () => {
  await using sim = Object.assign(await startBluos({ ...clock, bufferMs: 20 }), { mostAtOnce: 4 });
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

it("an audio player comes back to its input, which it leaves for an address", async () => {
  await using sim = await audioPlayer({ source: "television" });
  await using bridged = await Bridged.settled(sim, { clock });
  const asked = bridged.set("announce", longBell);
  await bridged.waitFor("music/title", "bell.mp3");
  sim.player.audio.selectInput("XMOS");
  expect(await asked).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("audio/input", "EARC");
});

it("with keep it is refused if something would not come back, and nothing is touched", async () => {
  await using sim = await audioPlayer({ source: "radio" });
  await using bridged = await Bridged.settled(sim, { clock });
  expect(await bridged.set("announce", JSON.stringify({ address: bell, keep: true }))).toMatchObject(
    rejected("not announced: a stream or another source would not come back"),
  );
  expect(sim.renderer?.actions).toEqual([]);
  expect(await bridged.set("announce", JSON.stringify({ address: bell, keep: false }))).toMatchObject({
    outcome: "applied",
    lost: ["stream"],
  });
});

it("is never louder than controls.maxVolume", async ({ sim }) => {
  await using bridged = await Bridged.settled(sim, { clock, args: { "controls.maxVolume": "40" } });
  expect(await bridged.set("announce", JSON.stringify({ address: bell, volume: 41 }))).toMatchObject(
    rejected("too loud: controls.maxVolume is 40 percent, which is level 80"),
  );
  expect(sim.renderer?.actions).toEqual([]);
  expect(sim.player.music.state).toBe("playing");
});

it("one that cannot be played fails, and what played goes on at its volume", async ({ bridged }) => {
  const payload = { address: "http://house.example/paper.pdf", volume: 50 };
  expect(await bridged.set("announce", JSON.stringify(payload))).toMatchObject(
    failed("not announced: play: the renderer of the player refuses it: UPnP 714 Illegal MIME-type"),
  );
  await bridged.waitFor("music/state", "playing");
  await bridged.waitFor("volume/level", "60");
});

it.each([
  ["a film player", () => startSimulator({ ...clock, playsTogether: false })],
  ["an audio player", () => audioPlayer()],
  [
    "a BluOS player",
    async () => Object.assign(await startBluos({ ...clock, bufferMs: 20 }), { mostAtOnce: 4 }),
  ],
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

it("a touch of the volume stays", async ({ sim, bridged }) => {
  const asked = bridged.set(
    "announce",
    JSON.stringify({ address: "http://house.example/long.mp3?seconds=3", volume: 50 }),
  );
  await bridged.waitFor("music/title", "long.mp3");
  if (sim.player.volume !== undefined) sim.player.volume.level = 70;
  await bridged.waitFor("volume/level", "70");
  expect(await asked).toMatchObject({ outcome: "applied" });
  expect(sim.player.volume?.level).toBe(70);
});

it("another announcement takes its place, and both go back to what played before", async ({ bridged }) => {
  const title = bridged.payload("music/title");
  const announce = (payload: object) =>
    bridged.subscriber.send("player2mqtt/den/announce/set", JSON.stringify(payload));
  const outcomes = () =>
    bridged.subscriber.results
      .filter(({ command }) => command === "announce")
      .map(({ transaction, outcome }) => [transaction, outcome]);
  await announce({ address: "http://house.example/long.mp3?seconds=60", volume: 50, transaction: 1 });
  await bridged.waitFor("music/title", "long.mp3");
  // One that is refused takes no place.
  await announce({ address: bell, keep: true, transaction: 2 });
  await until(() => outcomes().length === 1);
  await announce({ address: bell, volume: 30, transaction: 3 });
  await until(() => outcomes().length === 3);
  expect(outcomes()).toEqual([
    [2, "rejected"],
    [1, "superseded"],
    [3, "applied"],
  ]);
  await bridged.waitFor("music/title", title);
  await bridged.waitFor("volume/level", "60");
});

it("a player that is switched off meanwhile gets its volume back once it is on", async ({ sim, bridged }) => {
  const asked = bridged.set(
    "announce",
    JSON.stringify({ address: "http://house.example/long.mp3?seconds=60", volume: 50 }),
  );
  await bridged.waitFor("music/title", "long.mp3");
  sim.player.externalSource = undefined;
  sim.player.music.stop();
  await sim.sleep();
  await bridged.waitFor("availability", "offline");
  expect(sim.player.volume?.level).toBe(100);
  await sim.wake();
  expect(await asked).toMatchObject({ outcome: "applied", lost: ["queue", "track"] });
  await bridged.waitFor("volume/level", "60");
  expect(sim.player.music.state).toBe("stopped");
});

it("a player that goes off as it takes the volume gets it back, too", async ({ sim, bridged }) => {
  const asked = bridged.set("announce", JSON.stringify({ address: bell, volume: 50 }));
  while (sim.player.volume?.level !== 100) await setImmediate();
  await sim.sleep();
  await bridged.waitFor("availability", "offline");
  // Longer than the step waits for its proof.
  await clock.sleep(15_000, new AbortController().signal);
  await sim.wake();
  expect(await asked).toMatchObject({ outcome: "failed" });
  await until(() => sim.player.volume?.level === 60);
});

it("a bridge that starts in the middle goes back", async ({ sim }) => {
  await using broker = await startEmbeddedBroker(anyPort);
  const args = { "mqtt.url": broker.url };
  let title: string | undefined;
  {
    await using bridged = await Bridged.settled(sim, { clock, args });
    title = bridged.payload("music/title");
    const long = { address: "http://house.example/long.mp3?seconds=6", volume: 50 };
    await bridged.subscriber.send("player2mqtt/den/announce/set", JSON.stringify(long));
    await bridged.waitFor("music/title", "long.mp3");
    await until(() => bridged.payload("note")?.includes("long.mp3") === true);
  }
  await using bridged = await Bridged.settled(sim, { clock, args });
  await bridged.waitFor("music/title", title);
  await bridged.waitFor("music/state", "playing");
  await bridged.waitFor("note", undefined);
  expect(sim.player.volume?.level).toBe(60);
});

it("a BluOS player is brought back by a bridge that starts in the middle, however it ends", async () => {
  await using sim = await startBluos({ ...clock, bufferMs: 20 });
  sim.player.playQueue(3, 30);
  const before = sim.player.level;
  const player = { url: sim.url, traffic: { maxConcurrent: 1 } } as Simulator;
  await using broker = await startEmbeddedBroker(anyPort);
  const args = { "mqtt.url": broker.url };
  {
    await using bridged = await Bridged.settled(player, { clock, args });
    const long = { address: "http://house.example/long.mp3?seconds=600", volume: 50 };
    await bridged.subscriber.send("player2mqtt/den/announce/set", JSON.stringify(long));
    await until(() => sim.player.isPlaying && sim.player.heard?.kind === "stream");
  }
  expect(sim.player.level).not.toBe(before);
  sim.player.stop();
  await using bridged = await Bridged.settled(player, { clock, args });
  await bridged.waitFor("note", undefined);
  await until(() => sim.player.state === "play");
  expect([sim.player.song, sim.player.level]).toEqual([3, before]);
});

it("a sleep timer that ends meanwhile pauses what came back, at its former volume", async ({ sim }) => {
  await using bridged = await Bridged.settled(sim, { clock });
  await bridged.set("sleep", "1");
  await until(() => (sim.player.volume?.level ?? 60) < 50);
  const payload = { address: "http://house.example/long.mp3?seconds=60", volume: 50 };
  const asked = bridged.set("announce", JSON.stringify(payload));
  await until(() => sim.player.externalSource !== undefined);
  await bridged.waitFor("sleep", undefined);
  expect(sim.player.volume?.level).toBe(100);
  sim.player.externalSource = undefined;
  expect(await asked).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("note", undefined);
  await until(() => sim.player.volume?.level === 60);
  expect([sim.player.music.state, sim.player.externalSource]).toEqual(["paused", undefined]);
});

it("goes back while the broker is gone", async ({ sim }) => {
  const broker = await startEmbeddedBroker(anyPort);
  await using bridged = await Bridged.settled(sim, { clock, args: { "mqtt.url": broker.url } });
  await bridged.subscriber.send(
    "player2mqtt/den/announce/set",
    JSON.stringify({ address: bell, volume: 50 }),
  );
  await bridged.waitFor("music/title", "bell.mp3");
  await broker[Symbol.asyncDispose]();
  await until(() => sim.player.externalSource === undefined && sim.player.music.state === "playing");
  await until(() => sim.player.volume?.level === 60);
  expect(sim.renderer?.actions).toEqual(["SetAVTransportURI", "Play"]);
});

it("is refused if it is malformed, and by a film player without controls.experimental", async () => {
  await using sim = await startSimulator(clock);
  await using bridged = await Bridged.settled(sim, { clock });
  expect(bridged.json("info")).toMatchObject({ controls: { announce: "off" } });
  for (const payload of [
    "/music/one.mp3",
    "ftp://h/x",
    '{"volume": 5}',
    `{"address": "${bell}", "volume": 101}`,
  ])
    expect(await bridged.set("announce", payload)).toMatchObject({ outcome: "rejected" });
  expect(await bridged.set("announce", bell)).toMatchObject(
    rejected("announce is experimental: set controls.experimental to use it"),
  );
});

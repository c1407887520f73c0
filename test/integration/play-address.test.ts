import { expect, it } from "vitest";
import { startSimulator } from "../../src/tools/simulator/zidoo/start-simulator.ts";
import { Bridged } from "../support/bridge/bridged.ts";

const args = { "controls.experimental": "true" };
const stream = "https://user:word@radio.example/live/SECRET-1/one.mp3?key=SECRET-2";

it("a stream is played as music, and nothing that is said of it shows more than its host", async () => {
  await using sim = await startSimulator({ preset: "audio" });
  await using bridged = await Bridged.settled(sim, { args });
  expect(await bridged.set("play", stream)).toMatchObject({
    outcome: "applied",
    request: "https://radio.example/…",
  });
  const request = sim.traffic.requests.find(({ operation }) => operation === "openFile");
  expect(request?.query).toBe(`path=${encodeURIComponent(stream)}&type=0`);
  await bridged.waitFor("music/title", "one.mp3");
  const said = JSON.stringify([bridged.subscriber.results, bridged.log.lines]);
  expect(said).toContain("radio.example");
  expect(said).not.toMatch(/SECRET|word@/);
});

it("an address in a command that is refused is not repeated either", async () => {
  await using sim = await startSimulator({ preset: "audio" });
  await using bridged = await Bridged.settled(sim, { args });
  for (const payload of [
    ` ftp://h/SECRET`,
    `{"value": "https://h/SECRET", `,
    `{"url": "https://h/SECRET"}`,
  ]) {
    expect(await bridged.set("play", payload)).toMatchObject({ outcome: "rejected" });
  }
  expect(await bridged.set("key", "https://h/SECRET")).toMatchObject({ outcome: "rejected" });
  expect(JSON.stringify([bridged.subscriber.results, bridged.log.lines])).not.toContain("SECRET");
  expect(sim.traffic.count("openFile")).toBe(0);
});

it("a file is played as film or as music by its ending", async () => {
  await using sim = await startSimulator();
  await using bridged = await Bridged.settled(sim, { args });
  const [, film] = sim.player.video.entries;
  expect(await bridged.set("play", film?.path ?? "")).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("video/title", film?.title);
  expect(await bridged.set("play", "/storage/usb-1/Song & Dance.flac")).toMatchObject({ outcome: "applied" });
  await bridged.waitFor("music/title", "Song & Dance.flac");
});

it("what the player confirms but cannot play is failed", async () => {
  await using sim = await startSimulator({ preset: "audio", now: () => 1_000_000 });
  sim.player.music.pause();
  await using bridged = await Bridged.settled(sim, { args });
  expect(await bridged.set("play", "/storage/unplayable.flac")).toMatchObject({
    outcome: "failed",
    reason: "not applied: the player still shows that nothing plays",
  });
  expect(sim.traffic.count("openFile")).toBe(1);
});

it("is off unless it is enabled", async () => {
  await using sim = await startSimulator({ preset: "audio" });
  await using bridged = await Bridged.settled(sim);
  expect(await bridged.set("play", "/storage/one.flac")).toMatchObject({
    outcome: "rejected",
    reason: "play is experimental: set controls.experimental to use it",
  });
  expect(sim.traffic.count("openFile")).toBe(0);
});

import { describe, expect, it } from "vitest";
import type { SimulatedPlayer } from "../../../simulator/wiim/simulated-player.ts";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/wiim/start-simulator.ts";
import { until } from "../../support/bridge/until.ts";
import { opened } from "../../support/opened.ts";
import { bridgeWith, clock, pass } from "../bluos/bridge-with.ts";

describe("a bridge with WiiM players", () => {
  type Bridge = Awaited<ReturnType<typeof bridgeWith>>;
  let held: Bridge["held"];
  let ask: Bridge["ask"];

  const simulated = async (options: SimulatorOptions = {}): Promise<Simulator> =>
    opened(await startSimulator({ ...clock, ...options }));

  async function bridged(players: Readonly<Record<string, Simulator>>): Promise<void> {
    ({ held, ask } = await bridgeWith(players));
    const isRead = (id: string) => held(id, "group") !== undefined && held(id, "music/state") !== undefined;
    await until(() => Object.keys(players).every(isRead), 15_000);
  }

  const json = (id: string, leaf: string): unknown => JSON.parse(held(id, leaf) ?? "null");

  async function pair() {
    const network = { players: new Map<string, SimulatedPlayer>() };
    const den = await simulated({ network, host: "127.0.0.2", name: "Den" });
    const bath = await simulated({ network, host: "127.0.0.3", name: "Bath", preset: "ultra" });
    await bridged({ den, bath });
    return { den: den.player, bath: bath.player, bathTraffic: bath.traffic };
  }

  it("tells of newer firmware while the player does, and of the present one else", async () => {
    const den = await simulated();
    await bridged({ den });
    const { firmware } = den.player.model;
    await until(() => held("den", "firmware/latest") === firmware);
    den.player.newFirmware = "4.8.740012";
    await until(() => held("den", "firmware/latest") === "4.8.740012", 15_000);
    expect(json("den", "info")).toMatchObject({ firmware });
  });

  it("groups two, with proof at both, and separates them", async () => {
    const { den, bath } = await pair();
    expect(await ask("bath", "group", "join den")).toMatchObject({ outcome: "applied" });
    expect(bath.leader).toBe(den);
    await until(() => (json("den", "group") as { role: string }).role === "primary");
    expect(json("den", "group")).toMatchObject({ primary: "den", members: ["den", "bath"] });
    expect(json("bath", "group")).toMatchObject({ role: "secondary", primary: "den" });
    expect(await ask("bath", "group", "join den")).toMatchObject({ outcome: "unchanged" });
    expect(await ask("bath", "group", "leave")).toMatchObject({ outcome: "applied" });
    expect(bath.leader).toBeUndefined();
    expect(await ask("den", "group", "add bath")).toMatchObject({ outcome: "applied" });
    expect(await ask("den", "group", "remove bath")).toMatchObject({ outcome: "applied" });
    expect(await ask("den", "group", "add bath")).toMatchObject({ outcome: "applied" });
    expect(await ask("den", "group", "leave")).toMatchObject({ outcome: "applied" });
    expect(bath.leader).toBeUndefined();
    expect(await ask("den", "group", "add nobody")).toMatchObject({ outcome: "rejected" });
  });

  it("adds several by one command, and names those that do not come", async () => {
    const network = { players: new Map<string, SimulatedPlayer>() };
    const [den, bath, attic] = await Promise.all([
      simulated({ network, host: "127.0.0.2", name: "Den" }),
      simulated({ network, host: "127.0.0.3", name: "Bath" }),
      simulated({ network, host: "127.0.0.4", name: "Attic" }),
    ]);
    await bridged({ den, bath, attic });
    expect(await ask("den", "group", "add bath attic")).toMatchObject({ outcome: "applied" });
    expect([bath.player.leader, attic.player.leader]).toEqual([den.player, den.player]);
    expect(await ask("den", "group", "leave")).toMatchObject({ outcome: "applied" });
    await attic.sleep();
    expect(await ask("den", "group", "add bath attic")).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(/^not in the group: 127\.0\.0\.4:\d+ \(.*ECONNREFUSED.*\)$/),
    });
    expect(bath.player.leader).toBe(den.player);
  });

  it.each([
    ["a leader from its member", "den", "bath"],
    ["a member from its leader", "bath", "den"],
  ] as const)("parts %s that is off", async (_, asked, off) => {
    const network = { players: new Map<string, SimulatedPlayer>() };
    const players = {
      den: await simulated({ network, host: "127.0.0.2", name: "Den" }),
      bath: await simulated({ network, host: "127.0.0.3", name: "Bath" }),
    };
    await bridged(players);
    expect(await ask("den", "group", "add bath")).toMatchObject({ outcome: "applied" });
    await until(() => (json("bath", "group") as { role: string }).role === "secondary");
    await players[off].sleep();
    expect(await ask(asked, "group", "leave")).toMatchObject({ outcome: "applied" });
    expect(json(asked, "group")).toMatchObject({ role: "none", members: [] });
  });

  it("shows at a member what its leader plays, and leaves its playback to the leader", async () => {
    const { den, bath, bathTraffic } = await pair();
    expect(await ask("bath", "group", "join den")).toMatchObject({ outcome: "applied" });
    den.playTrack(2);
    await until(() => held("bath", "music/title") === "Ünter Glas");
    expect([held("bath", "music/artist"), held("bath", "volume")]).toEqual([
      "Kolja Brandt",
      String(bath.level),
    ]);
    const before = bathTraffic.count("setPlayerCmd_next");
    expect(await ask("bath", "music/playback", "next")).toMatchObject({ outcome: "applied" });
    expect([den.index, bathTraffic.count("setPlayerCmd_next")]).toEqual([3, before]);
    // Its own volume stays its own.
    expect(await ask("bath", "volume", "22")).toMatchObject({ outcome: "applied" });
    expect([bath.level, den.level]).toEqual([22, 42]);
  });

  it("sets the volume of a group as far as its loudest member goes, and keeps the differences", async () => {
    const { den, bath } = await pair();
    bath.level = 21;
    expect(await ask("den", "group", "add bath")).toMatchObject({ outcome: "applied" });
    await until(() => held("den", "group/volume") === "42");
    expect(await ask("den", "group/volume", "60")).toMatchObject({ outcome: "applied" });
    expect([den.level, bath.level]).toEqual([60, 30]);
    expect(await ask("den", "group/mute", "on")).toMatchObject({ outcome: "applied" });
    expect([den.isMuted, bath.isMuted]).toEqual([true, true]);
    expect(await ask("bath", "group/volume", "10")).toMatchObject({ outcome: "rejected" });
  });

  it("reads an older one over plain HTTP, which has no outputs and no metadata", async () => {
    const shed = await simulated({ preset: "old" });
    await bridged({ shed });
    expect(json("shed", "info")).toMatchObject({ family: "wiim", model: "SMART AMP" });
    expect([held("shed", "music/title"), held("shed", "audio/output")]).toEqual([
      "Harbour & Hills",
      undefined,
    ]);
    await pass(60_000);
    expect(shed.traffic.count("getMetaInfo")).toBe(1);
  });

  it("asks a slow one no more often than it bears", async () => {
    const den = await simulated();
    await bridged({ den });
    await pass(20_000);
    const before = den.traffic.count();
    await pass(60_000);
    // One in two seconds on average; one or two may fall on either side of the minute.
    expect(den.traffic.count() - before).toBeLessThanOrEqual(32);
    expect(den.traffic.maxConcurrent).toBe(1);
  });

  it("does not take a confirmation for a stream that plays", async () => {
    const den = await simulated();
    await bridged({ den });
    expect(await ask("den", "play", "http://radio.example.net/unplayable")).toMatchObject({
      outcome: "failed",
    });
    expect(await ask("den", "play", "http://radio.example.net/x")).toMatchObject({ outcome: "applied" });
    using _ignores = den.behaviors.add("ignores");
    expect(await ask("den", "volume", "3")).toMatchObject({ outcome: "failed" });
  });

  it("restarts one, which comes back", async () => {
    const den = await simulated({ bootMs: 4000 });
    await bridged({ den });
    expect(await ask("den", "power", "off")).toMatchObject({ outcome: "rejected" });
    expect(await ask("den", "power", "reboot")).toMatchObject({ outcome: "applied" });
    await until(
      () => held("den", "availability") === "online" && held("den", "music/state") === "idle",
      15_000,
    );
  });
});

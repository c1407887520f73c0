import { describe, expect, it } from "vitest";
import type { SimulatedPlayer } from "../../../simulator/wiim/simulated-player.ts";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/wiim/start-simulator.ts";
import { until } from "../../support/bridge/until.ts";
import { opened } from "../../support/opened.ts";
import { clock, pass, settledWith } from "../bluos/bridge-with.ts";

/** Players that tell their queue on the same port have addresses of their own. */
let hosts = 0;

describe("a bridge with WiiM players", () => {
  let { held, json, ask, subscriber } = {} as Awaited<ReturnType<typeof settledWith>>;

  const simulated = async (options: SimulatorOptions = {}): Promise<Simulator> =>
    opened(await startSimulator({ ...clock, ...options }));

  async function bridged(players: Readonly<Record<string, Simulator>>): Promise<void> {
    ({ held, json, ask, subscriber } = await settledWith(players));
  }

  const upnpPort = 49_152;
  const queueHost = () => `127.0.61.${(hosts += 1)}`;

  /** Players of one network, with a bridge. */
  async function house<Id extends string>(...ids: readonly Id[]): Promise<Record<Id, Simulator>> {
    const network = { players: new Map<string, SimulatedPlayer>() };
    const started = ids.map(async (id, at) => {
      const preset = id === "bath" ? ({ preset: "ultra" } as const) : {};
      return [id, await simulated({ network, host: `127.0.0.${at + 2}`, name: id, ...preset })] as const;
    });
    const players = Object.fromEntries(await Promise.all(started)) as Record<Id, Simulator>;
    await bridged(players);
    return players;
  }

  async function pair() {
    const { den, bath } = await house("den", "bath");
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

  it("tells at which address a player answers, whatever scheme it was sought by", async () => {
    const den = await simulated();
    await bridged({ den: { ...den, url: den.url.replace("https:", "http:") } });
    expect(json("den", "info")).toMatchObject({ address: den.url });
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
    for (const command of ["add bath", "remove bath", "add bath", "leave"])
      expect(await ask("den", "group", command)).toMatchObject({ outcome: "applied" });
    expect(bath.leader).toBeUndefined();
    expect(await ask("den", "group", "add nobody")).toMatchObject({ outcome: "rejected" });
  });

  it("adds several by one command, and names those that do not come", async () => {
    const { den, bath, attic } = await house("den", "bath", "attic");
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
    const players = await house("den", "bath");
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
    // Its own volume stays its own, and so does whether it is muted.
    expect(await ask("bath", "volume", "22")).toMatchObject({ outcome: "applied" });
    expect([bath.level, den.level]).toEqual([22, 42]);
    expect(await ask("bath", "mute", "on")).toMatchObject({ outcome: "applied" });
    expect([bath.isMuted, den.isMuted]).toEqual([true, false]);
  });

  it("sets the volume of a group as far as its loudest member goes, and keeps the differences", async () => {
    const { den, bath } = await pair();
    bath.level = 84;
    expect(await ask("den", "group", "add bath")).toMatchObject({ outcome: "applied" });
    await until(() => held("den", "group/volume") === "84");
    expect(await ask("den", "group/volume", "60")).toMatchObject({ outcome: "applied" });
    expect([den.level, bath.level]).toEqual([30, 60]);
    den.level = bath.level = 0;
    await until(() => held("den", "group/volume") === "0", 15_000);
    expect(await ask("den", "group/volume", "20")).toMatchObject({ outcome: "applied" });
    expect([den.level, bath.level]).toEqual([20, 20]);
    den.isMuted = true;
    await until(() => held("den", "mute") === "on");
    await pass(1000);
    expect(held("den", "group/mute")).toBe("off");
    expect(await ask("den", "group/mute", "on")).toMatchObject({ outcome: "applied" });
    expect([den.isMuted, bath.isMuted]).toEqual([true, true]);
    expect(await ask("bath", "group/volume", "10")).toMatchObject({ outcome: "rejected" });
  });

  describe("tells its queue", () => {
    const queueOf = (id: string) => json(id, "music/queue") as { total?: number; current?: number } | null;
    const songs = [
      { position: 0, title: "Harbour & Hills", artist: "Mira Vale", album: "Slow Ferry", duration: 214 },
      { position: 1, title: "Tide Table", artist: "Mira Vale", album: "Slow Ferry", duration: 187 },
      { position: 2, title: "Ünter Glas", artist: "Kolja Brandt", album: "Nachtzug", duration: 243 },
      { position: 3, title: "2112 Steps", artist: "The Landings", album: "Stairs", duration: 305 },
    ];

    it.each([
      ["in parts", "pro", "BrowseQueueEx"],
      ["as a whole, of older firmware", "old", "BrowseQueue"],
    ] as const)("%s, and plays an entry of it", async (_what, preset, action) => {
      const den = await simulated({ preset, host: queueHost(), upnpPort });
      await bridged({ den });
      await until(() => queueOf("den")?.total === 4);
      const entries = songs.map((song) => ({ ...song, active: song.position === 0 }));
      expect(queueOf("den")).toMatchObject({ name: "Evening & Sea", total: 4, current: 0, entries });
      await subscriber.send("player2mqtt/den/music/queue/get", '{"start":1,"count":2}');
      const page = await until(() => subscriber.said("/music/queue/page")[0]);
      expect(JSON.parse(page)).toMatchObject({ start: 1, count: 2, total: 4, entries: entries.slice(1, 3) });
      expect(await ask("den", "music/queue", "2")).toMatchObject({ outcome: "applied" });
      expect(den.player.index).toBe(2);
      expect(queueOf("den")?.current).toBe(2);
      expect(await ask("den", "music/queue", "2")).toMatchObject({ outcome: "unchanged" });
      expect(await ask("den", "music/queue", "4")).toMatchObject({ outcome: "rejected" });
      expect(den.traffic.count(action)).toBeGreaterThan(1);
      // Nothing of it is left while something else plays.
      den.player.selectInput("line-in");
      await until(() => queueOf("den")?.total === 0, 60_000);
    });

    it("around the entry that plays, of a long one", async () => {
      const den = await simulated({ host: queueHost(), upnpPort });
      den.player.tracks = Array.from({ length: 400 }, (_, at) => ({
        ...songs[0],
        title: `Song ${at}`,
        artist: "",
        album: "",
        seconds: 100,
      }));
      den.player.playTrack(300);
      await bridged({ den });
      await until(() => queueOf("den")?.current === 300);
      expect(held("den", "music/queue/total")).toBe("400");
      // Where it is tells the first answer.
      await until(() => (held("den", "music/queue") ?? "").includes('"title":"Song 300"'), 60_000);
    });

    it("as it was while answers are cut, and again after a restart", async () => {
      const den = await simulated({ host: queueHost(), upnpPort, bootMs: 4000 });
      den.behaviors.add("truncated@BrowseQueueEx*1");
      await bridged({ den });
      await until(() => queueOf("den")?.total === 4, 60_000);
      den.behaviors.add("truncated@BrowseQueueEx*1");
      den.player.playTrack(3);
      await until(() => queueOf("den")?.current === 3, 60_000);
      expect(await ask("den", "power", "off")).toMatchObject({ outcome: "rejected" });
      expect(await ask("den", "power", "reboot")).toMatchObject({ outcome: "applied" });
      await until(() => held("den", "availability") === "online", 15_000);
      expect(queueOf("den")?.total).toBe(4);
    });

    it("not of a member, which plays that of its leader", async () => {
      const network = { players: new Map<string, SimulatedPlayer>() };
      const den = await simulated({ network, host: queueHost(), upnpPort });
      const bath = await simulated({ network, host: queueHost(), upnpPort });
      await bridged({ den, bath });
      await until(() => queueOf("bath")?.total === 4);
      expect(await ask("bath", "group", "join den")).toMatchObject({ outcome: "applied" });
      await until(() => queueOf("bath")?.total === 0, 60_000);
      expect(queueOf("den")?.total).toBe(4);
    });
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

  it("asks one at rest more rarely, though it answers every time", async () => {
    const den = await simulated();
    den.player.stop();
    await bridged({ den });
    await pass(150_000);
    const before = den.traffic.count("getPlayerStatusEx");
    await pass(60_000);
    // Every six seconds, and for what else the status tells.
    expect(den.traffic.count("getPlayerStatusEx") - before).toBeLessThanOrEqual(15);
  });
});

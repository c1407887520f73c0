import { describe, expect, it } from "vitest";
import { type SimulatorOptions, startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { xmlReply } from "../../../simulator/bluos/routes.ts";
import { opened } from "../../support/opened.ts";
import { bridgeWith, clock, pass } from "./bridge-with.ts";
import { noteRequests, shortestGapMs } from "./note-requests.ts";

// What the specification allows, and what nobody should send.

describe("a bridge and a BluOS player with a fault", () => {
  async function start(options: SimulatorOptions = {}, settings: Readonly<Record<string, string>> = {}) {
    const player = opened(await startSimulator({ ...clock, bufferMs: 20, groupLagMs: 50, ...options }));
    const { held, ask: askOf, subscriber } = await bridgeWith({ den: player }, settings);
    const say = (leaf: string) => held("den", leaf);
    const ask = (control: string, request: string) => askOf("den", control, request);
    await expect.poll(() => say("availability")).toBe("online");
    await expect.poll(() => say("music/state")).toBeDefined();
    return { player, say, ask, subscriber };
  }

  it("survives every fault of an answer, never asks twice within a second, and recovers", async () => {
    const gapsOf = noteRequests(clock);
    const faults =
      "bomb externalEntity deep wide otherRoot html error:no notFound oversized redirect:http://127.0.0.1:1/x truncated empty svg";
    const run = async (fault: string): Promise<void> => {
      const { player, say } = await start();
      const faulty = player.behaviors.add(`${fault}@Status`);
      player.player.changed();
      await pass(3500);
      faulty.remove();
      player.player.isMuted = true;
      player.player.changed();
      await expect.poll(() => [fault, say("mute")]).toEqual([fault, "on"]);
      expect([fault, say("availability")]).toEqual([fault, "online"]);
      expect([fault, gapsOf(player.url, "Status").filter((gap) => gap < shortestGapMs)]).toEqual([fault, []]);
    };
    await Promise.all(faults.split(" ").map(run));
  });

  it("notices that its power was cut, and stays with a player whose held polls never end", async () => {
    const eager = { "poll.pace": "eager" };
    const [cut, endless] = await Promise.all([start({}, eager), start({}, eager)]);
    endless.player.behaviors.add("endless");
    // Held requests are under way; no connection ends, and no poll is answered.
    await expect.poll(() => cut.player.traffic.count("Status")).toBeGreaterThan(1);
    cut.player.cutPower();
    await expect.poll(() => cut.say("availability")).toBe("offline");
    await cut.player.wake();
    await expect.poll(() => cut.say("availability")).toBe("online");
    expect(endless.say("availability")).toBe("online");
    expect(await endless.ask("volume", "12")).toMatchObject({ outcome: "applied" });
    expect(endless.say("volume")).toBe("12");
  });

  it("selects an input, which may be a service, pauses it and resumes it", async () => {
    const { say, ask } = await start();
    await expect.poll(() => say("audio/input/options")).toContain("Spotify");
    expect(await ask("audio/input", "Spotify")).toMatchObject({ outcome: "applied" });
    expect(say("audio/input")).toBe("Spotify");
    expect(await ask("audio/input", "arc-1")).toMatchObject({ outcome: "applied" });
    expect(say("audio/input")).toBe("arc-1");
    // While it is open, it does not tell whether it plays.
    expect(await ask("music/playback", "pause")).toMatchObject({ outcome: "applied" });
    expect(say("music/state")).toBe("paused");
    expect(await ask("music/playback", "play")).toMatchObject({ outcome: "applied" });
    expect(say("music/state")).toBe("unknown");
    expect(await ask("audio/input", "phono-1")).toMatchObject({ outcome: "rejected" });
  });

  it("selects an input of old firmware, whose list has no types", async () => {
    const { say, ask } = await start({ preset: "old" });
    await expect.poll(() => say("audio/input/options")).toContain("Optical");
    expect(await ask("audio/input", "Optical")).toMatchObject({ outcome: "applied" });
    expect(say("audio/input/name")).toBe("Optical");
  });

  it("stops asking for a part of the queue that the player does not give", async () => {
    const { player } = await start({ queueSize: 250 }, { "queue.publish": "all" });
    player.behaviors.add({
      text: "first page only",
      operation: "Playlist",
      start: ({ answer }) => ({ handle: () => answer("Playlist") }),
    });
    player.player.pid += 1;
    player.player.queue = player.player.queue.slice();
    player.player.changed();
    await pass(6000);
    const before = player.traffic.count("Playlist");
    await pass(3000);
    expect(player.traffic.count("Playlist") - before).toBeLessThan(2);
  });

  it("says what it may about hostile texts", async () => {
    const { player, say } = await start();
    const [first] = player.player.queue;
    if (first === undefined) throw new Error("no queue");
    player.player.queue[0] = {
      ...first,
      title: `\u0007</title1><state>stop</state>${"x".repeat(20_000)}`,
      image: "javascript:alert(1)",
      album: "https://u:p@example.net/?token=abc",
    };
    player.player.changed();
    await expect.poll(() => say("music/title")).toContain("</title1>");
    expect(say("music/title")).not.toContain("\u0007");
    expect(say("music/state")).toBe("playing");
    expect(say("music/picture") ?? "").toBe("");
    expect(say("music/album")).not.toMatch(/token|u:p/);
  });

  it("stays online while new firmware is installed, tells why a command failed, and obeys afterwards", async () => {
    const { player, say, ask } = await start();
    await pass(1500);
    player.player.isUpgrading = true;
    const status = player.behaviors.add({
      text: "upgrade",
      operation: "Status",
      start: () => ({ handle: () => xmlReply("<UpgradeStatusStage2/>") }),
    });
    player.player.pause();
    await pass(3000);
    expect(say("availability")).toBe("online");
    expect(await ask("volume", "50")).toMatchObject({
      outcome: "failed",
      reason: "the player is installing new firmware",
    });
    player.player.isUpgrading = false;
    status.remove();
    expect(await ask("volume", "51")).toMatchObject({ outcome: "applied" });
    player.player.resume();
    await expect.poll(() => say("music/state")).toBe("playing");
  });
});

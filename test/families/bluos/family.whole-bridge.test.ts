import { describe, expect, it } from "vitest";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/bluos/start-simulator.ts";
import { startEmbeddedBroker } from "../../../src/mqtt/embedded-broker.ts";
import { anyPort } from "../../support/any-port.ts";
import { until } from "../../support/bridge/until.ts";
import { opened } from "../../support/opened.ts";
import { bridgeWith, clock, pass, settledWith } from "./bridge-with.ts";

describe("a bridge with players that work with BluOS", () => {
  let { held, json, ask, subscriber } = {} as Awaited<ReturnType<typeof bridgeWith>>;

  const simulated = async (options: SimulatorOptions = {}): Promise<Simulator> =>
    opened(await startSimulator({ ...clock, bufferMs: 300, groupLagMs: 700, ...options }));

  /** Starts a bridge with these players, and waits until it has read them. */
  async function bridged(players: Readonly<Record<string, Simulator>>): Promise<void> {
    ({ held, json, ask, subscriber } = await settledWith(players, { "device.timeoutMs": "1000" }));
    // Held requests begin a second after the first reads.
    await until(() => Object.values(players).every(({ traffic }) => traffic.count("Status") >= 2), 15_000);
  }

  it("has the tone controls that its owner allows, and no value for one that another switches off", async () => {
    const kitchen = await simulated();
    const allowed = { publish: { settings: ["bass", "toneControls", "ledbrightness"] } };
    ({ held, json, ask } = await bridgeWith({ kitchen }, {}, allowed));
    await until(() => held("kitchen", "settings/ledbrightness") !== undefined, 15_000);
    expect(json("kitchen", "settings/bass/range")).toMatchObject({ min: -6, max: 6 });
    expect(held("kitchen", "settings/toneControls")).toBe("off");
    expect(held("kitchen", "settings/bass") ?? "").toBe("");
    const { player } = kitchen;
    const valueOf = (id: string) => player.settings.find((setting) => setting.id === id)?.value;
    expect(await ask("kitchen", "settings/toneControls", "on")).toMatchObject({ outcome: "applied" });
    expect(held("kitchen", "settings/bass")).toBe("0");
    expect(await ask("kitchen", "settings/bass", "=-4")).toMatchObject({ outcome: "applied" });
    expect([valueOf("toneControls"), valueOf("bass")]).toEqual(["ON", "-4"]);
    expect(await ask("kitchen", "settings/ledbrightness", "Dim")).toMatchObject({ outcome: "applied" });
    expect(valueOf("ledbrightness")).toBe("dim");
    expect(await ask("kitchen", "settings/bass", "9")).toMatchObject({ outcome: "rejected" });
  });

  it("is asked for nothing while nothing changes, but whether it is there", async () => {
    const kitchen = await simulated();
    kitchen.player.pause();
    await bridged({ kitchen });
    await pass(2000);
    const before = kitchen.traffic.count();
    await pass(58_000);
    expect(kitchen.traffic.count() - before).toBeLessThan(3);
  });

  it("mutes and unmutes one that shows only in its status that it is muted", async () => {
    const kitchen = await simulated();
    kitchen.player.showsMuteInSync = false;
    await bridged({ kitchen });
    const { player } = kitchen;
    const shown = (): unknown[] => [player.isMuted, held("kitchen", "mute"), held("kitchen", "volume")];
    const { level } = player;
    expect(await ask("kitchen", "mute", "on")).toMatchObject({ outcome: "applied" });
    // Its other document is read once a minute.
    for (let quarter = 0; quarter < 6; quarter += 1) {
      await pass(15_000);
      expect(shown()).toEqual([true, "on", String(level)]);
    }
    expect(await ask("kitchen", "mute", "off")).toMatchObject({ outcome: "applied" });
    expect(shown()).toEqual([false, "off", String(level)]);
    // Somebody else does so, too.
    for (const isMuted of [true, false]) {
      player.isMuted = isMuted;
      player.changed();
      await until(() => held("kitchen", "mute") === (isMuted ? "on" : "off"));
      await pass(70_000);
      expect(held("kitchen", "mute")).toBe(isMuted ? "on" : "off");
    }
  });

  it("mutes and unmutes a member of a group that shows nowhere but in the answer that it is muted", async () => {
    const kitchen = await simulated();
    const { network } = kitchen.player;
    const lounge = await simulated({ network, name: "Lounge", mac: "02:B1:05:00:00:98" });
    lounge.player.showsMuteInSync = false;
    await bridged({ kitchen, lounge });
    expect(await ask("lounge", "group", "join kitchen")).toMatchObject({ outcome: "applied" });
    expect(await ask("lounge", "mute", "on")).toMatchObject({ outcome: "applied" });
    await pass(5000);
    expect([lounge.player.isMuted, held("lounge", "mute"), held("kitchen", "mute")]).toEqual([
      true,
      "on",
      "off",
    ]);
    expect(await ask("lounge", "mute", "off")).toMatchObject({ outcome: "applied" });
    expect([lounge.player.isMuted, held("lounge", "mute")]).toEqual([false, "off"]);
  });

  it("groups two players, with proof at both, and separates them", async () => {
    const kitchen = await simulated();
    const { network } = kitchen.player;
    const bath = await simulated({ network, name: "Bath", mac: "02:B1:05:00:00:99" });
    await bridged({ kitchen, bath });
    expect(await ask("bath", "group", "join kitchen")).toMatchObject({ outcome: "applied" });
    expect(kitchen.player.slaves).toEqual([bath.player.address]);
    await until(() => (json("kitchen", "group") as { role: string }).role === "primary");
    expect(json("kitchen", "group")).toMatchObject({ primary: "kitchen", members: ["kitchen", "bath"] });
    expect(json("bath", "group")).toMatchObject({ role: "secondary", primary: "kitchen" });
    expect(await ask("bath", "group", "join kitchen")).toMatchObject({ outcome: "unchanged" });
    // Its playback is that of the group, and its info says so.
    expect(json("bath", "info")).toMatchObject({
      groupControls: expect.arrayContaining(["music/playback", "music/preset", "play"]),
    });
    expect(await ask("bath", "music/playback", "next")).toMatchObject({ outcome: "applied" });
    expect(kitchen.player.song).toBe(1);
    // Its own volume stays its own.
    const { level } = kitchen.player;
    expect(await ask("bath", "volume", "22")).toMatchObject({ outcome: "applied" });
    expect([bath.player.level, kitchen.player.level]).toEqual([22, level]);
    expect(held("bath", "volume")).toBe("22");
    await until(() => held("kitchen", "group/volume") !== undefined);
    // What is changed by hand is told at once, of the member, too, whose status is that of its primary.
    const since = clock.now();
    bath.player.level = 10;
    bath.player.changed();
    await until(() => held("bath", "volume") === "10");
    await until(() => held("kitchen", "group/volume") === String(Math.round((level + 10) / 2)));
    // That its member is muted does not change the primary.
    for (const isMuted of [true, false]) {
      bath.player.isMuted = isMuted;
      bath.player.changed();
      await until(() => held("bath", "mute") === (isMuted ? "on" : "off"));
    }
    expect(clock.now() - since).toBeLessThan(20_000);
    expect(await ask("kitchen", "group/volume", "50")).toMatchObject({ outcome: "applied" });
    expect(await ask("bath", "group/volume", "50")).toMatchObject({ outcome: "rejected" });
    expect(await ask("bath", "group", "leave")).toMatchObject({ outcome: "applied" });
    await until(() => (json("kitchen", "group") as { role: string }).role === "none");
    expect([kitchen.player.slaves, bath.player.master]).toEqual([[], undefined]);
    await until(() => (json("bath", "info") as { groupControls?: unknown }).groupControls === undefined);
    expect(await ask("kitchen", "group", "add nobody")).toMatchObject({ outcome: "rejected" });
    expect(await ask("kitchen", "group", `add ${bath.player.address}`)).toMatchObject({ outcome: "applied" });
    await until(() => (json("bath", "group") as { role: string }).role === "secondary");
    expect(await ask("kitchen", "group", "leave")).toMatchObject({ outcome: "applied" });
  });

  it("adds several players by one request, and names those that do not come", async () => {
    const kitchen = await simulated();
    const { network } = kitchen.player;
    const others = await Promise.all(
      ["bath", "den", "hall", "loft"].map(async (id, place) => {
        const mac = `02:B1:05:00:00:A${place}`;
        return [id, await simulated({ network, name: id, mac })] as const;
      }),
    );
    const [bath, den, hall, loft] = others.map(([, { player }]) => player);
    await bridged({ kitchen, ...Object.fromEntries(others) });
    expect(await ask("kitchen", "group", "add bath den")).toMatchObject({ outcome: "applied" });
    expect(kitchen.traffic.count("AddSlave")).toBe(1);
    expect(new Set(kitchen.player.slaves)).toEqual(new Set([bath?.address, den?.address]));
    // They are in the order of their ports, which the system has chosen.
    const members = () => (json("kitchen", "group") as { members: string[] }).members.toSorted();
    expect(members()).toEqual(["bath", "den", "kitchen"]);
    // One that is in another group stays there.
    if (hall !== undefined) hall.master = "192.0.2.7:11000";
    const partly = await ask("kitchen", "group", `add bath hall loft 127.0.0.1:9`);
    expect(partly).toMatchObject({ outcome: "failed" });
    expect(partly.reason).toMatch(/^not in the group: 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ \(/);
    expect(partly.reason).toContain(hall?.address);
    expect(members()).toEqual(["bath", "den", "kitchen", "loft"]);
    expect([kitchen.traffic.count("AddSlave"), loft?.master]).toEqual([2, kitchen.player.address]);
    // The others stay together without it.
    const parties = () =>
      [bath, den, loft].map((one) => (one?.master ?? one?.address) === kitchen.player.address);
    expect(parties()).toEqual([true, true, true]);
    expect(await ask("kitchen", "group", "leave")).toMatchObject({ outcome: "applied" });
    expect([parties(), members()]).toEqual([[false, false, false], []]);
  });

  it("groups players that know each other by addresses at which the bridge does not reach them", async () => {
    const kitchen = await simulated();
    const { network } = kitchen.player;
    const bath = await simulated({ network, name: "Bath", mac: "02:B1:05:00:00:99" });
    for (const [{ player }, address] of [
      [kitchen, "192.0.2.1:11000"],
      [bath, "192.0.2.2:11000"],
    ] as const) {
      network.leave(player);
      player.address = address;
      network.join(player);
    }
    await bridged({ kitchen, bath });
    expect(await ask("bath", "group", "join kitchen")).toMatchObject({ outcome: "applied" });
    expect(kitchen.player.slaves).toEqual(["192.0.2.2:11000"]);
    expect(json("bath", "group")).toMatchObject({ role: "secondary", primary: "kitchen" });
    const configured = new URL(kitchen.url).host;
    expect(await ask("bath", "group", `join ${configured}`)).toMatchObject({ outcome: "unchanged" });
    expect(await ask("bath", "group", "leave")).toMatchObject({ outcome: "applied" });
    expect(await ask("bath", "group", `join ${configured}`)).toMatchObject({ outcome: "applied" });
    await until(() => (json("kitchen", "group") as { role: string }).role === "primary");
    expect(await ask("kitchen", "group", "remove bath")).toMatchObject({ outcome: "applied" });
    expect([kitchen.player.slaves, bath.player.master]).toEqual([[], undefined]);
    expect(await ask("kitchen", "group", "add bath")).toMatchObject({ outcome: "applied" });
    expect(kitchen.player.slaves).toEqual(["192.0.2.2:11000"]);
  });

  it("restarts a player by its web pages, on the usual port", async ({ skip }) => {
    const host = "127.0.0.80";
    const here = await startSimulator({ ...clock, host, webPort: 80, bootMs: 300 }).catch(
      (error: NodeJS.ErrnoException) => skip(`the port of web pages cannot be had: ${error.code}`),
    );
    const kitchen = opened(here);
    await bridged({ kitchen });
    expect(await ask("kitchen", "power", "standby")).toMatchObject({ outcome: "rejected" });
    expect(await ask("kitchen", "power", "reboot")).toMatchObject({ outcome: "applied" });
    await until(() => held("kitchen", "availability") === "online", 15_000);
    expect(kitchen.player.state).toBe("stop");
    const deaf = opened(await startSimulator({ ...clock, host: "127.0.0.81" }));
    await bridged({ deaf });
    expect(await ask("deaf", "power", "reboot")).toMatchObject({ outcome: "failed" });
  });

  it("notices that a player was switched off, and follows it when it is back", async () => {
    const kitchen = await simulated();
    await bridged({ kitchen });
    await kitchen.sleep();
    await until(() => held("kitchen", "availability") === "offline", 15_000);
    await kitchen.wake();
    await until(() => held("kitchen", "availability") === "online", 15_000);
    await until(() => kitchen.traffic.count("Status") > 3, 15_000);
    await pass(1500);
    kitchen.player.level = 12;
    kitchen.player.changed();
    await until(() => held("kitchen", "volume") === "12");
    expect(held("kitchen", "availability")).toBe("online");
  });

  it("is known from an earlier run while it is off, but not if it was never seen", async () => {
    const { url } = opened(await startEmbeddedBroker(anyPort));
    const settings = { "mqtt.url": url, "device.offlineAfter": "1" };
    const [kitchen, attic] = [await simulated(), await simulated({ mac: "02:B1:05:00:00:97" })];
    await attic.sleep();
    const first = await bridgeWith({ kitchen, attic }, settings);
    await until(() => first.held("kitchen", "info")?.includes('"supported"'), 15_000);
    await first.stop();
    await kitchen.sleep();
    const second = await bridgeWith({ kitchen, attic }, settings);
    for (const id of ["kitchen", "attic"])
      await until(() => second.held(id, "availability") === "offline", 15_000);
    // Its family is that of the earlier run, but nothing of it was read in this one.
    const info = () => JSON.parse(second.held("kitchen", "info") ?? "{}") as { families: object };
    await until(() => !Object.values(info().families).includes("supported"));
    expect(info()).toMatchObject({ family: "bluos", address: kitchen.url });
    expect(second.held("attic", "info")).toBeUndefined();
    await attic.wake();
    await until(() => second.held("attic", "availability") === "online", 15_000);
  });

  it("ignores a setting that it does not have, and says so once", async () => {
    const { log } = await bridgeWith({ kitchen: await simulated() }, {}, { psk: "0000" });
    const words = "ignoring settings that players of this family do not have";
    await until(() => log.saying(words).length > 0, 15_000);
    const fields = { player: "kitchen", family: "bluos", settings: "psk" };
    expect(log.saying(words)).toMatchObject([{ fields }]);
  });

  it("sends any part of a long queue, and reads it when somebody wants it", async () => {
    const kitchen = await simulated({ queueSize: 250 });
    await bridged({ kitchen });
    await until(() => held("kitchen", "music/queue/total") === "250", 15_000);
    const pages = () => subscriber.messages.filter(({ topic }) => topic.endsWith("/music/queue/page"));
    for (const [turn, start] of [0, 100, 200].entries()) {
      await subscriber.send("player2mqtt/kitchen/music/queue/get", JSON.stringify({ start }));
      const { payload } = await until(() => pages()[turn], 10_000);
      const { total, entries } = JSON.parse(payload) as { total: number; entries: { position: number }[] };
      const positions = Array.from({ length: Math.min(100, 250 - start) }, (_none, place) => start + place);
      expect([total, entries.map(({ position }) => position)]).toEqual([250, positions]);
    }
    expect(kitchen.traffic.count("Playlist")).toBe(3);
  });

  it("follows two players that get each other's address, and publishes nothing of one for the other", async () => {
    const one = await simulated({ host: "127.0.0.83", mac: "02:B1:05:00:0A:01", queueSize: 3 });
    const other = await simulated({ host: "127.0.0.84", mac: "02:B1:05:00:0A:02", queueSize: 7 });
    [one.player.level, other.player.level] = [21, 62];
    await bridged({ kitchen: one, bath: other });
    await Promise.all([one.sleep(), other.sleep()]);
    const isAll = (state: string) => ["kitchen", "bath"].every((id) => held(id, "availability") === state);
    await until(() => isAll("offline"), 15_000);
    const parts = ({ player: { mac, level, queue } }: Simulator) => ({ mac, level, queue });
    const [was, wasOther] = [parts(one), parts(other)];
    Object.assign(one.player, wasOther);
    Object.assign(other.player, was);
    await Promise.all([one.wake(), other.wake()]);
    await until(() => isAll("online"), 20_000);
    await pass(4000);
    const said = (id: string) =>
      ["availability", "volume", "music/queue/total"].map((leaf) =>
        subscriber.said(`/${id}/${leaf}`).filter((payload) => payload !== ""),
      );
    expect(said("kitchen")).toEqual([["online", "offline", "online"], ["21"], ["3"]]);
    expect(said("bath")).toEqual([["online", "offline", "online"], ["62"], ["7"]]);
    expect(await ask("kitchen", "volume", "35")).toMatchObject({ outcome: "applied" });
    expect([one.player.level, other.player.level]).toEqual([62, 35]);
  });
});

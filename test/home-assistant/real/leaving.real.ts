import { beforeAll, describe, expect, test } from "vitest";
import { readRetained, TestClient } from "../../support/mqtt-client.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

const foreign = "binary_sensor.shed_door";
const foreignTopic = "homeassistant/device/shed/config";

describe.skipIf(whyNoHomeAssistant !== "")("what leaves a real Home Assistant", () => {
  let house: House;
  openHouse({ isDisturbed: true }, (opened) => {
    house = opened;
  });

  /** The entities that are there beside the foreign one, as soon as they are these, or after a while. */
  const remaining = async (wanted: readonly string[]): Promise<string[]> => {
    let now: string[] = [];
    await patiently(async () => {
      now = (await house.api.registered()).map(({ entity_id }) => entity_id).toSorted();
      expect(now).toEqual([...wanted, foreign].toSorted());
    }).catch(() => {});
    return now.filter((entityId) => entityId !== foreign);
  };
  const ours = async (): Promise<string[]> => [...(await house.expected()).keys()].toSorted();

  beforeAll(async () => {
    await using other = await TestClient.connect(house.broker.url);
    const door = {
      platform: "binary_sensor",
      unique_id: "shed_door",
      name: "Door",
      state_topic: "shed/door",
    };
    const device = { identifiers: ["shed"], name: "Shed" };
    const payload = { device, origin: { name: "shed2mqtt" }, components: { door } };
    await other.publish(foreignTopic, JSON.stringify(payload), { retain: true });
  });

  test("is not the player when somebody deletes one of its entities, and that one comes back", async () => {
    expect(await remaining(await ours())).toEqual(await ours());
    await house.api.call("config/entity_registry/remove", { entity_id: "sensor.cinema_video_title" });
    await patiently(async () => {
      expect((await house.api.states()).has("sensor.cinema_video_title")).toBe(false);
    });
    // Newer versions drop only this one and bring it back as they start; older ones drop the whole device.
    await house.hass.stop();
    await house.startHass();
    expect(await house.lastingDifferences([foreign])).toEqual([]);
  });

  test("is not even a device that somebody deletes: it comes back a little later", async () => {
    const device = (await house.api.devices()).find(({ name }) => name === "Cinema");
    await house.api.removeDevice(device);
    await patiently(async () => {
      expect((await house.api.states()).has("sensor.cinema_video_title")).toBe(false);
    });
    expect(await house.lastingDifferences([foreign])).toEqual([]);
  });

  test("is a player that is no longer configured, and nothing else", async () => {
    await house.restartBridge({}, [house.study]);
    expect(await remaining(await ours())).toEqual(await ours());
    expect((await house.api.devices()).map(({ name }) => name)).not.toContain("Cinema");
    await house.restartBridge();
    expect(await remaining(await ours())).toEqual(await ours());
  });

  test("are the videos of a player that no longer has them", async () => {
    const { groups } = house.cinema.sim.player;
    groups.delete("video");
    expect(await remaining(await ours())).toEqual(await ours());
    groups.add("video");
    await house.restartBridge();
    expect(await house.lastingDifferences([foreign])).toEqual([]);
  });

  test("is all that is ours when discovery is switched off, and it comes back under the same names", async () => {
    await house.restartBridge({ "homeassistant.enabled": "false" });
    expect(await remaining([])).toEqual([]);
    const kept = await readRetained(house.broker.url, "homeassistant/#");
    expect([...kept.keys()]).toEqual([foreignTopic]);
    await house.restartBridge();
    expect(await remaining(await ours())).toEqual(await ours());
  });
});

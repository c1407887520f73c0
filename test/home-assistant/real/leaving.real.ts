import { beforeAll, describe, expect, test } from "vitest";
import { TestClient } from "../../support/mqtt-client.ts";
import { type House, openHouse, patiently } from "./house.ts";

const foreign = "binary_sensor.shed_door";
const foreignTopic = "homeassistant/device/shed/config";
const title = "sensor.cinema_video_title";

describe("what leaves a real Home Assistant, and what stays", () => {
  let house: House;
  /** The unique ids of all entities, the foreign one's included. */
  let whole: ReadonlyMap<string, string>;
  openHouse(
    {
      isDisturbed: true,
      // A player that hides its address.
      prepare: (_cinema, { player }) => {
        player.identity = { ...player.identity, mac: "02:00:00:00:00:00" };
      },
    },
    (opened) => {
      house = opened;
    },
  );

  const uniqueIds = async (): Promise<Map<string, string>> =>
    new Map((await house.api.registered()).map(({ entity_id, unique_id }) => [entity_id, unique_id]));

  /** Waits until only these entities are there. */
  async function remain(isWanted: (entityId: string) => boolean): Promise<void> {
    const wanted = [...whole].filter(([entityId]) => isWanted(entityId));
    await patiently(async () => expect(await uniqueIds()).toEqual(new Map(wanted)));
  }

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
    await patiently(async () => {
      if (!(await uniqueIds()).has(foreign)) throw new Error("the foreign one is missing");
    });
    whole = await uniqueIds();
  });

  test("nothing that somebody deletes: an entity comes back with the next start, a device a little later", async () => {
    const isShown = async (): Promise<boolean> => (await house.api.states()).has(title);
    await house.api.call("config/entity_registry/remove", { entity_id: title });
    await patiently(async () => expect(await isShown()).toBe(false));
    // Newer versions drop only this one and bring it back as they start; older ones drop the whole device.
    await house.hass.stop();
    await house.startHass();
    await remain(() => true);
    await house.api.removeDevice((await house.api.devices()).find(({ name }) => name === "Cinema"));
    await patiently(async () => expect(await isShown()).toBe(false));
    await remain(() => true);
  });

  test("the videos of a player that no longer has them, a player that is not configured, and all if discovery is off", async () => {
    const { groups } = house.cinema.sim.player;
    groups.delete("video");
    await patiently(async () => expect((await uniqueIds()).has(title)).toBe(false));
    groups.add("video");
    await house.restartBridge({}, [house.study]);
    await remain((entityId) => !entityId.includes(".cinema_"));
    await house.restartBridge();
    await remain(() => true);
    await house.restartBridge({ "homeassistant.enabled": "false" });
    await remain((entityId) => entityId === foreign);
    expect([...(await house.retained("homeassistant/#")).keys()]).toEqual([foreignTopic]);
    await house.restartBridge();
    await remain(() => true);
  });

  test("no entity of a player that is known by its address from now on, or has another id and name, even while it is off", async () => {
    const { study, cinema, api } = house;
    const output = "select.study_output";
    expect(whole.get(output)).toBe("player2mqtt_study_output");
    let room = { ...study, mac: "02:5e:11:00:00:09" };
    await house.restartBridge({}, [cinema, room]);
    await patiently(async () =>
      expect((await uniqueIds()).get(output)).toMatch(/^player2mqtt_025e11000009_/),
    );
    await api.call("config/entity_registry/update", { entity_id: output, name: "Where to" });
    const before = await uniqueIds();
    await house.stopBridge();
    await study.sim.sleep();
    for (const id of ["office", "den"]) {
      const former = room.id;
      room = { ...room, id, name: id.toUpperCase() };
      await house.restartBridge({}, [cinema, room]);
      await patiently(async () => expect(await house.retained(`player2mqtt/${former}/#`)).toEqual(new Map()));
      const { id: device_id } = await patiently(async () => {
        const device = (await api.devices()).find(({ name }) => name === room.name);
        if (device === undefined) throw new Error(`no device ${room.name}`);
        return device;
      });
      const about = JSON.stringify(await api.call("mqtt/device/debug_info", { device_id }));
      expect(about).not.toContain(`"player2mqtt/${former}/`);
      expect((await api.state(output)).state).toBe("unavailable");
    }
    await study.sim.wake();
    const [option] = study.sim.player.audio.outputs;
    await patiently(async () => expect((await api.state(output)).state).not.toBe("unavailable"));
    await api.act("select.select_option", output, { option: option?.name });
    await patiently(async () => expect(study.sim.player.audio.output?.tag).toBe(option?.tag));
    expect(await uniqueIds()).toEqual(before);
    const { name } = (await api.registered()).find(({ entity_id }) => entity_id === output) ?? {};
    expect(name).toBe("Where to");
  });
});

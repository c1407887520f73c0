import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { change, echoMs, parts } from "./house-parts.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

describe.skipIf(whyNoHomeAssistant !== "")("media players in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({ isDisturbed: true }, (opened) => {
    house = opened;
  });

  const registered = async (): Promise<unknown> =>
    (await house.api.registered("player2mqtt"))
      .map(({ entity_id, unique_id, device_id }) => ({ entity_id, unique_id, device_id }))
      .toSorted((one, other) => one.entity_id.localeCompare(other.entity_id));
  let before: unknown;

  /** Each shows what its player does, and can be controlled. */
  const work = async (): Promise<void> => {
    for (const [entityId, { sim }] of [
      [cinemaPlayer, house.cinema],
      [studyPlayer, house.study],
    ] as const) {
      const queue = sim.player.groups.has("video") ? sim.player.video : sim.player.music;
      await shows(house, entityId, {
        state: "paused",
        attributes: {
          media_title: queue.current?.title,
          source: sim.player.audio.input?.name,
          sound_mode: sim.player.audio.output?.name,
        },
      });
      await patiently(async () => house.api.act("media_player.media_play", entityId));
      expect(queue.state).toBe("playing");
      await house.api.act("media_player.media_pause", entityId);
      expect(queue.state).toBe("paused");
    }
  };

  /** Home Assistant, unless it is away itself, shows that they cannot be controlled. */
  const missed = async (name: string): Promise<void> => {
    if (name.startsWith("Home Assistant")) return;
    for (const entityId of [cinemaPlayer, studyPlayer])
      await shows(house, entityId, { state: "unavailable" });
  };

  beforeAll(async () => {
    before = await registered();
    await work();
  });

  test.each([
    "Home Assistant",
    "Home Assistant after a power cut",
    "broker",
    "broker with an old memory",
    "bridge",
  ])("are the same after a restart of the %s", async (name) => {
    await parts[name]?.leave(house);
    change(house);
    await missed(name);
    await parts[name]?.comeBack(house);
    await work();
    await setTimeout(echoMs);
    expect(await registered()).toEqual(before);
    expect(await house.lastingDifferences()).toEqual([]);
    expect(await house.api.discovered("player2mqtt")).toEqual([]);
  });
});

import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { openHass, takePicture } from "./browser.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

beforeEach(({ skip }) => {
  skip(inject("chromium") === "", "no chromium");
});

describe.skipIf(whyNoHomeAssistant !== "")("a person in the interface of a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({}, (opened) => {
    house = opened;
  });

  beforeAll(async () => {
    await house.api.finishFirstSteps();
  });

  test("finds the media player on the device page, beside the entities of MQTT", async () => {
    const entities = await house.api.registered("player2mqtt");
    const { device_id } = entities.find(({ entity_id }) => entity_id === studyPlayer) ?? {};
    await using opened = await openHass(house, `/config/devices/device/${device_id}`, {
      width: 1280,
      height: 900,
    });
    const { page } = opened;
    await page.getByText("SIM-A4").waitFor();
    await page.getByText("Music duration").waitFor();
    const row = page.locator("hui-media-player-entity-row");
    await row.getByLabel("Turn off").waitFor();
    await row.getByText(house.study.sim.player.music.current?.artist ?? "").waitFor();
    expect(await row.count()).toBe(1);
    await page.waitForTimeout(1000);
    await takePicture(page, "home-assistant-device");
  });

  test("sees cover and title on a card, and pauses", async () => {
    const { music } = house.study.sim.player;
    music.play();
    await shows(house, studyPlayer, { state: "playing" });
    const url_path = "player-card";
    await house.api.call("lovelace/dashboards/create", { url_path, title: "Study", mode: "storage" });
    await house.api.call("lovelace/config/save", {
      url_path,
      config: { views: [{ title: "Study", cards: [{ type: "media-control", entity: studyPlayer }] }] },
    });
    await using opened = await openHass(house, `/${url_path}/0`, { width: 700, height: 500 });
    const { page } = opened;
    const card = page.locator("hui-media-control-card");
    await card.getByText(music.current?.title ?? "").waitFor();
    // The colours of the card follow the cover.
    await page.waitForTimeout(2000);
    await takePicture(card, "home-assistant-card");
    await card.getByLabel("Pause").click();
    await patiently(async () => expect(music.state).toBe("paused"));
  });
});

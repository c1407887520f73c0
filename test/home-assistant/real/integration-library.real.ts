import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { openHass } from "./browser.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouseWithIntegration, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

describe.skipIf(whyNoHomeAssistant !== "")("the library in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration(
    { settings: { "library.enabled": "true", "controls.experimental": "true" } },
    (opened) => {
      house = opened;
    },
  );
  beforeAll(async () => {
    await house.api.finishFirstSteps();
  });

  test("is searched by typing, and plays what was found", async ({ skip }) => {
    skip(inject("chromium") === "", "no chromium");
    const size = { width: 1280, height: 900 };
    await using opened = await openHass(house, `/media-browser/${studyPlayer}`, size);
    const { page } = opened;
    const tile = (title: string): Locator => page.locator(".child").filter({ hasText: title });
    await tile("Library").click();
    await tile("Playlists").click();
    await tile("Sunday morning").waitFor();
    const field = page.getByPlaceholder("Search Playlists");
    await field.fill("drive");
    await field.press("Enter");
    await tile("Sunday morning").waitFor({ state: "hidden" });
    await tile("Long drive").hover();
    const { music } = house.study.sim.player;
    const before = music.listRevision;
    await tile("Long drive").locator(".play").click();
    await patiently(async () => expect(music.listRevision).toBeGreaterThan(before));
    await patiently(async () => expect(music.state).toBe("playing"));
  });
});

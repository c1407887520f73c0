import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";

import { type Simulator, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { openHass } from "./browser.ts";
import type { Media } from "./hass-api.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { House } from "./house.ts";
import { cinemaPlayer, confirmDiscovered, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

const atticPlayer = "media_player.attic";

describe.skipIf(whyNoHomeAssistant !== "")("the library in a real Home Assistant", () => {
  let house: House;
  /** An old film player that plays music. */
  let attic: Simulator;

  beforeAll(async () => {
    attic = await startSimulator({ preset: "older" });
    attic.player.video.stop();
    house = await House.start({
      hasIntegration: true,
      settings: {
        "library.enabled": "true",
        // What is slow in a test does not close it.
        "library.slowMs": "600000",
        "controls.experimental": "true",
      },
      others: [{ id: "attic", name: "Attic", url: attic.url }],
    });
    await confirmDiscovered(house);
    await shows(house, studyPlayer, { state: "paused" });
    await house.api.finishFirstSteps();
  });
  afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
    await attic?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    house.checkComplaints({ isDisturbed: true });
  });

  /** Opens folder after folder, as a person does. */
  const open = async (entityId: string, ...titles: readonly string[]): Promise<Media> => {
    let folder = await house.api.browse(entityId);
    for (const title of titles) {
      const inside = folder.children.find((child) => child.title === title);
      if (inside === undefined) throw new Error(`no ${title} among ${titlesIn(folder).join(", ")}`);
      folder = await house.api.browse(entityId, inside);
    }
    return folder;
  };
  const titlesIn = ({ children }: Media): string[] => children.map(({ title }) => title);
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
    await patiently(async () => expect(house.study.sim.player.music.state).toBe("playing"));
  });

  /** The folder of each is one that the bridge has not kept from before. */
  const faults = {
    "the players are switched off": {
      leave: async () => {
        await house.sleep(house.cinema);
        await attic.sleep();
      },
      comeBack: async () => {
        await house.wake(house.cinema);
        await attic.wake();
      },
      folder: "Documentaries",
    },
    "the bridge restarts": {
      leave: () => house.stopBridge(),
      comeBack: () => house.startBridge(),
      folder: "Discs",
    },
    "the broker is gone": {
      leave: () => house.broker.stop(),
      comeBack: () => house.broker.start(),
      folder: "Documentaries",
    },
  } as const;

  test.each(Object.entries(faults))(
    "and the music of an old player work again after %s in the middle",
    async (_what, { leave, comeBack, folder }) => {
      const { sim } = house.cinema;
      const parent = await open(cinemaPlayer, "Library", "Files", "usb-2");
      const inside = parent.children.find(({ title }) => title === folder);
      attic.player.music.play();
      await shows(house, atticPlayer, { state: "playing" });
      const before = [sim.traffic.count("getFileList"), attic.traffic.count("firstPause")];
      sim.behaviors.add("slow:4000@getFileList*1");
      attic.behaviors.add("slow:4000@firstPause*1");
      const told = Promise.all(
        [house.api.browse(cinemaPlayer, inside), house.api.act("media_player.media_pause", atticPlayer)].map(
          (asked) => asked.then(() => "done", String),
        ),
      );
      await patiently(async () =>
        expect([sim.traffic.count("getFileList"), attic.traffic.count("firstPause")]).toEqual(
          before.map((count) => count + 1),
        ),
      );
      await leave();
      // Whoever asked is told at once.
      expect(await told).toEqual([
        expect.stringContaining("browse_media"),
        expect.stringContaining("call_service"),
      ]);
      await patiently(async () =>
        expect((await house.api.state(atticPlayer)).state).toMatch(/^(?:off|unavailable)$/),
      );
      await expect(house.api.browse(cinemaPlayer, inside)).rejects.toThrow("browse_media");
      await comeBack();
      // The player had paused before it could say so.
      await shows(house, atticPlayer, { state: "paused" });
      await patiently(async () =>
        expect((await open(cinemaPlayer, "Library", "Files", "usb-2", folder)).children).not.toEqual([]),
      );
      await house.api.act("media_player.media_stop", atticPlayer);
      expect(attic.player.music.state).toBe("stopped");
      await shows(house, atticPlayer, { state: "idle" });
    },
  );
});

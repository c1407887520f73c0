import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { coverImage } from "../../../src/tools/simulator/pictures.ts";
import { openHass } from "./browser.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

describe.skipIf(whyNoHomeAssistant !== "")("the library in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({ settings: { "library.enabled": "true" }, isDisturbed: true }, (opened) => {
    house = opened;
  });

  beforeAll(async () => {
    await house.api.finishFirstSteps();
  });

  const playing = (): string | undefined => house.study.sim.player.music.current?.title;

  test("shows the covers of tracks, and an album under its own name", async () => {
    const root = await house.api.browse(studyPlayer);
    const library = root.children.find(({ title }) => title === "Library") ?? root;
    const folders = (await house.api.browse(studyPlayer, library)).children;
    const albums = await house.api.browse(
      studyPlayer,
      folders.find(({ title }) => title === "Albums"),
    );
    const [first] = albums.children;
    const album = await house.api.browse(studyPlayer, first);
    expect(first?.title.startsWith(album.title)).toBe(true);
    const [track] = album.children;
    const id = track?.media_content_id.split("/").at(-1) ?? "";
    expect(await house.api.load(track?.thumbnail ?? "")).toEqual({
      status: 200,
      type: "image/png",
      bytes: coverImage(id),
    });
  });

  test("plays the playlist that somebody asks for", async () => {
    expect(await house.api.say("play the playlist Sunday morning on Study")).toMatch(/^action_done/);
    await shows(house, studyPlayer, { state: "playing", attributes: { media_title: playing() } });
    house.study.sim.player.music.pause();
    await shows(house, studyPlayer, { state: "paused" });
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
    await patiently(async () => expect(house.study.sim.player.music.state).toBe("playing"));
  });
});

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium, type Locator, type Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { version } from "../../../src/version.ts";
import { type House, openHouse, patiently } from "./house.ts";

const [cinema, study] = ["media_player.cinema", "media_player.study"];

/** RECORDER_MINUTES=60 is an hour of use, for the numbers of the documents. */
const minutes = Number(process.env["RECORDER_MINUTES"] ?? 3);
/** A player that plays or rests without events may write so many rows an hour with all its entities. */
const mostRowsAnHour = 40;
/** Its title, artist, album, duration and picture, its place in the queue, and the media player. */
const mostRowsOfTrack = 10;

/** Where pictures are wanted: HOME_ASSISTANT_PICTURES=docs/images takes those of the documents. */
const pictures = process.env["HOME_ASSISTANT_PICTURES"];

async function takePicture(target: Page | Locator, name: string): Promise<void> {
  if (pictures === undefined) return;
  const folder = resolve(import.meta.dirname, "../../..", pictures);
  mkdirSync(folder, { recursive: true });
  await target.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

describe("the integration in a real Home Assistant", () => {
  let house: House;
  const settings = { "library.enabled": "true", "library.requestsPerHour": "600" };
  openHouse({ hasIntegration: true, isUnhurried: true, settings }, (opened) => {
    house = opened;
  });

  const act = async (entityId: string, action: string, data: object = {}): Promise<void> =>
    house.api.act(action.includes(".") ? action : `media_player.${action}`, entityId, data);
  const shows = async (entityId: string, wanted: object): Promise<void> => {
    await patiently(async () => expect(await house.api.state(entityId)).toMatchObject(wanted));
  };

  test("is offered once, and puts its entities onto the devices of MQTT, under their names", async () => {
    const flow_id = await patiently(async () => {
      const found = await house.api.discovered("player2mqtt");
      const offer = { type: "form", step_id: "confirm", description_placeholders: { version } };
      expect(found).toMatchObject([offer]);
      return found[0]?.flow_id ?? "";
    });
    const entry = { type: "create_entry", title: "player2mqtt" };
    expect(await house.api.fillIn(flow_id, {})).toMatchObject(entry);
    for (const { id, name } of [house.cinema, house.study]) {
      await shows(`media_player.${id}`, { state: "paused", attributes: { friendly_name: name } });
      const [mqtt, own] = await Promise.all(["mqtt", "player2mqtt"].map((one) => house.api.registered(one)));
      const device = mqtt?.find(({ entity_id }) => entity_id === `select.${id}_output`)?.device_id;
      expect(device).toEqual(expect.any(String));
      expect(own?.find(({ entity_id }) => entity_id === `media_player.${id}`)?.device_id).toBe(device);
    }
    expect(await house.api.discovered("player2mqtt")).toEqual([]);
  });

  test("does with a film and its remote what people want", async () => {
    const { video } = house.cinema.sim.player;
    await act(cinema, "media_play");
    await act(cinema, "media_seek", { seek_position: 60 });
    expect(video.positionMs).toBeGreaterThanOrEqual(60_000);
    await act(cinema, "player2mqtt.next_subtitle");
    await act(cinema, "volume_up");
    await act("remote.cinema_remote", "remote.send_command", { command: ["Info", "Back"], delay_secs: 0.1 });
    await act(cinema, "media_pause");
    expect(video.state).toBe("paused");
    await act(cinema, "media_stop");
    await act(cinema, "media_play");
    await shows(cinema, { state: "playing" });
  });

  test("does with music and an album of the library what people want, and switches the player", async () => {
    const { audio, music } = house.study.sim.player;
    await act(study, "media_play");
    await act(study, "media_next_track");
    expect(music.index).toBe(1);
    await act(study, "volume_set", { volume_level: 0.25 });
    await act(study, "volume_mute", { is_volume_muted: true });
    await act(study, "shuffle_set", { shuffle: true });
    const sound_mode = audio.outputs.findLast(({ enabled }) => enabled)?.name;
    await act(study, "select_sound_mode", { sound_mode });
    const attributes = { volume_level: 0.25, is_volume_muted: true, shuffle: true, sound_mode };
    await shows(study, { state: "playing", attributes });

    let media = await house.api.browse(study);
    for (const title of ["Library", "Albums", ""]) {
      const folder = media.children.find((child) => child.title.startsWith(title));
      media = await house.api.browse(study, folder);
    }
    const { media_content_id, media_content_type } = media;
    await act(study, "play_media", { media_content_id, media_content_type });
    await shows(study, { state: "playing", attributes: { media_album_name: media.title } });
    for (const action of ["media_pause", "turn_off", "turn_on"]) await act(study, action);
    await shows(study, { state: "paused" });
  });

  test("has the recorder write few rows while a film plays and with each track, and none while nothing plays", {
    timeout: (minutes + 2) * 150_000,
  }, async () => {
    const { music } = house.study.sim.player;
    const { video } = house.cinema.sim.player;
    /** The rows that the entities of each player write in an hour, after the state was reached. */
    async function rowsAnHour(): Promise<Record<string, number>[]> {
      const changes = [...(await house.api.changesIn(minutes * 60_000))];
      return [house.cinema, house.study].map(({ id }) => {
        const own = changes.filter(([entityId]) => entityId.split(".")[1]?.startsWith(id) === true);
        return Object.fromEntries(own.map(([entityId, count]) => [entityId, (count * 60) / minutes]));
      });
    }
    const sum = (rows: Readonly<Record<string, number>> = {}): number =>
      Object.values(rows).reduce((total, count) => total + count, 0);

    music.playEntry(0);
    video.edit((films) => films.map((film) => ({ ...film, durationMs: 7_200_000 })));
    video.playEntry(0);
    for (const player of [cinema, study]) await shows(player, { state: "playing" });
    const counting = rowsAnHour();
    await setTimeout(20_000);
    music.skip();
    const [film, tracks] = await counting;
    video.stop();
    music.pause();
    await shows(study, { state: "paused" });
    const atRest = await rowsAnHour();
    console.info("rows an hour:", JSON.stringify({ film, tracks, atRest }, null, 2));
    expect(sum(film)).toBeLessThanOrEqual(mostRowsAnHour);
    const count = tracks?.["sensor.study_track_title"] ?? 0;
    expect(count).toBeGreaterThan(0);
    expect(sum(tracks)).toBeLessThanOrEqual(mostRowsAnHour + count * mostRowsOfTrack);
    // Home Assistant renews the address of each image every five minutes by itself.
    for (const [entityId, rows] of atRest.flatMap(Object.entries<number>)) {
      expect(entityId).toMatch(/^image\./);
      expect(rows).toBeLessThanOrEqual(Math.max(13, 60 / minutes));
    }
  });

  test("shows the player on the page of its device and on a card, where a person pauses it", async ({
    skip,
  }) => {
    skip(inject("chromium") === "", "no chromium");
    const { music } = house.study.sim.player;
    music.play();
    await shows(study, { state: "playing" });
    await house.api.finishFirstSteps();
    const url_path = "player-card";
    await house.api.call("lovelace/dashboards/create", { url_path, title: "Study", mode: "storage" });
    const views = [{ title: "Study", cards: [{ type: "media-control", entity: study }] }];
    await house.api.call("lovelace/config/save", { url_path, config: { views } });

    // As root, as in containers, Chromium runs only without its sandbox.
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const browser = await chromium.launch({ executablePath: inject("chromium"), args });
    try {
      const viewport = { width: 1280, height: 900 };
      const page = await browser.newPage({ locale: "en-GB", viewport, deviceScaleFactor: 1.5 });
      page.setDefaultTimeout(30_000);
      const tokens = JSON.stringify(house.api.tokens);
      await page.addInitScript(`localStorage.setItem("hassTokens", ${JSON.stringify(tokens)})`);

      const own = await house.api.registered("player2mqtt");
      const { device_id } = own.find(({ entity_id }) => entity_id === study) ?? {};
      await page.goto(`${house.hass.url}/config/devices/device/${device_id}`);
      for (const text of ["SIM-A4", "Music duration"]) await page.getByText(text).waitFor();
      const row = page.locator("hui-media-player-entity-row");
      await row.getByLabel("Turn off").waitFor();
      await row.getByText(music.current?.artist ?? "").waitFor();
      await page.waitForTimeout(1000);
      await takePicture(page, "home-assistant-device");

      await page.setViewportSize({ width: 700, height: 500 });
      await page.goto(`${house.hass.url}/${url_path}/0`);
      const card = page.locator("hui-media-control-card");
      await card.getByText(music.current?.title ?? "").waitFor();
      // The colours of the card follow the cover.
      await page.waitForTimeout(2000);
      await takePicture(card, "home-assistant-card");
      await card.getByLabel("Pause").click();
      await patiently(async () => expect(music.state).toBe("paused"));
    } finally {
      await browser.close();
    }
  });

  test("leaves nothing behind when it is removed, and MQTT as it was", async () => {
    const devicesNow = async (): Promise<string[]> =>
      (await house.api.devices()).map(({ id }) => id).toSorted();
    const [entry, ...others] = await house.api.entries("player2mqtt");
    expect(others).toEqual([]);
    const devices = await devicesNow();
    await house.api.removeEntry(entry?.entry_id ?? "");
    await patiently(async () => expect(await house.api.registered("player2mqtt")).toEqual([]));
    expect(await devicesNow()).toEqual(devices);
    expect(await house.lastingDifferences()).toEqual([]);
  });
});

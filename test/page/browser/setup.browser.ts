import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { opened } from "../../support/opened.ts";
import { onSetUp } from "./set-up-folder.ts";
import { overhang, violations } from "./violations.ts";

async function addByHand(page: Page, address: string): Promise<void> {
  await page.locator("form", { hasText: "Try" }).getByLabel("Address").first().fill(address);
  await page.getByRole("button", { name: "Try", exact: true }).click();
}

it("takes a newcomer from an empty folder to a player, which is still there after a restart", async () => {
  const den = opened(await startSimulator());
  const { page, stage, text } = await onSetUp({ view: "" });
  await page.getByRole("heading", { name: "Welcome: no player is configured yet" }).waitFor();
  await page.getByRole("link", { name: "Set up the bridge" }).click();
  await page.getByText("No player answered.").waitFor();
  expect(await violations(page)).toEqual([]);

  await addByHand(page, new URL(den.url).host);
  await page.getByRole("button", { name: "Add SIM-V9 Pro" }).waitFor();
  expect(await page.locator(".setup-picture .is-light").count()).toBe(1);
  await page.locator(".setup-player").getByLabel("Name").fill("Living room");
  await page.getByText("Topics: player2mqtt/living-room/…").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Add Living room" }).click();
  await page.getByRole("button", { name: "Change Living room" }).waitFor();
  expect(text()).toContain("  - id: living-room\n    name: Living room\n");

  await stage.restart(async () => {});
  await page.getByRole("link", { name: "All players" }).click();
  await page.getByRole("article", { name: "Living room" }).waitFor();
});

it("writes limits, schedules, presets and own paths into the file, whose comments stay, and hides a secret", async () => {
  const { page, text } = await onSetUp({
    file: "# mine\nplayers: [{ id: den, name: Den, url: 127.0.0.1:9 }]\ncontrols: { paths: { audio: /old } } # kept\n",
    look: { colorScheme: "dark", viewport: { width: 320, height: 700 } },
  });
  const settings = page.locator("section", { has: page.getByRole("heading", { name: "Settings" }) });
  const save = settings.getByRole("button", { name: "Save" });
  await settings.getByText("More settings").click();
  await settings.getByLabel("controls.maxVolume").fill("60");
  await settings.getByLabel("poll.audio").fill("every day");
  await settings.getByRole("button", { name: "Add a preset" }).click();
  await settings.getByLabel("Name", { exact: true }).fill("Film night");
  await settings.getByLabel("Commands, one per line").fill("wake\ninput TV");
  await settings.getByRole("button", { name: "Remove audio" }).click();
  await settings.getByRole("button", { name: "Add a path" }).click();
  await settings.getByLabel("Operation").selectOption("nextTrack");
  await settings.getByLabel("mqtt.protocol").selectOption("4");
  await settings.getByLabel("http.token").fill("a long enough token");
  await save.click();
  await settings.getByText('poll.audio (config/local.yaml): "every day" is not a cron expression').waitFor();
  await settings.getByLabel("poll.audio").fill("*/5 * * * *");
  await save.click();
  await settings.getByText("Saved.").waitFor();
  expect(parse(text())).toEqual({
    players: [{ id: "den", name: "Den", url: "127.0.0.1:9" }],
    controls: {
      maxVolume: 60,
      paths: { nextTrack: "/{p}MusicControl/v2/playNext" },
      presets: { "Film night": ["wake", "input TV"] },
    },
    poll: { audio: "*/5 * * * *" },
    mqtt: { protocol: "4" },
    http: { token: "a long enough token" },
  });
  expect(text()).toContain("# kept");
  const token = settings.getByLabel("http.token");
  expect([await token.inputValue(), await token.getAttribute("type")]).toEqual(["", "password"]);
  // The saved settings stay open, and hold for each player.
  expect(await settings.getByLabel("Commands, one per line").inputValue()).toBe("wake\ninput TV");
  await page.getByRole("button", { name: "Change Den" }).click();
  const den = page.getByRole("form", { name: "Den" });
  await den.getByText("More settings").click();
  expect(await den.getByLabel("controls.maxVolume").getAttribute("placeholder")).toBe("60");
  expect(await violations(page)).toEqual([]);
  expect(await overhang(page)).toBe(0);
});

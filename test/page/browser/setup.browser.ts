import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { opened } from "../../support/opened.ts";
import { onSetUp } from "./set-up-folder.ts";
import { overhang, violations } from "./violations.ts";

/** Opens everything besides the two questions. */
async function openMore(page: Page): Promise<void> {
  await page.locator(".setup-wide summary").click();
}

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

it("is not needed to switch on what is off: the switch is beside it", async () => {
  const den = opened(await startSimulator());
  const before = `players:\n  - id: den\n    name: Den\n    url: ${new URL(den.url).host}\n`;
  const view = "#/players/den/queue";
  const { page, text } = await onSetUp({ file: before, env: { POLL_PACE: "eager" }, view });
  await page.getByText("Playing an entry from here is an experimental control").waitFor();
  const switchOn = page.getByRole("button", { name: "Switch on" });
  expect(await violations(page)).toEqual([]);
  await switchOn.click();
  await page.getByRole("button", { name: "Second Signal" }).click();
  await expect.poll(() => den.player.music.current?.title).toBe("Second Signal");
  expect(text()).toBe(`${before}    controls:\n      experimental: true\n`);
  await page.getByRole("link", { name: "Library" }).click();
  await switchOn.click();
  await page.getByRole("button", { name: "Albums", exact: true }).waitFor();
  expect(text()).toContain("    library:\n      enabled: true\n");
});

it("shows what a variable sets as fixed, with the reason", async () => {
  const broker = { MQTT_URL: "mqtt://127.0.0.1:9", MQTT_USERNAME: "me", MQTT_PASSWORD: "hunter2hunter2" };
  const env = { ...broker, PLAYERS: "auto", POLL_PACE: "gentle" };
  const { page, text } = await onSetUp({ file: "homeassistant: { enabled: true }\nplayers: []\n", env });
  await page.getByText("Set by PLAYERS, which wins over the file").waitFor();
  await page.getByText("Set by MQTT_URL, which wins over the file").waitFor();
  expect(await page.getByLabel("Password", { exact: true }).isDisabled()).toBe(true);
  expect(await page.content()).not.toContain("hunter2");
  expect(await violations(page)).toEqual([]);
  await openMore(page);
  await page.getByText("Set by POLL_PACE, which wins over the file").waitFor();
  await page.getByLabel("Home Assistant").selectOption("Off");
  await page.getByText("Saved.").waitFor();
  expect(text()).toBe("homeassistant: { enabled: false }\nplayers: []\n");
});

it("sets limits, schedules, presets and own paths, and tells one player what holds for all", async () => {
  const { page, text } = await onSetUp({
    file: "# mine\nplayers: [{ id: den, name: Den, url: 127.0.0.1:9 }]\ncontrols: { paths: { audio: /old } } # kept\n",
    look: { colorScheme: "dark", viewport: { width: 320, height: 700 } },
  });
  const settings = page.locator("section", { has: page.getByRole("heading", { name: "Settings" }) });
  await settings.getByText("More settings").click();
  await settings.getByLabel("controls.maxVolume").fill("60");
  await settings.getByLabel("poll.audio").fill("every day");
  await settings.getByRole("button", { name: "Add a preset" }).click();
  await settings.getByLabel("Name", { exact: true }).fill("Film night");
  await settings.getByLabel("Commands, one per line").fill("wake\n\ninput TV\n");
  await settings.getByLabel("Continue if a command fails").check();
  expect(await settings.getByLabel("Path", { exact: true }).inputValue()).toBe("/old");
  await settings.getByRole("button", { name: "Remove audio" }).click();
  await settings.getByRole("button", { name: "Add a path" }).click();
  await settings.getByLabel("Operation").selectOption("nextTrack");
  expect(await settings.getByLabel("Path", { exact: true }).inputValue()).toBe(
    "/{p}MusicControl/v2/playNext",
  );
  await settings.getByLabel("Path", { exact: true }).fill("/{p}Music/next");
  expect(await violations(page)).toEqual([]);
  // Every setting is here, with what it does.
  await settings.getByText("Minimum level of log lines.").waitFor();
  await settings.getByLabel("log.level").selectOption("debug");
  await settings.getByLabel("mqtt.protocol").selectOption("4");
  await settings.getByLabel("http.token").fill("a long enough token");
  await settings.getByRole("button", { name: "Save" }).click();
  await settings.getByText('poll.audio (config/local.yaml): "every day" is not a cron expression').waitFor();
  await settings.getByLabel("poll.audio").fill("*/5 * * * *");
  await settings.getByRole("button", { name: "Save" }).click();
  await settings.getByText("Saved.").waitFor();
  expect(parse(text())).toEqual({
    players: [{ id: "den", name: "Den", url: "127.0.0.1:9" }],
    controls: {
      maxVolume: 60,
      paths: { nextTrack: "/{p}Music/next" },
      presets: { "Film night": { steps: ["wake", "input TV"], onFailure: "continue" } },
    },
    poll: { audio: "*/5 * * * *" },
    log: { level: "debug" },
    mqtt: { protocol: "4" },
    http: { token: "a long enough token" },
  });
  const token = settings.getByLabel("http.token");
  expect([await token.inputValue(), await token.getAttribute("type")]).toEqual(["", "password"]);
  expect(text()).toContain("# kept");
  // The saved settings stay open, and show the file.
  expect(await settings.getByLabel("Commands, one per line").inputValue()).toBe("wake\ninput TV");

  await page.getByRole("button", { name: "Change Den" }).click();
  const den = page.getByRole("form", { name: "Den" });
  await den.getByText("More settings").click();
  expect(await den.getByLabel("controls.maxVolume").getAttribute("placeholder")).toBe("60");
  await den.getByLabel("controls.wakeMacs").fill("80:0a:80:5e:00:53, 80-0A-80-5E-00-54");
  await den.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Change Den" }).waitFor();
  expect((parse(text()) as { players: unknown }).players).toMatchObject([
    { controls: { wakeMacs: ["80:0a:80:5e:00:53", "80-0A-80-5E-00-54"] } },
  ]);
  expect(await overhang(page)).toBe(0);
});

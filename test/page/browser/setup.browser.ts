import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { freePort } from "../../support/free-port.ts";
import { opened } from "../../support/opened.ts";
import { finding, onSetUp } from "./set-up-folder.ts";
import { Stage } from "./stage.ts";
import { violations } from "./violations.ts";

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

it("lists players that were found, each with Add", async () => {
  const den = opened(await startSimulator({ preset: "audio" }));
  const { page, text } = await onSetUp({ file: "# mine\nplayers: []\n", search: await finding(den) });
  await page.getByText("1 player answered.").waitFor();
  const card = page.locator(".setup-player");
  await card.getByText(/02:5e:11:/).waitFor();
  // A streamer, with its display.
  expect(await card.locator(".setup-picture .is-bars").count()).toBe(2);
  await card.getByRole("button", { name: "Add SIM-A4" }).click();
  await card.getByText(/Added as sim-a4-/).waitFor();
  expect(text()).toMatch(
    /^# mine\nplayers:\n {2}- id: sim-a4-\w+\n {4}name: SIM-A4\n {4}url: .*\n {4}mac: 02:5e:11:/,
  );
  expect(await violations(page)).toEqual([]);
});

it("changes a player, and goes back", async () => {
  const den = opened(await startSimulator());
  const before = `# My house\nplayers:\n  - id: den   # upstairs\n    name: Den\n    url: ${new URL(den.url).host}\n`;
  const { page, text } = await onSetUp({ file: before });
  await page.getByRole("button", { name: "Change Den" }).click();
  const form = page.getByRole("form", { name: "Den" });
  await form.getByText("Part of the topics: player2mqtt/den/….").waitFor();
  await form.getByLabel("Id", { exact: true }).fill("attic room");
  await page.getByText(/^Moves the topics from player2mqtt\/den\/… to player2mqtt\/attic room\/…/).waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await form
    .getByText(/players\[0\]\.id \(config\/local\.yaml\): "attic room" is not an id: expected/)
    .waitFor();
  expect(text()).toBe(before);
  await form.getByLabel("Id", { exact: true }).fill("attic");
  await form.getByLabel("Polling").selectOption("eager");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("attic  ·").waitFor();
  await openMore(page);
  expect(text()).toBe(
    `# My house\nplayers:\n  - id: attic # upstairs\n    name: Den\n    url: ${new URL(den.url).host}\n    poll:\n      pace: eager\n`,
  );

  await page.getByRole("button", { name: "Go back to the file before the last change" }).click();
  await page.getByText("Going back changes this:").waitFor();
  expect(await page.locator(".setup .banner li").allTextContents()).toEqual([
    "Den: id: attic → den",
    "Den: poll.pace: eager → –",
  ]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Go back", exact: true }).click();
  await page.getByText("den  ·").waitFor();
  expect(text()).toBe(before);
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

it("tries a broker before it keeps it, and restarts the bridge for it", async () => {
  const den = opened(await startSimulator());
  const file = `players: [{ id: den, url: "${new URL(den.url).host}" }]\n`;
  const { page, text } = await onSetUp({ file });
  const other = opened(await Stage.open({ players: { cellar: den } }));
  await page.getByRole("radio", { name: "Another broker" }).check();
  const broker = page.locator("section", { has: page.getByRole("heading", { name: "Broker" }) });
  const address = broker.getByLabel("Address");
  await address.fill(`mqtt://127.0.0.1:${await freePort()}`);
  await page.getByRole("button", { name: "Try and keep this broker" }).click();
  await broker.getByText("but nothing listens on port").waitFor();
  expect(text()).not.toContain("mqtt:");
  expect(await violations(page)).toEqual([]);

  const api = (await (await page.request.get(`${other.url}/api/v1/bridge`)).json()) as {
    broker: { url: string };
  };
  await address.fill(api.broker.url);
  await page.getByRole("button", { name: "Try and keep this broker" }).click();
  await page.getByText("Takes effect after a restart of the bridge: mqtt.url.").waitFor();
  expect(text()).toContain(`mqtt:\n  url: ${api.broker.url}\n`);
  await page.getByRole("button", { name: "Restart the bridge" }).click();
  await expect.poll(() => page.getByText("Takes effect after a restart").count()).toBe(0);
  await page.goto(`${new URL(page.url()).origin}/#/check`);
  await page.locator(".broker-facts", { hasText: api.broker.url }).waitFor();
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

it("says what to write where for a file that the bridge does not write", async () => {
  const { page } = await onSetUp({ file: '{ "players": [] }', name: "local.json" });
  await page.getByText("config/local.json is not a YAML file: the bridge writes only YAML").waitFor();
  await openMore(page);
  await page.getByLabel("Covers as topics").selectOption("On");
  await page.getByText("Write into config/local.json:").waitFor();
  expect(await violations(page)).toEqual([]);
});

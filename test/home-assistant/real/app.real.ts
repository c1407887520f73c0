import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { openHass, takePicture } from "./browser.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { House } from "./house.ts";
import { patiently } from "./patiently.ts";
import { slug } from "./supervisor.ts";

const root = join(import.meta.dirname, "../../..");
const app = join(root, "home-assistant-app");
const { options } = parse(readFileSync(join(app, "config.yaml"), "utf8"));
const players = [{ id: "cinema", name: "Cinema", url: "192.168.1.20", mac: "02:00:5e:00:00:01" }];

/** The names of the options, as the owner reads them. */
const { configuration } = parse(readFileSync(join(app, "translations/en.yaml"), "utf8")) as {
  readonly configuration: Readonly<Record<string, Section>>;
};

interface Section {
  readonly name: string;
  readonly fields?: Readonly<Record<string, { readonly name: string }>>;
}

beforeEach(({ skip }) => {
  skip(inject("chromium") === "", "no chromium");
});

describe.skipIf(whyNoHomeAssistant !== "")("the App in the interface of a real Home Assistant", () => {
  let house: House;
  beforeAll(async () => {
    // The Supervisor adds entities of its own for an App, which are not ours to judge.
    house = await House.start({ appOptions: { ...options, players } });
    await house.api.finishFirstSteps();
  });
  afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    house.checkComplaints();
  });

  test("is shown with logo and description, and opens its page", async () => {
    await using opened = await openHass(house, `/config/app/${slug}/info`, { width: 1280, height: 1000 });
    const { page } = opened;
    // The README names a picture of the published documentation.
    await page.route("**/docs/images/*.png", (route) =>
      route.fulfill({
        path: join(root, "docs/images", new URL(route.request().url()).pathname.split("/").at(-1) ?? ""),
      }),
    );
    await page.reload();
    await page.getByText("Finds the players of the network automatically").waitFor();
    await page.waitForTimeout(2000);
    await takePicture(page, "home-assistant-app");
    await page.getByText("Open Web UI").click();
    await page.frameLocator("iframe").getByText("Cinema").first().waitFor();
    expect(page.url()).toContain(slug);
  });

  test("names every option in words, and keeps what is filled in", async () => {
    await using opened = await openHass(house, `/config/app/${slug}/config`, { width: 1280, height: 1000 });
    const { page } = opened;
    const { players: _listed, ...sections } = configuration;
    for (const [index, { name, fields = {} }] of Object.values(sections).entries()) {
      const panel = page.locator("ha-expansion-panel").nth(index);
      await panel.getByText(name, { exact: true }).first().click();
      for (const field of Object.values(fields)) await panel.getByText(field.name).first().waitFor();
    }
    const ofBroker = Object.keys(sections["mqtt"]?.fields ?? {});
    const input = page.locator("ha-expansion-panel").first().locator("input");
    await input.nth(ofBroker.indexOf("baseTopic")).fill("house");
    await page.getByText("Save", { exact: true }).last().click();
    await patiently(async () =>
      expect(house.supervisor?.options).toMatchObject({ players, mqtt: { baseTopic: "house" } }),
    );
  });

  test("lists the players, with a form for each", async () => {
    await using opened = await openHass(house, `/config/app/${slug}/config`, { width: 1280, height: 900 });
    const { page } = opened;
    await page.getByText("192.168.1.20").waitFor();
    await page.waitForTimeout(1000);
    await takePicture(page, "home-assistant-app-options");
    await page.getByText("Add", { exact: true }).first().click();
    const form = page.locator("ha-dialog, ha-wa-dialog, dialog");
    const fields = Object.values(configuration["players"]?.fields ?? {});
    for (const { name } of fields) await form.getByText(name).first().waitFor();
    expect(fields.length).toBeGreaterThan(4);
  });

  test("is obeyed in the frame of Home Assistant", async () => {
    const { music } = house.study.sim.player;
    music.play();
    await using opened = await openHass(house, `/app/${slug}`, { width: 1280, height: 900 });
    const { page } = opened;
    const frame = page.frameLocator("iframe");
    await frame.getByText("Study").first().waitFor();
    const card = frame.locator("article, li, section", { hasText: "Study" }).last();
    await card.getByRole("button", { name: "Pause" }).waitFor();
    await page.waitForTimeout(1500);
    await takePicture(page, "home-assistant-app-page");
    await card.getByRole("button", { name: "Pause" }).click();
    await patiently(async () => expect(music.state).toBe("paused"));
  });
});

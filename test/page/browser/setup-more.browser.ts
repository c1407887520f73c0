import { expect, it } from "vitest";
import { parse } from "yaml";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { freePort } from "../../support/free-port.ts";
import { opened } from "../../support/opened.ts";
import { onSetUp } from "./set-up-folder.ts";
import { overhang, violations } from "./violations.ts";

it.each([{}, { colorScheme: "dark", viewport: { width: 320, height: 700 } }] as const)(
  "sets limits, schedules, presets and own paths, and tells one player what holds for all (%j)",
  async (look) => {
    const { page, text } = await onSetUp({
      file: "# mine\nplayers: [{ id: den, name: Den, url: 127.0.0.1:9 }]\ncontrols: { paths: { audio: /old } } # kept\n",
      look,
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
    await settings
      .getByText('poll.audio (config/local.yaml): "every day" is not a cron expression')
      .waitFor();
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
  },
);

it("adds a player that is off, with a word on what that means, and an address that is wrong never", async () => {
  const { page, text } = await onSetUp({ file: "players: []\n" });
  const form = page.locator("form", { has: page.getByRole("button", { name: "Try", exact: true }) });
  await form.getByLabel("Address").fill("http://player/path");
  await form.getByRole("button", { name: "Try" }).click();
  await page.getByText("that is not a player's address").waitFor();
  expect(await page.getByRole("button", { name: /Add anyway/ }).count()).toBe(0);

  const address = `127.0.0.1:${await freePort()}`;
  await form.getByLabel("Address").fill(address);
  await form.getByRole("button", { name: "Try" }).click();
  await page.getByText("No player answers there now.").waitFor();
  expect(await violations(page)).toEqual([]);
  const add = page.locator("form", { has: page.getByRole("button", { name: /Add anyway/ }) });
  await add.getByLabel("Name", { exact: true }).fill("Kitchen");
  await add.getByLabel("MAC address").fill("80:0a:80:5e:00:53");
  await add.getByRole("button", { name: "Add anyway Kitchen" }).click();
  await page.getByRole("button", { name: "Change Kitchen" }).waitFor();
  await page.getByText("Added as kitchen.").waitFor();
  expect(text()).toBe(
    `players:\n  - id: kitchen\n    name: Kitchen\n    url: http://${address}\n    mac: 80:0a:80:5e:00:53\n`,
  );
});

it("offers to follow a player that answers at another address", async () => {
  const own = "02:5e:11:00:00:77";
  const den = opened(await startSimulator({ mac: own }));
  const { host } = new URL(den.url);
  const before = `players:\n  - id: den\n    name: Den\n    url: 127.0.0.1:${await freePort()} # upstairs\n    mac: ${own}\n`;
  const { page, text } = await onSetUp({ file: before });
  const form = page.locator("form", { has: page.getByRole("button", { name: "Try", exact: true }) });
  await form.getByLabel("Address").fill(host);
  await form.getByRole("button", { name: "Try" }).click();
  await page.getByText(/^Den was at .* and does not answer there any more/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Update the address Den" }).click();
  await page.getByText("Added as den.").waitFor();
  expect(text()).toBe(before.replace(/url: \S+/, `url: http://${host}`));
});

it("lists the settings that a player has, to tick those to publish, and those that it asks about a second time", async () => {
  const den = opened(await startSimulator({ preset: "audio" }));
  const { page, text } = await onSetUp({
    file: `players: [{ id: den, name: Den, url: "${den.url}" }, { id: off, name: Off, url: 127.0.0.1:9 }]\npublish: { settings: [gain] }\n`,
    look: { viewport: { width: 390, height: 844 } },
  });
  const own = (): unknown => (parse(text()) as { players: { publish?: unknown }[] }).players[0]?.publish;
  const form = page.getByRole("form", { name: "Den" });
  const open = async (): Promise<void> => {
    await page.getByRole("button", { name: "Change Den" }).click();
    await form.getByText("More settings").click();
    await form.getByRole("button", { name: "Pick from what it has" }).click();
    await form.getByLabel("Klang: Verstärkung – Middle").waitFor();
  };
  const save = async (): Promise<void> => {
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Change Den" }).waitFor();
  };
  await open();
  // What holds for all players is ticked.
  expect(await form.getByLabel(/Verstärkung/).isChecked()).toBe(true);
  expect(await form.getByText("Sprache").count()).toBe(0);
  await form.getByLabel(/Upsampling – off/).check();
  expect(await violations(page)).toEqual([]);
  await save();
  expect(own()).toEqual({ settings: ["gain", "upsampling"] });

  await open();
  const asked = form.getByRole("listitem").filter({ hasText: /It asks first/ });
  expect(await asked.count()).toBe(0);
  await form.getByLabel(/Volle Lautstärke – off/).check();
  await asked.getByLabel("May be changed all the same").check();
  await save();
  expect(own()).toEqual({
    settings: ["gain", "upsampling", "LinePassthrough"],
    confirmedSettings: ["LinePassthrough"],
  });

  await open();
  while ((await form.locator(".setup-picks input:checked").count()) > 0)
    await form.locator(".setup-picks input:checked").first().uncheck();
  await save();
  // An empty list of its own, since another one holds for all.
  expect(own()).toEqual({ settings: [] });
  expect(text()).not.toContain("LinePassthrough");
  await open();
  expect(await form.locator(".setup-picks input:checked").count()).toBe(0);
  await form.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Change Off" }).click();
  const off = page.getByRole("form", { name: "Off" });
  await off.getByText("More settings").click();
  await off.getByRole("button", { name: "Pick from what it has" }).click();
  await off.getByText("The player tells no settings").waitFor();
  expect(await overhang(page)).toBe(0);
});

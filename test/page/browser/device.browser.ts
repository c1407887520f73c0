import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { behind, experimental, filmPlayer, onPage, onStage, streamer } from "./on-stage.ts";
import { Stage } from "./stage.ts";
import { violations } from "./violations.ts";

const settings = { "publish.settings": '["gain","upsampling","balance","filter"]' };
const evil = '"><img src=x onerror="hurt=1">';

it("sets the display by its pictures", async () => {
  const { den, page } = await onPage("#/players/den/device", streamer);
  const style = (list: string, name: string) =>
    page.getByRole("radiogroup", { name: new RegExp(list) }).getByRole("radio", { name });
  await style("Meter style", "Night blue").click();
  await expect.poll(() => den.player.display?.meters.current).toBe(1);
  const widths = "[...document.querySelectorAll('.option img')].filter((one) => one.naturalWidth > 0).length";
  await expect.poll(() => page.evaluate(widths)).toBe(6);
  expect(await violations(page)).toEqual([]);
});

it("sets the player's own settings, in its groups and with its names, and says what it kept", async () => {
  const { den, page } = await onPage("#/players/den/device", streamer, { args: settings });
  const sent = (name: string) => den.traffic.requests.findLast((one) => one.operation === name)?.query;
  await page.getByRole("group", { name: "Klang" }).getByLabel("Verstärkung").selectOption({ label: "High" });
  await expect.poll(() => sent("setGain")).toBe("index=2");
  const balance = page.getByRole("slider", { name: "balance" });
  await balance.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => sent("setBalance")).toBe("index=-1");
  den.player.settings?.ignored.add("balance");
  await balance.fill("7");
  await page
    .locator(".level", { hasText: "balance" })
    .getByText(/^That did not work: not applied/)
    .waitFor();
  await expect.poll(() => balance.inputValue()).toBe("-1");
});

it("opens an app, which a search finds among many", async () => {
  const apps = Array.from({ length: 120 }, (_, index) => ({
    label: index === 77 ? "Web radio" : `App ${index}`,
    packageName: `org.example.app${index}`,
    isCanOpen: true,
  }));
  await using den = await startSimulator();
  Object.assign(den.player, { apps });
  await using stage = await Stage.open({ players: { den } });
  const page = await stage.look("#/players/den/device");
  await page.getByRole("searchbox", { name: "Find an app" }).fill("RADIO");
  await expect.poll(() => page.locator(".apps button").allTextContents()).toEqual(["Web radio"]);
  await page.getByRole("button", { name: "Web radio" }).click();
  await expect.poll(() => den.player.openedApps).toEqual(["org.example.app77"]);
  await page.getByRole("status").getByText("Opened: Web radio").waitFor();
  await page.getByRole("searchbox", { name: "Find an app" }).fill("<b>none</b>");
  await page.getByText("No app has “<b>none</b>” in its name.").waitFor();
});

it("runs a preset and shows the outcome of each step where it was clicked", async () => {
  const presets = JSON.stringify({
    Quiet: ["volume 10", "display/brightness 20"],
    "Too loud": ["mute on", "display/brightness 999", "volume 20"],
  });
  const { page } = await onPage("#/players/den", streamer, { args: { "controls.presets": presets } });
  await page.getByRole("button", { name: "Quiet" }).click();
  const result = page.locator(".presets [role=status]");
  await result.getByText("Quiet: done").waitFor();
  expect(await result.locator("li").allTextContents()).toEqual([
    "Volume 10%: done",
    "Screen brightness 20: done",
  ]);
  await page.getByRole("button", { name: "Too loud" }).click();
  await result.getByText("Too loud: failed").waitFor();
  expect(await result.locator("li").allTextContents()).toEqual([
    "Mute: done",
    expect.stringMatching(/^Screen brightness 999: not possible.*out of range/) as unknown,
    "Volume 20%: not tried",
  ]);
  expect(await result.locator("li.is-bad").count()).toBe(1);
});

it("says what set-up can add", async () => {
  const { page } = await onPage("#/players/den/device", { den: { preset: "video" } });
  await expect.poll(() => page.getByText("several commands as one button").count()).toBe(1);
});

it("says where the volume is looked for that there is none, and what to do", async () => {
  const { stage, page } = await onPage("#/players/den", filmPlayer);
  await page.getByText(/^It reports no volume: .* amplifier or television\.$/).waitFor();
  await page.goto(`${stage.url}/#/`);
  await page.getByText(/^It reports no volume: /).waitFor();
  expect(await page.getByRole("slider", { name: "Volume" }).count()).toBe(0);
});

it("shows hostile and endless names as text on a phone", async () => {
  await using den = await startSimulator({ preset: "audio" });
  const { display, settings: own } = den.player;
  if (display !== undefined) Object.assign(display.colors, { titles: [evil, "x".repeat(300)] });
  const tone = {
    tag: "tone",
    title: evil.repeat(5),
    switchStatus: 1,
    url: "/SystemSettings/setTone?switchStatus=",
  };
  if (own !== undefined) own.extras = [tone];
  Object.assign(den.player, { apps: [{ label: evil, packageName: evil, isCanOpen: true }] });
  const args = {
    "publish.settings": '["gain","upsampling","balance","tone"]',
    "controls.presets": JSON.stringify({ [evil]: ["volume 10"], ["y".repeat(60)]: ["mute on"] }),
    ...experimental,
  };
  await using stage = await Stage.open({ players: { den }, args });
  const look = { locale: "de-AT", reducedMotion: "reduce", viewport: { width: 320, height: 640 } } as const;
  const page = await stage.look("#/players/den", look);
  await page.getByRole("button", { name: evil }).click();
  await page.locator(".steps li").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Gerät" }).click();
  await page.locator(".switch").first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  for (const control of await page.locator(".device button, .device select, .device label").all()) {
    const box = await control.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  }
  expect(await page.evaluate("window.hurt")).toBeUndefined();
});

it("shows a player that is off behind what it needs to be set again", async () => {
  const { den, page } = await onPage("#/players/den/device", streamer, { args: settings });
  await page.getByRole("slider", { name: "Screen brightness" }).waitFor();
  // The settings are read last: a player that sleeps before has none to show.
  await page.getByLabel("Verstärkung").waitFor();
  await den.sleep();
  await page.getByRole("button", { name: "Wake" }).waitFor();
  for (const name of ["Screen brightness", "Knob brightness"]) {
    expect(await page.getByRole("slider", { name }).isDisabled()).toBe(true);
  }
  expect(await page.getByLabel("Verstärkung").isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Screen off" }).isDisabled()).toBe(true);
});

it.each(["en-GB", "de-DE", "fr-FR", "zh-CN"])(
  "has a header of at most three lines on a phone, in %s",
  async (locale) => {
    const token = "0123456789abcdef0123";
    const { stage } = await onStage({ den: {} }, behind(token));
    const page = await stage.look("", { locale, viewport: { width: 320, height: 640 } });
    await page.locator("input[type=password]").fill(token);
    await page.keyboard.press("Enter");
    await page.locator(".card").waitFor();
    const header = await page.locator("header.top").boundingBox();
    expect(header?.height ?? 0).toBeLessThan(135);
    for (const link of await page.locator(".top nav > *").all()) {
      const box = await link.boundingBox();
      expect([box?.y, (box?.x ?? 0) + (box?.width ?? 0) <= 320]).toEqual([expect.any(Number), true]);
    }
  },
);

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { library, onStage } from "./on-stage.ts";
import { having, idle, ScriptedBridge } from "./scripted-bridge.ts";
import { opened } from "../../support/opened.ts";
import { onSetUp } from "./set-up-folder.ts";
import { overhang, violations } from "./violations.ts";

const looks = [
  [1280, "light"],
  [360, "dark"],
] as const;

/** Collects what axe finds in the views that are examined, in each of these looks. */
function everyLookOf(page: Page) {
  const found = new Set<string>();
  const examine = async (name: string): Promise<void> => {
    for (const [width, theme] of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator(".theme select").selectOption(theme);
      for (const finding of await violations(page)) found.add(`${name}, ${theme}, ${width}: ${finding}`);
    }
  };
  return { found, examine };
}

const tabs = ["now", "queue", "library", "remote", "topics", "diagnostics"];

it.each(["de-AT", "zh-CN"])(
  "has no finding of axe in any view and state, light and dark, wide and on a phone, in %s",
  async (locale) => {
    const { stage } = await onStage(
      { film: { playsTogether: false }, music: { preset: "audio" } },
      { args: library },
    );
    await using bridge = await ScriptedBridge.before(stage);
    const page = await stage.look(bridge.url, { locale, reducedMotion: "reduce" });
    await page.locator(".card").nth(1).waitFor();
    const { found, examine } = everyLookOf(page);
    const visit = async (route: string): Promise<void> => {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`);
      await page.waitForTimeout(150);
      await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
      await examine(route);
    };
    const all = bridge.hello.players;
    const presence = { since: 0, failure: { text: "timeout" }, failures: 3, waking: null } as const;
    const offline = all.map((one) => ({ ...having(one, { availability: "offline" }), presence }));

    for (const route of [
      "#/",
      "#/check",
      "#/search?for=lamps",
      ...tabs.map((tab) => `#/players/film/${tab}`),
      "#/players/music/now",
      "#/players/music/device",
    ]) {
      await visit(route);
    }
    for (const players of [all.map(idle), offline]) {
      bridge.greet({ players });
      for (const route of ["#/", "#/players/film/now"]) await visit(route);
    }
    bridge.greet({ players: [] });
    await visit("#/");
    bridge.greet({ players: all });
    bridge.leave();
    await page.locator(".banner.is-bad").first().waitFor();
    await examine("lost");
    expect([...found]).toEqual([]);
  },
  180_000,
);

it.each(["en-GB", "de-AT"])(
  "has no finding of axe in set-up, all of it open, light and dark, wide and on a phone, in %s",
  async (locale) => {
    const [den, study] = [opened(await startSimulator()), opened(await startSimulator({ preset: "audio" }))];
    const { page } = await onSetUp({
      file: `players: [{ id: den, name: "<img src=x onerror=hurt=1>", url: "${new URL(den.url).host}" }]\ncontrols: { presets: { Film: [wake] } }\n`,
      env: { MQTT_USERNAME: "me", POLL_PACE: "gentle" },
      look: { locale, reducedMotion: "reduce" },
    });
    await page.locator(".setup-player").first().waitFor();
    const { found, examine } = everyLookOf(page);
    // A player that answers and one that does not, the form of a player, and what a wrong value is told.
    const players = page.locator("section").first();
    const byHand = players.locator("form", { has: page.locator("[placeholder='192.168.1.20']") });
    const tryAddress = async (address: string): Promise<void> => {
      await byHand.locator("input").first().fill(address);
      await byHand.locator("button").click();
    };
    await tryAddress(new URL(study.url).host);
    await players.locator(".setup-picture").waitFor();
    await examine("found");
    await tryAddress("127.0.0.1:9");
    await players.locator(".finding.is-fault").waitFor();
    await examine("no answer");
    await players.locator(".setup-player button").first().click();
    for (const summary of await page.locator("summary").all()) await summary.click();
    await page.locator(".setup input[type=radio]").last().check();
    await examine("open");
    const settings = page.locator(".setup section").last();
    await settings.getByLabel("controls.maxVolume").fill("loud");
    await settings.locator("button[type=submit]").last().click();
    await settings.locator(".finding.is-fault").waitFor();
    await examine("wrong");
    expect(await overhang(page)).toBe(0);
    expect([...found]).toEqual([]);
  },
  180_000,
);

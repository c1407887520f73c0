import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator } from "../../../src/tools/simulator/start-simulator.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";
import { Stage } from "./stage.ts";

/** The findings of axe-core, each with the element that has it. */
function findings(page: Page): Promise<string[]> {
  return page.evaluate(
    `axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`,
  );
}

const tabs = ["now", "queue", "remote", "topics", "diagnostics"];

it.each(["en-GB", "de-AT", "fr-CA", "zh-CN"])(
  "has no finding of axe in any view and state, light and dark, wide and on a phone, in %s",
  async (locale) => {
    await using film = await startSimulator({ playsTogether: false });
    await using music = await startSimulator({ preset: "audio" });
    await using stage = await Stage.open({ players: { film, music } });
    await expect
      .poll(async () => (await ScriptedBridge.stateOf(stage)).players.every((one) => one.video ?? one.music))
      .toBe(true);
    await using bridge = await ScriptedBridge.before(stage);
    const page = await stage.look(bridge.url, { locale, reducedMotion: "reduce" });
    await page.locator(".card").nth(1).waitFor();
    await page.evaluate(axe.source);
    const found = new Set<string>();
    const examine = async (name: string): Promise<void> => {
      for (const [width, theme] of [
        [1280, "light"],
        [360, "dark"],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.locator(".theme select").selectOption(theme);
        for (const finding of await findings(page)) found.add(`${name}, ${theme}, ${width}: ${finding}`);
      }
    };
    const visit = async (route: string): Promise<void> => {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`);
      await page.waitForTimeout(150);
      await examine(route);
    };
    const all = bridge.hello.players;
    const idle = all.map((one) => ({ ...one, video: null, music: null }));
    const presence = {
      availability: "offline",
      since: 0,
      failure: "timeout",
      failures: 3,
      waking: null,
    } as const;
    const offline = all.map((one) => ({ ...one, presence }));

    for (const route of [
      "#/",
      "#/check",
      ...tabs.map((tab) => `#/players/film/${tab}`),
      "#/players/music/now",
    ]) {
      await visit(route);
    }
    for (const players of [idle, offline]) {
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

it("has no finding of axe where one signs in, light and dark", async () => {
  await using den = await startSimulator();
  await using stage = await Stage.open({ players: { den }, args: { "http.token": "correct horse battery" } });
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await stage.look("", { colorScheme });
    await page.getByLabel("Token").waitFor();
    await page.evaluate(axe.source);
    expect(await findings(page)).toEqual([]);
  }
});

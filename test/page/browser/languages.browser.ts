import { expect, it } from "vitest";
import { onStage } from "./on-stage.ts";
import { violations } from "./violations.ts";

it.each([
  ["en-GB", "en-GB", "Pause the video", "Remote"],
  ["de-AT", "de-AT", "Video pausieren", "Fernbedienung"],
  ["fr-CA", "fr-CA", "Mettre la vidéo en pause", "Télécommande"],
  ["zh-CN", "zh-CN", "暂停视频", "遥控器"],
  ["is-IS", "en", "Pause the video", "Remote"],
])(
  "speaks the language of a browser in %s, without accessibility violations in the dark, also about a player that is off",
  async (locale, lang, pause, remote) => {
    const { den, stage } = await onStage({ den: { playsTogether: false } });
    const look = { locale, colorScheme: "dark", reducedMotion: "reduce" } as const;
    const page = await stage.look("#/players/den/now", look);
    await page.getByRole("button", { name: pause }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(lang);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: remote }).click();
    await page.getByRole("button", { name: "OK" }).waitFor();
    expect(await violations(page)).toEqual([]);
    for (const [tab, shown] of [
      ["queue", ".row"],
      ["topics", ".topics > div"],
      ["diagnostics", ".chart"],
    ] as const) {
      await page.goto(`${stage.url}/#/players/den/${tab}`);
      await page.locator(shown).first().waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await den.sleep();
    for (const route of ["#/", "#/players/den/now"]) {
      await page.goto(`${stage.url}/${route}`);
      await page.locator(".is-offline div.trouble-text").first().waitFor();
      expect(await violations(page)).toEqual([]);
    }
  },
);

it("writes dates, durations and sizes as usual in the language", async () => {
  const { stage } = await onStage();
  const page = await stage.look("#/players/den/diagnostics", { locale: "de-DE" });
  await page.locator(".chart").first().getByText("−4 Min.").waitFor();
  await page.getByRole("button", { name: "Antworten zeigen" }).click();
  const sizes = page.locator(".answer summary", { hasText: /\d,\d kB/ });
  await expect.poll(() => sizes.count()).toBeGreaterThan(0);
});

import { expect, it } from "vitest";
import { onStage } from "./on-stage.ts";

it.each([
  ["en-GB", "en-GB", "Pause the video", "Remote"],
  ["de-AT", "de-AT", "Video pausieren", "Fernbedienung"],
  ["fr-CA", "fr-CA", "Mettre la vidéo en pause", "Télécommande"],
  ["zh-CN", "zh-CN", "暂停视频", "遥控器"],
  ["is-IS", "en", "Pause the video", "Remote"],
])("speaks the language of a browser in %s", async (locale, lang, pause, remote) => {
  const { stage } = await onStage();
  const page = await stage.look("#/players/den/now", { locale });
  await page.getByRole("button", { name: pause }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe(lang);
  await page.getByRole("link", { name: remote }).waitFor();
});

it("writes dates, durations and sizes as usual in the language", async () => {
  const { stage } = await onStage();
  const page = await stage.look("#/players/den/diagnostics", { locale: "de-DE" });
  await page.locator(".chart").first().getByText("−4 Min.").waitFor();
  await page.getByRole("button", { name: "Antworten zeigen" }).click();
  const sizes = page.locator(".answer summary", { hasText: /\d,\d kB/ });
  await expect.poll(() => sizes.count()).toBeGreaterThan(0);
});

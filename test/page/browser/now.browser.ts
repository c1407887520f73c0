import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { experimental, filmPlayer, onPage, onStage, streamer } from "./on-stage.ts";
import { having, ScriptedBridge } from "./scripted-bridge.ts";
import { overhang, violations } from "./violations.ts";

function slid(page: Page, name: string): Promise<number> {
  return page.getByRole("slider", { name }).inputValue().then(Number);
}

it("drags the position with the mouse: what plays follows when it is let go, and not before", async () => {
  const { den, page } = await onPage("#/players/den", filmPlayer);
  const slider = page.getByRole("slider", { name: "Position" });
  // What comes later, such as the picture, moves the slider.
  let box: Awaited<ReturnType<typeof slider.boundingBox>> = null;
  await expect
    .poll(async () => isDeepStrictEqual(box, (box = await slider.boundingBox())), { interval: 500 })
    .toBe(true);
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const seeks = den.traffic.count("seekVideo");
  const share = (await slid(page, "Position")) / 240;
  await page.mouse.move(x + 10 + share * (width - 20), y + height / 2);
  await page.mouse.down();
  for (const part of [0.6, 0.7, 0.75]) await page.mouse.move(x + part * width, y + height / 2);
  await expect.poll(() => slid(page, "Position")).toBeGreaterThan(170);
  expect(den.traffic.count("seekVideo")).toBe(seeks);
  await page.mouse.up();
  await expect.poll(() => den.player.video.positionMs).toBeGreaterThan(170_000);
  expect(den.traffic.count("seekVideo")).toBe(seeks + 1);
  expect(den.player.video.positionMs).toBeLessThan(200_000);
});

const desk = { viewport: { width: 1440, height: 900 } };

it("has the queue beside what plays on a wide screen, and plays an entry of it", async () => {
  const { den, page } = await onPage("#/players/den", streamer, { args: experimental }, desk);
  const queue = page.getByRole("list", { name: "Music queue" });
  await queue.locator(".row[aria-current]").getByText("Amber Ferry").waitFor();
  const [main, list] = [await page.locator(".now-main").boundingBox(), await queue.boundingBox()];
  expect(list?.x).toBeGreaterThan((main?.x ?? 0) + (main?.width ?? 0));
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(desk.viewport.height);
  for (const name of ["Pause the music", "Mute"]) {
    const box = await page.locator(".now-main").getByRole("button", { name }).boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(desk.viewport.height);
  }
  await queue.getByRole("button").nth(2).click();
  await expect.poll(() => den.player.music.index).toBe(2);
  // A tablet has its own tab for that.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => queue.count()).toBe(0);
  expect(await overhang(page)).toBe(0);
});

it("has cover, title, transport and volume on the first screen, however long the names are", async () => {
  const { stage } = await onStage(streamer, { args: experimental });
  await using bridge = await ScriptedBridge.before(stage);
  const [den] = bridge.hello.players;
  if (den === undefined) throw new Error("no player");
  const name = "Wohnzimmer im Dachgeschoss der Großeltern";
  const long = having(den, {
    "music/title": `${name}, ${name}, ${name}`,
    "music/artist": `${name}, ${name}`,
  });
  bridge.greet({ players: [{ ...long, identity: { ...den.identity, name } }] });
  const size = { width: 390, height: 844 };
  const page = await stage.look(`${bridge.url}/#/players/den`, { viewport: size });
  const ends = async (part: string): Promise<number> => {
    const box = await page.locator(part).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0);
  };
  for (const part of [".hero-picture", ".hero .title", ".transport", ".loudness"])
    expect(await ends(`.now-main ${part}`)).toBeLessThanOrEqual(size.height);
  await page.setViewportSize(desk.viewport);
  await page.goto(`${bridge.url}/#/players/den/wall`);
  expect(await ends(".wall .progress")).toBeLessThanOrEqual(desk.viewport.height);
});

it("takes the color of the cover, another one for each, in the light and in the dark", async () => {
  const { den, page } = await onPage("#/players/den", streamer, {}, { reducedMotion: "reduce" });
  const color = (): Promise<string> =>
    page.evaluate(`(() => {
      const hero = document.querySelector(".hero.is-colored");
      return hero === null ? "" : getComputedStyle(hero, "::before").backgroundColor;
    })()`);
  await expect.poll(color).not.toBe("");
  const light = await color();
  await page.locator(".theme select").selectOption("dark");
  const dark = await color();
  expect(dark).not.toBe(light);
  expect(await violations(page)).toEqual([]);
  den.player.music.skip();
  await expect.poll(color).not.toBe(dark);
  // A picture that fails has no color, not that of the one before.
  den.player.music.playEntry(0);
  await expect.poll(color).toBe(dark);
  await page.route(/\/cover/, (route) => route.fulfill({ contentType: "image/png", body: "torn" }));
  den.player.music.skip();
  await expect.poll(color).toBe("");
  await page.unrouteAll();
  den.player.music.playEntry(0);
  await expect.poll(color).toBe(dark);
  // Nothing plays, so nothing has a color.
  den.player.music.edit(() => []);
  await page.getByText("Nothing is playing").waitFor();
  expect(await color()).toBe("");
});

it("names the view in the title of the document, and scrolls what has the focus out from below the small player", async () => {
  const { stage } = await onStage(streamer);
  const page = await stage.look("#/players/den/device", { viewport: { width: 390, height: 600 } });
  await expect.poll(() => page.title()).toBe("Device · Den · player2mqtt");
  const bar = page.locator(".small-player");
  await bar.waitFor();
  await page.evaluate("scrollTo(0, 0)");
  let seen = 0;
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press("Tab");
    if (!(await page.evaluate<boolean>(`document.activeElement.closest("main") !== null`))) continue;
    seen += 1;
    // What comes in meanwhile may move it once more.
    const below = (): Promise<number> =>
      page.evaluate(`(() => {
        const barTop = document.querySelector(".small-player").getBoundingClientRect().top;
        return document.activeElement.getBoundingClientRect().bottom - barTop;
      })()`);
    await expect.poll(below).toBeLessThanOrEqual(0);
  }
  expect(seen).toBeGreaterThan(10);
  await page.evaluate(`location.hash = "#/"`);
  await expect.poll(() => page.title()).toBe("player2mqtt");
});

import { expect, it } from "vitest";
import { filmPlayer, library, onPage, onStage, phone, streamer } from "./on-stage.ts";
import { ScriptedBridge, crowdOf, idle } from "./scripted-bridge.ts";

it("shows covers of the visible rows alone, one at a time, and from the bridge the second time", async () => {
  const { den, stage, page } = await onPage("#/players/den/library?list=tracks", streamer, { args: library });
  const covers = page.locator(".art img");
  await covers.nth(2).waitFor();
  const visible = await covers.count();
  expect(visible).toBeLessThanOrEqual(12);
  await expect.poll(() => page.locator(".art img:not([hidden])").count()).toBe(visible);
  const asked = den.traffic.count("getImage");
  expect(asked).toBeLessThanOrEqual(visible + 1);
  const sizes = `[...document.querySelectorAll(".art:has(img)")].map((one) => one.clientWidth - one.clientHeight)`;
  expect(new Set(await page.evaluate<number[]>(sizes))).toEqual(new Set([0]));
  const other = await stage.look("#/players/den/library?list=tracks");
  await other.locator(".art img").nth(2).waitFor();
  await expect.poll(() => other.locator(".art img").count()).toBe(visible);
  expect(den.traffic.count("getImage")).toBe(asked);
});

it("shows albums and films as tiles on a desk, as rows on a phone", async () => {
  const { page } = await onPage("#/players/den/library?list=films", { den: {} }, { args: library });
  const entries = page.getByRole("list", { name: "Films" }).getByRole("listitem");
  await entries.nth(3).waitFor();
  const tops = `new Set([...document.querySelectorAll(".row")].slice(0, 4).map((one) => one.getBoundingClientRect().top)).size`;
  await expect.poll(() => page.evaluate(tops)).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(tops)).toBe(4);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

it("fades the edge of the tabs behind which there are more, and scrolls to the current one", async () => {
  const { stage, page } = await onPage("#/players/den", filmPlayer, {}, phone);
  const tabs = page.locator(".tabs");
  await expect.poll(() => tabs.getAttribute("class")).toBe("tabs has-after");
  await tabs.evaluate((one: { scrollTo(x: number, y: number): void }) => one.scrollTo(9999, 0));
  await expect.poll(() => tabs.getAttribute("class")).toBe("tabs has-before");
  // The current one is in sight.
  await page.goto(`${stage.url}/#/players/den/diagnostics`);
  await page.reload();
  await expect.poll(() => tabs.evaluate((one: { scrollLeft: number }) => one.scrollLeft)).toBeGreaterThan(0);
});

it("lists 200 players on four screens of a desk, those that play first", async () => {
  const { stage } = await onStage({ film: { playsTogether: false } });
  await using bridge = await ScriptedBridge.before(stage);
  const players = crowdOf(bridge.hello.players, 200).map((player, place) =>
    place === 150 ? player : idle(player),
  );
  bridge.greet({ players });
  const page = await stage.look(bridge.url);
  await page.locator("#name-film-copy-199").waitFor({ state: "attached" });
  expect(await page.evaluate("document.documentElement.scrollHeight / innerHeight")).toBeLessThanOrEqual(4);
  expect(await page.locator(".card h2").first().textContent()).toBe("Film 150");
  await page.locator(".card").first().getByRole("button", { name: "Pause the video" }).waitFor();
});

it("opens while the bridge is away with what was there before, says so, and shows the players on its return", async () => {
  const { stage } = await onStage(streamer);
  await using bridge = await ScriptedBridge.before(stage);
  const page = await stage.look(bridge.url, { locale: "de-DE" });
  await page.locator(".card").waitFor();
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  bridge.leave();
  // The open page keeps what it showed last.
  await page.getByText("Die Bridge antwortet nicht.").waitFor();
  await page.getByText("Amber Ferry").first().waitFor();
  // So does a reload, but not a new tab, which may be somebody else's.
  await page.reload();
  await page.getByText("Die Bridge antwortet nicht.").waitFor();
  await page.getByText("Amber Ferry").first().waitFor();
  expect(await page.locator(".card").getByRole("radio", { disabled: false }).count()).toBe(0);
  const other = await page.context().newPage();
  await other.goto(bridge.url);
  await other.getByText("Die Player erscheinen, sobald sie zurück ist.").waitFor();
  expect(await other.locator(".card").count()).toBe(0);
  bridge.isGone = false;
  await Promise.all([page, other].map((one) => one.locator(".is-live .card").waitFor()));
});

it("heeds keys on a desk, and leaves those alone that a field or a button has a use for", async () => {
  const { den, stage, page } = await onPage("#/players/den/library", streamer, { args: library });
  await page.getByRole("button", { name: "Pause the music" }).waitFor();
  const volume = den.player.volume?.level ?? 0;
  await page.keyboard.press("Space");
  await expect.poll(() => den.player.music.state).toBe("paused");
  await page.getByRole("button", { name: "Play the music" }).waitFor();
  const before = den.player.music.index;
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => den.player.music.index).toBe(before + 1);
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(() => den.player.volume?.level).toBeGreaterThan(volume);
  const search = page.getByRole("searchbox");
  await search.fill("slow");
  const { state } = den.player.music;
  await search.press("Space");
  await search.press("Shift+ArrowRight");
  expect(await search.inputValue()).toBe("slow ");
  await page.waitForTimeout(500);
  expect([den.player.music.state, den.player.music.index]).toEqual([state, before + 1]);
  // From the wall, Escape leads back.
  await page.goto(`${stage.url}/#/players/den/wall`);
  await page.locator(".wall").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".now").waitFor();
  await stage.restart(async () => {
    await page.getByText("The bridge does not answer.").waitFor();
    const slider = page.getByRole("slider", { name: "Volume" });
    const level = await slider.inputValue();
    await page.keyboard.press("Shift+ArrowUp");
    expect(await slider.inputValue()).toBe(level);
  });
});

it("fills a wall with what plays, shows its controls at a touch, and dims at night", async () => {
  const { den, stage } = await onStage(streamer);
  const page = await stage.look("", { viewport: { width: 1280, height: 800 }, hasTouch: true });
  await page.clock.install({ time: new Date("2026-11-24T20:00:00") });
  await page.goto(`${stage.url}/#/players/den/wall`);
  await page.reload();
  const pause = page.getByRole("button", { name: "Pause the music" });
  const wall = page.getByRole("region", { name: "Den" });
  await wall.getByRole("progressbar").waitFor();
  await wall.getByText("20:00", { exact: true }).waitFor();
  const next = wall.getByText(`Next: ${den.player.music.entries[1]?.title}`);
  await next.waitFor();
  expect(await pause.isVisible()).toBe(false);
  await page.touchscreen.tap(300, 300);
  await pause.tap();
  await expect.poll(() => den.player.music.state).toBe("paused");
  await page.clock.runFor(9000);
  await expect.poll(() => page.locator(".wall.is-touched").count()).toBe(0);
  expect(await page.locator(".wall.is-dim").count()).toBe(0);
  await page.clock.fastForward("03:00:00");
  await expect.poll(() => page.locator(".wall.is-dim").count()).toBe(1);
  // Another queue that cannot be read has another entry there.
  await page.route("**/lists/queue*", (route) => route.abort("connectionfailed"));
  den.player.music.edit((entries) => entries.toSpliced(1, 1));
  await expect.poll(() => next.count()).toBe(0);
});

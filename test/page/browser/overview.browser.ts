import { expect, it } from "vitest";
import { experimental, onPage, onStage } from "./on-stage.ts";

it("has cover, title, pause and volume of four rooms on a phone's first screen, and what wakes one", async () => {
  const { bath, guest, study, stage } = await onStage(
    { den: {}, study: { preset: "audio" }, bath: { preset: "audio" }, guest: { preset: "idle" } },
    { args: experimental },
  );
  const page = await stage.look("", { viewport: { width: 390, height: 844 } });
  const room = (name: string) => page.getByRole("article", { name });
  await room("Guest").getByText("Nothing is playing").waitFor();
  for (const [name, title] of [
    ["Den", "The Lighthouse Ledger"],
    ["Study", "Amber Ferry"],
    ["Bath", "Amber Ferry"],
  ] as const) {
    await room(name).getByText(title).hover({ force: true });
    // One that is cut is told whole.
    expect(await page.locator("[title]:hover").getAttribute("title")).toBe(title);
    await room(name)
      .getByRole("button", { name: /^Pause the/ })
      .waitFor();
  }
  const box = await room("Guest").boundingBox();
  expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844);
  await room("Study").getByRole("button", { name: "Pause the music" }).click();
  await expect.poll(() => study.player.music.state).toBe("paused");
  await room("Study").getByRole("slider", { name: "Volume" }).fill("20");
  await expect.poll(() => study.player.volume?.level).toBe(40);
  expect([bath.player.music.state, bath.player.volume?.level]).toEqual(["playing", 60]);
  await guest.sleep();
  await room("Guest").getByRole("button", { name: "Wake" }).waitFor();
});

it("works with the keyboard alone", async () => {
  const { den, page } = await onPage("");
  await page.getByRole("radio", { name: "Built-in player", checked: true }).waitFor();
  const focused = () => page.evaluate<string>("document.activeElement.textContent");
  for (let count = 0; (await focused()) !== "Built-in player" && count < 20; count++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("USB-B");
  // Moving the focus switches nothing.
  expect(den.player.audio.input?.name).toBe("Built-in player");
  await page.keyboard.press("Space");
  await page.getByRole("radio", { name: "USB-B", checked: true }).waitFor();
  expect(den.player.audio.input?.name).toBe("USB-B");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("HDMI main");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Line out", checked: true }).waitFor();
});

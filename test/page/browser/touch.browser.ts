import type { CDPSession, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { experimental, onPage, onStage } from "./on-stage.ts";

const phone = { viewport: { width: 390, height: 500 }, hasTouch: true, isMobile: true };

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on the screen, as Chromium gets it from the system. */
class Finger {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async swipe(from: Point, to: Point): Promise<void> {
    const steps = 10;
    await this.#send("touchStart", from);
    for (let step = 1; step <= steps; step += 1) {
      const at = (start: number, end: number): number => start + ((end - start) * step) / steps;
      await this.#send("touchMove", { x: at(from.x, to.x), y: at(from.y, to.y) });
    }
    await this.#send("touchEnd");
  }

  async #send(type: "touchStart" | "touchMove" | "touchEnd", point?: Point): Promise<void> {
    const touchPoints = point === undefined ? [] : [point];
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

async function middleOf(control: Locator): Promise<Point> {
  await control.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
  return { x: x + width * 0.8, y: y + height / 2 };
}

describe("a reason", () => {
  it("is shown where a finger meets what is disabled", async () => {
    const { attic, page } = await onPage("#/players/attic", { attic: { preset: "audio" } }, {}, phone);
    const before = attic.player.audio.output?.tag;
    const reason = page.getByRole("alert").filter({ hasText: "reports USB converter as unavailable" });
    // Such a tap does not wait until the page stands still.
    await expect
      .poll(async () => {
        await page.getByRole("radio", { name: "USB converter" }).tap({ force: true });
        return reason.count();
      })
      .toBe(1);
    expect(attic.player.audio.output?.tag).toBe(before);
    await page.getByRole("radio", { name: "COAX/TOS" }).tap();
    await expect.poll(() => reason.count()).toBe(0);
    await page.getByRole("radio", { name: "USB converter" }).tap({ force: true });
    await reason.waitFor();
    const tag = attic.player.audio.outputs.find(({ name }) => name === "USB converter")?.tag ?? "";
    attic.player.audio.setOutputEnabled(tag, true);
    await expect.poll(() => reason.count()).toBe(0);
  });
});

describe("a finger", () => {
  it.each(["now", "device"])(
    "that scrolls the page changes nothing, whatever control it began on (%s)",
    async (tab) => {
      const { attic, stage } = await onStage({ attic: { preset: "audio" } }, { args: experimental });
      const page = await stage.look(`#/players/attic/${tab}`, phone);
      await page.getByRole("slider").first().waitFor();
      const finger = await Finger.on(page);
      const before = { level: attic.player.volume?.level, seeks: attic.traffic.count("seekMusic") };
      const sent: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST") sent.push(request.postData() ?? "");
      });
      const controls = await page.locator("main").locator("input, button, select").all();
      let swiped = 0;
      for (const control of controls) {
        if (!(await control.isVisible())) continue;
        const { x, y } = await middleOf(control);
        for (const down of [-150, 150]) await finger.swipe({ x, y }, { x: x + 5, y: y + down });
        swiped += 1;
      }
      await page.waitForTimeout(500);
      expect(swiped).toBeGreaterThan(3);
      expect(sent).toEqual([]);
      expect({ level: attic.player.volume?.level, seeks: attic.traffic.count("seekMusic") }).toEqual(before);
    },
  );

  it("that moves along a slider takes the volume with it, and the number beside it", async () => {
    const { attic, stage } = await onStage({ attic: { preset: "audio" } }, { args: experimental });
    const page = await stage.look("#/players/attic", phone);
    const slider = page.getByRole("slider", { name: "Volume" });
    await slider.waitFor();
    const { x, y } = await middleOf(slider);
    const finger = await Finger.on(page);
    await finger.swipe({ x: x - 100, y }, { x: x - 20, y: y + 10 });
    await expect.poll(() => Number(attic.player.volume?.level)).toBeGreaterThan(100);
    const shown = (): Promise<number> =>
      page.getByText(`${Number(attic.player.volume?.level) / 2}%`, { exact: true }).count();
    await expect.poll(shown).toBeGreaterThan(0);
  });

  it("that taps far above the volume turns it up by a step, and never beyond controls.maxVolume", async () => {
    const { attic, stage } = await onStage(
      { attic: { preset: "audio" } },
      { args: { ...experimental, "controls.maxVolume": "60" } },
    );
    const page = await stage.look("#/players/attic", phone);
    const slider = page.getByRole("slider", { name: "Volume" });
    await slider.waitFor();
    expect(await slider.getAttribute("max")).toBe("60");
    const { x, y } = await middleOf(slider);
    await page.touchscreen.tap(x + 10, y);
    await page.getByText("40%", { exact: true }).first().waitFor();
    expect(attic.player.volume?.level).toBe(80);
    for (const percent of [50, 60, 60]) {
      await slider.press("End");
      await expect.poll(() => attic.player.volume?.level).toBe(2 * percent);
    }
  });
});

import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startSimulator } from "../../../src/tools/simulator/zidoo/start-simulator.ts";
import { Stage } from "./stage.ts";

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `${axe.source}; axe.run()`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

it.each(["light", "dark"] as const)("has no serious accessibility violation, in %s", async (colorScheme) => {
  await using den = await startSimulator();
  await using attic = await startSimulator({ preset: "audio" });
  await using stage = await Stage.open({ players: { den, attic } });
  const page = await stage.look("", { colorScheme, reducedMotion: "reduce" });
  await page.getByRole("article", { name: "Attic" }).getByText("Online").waitFor();
  await page.getByText("Playing video").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("radio", { name: "HDMI audio" }).click();
  await page
    .getByRole("status")
    .getByText(/applied/)
    .waitFor();
  await attic.sleep();
  await page.getByText(/Offline since/).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "More about Den" }).click();
  await page.getByRole("link", { name: "Topics" }).click();
  await page.locator(".topics > div").first().waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await page.getByRole("button", { name: "Show answers" }).click();
  await page.locator(".answer summary").first().click();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Check" }).click();
  await page.getByRole("button", { name: "Check everything" }).click();
  await page.getByRole("button", { name: "Check again" }).waitFor({ timeout: 40_000 });
  await page.locator(".finding.is-fault").first().waitFor({ timeout: 40_000 });
  expect(await seriousViolations(page)).toEqual([]);
});

it.each(["light", "dark"] as const)("asks for the token if one is set, in %s", async (colorScheme) => {
  await using den = await startSimulator();
  // Browsers log a refused request by themselves.
  const args = { "http.token": "correct horse battery" };
  await using stage = await Stage.open({ players: { den }, args, expected: /401/ });
  const page = await stage.look("", { colorScheme });
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByLabel("Token").fill("wrong horse");
  await page.keyboard.press("Enter");
  await page.getByText("That is not the token.").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByLabel("Token").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Playing video").waitFor();
  expect(page.url()).not.toContain("horse");
  await page.getByRole("radio", { name: "HDMI audio" }).click();
  await page.getByRole("radio", { name: "HDMI audio", checked: true }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Token").waitFor();
});

it("works below any path prefix", async () => {
  await using den = await startSimulator();
  const prefix = "/api/hassio_ingress/abc";
  // Only the stream of the overview ends, when the browser goes on to the player.
  await using stage = await Stage.open({ players: { den }, expected: /\/abc\/api\/v1\/events$/ });
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const forwarded = request(`${stage.url}${url.replace(prefix, "")}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  const { port } = proxy.address() as AddressInfo;
  const page = await stage.look();
  await page.goto(`http://127.0.0.1:${port}${prefix}/`);
  await page.getByText("Playing video").waitFor();
  await page.getByRole("radio", { name: "HDMI audio" }).click();
  await page.getByRole("radio", { name: "HDMI audio", checked: true }).waitFor();
  await page.getByRole("link", { name: "More about Den" }).click();
  await page.getByRole("link", { name: "Topics" }).click();
  await page.locator(".topics > div").first().waitFor();
  expect(page.url()).toContain(`${prefix}/#/players/den`);
  const manifest = await page.evaluate<{
    readonly start: string;
    readonly icons: readonly number[];
  }>(`(async () => {
    const { href } = document.querySelector("link[rel=manifest]");
    const { start_url, icons } = await (await fetch(href)).json();
    const found = await Promise.all(icons.map(({ src }) => fetch(new URL(src, href))));
    return { start: new URL(start_url, href).href, icons: found.map(({ status }) => status) };
  })()`);
  expect(manifest).toEqual({ start: `http://127.0.0.1:${port}${prefix}/`, icons: [200, 200, 200, 200] });
  await page.close();
  proxy.closeAllConnections();
  proxy.close();
});

it("fits on a phone", async () => {
  await using den = await startSimulator();
  await using stage = await Stage.open({ players: { den } });
  const page = await stage.look("", { viewport: { width: 320, height: 640 } });
  await page.getByText("Playing video").waitFor();
  const overhang = (): Promise<number> =>
    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(await overhang()).toBe(0);
  await page.getByRole("link", { name: "More about Den" }).click();
  await page.getByRole("link", { name: "Topics" }).click();
  await page.locator(".topics > div").first().waitFor();
  expect(await overhang()).toBe(0);
});

it.each([320, 768, 1920, 3840])(
  "fits a screen of %i pixels in every tab, with lines that can be read",
  async (width) => {
    await using den = await startSimulator({ playsTogether: false });
    await using study = await startSimulator({ preset: "audio" });
    await using stage = await Stage.open({ players: { den, study } });
    const page = await stage.look("", { viewport: { width, height: Math.round(width * 0.6) + 200 } });
    await page.locator(".card").nth(1).waitFor();
    for (const tab of ["", "den/now", "study/now", "den/queue", "den/remote", "study/device", "den/topics"]) {
      await page.goto(`${stage.url}/#/${tab === "" ? "" : `players/${tab}`}`);
      await page.locator("main > *").first().waitFor();
      await page.waitForTimeout(100);
      const excess = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect([tab, await page.evaluate(excess)]).toEqual([tab, 0]);
      // On a huge screen, everything stays in the middle.
      const box = await page.locator("main").boundingBox();
      expect(box?.width).toBeLessThan(2210);
      expect(Math.abs((box?.x ?? 0) * 2 + (box?.width ?? 0) - width)).toBeLessThan(20);
    }
  },
);

it("moves nothing but what plays for somebody who wants less motion", async () => {
  await using den = await startSimulator({ playsTogether: false });
  await using stage = await Stage.open({ players: { den } });
  const animations = "document.getAnimations().length";
  const moving = await stage.look("#/players/den");
  await moving.getByRole("button", { name: "Pause the video" }).waitFor();
  await expect.poll(() => moving.evaluate(animations)).toBeGreaterThan(0);
  const still = await stage.look("#/players/den", { reducedMotion: "reduce" });
  await still.getByRole("button", { name: "Pause the video" }).waitFor();
  expect(await still.evaluate(animations)).toBe(0);
});

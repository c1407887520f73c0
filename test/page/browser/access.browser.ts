import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { behind, filmPlayer, library, onPage, onStage } from "./on-stage.ts";
import { overhang, smallTargets, violations } from "./violations.ts";

it.each(["light", "dark"] as const)("asks for the token if one is set, in %s", async (colorScheme) => {
  const { page } = await onPage("", { den: {} }, behind("correct horse battery"), { colorScheme });
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Token").fill("wrong horse");
  await page.keyboard.press("Enter");
  await page.getByText("That is not the token.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Token").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Playing video").waitFor();
  expect(page.url()).not.toContain("horse");
  await page.getByRole("radio", { name: "HDMI audio" }).click();
  await page.getByRole("radio", { name: "HDMI audio", checked: true }).waitFor();
  // What the page of an earlier version kept before an update.
  await page.evaluate(`sessionStorage.setItem("state https://bridge.example/page/main.js", "{}")`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Token").waitFor();
  // Whoever signs in next in this tab sees nothing of before.
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

it("works below any path prefix, also in the frame of Home Assistant", async () => {
  const prefix = "/api/hassio_ingress/abc";
  // Only the stream of the overview ends, when the browser goes on to the player.
  const { stage } = await onStage({ den: {} }, { expected: /\/abc\/api\/v1\/events$/ });
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    if (url === "/") {
      outgoing.setHeader("content-type", "text/html");
      outgoing.end(`<link rel="icon" href="data:,"><iframe src="${prefix}/"></iframe>`);
      return;
    }
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
  await page.goto(`http://127.0.0.1:${port}/`);
  const frame = page.frameLocator("iframe");
  await frame.getByText("Playing video").waitFor();
  await frame.getByRole("radio", { name: "HDMI audio" }).click();
  await frame.getByRole("radio", { name: "HDMI audio", checked: true }).waitFor();
  await page.goto(`http://127.0.0.1:${port}${prefix}/`);
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

const tabs = ["now", "queue", "library", "remote", "device", "topics", "diagnostics"];
const routes = ["den", "study"].flatMap((id) => tabs.map((tab) => `players/${id}/${tab}`));

it.each([320, 768, 1920, 3840])(
  "fits a screen of %i pixels in every tab, with lines that can be read and targets for a thumb",
  async (width) => {
    const hasTouch = width === 320;
    const players = { den: { playsTogether: false }, study: { preset: "audio" } } as const;
    const { stage } = await onStage(players, { args: library });
    const page = await stage.look("", {
      viewport: { width, height: Math.round(width * 0.6) + 200 },
      hasTouch,
    });
    await page.locator(".card").nth(1).waitFor();
    for (const route of ["", ...routes]) {
      await page.goto(`${stage.url}/#/${route}`);
      await page.locator("main > *").first().waitFor();
      await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
      await page.waitForTimeout(300);
      expect([route, await overhang(page), hasTouch ? await smallTargets(page) : []]).toEqual([route, 0, []]);
      // On a huge screen, everything stays in the middle.
      const box = await page.locator("main").boundingBox();
      expect(box?.width).toBeLessThan(2210);
      expect(Math.abs((box?.x ?? 0) * 2 + (box?.width ?? 0) - width)).toBeLessThan(20);
    }
  },
);

it("moves nothing but what plays for somebody who wants less motion", async () => {
  const { stage } = await onStage(filmPlayer);
  const animations = "document.getAnimations().length";
  const moving = await stage.look("#/players/den");
  await moving.getByRole("button", { name: "Pause the video" }).waitFor();
  await expect.poll(() => moving.evaluate(animations)).toBeGreaterThan(0);
  const still = await stage.look("#/players/den", { reducedMotion: "reduce" });
  await still.getByRole("button", { name: "Pause the video" }).waitFor();
  expect(await still.evaluate(animations)).toBe(0);
});

import { expect, it } from "vitest";
import { onPage } from "./on-stage.ts";

it("shows requests and response times with their units, as a chart and as a table", async () => {
  const { page } = await onPage("#/players/den/diagnostics");
  // The first sample comes after five seconds.
  const requests = page.locator(".panel", { has: page.getByRole("heading", { name: "Requests" }) });
  await requests.getByRole("img", { name: /^Requests: [\d.,]+\/min now, from / }).waitFor();
  await requests.locator(".chart").getByText("−4 min").waitFor();
  await requests
    .locator(".chart text")
    .filter({ hasText: /^\d+\/min$/ })
    .first()
    .waitFor();
  await requests.getByText("As a table").click();
  const newest = requests.getByRole("row").nth(1);
  expect(await newest.getByRole("cell").textContent()).toMatch(/^[\d.,]+\/min$/);
  await page.getByRole("img", { name: /^Response times: [\d.]+ ms now, from [\d.]+ ms to / }).waitFor();
});

it("shows the last log lines about the player, and new ones by itself", async () => {
  const { den, attic, page } = await onPage("#/players/den/diagnostics", { den: {}, attic: {} });
  const lines = page.getByRole("list", { name: "Log" }).getByRole("listitem");
  await lines.filter({ hasText: "player is online" }).waitFor();
  await den.sleep();
  await lines.filter({ hasText: /player is offline.*reason: .*ECONNREFUSED/ }).waitFor();
  await attic.sleep();
  await page.getByText("Offline", { exact: true }).waitFor();
  expect(await lines.first().textContent()).toMatch(/^\d\d:\d\d:\d\d.*warn.*player is offline/);
  expect(await lines.count()).toBe(2);
});

it("shows topics as they change, and raw answers without secrets", async () => {
  const { den, page } = await onPage("#/players/den/topics");
  const topic = page.locator(".topics > div", { has: page.getByText("audio/output", { exact: true }) });
  await expect.poll(() => topic.locator("dd").textContent()).toBe("HDMI");
  den.player.audio.selectOutput("HDMI2");
  await expect.poll(() => topic.locator("dd").textContent()).toBe("HDMI2");
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await page.getByRole("button", { name: "Show answers" }).click();
  const answer = page.locator(".answer", { hasText: "getPlayStatus" });
  await answer.locator("summary").click();
  await answer.getByText("The Lighthouse Ledger").waitFor();
  expect(await answer.textContent()).not.toContain("attic-nas");
  await page.getByRole("link", { name: "All players" }).click();
  await page.getByRole("link", { name: "More about Den" }).waitFor();
});

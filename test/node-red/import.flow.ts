import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, expect, inject, it } from "vitest";
import { openEditor, settled, takePicture } from "./editor.ts";
import { quick, startBridge } from "./nodes-flow.ts";
import { setStage } from "./stage.ts";

beforeEach(({ skip }) => {
  skip(inject("chromium") === "", "no chromium");
});

const root = join(import.meta.dirname, "../..");
/** The flows, and for each the version with the nodes; pictures are named after the file. */
const files = ["examples/node-red", "node-red/examples"].flatMap((folder) =>
  readdirSync(join(root, folder)).map((file) => ({
    text: readFileSync(join(root, folder, file), "utf8"),
    picture: `node-red-${folder === "node-red/examples" ? "nodes-" : ""}${file.replace(".json", "").toLowerCase().replaceAll(" ", "-")}`,
  })),
);

const pictured = /^node-red-(?!nodes-)|nodes-(remote|cinema)$/;

/** Imports a flow as a person does; gives the tab that it became. */
async function importFlow(page: Page, text: string): Promise<string> {
  const before = await page.evaluate<string[]>("RED.nodes.getWorkspaceOrder()");
  await page.evaluate('RED.actions.invoke("core:show-import-dialog")');
  await page.locator("#red-ui-clipboard-dialog-import-text").fill(text);
  // The dialog looks at the text when a key goes up.
  await page.keyboard.press("End");
  await page.locator("#red-ui-clipboard-dialog-ok").click();
  // Broker and bridge are there from the flow before: a copy of the flow uses them again.
  const copy = page.getByRole("button", { name: "Import copy" });
  const isImported = `RED.nodes.getWorkspaceOrder().length > ${before.length}`;
  await page.waitForFunction(`${isImported} || $("button:contains('Import copy')").is(":visible")`);
  if (await copy.isVisible()) await copy.click();
  await page.waitForFunction(isImported);
  await copy.waitFor({ state: "detached" });
  await page.locator("#red-ui-clipboard-dialog").waitFor({ state: "hidden" });
  return page.evaluate<string>("RED.nodes.getWorkspaceOrder().at(-1)");
}

/** Where a flow's nodes are drawn, with what stands around them. */
const placeOf = (page: Page, tab: string) =>
  page.evaluate<{ x: number; y: number; width: number; height: number }>(`(() => {
    const chart = document.querySelector("#red-ui-workspace-chart");
    chart.scrollTo(0, 0);
    const origin = chart.getBoundingClientRect();
    const nodes = RED.nodes.filterNodes({ z: "${tab}" });
    const left = Math.min(...nodes.map(({ x, w }) => x - w / 2)) - 40;
    const right = Math.max(...nodes.map(({ x, w }) => x + w / 2)) + 40;
    const top = Math.min(...nodes.map(({ y, h }) => y - h / 2)) - 20;
    const bottom = Math.max(...nodes.map(({ y, h }) => y + h / 2)) + 40;
    return { x: origin.x + Math.max(0, left), y: origin.y + top, width: right - Math.max(0, left), height: bottom - top };
  })()`);

it("all flows can be imported one after the other, share one broker, and are valid", async () => {
  await using stage = await setStage({ hasDashboard: true, settings: quick });
  await startBridge(stage);
  await using editor = await openEditor(stage.nodeRed.url, { viewport: { width: 1700, height: 1400 } });
  const { page } = editor;
  await page.evaluate('RED.actions.invoke("core:toggle-sidebar"); RED.actions.invoke("core:toggle-palette")');
  await page.addStyleTag({ content: ".red-ui-workspace-chart-grid { display: none }" });
  const tabs: string[] = [];
  for (const { text } of files) {
    tabs.push(await importFlow(page, text));
  }
  const brokers = await page.evaluate<string[]>(
    '(() => { const found = []; RED.nodes.eachConfig((node) => { if (node.type === "mqtt-broker") found.push(node.name); }); return found; })()',
  );
  expect(brokers.sort()).toEqual(["broker of player2mqtt", "broker of player2mqtt (MQTT 5)"]);
  // The address is set once for all of them: Settings, Environment.
  await page.evaluate(`(() => {
    RED.nodes.eachConfig((node) => {
      if (node.type === "global-config") node.env = node.env.map((one) => one.name === "MQTT_PORT" ? { ...one, value: "${stage.cable.port}" } : one);
    });
    RED.nodes.dirty(true);
  })()`);
  await page.locator("#red-ui-header-button-deploy:not(.disabled)").click();
  await page.locator("#red-ui-header-button-deploy.disabled").waitFor();
  const invalid = await page.evaluate(
    "(() => { const found = []; RED.nodes.eachNode((node) => { if (!node.valid) found.push(node.type + ' ' + node.name); }); return found; })()",
  );
  expect(invalid).toEqual([]);
  await expect.poll(() => page.locator(".red-ui-notification").count()).toBe(0);
  for (const [index, { picture }] of files.entries()) {
    const tab = tabs[index] ?? "";
    await page.evaluate(`RED.workspaces.show("${tab}"); RED.view.select({ nodes: [] })`);
    await page.waitForFunction(`RED.nodes.filterNodes({ z: "${tab}" }).every(({ w }) => w > 0)`);
    if (picture !== "node-red-selector-mqtt5") {
      await page.waitForFunction(
        `RED.nodes.filterNodes({ z: "${tab}" }).every(({ type, status }) => !type.startsWith("mqtt") || status?.fill === "green")`,
      );
    }
    await settled(page);
    const clip = await placeOf(page, tab);
    expect(clip.width).toBeLessThan(1640);
    if (pictured.test(picture)) await takePicture(page, picture, { clip });
  }
  expect(editor.complaints).toEqual([]);
}, 180_000);

// Takes the pictures of docs/node-red.md: imports each flow into a real editor and crops what it draws.
// Wants chromium and mosquitto (Debian's packages), and: npm ci --prefix test/node-red/runtime/node-red-4
// Run it after a change of a flow: node test/node-red/take-pictures.mjs
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import mqtt from "mqtt";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const runtimeDir = join(here, "runtime/node-red-4");
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Around the nodes; beside them stand the buttons of inject and debug nodes. */
const margin = { x: 40, y: 20 };

/** What a bridge with one player would have published. */
const state = {
  "bridge/state": "online",
  "player/availability": "online",
  "player/video/state": "playing",
  "player/video/title": "The Lighthouse Ledger",
  "player/video/duration": "240",
  "player/video/position": "61",
  "player/audio/output": "RCA",
  "player/audio/input/options": '[{"tag":"BT","displayName":"Bluetooth"}]',
  "player/music/queue":
    '{"total":2,"current":0,"entries":[{"position":0,"title":"A"},{"position":1,"title":"B"}]}',
  "player/music/queue/total": "2",
  "player/music/queue/pages/0": '[{"position":0,"title":"A"},{"position":1,"title":"B"}]',
};

const work = mkdtempSync(join(tmpdir(), "node-red-pictures-"));
const port = await freePort();
const broker = startBroker(port);
const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 100 });
for (const [topic, payload] of Object.entries(state))
  await client.publishAsync(`player2mqtt/${topic}`, payload, { retain: true, qos: 1 });

const nodeRed = fork(join(here, "node-red-process.mjs"), [runtimeDir, work], {
  env: { ...process.env, MQTT_PORT: String(port) },
});
const [ready] = await once(nodeRed, "message");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1400 }, deviceScaleFactor: 1.5 });
  await page.goto(`http://127.0.0.1:${ready.port}/`);
  await page.locator("#red-ui-header-button-deploy").waitFor();
  // The whole width for the flow. The loading screen goes when everything is in its place.
  await page.locator("#red-ui-loading-progress").waitFor({ state: "hidden" });
  await page.locator("#red-ui-sidebar").waitFor();
  await page.evaluate(() => {
    globalThis.RED.actions.invoke("core:toggle-sidebar");
    globalThis.RED.actions.invoke("core:toggle-palette");
  });
  await page.locator("#red-ui-sidebar").waitFor({ state: "hidden" });
  await page.locator("#red-ui-palette-container").waitFor({ state: "hidden" });
  await page.addStyleTag({ content: ".red-ui-workspace-chart-grid { display: none }" });
  for (const file of readdirSync(join(root, "examples/node-red")).sort()) {
    if (file.endsWith(".json")) await takePicture(page, file);
  }
  await takeVariables(page);
} finally {
  await browser.close();
  await client.endAsync();
  nodeRed.send("end");
  await once(nodeRed, "exit");
  broker.kill();
  rmSync(work, { recursive: true, force: true });
}

async function takePicture(page, file) {
  const text = readFileSync(join(root, "examples/node-red", file), "utf8");
  const tab = JSON.parse(text).find(({ type }) => type === "tab");
  await page.evaluate(() => globalThis.RED.actions.invoke("core:show-import-dialog"));
  await page.locator("#red-ui-clipboard-dialog-import-text").fill(text);
  // The dialog looks at the text when a key goes up.
  await page.keyboard.press("End");
  await page.locator("#red-ui-clipboard-dialog-ok").click();
  await page.waitForFunction((id) => globalThis.RED.nodes.workspace(id) !== undefined, tab.id);
  await page.locator("#red-ui-clipboard-dialog").waitFor({ state: "hidden" });
  await page.locator("#red-ui-header-button-deploy:not(.disabled)").click();
  await page.locator("#red-ui-header-button-deploy.disabled").waitFor();
  const invalid = await page.evaluate((id) => {
    const { RED } = globalThis;
    RED.workspaces.show(id);
    RED.view.select({ nodes: [] });
    const nodes = RED.nodes.filterNodes({ z: id });
    return nodes.filter(({ valid }) => !valid).map(({ name }) => name);
  }, tab.id);
  if (invalid.length > 0)
    throw new Error(`${file}: the editor finds these nodes invalid: ${invalid.join(", ")}`);
  await page.waitForFunction((id) => {
    const nodes = globalThis.RED.nodes.filterNodes({ z: id });
    const isConnected = ({ type, status }) => !type.startsWith("mqtt") || status?.fill === "green";
    return nodes.length > 0 && nodes.every((node) => node.w > 0 && isConnected(node));
  }, tab.id);
  await page.locator(".red-ui-notification").first().waitFor({ state: "hidden" });
  const box = await page.evaluate((id) => {
    const { RED } = globalThis;
    document.querySelector("#red-ui-workspace-chart").scrollTo(0, 0);
    const origin = document.querySelector("#red-ui-workspace-chart").getBoundingClientRect();
    const nodes = RED.nodes.filterNodes({ z: id });
    const left = Math.min(...nodes.map(({ x, w }) => x - w / 2));
    const right = Math.max(...nodes.map(({ x, w }) => x + w / 2));
    const top = Math.min(...nodes.map(({ y, h }) => y - h / 2));
    // Below a node stands its status.
    const bottom = Math.max(...nodes.map(({ y, h }) => y + h / 2 + 20));
    return { x: origin.x + left, y: origin.y + top, width: right - left, height: bottom - top };
  }, tab.id);
  const clip = {
    x: box.x - margin.x,
    y: box.y - margin.y,
    width: box.width + 2 * margin.x,
    height: box.height + 2 * margin.y,
  };
  const path = join(root, "docs/images", `node-red-${basename(file, ".json")}.png`);
  await page.screenshot({ path, clip });
  process.stdout.write(`${path}\n`);
}

/** Where the variables of a tab are set, in the last tab that was imported. */
async function takeVariables(page) {
  await page.setViewportSize({ width: 1600, height: 730 });
  await page.evaluate(() => {
    const { RED } = globalThis;
    RED.editor.editFlow(RED.nodes.workspace(RED.workspaces.active()), "editor-tab-envProperties");
  });
  const tray = page.locator(".red-ui-tray");
  await tray.locator(".red-ui-editableList-container").first().waitFor();
  // It slides in.
  await page.waitForFunction(
    () => document.querySelector(".red-ui-tray").getAnimations({ subtree: true }).length === 0,
  );
  const path = join(root, "docs/images/node-red-variables.png");
  await tray.screenshot({ path });
  process.stdout.write(`${path}\n`);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

function startBroker(port) {
  const config = join(work, "mosquitto.conf");
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\n`);
  return spawn("mosquitto", ["-c", config], {
    stdio: "ignore",
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
}

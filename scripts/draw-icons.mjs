// Draws the icon of the integration for Home Assistant from the icon of the page, with Chromium: node scripts/draw-icons.mjs
// The sizes are those that Home Assistant and HACS want: 256 pixels, and 512 for dense screens.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const svg = readFileSync(at("../page/icon.svg"), "utf8");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const [name, size] of [
  ["icon.png", 256],
  ["icon@2x.png", 512],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
  const path = at(`../custom_components/player2mqtt/brand/${name}`);
  await page.screenshot({ path, omitBackground: true });
}
await browser.close();

import { existsSync } from "node:fs";

/** The one without a window draws with the least work. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The path of a browser, empty where there is none; throws if tests with a browser are required. */
export function findChromium(): string {
  const places = [process.env["CHROMIUM"] ?? "", ...usualPlaces];
  const chromium = places.find((place) => place !== "" && existsSync(place)) ?? "";
  if (chromium !== "") return chromium;
  const reason = "no chromium: apt-get install chromium, or name one in CHROMIUM";
  if (process.env["REQUIRE_CHROMIUM"] === "1") throw new Error(reason);
  process.stderr.write(`${reason}\nTests with a browser are skipped.\n`);
  return "";
}

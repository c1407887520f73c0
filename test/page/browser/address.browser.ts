import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { experimental, onPage, phone, streamer } from "./on-stage.ts";
import { Stage } from "./stage.ts";
import { overhang, violations } from "./violations.ts";

const bell = "http://house.example/bell.mp3?seconds=3";
let hosts = 0;
/** A player whose renderer is found at its own address. */
const withRenderer = () => startSimulator({ preset: "audio", host: `127.0.43.${++hosts}`, ssdpPort: 1900 });

it("plays an address, and never shows it again", async () => {
  const { den, page } = await onPage("#/players/den", streamer, { args: experimental }, phone);
  await page.getByText("Play an address").click();
  const field = page.getByLabel("Address of a stream, or path of a file on the player");
  await field.fill("ftp://radio.example/x?key=abc123");
  await field.press("Enter");
  await page
    .getByRole("alert")
    .getByText(/^Not possible: malformed: \w+ an http or https address/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  using _fault = den.behaviors.add("http:500@openAddress");
  await field.fill("http://radio.example/live.mp3?key=abc123");
  await page.getByLabel("Title (optional)").fill("Harbour Radio");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("Play Harbour Radio: failed", { exact: false }).waitFor();
  expect(await page.locator("body").innerText()).not.toContain("abc123");
  expect(await overhang(page)).toBe(0);
});

it("plays a long address with a title and a picture, and says that the queue is lost", async () => {
  await using den = await withRenderer();
  await using stage = await Stage.open({ players: { den } });
  const page = await stage.look("#/players/den", phone);
  await page.getByText("Play an address").click();
  await page.getByLabel(/^Address of a stream/).fill(`http://house.example/live.mp3?key=${"k".repeat(600)}`);
  await page.getByLabel("Title (optional)").fill("Harbour Radio");
  await page.getByLabel(/^Address of a picture/).fill("https://radio.example/logo.png");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect
    .poll(() => page.locator(".last-command").textContent())
    .toMatch(/^Play Harbour Radio: done\. Does not come back: queue/);
  await page.locator(".address").getByText("Does not come back: queue").waitFor();
  expect(await page.getByLabel(/^Address of a stream/).inputValue()).toBe("");
});

it("announces at a volume on a phone, in German, and goes back", async () => {
  await using den = await withRenderer();
  const before = den.player.music.index;
  await using stage = await Stage.open({ players: { den } });
  const page = await stage.look("#/players/den", { ...phone, locale: "de-DE", colorScheme: "dark" });
  await page.getByText("Adresse abspielen").click();
  await page.getByLabel(/^Adresse eines Streams/).fill(bell);
  await page.getByLabel("Titel (freiwillig)").fill("Tür");
  expect(await page.getByLabel(/^Lautstärke in Prozent/).count()).toBe(0);
  await page.getByLabel("Danach zurück zu dem, was jetzt läuft").check();
  await page.getByLabel(/^Lautstärke in Prozent/).fill("20");
  expect(await violations(page)).toEqual([]);
  expect(await overhang(page)).toBe(0);
  await page.getByRole("button", { name: "Abspielen", exact: true }).click();
  await expect.poll(() => den.player.volume?.level).toBe(40);
  await page.getByText(/^Durchsage Tür: erledigt/).waitFor();
  await expect.poll(() => den.player.volume?.level).toBe(60);
  expect(den.player.music.index).toBe(before);
});

it("says what an address would do where it is off, and where its switch is", async () => {
  // Audio players play addresses without it.
  const { page } = await onPage("#/players/den", { den: { preset: "video" } });
  await page.getByText("Play an address").click();
  await page.getByText("Plays a stream or a file by its address.").waitFor();
  // The configuration of this bridge comes from no file.
  await page.getByText("To switch it on, set controls.experimental: true.").waitFor();
  expect(await page.getByLabel("Address of a stream").count()).toBe(0);
});

import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { Stage } from "./stage.ts";
import { overhang } from "./violations.ts";

const evil = [
  '<img src=x onerror="window.hurt=1">',
  "<script>window.hurt=1</script>",
  '"><svg onload=window.hurt=1>',
  "javascript:window.hurt=1",
  "{{constructor.constructor('window.hurt=1')()}}",
  "\u202Eevil\u0000\u0007",
];

it("shows a hostile player's texts as plain text", async () => {
  await using den = await startSimulator();
  const { audio, video, music } = den.player;
  for (const [place, text] of evil.entries()) {
    const [input, output] = [audio.inputs[place], audio.outputs[place]];
    if (input !== undefined) input.name = text;
    if (output !== undefined) output.name = text;
  }
  video.update(0, { title: evil[0] ?? "", output: evil[1] ?? "", subtitles: evil, audioTracks: evil });
  music.update(0, { title: evil[1] ?? "", artist: evil[2] ?? "", album: evil[0] ?? "" });
  den.player.identity = { ...den.player.identity, model: evil[0] ?? "", firmware: evil[1] ?? "" };
  Object.assign(den.player, { apps: [{ label: evil[0], packageName: "x".repeat(300), isCanOpen: true }] });
  const presets = JSON.stringify({ [evil[0] ?? ""]: ["mute on"], ["y".repeat(60)]: ["mute on"] });
  await using stage = await Stage.open({ players: { den }, args: { "controls.presets": presets } });
  const page = await stage.look("", { viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });
  await page.getByText('<img src=x onerror="window.hurt=1">').first().waitFor();
  await page.getByRole("radio", { name: "<script>window.hurt=1</script>" }).first().click();
  await page
    .getByRole("status")
    .getByText(/: done/)
    .waitFor();
  await page.getByRole("link", { name: "More about Den" }).click();
  await page.locator(".presets button").first().click();
  await page.locator(".steps li").waitFor();
  for (const tab of ["Device", "Topics"]) {
    expect(await overhang(page)).toBe(0);
    await page.getByRole("link", { name: tab }).click();
  }
  await page.locator(".topics").getByText("<script>").first().waitFor();
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await page.getByRole("button", { name: "Show answers" }).click();
  await page.locator("pre").first().waitFor({ state: "attached" });
  for (const summary of await page.locator("summary").all()) await summary.click();
  expect(await page.evaluate("window.hurt")).toBeUndefined();
  expect(await page.locator("img:not([src^='page/'], [src^='api/v1/players/'])").count()).toBe(0);
  expect(await page.locator("main script, main svg[onload]").count()).toBe(0);
});

it("draws its own icons instead of pictures with scripts", async () => {
  await using den = await startSimulator();
  const all = den.player.audio.inputs.length + den.player.audio.outputs.length;
  const shown = "[...document.querySelectorAll('.option img')].filter((one) => one.naturalWidth > 0).length";
  {
    await using harmless = await Stage.open({ players: { den } });
    const page = await harmless.look();
    await expect.poll(() => page.evaluate(shown)).toBe(all);
  }
  den.behaviors.add("svg@getItemSettingIcon");
  await using stage = await Stage.open({ players: { den } });
  const page = await stage.look();
  await expect.poll(() => page.locator(".option svg").count()).toBe(all);
  expect(await page.locator(".option img").count()).toBe(0);
  expect(await page.evaluate("window.hurt")).toBeUndefined();
});

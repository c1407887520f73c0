import { expect, it } from "vitest";
import { startSimulator, type Simulator } from "../../../simulator/zidoo/start-simulator.ts";
import { onStage } from "./on-stage.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";
import { finding, folderWith } from "./set-up-folder.ts";
import { Stage } from "./stage.ts";

/** A configuration file with these players, and a search that finds only the given one. */
async function house(players: Readonly<Record<string, Simulator>>, stranger: Simulator) {
  const list = Object.entries(players).map(([name, { url }]) => ({ id: name.toLowerCase(), name, url }));
  const everySecond = "* * * * * *";
  const { folder, text } = folderWith(
    JSON.stringify({
      players: list,
      controls: { experimental: true },
      device: { gapMs: 20, offlineAfter: 1 },
      poll: { audio: everySecond, video: everySecond, queue: everySecond, idleFactor: 1 },
      homeassistant: { enabled: false },
    }),
  );
  return { options: { players: {}, folder, search: await finding(stranger) }, text };
}

it("leads somebody who has the address alone to what they want, in German", async () => {
  await using living = await startSimulator({ playsTogether: false });
  await using bedroom = await startSimulator({ preset: "audio" });
  await using study = await startSimulator({ preset: "audio" });
  await using kitchen = await startSimulator({ preset: "audio" });
  study.player.isMuted = true;
  const { options, text } = await house(
    { Wohnzimmer: living, Schlafzimmer: bedroom, Arbeitszimmer: study },
    kitchen,
  );
  await using stage = await Stage.open(options);
  const page = await stage.look("", { locale: "de-DE" });
  const cardOf = (name: string) => page.getByRole("article", { name });

  // Make the living room louder: a film player tells no volume, so its keys stand there.
  await cardOf("Wohnzimmer").getByRole("button", { name: "Lauter" }).click();
  await expect.poll(() => living.player.keys).toEqual(["Key.VolumeUp"]);

  // Why is the study silent? It is muted, which its card says beside the button that ends it.
  const loudness = cardOf("Arbeitszimmer").locator(".loudness");
  await loudness.getByText("Stumm", { exact: true }).waitFor();
  await loudness.getByRole("button", { name: "Stumm", pressed: true }).click();
  await expect.poll(() => study.player.isMuted).toBe(false);
  await loudness.getByText("30 %", { exact: true }).waitFor();

  // Wake the bedroom and play track 3.
  const pause = cardOf("Schlafzimmer").getByRole("button", { name: "Musik pausieren" });
  await pause.waitFor();
  await bedroom.sleep();
  await cardOf("Schlafzimmer").getByRole("button", { name: "Wecken" }).click();
  await cardOf("Schlafzimmer").getByRole("button", { name: "Wecken", disabled: true }).waitFor();
  await bedroom.wake();
  await pause.waitFor();
  await page.getByRole("link", { name: "Schlafzimmer", exact: true }).click();
  await page.getByRole("link", { name: "Warteschlange", exact: true }).click();
  const third = page.getByRole("list", { name: "Warteschlange" }).getByRole("listitem").nth(2);
  await third.getByRole("button").click();
  await expect.poll(() => bedroom.player.music.index).toBe(2);
  await expect.poll(() => third.getAttribute("aria-current")).toBe("true");

  // Add the player in the kitchen.
  await page.getByRole("link", { name: "Einrichtung" }).click();
  await page.getByRole("button", { name: "Suchen" }).click();
  await page.getByText("1 Player hat geantwortet.").waitFor();
  const found = page.locator(".setup-player", { has: page.getByText(/^Topics: /) });
  await found.getByLabel("Name").fill("Küche");
  await found.getByRole("button", { name: "Hinzufügen Küche" }).click();
  await page.getByRole("button", { name: "Ändern Küche" }).waitFor();
  expect(text()).toContain("Küche");
  await page.getByRole("link", { name: "Alle Player" }).click();
  await cardOf("Küche").getByText("Amber Ferry").waitFor();
});

it("says why a player that is off is silent, on the page and in the check", async () => {
  const { study, stage } = await onStage({ study: { preset: "audio" } });
  await study.sleep();
  const page = await stage.look("", { locale: "de-DE" });
  const card = page.getByRole("article", { name: "Study" });
  await card.getByText("Seine Adresse nimmt keine Verbindung an. Die Bridge versucht es weiter.").waitFor();
  await card.getByText("nicht erreichbar: ECONNREFUSED", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Prüfung" }).click();
  await page.getByRole("button", { name: "Alles prüfen" }).click();
  await page
    .getByRole("status")
    .getByText(/ fehlgeschlagen, /)
    .waitFor();

  // The same check in English: nothing but names and numbers is the same.
  const english = await stage.look("#/check");
  await english
    .getByRole("status")
    .getByText(/ failed, /)
    .waitFor();
  // Without the verdict for screen readers.
  const texts = `[...document.querySelectorAll(".finding p")].map((text) => text.lastChild.textContent)`;
  const german = await page.evaluate<string[]>(texts);
  const original = await english.evaluate<string[]>(texts);
  expect(german).toHaveLength(original.length);
  expect(original.length).toBeGreaterThan(12);
  const same = german.filter((text, place) => text === original[place]);
  expect(same.filter((text) => !/^[\w.-]+( [\w.:/-]+)?$/.test(text))).toEqual([]);
  expect(german).toContainEqual(
    expect.stringMatching(/auf Port \d+ lauscht nichts: der Player ist aus oder im Standby/),
  );
});

it("tells a command's reason and the bridge's warnings in the language of the page", async () => {
  const { den, stage } = await onStage();
  await using bridge = await ScriptedBridge.before(stage);
  const topics = { text: "house/a and 2 more", code: "broker.more", values: { topics: "house/a", more: 2 } };
  const note = { text: "The broker refuses …", code: "broker.refuses-messages", values: { topics } };
  bridge.greet({ bridge: { ...bridge.hello.bridge, notes: [note] } });
  const page = await stage.look(bridge.url, { locale: "fr-FR" });
  await page.getByText(/^Le broker refuse nos messages sur house\/a et 2 autres, donc/).waitFor();
  await page.goto(new URL("#/players/den", stage.url).href);
  using _fault = den.behaviors.add("http:500@setSubtitle");
  await page.getByLabel("Sous-titre").selectOption({ label: "Désactivés" });
  await page.getByText(/^Cela n’a pas fonctionné : .*statut HTTP 500/).waitFor();
  expect(den.player.video.current?.subtitle).toBe(1);
});

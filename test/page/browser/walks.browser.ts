import { expect, it } from "vitest";
import { onStage } from "./on-stage.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";
import { violations } from "./violations.ts";

it("says why a player that is off is silent, on the page and in the check", async () => {
  const { study, stage } = await onStage({ study: { preset: "audio" } });
  await study.sleep();
  const page = await stage.look("", { locale: "de-DE", colorScheme: "dark" });
  const card = page.getByRole("article", { name: "Study" });
  await card.getByText("Seine Adresse nimmt keine Verbindung an. Die Bridge versucht es weiter.").waitFor();
  await card.getByText("nicht erreichbar: ECONNREFUSED", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Prüfung" }).click();
  await page.getByRole("button", { name: "Alles prüfen" }).click();
  await page
    .getByRole("status")
    .getByText(/ fehlgeschlagen, /)
    .waitFor();
  expect(await violations(page)).toEqual([]);

  // The same check in English: nothing but names and numbers is the same.
  const english = await stage.look("#/check");
  await english
    .getByRole("status")
    .getByText(/ failed, /)
    .waitFor();
  expect(await violations(english)).toEqual([]);
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
  expect(await page.locator("html").getAttribute("lang")).toBe("fr-FR");
  await page.goto(new URL("#/players/den", stage.url).href);
  using _fault = den.behaviors.add("http:500@setSubtitle");
  await page.getByLabel("Sous-titre").selectOption({ label: "Désactivés" });
  const menu = page.locator(".menu", { hasText: "Sous-titre" });
  await menu.getByText(/^Cela n’a pas fonctionné : .*statut HTTP 500/).waitFor();
  expect(den.player.video.current?.subtitle).toBe(1);
  await page.getByRole("link", { name: "Diagnostic" }).click();
  await page.locator(".command-list li.is-bad", { hasText: "statut HTTP 500" }).waitFor();
});

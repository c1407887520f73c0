import { expect, it } from "vitest";
import { onStage } from "./on-stage.ts";
import { ScriptedBridge } from "./scripted-bridge.ts";

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

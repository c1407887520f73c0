import { expect, it } from "vitest";
import { startEmbeddedBroker } from "../../../src/mqtt/embedded-broker.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { onPage } from "./on-stage.ts";
import { Stage } from "./stage.ts";

it("shows when and why a player went offline, and its return", async () => {
  const { den, page } = await onPage("", { den: {} }, { args: { "device.timeoutMs": "1000" } });
  const card = page.getByRole("article", { name: "Den" });
  await card.getByText("Online").waitFor();
  await card.getByText("Playing video").waitFor();
  await den.sleep();
  await card
    .getByText(/^Offline since \d\d:\d\d, off or asleep. Last seen playing The Lighthouse Ledger\.$/)
    .waitFor();
  await card.getByText(/^Its address accepts no connection\. The bridge keeps trying\./).waitFor();
  await card.getByText(/^unreachable: ECONNREFUSED$/).waitFor();
  await card.getByText("Was playing", { exact: true }).waitFor();
  expect(await card.getByRole("radio", { disabled: true }).count()).toBe(10);
  expect(await card.getByRole("button", { name: "Refresh Den" }).isDisabled()).toBe(true);
  await den.wake();
  await card.getByText("Online").waitFor();
  await card.getByText("Playing video").waitFor();
});

it("claims nothing about a player that was never online", async () => {
  await using den = await startSimulator();
  await den.sleep();
  await using stage = await Stage.open({ players: { den } });
  const page = await stage.look();
  const card = page.getByRole("article", { name: "Den" });
  await card.getByText(/^No answer since \d\d:\d\d\.$/).waitFor();
  expect(await card.getByText("Nothing is playing").count()).toBe(0);
});

it("shows a lost broker and its return, and controls players meanwhile", async () => {
  const place = { host: "127.0.0.1", username: "", password: "" };
  const broker = await startEmbeddedBroker({ ...place, port: 0 });
  const { page } = await onPage("", { den: {} }, { args: { "mqtt.url": broker.url } });
  await page.getByText("Broker connected").waitFor();
  await broker[Symbol.asyncDispose]();
  await page.getByText("The broker cannot be reached:").waitFor();
  await page.getByText("No broker").waitFor();
  await page.getByRole("radio", { name: "HDMI audio" }).click();
  await page.getByRole("radio", { name: "HDMI audio", checked: true }).waitFor();
  await using _again = await startEmbeddedBroker({ ...place, port: broker.port });
  await page.getByText("Broker connected").waitFor();
  expect(await page.getByText("The broker cannot be reached:").count()).toBe(0);
});

it("shows that the bridge does not answer, and reconnects", async () => {
  // Browsers log a lost connection by themselves, also where they look for another worker.
  const { den, stage, page } = await onPage("");
  await page.getByText("Playing video").waitFor();
  await stage.restart(async () => {
    await page.getByText("The bridge does not answer.").waitFor();
    expect(await page.getByRole("radio", { disabled: true }).count()).toBe(10);
    den.player.video.skip();
  });
  await page.getByText("Moss, Slowly").first().waitFor();
  expect(await page.getByText("The bridge does not answer.").count()).toBe(0);
  // The restarted bridge has a new forgery token, and the page has received it.
  await page.getByRole("radio", { name: "HDMI audio" }).click();
  await page.getByRole("radio", { name: "HDMI audio", checked: true }).waitFor();
});

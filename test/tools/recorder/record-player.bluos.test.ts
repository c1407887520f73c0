import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bluos } from "../../../src/families/bluos/family.ts";
import { rewriteXml } from "../../../src/tools/secrets/xml-strings.ts";
import { parseRecording } from "../../../simulator/replay/parse-recording.ts";
import { startReplay } from "../../../simulator/replay/start-replay.ts";
import { startSimulator } from "../../../simulator/bluos/start-simulator.ts";
import { Bridged } from "../../support/bridge/bridged.ts";
import { recorded } from "./recorded.ts";

const options = { families: [bluos] };

describe("a recording of XML", () => {
  it("keeps every byte but those of the values that change", () => {
    const text = `<?xml version="1.0"?>\n<!-- a -->\n<a b='1 &amp; 2' c = "x>y"><d>one</d>\n<e/>two &#233;</a>`;
    const seen: string[] = [];
    const same = rewriteXml(text, ({ key, value }) => {
      seen.push(`${key}: ${value}`);
      return value;
    });
    expect(same).toBe(text);
    expect(seen).toEqual(["b: 1 & 2", "c: x>y", "d: one", "e: two é"]);
    expect(rewriteXml("<a b='x'>x</a>", () => `<'"&`)).toBe(
      "<a b='&#60;&#39;&#34;&#38;'>&#60;&#39;&#34;&#38;</a>",
    );
  });

  it("of a body that was cut changes nothing it cannot read", () => {
    for (const text of ['<a b="c', "<a>text", "<a><", "<", '<a "'])
      expect(rewriteXml(text, ({ value }) => value)).toBe(text);
  });

  it("hides MACs, serials and accounts in the addresses of stations and presets", async () => {
    await using player = await startSimulator({ bufferMs: 1 });
    player.player.select(player.player.presets[0]?.plays as never);
    const text = JSON.stringify(await recorded(player.url, options));
    expect(text).toContain("Harbour FM");
    expect(text).not.toMatch(/90-56-82|an-account-of-the-house|of-the-house|02:b1:05/i);
  });

  it("hides titles on request, also those of stations and of the queue", async () => {
    await using player = await startSimulator();
    const text = JSON.stringify(await recorded(player.url, { ...options, hidesTitles: true }));
    expect(text).not.toMatch(/Lighthouse|Tessa Mor|Low Tide|Harbour FM|Evening list/);
    expect(text).toMatch(/modelName=\\"NODE\\"/);
  });

  it("is played back to a bridge, which shows the same player", async () => {
    await using player = await startSimulator();
    const recording = await recorded(player.url, options);
    await using replay = await startReplay({ recording: parseRecording(JSON.stringify(recording)) });
    await using bridged = await Bridged.start([], {
      args: { players: JSON.stringify([{ id: "den", url: replay.url, family: "bluos" }]) },
    });
    await expect
      .poll(() => bridged.subscriber.state.get("player2mqtt/den/music/title"))
      .toBe(player.player.track?.title);
    expect(bridged.subscriber.state.get("player2mqtt/den/availability")).toBe("online");
    await expect
      .poll(() => bridged.subscriber.state.get("player2mqtt/den/music/queue"))
      .toContain(player.player.track?.title);
  });
});

const captures = process.env["BLUOS_CAPTURES"] ?? "";

describe.skipIf(captures === "")("captures of real players", () => {
  it("show no MAC when hidden", async () => {
    const { SecretHider } = await import("../../../src/tools/secrets/hide-secrets.ts");
    for (const file of readdirSync(captures).filter((name) => name.endsWith(".xml"))) {
      const text = readFileSync(join(captures, file), "utf8");
      const hider = new SecretHider({ known: [], key: Buffer.from("k"), families: [bluos] });
      hider.collect(text, false);
      const hidden = hider.hide(text);
      expect(hidden).not.toMatch(/90:56:82|192\.168\.4\./);
      expect(hidden.replaceAll(/"[^"]*"|>[^<]*</g, "")).toBe(text.replaceAll(/"[^"]*"|>[^<]*</g, ""));
    }
  });
});

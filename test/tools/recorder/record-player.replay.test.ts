import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { zidoo } from "../../../src/families/zidoo/family.ts";
import { SecretHider } from "../../../src/tools/secrets/hide-secrets.ts";
import { secretsOf } from "../../../src/tools/recorder/record-player.ts";
import type { Recording } from "../../../src/tools/recorder/recording.ts";
import { type PresetName, presets } from "../../../simulator/zidoo/presets.ts";
import { parseRecording } from "../../../simulator/replay/parse-recording.ts";
import { startReplay } from "../../../simulator/replay/start-replay.ts";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { startScripted } from "../../families/zidoo/scripted-player.ts";
import { Bridged } from "../../support/bridge/bridged.ts";
import { capturesFolder } from "../../support/captures-folder.ts";
import { eventually } from "../../support/eventually.ts";
import { bodyOf, deviceAt, recorded } from "./recorded.ts";

const key = Buffer.from("the same pseudonyms each time");

/** A bridge with only the player at an address. */
function bridgeTo(url: string): Promise<Bridged> {
  return Bridged.start([], { args: { players: JSON.stringify([{ id: "den", url }]) } });
}

/**
 * The library is asked for a film by its path, which a recording does not reveal, so that the player is described without
 * it; the history has the time of the bridge.
 */
const unrecorded = /^player2mqtt\/den\/(?:video\/(?:picture|backdrop|details)|description|history)$/;

/** The topics of the player at an address; the bridge must have polled everything. */
function publishedTopics({ subscriber }: Bridged, url: string): Map<string, string> {
  const info = JSON.parse(subscriber.state.get("player2mqtt/den/info") ?? "{}") as {
    families?: Record<string, string>;
  };
  const families = Object.values(info.families ?? {});
  if (families.length === 0 || families.includes("unknown")) throw new Error("not everything is known yet");
  const ofPlayer = [...subscriber.state].filter(
    ([topic]) => topic.startsWith("player2mqtt/den/") && !unrecorded.test(topic),
  );
  return new Map(ofPlayer.map(([topic, text]) => [topic, text.replaceAll(url, "http://player")]));
}

/** The same topics with the recording's pseudonyms, derived from the original bodies. */
function hiderOf(url: string, bodies: readonly string[]): SecretHider {
  const hider = new SecretHider({ known: secretsOf(deviceAt(url)), key, families: [zidoo] });
  for (const body of bodies) hider.collect(body, false);
  for (const body of bodies) hider.hide(body);
  return hider;
}

async function expectSame(url: string, recording: Recording, bodies: readonly string[]): Promise<void> {
  await using replay = await startReplay({ recording: parseRecording(JSON.stringify(recording)) });
  const hider = hiderOf(url, bodies);
  await using toOriginal = await bridgeTo(url);
  await using toReplay = await bridgeTo(replay.url);
  await eventually(() => {
    const replayed = publishedTopics(toReplay, replay.url);
    expect(replayed).toEqual(
      new Map([...publishedTopics(toOriginal, url)].map(([topic, text]) => [topic, hider.hide(text)])),
    );
    expect(replayed.size).toBeGreaterThan(5);
  });
}

describe("a replayed player", () => {
  it.each(Object.keys(presets) as PresetName[])(
    "looks to the bridge like the original: %s",
    async (preset) => {
      await using player = await startSimulator({ preset, prefix: "Zidoo" });
      player.player.video.pause();
      player.player.music.pause();
      const bodies: string[] = [];
      player.behaviors.add({
        text: "listen",
        start: () => ({
          async handle(_call, next) {
            const reply = await next();
            bodies.push(reply.body.toString());
            return reply;
          },
        }),
      });
      const recording = await recorded(player.url, { key });
      player.behaviors.clear();
      // A recording leaves out the settings, which may hold what is private.
      player.behaviors.add("status:801@getSystemSettings");
      expect(bodyOf(recording, "getModel")).not.toContain(player.player.identity.mac);
      await expectSame(player.url, recording, bodies);
    },
  );
});

describe.skipIf(capturesFolder === "")("a replayed real player", () => {
  it.each(["audio-model", "video-model"])("looks to the bridge like the original: %s", async (model) => {
    const captures = readdirSync(capturesFolder).filter(
      (name) => name.endsWith(".json") && name.includes(model),
    );
    const body = (path: string): string => {
      if (!path.startsWith("/Zidoo")) return '{"status":804}';
      const operation = path.split("/").at(-1) ?? "";
      const name = captures.find((file) => file.startsWith(`${operation}.`));
      return name === undefined ? '{"status":801}' : readFileSync(join(capturesFolder, name), "utf8");
    };
    await using player = await startScripted(({ path }) => body(path));
    const recording = await recorded(player.url, { key });
    const bodies = player.asked.map(({ path }) => body(path));
    for (const secret of JSON.stringify(bodies).match(/192\.168\.\d+\.\d+|aa:bb:cc:00:00:0\d/g) ?? []) {
      expect(JSON.stringify(recording)).not.toContain(secret);
    }
    await expectSame(player.url, recording, bodies);
  });
});

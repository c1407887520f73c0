import { setTimeout } from "node:timers/promises";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Heard, startLoft } from "../../support/heard-player.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { openHouseWithIntegration, shows } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

const loft = "media_player.loft";
const hassConfiguration = [stringify({ tts: [{ platform: "demo" }] })];

describe.skipIf(whyNoHomeAssistant !== "")("addresses in a real Home Assistant", () => {
  let house: House;
  let player: Heard;
  const others: { id: string; name: string; url: string }[] = [];

  beforeAll(async () => {
    player = await startLoft();
    others.push({ id: "loft", name: "Loft", url: player.url });
  });
  openHouseWithIntegration({ hassConfiguration, others }, (opened) => {
    house = opened;
  });
  afterAll(async () => {
    await player?.[Symbol.asyncDispose]();
  });

  const plays = async (media_title: string): Promise<void> =>
    shows(house, loft, { state: "playing", attributes: { media_title } });

  test("speech that the media browser offers is played by an address that the player may fetch", async () => {
    player.begin();
    await plays(player.track());
    const { children } = await house.api.browse(loft);
    expect(children.map(({ title }) => title)).toContain("Text-to-speech");
    await house.api.act("media_player.play_media", loft, {
      media_content_id: "media-source://tts/demo?message=Dinner&language=en",
      media_content_type: "music",
    });
    // It names its address in the network, but listens on this machine alone. The player has no token.
    const { pathname, search } = new URL(player.stream());
    const { statusCode, headers, body } = await request(`${house.hass.url}${pathname}${search}`);
    await body.dump();
    expect([statusCode, headers["content-type"]]).toEqual([200, "audio/mpeg"]);
    player.endStream();
  });

  test("an action of speech is an announcement, after which the player goes back", async () => {
    player.begin();
    const [track, volume] = [player.track(), player.volume()];
    await plays(track);
    await setTimeout(1500);
    const call = house.api.call("call_service", {
      domain: "tts",
      service: "demo_say",
      service_data: { message: "The door is open", entity_id: loft },
    });
    await patiently(async () => expect(player.stream()).toMatch(/\.mp3$/));
    await setTimeout(2000);
    player.endStream();
    await call;
    await patiently(async () => expect([player.track(), player.volume()]).toEqual([track, volume]));
    await plays(track);
  });
});

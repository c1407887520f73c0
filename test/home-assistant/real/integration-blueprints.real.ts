import { setTimeout } from "node:timers/promises";
import { stringify } from "yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Heard, startLoft } from "../../support/heard-player.ts";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { echoMs } from "./house-parts.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

const loftPlayer = "media_player.loft";

const hassConfiguration = [
  stringify({
    counter: { played: {}, played_by_loft: {}, watched: {} },
    automation: [
      ["event.study_played", "played", "counter.played"],
      ["event.loft_played", "played", "counter.played_by_loft"],
      ["event.cinema_watched", "watched", "counter.watched"],
    ].map(([event, kind, entity_id]) => ({
      alias: event,
      use_blueprint: {
        path: "player2mqtt/watched-and-played.yaml",
        input: { event, kinds: [kind], actions: [{ action: "counter.increment", target: { entity_id } }] },
      },
    })),
  }),
];

describe.skipIf(whyNoHomeAssistant !== "")("the blueprints in a real Home Assistant", () => {
  let house: House;
  let loft: Heard;
  const others: { id: string; name: string; url: string }[] = [];

  beforeAll(async () => {
    loft = await startLoft();
    others.push({ id: "loft", name: "Loft", url: loft.url });
  });
  openHouseWithIntegration({ hassConfiguration, others, isDisturbed: true }, (opened) => {
    house = opened;
  });
  afterAll(async () => {
    await loft?.[Symbol.asyncDispose]();
  });

  const stateOf = async (entityId: string): Promise<string> => (await house.api.state(entityId)).state;
  test("what was heard and seen is told once, although players, bridge and broker are away in the middle", async () => {
    const { cinema, study } = house;
    const { music } = study.sim.player;
    const { video } = cinema.sim.player;
    const counts = async (): Promise<string[]> =>
      Promise.all(["played", "played_by_loft", "watched"].map(async (name) => stateOf(`counter.${name}`)));
    const show = async (state: string): Promise<void> => {
      for (const player of [studyPlayer, cinemaPlayer, loftPlayer]) await shows(house, player, { state });
    };
    const begin = async (): Promise<void> => {
      music.playEntry(1);
      loft.begin(100);
      video.play();
      await show("playing");
    };
    music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: 100_000 })));
    video.edit((films) => films.map((film) => ({ ...film, durationMs: 60_000 })));
    video.playEntry(0);
    await begin();
    await Promise.all([house.sleep(study), house.sleep(cinema), loft.cut()]);
    for (const player of [studyPlayer, cinemaPlayer, loftPlayer])
      await patiently(async () => expect(await stateOf(player)).toMatch(/^(?:off|unavailable)$/));
    await Promise.all([house.wake(study), house.wake(cinema), loft.mend()]);
    await begin();
    await house.stopBridge();
    await show("unavailable");
    await house.startBridge();
    await show("playing");
    await house.broker.stop();
    await show("unavailable");
    await house.broker.start();
    await show("playing");
    expect(await counts()).toEqual(["0", "0", "0"]);
    await patiently(async () => {
      // What was not seen meanwhile is seen in the rounds that follow.
      if (video.positionMs > 57_000) video.seek(7000);
      expect(await counts()).toEqual(["1", "1", "1"]);
    }, 200_000);
    music.pause();
    video.pause();
    loft.endStream();
    await house.restartBridge();
    await shows(house, studyPlayer, { state: "paused" });
    await setTimeout(echoMs);
    expect(await counts()).toEqual(["1", "1", "1"]);
  });
});

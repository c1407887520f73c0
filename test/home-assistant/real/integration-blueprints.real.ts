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
const silence = 0.1;
const silenceMs = silence * 60_000;

function use(name: string, input: object): object {
  return { alias: name, use_blueprint: { path: `player2mqtt/${name}.yaml`, input } };
}

const hassConfiguration = [
  stringify({
    input_boolean: { amplifier: {} },
    counter: { notices: {}, played: {}, played_by_loft: {}, watched: {} },
    template: [{ light: [{ name: "Lamp", turn_on: [], turn_off: [], set_level: [] }] }],
    automation: [
      use("lights-with-the-film", { player: cinemaPlayer, lights: { entity_id: "light.lamp" } }),
      use("amplifier-with-the-player", {
        player: studyPlayer,
        amplifier: "input_boolean.amplifier",
        silence,
      }),
      use("notice-of-a-failed-command", {
        outcome: "event.study_command_outcome",
        notice: [{ action: "counter.increment", target: { entity_id: "counter.notices" } }],
      }),
      ...[
        ["event.study_played", "played", "counter.played"],
        ["event.loft_played", "played", "counter.played_by_loft"],
        ["event.cinema_watched", "watched", "counter.watched"],
      ].map(([event, kind, entity_id]) =>
        use("watched-and-played", {
          event,
          kinds: [kind],
          actions: [{ action: "counter.increment", target: { entity_id } }],
        }),
      ),
      use("standby-after-silence", { player: studyPlayer, silence: silence * 3 }),
    ],
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
  const brightness = async (): Promise<unknown> =>
    (await house.api.state("light.lamp")).attributes["brightness"];
  const [dimmed, bright] = [26, 153];

  test("the lights follow a film, also after music, and a restart is no start", async () => {
    const { music, video } = house.cinema.sim.player;
    video.stop();
    music.play();
    await shows(house, cinemaPlayer, { state: "playing", attributes: { media_content_type: "music" } });
    // From music to a film the state stays the same.
    video.play();
    await patiently(async () => expect(await brightness()).toBe(dimmed));
    music.stop();
    video.pause();
    await patiently(async () => expect(await brightness()).toBe(bright));
    video.play();
    await patiently(async () => expect(await brightness()).toBe(dimmed));
    await house.api.serve("light.turn_on", "light.lamp", { brightness: 200 });
    await house.stopBridge();
    await shows(house, cinemaPlayer, { state: "unavailable" });
    await house.startBridge();
    await shows(house, cinemaPlayer, { state: "playing" });
    await setTimeout(echoMs);
    expect(await brightness()).toBe(200);
    video.pause();
    await patiently(async () => expect(await brightness()).toBe(bright));
  });

  test("the notice comes once for each command that failed or was rejected", async () => {
    const notices = async (): Promise<string> => stateOf("counter.notices");
    for (const count of ["1", "2"]) {
      await expect(
        house.api.act("media_player.select_source", studyPlayer, { source: "Nowhere" }),
      ).rejects.toThrow("Nowhere");
      await patiently(async () => expect(await notices()).toBe(count));
    }
    await house.restartBridge();
    await shows(house, studyPlayer, { state: "paused" });
    await setTimeout(echoMs);
    expect(await notices()).toBe("2");
  });

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

  test("the amplifier goes on with the player, and off after silence; then the player goes to standby", async () => {
    const { music } = house.study.sim.player;
    if ((await stateOf(studyPlayer)) === "off") {
      await house.api.act("media_player.turn_on", studyPlayer);
      await shows(house, studyPlayer, { state: "paused" });
    }
    // It stays on if the bridge stops before the pause is noticed.
    await house.api.serve("input_boolean.turn_off", "input_boolean.amplifier");
    music.play();
    await patiently(async () => expect(await stateOf("input_boolean.amplifier")).toBe("on"));
    music.pause();
    await shows(house, studyPlayer, { state: "paused" });
    const begin = Date.now();
    await patiently(async () => expect(await stateOf("input_boolean.amplifier")).toBe("off"));
    expect(Date.now() - begin).toBeGreaterThan(silenceMs - 2000);
    await shows(house, studyPlayer, { state: "off" });
    expect(Date.now() - begin).toBeGreaterThan(3 * silenceMs - 3000);
    house.study.isAwake = false;
  });
});

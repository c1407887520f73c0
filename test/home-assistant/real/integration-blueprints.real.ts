import { setTimeout } from "node:timers/promises";
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { echoMs } from "./house-parts.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

const silence = 0.1;
const silenceMs = silence * 60_000;

function use(name: string, input: object): object {
  return { alias: name, use_blueprint: { path: `player2mqtt/${name}.yaml`, input } };
}

const hassConfiguration = [
  stringify({
    input_boolean: { amplifier: {} },
    counter: { notices: {}, played: {} },
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
      use("watched-and-played", {
        event: "event.study_played",
        kinds: ["played"],
        actions: [{ action: "counter.increment", target: { entity_id: "counter.played" } }],
      }),
      use("standby-after-silence", { player: studyPlayer, silence: silence * 3 }),
    ],
  }),
];

describe.skipIf(whyNoHomeAssistant !== "")("the blueprints in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({ hassConfiguration, isDisturbed: true }, (opened) => {
    house = opened;
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
    await house.stopBridge();
    await house.startBridge();
    await shows(house, studyPlayer, { state: "paused" });
    await setTimeout(echoMs);
    expect(await notices()).toBe("2");
  });

  test("what was heard for half of its length is told once, also if the bridge restarts", async () => {
    const { music } = house.study.sim.player;
    const played = async (): Promise<string> => stateOf("counter.played");
    music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: 40_000 })));
    music.playEntry(1);
    await setTimeout(10_000);
    expect(await played()).toBe("0");
    await patiently(async () => expect(await played()).toBe("1"));
    music.pause();
    await house.stopBridge();
    await house.startBridge();
    await shows(house, studyPlayer, { state: "paused" });
    await setTimeout(echoMs);
    expect(await played()).toBe("1");
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

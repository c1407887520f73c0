import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import type { House } from "./house.ts";
import { cinemaPlayer, openHouseWithIntegration, shows, studyPlayer } from "./integration-house.ts";
import { patiently } from "./patiently.ts";

const rounds = 4;

const hassConfiguration = [
  stringify({
    input_text: { branch: {} },
    script: {
      pause_and_look: {
        sequence: [
          { action: "media_player.media_pause", target: { entity_id: cinemaPlayer } },
          {
            action: "input_text.set_value",
            target: { entity_id: "input_text.branch" },
            data: { value: `{{ 'then' if is_state('${cinemaPlayer}', 'paused') else 'else' }}` },
          },
        ],
      },
    },
  }),
];

describe.skipIf(whyNoHomeAssistant !== "")("a service call in a real Home Assistant", () => {
  let house: House;
  openHouseWithIntegration({ hassConfiguration, isUnhurried: true, isDisturbed: true }, (opened) => {
    house = opened;
  });

  const act = async (action: string, entityId: string, data: object = {}): Promise<void> =>
    house.api.act(`media_player.${action}`, entityId, data);

  test("lets a script that pauses and then looks take the right branch", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await act("media_play", cinemaPlayer);
      expect((await house.api.state(cinemaPlayer)).state).toBe("playing");
      await house.api.serve("input_text.set_value", "input_text.branch", { value: "" });
      await house.api.serve("script.turn_on", "script.pause_and_look");
      await patiently(async () => {
        const { state } = await house.api.state("input_text.branch");
        expect(state).not.toBe("");
        expect(state).toBe("then");
      });
    }
  });

  test("returns when the entity shows its result", async () => {
    const { inputs } = house.study.sim.player.audio;
    for (let round = 0; round < rounds; round += 1) {
      await act("volume_mute", studyPlayer, { is_volume_muted: round % 2 === 0 });
      const source = inputs[round % 2]?.name;
      expect((await house.api.state(studyPlayer)).attributes["is_volume_muted"]).toBe(round % 2 === 0);
      await act("select_source", studyPlayer, { source });
      expect((await house.api.state(studyPlayer)).attributes["source"]).toBe(source);
    }
    await act("select_source", studyPlayer, { source: inputs[0]?.name });
  });

  test("turns the player off and on, and returns when it is", async () => {
    await act("turn_off", studyPlayer);
    expect((await house.api.state(studyPlayer)).state).toBe("off");
    await act("turn_on", studyPlayer);
    expect((await house.api.state(studyPlayer)).state).not.toBe("off");
    await shows(house, studyPlayer, { state: "paused" });
  });

  test("fails at once when the bridge goes", async () => {
    using _fault = house.study.sim.behaviors.add("ignoreSelection");
    const { input, inputs } = house.study.sim.player.audio;
    const source = inputs.find(({ tag }) => tag !== input?.tag)?.name;
    const call = act("select_source", studyPlayer, { source }).catch(String);
    await patiently(async () => expect(house.study.sim.player.audio.input?.tag).toBe(input?.tag));
    const begin = Date.now();
    await house.stopBridge();
    expect(await call).toMatch(/is offline|failed|expired/);
    expect(Date.now() - begin).toBeLessThan(10_000);
    await house.startBridge();
    expect(await house.lastingDifferences()).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { House } from "./house.ts";
import { patiently } from "./patiently.ts";

/** An example, for the player of the test instead of the one it was written for. */
function example(name: string): string {
  const path = join(import.meta.dirname, "../../../examples/home-assistant", `${name}.yaml`);
  return (
    readFileSync(path, "utf8")
      .replaceAll("living_room", "cinema")
      .replaceAll("Living room", "Cinema")
      .replace("BAL-XLR", "Line out")
      .replace("'HDMI'", "'HDMI main'")
      // As the example says: there is no such integration here.
      .replace(/^ *children:.*\n/m, "")
  );
}

const doesNothing = ["turn_on: []", "turn_off: []"];
const hassConfiguration = [
  "automation:",
  ...example("automations")
    .split("\n")
    .map((line) => `  ${line}`),
  example("media-player"),
  "template:",
  "  - light:",
  ...["- name: Cinema", ...doesNothing.map((line) => `  ${line}`), "  set_level: []"].map(
    (line) => `      ${line}`,
  ),
  "  - switch:",
  ...["- name: Amplifier", ...doesNothing.map((line) => `  ${line}`)].map((line) => `      ${line}`),
];

describe.skipIf(whyNoHomeAssistant !== "")("the examples in a real Home Assistant", () => {
  let house: House;

  beforeAll(async () => {
    house = await House.start({ hassConfiguration });
    await house.lastingDifferences();
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
  });
  afterEach(() => {
    house.checkComplaints();
  });

  test("the media player shows the player and switches its inputs and outputs", async () => {
    const { audio, video } = house.cinema.sim.player;
    const player = "media_player.cinema_player";
    await patiently(async () => {
      expect(await house.api.state(player)).toMatchObject({
        state: "paused",
        attributes: {
          source: audio.input?.name,
          source_list: audio.inputs.map(({ name }) => name),
          sound_mode: audio.output?.name,
        },
      });
    });
    await house.api.serve("media_player.select_source", player, { source: "Bluetooth" });
    await house.api.serve("media_player.select_sound_mode", player, { sound_mode: "HDMI audio" });
    video.play();
    await patiently(async () => {
      expect([audio.input?.tag, audio.output?.tag]).toEqual(["BT", "HDMI2"]);
      expect(await house.api.state(player)).toMatchObject({
        state: "playing",
        attributes: { source: "Bluetooth", sound_mode: "HDMI audio" },
      });
    });
  });

  test("the lights follow the film", async () => {
    const { video } = house.cinema.sim.player;
    const light = async (): Promise<unknown> =>
      (await house.api.state("light.cinema")).attributes["brightness"];
    video.pause();
    await patiently(async () => expect(await light()).toBe(153));
    video.play();
    await patiently(async () => expect(await light()).toBe(26));
    video.stop();
    await patiently(async () => expect(await light()).toBe(153));
  });

  test("the output follows the amplifier", async () => {
    const { audio } = house.cinema.sim.player;
    await house.api.serve("switch.turn_on", "switch.amplifier");
    await patiently(async () => expect(audio.output?.tag).toBe("RCA"));
    await house.api.serve("switch.turn_off", "switch.amplifier");
    await patiently(async () => expect(audio.output?.tag).toBe("HDMI"));
  });

  test("the dashboard's texts can be read", async () => {
    house.cinema.sim.player.video.playEntry(1);
    expect(await house.lastingDifferences()).toEqual([]);
    const contents: string[] = [];
    JSON.stringify(parse(example("dashboard")), (key, value: unknown) => {
      if (key === "content" && typeof value === "string") contents.push(value);
      return value;
    });
    const [video = "", music = ""] = await Promise.all(
      contents.map((template) => house.api.render(template)),
    );
    const { title = "" } = house.cinema.sim.player.video.entries[1] ?? {};
    expect(video).toContain(`## ${title}`);
    expect(video).toContain(`- **${title}**`);
    expect(music).toContain(house.cinema.sim.player.music.entries[0]?.title);
  });
});

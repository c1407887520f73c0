import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { type House, openHouse, patiently } from "./house.ts";

type Step = (house: House) => Promise<void>;

/** The parts that can go away and come back. */
const parts: Readonly<Record<string, { readonly leave: Step; readonly comeBack: Step }>> = {
  "Home Assistant": { leave: (house) => house.hass.stop(), comeBack: (house) => house.startHass() },
  bridge: { leave: (house) => house.stopBridge(), comeBack: (house) => house.startBridge() },
  broker: { leave: (house) => house.broker.stop(), comeBack: (house) => house.broker.start() },
  player: { leave: ({ cinema: { sim } }) => sim.sleep(), comeBack: ({ cinema: { sim } }) => sim.wake() },
  "broker with an old memory": {
    leave: (house) => house.broker.kill(),
    comeBack: (house) => house.broker.start(),
  },
  "Home Assistant after a power cut": {
    leave: (house) => house.hass.stop("SIGKILL"),
    comeBack: (house) => house.startHass(),
  },
};
const [everything, some] = [["Home Assistant", "bridge", "broker", "player"], Object.keys(parts)];

/** The bridge answers the birth of Home Assistant within three seconds, and tells all states a second later. */
const echoMs = 5000;

describe("a real Home Assistant shows the same after a restart of", () => {
  let house: House;
  let identities: readonly string[];
  openHouse({ isDisturbed: true }, (opened) => {
    house = opened;
  });

  const identitiesNow = async (): Promise<string[]> =>
    (await house.api.registered()).map(({ entity_id, unique_id }) => `${entity_id} ${unique_id}`).toSorted();

  /** Changes a little each time, so that nothing old can pass for new. */
  function change({ cinema: { sim } }: House): void {
    const { audio, music, video } = sim.player;
    const usable = audio.outputs.filter(({ enabled }) => enabled);
    const next = usable[(usable.findIndex(({ tag }) => tag === audio.output?.tag) + 1) % usable.length];
    if (next !== undefined) audio.selectOutput(next.tag);
    music.playEntry((music.index + 1) % music.entries.length);
    music.pause();
    video.playEntry((video.index + 1) % video.entries.length);
    video.pause();
    video.seek(20_000 + 1000 * music.index);
  }

  /** What is wrong even after a while, or again after the last echo: states, and entities that were not there. */
  async function differences(): Promise<string[]> {
    const { audio, music } = house.cinema.sim.player;
    await patiently(async () => {
      const states = await house.api.states();
      const shown = ["select.cinema_output", "sensor.cinema_track_title"].map((id) => states.get(id)?.state);
      expect(shown).toEqual([audio.output?.name, music.current?.title]);
    });
    const lasting = await house.lastingDifferences();
    await setTimeout(echoMs);
    const added = (await identitiesNow()).filter((identity) => !identities.includes(identity));
    return [...lasting, ...(await house.differences()), ...added];
  }

  beforeAll(async () => {
    identities = await identitiesNow();
  });

  test.each([...some.map((name) => [name]), ["bridge", "Home Assistant"], everything])(
    "the %s",
    async (...names) => {
      for (const name of names) await parts[name]?.leave(house);
      change(house);
      // Long enough for the others to notice.
      await setTimeout(echoMs);
      for (const name of names.toReversed()) await parts[name]?.comeBack(house);
      expect(await differences()).toEqual([]);
    },
  );

  test("nothing while a player or the bridge is off: it is unavailable, and comes back", async () => {
    for (const name of ["player", "bridge"]) {
      await parts[name]?.leave(house);
      await patiently(async () => {
        expect((await house.api.state("select.cinema_output")).state).toBe("unavailable");
      });
      expect(await house.lastingDifferences()).toEqual([]);
      await parts[name]?.comeBack(house);
      expect(await differences()).toEqual([]);
    }
  });
});

import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { whyNoHomeAssistant } from "./hass-bin.ts";
import { House } from "./house.ts";

type Step = (house: House) => Promise<void>;

/** What can go away and come back; each part alone, and what may happen while it is away. */
const parts: Readonly<Record<string, { readonly leave: Step; readonly comeBack: Step }>> = {
  "Home Assistant": {
    leave: (house) => house.hass.stop(),
    comeBack: (house) => house.startHass(),
  },
  "Home Assistant after a power cut": {
    leave: (house) => house.hass.stop("SIGKILL"),
    comeBack: (house) => house.startHass(),
  },
  broker: {
    leave: (house) => house.broker.stop(),
    comeBack: (house) => house.broker.start(),
  },
  "broker with an old memory": {
    leave: (house) => house.broker.kill(),
    comeBack: (house) => house.broker.start(),
  },
  bridge: {
    leave: (house) => house.stopBridge(),
    comeBack: (house) => house.startBridge(),
  },
  player: {
    leave: (house) => house.sleep(house.cinema),
    comeBack: (house) => house.wake(house.cinema),
  },
};

/** The bridge answers the birth of Home Assistant within three seconds, and tells all states a second later. */
const echoMs = 5000;

/** The state of the house changes a little each time, so that nothing old can pass for new. */
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

describe.skipIf(whyNoHomeAssistant !== "")("a real Home Assistant shows the same after a restart of", () => {
  let house: House;
  let identities: readonly string[];

  const identitiesNow = async (): Promise<string[]> =>
    (await house.api.registered()).map(({ entity_id, unique_id }) => `${entity_id} ${unique_id}`).toSorted();

  /** What is not as it should be, even after a while; or was, and is not any more when the last echo is over. */
  const differences = async (): Promise<string[]> => {
    const lasting = await house.lastingDifferences();
    await setTimeout(echoMs);
    const later = await house.differences();
    const now = await identitiesNow();
    return [...lasting, ...later, ...now.filter((identity) => !identities.includes(identity))];
  };

  beforeAll(async () => {
    house = await House.start();
    await house.lastingDifferences();
    identities = await identitiesNow();
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
  });
  afterEach(() => {
    house.checkComplaints({ isDisturbed: true });
  });

  test.each(Object.keys(parts))("the %s", async (name) => {
    await parts[name]?.leave(house);
    change(house);
    // Long enough for the others to notice.
    await setTimeout(echoMs);
    await parts[name]?.comeBack(house);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ["Home Assistant", "bridge"],
    ["bridge", "Home Assistant"],
    ["broker", "bridge"],
    ["broker with an old memory", "bridge"],
    ["player", "bridge"],
    ["player", "Home Assistant"],
    ["broker", "Home Assistant"],
  ])("the %s and the %s, each while the other is away", async (first, second) => {
    // Those that left first come back first, and then the other way round.
    for (const isFirstBack of [true, false]) {
      await parts[first]?.leave(house);
      await parts[second]?.leave(house);
      change(house);
      await parts[isFirstBack ? first : second]?.comeBack(house);
      await parts[isFirstBack ? second : first]?.comeBack(house);
      expect(await differences()).toEqual([]);
    }
  });

  test("everything at once", async () => {
    for (const name of ["Home Assistant", "bridge", "broker", "player"]) await parts[name]?.leave(house);
    change(house);
    await house.wake(house.cinema);
    await house.broker.start();
    await Promise.all([house.startBridge(), house.startHass()]);
    expect(await differences()).toEqual([]);
  });

  test("nothing while a player sleeps: it is unavailable, and it comes back", async () => {
    await house.sleep(house.cinema);
    expect(await differences()).toEqual([]);
    await house.wake(house.cinema);
    expect(await differences()).toEqual([]);
    await house.stopBridge();
    expect(await differences()).toEqual([]);
    await house.startBridge();
    expect(await differences()).toEqual([]);
  });
});

import { setTimeout } from "node:timers/promises";
import type { House } from "./house.ts";

type Step = (house: House) => Promise<void>;

/** The parts that can go away and come back; each part alone, and the changes that may happen meanwhile. */
export const parts: Readonly<Record<string, { readonly leave: Step; readonly comeBack: Step }>> = {
  "Home Assistant": { leave: (house) => house.hass.stop(), comeBack: (house) => house.startHass() },
  "Home Assistant after a power cut": {
    leave: (house) => house.hass.stop("SIGKILL"),
    comeBack: (house) => house.startHass(),
  },
  broker: { leave: (house) => house.broker.stop(), comeBack: (house) => house.broker.start() },
  "broker with an old memory": {
    leave: (house) => house.broker.kill(),
    comeBack: (house) => house.broker.start(),
  },
  bridge: { leave: (house) => house.stopBridge(), comeBack: (house) => house.startBridge() },
  player: { leave: ({ cinema: { sim } }) => sim.sleep(), comeBack: ({ cinema: { sim } }) => sim.wake() },
};

/** The state of the house changes a little each time, so that nothing old can pass for new. */
export function change({ cinema: { sim } }: House): void {
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

/** The bridge answers the birth of Home Assistant within three seconds, and tells all states a second later. */
export const echoMs = 5000;

/** Checks that a house is the same after an event. */
export class Inspection {
  readonly #house: House;
  readonly #identities: readonly string[];

  private constructor(house: House, identities: readonly string[]) {
    this.#house = house;
    this.#identities = identities;
  }

  static async of(house: House): Promise<Inspection> {
    await house.lastingDifferences();
    return new Inspection(house, await identitiesOf(house));
  }

  /** The states that are wrong, even after a while; or were right, and are wrong again after the last echo. */
  async differences(): Promise<string[]> {
    const lasting = await this.#house.lastingDifferences();
    await setTimeout(echoMs);
    const later = await this.#house.differences();
    const now = await identitiesOf(this.#house);
    return [...lasting, ...later, ...now.filter((identity) => !this.#identities.includes(identity))];
  }
}

async function identitiesOf({ api }: House): Promise<string[]> {
  return (await api.registered()).map(({ entity_id, unique_id }) => `${entity_id} ${unique_id}`).toSorted();
}

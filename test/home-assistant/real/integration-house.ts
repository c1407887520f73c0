import { beforeAll, expect } from "vitest";
import type { House, HouseOptions } from "./house.ts";
import { openHouse } from "./open-house.ts";
import { patiently } from "./patiently.ts";

export const cinemaPlayer = "media_player.cinema";
export const studyPlayer = "media_player.study";

/** Sets up the bridge that is discovered; on a busy machine it may be heard to be online only later. */
export async function confirmDiscovered({ api }: House): Promise<void> {
  await patiently(async () => {
    const [flow] = await api.discovered("player2mqtt");
    if (flow === undefined) throw new Error("the bridge is not discovered");
    const answer = await api.fillIn(flow.flow_id, flow.step_id === "gone" ? { next_step_id: "confirm" } : {});
    expect(answer).toMatchObject({ type: "create_entry", title: "player2mqtt" });
  });
}

export async function shows({ api }: House, entityId: string, wanted: object): Promise<void> {
  await patiently(async () => expect(await api.state(entityId)).toMatchObject(wanted));
}

/** A house for all tests of a suite whose Home Assistant has the integration and both media players. */
export function openHouseWithIntegration(
  options: HouseOptions & { readonly isDisturbed?: boolean },
  enter: (house: House) => void,
): void {
  let house: House | undefined;
  openHouse({ ...options, hasIntegration: true }, (opened) => {
    house = opened;
    enter(opened);
  });
  beforeAll(async () => {
    if (house === undefined) return;
    await confirmDiscovered(house);
    await shows(house, cinemaPlayer, { state: "paused" });
    await shows(house, studyPlayer, { state: "paused" });
  });
}

import type { BrowserContextOptions, Page } from "playwright-core";
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/zidoo/start-simulator.ts";
import { opened } from "../../support/opened.ts";
import { Stage, type StageOptions } from "./stage.ts";

export const experimental = { "controls.experimental": "true" };
export const library = { "library.enabled": "true" };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** A player of music, and one that plays a film alone. */
export const streamer = { den: { preset: "audio" } } as const;
export const filmPlayer = { den: { playsTogether: false } } as const;

/** A bridge that asks for this token. Browsers log a refused request by themselves. */
export function behind(token: string) {
  return { args: { "http.token": token }, expected: /401/ };
}

/** Simulated players by their ids, and a stage with them, until the test is over. Without others, `den` plays a film. */
export async function onStage<Id extends string = "den">(
  players = { den: {} } as Readonly<Record<Id, SimulatorOptions>>,
  options: Omit<StageOptions, "players"> = {},
): Promise<Readonly<Record<Id, Simulator>> & { readonly stage: Stage }> {
  const started = {} as Record<Id, Simulator>;
  for (const id of Object.keys(players) as Id[]) started[id] = opened(await startSimulator(players[id]));
  const stage = opened(await Stage.open({ ...options, players: started }));
  return { ...started, stage };
}

/** The same, with a page of it that is open. */
export async function onPage<Id extends string = "den">(
  path: string,
  players?: Readonly<Record<Id, SimulatorOptions>>,
  options?: Omit<StageOptions, "players">,
  look?: BrowserContextOptions,
): Promise<Readonly<Record<Id, Simulator>> & { readonly stage: Stage; readonly page: Page }> {
  const staged = await onStage(players, options);
  return { ...staged, page: await staged.stage.look(path, look) };
}

/** Takes the tracks of services out of its queue: those cannot be played again by their ids. */
export function onlyOwnTracks({ player }: Simulator): void {
  player.music.edit((entries) => entries.filter(({ uri }) => !uri.startsWith("https:")));
}

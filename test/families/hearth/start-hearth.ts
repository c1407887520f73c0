import { resolve } from "node:path";
import type { Conformance, Conforming } from "../../../src/cli/conformance/conformance.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { opened } from "../../support/opened.ts";

/** The make of the documentation, and its simulated player. */
export const hearth = resolve("test/families/hearth/hearth.mjs");
export const hearthCheck = hearth.replace(".mjs", ".check.mjs");

type Hearth = Conforming & { readonly state: object };

export async function startHearth(): Promise<Hearth> {
  const { default: trial } = (await import(hearthCheck)) as { default: Conformance<Hearth> };
  return opened(await trial.start(systemClock));
}

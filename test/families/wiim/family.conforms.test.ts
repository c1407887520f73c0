import { expect, it } from "vitest";
import { problemsOf } from "../../support/bridge/conforms.ts";
import { conformance } from "./conformance.ts";

it("a WiiM player is what its table says", async () => {
  expect(await problemsOf(conformance)).toEqual([]);
}, 120_000);

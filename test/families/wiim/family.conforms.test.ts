import { expect, it } from "vitest";
import { problemsOf } from "../../../src/cli/conformance/conforms.ts";
import { conformance } from "./conformance.ts";

it("a WiiM player is what its table says", async () => {
  const problems: string[] = [];
  for await (const problem of problemsOf(conformance)) problems.push(problem);
  expect(problems).toEqual([]);
}, 120_000);

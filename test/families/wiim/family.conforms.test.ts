import { expect, it } from "vitest";
import { problemsOf } from "../../../src/cli/conformance/conforms.ts";
import { conformanceAt } from "./conformance.ts";

it("a WiiM player is what its table says", async () => {
  const problems: string[] = [];
  for await (const problem of problemsOf(conformanceAt("127.0.59"))) problems.push(problem);
  expect(problems).toEqual([]);
}, 120_000);

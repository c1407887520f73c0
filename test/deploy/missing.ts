import { whyNoBuilder } from "./builder.ts";

/** Whether the tests that build an image must be skipped; where they are demanded, that is a failure. */
export const isBuilderMissing = mustSkip("the tests of the images", "REQUIRE_IMAGES", whyNoBuilder);

/** Says why tests are skipped; throws where they are demanded. */
export function mustSkip(what: string, variable: string, why: string): boolean {
  if (why === "") return false;
  if (process.env[variable] === "1") throw new Error(`${what} cannot run: ${why}`);
  console.info(`${what} are skipped: ${why}`);
  return true;
}

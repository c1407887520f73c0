import type { Family, SearchMethod } from "../../src/families/family.ts";
import { zidoo } from "../../src/families/zidoo/family.ts";

/** Players that are found by these methods alone. */
export function searchedBy(...discovery: readonly SearchMethod[]): readonly Family[] {
  return [{ ...zidoo, discovery }];
}

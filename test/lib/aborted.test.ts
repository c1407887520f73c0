import { expect, it } from "vitest";
import { aborted } from "../../src/lib/aborted.ts";

it("an aborted signal needs no waiting for", async () => {
  await expect(aborted(AbortSignal.abort())).resolves.toBeUndefined();
});

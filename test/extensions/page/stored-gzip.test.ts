import { constants, gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { packFirst, packNext } from "../../../src/extensions/page/stored-gzip.ts";

it("a stream that never ends can be read up to its last byte, and its beginning is short", () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.uint8Array(), parts, (first, others) => {
      const packed = Buffer.concat([packFirst(first), ...others.map((one) => packNext(one))]);
      const read = gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
      expect(read).toEqual(Buffer.concat([first, ...others]));
    }),
  );
  const long = Buffer.from("topic ".repeat(50_000));
  expect(packFirst(long).byteLength).toBeLessThan(5000);
  const packed = Buffer.concat([packFirst(long), packNext(long)]);
  expect(gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).byteLength).toBe(600_000);
});

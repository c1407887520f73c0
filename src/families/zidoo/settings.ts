import * as z from "zod";
import { once } from "../../lib/once.ts";
import { operationNames } from "./operations.ts";

const expectedPrefix = "auto or a word such as Device";

export const pathPrefix = once(() => z.string(expectedPrefix).regex(/^\w{1,40}$/, expectedPrefix));

const expectedKey = "1 to 128 printable ASCII characters without spaces";

/** The key that some firmware demands in a header. */
export const preSharedKey = once(() => z.string(expectedKey).regex(/^[!-~]{1,128}$/, expectedKey));

const expectedPaths =
  'paths by the name of their operation, such as {"nextTrack": "/{p}MusicControl/v2/playNext"}';

export const operationPaths = once(() =>
  z.partialRecord(
    z.enum(operationNames, `an operation: expected one of ${operationNames.join(", ")}`),
    z
      .string("a path")
      .regex(/^(?:\/(?:\{p\})?[\w.~-]*){1,12}$/, "a path such as /{p}MusicControl/v2/playNext"),
    expectedPaths,
  ),
);

import { promisify } from "node:util";
import { brotliDecompress, unzip } from "node:zlib";
import { DeviceError } from "../core/errors.ts";

const decoders = { gzip: promisify(unzip), deflate: promisify(unzip), br: promisify(brotliDecompress) };

/** Decodes a compressed body. We request none, but some servers compress everything. */
export async function decodeBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
  tooLarge: DeviceError,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase().replace(/^x-/, "");
  if (name !== "gzip" && name !== "deflate" && name !== "br") {
    throw new DeviceError(
      "malformed",
      `the answer has the content encoding "${encoding}", which is not supported`,
    );
  }
  try {
    return await decoders[name](body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge;
    throw new DeviceError("malformed", `the answer says that it is ${name}, and is not`, { cause: error });
  }
}

import type { PathResponse, Reply } from "../../core/controls/call.ts";
import { DeviceError } from "../../core/errors.ts";
import type { Json } from "../../core/resources/json.ts";
import { plainText } from "../../lib/plain-text.ts";
import type { HttpAnswer } from "./answer-body.ts";
import { httpStatus, rawAnswer } from "./body-of.ts";
import type { GetTerms } from "./connection.ts";
import { parseJson, sanitizeJson } from "./parse-json.ts";

export interface PathGetter {
  /** Makes one GET at the player itself, by a path that its family need not know. */
  get(path: string, signal: AbortSignal, terms?: GetTerms): Promise<HttpAnswer>;
}

const largestBytes = 65_536;

/** Makes the request that the owner has written, once: nobody knows whether it changes something. */
export async function getPath(device: PathGetter, path: string, signal: AbortSignal): Promise<Reply> {
  const terms = { acts: true, maxBodyBytes: largestBytes, cappedBy: "the longest answer on raw" };
  const { status, body } = rawAnswer(await device.get(path, signal, terms));
  const response: PathResponse = { path, status, body: readBody(body) };
  return status >= 200 && status < 300
    ? { kind: "done", response }
    : { kind: "refused", reason: httpStatus(status), response };
}

function readBody(body: Buffer): Json {
  try {
    return sanitizeJson({ body: parseJson(body, true) })["body"] ?? null;
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return plainText(body.toString());
  }
}

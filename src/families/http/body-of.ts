import { DeviceError } from "../../core/errors.ts";
import { translatable, type Phrase } from "../../lib/phrase.ts";
import type { HttpAnswer } from "./answer-body.ts";
import type { PlayerConnection } from "./connection.ts";

const empty = Buffer.alloc(0);

/** The body of an answer; undefined if the player lacks what was asked for. Throws DeviceError for any other HTTP error. */
export function bodyOf({ status, changed = empty }: HttpAnswer): Buffer | undefined {
  if (status === 404 || status === 405) return undefined;
  if (status !== 200) throw new DeviceError("refused", httpStatus(status));
  return changed;
}

export function httpStatus(status: number): Phrase {
  return translatable("answer.http-status", "HTTP status {status}", { status });
}

/** An answer with its bytes, whatever its status. */
export function rawAnswer({ status, headers, changed = empty }: HttpAnswer) {
  return { status, headers, body: changed };
}

/** Requests a picture from the player at this origin, after the current request. */
export async function readPicture(
  http: PlayerConnection,
  ownOrigin: string,
  url: string,
  maxBodyBytes: number,
  signal: AbortSignal,
) {
  const { origin, pathname, search } = new URL(url);
  if (origin !== ownOrigin)
    throw new DeviceError("refused", translatable("answer.other-host", "the picture is on another host"));
  const terms = { maxBodyBytes, cappedBy: "publish.pictureMaxBytes" };
  return rawAnswer(await http.get(`${pathname}${search}`, signal, terms));
}

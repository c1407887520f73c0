import { DeviceError } from "../../../core/errors.ts";
import { DeviceHttp, type HttpOptions } from "../../../device/http.ts";

/** Enough of a page to know what it is. */
const enoughBytes = 65_536;

/** What answers at an address where no player was found: perhaps a player after all, of a maker that is not known. */
export interface Stranger {
  readonly isLikePlayer: boolean;
  /** It answers nobody whom it does not know. */
  readonly isGuarded: boolean;
  /** Its own words for itself, as far as it has some. */
  readonly name: string;
}

/** Asks what is at an address for its front page. */
export async function lookAt(
  options: Omit<HttpOptions, "maxBodyBytes">,
  signal: AbortSignal,
): Promise<Stranger> {
  await using http = new DeviceHttp({ ...options, maxBodyBytes: enoughBytes });
  try {
    const { status, headers, changed } = await http.get("/", signal);
    const text = changed?.body.toString() ?? "";
    const title = /<title[^>]*>\s*([^<]{1,80}?)\s*</i.exec(text)?.[1];
    const server = headers["server"];
    const isPage =
      /^\s*(<!doctype html|<html)/i.test(text) || String(headers["content-type"]).includes("html");
    const kind = isPage ? "a web page" : `a web server that says HTTP status ${status}`;
    const names = [title, typeof server === "string" ? server : undefined].filter(
      (name) => name !== undefined,
    );
    const name = names.length === 0 ? kind : `${kind} (${names.join(", ")})`;
    return {
      name,
      isGuarded: status === 401 || status === 403,
      isLikePlayer: /^\s*\{\s*"status"\s*:\s*\d{3}\b/.test(text),
    };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    const name =
      error.fault === "malformed" ? "a web server with long answers" : "something that speaks no HTTP";
    return { name, isGuarded: false, isLikePlayer: false };
  }
}

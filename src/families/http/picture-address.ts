import { cutQuery } from "./parse-json.ts";

/**
 * The absolute address of a picture that a player names; undefined if it is none. One on another host is shown without its
 * query, which may be a key.
 */
export function pictureAddress(address: string | undefined, origin: string): URL | undefined {
  if (!address || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.username = "";
  url.password = "";
  return url.origin === new URL(origin).origin ? url : new URL(cutQuery(url.href));
}

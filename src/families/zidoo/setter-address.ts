import { isDangerous } from "../../core/resources/settings.ts";

/** The names of setters begin with one of these; the second is the spelling of some firmware. */
const setting = /^(?:set|chang)/i;

/**
 * The path and query of a setter as the player reports it, without the parameter for the value; empty for
 * one that is not certainly a harmless setter of this player.
 */
export function setterAddress(reported: string | undefined, origin: string, parameter = "index"): string {
  if (reported === undefined || reported.trim() === "" || !URL.canParse(reported.trim(), origin)) return "";
  const url = new URL(reported.trim(), origin);
  if (url.origin !== new URL(origin).origin || url.hash !== "") return "";
  const { pathname, searchParams } = url;
  const name = /^\/SystemSettings(?:\/\w+){1,4}$/.test(pathname) ? (pathname.split("/").at(-1) ?? "") : "";
  if (!setting.test(name) || isDangerous(`${pathname}?${searchParams.toString()}`)) return "";
  searchParams.delete(parameter);
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

/** The path of a page of settings that the player points to; empty for one that is not certainly only read. */
export function pageAddress(reported: string | undefined, origin: string): string {
  if (reported === undefined || reported.trim() === "" || !URL.canParse(reported.trim(), origin)) return "";
  const url = new URL(reported.trim(), origin);
  const { pathname, search } = url;
  const isPage = /^\/SystemSettings(?:\/\w+){0,3}\/get\w*$/.test(pathname) && url.hash === "";
  return isPage && url.origin === origin && !isDangerous(`${pathname}${search}`)
    ? `${pathname}${search}`
    : "";
}

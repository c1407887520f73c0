import type { Handle } from "../../core/resources/resource.ts";
import { isDangerous } from "../../core/resources/settings.ts";

/** The names of setters begin with one of these; the second is the spelling of some firmware. */
const setting = /^(?:set|chang)/i;
/** Whatever its name, an address that ends in a parameter without a value takes one; `get…` reads. */
const takesValue = /^[^?]*\/(?!get)[^/?]*\?(?:.*&)?\w+=$/i;

/**
 * A setter as the player reports it: its path and query up to the value. Empty for one that is not certainly a harmless
 * setter of this player.
 */
export function setterHandle(reported: string | undefined, origin: string, parameter = "index"): Handle {
  if (reported === undefined || !URL.canParse(reported.trim(), origin)) return "";
  // A template, such as `?index=%s&type=%s`, needs values that nobody has documented.
  if (reported.includes("%")) return "";
  const url = new URL(reported.trim(), origin);
  if (url.origin !== new URL(origin).origin || url.hash !== "") return "";
  const { pathname, searchParams } = url;
  const name = /^\/SystemSettings(?:\/\w+){1,4}$/.test(pathname) ? (pathname.split("/").at(-1) ?? "") : "";
  if (name === "" || (!setting.test(name) && !takesValue.test(reported.trim()))) return "";
  if (isDangerous(`${pathname}?${searchParams.toString()}`)) return "";
  searchParams.delete(parameter);
  const query = searchParams.toString();
  return `${pathname}?${query === "" ? "" : `${query}&`}${parameter}=`;
}

/** The address of a setter and the parameter for the value; the address is empty for the usual path. */
export function setterOf(handle: Handle): { readonly address: string; readonly parameter: string } {
  const end = handle.search(/[?&]\w+=$/);
  return end < 0
    ? { address: "", parameter: "index" }
    : { address: handle.slice(0, end), parameter: handle.slice(end + 1, -1) };
}

/** The path of a page of settings that the player points to; empty for one that is not certainly only read. */
export function pageAddress(reported: string | undefined, origin: string): string {
  if (reported === undefined || !URL.canParse(reported.trim(), origin)) return "";
  const url = new URL(reported.trim(), origin);
  const { pathname, search } = url;
  const isPage =
    /^\/SystemSettings(?:\/\w+){0,3}\/get\w*$/.test(pathname) && url.hash === "" && !search.includes("%");
  return isPage && url.origin === origin && !isDangerous(`${pathname}${search}`)
    ? `${pathname}${search}`
    : "";
}

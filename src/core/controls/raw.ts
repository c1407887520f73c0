import { parseObject } from "../resources/json.ts";
import { defineControl, quote, rejected } from "./control.ts";
import { actBlindly } from "./effect.ts";
import { translatable } from "../../lib/phrase.ts";

const longestPath = 512;
/** What a server may take for another host or another folder, also as it may be encoded, once, twice or in too many bytes. */
const misleading = /\/\/|\.\.|\\|%(?:2[5ef]|5c|[01]|7f|c[01]|e0%[89]|f0%8|(?![\da-f]{2}))/i;

/** Whether a text is a path of a player, maybe with a query, and cannot lead anywhere else. */
export function isRawPath(text: string): boolean {
  const [place = ""] = text.split("?");
  // A query names no place, so it may hold an address.
  return text.length <= longestPath && /^\/[!-"$-~]*$/.test(text) && !misleading.test(place);
}

/** Whether an entry of `controls.raw` allows a path: the same one, or the beginning of it before a `*`. */
function allows(entry: string, path: string): boolean {
  return entry.endsWith("*") ? path.startsWith(entry.slice(0, -1)) : path === entry;
}

/** Sends a GET to the player as its owner writes it, and publishes the answer: what the bridge does not know yet. */
export const raw = defineControl({
  title: "Request to the player",
  names: { de: "Anfrage an den Player", fr: "Requête au lecteur", zh: "对播放器的请求" },
  about: "the path of a GET to the player, as `controls.raw` allows it. See [Own requests](#own-requests)",
  fields: ["path"],
  expected: "the path of a request to the player, such as /Status, without .. and //",
  operations: ["getPath"],
  enabledBy: "controls.raw",
  isDestructive: true,
  read: (request) => {
    const path = request.startsWith("{") ? parseObject(request)?.["path"] : request;
    return typeof path === "string" && isRawPath(path) ? path : undefined;
  },
  isStep: () => true,
  decide: (path, { config }) =>
    config.rawPaths.some((entry) => allows(entry, path))
      ? actBlindly({ operation: "getPath", path })
      : rejected(translatable("raw.denied", "controls.raw does not allow {path}", { path: quote(path) })),
});

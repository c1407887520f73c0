import { parseObject } from "../resources/json.ts";
import type { Stream } from "./call.ts";

export const streamFields = ["address", "title", "picture"] as const;

const longestTitle = 200;

/** Parses an http or https address, or JSON with the address, and a title and a picture if given. */
export function readStream(request: string): Stream | undefined {
  if (!request.startsWith("{")) return streamOf({ address: request });
  const fields = parseObject(request);
  return fields && streamOf({ ...fields, address: fields["address"] ?? fields["value"] });
}

function streamOf({ address, title, picture }: Readonly<Record<string, unknown>>): Stream | undefined {
  const hasTitle = title === undefined || (typeof title === "string" && title.length <= longestTitle);
  if (!isWebAddress(address) || !hasTitle || (picture !== undefined && !isWebAddress(picture)))
    return undefined;
  return {
    address: withoutBlanks(address),
    title: title?.trim() || undefined,
    picture: picture === undefined ? undefined : withoutBlanks(picture),
  };
}

/** People write blanks, and players, outcomes and logs take one for the end of an address. */
function withoutBlanks(address: string): string {
  return address.trim().replace(/\s/g, encodeURIComponent);
}

function isWebAddress(text: unknown): text is string {
  return (
    typeof text === "string" &&
    !/\p{Cc}/u.test(text) &&
    /^https?:\/\/[^\s/?#]+(?:[/?#]|$)/i.test(text) &&
    URL.canParse(text)
  );
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/** A field that is undefined must be left out. */
type WantedJson = Json | undefined | readonly WantedJson[] | { readonly [field: string]: WantedJson };

/** The expected value of a topic. */
export type Wanted =
  | string
  | { readonly oneOf: readonly string[] }
  /** Seconds within these bounds, both included; whether no value is right, too. */
  | { readonly from: number; readonly to: number }
  /** JSON with at least these fields: topics may get new ones. Lists have to be complete. */
  | { readonly json: WantedJson }
  /** A rule of its own: the problem, or undefined. */
  | { readonly rule: (found: string) => string | undefined };

/** Why a payload is wrong; undefined if it is right. An empty payload is a topic without a retained message. */
export function problemWith(found: string, wanted: Wanted): string | undefined {
  if (typeof wanted === "string") return found === wanted ? undefined : differs(found, quote(wanted));
  if ("oneOf" in wanted) {
    return wanted.oneOf.includes(found) ? undefined : differs(found, wanted.oneOf.map(quote).join(" or "));
  }
  if ("from" in wanted) {
    const seconds = found === "" ? Number.NaN : Number(found);
    return seconds >= wanted.from && seconds <= wanted.to
      ? undefined
      : differs(found, `${wanted.from.toFixed(1)} to ${wanted.to.toFixed(1)}`);
  }
  if ("rule" in wanted) return wanted.rule(found);
  const json = parse(found);
  return json === undefined ? differs(found, "JSON") : problemInJson(json, wanted.json, "");
}

/** Why a value lacks something of another one; undefined if it has all of it. */
export function problemInJson(found: Json | undefined, wanted: WantedJson, path: string): string | undefined {
  const where = path === "" ? "" : `${path} `;
  if (typeof wanted !== "object" || wanted === null) {
    return found === wanted ? undefined : `${where}is ${short(found)}, wanted ${short(wanted)}`;
  }
  if (isList(wanted)) {
    if (!isList(found) || found.length !== wanted.length) {
      return `${where}has ${isList(found) ? found.length : "no"} entries, wanted ${wanted.length}`;
    }
    return first(wanted.map((entry, index) => problemInJson(found[index], entry, `${path}[${index}]`)));
  }
  if (typeof found !== "object" || found === null || isList(found))
    return `${where}is ${short(found)}, wanted an object`;
  return first(
    Object.entries(wanted).map(([field, value]) => problemInJson(found[field], value, `${path}.${field}`)),
  );
}

/** Parses JSON; undefined for any other text. */
export function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isList<One>(value: One | readonly One[]): value is readonly One[] {
  return Array.isArray(value);
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

function differs(found: string, wanted: string): string {
  return `is ${quote(found)}, wanted ${wanted}`;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

function short(value: WantedJson): string {
  return quote(JSON.stringify(value) ?? "nothing");
}

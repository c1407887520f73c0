import { createHash } from "node:crypto";
import { asText, type JsonObject } from "../../../core/resources/json.ts";
import { factsOf, type ReportedFacts } from "./describe-device.ts";
import { componentsOf, isTombstone } from "./entity.ts";
import { playerEntities } from "./player-entities.ts";
import { type Owner, readOwn } from "./recognize.ts";
import { settingKeyStart } from "./setting-entities.ts";

export interface AnnouncedComponent {
  readonly platform: string;
  /** The whole component, if it depends on the player's state: the options of a select, the range of a number, a setting. */
  readonly whole?: JsonObject;
}

/** The parts of an announcement that are read again: a payload has 16 to 35 KB. */
export interface Announced {
  readonly hash: string;
  readonly owner: Owner;
  readonly facts: ReportedFacts;
  /** By key, without tombstones. */
  readonly components: ReadonlyMap<string, AnnouncedComponent>;
}

const rangedKeys: ReadonlySet<string> = new Set(
  playerEntities.filter(({ range }) => range !== undefined).map(({ key }) => key),
);

/** The summary of one of our payloads, published as this text; undefined for any other payload. */
export function remember(payload: JsonObject, text: string): Announced | undefined {
  const owner = readOwn(payload);
  if (owner === undefined) return undefined;
  const components = new Map<string, AnnouncedComponent>();
  for (const [key, component] of Object.entries(componentsOf(payload) ?? {})) {
    const platform = asText(component["platform"]);
    if (platform === undefined || isTombstone(component)) continue;
    const isDynamic =
      platform === "select" || platform === "image" || rangedKeys.has(key) || key.startsWith(settingKeyStart);
    components.set(key, isDynamic ? { platform, whole: component } : { platform });
  }
  return { hash: hashOf(text), owner, facts: factsOf(payload), components };
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

import { createHash } from "node:crypto";
import { asText, type JsonObject } from "../../../core/resources/json.ts";
import { type DeviceFacts, factsOf } from "./describe-device.ts";
import { componentsOf, isTombstone } from "./entity.ts";
import { type Owner, readOwn } from "./recognise.ts";

/** An entity that was announced. */
export interface AnnouncedComponent {
  readonly platform: string;
  /** All of it, where it depends on what the player told: the options of a select, the type of a picture. */
  readonly whole?: JsonObject;
}

/**
 * What is remembered of an announcement: a payload has 16 to 30 KB, and only these parts of it are read again. The
 * payload itself can be written at any time.
 */
export interface Announced {
  readonly hash: string;
  readonly owner: Owner;
  readonly facts: Pick<DeviceFacts, "model" | "version" | "mac">;
  /** By key, without the tombstones. */
  readonly components: ReadonlyMap<string, AnnouncedComponent>;
}

/** What is remembered of a payload of ours, which was published as this text; undefined for any other. */
export function remember(payload: JsonObject, text: string): Announced | undefined {
  const owner = readOwn(payload);
  if (owner === undefined) return undefined;
  const components = new Map<string, AnnouncedComponent>();
  for (const [key, component] of Object.entries(componentsOf(payload) ?? {})) {
    const platform = asText(component["platform"]);
    if (platform === undefined || isTombstone(component)) continue;
    const isDynamic = platform === "select" || platform === "image";
    components.set(key, isDynamic ? { platform, whole: component } : { platform });
  }
  return { hash: hashOf(text), owner, facts: factsOf(payload), components };
}

/** By this two payloads are compared. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

import { asObject, type Json, type JsonObject } from "../../../core/resources/json.ts";
import type { ControlName } from "../../../core/controls/table.ts";
import type { FilmList } from "../../../core/resources/film-tracks.ts";
import type { PolledResourceName } from "../../../core/resources/player.ts";
import type { Selector } from "../../../core/resources/audio.ts";
import type { BridgeLeaf, PlayerLeaf } from "../../../core/topics/topics.ts";

/** The kinds of Home Assistant's entities that we use. */
type Platform = "binary_sensor" | "button" | "event" | "image" | "number" | "select" | "sensor" | "switch";

/** One entity of a device. Its key is part of the unique id, so it never changes and is never used again. */
export interface Entity<Leaf extends string> {
  readonly key: string;
  readonly platform: Platform;
  /** In sentence case, without the player's name: Home Assistant puts that before it. */
  readonly name: string;
  readonly icon?: string;
  /** Facts about the device, not about what it plays, are kept off the main view. */
  readonly isDiagnostic?: true;
  /** What sets up the device is kept off the main view as well. */
  readonly isConfiguration?: true;
  /** Few want it: it waits in the list of disabled entities. */
  readonly isOff?: true;
  readonly state?: { readonly leaf: Leaf; readonly template?: string };
  readonly attributes?: { readonly leaf: Leaf; readonly template: string };
  /** What only this platform has. */
  readonly details?: Readonly<Record<string, Json>>;
}

/** An entity of a player. */
export interface PlayerEntity extends Entity<PlayerLeaf> {
  /** The family without which there is no such entity; undefined for those that every player has. */
  readonly family: PolledResourceName | "power" | undefined;
  /** The selector that a select operates. */
  readonly selector?: Selector;
  /** What it sets, as it is written on that topic. */
  readonly control?: ControlName;
  /** What the film offers to a select. */
  readonly film?: FilmList;
  /** Without a text there, there is no such thing now, and the entity is unavailable. */
  readonly neededLeaf?: PlayerLeaf;
}

/** An entity of the bridge itself. */
export type BridgeEntity = Entity<BridgeLeaf>;

/** The components of a device, as Home Assistant calls its entities in a discovery payload. */
export type Components = Readonly<Record<string, JsonObject>>;

/** A component with nothing but its platform tells Home Assistant to remove the entity. */
export function isTombstone(component: JsonObject): boolean {
  return Object.keys(component).length === 1;
}

/** The components of a payload, if it is one with components. */
export function componentsOf(payload: JsonObject | undefined): Components | undefined {
  const components = asObject(payload?.["components"]);
  if (components === undefined) return undefined;
  return Object.values(components).every((component) => asObject(component) !== undefined)
    ? (components as Components)
    : undefined;
}

import { asObject, type Json, type JsonObject } from "../../../core/resources/json.ts";
import type { ControlName } from "../../../core/controls/table.ts";
import type { FilmList } from "../../../core/resources/film-tracks.ts";
import type { PictureName } from "../../../core/resources/picture.ts";
import type { ResourceName } from "../../../core/resources/player.ts";
import type { Selector } from "../../../core/resources/audio.ts";
import type { BridgeLeaf, PlayerLeaf } from "../../../core/topics/topics.ts";

/** The Home Assistant platforms in use. */
type Platform =
  | "binary_sensor"
  | "button"
  | "event"
  | "image"
  | "number"
  | "select"
  | "sensor"
  | "switch"
  | "update";

/** One entity of a device. Its key is part of the unique id, so a key never changes and is never reused. */
export interface Entity<Leaf extends string> {
  readonly key: string;
  readonly platform: Platform;
  /** In sentence case, without the player's name, which Home Assistant prepends. */
  readonly name: string;
  readonly icon?: string;
  /** Keeps facts about the device itself off the main view. */
  readonly isDiagnostic?: true;
  /** Keeps the settings of the device off the main view, too. */
  readonly isConfiguration?: true;
  /** Rarely needed entities are disabled by default. */
  readonly isDisabledByDefault?: true;
  readonly state?: { readonly leaf: Leaf; readonly template?: string };
  readonly attributes?: { readonly leaf: Leaf; readonly template: string };
  /** Fields that only this platform has. */
  readonly details?: Readonly<Record<string, Json>>;
}

/** An entity of a player. */
export interface PlayerEntity extends Entity<PlayerLeaf> {
  /** The resource that the entity requires; undefined for entities of every player. */
  readonly resource: ResourceName | undefined;
  /** Another resource that is enough for it. */
  readonly otherResource?: ResourceName;
  /** A smart plug is enough for it. */
  readonly worksWithPlug?: true;
  /** The selector that a select operates. */
  readonly selector?: Selector;
  /** The value that the entity sets, as written on that topic. */
  readonly control?: ControlName;
  /** The film list that a select offers. */
  readonly film?: FilmList;
  /** The resource whose range is that of a number. */
  readonly range?: "screenBrightness" | "knobBrightness";
  /** The picture that an image shows. */
  readonly picture?: PictureName;
  /** The list of the player that a select offers. */
  readonly list?: "knobColors" | "meterStyles" | "spectrumStyles" | "zooms" | "playModes" | "apps";
  /** The entity is unavailable while this text is empty. */
  readonly neededLeaf?: PlayerLeaf;
}

/** An entity of the bridge itself. */
export interface BridgeEntity extends Entity<BridgeLeaf> {
  /** Where an update entity finds the latest version; it exists only if that is asked for. */
  readonly latestVersionLeaf?: BridgeLeaf;
}

/** The components of a device: Home Assistant's name for entities in a discovery payload. */
export type Components = Readonly<Record<string, JsonObject>>;

/** A component with only a platform tells Home Assistant to remove the entity. */
export function isTombstone(component: JsonObject): boolean {
  return Object.keys(component).length === 1;
}

/** The components of a payload, if it has any. */
export function componentsOf(payload: JsonObject | undefined): Components | undefined {
  const components = asObject(payload?.["components"]);
  if (components === undefined) return undefined;
  return Object.values(components).every((component) => asObject(component) !== undefined)
    ? // `every` narrows an array, not the record whose values it holds.
      (components as Components)
    : undefined;
}

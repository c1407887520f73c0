import { asObject, type Json, type JsonObject } from "../../../core/resources/json.ts";
import type { ChoiceListName } from "../../../core/resources/choice-list.ts";
import type { ControlName } from "../../../core/controls/table.ts";
import type { FilmList } from "../../../core/resources/film-tracks.ts";
import type { PictureName } from "../../../core/resources/picture.ts";
import type { ResourceName } from "../../../core/resources/player.ts";
import type { Selector } from "../../../core/resources/audio.ts";
import type { Session } from "../../../core/session/session.ts";
import type { PlayerLeaf } from "../../../core/topics/topics.ts";

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
  /**
   * In sentence case, without the player's name, which Home Assistant prepends. One that sets or shows a property is called as
   * the property by default; any other as its key says.
   */
  readonly name?: string;
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

/** The facts that decide what a player offers. */
export type OfferingPlayer = Pick<Session, "player" | "operations" | "profile" | "config">;

export interface PlayerEntity extends Entity<PlayerLeaf> {
  readonly resource: ResourceName | undefined;
  readonly otherResource?: ResourceName;
  readonly worksWithPlug?: true;
  /** Whether a player that supports the resource has it; every one does if undefined. */
  readonly isOffered?: (session: OfferingPlayer) => boolean;
  readonly selector?: Selector;
  readonly control?: ControlName;
  readonly film?: FilmList;
  readonly range?: "screenBrightness" | "knobBrightness";
  readonly picture?: PictureName;
  readonly list?: ChoiceListName | "zooms" | "playModes" | "apps" | "musicPresets";
  /** The entity is unavailable while this text is empty. */
  readonly neededLeaf?: PlayerLeaf;
}

/** The components of a device: Home Assistant's name for entities in a discovery payload. */
export type Components = Readonly<Record<string, JsonObject>>;

/** A component with only a platform tells Home Assistant to remove the entity. */
export function isTombstone(component: JsonObject): boolean {
  return Object.keys(component).length === 1;
}

export function componentsOf(payload: JsonObject | undefined): Components | undefined {
  const components = asObject(payload?.["components"]);
  if (components === undefined) return undefined;
  return Object.values(components).every((component) => asObject(component) !== undefined)
    ? // `every` narrows an array, not the record whose values it holds.
      (components as Components)
    : undefined;
}

import { ownerOf, properties, type ResourceLeaf, resourceLeaves } from "../../../core/resources/player.ts";
import type { ResourceName } from "../../../core/resources/player.ts";
import type { PropertyFacts } from "../../../core/resources/property.ts";
import type { PlayerEntity } from "./entity.ts";
import * as templates from "./templates.ts";

/** The key where it is not that of the topic, a name of its own, and the icon. Keys never change. */
const looks: Readonly<
  Partial<Record<ResourceLeaf, Partial<Pick<PlayerEntity, "key" | "name" | "icon" | "isDisabledByDefault">>>>
> = {
  "video/resolution": { icon: "mdi:monitor-screenshot", isDisabledByDefault: true },
  "video/codec": { icon: "mdi:file-video" },
  "video/output": { key: "display_output", icon: "mdi:hdmi-port" },
  // The selections in the player's own words.
  "video/audio-track": {
    key: "audio_track",
    name: "Audio track details",
    icon: "mdi:account-voice",
    isDisabledByDefault: true,
  },
  "video/subtitle": {
    key: "subtitle",
    name: "Subtitle details",
    icon: "mdi:subtitles",
    isDisabledByDefault: true,
  },
  "video/play-mode": { key: "play_mode", icon: "mdi:repeat" },
  "video/zoom": { key: "zoom", icon: "mdi:magnify" },
  "music/source": { icon: "mdi:music-box" },
};

/** Properties without an entity: another one or the media player shows them, or they would fill the recorder. */
const withoutEntity: ReadonlySet<ResourceLeaf> = new Set([
  "firmware/latest",
  "video/status",
  "video/details",
  "video/picture",
  "video/backdrop",
  "music/actions",
  "music/picture",
  "music/station",
  "music/pass-through",
  "volume/level",
  "group/mute",
  "note",
]);

const valueKinds: ReadonlySet<PropertyFacts["kind"]> = new Set(["text", "number", "flag", "choice"]);

/** An entity for each property that no row below shows and that needs nothing special: a sensor by its kind and category. */
export function plainEntities(rows: readonly PlayerEntity[]): readonly PlayerEntity[] {
  const shown: ReadonlySet<string | undefined> = new Set(
    rows.flatMap(({ state, attributes }) => [state?.leaf, attributes?.leaf]),
  );
  return resourceLeaves.flatMap((leaf) => {
    const resource = ownerOf(leaf);
    const isPlain = valueKinds.has(properties[leaf].kind) && !withoutEntity.has(leaf) && !shown.has(leaf);
    return isPlain && resource !== undefined ? [plainEntity(leaf, resource)] : [];
  });
}

function plainEntity(leaf: ResourceLeaf, resource: ResourceName): PlayerEntity {
  const { kind, unit, words, category } = properties[leaf];
  return {
    key: leaf.replaceAll(/[/-]/g, "_"),
    ...looks[leaf],
    resource,
    platform: kind === "flag" ? "binary_sensor" : "sensor",
    ...((category === "diagnostic" || category === "rare") && { isDiagnostic: true }),
    ...(category === "rare" && { isDisabledByDefault: true }),
    isOffered: ({ profile }) => profile.missingTopics?.has(leaf) !== true,
    ...stateOf(leaf, kind, unit, words),
  };
}

function stateOf(
  leaf: ResourceLeaf,
  kind: PropertyFacts["kind"],
  unit: PropertyFacts["unit"],
  words: PropertyFacts["words"],
): Pick<PlayerEntity, "state" | "details"> {
  if (kind === "flag") {
    const template = templates.wordState(["on", "off"]);
    return { state: { leaf, template }, details: { payload_on: "on", payload_off: "off" } };
  }
  if (kind === "number") {
    const details = unit === undefined ? {} : { details: { unit_of_measurement: unit } };
    return { state: { leaf, template: templates.numberState }, ...details };
  }
  if (words === undefined) return { state: { leaf, template: templates.textState } };
  // `unknown` is not listed, since it means no state to Home Assistant.
  const options = words.filter((word) => word !== "unknown");
  return {
    state: { leaf, template: templates.wordState(options) },
    details: { device_class: "enum", options },
  };
}

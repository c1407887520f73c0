import type { PlayerProfile } from "../core/session/family-rules.ts";
import { extraLeaves } from "../core/resources/player.ts";
import { withoutSecrets } from "../lib/addresses.ts";
import type { DeclaredOperation } from "./declared-operations.ts";
import {
  type Family,
  type FamilySetting,
  familySettings,
  type PlayerOptions,
  type QueueView,
} from "./family.ts";
import { optionsFor } from "./recognize.ts";
import type { RecognizedPlayerOptions } from "./recognized-player.ts";

/** The settings of a player that its family uses, or that decide what the bridge uses of the family. */
interface PlayerSettings {
  readonly url: string;
  readonly psk?: string;
  readonly device: { readonly pathPrefix: string; readonly timeoutMs: number; readonly maxBodyBytes: number };
  readonly queue: Omit<QueueView, "maxPayloadBytes">;
  readonly controls: {
    readonly experimental: boolean;
    readonly raw: readonly string[];
    readonly paths: Readonly<Partial<Record<string, string>>>;
    readonly wakeAddress: string;
  };
  readonly operations?: readonly DeclaredOperation[];
  readonly publish: { readonly settings: readonly string[] | "all"; readonly positionIntervalMs: number };
}

export function reachOf({ url, psk, device, queue }: PlayerSettings, maxPayloadBytes: number): PlayerOptions {
  return { url, psk, ...device, queue: { ...queue, maxPayloadBytes } };
}

/** The same with everything that its owner has set. */
export function optionsOf(
  player: PlayerSettings,
  maxPayloadBytes: number,
): PlayerOptions & Pick<RecognizedPlayerOptions, "wakeAddress"> {
  const { controls, publish, operations } = player;
  return {
    ...reachOf(player, maxPayloadBytes),
    usesUnverified: controls.experimental,
    paths: controls.paths,
    settingTags: publish.settings,
    ...(operations !== undefined && { operations }),
    positionIntervalMs: publish.positionIntervalMs,
    wakeAddress: controls.wakeAddress,
  };
}

/** What follows if the player is one of this family. */
export function profileOf(player: PlayerSettings, family: Family): PlayerProfile {
  const { controls, publish, operations = [] } = player;
  const { name, rules, resources, calls, extraTopics, browses, settings, unverified } = family;
  return {
    family: name,
    address: withoutSecrets(optionsFor(player, family).url),
    rules,
    // These are the owner's own, whatever the family has.
    resources: [...resources, "declared"],
    calls: [...calls, "setDeclared", "getPath"],
    missingTopics: extraLeaves.filter((leaf) => !extraTopics.includes(leaf)),
    browses: new Map(
      browses.map((one) => [one, controls.experimental || !unverified.browses.includes(one) ? "on" : "off"]),
    ),
    withoutOperations: [
      ...(controls.experimental ? [] : unverified.calls),
      ...(controls.raw.length === 0 ? (["getPath"] as const) : []),
    ],
    withoutResources: [
      ...(controls.experimental ? [] : unverified.resources),
      ...(publish.settings.length === 0 ? (["settings"] as const) : []),
      ...(operations.length === 0 ? (["declared"] as const) : []),
    ],
    ignoredSettings: familySettingsOf(player).filter((setting) => !settings.includes(setting)),
  };
}

/** The settings of a player that not every family has, as far as they are set. */
function familySettingsOf({ device, psk, controls, publish }: PlayerSettings): readonly FamilySetting[] {
  const isSet: Readonly<Record<FamilySetting, boolean>> = {
    pathPrefix: device.pathPrefix !== "auto",
    psk: psk !== undefined,
    "controls.paths": Object.keys(controls.paths).length > 0,
    "publish.settings": publish.settings.length > 0,
  };
  return familySettings.filter((setting) => isSet[setting]);
}

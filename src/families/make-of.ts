import type { Make } from "../core/session/family-rules.ts";
import { withoutSecrets } from "../lib/without-secrets.ts";
import { type Family, type FamilySetting, familySettings } from "./family.ts";
import { optionsFor } from "./recognise.ts";

/** The settings of a player that decide what the bridge uses of its family. */
interface PlayerSettings {
  readonly url: string;
  readonly pathPrefix: string;
  readonly psk?: string;
  readonly controls: { readonly experimental: boolean; readonly paths: object };
  readonly publish: { readonly settings: readonly string[] };
}

/** What follows if the player is one of this family. */
export function makeOf(player: PlayerSettings, family: Family): Make {
  const { controls, publish } = player;
  const { name, rules, resources, calls, settings, unverified } = family;
  return {
    family: name,
    address: withoutSecrets(optionsFor(player, family).url),
    rules,
    resources,
    calls,
    withoutOperations: controls.experimental ? [] : unverified.calls,
    withoutResources: [
      ...(controls.experimental ? [] : unverified.resources),
      ...(publish.settings.length === 0 ? (["settings"] as const) : []),
    ],
    ignoredSettings: familySettingsOf(player).filter((setting) => !settings.includes(setting)),
  };
}

/** The settings of a player that not every family has, as far as they are set. */
function familySettingsOf({ pathPrefix, psk, controls, publish }: PlayerSettings): readonly FamilySetting[] {
  const isSet: Readonly<Record<FamilySetting, boolean>> = {
    pathPrefix: pathPrefix !== "auto",
    psk: psk !== undefined,
    "controls.paths": Object.keys(controls.paths).length > 0,
    "publish.settings": publish.settings.length > 0,
  };
  return familySettings.filter((setting) => isSet[setting]);
}

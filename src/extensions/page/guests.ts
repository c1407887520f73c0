import { readAnnouncement } from "../../core/controls/announce.ts";
import { commandTargets } from "../../core/controls/command.ts";
import { properties } from "../../core/resources/player.ts";
import type { PropertyFacts } from "../../core/resources/property.ts";

/** The controls that guests may not set: those that outlast their visit, switch the player off or may do anything, and what the owner names. */
export function deniedToGuests(named: readonly string[]): ReadonlySet<string> {
  const facts: Readonly<Partial<Record<string, PropertyFacts>>> = properties;
  const lasting = commandTargets.filter((target) => facts[target]?.category === "setting");
  const denied = new Set<string>(["power", "sleep", "settings", "raw", ...lasting, ...named]);
  // One volume has several controls.
  for (const control of ["volume", "mute"] as const)
    if (denied.has(control)) for (const one of sameAs[control]) denied.add(one);
  return denied;
}

const sameAs = { volume: ["volume/level", "group/volume"], mute: ["group/mute"] } as const;
/** The keys of the remote control that do what a control does. */
const keysOf = { power: /power/i, volume: /vol/i, mute: /mute/i } as const;

/** The control that a command would set although it is denied. */
export function deniedControl(
  denied: ReadonlySet<string>,
  target: string,
  request: string,
): string | undefined {
  // Each setting of a player has a topic of its own.
  const control = target.startsWith("settings/") ? "settings" : target;
  if (denied.has(control)) return control;
  // An announcement has a volume of its own.
  const hasVolume = control === "announce" && readAnnouncement(request)?.volume !== undefined;
  if (hasVolume && denied.has("volume")) return "volume";
  const byKey = Object.entries(keysOf).find(([one, keys]) => denied.has(one) && keys.test(request));
  return control === "key" ? byKey?.[0] : undefined;
}

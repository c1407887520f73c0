import { commandTargets } from "../../core/controls/command.ts";
import { properties } from "../../core/resources/player.ts";
import type { PropertyFacts } from "../../core/resources/property.ts";

/** The controls that guests may not set: those that outlast their visit or end everybody's, and what the owner names. */
export function deniedToGuests(named: readonly string[]): ReadonlySet<string> {
  const facts: Readonly<Partial<Record<string, PropertyFacts>>> = properties;
  const lasting = commandTargets.filter((target) => facts[target]?.category === "setting");
  return new Set(["power", "settings", ...lasting, ...named]);
}

/** The control that a command would set although it is denied. A remote control has keys for power, too. */
export function deniedControl(
  denied: ReadonlySet<string>,
  target: string,
  request: string,
): string | undefined {
  // Each setting of a player has a topic of its own.
  const control = target.startsWith("settings/") ? "settings" : target;
  if (control === "key" && /power/i.test(request)) return "power";
  return denied.has(control) ? control : undefined;
}

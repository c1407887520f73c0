import type { KnownPlayer } from "../controls/known-player.ts";
import { type ResourceName, resourceNames, resourceOf } from "../resources/player.ts";
import { type PartOf, wasRequested } from "../resources/resource.ts";
import type { Session } from "./session.ts";

/**
 * The parts whose fields are compared. Player, resources and operations are compared below; identity check and schedule say
 * when and how the player is asked, which nothing shows.
 */
const comparedParts = [
  "profile",
  "config",
  "bridge",
  "memory",
  "presence",
  "pending",
] as const satisfies readonly (keyof Session & keyof KnownPlayer)[];

/** The name of a part of a player's state that may differ between two states. */
export type ChangedPart = PartOf<KnownPlayer> | `${ResourceName}.support`;

/**
 * The names of the parts that differ between two states. A resource differs if a field that a topic reads differs, or its
 * support does. When requests were made and are due does not count, except that one was made at all, so the set is empty after
 * an unchanged poll: everything that is published or logged is the same then.
 */
export function changedParts(before: KnownPlayer, after: KnownPlayer): ReadonlySet<ChangedPart> {
  const parts = new Set<ChangedPart>();
  for (const part of comparedParts)
    if (before[part] !== after[part]) addFields(parts, part, differingFields(before[part], after[part]));
  if (before.operations !== after.operations) parts.add("operations");
  for (const name of resourceNames) {
    const older = shownValue(before, name);
    const newer = shownValue(after, name);
    const [was, is] = [before.resources[name], after.resources[name]];
    const hasOtherSupport = was.support !== is.support || wasRequested(was) !== wasRequested(is);
    if (hasOtherSupport) parts.add(`${name}.support`);
    if (hasOtherSupport || (older === undefined) !== (newer === undefined)) parts.add(name);
    if (older === newer) continue;
    const fields = differingFields(older, newer);
    addFields(parts, name, fields);
    const unpublished: readonly string[] = resourceOf(name).unpublished ?? [];
    if (fields.some((field) => !unpublished.includes(field))) parts.add(name);
  }
  return parts;
}

function addFields(parts: Set<ChangedPart>, part: string, fields: readonly string[]): void {
  for (const field of fields) parts.add(`${part}.${field}` as ChangedPart);
}

function shownValue({ player, resources }: KnownPlayer, name: ResourceName): object | undefined {
  return resources[name].unanswered?.isLost === true ? undefined : player[name];
}

/** The names of the fields that differ between two values, either of which may be missing. */
function differingFields(before: object = {}, after: object = {}): string[] {
  type Fields = Readonly<Record<string, unknown>>;
  const [older, newer] = [before as Fields, after as Fields];
  const fields: string[] = [];
  // Nothing is copied, since a film has another position at each poll.
  for (const field in newer) if (older[field] !== newer[field]) fields.push(field);
  for (const field in older) if (!(field in newer)) fields.push(field);
  return fields;
}

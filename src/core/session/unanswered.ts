import type { KnownPlayer } from "../controls/known-player.ts";
import { type ResourceName, resourceNames } from "../resources/player.ts";
import { type Moment, type Session, withResource } from "./session.ts";

/** Reads of a resource in a row without an answer, of a player that answers others, until this is reported. */
const failuresUntilUnanswered = 3;
/** After this long, the last values are no longer true. */
const unknownAfterMs = 60_000;

/** The resources that the player does not answer, although it answers others. */
export function unansweredResources({
  presence,
  resources,
}: Pick<Session, "presence" | "resources">): readonly ResourceName[] {
  if (presence.availability !== "online") return [];
  return resourceNames.filter(
    (name) => (resources[name].unanswered?.failures ?? 0) >= failuresUntilUnanswered,
  );
}

/** Whether one more read without an answer is to be reported. */
export function becomesUnanswered({ presence, resources }: Session, name: ResourceName): boolean {
  const failures = (resources[name].unanswered?.failures ?? 0) + 1;
  return presence.availability === "online" && presence.failures === 0 && failures >= failuresUntilUnanswered;
}

/** A read got no answer. After some, the value is lost; who the player is does not get old. */
export function withUnansweredRead(before: Session, after: Session, name: ResourceName, at: Moment): Session {
  const { now } = at;
  const last = before.resources[name].unanswered ?? { since: now, failures: 0, isLost: false };
  const isOld = becomesUnanswered(before, name) && now - last.since >= unknownAfterMs && name !== "model";
  const unanswered = { ...last, failures: last.failures + 1, isLost: last.isLost || isOld };
  return withResource(after, name, { unanswered });
}

/**
 * The player without the values that are not shown any more. They stay in the session, since they say what the player has, and a
 * command reads them before it uses them.
 */
export function withoutLostValues<Known extends Pick<KnownPlayer, "player" | "resources">>(
  known: Known,
): Known {
  const lost = resourceNames.filter((name) => known.resources[name].unanswered?.isLost === true);
  if (lost.length === 0) return known;
  const kept = Object.entries(known.player).filter(([name]) => !lost.some((one) => one === name));
  return { ...known, player: Object.fromEntries(kept) };
}

/** The player was away: what it did not answer then says nothing about now. */
export function withoutUnanswered(session: Session): Session {
  return resourceNames
    .filter((name) => session.resources[name].unanswered !== undefined)
    .reduce((part, name) => withResource(part, name, { unanswered: undefined }), session);
}

import { resourceNames } from "../resources/resource.ts";
import type { Session } from "../session/session.ts";

/**
 * Whether nobody can tell two states of a player apart who looks at it from outside: all that differs is what is asked
 * next, and when. So it is after nearly every event, since most polls bring nothing new; they cost a few comparisons.
 */
export function showsTheSame(before: Session, after: Session): boolean {
  return (
    before.player === after.player &&
    before.availability === after.availability &&
    before.failures === after.failures &&
    before.failure === after.failure &&
    before.shownPosition === after.shownPosition &&
    before.seenPosition === after.seenPosition &&
    before.shownMusicPosition === after.shownMusicPosition &&
    before.operations === after.operations &&
    before.listedFor === after.listedFor &&
    before.asked === after.asked &&
    before.pagesKnown === after.pagesKnown &&
    (before.resources === after.resources ||
      resourceNames.every((name) => before.resources[name].support === after.resources[name].support))
  );
}

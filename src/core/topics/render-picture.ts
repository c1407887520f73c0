import { type Message, type Payload, retained } from "./message.ts";
import { pictureAtHand } from "../resources/picture.ts";
import type { Session } from "../session/session.ts";
import { playerTopic } from "./topics.ts";

/** The topics of the picture itself. */
export const pictureLeaves = ["music/picture/data", "music/picture/type"] as const;

/**
 * The messages of the picture, apart from all others since its bytes are no text; without a previous session the
 * snapshot. Its type says that there is one, so it comes last and goes first.
 */
export function renderPicture(
  { base, id }: { readonly base: string; readonly id: string },
  previous: Session | undefined,
  next: Session,
  largestBytes: number,
): Message<Payload>[] {
  const picture = pictureAtHand(next);
  if (previous !== undefined && pictureAtHand(previous) === picture) return [];
  const shown = picture !== undefined && picture.bytes.byteLength <= largestBytes ? picture : undefined;
  // Nobody waits for it, and it is large.
  const said = (leaf: (typeof pictureLeaves)[number], payload: Payload): Message<Payload> => ({
    ...retained(playerTopic(base, id, leaf), payload),
    lowPriority: true,
  });
  const data = said("music/picture/data", shown?.bytes ?? "");
  const type = said("music/picture/type", shown?.type ?? "");
  return shown === undefined ? [type, data] : [data, type];
}

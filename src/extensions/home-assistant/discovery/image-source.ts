import type { JsonObject } from "../../../core/resources/json.ts";
import type { Session } from "../../../core/session/session.ts";
import { playerTopic } from "../../../core/topics/topics.ts";
import { type Owner, availableWith } from "./player-availability.ts";

/** A URL on this machine that refuses at once; a missing picture causes no request to another host. */
const refusingUrl = "http://127.0.0.1:9/";

/**
 * Where Home Assistant finds the picture: at the broker if it is published, else at the player. Without a picture the
 * entity is unavailable, but Home Assistant still logs an error unless the value is a URL.
 */
export function imageSource(
  owner: Owner,
  { maxPictureBytes, requestedPicture }: Pick<Session, "maxPictureBytes" | "requestedPicture">,
): JsonObject {
  const topicOf = (leaf: Parameters<typeof playerTopic>[2]): string =>
    playerTopic(owner.base, owner.id, leaf);
  if (maxPictureBytes === 0) {
    return {
      ...availableWith(owner, "music/picture"),
      url_topic: topicOf("music/picture"),
      url_template: `{{ value or "${refusingUrl}" }}`,
    };
  }
  return {
    ...availableWith(owner, "music/picture/type"),
    image_topic: topicOf("music/picture/data"),
    ...(requestedPicture?.lastType !== undefined && { content_type: requestedPicture.lastType }),
  };
}

import type { JsonObject } from "../../../core/resources/json.ts";
import type { PictureName } from "../../../core/resources/picture.ts";
import type { Session } from "../../../core/session/session.ts";
import { playerTopic } from "../../../core/topics/topics.ts";
import { type Owner, availableWith } from "./player-availability.ts";

/** A URL on this machine that refuses at once; a missing picture causes no request to another host. */
const refusingUrl = "http://127.0.0.1:9/";

/** The topics of the addresses. */
const leaves = { cover: "music/picture", poster: "video/picture", backdrop: "video/backdrop" } as const;

/**
 * Where Home Assistant finds the picture: at the broker if it is published, else at the player. Without a picture the
 * entity is unavailable, but Home Assistant still logs an error unless the value is a URL.
 */
export function imageSource(
  owner: Owner,
  { maxPictureBytes, requestedPictures }: Pick<Session, "maxPictureBytes" | "requestedPictures">,
  name: PictureName,
): JsonObject {
  const topicOf = (one: Parameters<typeof playerTopic>[2]): string => playerTopic(owner.base, owner.id, one);
  const leaf = leaves[name];
  const lastType = requestedPictures[name]?.lastType;
  if (maxPictureBytes === 0) {
    return {
      ...availableWith(owner, leaf),
      url_topic: topicOf(leaf),
      url_template: `{{ value or "${refusingUrl}" }}`,
    };
  }
  return {
    ...availableWith(owner, `${leaf}/type`),
    image_topic: topicOf(`${leaf}/data`),
    ...(lastType !== undefined && { content_type: lastType }),
  };
}

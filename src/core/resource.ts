/** The parts of a player that are read, in the order in which a new player is asked for them. */
export const resourceNames = ["model", "audio", "video", "playlist", "queue"] as const;

/** One part of a player that is read by one request. */
export type ResourceName = (typeof resourceNames)[number];

/** The resources read on a schedule; the model is asked for once at each (re)appearance of the player. */
export const polledResourceNames = ["audio", "video", "playlist", "queue"] as const;

/** A resource with a cron schedule. */
export type PolledResourceName = (typeof polledResourceNames)[number];

/** Builds a table with one value for each resource. */
export function forEachResource<T>(make: (name: ResourceName) => T): Record<ResourceName, T> {
  return {
    model: make("model"),
    audio: make("audio"),
    video: make("video"),
    playlist: make("playlist"),
    queue: make("queue"),
  };
}

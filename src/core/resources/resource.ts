/** The parts of a player that are read, in the order in which a new player is asked for them. */
export const resourceNames = [
  "model",
  "audio",
  "video",
  "playlist",
  "queue",
  "state",
  "power",
  "subtitles",
  "audioTracks",
] as const;

/** One part of a player that is read by one request. */
export type ResourceName = (typeof resourceNames)[number];

/**
 * The resources read on a schedule. Of the others, the model and the power options are asked for once at each
 * (re)appearance of the player, and the tracks of a film with each film.
 */
export const polledResourceNames = ["audio", "video", "playlist", "queue", "state"] as const;

/** A resource with a cron schedule. */
export type PolledResourceName = (typeof polledResourceNames)[number];

/** What somebody who asks for everything wants to know: the model does not change while the player is there. */
export const refreshedResourceNames = [...polledResourceNames, "power"] as const;

/** What a film offers to choose from: it belongs to the film, and is read anew with the next one. */
export const filmResourceNames = ["subtitles", "audioTracks"] as const;

/** Builds a table with one value for each resource. */
export function forEachResource<T>(make: (name: ResourceName) => T): Record<ResourceName, T> {
  return {
    model: make("model"),
    audio: make("audio"),
    video: make("video"),
    playlist: make("playlist"),
    queue: make("queue"),
    state: make("state"),
    power: make("power"),
    subtitles: make("subtitles"),
    audioTracks: make("audioTracks"),
  };
}

// Generated from the topics of the resources by npm run docs.

/** Topics of a player that are always numbers; empty means unknown. */
export const numberTopics: ReadonlySet<string> = new Set([
  "video/duration",
  "video/position",
  "video/fps",
  "music/position",
  "music/duration",
  "music/queue/total",
  "display/brightness",
  "display/knob",
  "group/volume",
  "battery",
  "volume",
  "volume/level",
  "sleep",
]);

/** Every retained topic of a player, as the contract lists them. */
export const contract = [
  "availability",
  "info",
  ...["input", "input/name", "input/options"].map((leaf) => `audio/${leaf}`),
  ...["output", "output/name", "output/options", "output/info"].map((leaf) => `audio/${leaf}`),
  ...["state", "status", "position", "title", "duration", "resolution", "fps", "codec"].map(
    (leaf) => `video/${leaf}`,
  ),
  ...["output", "audio-track", "subtitle", "play-mode", "zoom"].map((leaf) => `video/${leaf}`),
  ...["playlist", "playlist/current"].map((leaf) => `video/${leaf}`),
  ...["picture", "backdrop", "details"].map((leaf) => `video/${leaf}`),
  ...["queue", "queue/total", "queue/pages/0", "queue/pages/1"].map((leaf) => `music/${leaf}`),
  ...["title", "artist", "album"].map((leaf) => `music/${leaf}`),
  ...[
    "state",
    "source",
    "position",
    "duration",
    "mode",
    "track",
    "picture",
    "picture/data",
    "picture/type",
  ].map((leaf) => `music/${leaf}`),
  ...["audio-track", "subtitle"].flatMap((list) => [`video/${list}/options`, `video/${list}/name`]),
  ...["volume", "volume/level", "volume/range", "mute", "power", "power/options", "power/waking"].toSorted(),
];

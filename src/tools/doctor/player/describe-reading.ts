import type { Reading } from "../../../core/resources/player.ts";
import type { ResourceName } from "../../../core/resources/resource.ts";

/** Names of the resources for people. */
export const familyNames: Readonly<Record<ResourceName, string>> = {
  model: "model",
  audio: "inputs and outputs",
  video: "video",
  playlist: "playlist",
  queue: "music queue",
  state: "music state",
  power: "power options",
  subtitles: "subtitles",
  audioTracks: "audio tracks",
};

/** Summarizes a reading in a few words. */
export function describeReading(reading: Reading): string {
  switch (reading.resource) {
    case "model": {
      const { model, firmware } = reading.value;
      return [model ?? "a player of unknown model", firmware].filter(Boolean).join(", firmware ");
    }
    case "audio": {
      const { input, output } = reading.value;
      return `input ${input.current?.tag ?? "unknown"} of ${input.entries.length}, output ${output.current?.tag ?? "unknown"} of ${output.entries.length}`;
    }
    case "video": {
      const { state, title } = reading.value;
      return title === "" ? `video ${state}` : `video ${state} '${short(title)}'`;
    }
    case "playlist":
      return `playlist of ${reading.value.size}`;
    case "queue": {
      const { total, title } = reading.value;
      return title === "" ? `queue of ${total}` : `queue of ${total} with '${short(title)}'`;
    }
    case "state": {
      const { playing, source, track } = reading.value;
      return `music ${playing} (${source})${track.title === "" ? "" : ` '${short(track.title)}'`}`;
    }
    case "power":
      return `${reading.value.length} ${familyNames.power} (${reading.value.map(({ tag }) => tag).join(", ")})`;
    case "subtitles":
    case "audioTracks":
      return `${familyNames[reading.resource]}: ${reading.value.length}`;
  }
}

const longest = 40;

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

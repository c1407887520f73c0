import { type Reading, resourceOf } from "../../../core/resources/player.ts";

/** Summarizes a reading in a few words. */
export function describeReading(reading: Reading): string {
  const { title } = resourceOf(reading.resource);
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
      const { state, title: film } = reading.value;
      return film === "" ? `video ${state}` : `video ${state} '${short(film)}'`;
    }
    case "playlist":
      return `playlist of ${reading.value.size}`;
    case "queue": {
      const { total, title: song } = reading.value;
      return song === "" ? `queue of ${total}` : `queue of ${total} with '${short(song)}'`;
    }
    case "music": {
      const { playing, source, track } = reading.value;
      return `music ${playing} (${source})${track.title === "" ? "" : ` '${short(track.title)}'`}`;
    }
    case "power":
      return `${reading.value.length} ${title} (${reading.value.map(({ tag }) => tag).join(", ")})`;
    case "subtitles":
    case "audioTracks":
      return `${title}: ${reading.value.length}`;
    default:
      return title;
  }
}

const longest = 40;

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

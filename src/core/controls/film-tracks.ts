import type { FilmTrack, VideoStatus } from "../player.ts";
import { act } from "./act.ts";
import { type Control, defineControl, failed, quote, rejected, unchanged } from "./control.ts";

/** What differs between subtitles and audio tracks. */
interface FilmChoice {
  readonly list: "subtitles" | "audioTracks";
  readonly operation: "setSubtitle" | "setAudioTrack";
  readonly noun: string;
  readonly wanted: string;
  readonly currentOf: (video: VideoStatus) => number | undefined;
  readonly extra: readonly FilmTrack[];
}

/** Off is a choice too, and stands in no player's list. */
export const noSubtitle: FilmTrack = { index: 0, title: "off" };

/** Chooses the subtitle of the film. */
export const subtitleControl = choose({
  list: "subtitles",
  operation: "setSubtitle",
  noun: "subtitle",
  wanted: "the index of a subtitle, its title, or off",
  currentOf: ({ subtitleIndex }) => subtitleIndex,
  extra: [noSubtitle],
});

/** Chooses the audio track of the film. */
export const audioTrackControl = choose({
  list: "audioTracks",
  operation: "setAudioTrack",
  noun: "audio track",
  wanted: "the index of an audio track, or its title",
  currentOf: ({ audioTrackIndex }) => audioTrackIndex,
  extra: [],
});

function choose({ list, operation, noun, wanted, currentOf, extra }: FilmChoice): Control {
  return defineControl({
    what: `choice of ${noun}`,
    field: "value",
    wanted,
    family: list,
    operations: [operation],
    fresh: ["video"],
    told: [list],
    read: (request) => request,
    decide: (request, { player }) => {
      const { video } = player;
      const told = player[list];
      if (video === undefined || told === undefined)
        return failed(`the player has not told what ${noun}s there are`);
      if (video.state === "idle") return rejected("no video plays");
      const tracks = [...extra, ...told.filter(({ index }) => !extra.some((one) => one.index === index))];
      const found = find(tracks, request);
      if (found === undefined) {
        const offered = tracks.map(({ index, title }) => `${index} ${title}`).join(", ");
        return rejected(`unknown ${noun}: there is no ${quote(request)}, the film has ${offered || "none"}`);
      }
      const { index } = found;
      if (currentOf(video) === index) return unchanged;
      return act(
        { operation, index },
        {
          proof: "video",
          isShown: (session) =>
            session.player.video !== undefined && currentOf(session.player.video) === index,
          shown: (session) =>
            `${noun} ${session.player.video === undefined ? "unknown" : currentOf(session.player.video)}`,
        },
      );
    },
  });
}

function find(tracks: readonly FilmTrack[], request: string): FilmTrack | undefined {
  const lower = request.toLowerCase();
  const alike = tracks.filter(({ title }) => title.toLowerCase() === lower);
  return (
    tracks.find(({ index }) => String(index) === request) ??
    tracks.find(({ title }) => title === request) ??
    (alike.length === 1 ? alike[0] : undefined)
  );
}

import { describe, expect, it } from "vitest";
import { idleVideo } from "../../../src/core/resources/video.ts";
import type { ResourceName, Reading } from "../../../src/core/resources/player.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { audio, film as aFilm, music, playlist, queue } from "../sample-player.ts";
import { after, answered, settled } from "../samples.ts";
import type { SessionFields } from "../session-with.ts";

const film = (change: Partial<typeof aFilm> = {}): Reading => ({
  resource: "video",
  value: { ...aFilm, ...change },
});
const listed = (change: Partial<typeof playlist> = {}): Reading => ({
  resource: "playlist",
  value: { ...playlist, ...change },
});
const queued = (change: Partial<typeof queue> = {}): Reading => ({
  resource: "queue",
  value: { ...queue, ...change },
});
const routed = (...tags: Parameters<typeof audio>): Reading => ({ resource: "audio", value: audio(...tags) });
/** Music without a change mark. */
const playing = (change: Partial<MusicState>): Reading => ({
  resource: "music",
  value: { ...music, queueStamp: undefined, ...change },
});
const before = (change: Partial<MusicState>) => ({ player: { music: { ...music, ...change } } });
const processed = (change: object): Partial<MusicState> => {
  const { sound } = music;
  return { sound: sound && { ...sound, processing: { ...sound.processing, ...change } } };
};
const ofFilm = ["subtitles", "audioTracks", "filmArt", "zooms", "playModes"] as const;

/** The resources that are due at once after a reading. */
function dueAfter(reading: Reading, session: Session = settled()): ResourceName[] {
  const next = after(session, [5000, answered(reading.resource, { kind: "reading", reading })]);
  // What comes after others is due a millisecond later.
  return (Object.keys(next.resources) as ResourceName[]).filter((name) =>
    [5000, 5001].includes(next.resources[name].dueAt),
  );
}

describe("dependent resources are read at once after a change", () => {
  it.each<[string, Reading, ResourceName[], SessionFields?]>([
    [
      "the film from another entry of the playlist",
      listed({ currentIndex: 0, currentTitle: "One" }),
      ["video"],
    ],
    ["nothing from the same entry", listed({ size: 3 }), []],
    ["the track from another entry of the queue", queued({ current: 0 }), ["music"]],
    ["nothing from the same track of a longer queue", queued({ total: 3 }), []],
    ["film and music from another input", routed("EARC"), ["video", "music"]],
    ["the volume from another output", routed("XMOS", "RCA"), ["music"]],
    ["the volume from an unknown output", routed("XMOS", "none"), ["music"]],
    [
      "the queue from another track, where the player has no change mark",
      playing({ track: { ...music.track, key: "another" } }),
      ["queue"],
    ],
    [
      "the inputs from another source, where the player has no mark for them",
      playing({ source: "network" }),
      ["audio"],
    ],
    ["nothing from the same track without a change mark", playing({ positionSeconds: 31 }), []],
    ["the inputs where something is only passed through", playing({ isPassThrough: true }), ["audio"]],
    [
      "the queue from music that begins without a change mark",
      playing({}),
      ["video", "queue"],
      before({ playing: "idle" }),
    ],
    [
      "the inputs and the DSP profiles from another mark of the inputs",
      playing({ routingMark: "1" }),
      ["audio", "dspProfiles"],
    ],
    [
      "nothing from the same mark of the inputs",
      playing({ routingMark: "1", source: "network" }),
      [],
      { player: { music: { ...music, routingMark: "1" } }, routingMark: "1" },
    ],
    ["the DSP profiles from another DSP", playing(processed({ dsp: false })), ["dspProfiles"]],
    ["the DSP profiles from another EQ", playing(processed({ eq: true })), ["dspProfiles"]],
    ["nothing from another subwoofer", playing(processed({ subwoofer: true })), []],
    ["nothing from a sound that is no longer told", playing({ sound: undefined }), []],
    ["the DSP profiles from the first sound", playing({}), ["dspProfiles"], before({ sound: undefined })],
    ["nothing from music that still rests", playing({ playing: "idle" }), [], before({ playing: "idle" })],
    [
      "what belongs to a film and its place in the playlist from another film",
      film({ key: "other" }),
      ["playlist", ...ofFilm],
    ],
    ["what belongs to it from the first film", film(), [...ofFilm], { player: {} }],
    ["nothing from the same film", film({ positionSeconds: 61 }), []],
    [
      "playlist and music from the end of a film",
      { resource: "video", value: idleVideo },
      ["playlist", "music"],
    ],
  ])("%s", (_name, reading, due, change) => {
    expect(dueAfter(reading, settled(change))).toEqual(due);
  });

  it.each<[Reading, Session["memory"]["lastPlayed"]]>([
    [playing({}), "music"],
    [playing({ playing: "paused" }), undefined],
    [film(), "video"],
    [film({ state: "paused" }), undefined],
  ])("what played last is known after %j", (reading, expected) => {
    const next = after(settled(), [5000, answered(reading.resource, { kind: "reading", reading })]);
    expect(next.memory.lastPlayed).toBe(expected);
  });

  it.each([routed(), listed(), queued()])(
    "but not from the first reading: all else is due anyway",
    (reading) => {
      const fresh = newSession(0);
      expect(dueAfter(reading, { ...fresh, resources: settled().resources })).toEqual([]);
    },
  );
});

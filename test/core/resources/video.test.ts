import { expect, it } from "vitest";
import { idleVideo, video, type VideoStatus } from "../../../src/core/resources/video.ts";
import { filmArt as resource } from "../../../src/core/resources/film-art.ts";
import { film, filmArt, unlimited } from "../sample-player.ts";

const nowhere = { lastPlayed: undefined, shownPosition: undefined, seenPosition: undefined };

function rangeOf(status: VideoStatus): unknown {
  return video.topics["video/range"].payload(status, { memory: nowhere }, unlimited);
}

it.each([
  // A capture of a player, and texts of simulated ones.
  ["3840x2160P @ 60Hz  RGB  8 Bits   DV(TV-LED)", "dolby-vision"],
  ["3840x2160P @ 24Hz  YUV422  12 Bits   HDR10", "hdr10"],
  ["1920x1080P @ 50Hz  RGB  8 Bits   SDR", "sdr"],
  ["3840x2160P @ 24Hz  YUV422  12 Bits   DV(Player-LED)", "dolby-vision"],
  ["3840x2160P @ 24Hz Dolby Vision", "dolby-vision"],
  ["3840x2160P @ 24Hz DolbyVision", "dolby-vision"],
  ["3840x2160P @ 24Hz  HDR10+", "hdr10"],
  ["3840x2160P @ 24Hz  HDR", "hdr10"],
  ["3840x2160P @ 24Hz  HLG", "unknown"],
  ["3840x2160P @ 24Hz  HDR Vivid", "unknown"],
  ["3840x2160P @ 24Hz  HDR 8 Bits Vivid", "unknown"],
  ["3840x2160P @ 60Hz", "unknown"],
  ["", "unknown"],
])("the dynamic range of %j is %s", (output, range) => {
  expect(rangeOf({ ...film, output })).toBe(range);
});

it("there is no dynamic range without a film", () => {
  expect(rangeOf({ ...idleVideo, output: "SDR" })).toBe("");
});

it("there is no poster, and nothing else of the library, without its film", () => {
  const { path } = filmArt;
  for (const topic of Object.values(resource.topics)) {
    for (const video of [{ ...film, path: "/films/other.mkv" }, { ...film, state: "idle" } as const])
      expect(topic.payload(filmArt, { player: { video } }, unlimited)).toBe("");
    expect(
      topic.payload({ ...filmArt, path: "" }, { player: { video: { ...film, path: "" } } }, unlimited),
    ).toBe("");
  }
  expect(
    resource.topics["video/picture"].payload(filmArt, { player: { video: { ...film, path } } }, unlimited),
  ).toBe(filmArt.picture);
});

import { describe, expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { trackFlags, trackNumbers, trackTexts } from "../../families/zidoo/payloads.ts";
import { ask, type Json, paths } from "../ask.ts";

// Written from the tables of the specification, not from the simulator.
const fields = {
  routing: "status inputData inputIndex outputData outputIndex outputInfo",
  input: "name historyName tag isEdit index icon selecticon",
  output: "name tag enable icon selecticon",
  outputInfo: "vidPid name format sampleRate infolist isConnect setUrl title option",
  infoEntry: "title value",
  playlist: "status size currentIndex playlist",
  playlistEntry: "title index",
  playStatus: "status video subtitle audio playMode zoom 3D",
  choice: "index information",
  stereo: "index information isMvc3D",
  queue: "id start count total array totalDuration canAddPlaylist",
};

const videoFields = {
  string: "title path formt filesize bitrate output subtitleInfo audioInfo",
  number: "status currentPosition duration width height fps",
};

const trackFields = { string: trackTexts, object: "artistIdList", number: trackNumbers, boolean: trackFlags };

function words(text: string): string[] {
  return text.split(/\s+/).sort();
}

function names(value: Json | undefined): string[] {
  return Object.keys(value ?? {}).sort();
}

function namesByType(value: Json | undefined): Record<string, string[]> {
  const types: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(value ?? {})) {
    types[typeof field] = [...(types[typeof field] ?? []), name].sort();
  }
  return types;
}

function byType(lists: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([type, list]) => [type, words(list)]));
}

describe("the preset video has every field of the specification and no other", () => {
  it("in the routing state", async () => {
    await using sim = await startSimulator();
    const { json } = await ask(sim, paths.list);
    expect(names(json)).toEqual(words(fields.routing));
    expect(names(json["inputData"]?.[0])).toEqual(words(fields.input));
    expect(names(json["outputData"]?.[0])).toEqual(words(fields.output));
    expect(names(json["outputInfo"])).toEqual(words(fields.outputInfo));
    expect(names(json["outputInfo"]?.["infolist"]?.[0])).toEqual(words(fields.infoEntry));
  });

  it("in the playlist", async () => {
    await using sim = await startSimulator();
    const { json } = await ask(sim, paths.playlist);
    expect(names(json)).toEqual(words(fields.playlist));
    expect(names(json["playlist"]?.[0])).toEqual(words(fields.playlistEntry));
  });

  it("in the playback status", async () => {
    await using sim = await startSimulator();
    const { json } = await ask(sim, paths.status);
    expect(names(json)).toEqual(words(fields.playStatus));
    expect(namesByType(json["video"])).toEqual(byType(videoFields));
    for (const part of ["subtitle", "audio", "playMode", "zoom"]) {
      expect(names(json[part])).toEqual(words(fields.choice));
    }
    expect(names(json["3D"])).toEqual(words(fields.stereo));
  });

  it("in the music queue, with the type each field has", async () => {
    await using sim = await startSimulator();
    const { json } = await ask(sim, paths.queue);
    expect(names(json)).toEqual(words(fields.queue));
    expect(json["array"]).toHaveLength(12);
    for (const track of json["array"] as unknown as readonly Json[]) {
      expect(namesByType(track)).toEqual(byType(trackFields));
    }
  });
});

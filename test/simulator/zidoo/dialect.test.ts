import { expect, it } from "vitest";
import { startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { trackFlags, trackNumbers, trackTexts } from "../../families/zidoo/payloads.ts";
import { ask, paths } from "../ask.ts";

/** The names of the fields, perhaps by the type of their values. */
type Fields = string | Readonly<Record<string, string>>;
const choice = "index information";

/** The fields of an answer, and of its parts, which may be entries of a list: from the tables of the specification. */
const answers: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  [paths.list]: {
    "": "status inputData inputIndex outputData outputIndex outputInfo",
    "inputData.0": "name historyName tag isEdit index icon selecticon",
    "outputData.0": "name tag enable icon selecticon",
    outputInfo: "vidPid name format sampleRate infolist isConnect setUrl title option",
    "outputInfo.infolist.0": "title value",
  },
  [paths.playlist]: { "": "status size currentIndex playlist", "playlist.0": "title index" },
  [paths.status]: {
    "": "status video subtitle audio playMode zoom 3D",
    video: {
      string: "title path formt filesize bitrate output subtitleInfo audioInfo",
      number: "status currentPosition duration width height fps",
    },
    subtitle: choice,
    audio: choice,
    playMode: choice,
    zoom: choice,
    "3D": "index information isMvc3D",
  },
  [paths.queue]: {
    "": "id start count total array totalDuration canAddPlaylist",
    "array.11": { string: trackTexts, object: "artistIdList", number: trackNumbers, boolean: trackFlags },
  },
};

it.each(Object.entries(answers))(
  "the preset video answers at %s with every field of the specification and no other",
  async (path, parts) => {
    await using sim = await startSimulator();
    const whole: unknown = (await ask(sim, path)).json;
    for (const [place, fields] of Object.entries(parts)) {
      const keys = place.split(".").filter(Boolean);
      const part = keys.reduce((inside, key) => (inside as Record<string, unknown>)[key], whole);
      const wanted =
        typeof fields === "string"
          ? fields.split(" ")
          : Object.entries(fields).flatMap(([type, names]) =>
              names.split(" ").map((name) => `${name} ${type}`),
            );
      const told = Object.entries(part as object).map(([name, value]) =>
        typeof fields === "string" ? name : `${name} ${typeof value}`,
      );
      expect([place, told.toSorted()]).toEqual([place, wanted.toSorted()]);
    }
  },
);

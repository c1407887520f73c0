import {
  anything,
  displayNames,
  json,
  levelTopics,
  musicPlayerTopics,
  oneOf,
  orderTopics,
  positionOf,
  presetTopics,
  problemsWith,
} from "../topic-rules.ts";
import type { Published, Topics } from "../topic-rules.ts";
import type { WiimHttpPlayer } from "./http-player.ts";
import { inputTags, type Wiim } from "./arbitrary.ts";
import { inputOf, isPassedThrough, orderOf } from "./model.ts";

/*
 * What must be on the topics of a player of LinkPlay's kind, from docs/topics.md and the state of the player alone.
 */

/** What is wrong with the topics of an online player; empty if all is right. */
export function problemsOf(player: WiimHttpPlayer, published: Published): string[] {
  return problemsWith(topicsOf(player, published), published);
}

function topicsOf(player: WiimHttpPlayer, published: Published): Topics {
  const { wiim, url, mac } = player;
  const about = { family: "wiim", model: "Random One", firmware: "Linkplay.4.8.1" };
  return {
    ...musicPlayerTopics({ ...about, address: url, mac }),
    ...levelTopics(wiim.level, wiim.isMuted),
    group: json({ role: "none", members: [] }),
    "group/volume": "",
    "group/mute": "",
    ...presetTopics(wiim.presets),
    ...routing(wiim, published),
    ...music(player),
  };
}

/** The inputs in the order in which they are told: by their bits. */
export function listedInputs({ dialect }: Wiim): readonly (keyof typeof names)[] {
  return inputTags.filter((tag) => dialect.inputs.includes(tag));
}

const names = {
  wifi: "Network",
  "line-in": "Line in",
  bluetooth: "Bluetooth",
  optical: "Optical",
  "co-axial": "Coaxial",
  HDMI: "HDMI",
  phono: "Phono",
};

function routing(wiim: Wiim, published: Published): Topics {
  const tag = inputOf(wiim);
  const listed = listedInputs(wiim);
  const { hasOutputs } = wiim.dialect;
  const outputs = displayNames(published, "output");
  return {
    "audio/input": tag,
    "audio/input/name": names[tag],
    "audio/input/options": json(listed.map((one) => ({ value: one, title: names[one] }))),
    "audio/output": hasOutputs ? wiim.output : "",
    "audio/output/name": hasOutputs ? (found) => oneOf(found, outputs) : "",
    // Which ones a model has is not told, so all usual ones are offered.
    "audio/output/options": hasOutputs ? json(["2", "1", "3"].map((value) => ({ value }))) : anything,
  };
}

function music(player: WiimHttpPlayer): Topics {
  const { wiim } = player;
  const { track, state, dialect } = wiim;
  const isInput = isPassedThrough(wiim);
  const isIdle = state === "stop";
  const { title = "", artist = "", album = "", seconds = 0 } = track ?? {};
  const texts = Object.entries({ title, artist, album }).filter(([, text]) => text !== "");
  return {
    "music/state": isIdle ? "idle" : state === "pause" ? "paused" : isInput ? "unknown" : "playing",
    "music/source": isInput ? "unknown" : inputOf(wiim) === "bluetooth" ? "bluetooth" : "network",
    "music/title": isIdle ? "" : title,
    "music/artist": isIdle ? "" : artist,
    "music/album": isIdle ? "" : album,
    "music/format": anything,
    "music/pass-through": isInput ? "on" : "off",
    "music/duration": isIdle || seconds === 0 ? "" : String(seconds),
    "music/position": positionOf(state, !isInput, player.seconds),
    ...orderTopics(isInput ? undefined : orderOf(wiim)),
    "music/actions": isIdle
      ? ""
      : json([
          "play",
          "pause",
          ...(isInput ? [] : ["next", "previous"]),
          ...(isInput || seconds === 0 ? [] : ["seek"]),
          "stop",
        ]),
    "music/track": isIdle ? "" : texts.length === 0 ? anything : json(Object.fromEntries(texts)),
    "music/picture": "",
    "sound/source":
      isIdle || !dialect.hasMeta || title === "" ? anything : json({ sampleRateHz: 44_100, bits: 16 }),
    // Nothing is told of its way.
    "sound/bit-perfect": anything,
  };
}

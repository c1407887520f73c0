import type { Simulator } from "../../src/tools/simulator/start-simulator.ts";
import { readRetained } from "../support/mqtt-client.ts";
import type { PlayerName } from "./schedule.ts";
import { settingsOf } from "./shown.ts";
import type { Stage } from "./stage.ts";

/** A difference from the truth, and the player it belongs to. */
export interface Difference {
  readonly who: PlayerName | "broker";
  readonly text: string;
}

/**
 * Compares all topics of all players with the truth, and checks that all players are polled; returns the differences.
 */
export async function differences(stage: Stage): Promise<Difference[]> {
  const topics = await readRetained(stage.broker.url, "player2mqtt/#");
  const wrong: Difference[] = [];
  const expect = (who: Difference["who"], topic: string, wanted: string): void => {
    const found = topics.get(`player2mqtt/${topic}`) ?? "";
    if (found === wanted) return;
    wrong.push({ who, text: `${topic} is ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}` });
  };
  expect("broker", "bridge/state", "online");
  for (const [id, simulator] of stage.players) {
    for (const [leaf, wanted] of Object.entries(truthOf(simulator))) expect(id, `${id}/${leaf}`, wanted);
    if (!stage.isAsked(id)) wrong.push({ who: id, text: `${id} is not asked any more` });
  }
  return wrong;
}

function truthOf({ player }: Simulator): Record<string, string> {
  const { audio, music, video, families, lacks } = player;
  const hasVideo = families.has("video");
  const settings = settingsOf(player);
  const ofState = (value: string | undefined): string => (lacks.has("getState") ? "" : (value ?? ""));
  return {
    availability: "online",
    "audio/input": audio.input?.tag ?? "",
    "audio/output": audio.output?.tag ?? "",
    "music/queue/total": String(music.entries.length),
    "music/state": ofState(stateOf(music.state)),
    "music/mode": ofState(settings["music/mode"]),
    "volume/level": ofState(settings["volume/level"]),
    mute: ofState(settings.mute),
    "music/title": music.current?.title ?? "",
    "video/state": hasVideo ? stateOf(video.state) : "unsupported",
    "video/title": hasVideo ? (video.current?.title ?? "") : "",
  };
}

function stateOf(state: string): string {
  return state === "stopped" ? "idle" : state;
}

import { connectAsync } from "mqtt";
import { setTimeout as sleep } from "node:timers/promises";
import type { Simulator } from "../../src/simulator/start-simulator.ts";
import type { Stage } from "./stage.ts";

/** The retained topics, as somebody finds them who connects only now. */
async function retainedTopics(port: number): Promise<Map<string, string>> {
  const topics = new Map<string, string>();
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0, connectTimeout: 2000 });
  client.on("message", (topic, payload, { retain }) => {
    if (retain) topics.set(topic, payload.toString());
  });
  await client.subscribeAsync("player2mqtt/#");
  // Retained messages come before the answer to a ping that follows the subscription.
  await client.publishAsync("chaos/echo", "", { qos: 1 });
  await sleep(50);
  await client.endAsync(true);
  return topics;
}

/** What the topics of all players should say; the differences, or nothing. */
export async function differences(stage: Stage): Promise<string[]> {
  const topics = await retainedTopics(stage.broker.port);
  const wrong: string[] = [];
  const expect = (topic: string, wanted: string): void => {
    const found = topics.get(`player2mqtt/${topic}`) ?? "";
    if (found !== wanted)
      wrong.push(`${topic} is ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
  };
  expect("bridge/state", "online");
  for (const [id, simulator] of stage.players) {
    for (const [leaf, wanted] of Object.entries(truthOf(simulator))) expect(`${id}/${leaf}`, wanted);
  }
  return wrong;
}

function truthOf({ player }: Simulator): Record<string, string> {
  const { audio, music, video, families } = player;
  const hasVideo = families.has("video");
  return {
    availability: "online",
    "audio/input": audio.input?.tag ?? "",
    "audio/output": audio.output?.tag ?? "",
    "music/queue/total": String(music.entries.length),
    "music/title": music.current?.title ?? "",
    "video/state": hasVideo ? stateOf(video.state) : "unsupported",
    "video/title": hasVideo ? (video.current?.title ?? "") : "",
  };
}

function stateOf(state: string): string {
  return state === "stopped" ? "idle" : state;
}

import { deviceTopic } from "../../src/extensions/home-assistant/discovery/discovery-topics.ts";
import { identityOfId } from "../../src/extensions/home-assistant/discovery/identity.ts";
import { base } from "../mosquitto/whole-bridge.ts";
import { eventually } from "../support/eventually.ts";
import type { Bench } from "./bench.ts";

/** One line of the table: what a broker does, found out by trying. */
export interface Feature {
  readonly name: string;
  readonly measure: (bench: Bench) => Promise<string>;
}

const kept = "probe/kept/value";

const yesOrNo = (isSo: boolean): string => (isSo ? "yes" : "**no**");

/** In this order, since the last ones restart the broker. */
export const features: readonly Feature[] = [
  { name: "MQTT version", measure: async ({ kind }) => kind.protocol },
  {
    name: "retained messages for a subscription to the exact topic",
    measure: async (bench) => {
      await publish(bench, kept, "value");
      return yesOrNo(await bench.delivers(kept, kept));
    },
  },
  {
    name: "retained messages for a wildcard subscription",
    measure: async (bench) => {
      await publish(bench, kept, "value");
      return yesOrNo(await bench.delivers("probe/#", kept));
    },
  },
  {
    name: "an empty message clears a retained one",
    measure: async (bench) => {
      await publish(bench, "probe/emptied", "value");
      await bench.find(["probe/emptied"]);
      await publish(bench, "probe/emptied", "");
      return yesOrNo(!(await bench.delivers("probe/emptied", "probe/emptied")));
    },
  },
  { name: "a message of 100 KB (the default of `mqtt.maxPayload`)", measure: (bench) => carries(bench, 1e5) },
  { name: "a message of 2 MB", measure: (bench) => carries(bench, 2e6) },
  { name: "a topic with a dot", measure: (bench) => carriesTopic(bench, "probe/a.b") },
  { name: "a topic with a space", measure: (bench) => carriesTopic(bench, "probe/a b") },
  { name: "a topic of eight levels", measure: (bench) => carriesTopic(bench, "probe/2/3/4/5/6/7/8") },
  {
    name: "queue pages that an earlier run left are cleared",
    measure: async (bench) => {
      const page = `${base}/den/music/queue/pages/7`;
      const first = await bench.bridge({ "queue.publish": "all" });
      await bench.find([page]);
      await first[Symbol.asyncDispose]();
      await using _second = await bench.bridge();
      return yesOrNo(await vanishes(bench, page));
    },
  },
  {
    name: "`homeassistant.enabled: false` removes the announcements",
    measure: async (bench) => {
      const topic = deviceTopic("homeassistant", identityOfId(base, "bridge"));
      const first = await bench.bridge();
      await bench.find([topic]);
      await first[Symbol.asyncDispose]();
      await using _second = await bench.bridge({ "homeassistant.enabled": "false" });
      return yesOrNo(await vanishes(bench, topic));
    },
  },
  {
    name: "retained messages survive a restart",
    measure: async (bench) => {
      await publish(bench, kept, "value");
      await bench.broker.stop();
      await bench.broker.start();
      return yesOrNo(await bench.delivers(kept, kept));
    },
  },
  {
    name: "retained messages survive an immediate power cut",
    measure: async (bench) => {
      await publish(bench, "probe/cut", "value");
      await bench.find(["probe/cut"]);
      await bench.broker.kill();
      await bench.broker.start();
      return yesOrNo(await bench.delivers("probe/cut", "probe/cut"));
    },
  },
];

async function publish(bench: Bench, topic: string, payload: string): Promise<void> {
  await using client = await bench.client();
  await client.publish(topic, payload, { retain: true });
}

/** Whether nobody who comes late is sent the topic any more, soon. */
async function vanishes(bench: Bench, topic: string): Promise<boolean> {
  return eventually(async () => {
    if (await bench.delivers(topic, topic)) throw new Error("it is still there");
    return true;
  }, 6000).catch(() => false);
}

async function carries(bench: Bench, bytes: number): Promise<string> {
  const payload = "x".repeat(bytes);
  const text = await carried(bench, "probe/large", payload);
  return text === payload ? "yes" : "**no**";
}

async function carriesTopic(bench: Bench, topic: string): Promise<string> {
  const text = await carried(bench, topic, "value");
  return yesOrNo(text === "value");
}

/** The payload of a live message on its topic, if it arrives; some brokers close the connection instead. */
async function carried(bench: Bench, topic: string, payload: string): Promise<string | undefined> {
  await using listener = await bench.client(["probe/#"]);
  await using sender = await bench.client();
  await Promise.race([sender.publish(topic, payload), sender.closed]).catch(() => {});
  return await eventually(() => {
    const [text] = listener.on(topic);
    if (text === undefined) throw new Error("nothing came");
    return text;
  }, 2000).catch(() => undefined);
}

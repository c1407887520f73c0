import { readFileSync } from "node:fs";
import { connectAsync } from "mqtt";
import { Client } from "undici";
import type { Job } from "../support/job.ts";

/* The program that somebody who knows Node writes for his own house: undici, MQTT.js, and answers compared as bytes. */

interface Routing {
  readonly inputData: readonly { readonly tag: string }[];
  readonly inputIndex: number;
}

const job = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Job;
const clients = job.players.map((address) => new Client(`http://${address}`, { keepAliveTimeout: 600_000 }));
const mqtt = await connectAsync(`mqtt://${job.brokerHost}:${job.brokerPort}`);
await mqtt.subscribeAsync(`${job.base}/+/audio/input/set`);
mqtt.on("message", (topic, tag) => {
  void selectInput(topic, tag.toString()).catch(console.error);
});

for (const [number, client] of clients.entries()) {
  for (const { name, path, intervalMs } of job.reads) {
    let last = Buffer.alloc(0);
    const poll = async (): Promise<void> => {
      const body = await get(client, path);
      if (body.equals(last)) return;
      last = body;
      mqtt.publish(`${job.base}/p${number}/${name}`, body, { retain: true });
    };
    const pollAnyway = (): void => {
      poll().catch(() => {});
    };
    setTimeout(
      () => {
        pollAnyway();
        setInterval(pollAnyway, intervalMs);
      },
      (intervalMs * number) / clients.length,
    );
  }
}

async function selectInput(topic: string, tag: string): Promise<void> {
  const client = clients[Number(topic.split("/")[1]?.slice(1))];
  if (client === undefined) return;
  const path = `/DeviceMusicControl/v2/setInputList?tag=${encodeURIComponent(tag)}`;
  const { inputData, inputIndex } = JSON.parse((await get(client, path)).toString()) as Routing;
  mqtt.publish(topic.replace(/\/set$/, ""), inputData[inputIndex]?.tag ?? "", { retain: true });
}

async function get(client: Client, path: string): Promise<Buffer<ArrayBuffer>> {
  const { body } = await client.request({ method: "GET", path });
  return Buffer.from(await body.arrayBuffer());
}

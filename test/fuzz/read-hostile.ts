import type { ResourceName } from "../../src/core/resources/player.ts";
import { DeviceClient } from "../../src/families/zidoo/client.ts";

/*
 * Reads a resource, usual answers first and a hostile one at last, and prints what the last one added to the memory of
 * this process, and the longest turn of its event loop in CPU time: how busy the machine is makes no difference.
 * Arguments: address, resource, what is published of the queue.
 */

const usualReads = 100;
const [url = "", resource = "", publish = ""] = process.argv.slice(2);
const { signal } = new AbortController();
const everything = { publish: publish as "window" | "all", fields: "all", window: 50 } as const;

await using client = new DeviceClient({
  url,
  timeoutMs: 60_000,
  maxBodyBytes: 64 * 2 ** 20,
  psk: undefined,
  pathPrefix: "Zidoo",
  queue: { ...everything, maxPayloadBytes: 100_000 },
});

async function read(): Promise<string> {
  try {
    return (await client.read(resource as ResourceName, signal)).kind;
  } catch (error) {
    return String(error);
  }
}

let longestMicros = 0;
let last = process.cpuUsage();
let isOver = false;
const turn = (): void => {
  const { user, system } = process.cpuUsage(last);
  longestMicros = Math.max(longestMicros, user + system);
  last = process.cpuUsage();
  if (!isOver) setImmediate(turn);
};
turn();
// The young generation grows with the first garbage, that of this measurement included.
for (let round = 0; round < usualReads; round++) await read();
const usedBytes = process.resourceUsage().maxRSS * 1024;
longestMicros = 0;
const result = await read();
isOver = true;
turn();
const addedBytes = process.resourceUsage().maxRSS * 1024 - usedBytes;
console.log(JSON.stringify({ result, addedBytes, longestMs: longestMicros / 1000 }));

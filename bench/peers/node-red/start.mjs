// A flow as an experienced user would draw it in Node-RED: for each read an inject, an http request, a filter on the text, a
// json and an mqtt out. Argument: the job, as bench/support/job.ts describes it.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const RED = createRequire(import.meta.url)("node-red");
const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
const z = "flow";
const common = { z, x: 0, y: 0 };
const request = { ...common, type: "http request", method: "GET", ret: "txt", persist: true, senderr: false };
const json = { ...common, type: "json", property: "payload", action: "" };
const out = { ...common, type: "mqtt out", qos: "0", retain: "true", broker: "broker", wires: [] };
const nodes = [
  { id: z, type: "tab", label: "players" },
  {
    id: "broker",
    type: "mqtt-broker",
    broker: job.brokerHost,
    port: String(job.brokerPort),
    protocolVersion: "4",
    keepalive: "60",
    cleansession: true,
  },
];

for (const [index, address] of job.players.entries()) {
  const base = `http://${address}`;
  const topic = `${job.base}/p${index}`;
  for (const { name, path, intervalMs } of job.reads) {
    const id = `${name}-${index}`;
    nodes.push(
      {
        ...common,
        id: `${id}-inject`,
        type: "inject",
        repeat: String(intervalMs / 1000),
        once: true,
        onceDelay: ((index / job.players.length) * intervalMs) / 1000 + 0.01,
        props: [],
        wires: [[`${id}-request`]],
      },
      { ...request, id: `${id}-request`, url: base + path, wires: [[`${id}-filter`]] },
      {
        ...common,
        id: `${id}-filter`,
        type: "rbe",
        func: "rbe",
        septopics: false,
        property: "payload",
        wires: [[`${id}-json`]],
      },
      { ...json, id: `${id}-json`, wires: [[`${id}-out`]] },
      { ...out, id: `${id}-out`, topic: `${topic}/${name}` },
    );
  }
  const id = `select-${index}`;
  nodes.push(
    {
      ...common,
      id: `${id}-in`,
      type: "mqtt in",
      topic: `${topic}/audio/input/set`,
      qos: "0",
      datatype: "utf8",
      broker: "broker",
      wires: [[`${id}-request`]],
    },
    {
      ...request,
      id: `${id}-request`,
      url: `${base}/DeviceMusicControl/v2/setInputList?tag={{{payload}}}`,
      wires: [[`${id}-json`]],
    },
    { ...json, id: `${id}-json`, wires: [[`${id}-current`]] },
    {
      ...common,
      id: `${id}-current`,
      type: "change",
      rules: [
        {
          t: "set",
          p: "payload",
          pt: "msg",
          to: "payload.inputData[msg.payload.inputIndex].tag",
          tot: "msg",
        },
      ],
      wires: [[`${id}-out`]],
    },
    { ...out, id: `${id}-out`, topic: `${topic}/audio/input` },
  );
}

// Beside the job, in the folder that the benchmark removes: Node-RED is killed at the end.
const userDir = mkdtempSync(join(dirname(process.argv[2]), "node-red-"));
writeFileSync(join(userDir, "flows.json"), JSON.stringify(nodes));
const server = createServer();
RED.init(server, {
  userDir,
  flowFile: "flows.json",
  httpAdminRoot: false,
  httpNodeRoot: false,
  contextStorage: { default: { module: "memory" } },
  credentialSecret: false,
  telemetry: { enabled: false, updateNotification: false },
  logging: { console: { level: "error", metrics: false, audit: false } },
});
await RED.start();

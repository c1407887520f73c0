import { createRequire } from "node:module";
import { join } from "node:path";
import { afterEach, beforeAll, expect, inject, it } from "vitest";
import { startBroker } from "./broker.ts";
import { brokerNode } from "./example-flow.ts";
import { eventually } from "../support/eventually.ts";
import { folderOf } from "./install-runtime.ts";
import { observe } from "./observer.ts";

/** The parts of node-red-node-test-helper that are used here. */
interface Helper {
  init(runtime: string): void;
  load(nodes: readonly unknown[], flow: readonly object[]): Promise<void>;
  unload(): Promise<void>;
  getNode(id: string): {
    on(event: string, listener: (message: Record<string, unknown>) => void): void;
    receive(message: object): void;
  };
}

// Node-RED 5 asks for a newer Node than the one that runs the tests may be.
const requireInstalled = createRequire(join(folderOf("node-red-4"), "package.json"));
const isLoadable = inject("nodeRedMajor") === 4;
let helper: Helper;

beforeAll(() => {
  if (!isLoadable) return;
  helper = requireInstalled("node-red-node-test-helper") as Helper;
  helper.init(requireInstalled.resolve("node-red"));
});
afterEach(async () => {
  if (isLoadable) await helper.unload();
});

it("loads in Node-RED's test helper, follows a player and commands it", async ({ skip }) => {
  skip(!isLoadable, "done with Node-RED 4");
  await using broker = await startBroker("embedded");
  await using observer = await observe(broker.url);
  await observer.publish("player2mqtt/bridge/state", "online", { retain: true });
  await observer.publish("player2mqtt/player/availability", "online", { retain: true });
  await observer.publish("player2mqtt/player/volume", "40", { retain: true });
  const nodes = [
    requireInstalled("@node-red/nodes/core/network/10-mqtt.js"),
    createRequire(join(inject("palette"), "package.json"))(
      "@player2mqtt/node-red-contrib-player2mqtt/dist/player2mqtt.js",
    ),
  ];
  const common = { z: "tab", bridge: "bridge", player: "player" };
  await helper.load(nodes, [
    { id: "tab", type: "tab" },
    brokerNode("broker", broker.port),
    { id: "bridge", type: "player2mqtt-bridge", broker: "broker", baseTopic: "" },
    {
      ...common,
      id: "state",
      type: "player2mqtt-state",
      follow: "volume",
      initial: true,
      wires: [["heard"]],
    },
    {
      ...common,
      id: "command",
      type: "player2mqtt-command",
      control: "volume",
      value: "payload",
      valueType: "msg",
      timeout: "",
      wires: [["done"], ["not done"]],
    },
    ...["heard", "done", "not done"].map((id) => ({ id, z: "tab", type: "helper" })),
  ]);
  const heard: unknown[] = [];
  helper.getNode("heard").on("input", ({ payload }) => heard.push(payload));
  await expect.poll(() => heard).toEqual([40]);
  await observer.publish("player2mqtt/player/volume", "45", { retain: true });
  await expect.poll(() => heard).toEqual([40, 45]);
  const done: unknown[] = [];
  helper.getNode("done").on("input", ({ payload }) => done.push(payload));
  helper.getNode("command").receive({ payload: 50 });
  const sent = await eventually(() => {
    const [first = ""] = observer.on("player2mqtt/player/volume/set");
    return JSON.parse(first) as { value: string; transaction: string };
  });
  expect(sent.value).toBe("50");
  const { transaction } = sent;
  await observer.publish(
    "player2mqtt/player/result",
    JSON.stringify({ command: "volume", outcome: "applied", transaction }),
  );
  await expect.poll(() => done).toMatchObject([{ outcome: "applied", request: "50" }]);
});

import { expect, it } from "vitest";
import { openConnection } from "../../src/mqtt/connection.ts";
import { startScriptedBroker } from "../support/scripted-broker.ts";
import { state } from "./link-bench.ts";
import { senderBench } from "./sender-bench.ts";

it("takes no messages any more once its socket is destroyed, also before its end is reported", async () => {
  await using broker = await startScriptedBroker();
  const options = {
    url: broker.url,
    username: "",
    password: "",
    ca: undefined,
    cert: undefined,
    key: undefined,
    clientId: "connection",
    keepaliveSeconds: 20,
    connectTimeoutMs: 10_000,
    will: undefined,
  };
  const connection = await openConnection(options, 5, () => {}, new AbortController().signal);
  const { sender } = senderBench();
  sender.use(connection);
  connection.destroy();
  for (let number = 0; number < 2000; number += 1) sender.publish(state(`base/${number}/state`, "x"));
  expect([connection.isOpen, sender.sent, sender.waiting]).toEqual([false, 0, 2000]);
  await connection.closed;
});

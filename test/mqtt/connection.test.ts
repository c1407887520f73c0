import { Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { type Connection, openConnection } from "../../src/mqtt/connection.ts";
import { startScriptedBroker } from "../support/scripted-broker.ts";
import { state } from "./link-bench.ts";
import { senderBench } from "./sender-bench.ts";

async function connectTo(url: string): Promise<Connection> {
  const options = {
    url,
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
  return await openConnection(options, 5, () => {}, new AbortController().signal);
}

it("writes what was published without waiting for the end of the turn", async () => {
  await using broker = await startScriptedBroker();
  const connection = await connectTo(broker.url);
  using written = vi.spyOn(Socket.prototype, "_writev");
  connection.publish(state("base/state", "x"), () => {});
  expect(written).not.toHaveBeenCalled();
  connection.flush();
  expect(written).toHaveBeenCalledOnce();
  connection.destroy();
  await connection.closed;
});

it("takes no messages any more once its socket is destroyed, also before its end is reported", async () => {
  await using broker = await startScriptedBroker();
  const connection = await connectTo(broker.url);
  const { sender } = senderBench();
  sender.use(connection);
  connection.destroy();
  for (let number = 0; number < 2000; number += 1) sender.publish(state(`base/${number}/state`, "x"));
  expect([connection.isOpen, sender.sent, sender.waiting]).toEqual([false, 0, 2000]);
  await connection.closed;
});

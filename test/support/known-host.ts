import { once } from "node:events";
import { createSocket } from "node:dgram";
import type { SearchMethod } from "../../src/families/family.ts";

export async function knownHost(host: string): Promise<SearchMethod & AsyncDisposable> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  socket.on("message", (_question, { port, address }) => socket.send("here", port, address));
  return {
    name: "gossip",
    group: "127.0.0.1",
    port: socket.address().port,
    question: Buffer.from("?"),
    hostsIn: () => [host],
    [Symbol.asyncDispose]: async () => void socket.close(),
  };
}

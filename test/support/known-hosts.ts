import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { SearchMethod } from "../../src/families/family.ts";
import { opened } from "./opened.ts";

/** A responder that reports all addresses at which a player may be. */
export async function knownHosts(...hosts: readonly string[]): Promise<SearchMethod> {
  const hostsIn = (answer: Buffer): string[] => answer.toString().split(",");
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  socket.on("message", (_question, { port, address }) => socket.send(hosts.join(), port, address));
  opened({ [Symbol.asyncDispose]: async () => void socket.close() });
  const { port } = socket.address();
  return { name: "gossip", question: Buffer.from("?"), hostsIn, group: "127.0.0.1", port };
}

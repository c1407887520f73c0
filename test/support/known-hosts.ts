import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { SearchMethod } from "../../src/families/family.ts";
import { opened } from "./opened.ts";

/** A responder on the network that answers every question with these datagrams. */
export async function responder(
  ...answers: readonly Buffer[]
): Promise<Pick<SearchMethod, "group" | "port">> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  socket.on("message", (_question, { port, address }) => {
    for (const answer of answers) socket.send(answer, port, address);
  });
  opened({ [Symbol.asyncDispose]: async () => void socket.close() });
  return { group: "127.0.0.1", port: socket.address().port };
}

/** A responder that reports all addresses at which a player may be. */
export async function knownHosts(...hosts: readonly string[]): Promise<SearchMethod> {
  const hostsIn = (answer: Buffer): string[] => answer.toString().split(",");
  const at = await responder(Buffer.from(hosts.join()));
  return { name: "gossip", question: Buffer.from("?"), hostsIn, ...at };
}

import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import type { PlayerModel } from "../../../src/core/resources/model.ts";
import type { Family, SearchMethod } from "../../../src/families/family.ts";

export function model(name: string, mac?: string): PlayerModel {
  return { maker: undefined, model: name, firmware: "v1", mac };
}

/** A family whose players are those that `identify` recognizes, by their address. */
export function familyOf(
  discovery: readonly SearchMethod[],
  identify: (url: string) => Promise<PlayerModel | undefined>,
): Pick<Family, "name" | "discovery" | "defaultPort" | "identify"> {
  return { name: "drummers", discovery, defaultPort: 9529, identify: ({ url }) => identify(url) };
}

/** A network that answers each question with these datagrams, each of them addresses separated by commas. */
export async function network(name: string, ...answers: readonly string[]): Promise<SearchMethod> {
  const responder: Socket = createSocket("udp4");
  responder.bind(0, "127.0.0.1");
  await once(responder, "listening");
  responder.on("message", (_question, { port, address }) => {
    for (const answer of answers) responder.send(answer, port, address);
  });
  onTestFinished(() => {
    responder.close();
  });
  const { port } = responder.address();
  const hostsIn = (answer: Buffer): string[] => answer.toString().split(",");
  return { name, group: "127.0.0.1", port, question: Buffer.from("?"), hostsIn };
}

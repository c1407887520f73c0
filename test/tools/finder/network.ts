import type { PlayerModel } from "../../../src/core/resources/model.ts";
import type { Family, SearchMethod } from "../../../src/families/family.ts";
import { responder } from "../../support/known-hosts.ts";

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
  const hostsIn = (answer: Buffer): string[] => answer.toString().split(",");
  const at = await responder(...answers.map((answer) => Buffer.from(answer)));
  return { name, question: Buffer.from("?"), hostsIn, ...at };
}

import { playerShape, resolvePlayer } from "../config/players.ts";
import type { Config } from "../config/schema.ts";
import { BrokerError } from "../core/errors.ts";
import { parseObject } from "../core/resources/json.ts";
import { bridgeStates, parseBridgeTopic, splitTopic } from "../core/topics/topics.ts";
import type { Shell } from "./shell.ts";
import { readKept } from "./broker-client.ts";

/** The players of the bridges that run at this broker, by what they publish about them; none without a broker. */
export async function playersOfBridge(
  config: Config,
  shell: Pick<Shell, "clock" | "signal">,
): Promise<Config["players"]> {
  const base = config.mqtt.baseTopic;
  let kept: ReadonlyMap<string, string>;
  try {
    kept = await readKept([bridgeStates(base), `${base}/+/info`], config, shell);
  } catch (error) {
    if (error instanceof BrokerError) return [];
    throw error;
  }
  const isOnline = ([topic, text]: readonly [string, string]): boolean =>
    parseBridgeTopic(base, topic)?.leaf === "state" && text === "online";
  if (![...kept].some(isOnline)) return [];
  return [...kept].flatMap(([topic, text]) => {
    const { id, leaf } = splitTopic(base, topic) ?? {};
    if (id === undefined || leaf !== "info") return [];
    const { address, name, family, mac } = parseObject(text) ?? {};
    // Anything may be retained there.
    const { data } = playerShape().safeParse({ id, url: address, name, family, mac }, { jitless: true });
    return data === undefined ? [] : [resolvePlayer(config, { ...data, id })];
  });
}

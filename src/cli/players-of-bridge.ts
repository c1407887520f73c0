import { playerShape, resolvePlayer } from "../config/players.ts";
import type { Config } from "../config/schema.ts";
import { BrokerError } from "../core/errors.ts";
import { parseObject } from "../core/resources/json.ts";
import { bridgeStates, isPlayerId, parseBridgeTopic } from "../core/topics/topics.ts";
import type { Shell } from "./shell.ts";
import { replayMs, talkToBroker } from "./broker-client.ts";

/** The players of the bridges that run at this broker, by what they publish about them; none without a broker. */
export async function playersOfBridge(
  config: Config,
  shell: Pick<Shell, "clock" | "signal">,
): Promise<Config["players"]> {
  const base = config.mqtt.baseTopic;
  const infos = new Map<string, string>();
  let isBridgeThere = false;
  try {
    await talkToBroker<void>(config, shell, [bridgeStates(base), `${base}/+/info`], ({ after, resolve }) => ({
      onConnected: () => after(replayMs, () => resolve()),
      onMessage: ({ topic, payload }) => {
        const text = new TextDecoder().decode(payload);
        if (parseBridgeTopic(base, topic)?.leaf === "state") isBridgeThere ||= text === "online";
        else infos.set(topic.slice(base.length + 1).split("/")[0] ?? "", text);
      },
    }));
  } catch (error) {
    if (error instanceof BrokerError) return [];
    throw error;
  }
  if (!isBridgeThere) return [];
  return [...infos].flatMap(([id, text]) => {
    const { address, name, family, mac } = parseObject(text) ?? {};
    // Anything may be retained there.
    const { data } = playerShape().safeParse({ id, url: address, name, family, mac }, { jitless: true });
    return data === undefined || !isPlayerId(id) ? [] : [resolvePlayer(config, { ...data, id })];
  });
}

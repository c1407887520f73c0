import { brokerUrls } from "../../config/broker-url.ts";
import type { MisspeltVariable } from "../../config/read-sources.ts";
import type { Config } from "../../config/schema.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { fault, type Finding, good, warning } from "./finding.ts";
import type { Environment } from "./environment.ts";

const oldestNode = [20, 19] as const;

/** Checks the configuration and the machine, without any request. */
export function* checkSettings(
  config: Config | undefined,
  problems: readonly string[],
  { nodeVersion }: Environment,
): Generator<Finding, void> {
  for (const problem of problems) yield fault("settings", problem, settingsAdvice);
  if (config !== undefined && problems.length === 0) yield playersOf(config);
  if (config !== undefined && sendsClearPassword(config)) {
    yield warning(
      "encryption",
      "the broker's password is sent unencrypted: anybody on the network can read it",
      "use mqtts:// with a broker that has a certificate (mqtt.ca), unless you trust the network",
    );
  }
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  yield isOld
    ? fault("node", `Node.js ${nodeVersion} is too old`, `install ${oldestNode.join(".")} or newer`)
    : good("node", `Node.js ${nodeVersion}`);
}

/** An environment variable that no setting reads. */
export function misspeltFinding({ name, meant }: MisspeltVariable): Finding {
  return warning(
    "environment",
    `${name} is set, but there is no such setting`,
    `if you mean ${meant}, rename it`,
  );
}

function playersOf({ players: { length }, findsPlayers, mqtt }: Config): Finding {
  if (findsPlayers && length === 0) {
    return fault(
      "settings",
      "no player answered the search of the network (players: auto)",
      "wake a player, and run the bridge on the players' network (for a container: --network host)",
    );
  }
  if (length === 0) {
    return fault(
      "settings",
      "no player is configured",
      "start player2mqtt and open the address of its page that it logs, or set PLAYER_URL or PLAYERS=auto",
    );
  }
  const players = length === 1 ? "1 player" : `${length} players`;
  return good(
    "settings",
    `${players}${findsPlayers ? " found on the network" : ""}, topics below ${mqtt.baseTopic}/`,
  );
}

const settingsAdvice =
  "docs/configuration.md has every setting; config/example.yaml is an example to start from";

/** Whether a password is sent over a network unencrypted. */
function sendsClearPassword({ mqtt, broker }: Config): boolean {
  return brokerUrls({ mqtt, broker }).some((url) => {
    const { protocol, hostname, password } = new URL(url);
    const isSecret = mqtt.password !== "" || password !== "";
    return isSecret && /^(mqtt|ws):$/.test(protocol) && !isLoopback(hostname);
  });
}

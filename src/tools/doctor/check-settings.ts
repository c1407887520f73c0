import { brokerUrl } from "../../config/broker-url.ts";
import type { MisspeltVariable } from "../../config/read-sources.ts";
import type { Config } from "../../config/schema.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { fault, type Finding, good, warning } from "./finding.ts";
import type { World } from "./world.ts";

const oldestNode = [20, 19] as const;

/** What can be said of the configuration and the machine without asking anybody. */
export function* checkSettings(
  config: Config | undefined,
  problems: readonly string[],
  { nodeVersion }: World,
): Generator<Finding, void> {
  for (const problem of problems) yield fault("settings", problem, settingsAdvice);
  if (config !== undefined && problems.length === 0) yield playersOf(config);
  if (config !== undefined && isClear(config)) {
    yield warning(
      "encryption",
      "the broker's password travels unencrypted: whoever is on the way can read it",
      "use mqtts:// with a broker that has a certificate (mqtt.ca), unless the network between is yours alone",
    );
  }
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  yield isOld
    ? fault("node", `Node.js ${nodeVersion} is too old`, `install ${oldestNode.join(".")} or newer`)
    : good("node", `Node.js ${nodeVersion}`);
}

/** A variable that nobody reads. */
export function tellOfSlip({ name, meant }: MisspeltVariable): Finding {
  return warning(
    "environment",
    `${name} is set, and means nothing here`,
    `if it is to be ${meant}, rename it`,
  );
}

function playersOf({ players: { length }, findsPlayers, mqtt }: Config): Finding {
  if (findsPlayers && length === 0) {
    return fault(
      "settings",
      "players are to be found on the network (players: auto), and none answers",
      "wake a player, and run the bridge on the players' network: for a container that is --network host",
    );
  }
  const players = length === 1 ? "1 player" : `${length} players`;
  return good(
    "settings",
    `${players}${findsPlayers ? " found on the network" : ""}, topics below ${mqtt.baseTopic}/`,
  );
}

const settingsAdvice = "docs/configuration.md has every setting; config/example.yaml is one to begin with";

/** Whether a password goes over a network as it is. */
function isClear({ mqtt, broker }: Config): boolean {
  const { protocol, hostname, password } = new URL(brokerUrl({ mqtt, broker }));
  const isSecret = mqtt.password !== "" || password !== "";
  return isSecret && /^(mqtt|ws):$/.test(protocol) && !isLoopback(hostname);
}

import { brokerUrls } from "../../config/broker-url.ts";
import type { UnusedVariable } from "../../config/unused-variables.ts";
import type { Config } from "../../config/schema.ts";
import { type BrokenMake, describeBroken } from "../../families/polled/load-makes.ts";
import { isLoopback } from "../../lib/addresses.ts";
import { unfixedNode } from "../../lib/node-support.ts";
import { fault, type Finding, good, note, warning } from "../probe/finding.ts";
import type { Environment } from "../probe/environment.ts";
import { translatable } from "../../lib/phrase.ts";

const oldestNode = [20, 19] as const;

export function* checkSettings(
  config: Config | undefined,
  problems: readonly string[],
  { clock, nodeVersion }: Environment,
): Generator<Finding, void> {
  for (const problem of problems) {
    yield fault("settings", translatable("settings.invalid", "{problem}", { problem }), settingsAdvice);
  }
  if (config !== undefined && problems.length === 0) yield playersOf(config);
  if (config !== undefined && sendsClearPassword(config)) {
    yield warning(
      "encryption",
      translatable(
        "encryption.none",
        "the broker's password is sent unencrypted: anybody on the network can read it",
      ),
      translatable(
        "advice.encryption",
        "use mqtts:// with a broker that has a certificate (mqtt.ca), unless you trust the network",
      ),
    );
  }
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  const unfixed = unfixedNode(nodeVersion, clock.date());
  yield isOld
    ? fault(
        "node",
        translatable("node.old", "Node.js {version} is too old", { version: nodeVersion }),
        translatable("advice.node", "install {version} or newer", { version: oldestNode.join(".") }),
      )
    : unfixed !== undefined
      ? note(
          "node",
          translatable("node.unfixed", "Node.js {version} has had no security fixes since {date}", {
            version: nodeVersion,
            date: unfixed.lastFix,
          }),
          translatable("advice.node", "install {version} or newer", { version: unfixed.supported[0] ?? "" }),
        )
      : good("node", translatable("node.version", "Node.js {version}", { version: nodeVersion }));
}

export function unusedFinding({ name, meant }: UnusedVariable): Finding {
  return warning(
    "environment",
    translatable("environment.unknown", "{name} is set, but there is no such setting", { name }),
    meant === undefined
      ? "docs/configuration.md lists all settings"
      : meant.includes("=")
        ? `write ${meant}`
        : translatable("advice.rename", "if you mean {name}, rename it", { name: meant }),
  );
}

export function brokenFinding(make: BrokenMake): Finding {
  return warning(
    "makes",
    translatable("makes.broken", "a make of your own was skipped: {problem}", {
      problem: describeBroken(make),
    }),
    translatable("advice.makes", "correct the file: docs/dev/make.md has an example"),
  );
}

function playersOf({ players: { length }, findsPlayers, mqtt }: Config): Finding {
  if (findsPlayers && length === 0) {
    return fault(
      "settings",
      translatable("settings.none-found", "no player answered the search of the network (players: auto)"),
      translatable(
        "advice.none-found",
        "wake a player, and run the bridge on the players' network (for a container: --network host)",
      ),
    );
  }
  if (length === 0) {
    return fault(
      "settings",
      translatable("settings.no-player", "no player is configured"),
      translatable(
        "advice.no-player",
        "start player2mqtt and open the address of its page that it logs, or set PLAYER_URL or PLAYERS=auto",
      ),
    );
  }
  const facts = { count: length, base: mqtt.baseTopic };
  return good(
    "settings",
    findsPlayers
      ? translatable("settings.found", "players found on the network: {count}, topics below {base}/", facts)
      : translatable("settings.players", "players: {count}, topics below {base}/", facts),
  );
}

const settingsAdvice = translatable(
  "advice.settings",
  "docs/configuration.md has every setting; config/example.yaml is an example to start from",
);

function sendsClearPassword({ mqtt, broker }: Config): boolean {
  return brokerUrls({ mqtt, broker }).some((url) => {
    const { protocol, hostname, password } = new URL(url);
    const isSecret = mqtt.password !== "" || password !== "";
    return isSecret && /^(mqtt|ws):$/.test(protocol) && !isLoopback(hostname);
  });
}

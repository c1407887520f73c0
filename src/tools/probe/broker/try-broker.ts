import type { Config } from "../../../config/schema.ts";
import { reachableHost } from "../../../lib/addresses.ts";
import type { Environment } from "../environment.ts";
import { fault, type Finding, good } from "../finding.ts";
import { reach } from "../reach.ts";
import { checkBroker } from "./check-broker.ts";
import { translatable } from "../../../lib/phrase.ts";

const connectMs = 1000;
/** These are about bridges that run there already, not about the broker. */
const aboutBridges: ReadonlySet<string> = new Set(["bridge", "client-id", "fleet", "players"]);

/** The findings at a broker that is not in use yet. */
export async function tryBroker(
  config: Config,
  environment: Environment,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (config.mqtt.url === "") return [await tryEmbedded(config.broker, signal)];
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    if (!aboutBridges.has(finding.check)) findings.push(withoutDetails(finding));
  };
  const resolveMacs = (): void => {};
  await checkBroker({ config, environment, report, reportHomeAssistant: report, resolveMacs, signal });
  return findings;
}

/** What a server that is no broker says, and what the system says of a file, is nobody's business. */
function withoutDetails(finding: Finding): Finding {
  const { check, verdict, code, advice = "", adviceCode, adviceValues = {} } = finding;
  if (verdict !== "fault") return finding;
  const text =
    code === "login.no-broker"
      ? translatable("login.nothing", "no MQTT broker answers on that port")
      : check === "tls" && code === undefined
        ? translatable("tls.files", "the files of mqtt.ca, mqtt.cert and mqtt.key cannot be used")
        : undefined;
  if (text === undefined) return finding;
  return fault(check, text, { text: advice, ...(adviceCode && { code: adviceCode }), values: adviceValues });
}

async function tryEmbedded({ host, port }: Config["broker"], signal: AbortSignal): Promise<Finding> {
  const found = port === 0 ? "refused" : await reach(reachableHost(host), port, connectMs, signal);
  if (found === "refused")
    return good("embedded", translatable("embedded.possible", "the bridge can start its own broker"));
  if (found === "open") {
    const advice = translatable(
      "advice.use-program",
      "use that one if it is a broker, or set broker.port to a free port",
    );
    return fault(
      "embedded",
      translatable(
        "embedded.program-on-port",
        "another program uses port {port}, so the bridge cannot start its own broker",
        { port },
      ),
      advice,
    );
  }
  return fault(
    "embedded",
    translatable("address.not-here", "this machine does not have the address {host}", { host }),
    translatable("advice.broker-loopback", "set broker.host to 127.0.0.1"),
  );
}

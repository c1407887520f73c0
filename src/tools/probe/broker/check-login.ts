import { brokerUrls } from "../../../config/broker-url.ts";
import type { Config } from "../../../config/schema.ts";
import { bridgeTopic } from "../../../core/topics/topics.ts";
import { fault, type Finding, good, note, warning } from "../finding.ts";
import type { Arrival, BrokerProbe } from "./broker-probe.ts";
import { translatable } from "../../../lib/phrase.ts";

const dayMs = 86_400_000;
/** Time enough to have a certificate renewed. */
const fewDays = 14;

export function* checkLogin(
  { info, certificateValidTo: validTo }: Pick<BrokerProbe, "info" | "certificateValidTo">,
  mqtt: Config["mqtt"],
  { ms, today }: { readonly ms: number; readonly today: Date },
): Generator<Finding, void> {
  const version = info.protocol === 5 ? "MQTT 5" : "MQTT 3.1.1";
  yield good(
    "login",
    translatable("login.connected", "connected with {version} in {ms} ms", { version, ms: Math.round(ms) }),
  );
  if (info.protocol === 4 && mqtt.url !== "" && mqtt.protocol !== "4") {
    yield note(
      "protocol",
      translatable("protocol.old", "the broker supports only MQTT 3.1.1; Home Assistant wants MQTT 5"),
      translatable("advice.protocol", "update the broker if Home Assistant uses it"),
    );
  }
  if (validTo === undefined) return;
  const until = validTo.toISOString().slice(0, 10);
  const days = (validTo.getTime() - today.getTime()) / dayMs;
  yield days < fewDays
    ? warning(
        "tls",
        translatable("tls.expires", "the broker's certificate is valid only until {date}", { date: until }),
        translatable("advice.renew-soon", "renew it: the bridge cannot connect when it has expired"),
      )
    : good(
        "tls",
        translatable(
          "tls.trusted",
          "encrypted; the broker's certificate is trusted, and valid until {date}",
          { date: until },
        ),
      );
}

/** Reports whether the broker at the embedded broker's address is that one, or occupies its port. */
export function checkEmbedded({ mqtt, broker }: Config, messages: readonly Arrival[]): Finding {
  const state = messages.findLast(({ topic }) => topic === bridgeTopic(mqtt.baseTopic, "state"));
  if (state?.text === "online") {
    return note(
      "embedded",
      translatable(
        "embedded.running",
        "this is the bridge's embedded broker: MQTT 3.1.1 only, and nothing is kept when the bridge stops",
      ),
      translatable("advice.own-broker", "for permanent use, set MQTT_URL to a broker such as Mosquitto"),
    );
  }
  return fault(
    "embedded",
    translatable(
      "embedded.port-taken",
      "another broker uses port {port}, so the bridge cannot start its own",
      { port: broker.port },
    ),
    translatable(
      "advice.embedded-port",
      "set MQTT_URL={url} to use that one, or set BROKER_PORT to a free port",
      { url: brokerUrls({ mqtt, broker })[0] },
    ),
  );
}

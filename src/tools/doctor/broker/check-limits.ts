import type { BrokerInfo } from "../../../mqtt/limits.ts";
import { fault, type Finding, good, note, warning } from "../finding.ts";

/** The limits of MQTT itself: a broker that says nothing sets none. */
const unlimitedPacketBytes = 268_435_455;
const unlimitedInFlight = 65_535;

/** What the CONNACK says of the broker's limits, and what of it the bridge cannot live with well. */
export function* checkLimits(
  { protocol, limits, offers }: BrokerInfo,
  maxPayload: number,
): Generator<Finding, void> {
  const told = [
    limits.maximumPacketBytes < unlimitedPacketBytes && `packets up to ${limits.maximumPacketBytes} bytes`,
    limits.receiveMaximum < unlimitedInFlight && `${limits.receiveMaximum} messages under way`,
    offers.topicAliasMaximum > 0 && `${offers.topicAliasMaximum} topic aliases`,
    offers.keepAliveSeconds !== undefined && `keep-alive ${offers.keepAliveSeconds} s`,
    offers.sessionExpirySeconds !== undefined && `sessions kept ${offers.sessionExpirySeconds} s`,
  ].filter((part) => part !== false);
  yield good("limits", told.length === 0 ? silence(protocol) : `the broker allows ${told.join(", ")}`);
  if (limits.maximumPacketBytes < maxPayload) {
    yield note(
      "packet-size",
      `queue and playlist are cut to windows that fit into ${limits.maximumPacketBytes} bytes`,
      "raise the broker's limit to see more of them",
    );
  }
  if (limits.maximumQos === 0) {
    yield warning(
      "qos",
      "the broker takes QoS 0 only: an outcome may get lost without a trace",
      "allow QoS 1 at the broker",
    );
  }
  if (!offers.wildcardSubscriptions) {
    yield fault(
      "wildcards",
      "the broker takes no subscriptions with wildcards: the bridge cannot find what it announced to Home Assistant earlier",
      "allow wildcard subscriptions at the broker",
    );
  }
}

function silence(protocol: BrokerInfo["protocol"]): string {
  return protocol === 5 ? "the broker sets no limits" : "MQTT 3.1.1 tells of no limits";
}

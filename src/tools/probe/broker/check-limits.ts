import { type BrokerInfo, largestPacketBytes, maxInFlight } from "../../../mqtt/limits.ts";
import { fault, type Finding, good, note, warning } from "../finding.ts";
import { listed, translatable } from "../../../lib/phrase.ts";

/** Reports the limits in the CONNACK, and which of them restrict the bridge. */
export function* checkLimits(
  { protocol, limits, allowsWildcards }: BrokerInfo,
  maxPayload: number,
): Generator<Finding, void> {
  const announced = [
    limits.maximumPacketBytes < largestPacketBytes &&
      translatable("limits.packet", "packets up to {bytes} bytes", { bytes: limits.maximumPacketBytes }),
    limits.receiveMaximum < maxInFlight &&
      translatable("limits.in-flight", "{count} unacknowledged messages", { count: limits.receiveMaximum }),
  ].filter((part) => part !== false);
  const none =
    protocol === 5
      ? translatable("limits.none", "the broker sets no limits")
      : translatable("limits.unannounced", "MQTT 3.1.1 announces no limits");
  yield good(
    "limits",
    announced.length === 0
      ? none
      : translatable("limits.some", "the broker allows {limits}", { limits: listed(announced) }),
  );
  if (limits.maximumPacketBytes < maxPayload) {
    yield note(
      "packet-size",
      translatable(
        "packet-size.windows",
        "longer queues and playlists are cut to windows of at most {bytes} bytes",
        { bytes: limits.maximumPacketBytes },
      ),
      translatable("advice.packet-size", "raise the broker's limit for larger windows"),
    );
  }
  if (limits.maximumQos === 0) {
    yield warning(
      "qos",
      translatable("qos.zero", "the broker supports only QoS 0: outcomes may be lost silently"),
      translatable("advice.qos", "allow QoS 1 at the broker"),
    );
  }
  if (!allowsWildcards) {
    yield fault(
      "wildcards",
      translatable(
        "wildcards.none",
        "the broker allows no wildcard subscriptions: the bridge cannot find its earlier announcements to Home Assistant",
      ),
      translatable("advice.wildcards", "allow wildcard subscriptions at the broker"),
    );
  }
}

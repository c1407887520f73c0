import { fault, type Finding, good, skipped, warning } from "../finding.ts";
import type { BrokerProbe } from "./broker-probe.ts";
import { type Phrase, translatable } from "../../../lib/phrase.ts";

/** A client that publishes, and a fresh client for each subscription. */
export interface RetainProbes {
  readonly writer: BrokerProbe;
  readonly openReader: () => Promise<BrokerProbe>;
  readonly parent: string;
  readonly token: string;
}

/** Whether new subscribers get retained messages, also by wildcards. The probe is always cleared; if this process dies, by the writer's will. */
export async function checkRetain(probes: RetainProbes): Promise<Finding> {
  const { writer, parent, token } = probes;
  if (!writer.info.limits.retainAvailable)
    return noRetain(translatable("retain.none", "the broker announces that it keeps no retained messages"));
  const topic = `${parent}/${token}`;
  try {
    const { kind } = await writer.publish(topic, token, true);
    if (kind === "refused" || kind === "cut") {
      return skipped(
        "retain",
        translatable("not-checked.may-not-publish", "not checked: this user may not publish on {parent}/#", {
          parent,
        }),
      );
    }
    const [exactly, byWildcard] = await Promise.all([
      isFound(probes, topic, topic),
      isFound(probes, `${parent}/+`, topic),
    ]);
    if (exactly && byWildcard)
      return good(
        "retain",
        translatable("retain.kept", "retained messages are kept and sent to wildcard subscriptions"),
      );
    if (exactly) return noWildcards;
    return (await mayRead(probes))
      ? noRetain(translatable("retain.lost", "a retained message was not kept"))
      : skipped(
          "retain",
          translatable("not-checked.may-not-read", "not checked: this user may not read {parent}/#", {
            parent,
          }),
          translatable("advice.allow-read", "to allow this check: topic read {parent}/#", { parent }),
        );
  } finally {
    await writer.publish(topic, "", true);
  }
}

async function isFound({ openReader, token }: RetainProbes, filter: string, topic: string): Promise<boolean> {
  await using reader = await openReader();
  await reader.subscribe([filter], true);
  return reader.receives(topic, token);
}

/** Whether this user may read there at all: a message that is not retained would arrive. */
async function mayRead({ writer, openReader, parent, token }: RetainProbes): Promise<boolean> {
  await using reader = await openReader();
  const topic = `${parent}/${token}/live`;
  await reader.subscribe([topic], false);
  await writer.publish(topic, token);
  return reader.receives(topic);
}

function noRetain(problem: Phrase): Finding {
  return fault(
    "retain",
    translatable(
      "retain.means",
      "{problem}: late subscribers, such as Home Assistant after a restart, see nothing until something changes",
      { problem },
    ),
    translatable("advice.retain", "allow retained messages at the broker"),
  );
}

/** The broker keeps retained messages, but does not send them to wildcard subscriptions. */
export const noWildcards = warning(
  "retain",
  translatable(
    "retain.no-wildcards",
    "the broker does not send retained messages to wildcard subscriptions, as is usual for RabbitMQ: the bridge cannot find what an earlier run announced or left, and does not clear it. Home Assistant sees an announcement only when it is published; the bridge repeats all of them when Home Assistant starts",
  ),
  translatable(
    "advice.no-wildcards",
    "docs/brokers.md lists what to clear by hand; with a broker such as Mosquitto there is nothing to clear",
  ),
);

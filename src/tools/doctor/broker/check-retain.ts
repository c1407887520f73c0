import type { IncomingMessage } from "../../../core/topics/message.ts";
import { fault, type Finding, good, skipped, warning } from "../finding.ts";
import type { BrokerProbe } from "./broker-probe.ts";

/** Two clients: one says things, and a fresh one for each question listens. */
export interface RetainBench {
  readonly writer: BrokerProbe;
  readonly openReader: () => Promise<BrokerProbe>;
  readonly parent: string;
  readonly token: string;
}

/**
 * Whether the broker keeps what is retained, and shows it to wildcards as well. The probe is taken back in any case;
 * if this process dies meanwhile, the writer's will takes it back.
 */
export async function checkRetain(bench: RetainBench): Promise<Finding> {
  const { writer, parent, token } = bench;
  if (!writer.info.limits.retainAvailable)
    return noRetain("the broker says that it keeps no retained messages");
  const topic = `${parent}/${token}`;
  try {
    const { kind } = await writer.publish(topic, token, true);
    if (kind === "refused" || kind === "cut") {
      return skipped("retain", `not tried: nothing may be published on ${parent}/#`);
    }
    const [exactly, byWildcard] = await Promise.all([
      isFound(bench, topic, topic),
      isFound(bench, `${parent}/+`, topic),
    ]);
    if (exactly && byWildcard) return good("retain", "retained messages are kept, and found by wildcards");
    if (exactly) return noWildcards;
    return (await hearsAnything(bench))
      ? noRetain("a retained message was not kept")
      : skipped(
          "retain",
          `not tried: this user may not read ${parent}/#`,
          `to let check look: topic read ${parent}/#`,
        );
  } finally {
    await writer.publish(topic, "", true);
  }
}

async function isFound({ openReader, token }: RetainBench, filter: string, topic: string): Promise<boolean> {
  await using reader = await openReader();
  await reader.subscribe([{ filter, wantsRetained: true }]);
  const isIt = (message: IncomingMessage): boolean =>
    message.topic === topic && Buffer.from(message.payload).toString() === token;
  return (await reader.heard(isIt)) !== undefined;
}

/** Whether we may read there at all: what is said just now would come. */
async function hearsAnything({ writer, openReader, parent, token }: RetainBench): Promise<boolean> {
  await using reader = await openReader();
  const topic = `${parent}/${token}/live`;
  await reader.subscribe([{ filter: topic, wantsRetained: false }]);
  await writer.publish(topic, token);
  return (await reader.heard((message) => message.topic === topic)) !== undefined;
}

function noRetain(text: string): Finding {
  return fault(
    "retain",
    `${text}: who comes late, such as Home Assistant after its restart, sees nothing until something changes`,
    "switch retained messages on at the broker",
  );
}

/** The broker keeps what is retained, and hides it from subscriptions with wildcards. */
export const noWildcards = warning(
  "retain",
  "retained messages are kept, but not sent to subscriptions with wildcards, as RabbitMQ does it: the bridge does not " +
    "find what an earlier run announced or left, so nothing of that is cleared; Home Assistant sees announcements when " +
    "they are made, which the bridge does again whenever it hears that Home Assistant has started",
  "docs/brokers.md says what to empty by hand; with a broker such as Mosquitto there is nothing to do",
);

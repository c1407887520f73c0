import { generate, type IPublishPacket, type Packet, parser } from "mqtt-packet";
import type { Tamper } from "./fault-proxy.ts";

/** Bugs that the harness can plant, to prove that it finds them. */
export const plants = [
  "lost-publish",
  "lost-outcome",
  "second-outcome",
  "false-applied",
  "two-requests",
  "unasked",
] as const;
export type Plant = (typeof plants)[number];

/** Whether a text is the name of a planted bug. */
export function isPlant(text: string): text is Plant {
  return plants.some((plant) => plant === text);
}

/** What to do with a message that the bridge publishes. */
type Sabotage = (message: IPublishPacket, connection: number) => readonly IPublishPacket[];

const sabotages: Readonly<Partial<Record<Plant, Sabotage>>> = {
  // As if the snapshot after a reconnect left out a topic.
  "lost-publish": (message, connection) =>
    connection > 0 && message.topic.endsWith("/audio/input") ? [] : [message],
  "lost-outcome": (message) => (isOutcome(message, "rejected") ? [] : [message]),
  "second-outcome": (message) =>
    isOutcome(message, "rejected")
      ? [message, { ...message, qos: 0, payload: `${String(message.payload)} ` }]
      : [message],
  "false-applied": (message) => {
    if (!isOutcome(message, "failed")) return [message];
    return [{ ...message, payload: String(message.payload).replace('"failed"', '"applied"') }];
  },
};

/** Sits between the bridge and its broker and imitates the bug. */
export function sabotage(plant: Plant): Tamper {
  const change: Sabotage = sabotages[plant] ?? ((message) => [message]);
  return (connection) => {
    let protocolVersion = 5;
    let answer: (bytes: Buffer) => void = () => {};
    let passed: Buffer[] = [];
    const packets = parser({});
    packets.on("packet", (packet) => {
      if (packet.cmd === "connect") protocolVersion = packet.protocolVersion ?? protocolVersion;
      const write = (each: Packet): Buffer => generate(each, { protocolVersion });
      if (packet.cmd !== "publish") {
        passed.push(write(packet));
        return;
      }
      const changed = change(packet, connection);
      passed.push(...changed.map(write));
      // Acknowledges in place of the broker.
      if (changed.length === 0 && packet.qos === 1) {
        answer(write({ cmd: "puback", messageId: packet.messageId ?? 0, reasonCode: 0 }));
      }
    });
    return (bytes, toBridge) => {
      answer = toBridge;
      passed = [];
      packets.parse(bytes);
      return Buffer.concat(passed);
    };
  };
}

function isOutcome({ topic, payload }: IPublishPacket, outcome: string): boolean {
  return topic.endsWith("/result") && String(payload).includes(`"outcome":"${outcome}"`);
}

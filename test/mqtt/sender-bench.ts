import { PacketSizeProbe } from "../../src/mqtt/packet-size-probe.ts";
import { Sender } from "../../src/mqtt/sender.ts";
import { ScriptedOutlet } from "./scripted-outlet.ts";
import { FakeClock } from "../support/fake-clock.ts";

export interface SenderBench {
  readonly sender: Sender;
  readonly clock: FakeClock;
  readonly complaints: string[];
}

/** Makes a sender; it has no limit to its pace unless one is given. */
export function senderBench(publishRate = 0): SenderBench {
  const clock = new FakeClock();
  const complaints: string[] = [];
  const options = {
    publishRate,
    base: "base",
    onTooLarge: (topic: string) => complaints.push(`${topic}: too large`),
    onRefused: (topic: string, reason: string) => complaints.push(`${topic}: ${reason}`),
  };
  return { sender: new Sender(options, clock, new PacketSizeProbe(clock)), clock, complaints };
}

/** A sender that has a connection. */
export function sendingBench(
  publishRate = 0,
  outlet = new ScriptedOutlet(),
): SenderBench & { readonly outlet: ScriptedOutlet } {
  const bench = senderBench(publishRate);
  bench.sender.use(outlet);
  return { ...bench, outlet };
}

import { eventually } from "../support/eventually.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import type { ScriptedBroker } from "../support/scripted-broker.ts";

/** Advances the clock until the check holds, except while connected: a connection runs in real time. */
export async function whileAway(broker: ScriptedBroker, clock: FakeClock, check: () => void): Promise<void> {
  await eventually(async () => {
    if (broker.peers.every(({ socket }) => socket.destroyed)) await clock.advance(5000);
    check();
  });
}

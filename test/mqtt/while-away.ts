import { eventually } from "../support/eventually.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import type { ScriptedBroker } from "../support/scripted-broker.ts";

/** Moves the clock on until the check holds, but not while a connection stands: that runs on real time. */
export async function whileAway(broker: ScriptedBroker, clock: FakeClock, check: () => void): Promise<void> {
  await eventually(async () => {
    if (broker.peers.every(({ socket }) => socket.destroyed)) await clock.advance(500);
    check();
  });
}

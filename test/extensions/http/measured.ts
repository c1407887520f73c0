import { Counters } from "../../../src/core/session/counters.ts";
import type { Measured, MeasuredPlayer } from "../../../src/extensions/http/metrics.ts";
import { FakeClock } from "../../support/fake-clock.ts";

/** A bridge that is well, without a connection to the broker. */
export function measured(sessions: readonly MeasuredPlayer[] = []): Measured {
  return {
    version: '1.0"\\\n',
    bridge: { sessions, mqtt: undefined, ownership: { fleet: undefined } },
    broker: { published: 1, publishedBytes: 2, waiting: 3, waitingMs: 2500, dropped: 4 },
    counters: new Counters(),
    lag: { worstMs: 1500 },
    clock: new FakeClock(),
    health: () => ({ isOk: true, reasons: [] }),
    readiness: () => ({ isOk: false, reasons: ["because"] }),
  };
}

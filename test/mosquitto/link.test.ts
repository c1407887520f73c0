import { expect, it } from "vitest";
import { event, LinkBench } from "../mqtt/link-bench.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { eventually } from "../support/eventually.ts";
import { isMosquittoMissing, startMosquitto } from "../support/start-mosquitto.ts";

it.skipIf(isMosquittoMissing).each(["4", "5"] as const)(
  "the link with mosquitto yields to another client with its id, and both report it (protocol %s)",
  async (protocol) => {
    await using broker = await startMosquitto();
    const options = { clientId: "same", protocol, clock: fastClock(20) };
    await using first = new LinkBench(broker.url, options);
    await eventually(() => expect(first.connected).toHaveLength(1));
    await using second = new LinkBench(broker.url, options);
    await eventually(() => expect(second.connected).toHaveLength(1));
    // Mosquitto says over MQTT 5 that it is a takeover; over 3.1.1 both soon suspect it.
    await eventually(() => {
      const areNamed = [first, second].map(({ ends }) => ends.some(({ isContested }) => isContested));
      expect(areNamed).toEqual([true, true]);
    }, 60_000);
    const winner = first.ends.at(-1)?.isContested === true ? second : first;
    const ends = winner.ends.length;
    await eventually(() => expect(winner.link.info).toBeDefined());
    winner.link.publish(event("here"));
    await eventually(() => expect(winner.link.waiting).toBe(0));
    expect(winner.ends.length - ends).toBeLessThanOrEqual(1);
  },
);

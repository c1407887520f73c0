import { expect, it } from "vitest";
import { startEmbeddedBroker } from "../../../../src/mqtt/embedded-broker.ts";
import { findBrokers } from "../../../../src/tools/probe/broker/find-brokers.ts";
import { fastClock } from "../../../../src/cli/conformance/fast-clock.ts";
import { anyPort } from "../../../support/any-port.ts";
import { freePort } from "../../../support/free-port.ts";

it("finds a broker here and by the name of Home Assistant, with TLS only if there is no other", async () => {
  await using broker = await startEmbeddedBroker({ ...anyPort, host: "0.0.0.0" });
  const closed = await freePort();
  const found = (mqtt: number, mqtts: number, named: readonly string[] = []) => {
    const resolve = (host: string) =>
      host === "homeassistant.local" && named.length > 0
        ? Promise.resolve(named)
        : Promise.reject(new Error("no such name"));
    return findBrokers({ clock: fastClock(1000), resolve }, new AbortController().signal, { mqtt, mqtts });
  };
  const here = { url: `mqtt://127.0.0.1:${broker.port}`, about: "on this machine" };
  expect(await found(broker.port, closed, ["::1", "127.0.0.2"])).toEqual([
    here,
    { url: `mqtt://127.0.0.2:${broker.port}`, about: "at Home Assistant" },
  ]);
  expect(await found(broker.port, closed, ["127.0.0.1"])).toEqual([here]);
  expect(await found(closed, broker.port)).toEqual([{ ...here, url: `mqtts://127.0.0.1:${broker.port}` }]);
  expect(await found(closed, closed)).toEqual([]);
});

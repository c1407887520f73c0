import { expect, it } from "vitest";
import { startEmbeddedBroker } from "../../../../src/mqtt/embedded-broker.ts";
import { findBrokers } from "../../../../src/tools/probe/broker/find-brokers.ts";
import { fastClock } from "../../../../src/cli/conformance/fast-clock.ts";
import { freePort } from "../../../support/free-port.ts";

const clock = fastClock(1000);
const { signal } = new AbortController();

it("finds a broker on this machine, and the one of Home Assistant by its name", async () => {
  await using broker = await startEmbeddedBroker({ host: "127.0.0.1", port: 0, username: "", password: "" });
  const ports = { mqtt: broker.port, mqtts: await freePort() };
  const resolve = (host: string) =>
    host === "homeassistant.local" ? Promise.resolve(["::1", "127.0.0.1"]) : Promise.reject(new Error("no"));
  expect(await findBrokers({ clock, resolve }, signal, ports)).toEqual([
    { url: broker.url, about: "on this machine" },
  ]);
});

it("takes a port with TLS if there is no other, and nothing where nothing listens", async () => {
  await using broker = await startEmbeddedBroker({ host: "127.0.0.1", port: 0, username: "", password: "" });
  const resolve = () => Promise.reject(new Error("no such name"));
  const closed = await freePort();
  expect(await findBrokers({ clock, resolve }, signal, { mqtt: closed, mqtts: broker.port })).toEqual([
    { url: `mqtts://127.0.0.1:${broker.port}`, about: "on this machine" },
  ]);
  expect(await findBrokers({ clock, resolve }, signal, { mqtt: closed, mqtts: closed })).toEqual([]);
});

import { expect, it } from "vitest";
import { linkOptions } from "../../src/app/link-options.ts";
import { loadWith, onePlayer } from "../config/load-with.ts";

const will = { topic: "house/bridge/state", payload: "offline", retain: true, qos: 1 } as const;

it("a link has the settings of the broker, and a client id of its own even on one machine with its fleet", () => {
  const own = { username: "me", password: "secret", keepaliveSeconds: 7, maxPayload: 5000, publishRate: 9 };
  const noFiles = { ca: undefined, cert: undefined, key: undefined };
  const mqtt = { ...own, url: ["mqtt://a", "mqtt://b"], protocol: "5", baseTopic: "house" };
  const fleet = { url: "nats://store", member: "attic" };
  const files = { "config/local.json": JSON.stringify({ mqtt, fleet }) };
  const config = loadWith({ files, env: onePlayer });
  expect(linkOptions(config, undefined, will)).toEqual({
    ...own,
    ...noFiles,
    urls: mqtt.url,
    protocol: "5",
    base: "house",
    will,
    isSilent: false,
    connectTimeoutMs: 10_000,
    clientId: expect.stringMatching(/^player2mqtt-[0-9a-f]{8}-attic$/),
  });
  const named = { ...config, mqtt: { ...config.mqtt, clientId: "mine" } };
  expect(linkOptions(named, "mqtt://127.0.0.1:1", undefined)).toMatchObject({
    urls: ["mqtt://127.0.0.1:1"],
    protocol: "4",
    will: undefined,
    isSilent: true,
    clientId: "mine-attic",
  });
});

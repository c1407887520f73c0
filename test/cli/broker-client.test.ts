import { describe, expect, it } from "vitest";
import { shownBrokerUrl } from "../../src/cli/broker-client.ts";
import { brokerUrls } from "../../src/config/broker-url.ts";
import { loadConfig } from "../../src/config/load.ts";

describe("the broker's address", () => {
  const load = (args: Record<string, string>) =>
    loadConfig({ args, env: {}, cwd: "/nowhere", requirePlayers: false });
  const opened = { "mqtt.username": "u", "mqtt.password": "long enough" };

  it.each([
    [{}, "mqtt://127.0.0.1:1883"],
    [{ "broker.port": "4242" }, "mqtt://127.0.0.1:4242"],
    [{ "broker.host": "0.0.0.0", ...opened }, "mqtt://127.0.0.1:1883"],
    [{ "broker.host": "::", ...opened }, "mqtt://127.0.0.1:1883"],
    [{ "broker.host": "::1" }, "mqtt://[::1]:1883"],
    [{ "mqtt.url": "mqtts://me:secret@host:8883" }, "mqtts://me:secret@host:8883"],
    [{ "mqtt.url": "mqtt://a, ws://b/mqtt,mqtt://c" }, "mqtt://a", "ws://b/mqtt", "mqtt://c"],
    [{ "mqtt.url": "mqtt://me:a,b@host" }, "mqtt://me:a,b@host"],
  ])("follows from %o", (args: Record<string, string>, ...urls) => {
    expect(brokerUrls(load(args))).toEqual(urls);
  });

  it("is shown without what is secret in it", () => {
    expect(shownBrokerUrl(load({ "mqtt.url": "ws://me:secret@host:80/mqtt?key=secret" }))).toBe(
      "ws://host/mqtt",
    );
    expect(shownBrokerUrl(load({ "mqtt.url": "mqtt://a:x@b,mqtt://c:y@d" }))).toBe("mqtt://b, mqtt://d");
  });
});

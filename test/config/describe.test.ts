import { expect, it } from "vitest";
import { describeConfig } from "../../src/config/describe.ts";
import { loadWith, onePlayer } from "./load-with.ts";

it("the effective configuration hides secrets and only those", () => {
  const config = loadWith({
    env: {
      MQTT_URL: "wss://me:secret@broker.example:8084/mqtt?token=secret",
      MQTT_USERNAME: "me",
      MQTT_PASSWORD: "secret",
      PLAYERS: JSON.stringify([
        { id: "a", url: "http://me:5ecret@192.168.1.20", psk: "secret" },
        { id: "b", url: "https://secret@192.168.1.21:443" },
        { id: "c", url: "192.168.1.22" },
      ]),
    },
  });
  const described = describeConfig(config);
  expect(described).toMatchObject({
    mqtt: {
      url: "wss://[hidden]@broker.example:8084/mqtt?[hidden]",
      username: "me",
      password: "[hidden]",
      keepaliveSeconds: 20,
    },
    players: [
      { url: "http://[hidden]@192.168.1.20", psk: "[hidden]" },
      { url: "https://[hidden]@192.168.1.21:443" },
      { url: "http://192.168.1.22", device: config.device },
    ],
  });
  expect(JSON.stringify(described)).not.toContain("ecret");
});

it("without secrets it is the configuration itself", () => {
  const config = loadWith({ env: { ...onePlayer, MQTT_URL: "mqtt://broker.example" } });
  const { findsPlayers: _findsPlayers, ...shown } = config;
  expect(describeConfig(config)).toEqual(shown);
});

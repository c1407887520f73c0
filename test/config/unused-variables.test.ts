import { expect, it } from "vitest";
import { describeUnused, unusedVariables } from "../../src/config/unused-variables.ts";

it.each([
  ["PLAYER_ULR", "PLAYER_URL"],
  ["MQTT_PASWORD", "MQTT_PASSWORD"],
  ["MQTT_USERNAMEE", "MQTT_USERNAME"],
  ["LOG_LEVAL", "LOG_LEVEL"],
  ["POLL_VIDEOS", "POLL_VIDEO"],
  ["MQTT_PASSWORD_FIL", "MQTT_PASSWORD_FILE"],
  ["MQTT_USER", "MQTT_USERNAME"],
  ["MQTT_PASS", "MQTT_PASSWORD"],
  ["MQTT_TOPIC", "MQTT_BASE_TOPIC"],
  ["MQTT_BROKER_URL", undefined],
  ["HOMEASSISTANT_DISCOVERY_PREFIX", "HOMEASSISTANT_PREFIX"],
  ["HTTP_API_KEY", "HTTP_TOKEN"],
  ["PLAYER_HOST", "PLAYER_URL=<host>"],
  ["PLAYER2_URL", "PLAYERS"],
  ["HTTP_LISTEN", undefined],
])("%s is not used, what is written instead is %s", (name, meant) => {
  expect(unusedVariables({ [name]: "a secret text" })).toEqual([
    { name, ...(meant !== undefined && { meant }) },
  ]);
});

it.each([
  ["PLAYER_URL", "x"],
  ["MQTT_URL_FILE", "x"],
  ["HTTP_PROXY", "http://proxy:3128"],
  ["LOG_FILE", "x"],
  ["PATH", "x"],
  ["CONFIG_FILE", "x"],
  ["MQTT_PORT", ""],
  // What Kubernetes says about services that are called mqtt, http and player2mqtt.
  ["MQTT_PORT", "tcp://10.0.0.1:1883"],
  ["MQTT_SERVICE_HOST", "10.0.0.1"],
  ["MQTT_SERVICE_PORT_MQTT", "1883"],
  ["MQTT_PORT_1883_TCP_ADDR", "10.0.0.1"],
  ["HTTP_PORT_80_TCP", "tcp://10.0.0.1:80"],
  ["PLAYER2MQTT_PORT", "tcp://10.0.0.1:8099"],
])("%s is ours, or somebody else's: %j", (name, value) => {
  expect(unusedVariables({ [name]: value })).toEqual([]);
});

it("names all of them in one line, with the address that host and port make, and without secrets", () => {
  const env = { MQTT_HOST: "broker.lan", MQTT_PORT: "1884", MQTT_PASS: "hidden", HTTP_FOO: "hidden" };
  expect(describeUnused(unusedVariables(env))).toEqual([
    "environment variables that are not used: MQTT_HOST (write MQTT_URL=mqtt://broker.lan:1884), " +
      "MQTT_PORT (write MQTT_URL=mqtt://broker.lan:1884), MQTT_PASS (write MQTT_PASSWORD), HTTP_FOO: see docs/configuration.md",
  ]);
  expect(describeUnused([])).toEqual([]);
});

it("shows no address that may have a password", () => {
  expect(unusedVariables({ MQTT_HOST: "mqtt://anna:hidden@broker.lan" })).toEqual([
    { name: "MQTT_HOST", meant: "MQTT_URL=mqtt://<host>" },
  ]);
});

import { expect, it } from "vitest";
import { misspelledVariables } from "../../src/config/read-sources.ts";

it.each([
  ["PLAYER_ULR", "PLAYER_URL"],
  ["MQTT_PASWORD", "MQTT_PASSWORD"],
  ["MQTT_USERNAMEE", "MQTT_USERNAME"],
  ["LOG_LEVAL", "LOG_LEVEL"],
  ["POLL_VIDEOS", "POLL_VIDEO"],
  ["MQTT_PASSWORD_FIL", "MQTT_PASSWORD_FILE"],
])("%s was meant to be %s", (name, meant) => {
  expect(misspelledVariables({ [name]: "x" })).toEqual([{ name, meant }]);
});

it.each([
  "PLAYER_URL",
  "MQTT_URL_FILE",
  "MQTT_PORT",
  "MQTT_HOST",
  "HTTP_PROXY",
  "LOG_FILE",
  "PATH",
  "CONFIG_FILE",
])("%s is ours, or somebody else's", (name) => {
  expect(misspelledVariables({ [name]: "x" })).toEqual([]);
});

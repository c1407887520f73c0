import { describe, expect, it } from "vitest";
import { demoHints } from "../../src/cli/start-demo.ts";

describe("demoHints", () => {
  it("leaves out what is the default", () => {
    expect(demoHints("player2mqtt", 1883)).toEqual([
      "player2mqtt set living-room output HDMI2",
      "mosquitto_pub -t player2mqtt/study/audio/input/set -m Television",
      "mosquitto_sub -t 'player2mqtt/#' -v",
    ]);
  });

  it("names any other port", () => {
    expect(demoHints("player2mqtt", 4242)).toEqual([
      "player2mqtt set living-room output HDMI2 --mqtt.url=mqtt://127.0.0.1:4242",
      "mosquitto_pub -p 4242 -t player2mqtt/study/audio/input/set -m Television",
      "mosquitto_sub -p 4242 -t 'player2mqtt/#' -v",
    ]);
  });
});

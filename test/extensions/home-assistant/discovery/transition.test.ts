import { describe, expect, it } from "vitest";
import { type Announced, remember } from "../../../../src/extensions/home-assistant/discovery/announced.ts";
import { type JsonObject, parseObject } from "../../../../src/core/resources/json.ts";
import { recognizeOwn } from "../../../../src/extensions/home-assistant/discovery/recognize.ts";
import { mediaPlayerPayload } from "../../../../src/extensions/home-assistant/player-announcement.ts";
import { bridgePayload, playerPayload } from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { nextPayload } from "../../../../src/extensions/home-assistant/discovery/transition.ts";
import { announcedAs, everything, target } from "../../../home-assistant/players.ts";

const sensor: JsonObject = { platform: "sensor", unique_id: "a" };
const having = (components: JsonObject): JsonObject => ({ components });
/** The summary of a device announced with these components. */
const announced = (payload: JsonObject): Announced => announcedAs({ ...bridgePayload("b", "1"), ...payload });

describe("nextPayload", () => {
  it("writes a tombstone before a key moves to another platform", () => {
    const wanted = having({ a: sensor });
    const first = nextPayload(announced(having({ a: { platform: "button", unique_id: "a" } })), wanted);
    expect(first).toEqual(having({ a: { platform: "button" } }));
    expect(nextPayload(announced(first), wanted)).toEqual(wanted);
  });
});

describe("recognizeOwn", () => {
  const player = playerPayload(target, everything);
  const write = (change: JsonObject): string => JSON.stringify({ ...player, ...change });
  const ownedBy = (...topics: string[]): string =>
    write({ availability: topics.map((topic) => ({ topic })) });

  it("recognizes its own players, bridge and media players", () => {
    const { identity, id, base } = target;
    expect(recognizeOwn(JSON.stringify(player))).toMatchObject({ identity, id, base });
    const media = mediaPlayerPayload(target, everything);
    expect(recognizeOwn(JSON.stringify(media))).toMatchObject({ identity, id, base });
    expect(recognizeOwn(JSON.stringify(bridgePayload("home/players", "1")))).toMatchObject({
      identity: "player2mqtt_home+players+bridge",
      base: "home/players",
      id: undefined,
    });
  });

  it.each([
    ["of another program", write({ origin: { name: "zigbee2mqtt" }, note: "player2mqtt" })],
    ["without an origin", write({ origin: null, note: "player2mqtt" })],
    ["without a device", write({ device: null })],
    ["with invalid JSON", `{"player2mqtt"`],
    ["with a list as JSON", `["player2mqtt"]`],
    ["without our name", "{}"],
    ["without availability", ownedBy()],
    ["with another availability", ownedBy("x/state", "x/y/availability")],
    ["with an invalid availability topic", ownedBy("b/bridge/state", "b/X/avail")],
    ["of another topic of a bridge", ownedBy("b/bridge/state/x", "b/p/availability")],
    ["of another topic of a player", ownedBy("b/bridge/state", "b/p/availability/x")],
    ["with a number as availability", write({ availability: [{ topic: "b/bridge/state" }, 1] })],
    ["without an identity", write({ device: { identifiers: [] } })],
  ])("ignores an announcement %s", (_, text) => {
    expect(recognizeOwn(text)).toBeUndefined();
    expect(remember(parseObject(text) ?? {}, text)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import {
  decideIdentity,
  identityOfId,
  identityOfMac,
  topicLevel,
} from "../../../../src/extensions/home-assistant/discovery/identity.ts";
import {
  birthTopic,
  deviceTopic,
  isAnnouncementTopic,
  mediaPlayerTopic,
} from "../../../../src/extensions/home-assistant/discovery/discovery-topics.ts";
import { having } from "../../../core/samples.ts";
import { everything, model } from "../../../home-assistant/players.ts";

const byMac = "player2mqtt_800a805e0053";

describe("identityOfMac", () => {
  it.each([
    ["80:0a:80:5e:00:53", byMac],
    ["80-0A-80-5E-00-53", byMac],
    ["800a805e0053", byMac],
    ["00:00:00:00:00:00", undefined],
    ["02:00:00:00:00:00", undefined],
    ["ff:ff:ff:ff:ff:ff", undefined],
    ["01:00:5e:00:00:01", undefined],
    ["aa:bb", undefined],
    ["", undefined],
  ])("reads %s as %s", (mac, identity) => {
    expect(identityOfMac(mac)).toBe(identity);
    expect(identityOfMac(mac, "11000")).toBe(identity && `${identity}_11000`);
  });
});

describe("identityOfId", () => {
  it("distinguishes bridges with other base topics", () => {
    const all = [
      identityOfId("player2mqtt", "player"),
      identityOfId("a/b", "player"),
      identityOfId("a-b", "player"),
      identityOfId("player2mqtt", "bridge"),
      identityOfId("a/b", "bridge"),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all[0]).toBe("player2mqtt_player");
    expect(all[3]).toBe("player2mqtt_bridge");
  });
});

describe("decideIdentity", () => {
  const clues = {
    base: "player2mqtt",
    id: "cinema",
    configuredMac: undefined,
    known: undefined,
    session: everything,
  };
  const macless = { ...everything, player: { model: { ...model, mac: undefined } } };
  const untold = { ...everything, player: {} };

  const placeholder = { ...everything, player: { model: { ...model, mac: "02:00:00:00:00:00" } } };
  const byId = "player2mqtt_cinema";
  const [configuredMac, byConfigured] = ["80:0a:80:5e:00:54", "player2mqtt_800a805e0054"];

  it.each<[string, Partial<Parameters<typeof decideIdentity>[0]>, string | undefined]>([
    ["from the MAC that the player reports", {}, byMac],
    ["that by which Home Assistant knows the player", { known: byId }, byId],
    ["that, also before the player has answered", { known: byId, session: untold }, byId],
    ["from a configured MAC: that is the way to change it", { configuredMac, known: byMac }, byConfigured],
    ["not from a configured MAC that can be anybody's", { configuredMac: "02:00:00:00:00:00" }, byMac],
    ["from the id, if the player reports no MAC", { session: macless }, byId],
    ["from the id, if it reports one that can be anybody's", { session: placeholder }, byId],
    [
      "from the id, if it reports no model",
      { session: having(untold, { model: { support: "unsupported" } }) },
      byId,
    ],
    ["open for a player that has not answered yet", { session: untold }, undefined],
  ])("is %s", (_, change, identity) => {
    expect(decideIdentity({ ...clues, ...change })).toBe(identity);
  });
});

describe("discovery topics", () => {
  it("have levels that are valid for Home Assistant and every broker", () => {
    expect(deviceTopic("homeassistant", byMac)).toBe(`homeassistant/device/${byMac}/config`);
    expect(mediaPlayerTopic("ha", byMac)).toBe(`ha/media_player/${byMac}/config`);
    expect(birthTopic("homeassistant")).toBe("homeassistant/status");
    for (const identity of [16, "x", "a".repeat(32)].map((id) => `player2mqtt_home+players+${id}`)) {
      expect(topicLevel(identity)).toMatch(/^player2mqtt_[0-9a-f]{8}$/);
    }
  });

  it.each([
    ["homeassistant/device/x/config", true],
    ["homeassistant/media_player/x/config", true],
    ["homeassistant/devices/x/config", false],
    ["homeassistant/old/device/x/config", false],
    ["homeassistant/device/x/y/config", false],
    ["homeassistant/device/x/configs", false],
    ["homeassistant-2/device/x/config", false],
    ["home-automation/device/x/config", false],
  ])("announce a device or not: %s", (topic, isAnnouncement) => {
    expect(isAnnouncementTopic("homeassistant", topic)).toBe(isAnnouncement);
  });
});

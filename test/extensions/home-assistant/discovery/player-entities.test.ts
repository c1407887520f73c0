import { describe, expect, it } from "vitest";
import { linkedPageUrl } from "../../../../src/app/extensions.ts";
import {
  bridgePayload,
  filmPayload,
  playerPayload,
} from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { mediaPlayerPayload } from "../../../../src/extensions/home-assistant/player-announcement.ts";
import type { CallName } from "../../../../src/core/controls/call.ts";
import { controls } from "../../../../src/core/controls/table.ts";
import { audio, music } from "../../../core/sample-player.ts";
import { having } from "../../../core/samples.ts";
import { announcedAs, everything, model, target } from "../../../home-assistant/players.ts";
import { type SessionFields, sessionWith } from "../../../core/session-with.ts";

const componentOf = (key: string) => playerPayload(target, everything).components[key];
const ofBridge = () => bridgePayload("player2mqtt", "1.2.3").components;
const bridgeOnly = [{ topic: "player2mqtt/bridge/state" }];

describe("an entity of a player", () => {
  it.each(["connectivity", "power", "waking", "command_outcome", "last_outcome", "watched", "played"])(
    "%s stays available while the player is off",
    (key) => {
      expect(componentOf(key)).toMatchObject({ availability: bridgeOnly });
      expect(componentOf(key)).not.toHaveProperty("availability_mode");
    },
  );

  it.each(["video_position", "video_duration", "music_position", "music_duration"])(
    "%s is shown in whole seconds",
    (key) => {
      expect(componentOf(key)).toMatchObject({ device_class: "duration", suggested_display_precision: 0 });
    },
  );

  it.each(["video", "music"])(
    "%s: seeking has no state, and what the media player shows is disabled",
    (medium) => {
      expect(componentOf(`${medium}_seek`)).not.toHaveProperty("state_topic");
      for (const part of ["position", "duration"])
        expect(componentOf(`${medium}_${part}`)).toMatchObject({ enabled_by_default: false });
    },
  );

  it.each(["mute", "power", "shuffle"])("%s is unknown while its topic is empty, not as it was", (key) => {
    expect(componentOf(key)?.["value_template"]).toContain('"None"');
  });

  it.each(["reboot", "standby", "screen_on", "screen_off"])("%s is in the configuration category", (key) => {
    expect(componentOf(key)).toMatchObject({ entity_category: "config" });
    expect(componentOf(key)?.["device_class"]).toBe(key === "reboot" ? "restart" : undefined);
  });

  it.each(["command_outcome", "last_outcome", "audio_track", "subtitle"])("%s is diagnostic", (key) => {
    expect(componentOf(key)).toMatchObject({ entity_category: "diagnostic" });
  });

  it("has the plain name if it selects, and not if it shows the same in detail", () => {
    const names = ["output", "audio_track", "subtitle"].map((key) => componentOf(key)?.["name"]);
    expect(names).toEqual(["Output", "Audio track details", "Subtitle details"]);
    const choices = Object.values(filmPayload(target, everything)?.components ?? {});
    expect(choices.map(({ name }) => name)).toEqual(["Audio track", "Subtitle"]);
  });

  it("has its icon, and the range that the player reports", () => {
    expect(componentOf("screen_brightness")).toMatchObject({ icon: "mdi:brightness-6", min: 0, max: 115 });
  });

  it("is numeric with a unit if it is a sample rate", () => {
    expect(componentOf("output_sample_rate")).toMatchObject({
      device_class: "frequency",
      unit_of_measurement: "kHz",
      state_class: "measurement",
      suggested_display_precision: 1,
    });
  });

  it("has a state class if it counts", () => {
    for (const count of [componentOf("playlist_size"), componentOf("queue_total")])
      expect(count).toMatchObject({ state_class: "measurement" });
    for (const count of [ofBridge()["players"], ofBridge()["players_online"]])
      expect(count).toMatchObject({ state_class: "measurement" });
  });
});

describe("what a player lacks", () => {
  const { player } = everything;
  const { power: _power, ...others } = player;
  const powerless = having({ ...everything, player: others }, { power: { support: "unsupported" } });
  const calls = new Set(Object.values(controls).flatMap(({ operations }): CallName[] => [...operations]));
  const ofSound = ["sound_processing", "sound_output", "bit_perfect"];
  const ofOutput = ["output", "output_format", "output_sample_rate", "output_connected"];
  const ofScreen = ["reboot", "screen_on", "screen_off"];

  it.each<[string, SessionFields, string[]]>([
    ["sound", { player: { ...player, music: { ...music, sound: undefined } } }, ofSound],
    ["outputs", { player: { ...player, audio: { ...audio(), output: undefined } } }, ofOutput],
    ["display", { player: { ...player, music: { ...music, display: undefined } } }, ["display_show"]],
    [
      "way to wake",
      { operations: { wake: { support: "unsupported", denials: 3 } } },
      ["power", "waking", "standby"],
    ],
    [
      "way to wake, but is switched on by a request",
      {
        operations: { wake: { support: "unsupported", denials: 3 } },
        player: { ...player, power: [{ tag: "on", name: "on", isCurrent: true }] },
      },
      ["waking"],
    ],
    ["power", powerless, ["power", "waking", "standby", ...ofScreen]],
    ["power but has a plug", sessionWith(powerless, { hasPlug: true }), ["standby", ...ofScreen]],
    [
      "power but has keys",
      having(sessionWith(powerless, { calls }), { battery: { support: "unsupported" } }),
      ["battery", "battery_charging"],
    ],
  ])("is left out, and nothing else: it has no %s", (_, change, lacking) => {
    const left = playerPayload(target, sessionWith(everything, change)).components;
    const whole = playerPayload(target, everything).components;
    expect(Object.keys(whole).filter((key) => left[key] === undefined)).toEqual(lacking);
  });
});

describe("the update entity of the bridge", () => {
  it("exists only if the bridge asks for the latest version", () => {
    expect(ofBridge()).not.toHaveProperty("update");
    const asking = bridgePayload("player2mqtt", "1.2.3", "bridge-1", { checksForUpdates: true });
    expect(asking.components["update"]).toMatchObject({
      platform: "update",
      state_topic: "player2mqtt/bridge-1/info",
      latest_version_topic: "player2mqtt/bridge-1/latest-version",
    });
  });
});

describe("a device", () => {
  it("names its maker, also while the player has not reported it again", () => {
    const shown = playerPayload(target, everything);
    expect(shown["device"]).toMatchObject({ manufacturer: "Zidoo" });
    const unknown = playerPayload(target, { ...everything, player: {} }, announcedAs(shown));
    expect(unknown["device"]).toMatchObject({ manufacturer: "Zidoo" });
    const neutral = { ...everything.player, model: { ...model, maker: undefined } };
    expect(playerPayload(target, { ...everything, player: neutral })["device"]).not.toHaveProperty(
      "manufacturer",
    );
    expect(bridgePayload("player2mqtt", "1")["device"]).toMatchObject({
      manufacturer: "player2mqtt",
      model: "Bridge",
    });
  });

  it.each([
    ["player2mqtt", "bridge", "player2mqtt"],
    ["player2mqtt", "bridge-2", "player2mqtt 2"],
    ["home/players", "bridge", "player2mqtt home/players"],
    ["upstairs", "bridge-den", "player2mqtt upstairs den"],
  ] as const)("of a bridge under %s, %s, is named %s", (base, bridge, name) => {
    expect(bridgePayload(base, "1", bridge)["device"]).toMatchObject({ name });
  });

  it("links the page if it has an address", () => {
    const pageUrl = "http://192.168.1.10:8099";
    for (const payload of [
      playerPayload({ ...target, pageUrl }, everything),
      mediaPlayerPayload({ ...target, pageUrl }, everything),
      bridgePayload("player2mqtt", "1", "bridge", { pageUrl }),
    ])
      expect(payload?.["device"]).toMatchObject({ configuration_url: pageUrl });
    expect(playerPayload(target, everything)["device"]).not.toHaveProperty("configuration_url");
  });

  it("of another integration has no MAC, since Home Assistant keeps one device for it", () => {
    expect(mediaPlayerPayload(target, everything)?.["device"]).not.toHaveProperty("connections");
  });
});

describe("the address of the page", () => {
  const http = { host: "192.168.1.10", port: 8099, token: "a long enough token", mcp: false, ingress: false };

  it.each([
    ["http.host", http, "http://192.168.1.10:8099"],
    ["an address of version 6", { ...http, host: "fd00::1" }, "http://[fd00::1]:8099"],
    ["nothing on loopback", { ...http, host: "127.0.0.1" }, undefined],
    ["nothing on all interfaces", { ...http, host: "0.0.0.0" }, undefined],
    ["nothing without a token", { ...http, token: "" }, undefined],
    ["nothing without HTTP", { ...http, port: 0 }, undefined],
  ])("is %s", (_, given, expected) => {
    expect(linkedPageUrl("", given)).toBe(expected);
  });

  it("is the configured one in any case", () => {
    expect(linkedPageUrl("https://player.example", { ...http, port: 0 })).toBe("https://player.example");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asList, asObject } from "../../../../src/core/resources/json.ts";
import { bridgeEntities } from "../../../../src/extensions/home-assistant/discovery/bridge-entities.ts";
import { mediaPlayerPayload } from "../../../../src/extensions/home-assistant/player-announcement.ts";
import {
  bridgePayload,
  isComplete,
  filmPayload,
  playerPayload,
} from "../../../../src/extensions/home-assistant/discovery/payload.ts";
import { playerEntities } from "../../../../src/extensions/home-assistant/discovery/player-entities.ts";
import { nextPayload } from "../../../../src/extensions/home-assistant/discovery/transition.ts";
import { audio, entry, routing } from "../../../core/sample-player.ts";
import { having } from "../../../core/samples.ts";
import { problemsOf } from "../../../home-assistant/check-payload.ts";
import { announcedAs, anySession, anyTarget, everything, target } from "../../../home-assistant/players.ts";

const keysOf = (payload: { components: object }): string[] => Object.keys(payload.components);

describe("the rules of Home Assistant", () => {
  it("accept a player that supports everything", () => {
    const payload = playerPayload(target, everything);
    const film = filmPayload(target, everything) ?? { components: {} };
    expect([problemsOf(payload), problemsOf(film)]).toEqual([[], []]);
    const isOfFilm = (key: string): boolean => keysOf(film).includes(key);
    expect([...keysOf(payload), ...keysOf(film)]).toEqual([
      ...playerEntities.map(({ key }) => key).filter((key) => !isOfFilm(key)),
      "audio_track_choice",
      "subtitle_choice",
    ]);
  });

  it.each(["player2mqtt", "home/players", "a/b/c"])("accept the bridge under %s", (base) => {
    const payload = bridgePayload(base, "1.2.3", "bridge", { checksForUpdates: true });
    expect(problemsOf(payload)).toEqual([]);
    expect(keysOf(payload)).toEqual(bridgeEntities.map(({ key }) => key));
    expect(payload.components["update"]).toMatchObject({
      state_topic: `${base}/bridge/info`,
      latest_version_topic: `${base}/bridge/latest-version`,
    });
    expect(bridgePayload(base, "1.2.3").components).not.toHaveProperty("update");
  });

  it("accept any player, whatever its names and whatever it lacks", () => {
    fc.assert(
      fc.property(anyTarget, anySession, (one, session) => {
        expect(problemsOf(playerPayload(one, session))).toEqual([]);
        expect(problemsOf(filmPayload(one, session) ?? playerPayload(one, session))).toEqual([]);
      }),
    );
  });

  it("accept every step from one state of a player to another", () => {
    fc.assert(
      fc.property(anyTarget, anySession, anySession, (one, before, after) => {
        const shown = playerPayload(one, before);
        const next = nextPayload(announcedAs(shown), playerPayload(one, after, announcedAs(shown)));
        expect(problemsOf(next)).toEqual([]);
      }),
    );
  });

  it.each([
    ["an unknown key", { retain: true }],
    ["an option twice", { options: ["a", "a"] }],
  ])("reject %s", (_what, change) => {
    const good = playerPayload(target, everything);
    const input = { ...good.components["input"], ...change };
    expect(problemsOf({ ...good, components: { ...good.components, input } })).not.toEqual([]);
  });
});

describe("a payload", () => {
  it("is far below the smallest payload limit that we support", () => {
    expect(JSON.stringify(playerPayload(target, everything)).length).toBeLessThan(46_000);
  });

  it("is identical for equal states", () => {
    fc.assert(
      fc.property(anyTarget, anySession, (one, session) => {
        const text = JSON.stringify(playerPayload(one, session));
        const shown = playerPayload(one, session);
        expect(JSON.stringify(playerPayload(one, session, announcedAs(shown)))).toBe(text);
      }),
    );
  });

  it("keeps unknown entities and device facts as announced", () => {
    const shown = playerPayload(target, everything);
    const unknown = having(
      { ...everything, player: {} },
      {
        audio: { support: "unknown" },
        video: { support: "unknown" },
        playlist: { support: "unknown" },
        queue: { support: "unknown" },
      },
    );
    expect(JSON.stringify(playerPayload(target, unknown, announcedAs(shown)))).toBe(JSON.stringify(shown));
    expect(isComplete(unknown)).toBe(false);
    expect(isComplete(everything)).toBe(true);
  });

  it("does not keep tombstones, or entities of another platform", () => {
    const unknown = having({ ...everything, player: {} }, { audio: { support: "unknown" } });
    const shown = {
      ...playerPayload(target, everything),
      components: { input: { platform: "select" }, output: { platform: "sensor", unique_id: "x" } },
    };
    expect(playerPayload(target, unknown, announcedAs(shown)).components).not.toHaveProperty("input");
    expect(playerPayload(target, unknown, announcedAs(shown)).components).not.toHaveProperty("output");
  });

  it("keeps a select whose list is empty for a moment", () => {
    const shown = playerPayload(target, everything);
    const empty = { ...everything.player, audio: { ...audio(), input: routing([], undefined) } };
    const components = playerPayload(target, { ...everything, player: empty }, announcedAs(shown)).components;
    expect(components["input"]).toEqual(shown.components["input"]);
    expect(playerPayload(target, { ...everything, player: empty }).components).not.toHaveProperty("input");
  });

  it("follows a player to another id, also what is not known yet", () => {
    const shown = announcedAs(playerPayload({ ...target, id: "cinema" }, everything));
    const unknown = having({ ...everything, player: {} }, { video: { support: "unknown" } });
    const { components } = playerPayload(target, unknown, shown);
    expect(components).toMatchObject({
      video_state: { state_topic: "player2mqtt/living-room/video/state" },
      input: { command_topic: "player2mqtt/living-room/audio/input/set" },
    });
    expect(JSON.stringify(components)).not.toContain("player2mqtt/cinema/");
  });

  it("ties each entity's availability only to topics that it needs", () => {
    const { availability, availability_mode: mode, components } = playerPayload(target, everything);
    expect({ availability, mode }).toEqual({
      availability: [
        { topic: "player2mqtt/bridge/state" },
        { topic: "player2mqtt/living-room/availability" },
      ],
      mode: "all",
    });
    expect(components["connectivity"]?.["availability"]).toEqual([{ topic: "player2mqtt/bridge/state" }]);
    const ofBridge = bridgePayload("player2mqtt", "1").components;
    expect(ofBridge["connectivity"]?.["availability"]).toEqual([
      { topic: "player2mqtt/bridge/state", value_template: "online" },
    ]);
    expect(ofBridge["version"]).not.toHaveProperty("availability");
  });

  it("suggests readable entity ids, and links the player to the bridge's device", () => {
    const { device, components } = playerPayload(target, everything);
    expect(device).toEqual({
      identifiers: ["player2mqtt_800a805e0053"],
      connections: [["mac", "80:0a:80:5e:00:53"]],
      name: "Living room",
      manufacturer: "Zidoo",
      model: "A8",
      sw_version: "v1",
      via_device: "player2mqtt_bridge",
    });
    expect(components["video_state"]).toMatchObject({
      unique_id: "player2mqtt_800a805e0053_video_state",
      default_entity_id: "sensor.living_room_video_state",
    });
    expect(playerPayload({ ...target, id: "__", name: " " }, everything)).toMatchObject({
      device: { name: target.identity },
      components: { input: { default_entity_id: "select.player_input" } },
    });
  });
});

describe("the options of a select", () => {
  const optionsOf = (entries: ReturnType<typeof entry>[], current?: string) => {
    const output = routing(entries, current);
    const session = { ...everything, player: { ...everything.player, audio: { ...audio(), output } } };
    return asList(asObject(playerPayload(target, session).components["output"])?.["options"]);
  };

  it.each([
    ["input", '{"tag": {"The XMOS": "XMOS", "The BT": "BT", "TV": "EARC"}'],
    ["zoom_choice", '{"value": {"Original": "Original", "Fit": "Fit"}'],
    ["meter_style", '{"value": {"Walnut": "Walnut", "Night blue": "Night blue"}'],
    [
      "app",
      '{"value": {"TV": "org.example.tv", "Radio": "org.example.radio", "radio": "org.example.radio2"}',
    ],
    ["music_preset", '{"value": {"Jazz": "1"}'],
  ])("of %s send what the player calls them", (key, sent) => {
    const select = playerPayload(target, everything).components[key];
    expect(select).toMatchObject({ command_template: `{{ ${sent}.get(value, value)} | to_json }}` });
    // Nothing reports which app is open.
    expect(select !== undefined && "value_template" in select).toBe(!["app", "music_preset"].includes(key));
  });

  it("are the display names, unchanged, without those of disabled entries that are not the current one", () => {
    const entries = [
      entry("XLR", { displayName: "BAL-XLR" }),
      entry("USB", { displayName: "USB (USB2)", enabled: false }),
    ];
    expect(optionsOf(entries, "XLR")).toEqual(["BAL-XLR"]);
    expect(optionsOf(entries, "USB")).toEqual(["BAL-XLR", "USB (USB2)"]);
  });

  it("become valid and unique if the names are not", () => {
    expect(
      optionsOf([
        entry("A", { displayName: "TV" }),
        entry("B", { displayName: " TV " }),
        entry("C", { displayName: "none" }),
        entry("D", { displayName: "\n" }),
        entry("A", { displayName: "again" }),
        entry("E", { displayName: "TV (B)" }),
        entry("F", { displayName: "x".repeat(300) }),
        entry("G", { displayName: "x".repeat(301) }),
      ]),
    ).toEqual([
      "TV",
      "TV (B)",
      "none (C)",
      "(D)",
      "TV (B) (E)",
      `${"x".repeat(254)}…`,
      `${"x".repeat(250)}… (G)`,
    ]);
    expect(
      optionsOf([
        entry("A", { displayName: "X" }),
        entry("C", { displayName: "X (B)" }),
        entry("B", { displayName: "X" }),
      ]),
    ).toEqual(["X", "X (B)", "X (B 2)"]);
  });
});

describe("the announcement to mqtt_media_player", () => {
  it("exists for players with video only", () => {
    expect(
      mediaPlayerPayload(target, having(everything, { video: { support: "unsupported" } })),
    ).toBeUndefined();
    const facts = { manufacturer: "Zidoo", model: "A8", sw_version: "v1" };
    expect(mediaPlayerPayload(target, everything)).toEqual({
      name: "Living room",
      origin: { name: "player2mqtt", sw_version: "1.2.3" },
      // Without the MAC, since Home Assistant keeps one device for it.
      device: { identifiers: ["player2mqtt_800a805e0053"], name: "Living room", ...facts },
      availability: { topic: "player2mqtt/living-room/availability" },
      owner: [{ topic: "player2mqtt/bridge/state" }, { topic: "player2mqtt/living-room/availability" }],
      state_state_topic: "player2mqtt/living-room/video/state",
      state_title_topic: "player2mqtt/living-room/video/title",
      state_duration_topic: "player2mqtt/living-room/video/duration",
      state_position_topic: "player2mqtt/living-room/video/position",
    });
    expect(mediaPlayerPayload(target, { ...everything, player: {} })).toHaveProperty(
      "device.name",
      "Living room",
    );
  });
});

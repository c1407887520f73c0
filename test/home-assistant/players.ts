import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import { type Announced, remember } from "../../src/extensions/home-assistant/discovery/announced.ts";
import type { DiscoveryTarget } from "../../src/extensions/home-assistant/discovery/payload.ts";
import type { AudioRouting, Routing } from "../../src/core/resources/audio.ts";
import type { JsonObject } from "../../src/core/resources/json.ts";
import type { PlayerModel } from "../../src/core/resources/model.ts";
import { withUniqueTitles } from "../../src/core/resources/choice-list.ts";
import type { PlayerSetting } from "../../src/core/resources/settings.ts";
import { scheduledResourceNames } from "../../src/core/resources/player.ts";
import { anyText } from "../support/any-text.ts";
import type { Session } from "../../src/core/session/session.ts";
import type { Support } from "../../src/core/resources/resource.ts";
import { displayNames } from "../../src/core/resources/audio.ts";
import { audio, entry, film, playlist, queue } from "../core/sample-player.ts";
import { having, settled } from "../core/samples.ts";

/** The player of most tests. */
export const target: DiscoveryTarget = {
  base: "player2mqtt",
  bridge: "bridge",
  version: "1.2.3",
  id: "living-room",
  name: "Living room",
  identity: "player2mqtt_800a805e0053",
};

export const model: PlayerModel = {
  maker: "Zidoo",
  details: { pathPrefix: "Zidoo" },
  model: "A8",
  firmware: "v1",
  mac: "80:0a:80:5e:00:53",
};

export const everything: Session = { ...settled(), player: { ...settled().player, model } };

/** The same player after an update. */
export function withFirmware(firmware: string): Session {
  return { ...everything, player: { ...everything.player, model: { ...model, firmware } } };
}

/** The player that supports everything, with these outputs. */
export function offering(output: Routing): Session {
  return { ...everything, player: { ...everything.player, audio: { ...audio(), output } } };
}

/** Names given by people, firmware and attackers. */
const anyName: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "None",
    "none",
    "TV",
    "TV",
    "",
    " ",
    "  padded ",
    "a\nb\tc",
    "\u0085odd\u001c",
    "}} {% raw %} {{",
    "{# hidden #}",
    "'\"\\",
    "\\u0041",
    '{"tag": "XLR"}',
    '"quoted"',
    "b'bytes'",
    "🎧 Kopfhörer",
    "\ud800 half",
    "x".repeat(300),
    "🎵".repeat(300),
    "__proto__",
    "unknown",
    "offline",
    "123",
    "true",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  anyText(8),
);

const anyTag = fc.oneof(
  fc.constantFrom("XMOS", "BT", "EARC", "USB", "XLR", "RCA", "__proto__", "constructor", "None", "a'b\"c\\"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
);

const anyRow = fc.record({ tag: anyTag, name: anyName, enabled: fc.boolean() });

/** A selector with any list: repeated names, repeated tags, disabled entries, or nothing at all. */
export const anyRouting: Arbitrary<Routing> = fc
  .record({ rows: fc.array(anyRow, { maxLength: 8 }), place: fc.nat(9) })
  .map(({ rows, place }) => {
    const names = displayNames(rows);
    const entries = rows.map(({ tag, enabled }, index) =>
      entry(tag, { enabled, displayName: names[index] ?? "" }),
    );
    return { entries, current: entries[place] };
  });

const anyAudio: Arbitrary<AudioRouting> = fc.record({
  input: anyRouting,
  output: anyRouting,
  outputInfo: fc.constant({}),
});

const anySupport = fc.constantFrom<Support>("supported", "unsupported", "unknown");

const anySetting: Arbitrary<PlayerSetting> = fc
  .record({
    tag: fc.constantFrom("gain", "Gain", "EQ1", "dsd-mode", "dsd_mode", "laungaue"),
    title: anyName,
    group: fc.constant(""),
    handle: fc.constant("x"),
    titles: fc.array(anyName, { minLength: 1, maxLength: 5 }),
    kind: fc.constantFrom("switch", "list", "range"),
  })
  .map(({ titles, kind, ...place }): PlayerSetting => {
    switch (kind) {
      case "switch":
        return { ...place, kind, isOn: true };
      case "list": {
        const options = withUniqueTitles(titles.map((title, index) => ({ index, title })));
        return { ...place, kind, options, current: 0 };
      }
      case "range":
        return { ...place, kind, min: -titles.length, max: titles.length, level: 0 };
    }
  });

const anySettings = fc.uniqueArray(anySetting, { selector: ({ tag }) => tag, maxLength: 4 });

const anyModel: Arbitrary<PlayerModel> = fc.record({
  maker: fc.constant("Zidoo"),
  model: fc.option(anyName, { nil: undefined }),
  firmware: fc.option(anyName, { nil: undefined }),
  mac: fc.option(
    fc.constantFrom(
      "80:0a:80:5e:00:53",
      "80-0A-80-5E-00-53",
      "02:00:00:00:00:00",
      "ff:ff:ff:ff:ff:ff",
      "aa:bb",
      "",
    ),
    { nil: undefined },
  ),
});

/** Any player, with any of its families unsupported or unknown. */
export const anySession: Arbitrary<Session> = fc
  .record({
    supports: fc.tuple(anySupport, anySupport, anySupport, anySupport, anySupport),
    model: fc.option(anyModel, { nil: undefined }),
    routings: fc.option(anyAudio, { nil: undefined }),
    settings: fc.option(anySettings, { nil: undefined }),
  })
  .map(({ supports, model: told, routings, settings }) => {
    const [first, ...others] = supports;
    const changes = Object.fromEntries(
      scheduledResourceNames.map((name, index) => [name, { support: others[index] ?? "unknown" }]),
    );
    const session = having(settled(), { ...changes, model: { support: first } });
    return {
      ...session,
      settingTags: ["gain", "Gain", "EQ1", "dsd-mode", "dsd_mode"],
      player: {
        video: film,
        playlist,
        queue,
        ...(told !== undefined && { model: told }),
        ...(routings !== undefined && { audio: routings }),
        ...(settings !== undefined && { settings }),
      },
    };
  });

export const anyTarget: Arbitrary<DiscoveryTarget> = fc.record({
  base: fc.constantFrom("player2mqtt", "home/players"),
  bridge: fc.constantFrom("bridge", "bridge-0", "bridge-12"),
  version: fc.constant("1.2.3"),
  id: fc.constantFrom("living-room", "player", "_", "a__b", "-x-", "9", "a".repeat(32)),
  name: anyName,
  identity: fc.constantFrom(
    "player2mqtt_800a805e0053",
    "player2mqtt_living-room",
    "player2mqtt_home+players+x",
  ),
});

/** The summary of a published payload. */
export function announcedAs(payload: JsonObject): Announced {
  const announced = remember(payload, JSON.stringify(payload));
  if (announced === undefined) throw new Error("no announcement of ours");
  return announced;
}

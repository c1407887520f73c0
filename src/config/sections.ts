import type * as z from "zod";
import type { CommandTarget } from "../core/controls/command.ts";
import type { PresetSettings } from "../core/controls/preset.ts";
import type { ListensSettings, TraktSettings, WebhookSettings } from "../core/history/unsent.ts";
import {
  type ScheduledResourceName,
  type PublicName,
  publicNameOf,
  scheduledResourceNames,
  resourceTitle,
} from "../core/resources/player.ts";
import { operationPaths, pathPrefix } from "../families/zidoo/settings.ts";
import { presets } from "./preset-shape.ts";
import { listens, trakt, webhooks } from "./receiver-shapes.ts";
import * as shapes from "./setting-shapes.ts";

interface About {
  readonly doc: string;
  /** The hidden part: the whole value, or the credentials in an address. */
  readonly secret?: "value" | "credentials";
}

export interface Setting<Value = unknown> extends About {
  readonly default: Value;
  readonly shape: () => z.ZodType<Value>;
}

export function setting<Value>(
  initial: NoInfer<Value>,
  shape: () => z.ZodType<Value>,
  about: About,
): Setting<Value> {
  return { default: initial, shape, ...about };
}

const { flag, oneOf, text, wholeNumber } = shapes;

const pollSchedules = Object.fromEntries(
  scheduledResourceNames.map((name) => [
    publicNameOf(name),
    setting("", shapes.optionalCron, {
      doc: `When to read the ${resourceTitle(name).text}, instead of at the pace.`,
    }),
  ]),
) as Readonly<Record<PublicName<ScheduledResourceName>, Setting<string>>>;

/** Add settings here: variable, flag, documentation and JSON Schema follow from this table. */
export const sections = {
  mqtt: {
    url: setting("", shapes.brokerUrls, {
      doc: "The broker; `mqtt://` may be left out. Several addresses, as a list or separated by commas, are nodes of one broker and tried in turn. Empty starts the embedded one.",
      secret: "credentials",
    }),
    username: setting("", text, {
      doc: "User name at the broker. The embedded broker requires the same one.",
    }),
    password: setting("", text, { doc: "The password for that user.", secret: "value" }),
    ca: setting("", text, { doc: "CA certificate file (PEM) to verify the broker with." }),
    cert: setting("", text, { doc: "Client certificate file (PEM)." }),
    key: setting("", text, { doc: "Private key file (PEM) of the client certificate." }),
    baseTopic: setting("player2mqtt", shapes.baseTopic, { doc: "Prefix of all topics." }),
    clientId: setting("", text, {
      doc: "MQTT client id. Empty derives one from the base topic and the host name.",
    }),
    protocol: setting("auto", shapes.mqttProtocol, {
      doc: "The MQTT version. `auto` tries 5, then 4, which is 3.1.1.",
    }),
    takeOver: setting(true, flag, {
      doc: "Of two bridges of one name, the one that was started last takes over. With `false` it stands by until the other one is offline.",
    }),
    keepaliveSeconds: setting(20, wholeNumber(1, 65_535), { doc: "MQTT keepalive interval." }),
    maxPayload: setting(100_000, wholeNumber(1_000, 268_435_455), {
      doc: "Maximum payload in bytes; longer lists are cut to a window.",
    }),
    publishRate: setting(1_000, wholeNumber(0, 1_000_000), {
      doc: "Maximum messages per second. 0 is unlimited.",
    }),
  },
  broker: {
    host: setting("127.0.0.1", shapes.host, {
      doc: "Address the embedded broker listens on. Beyond loopback it requires `mqtt.username` and `mqtt.password` (at least 8 characters).",
    }),
    port: setting(1883, wholeNumber(0, 65_535), { doc: "Port of the embedded broker. 0 picks a free one." }),
  },
  player: {
    url: setting("", shapes.optionalPlayerUrl, {
      doc: "The address of a single player.",
      secret: "credentials",
    }),
    id: setting("player", shapes.playerId, { doc: "The id of that player, used in its topics." }),
    name: setting("", text, { doc: "The name of that player. Empty uses the id." }),
    family: setting("auto", shapes.family, { doc: "The make of that player. `auto` asks it." }),
    follow: setting(true, flag, { doc: "Whether the bridge looks for that player at other addresses." }),
  },
  makes: {
    folder: setting("", text, {
      doc: "Folder with makes of your own: JavaScript that runs within the bridge as its own code does. docs/dev/make.md has an example. Empty: none.",
    }),
  },
  device: {
    pathPrefix: setting("auto", pathPrefix, {
      doc: "Path prefix of the player's operations. `auto` tries `Device`, then the known makers' names, and keeps the one that answers.",
    }),
    timeoutMs: setting(5_000, wholeNumber(1, 600_000), { doc: "Timeout of one request in milliseconds." }),
    gapMs: setting(150, wholeNumber(0, 60_000), {
      doc: "Minimum pause between two polls of one player in milliseconds. Commands do not wait for it, and what follows from a command is read with a third of it.",
    }),
    offlineAfter: setting(3, wholeNumber(1, 1_000), {
      doc: "Consecutive failed requests before a player is `offline`.",
    }),
    maxBodyBytes: setting(64 * 2 ** 20, wholeNumber(1_024, 2 ** 30), {
      doc: "Maximum size of an answer in bytes.",
    }),
  },
  poll: {
    pace: setting("normal", oneOf("eager", "normal", "gentle"), {
      doc: "How eagerly players are polled: `normal` notices most changes of an active player within a second and asks it at most once a second; `eager` asks twice as often, `gentle` a third as often.",
    }),
    ...pollSchedules,
    idleFactor: setting(2, wholeNumber(1, 1_000), {
      doc: "Poll only every n-th scheduled time while idle. Music is idle during a film, and the film during music.",
    }),
  },
  publish: {
    positionIntervalMs: setting(5_000, wholeNumber(0, 3_600_000), {
      doc: "Minimum time between two published positions in milliseconds; up to a tenth less if the player is polled at this interval.",
    }),
    state: setting(false, flag, {
      doc: "Also publish every plain value of a player but the position as one JSON on `state`.",
    }),
    pictures: setting(false, flag, {
      doc: "Also publish the cover art itself on `music/picture/data`, and poster and backdrop of a film on `video/picture/data` and `video/backdrop/data`.",
    }),
    settings: setting<readonly string[]>([], shapes.settingTags, {
      doc: "Tags of the player's own settings, such as `gain`, to publish under `settings/` and let be set. Settings that concern the network, updates, passwords, power, the language or a reset are never among them; `player2mqtt check` lists those that a player has. JSON if given as text.",
    }),
    confirmedSettings: setting<readonly string[]>([], shapes.settingTags, {
      doc: "Those among `publish.settings` that may be switched on although the player itself asks whether you are sure, such as full volume at the output. JSON if given as text.",
    }),
    pictureMaxBytes: setting(1_048_576, wholeNumber(1_000, 16_777_216), {
      doc: "Maximum size of a picture in bytes; larger ones are not published. The broker's limit applies, `mqtt.maxPayload` does not.",
    }),
  },
  queue: {
    publish: setting("window", oneOf("window", "all", "none"), {
      doc: "How much of the music queue to publish: the entries around the current one, all pages, or nothing.",
    }),
    window: setting(50, wholeNumber(1, 10_000), { doc: "Number of entries around the current one." }),
    fields: setting("essential", oneOf("essential", "all"), {
      doc: "Publish only the essential fields of an entry, or all.",
    }),
  },
  commands: {
    deadlineMs: setting(5_000, wholeNumber(1, 600_000), {
      doc: "A command that waits longer, in milliseconds, is `expired`; the time it takes to wake the player does not count.",
    }),
    inboxSize: setting(32, wholeNumber(1, 10_000), {
      doc: "Maximum number of commands queued for one player.",
    }),
  },
  controls: {
    experimental: setting(false, flag, {
      doc: "Enable unverified operations; docs/dev/player-api.md lists them.",
    }),
    raw: setting<readonly string[]>([], shapes.rawPaths, {
      doc: "Paths that `raw/set` may request of a player; a `*` at the end stands for anything. JSON if given as text.",
    }),
    maxVolume: setting(100, wholeNumber(0, 100), {
      doc: "The loudest volume that a command may set, in percent of the player's range. Its own remote is not limited.",
    }),
    paths: setting<Readonly<Partial<Record<string, string>>>>({}, operationPaths, {
      doc: "Paths that differ for this player, by operation name as in docs/dev/player-api.md; `{p}` is the path prefix. JSON if given as text.",
    }),
    wakeAddress: setting("255.255.255.255", shapes.wakeAddress, {
      doc: "Where to send wake packets: a broadcast address, or the player's. With a port, only to that port.",
    }),
    wakeMacs: setting<readonly string[]>([], shapes.macAddresses, {
      doc: "Further MAC addresses to send wake packets to, besides `mac` and those that the player reports. JSON if given as text.",
    }),
    powerOff: setting("poweroff", oneOf("poweroff", "standby"), {
      doc: "What `off` does: switch the player off (into standby where it has only that, and is switched on by a request), or put it into standby, for players that do not wake otherwise.",
    }),
    sleepOff: setting(false, flag, {
      doc: "Whether the sleep timer also switches the player off, where the bridge keeps the timer since the player has none.",
    }),
    presets: setting<PresetSettings>({}, presets, {
      doc: "Named lists of commands for `preset/set`: `{name: [steps]}`, or `{name: {steps, onFailure}}` with `stop` or `continue`. JSON if given as text.",
    }),
    plugTopic: setting("", shapes.plugTopic, {
      doc: "Topic of a smart plug that switches the player's power, such as `cmnd/plug/POWER` (Tasmota) or `zigbee2mqtt/plug/set`. The bridge's user needs the right to write it. Empty: none.",
    }),
    plugOn: setting("ON", shapes.plugPayload, { doc: "Message that switches the plug on." }),
    plugOff: setting("OFF", shapes.plugPayload, { doc: "Message that switches the plug off." }),
  },
  library: {
    enabled: setting(false, flag, {
      doc: "Answer `library/get` with pages of the player's library. Reading it makes some players hang for minutes.",
    }),
    requestsPerHour: setting(120, wholeNumber(1, 100_000), {
      doc: "Maximum number of pages and searches an hour in a player's library. Pages are kept for ten minutes.",
    }),
    slowMs: setting(3000, wholeNumber(100, 600_000), {
      doc: "Library requests slower than this, in milliseconds, pause library access for ten minutes.",
    }),
  },
  history: {
    listens: setting<readonly ListensSettings[]>([], listens, {
      doc: "Where to send what was heard; docs/history.md has the keys. JSON if given as text.",
      secret: "value",
    }),
    webhooks: setting<readonly WebhookSettings[]>([], webhooks, {
      doc: "Where to post what was seen; docs/history.md has the keys. JSON if given as text.",
      secret: "value",
    }),
    trakt: setting<readonly TraktSettings[]>([], trakt, {
      doc: "Accounts at Trakt that get what is watched; docs/history.md has the keys. JSON if given as text.",
      secret: "value",
    }),
  },
  homeassistant: {
    enabled: setting(true, flag, {
      doc: "Announce players to Home Assistant. Turning it off removes what was announced.",
    }),
    prefix: setting("homeassistant", shapes.discoveryPrefix, { doc: "Home Assistant's discovery prefix." }),
    language: setting("auto", oneOf("auto", "en", "de", "fr", "zh-Hans"), {
      doc: "Language of the names of entities; entity ids never change with it. `auto`: that of Home Assistant, as the integration tells it, else English.",
    }),
    mediaPlayer: setting(false, flag, {
      doc: "Announce players with videos to the custom integration mqtt_media_player, too.",
    }),
    pageUrl: setting("", shapes.pageUrl, {
      doc: "Address of the page, linked from the devices in Home Assistant. Empty links `http.host` if others can reach it.",
    }),
    updateUrl: setting("", shapes.updateUrl, {
      doc: "Address to query once a day for the latest version of player2mqtt, shown as an update entity. Empty: disabled.",
      secret: "credentials",
    }),
  },
  http: {
    host: setting("127.0.0.1", shapes.host, {
      doc: "Address to serve health and metrics on. `0.0.0.0` is all interfaces.",
    }),
    port: setting(8099, wholeNumber(0, 65_535), { doc: "The HTTP port. 0 disables it." }),
    token: setting("", shapes.token, {
      doc: "Token to sign in to the page with, and for programs that use the API. Without one, both work on loopback only.",
      secret: "value",
    }),
    guest: setting("", shapes.token, {
      doc: "A second token, for guests: they see and play, but set neither power nor settings and do not set up the bridge.",
      secret: "value",
    }),
    guestDenies: setting<readonly CommandTarget[]>([], shapes.controlList, {
      doc: "Further controls that guests may not set. JSON if given as text.",
    }),
    mcp: setting(false, flag, {
      doc: "Answer language models at `/mcp`, by the Model Context Protocol: they see the players and control them, with the rights of any program that uses the API.",
    }),
    ingress: setting(false, flag, {
      doc: "Trust users that Home Assistant's Supervisor forwards to the page. For the Home Assistant app only.",
    }),
  },
  fleet: {
    url: setting("", shapes.natsUrls, {
      doc: "The NATS servers in which the bridges of a fleet keep who has which player. Several addresses, as a list or separated by commas, are nodes of one cluster. Empty: no fleet.",
      secret: "credentials",
    }),
    member: setting("", shapes.fleetMember, {
      doc: "Name of this bridge in the fleet: bridges with the same base topic and list share the players. Empty or `auto`: the host name up to its first dot.",
    }),
    leaseMs: setting(10_000, wholeNumber(2_000, 600_000), {
      doc: "How long a member keeps its players without a confirmed write in the store.",
    }),
    username: setting("", text, { doc: "User name at NATS." }),
    password: setting("", text, { doc: "The password for that user.", secret: "value" }),
    ca: setting("", text, { doc: "CA certificate file (PEM) to verify NATS with." }),
    cert: setting("", text, { doc: "Client certificate file (PEM)." }),
    key: setting("", text, { doc: "Private key file (PEM) of the client certificate." }),
  },
  log: {
    level: setting("info", oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"), {
      doc: "Minimum level of log lines.",
    }),
    mqtt: setting("warn", oneOf("off", "error", "warn", "info"), {
      doc: "Minimum level of lines that are also published on `bridge/log`.",
    }),
    format: setting("auto", oneOf("auto", "pretty", "json"), {
      doc: "`auto` is pretty on a terminal, JSON elsewhere.",
    }),
  },
} as const;

type ValuesOf<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends Setting<infer Value> ? Value : never;
};

/** The values of all settings except the list of players. */
export type Settings = { readonly [Key in keyof typeof sections]: ValuesOf<(typeof sections)[Key]> };

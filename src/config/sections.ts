import type * as z from "zod";
import type { OperationName } from "../core/controls/call.ts";
import * as shapes from "./setting-shapes.ts";

/** One thing that can be set. */
export interface Setting<Value = unknown> {
  readonly default: Value;
  readonly shape: () => z.ZodType<Value>;
  readonly doc: string;
  /** What is never shown: the whole value, or the credentials that an address may carry. */
  readonly secret: "value" | "credentials" | undefined;
}

/** The short way to write a setting. */
export function setting<Value>(
  initial: NoInfer<Value>,
  shape: () => z.ZodType<Value>,
  doc: string,
  secret?: "value" | "credentials",
): Setting<Value> {
  return { default: initial, shape, doc, secret };
}

const { cron, flag, oneOf, text, wholeNumber } = shapes;

/** Every setting but the list of players. This is the one place to add one: all else about it follows from here. */
export const sections = {
  mqtt: {
    url: setting("", shapes.brokerUrl, "The broker. Empty starts the embedded one.", "credentials"),
    username: setting("", text, "Who the bridge is at the broker; the embedded broker asks for the same."),
    password: setting("", text, "The password of that user.", "value"),
    ca: setting("", text, "File (PEM) with the authorities that vouch for the broker."),
    cert: setting("", text, "File (PEM) with the bridge's own certificate."),
    key: setting("", text, "File (PEM) with the key of that certificate."),
    baseTopic: setting("player2mqtt", shapes.baseTopic, "What stands before all topics."),
    clientId: setting("", text, "Empty makes one from the base topic and the host name."),
    protocol: setting(
      "auto",
      shapes.mqttProtocol,
      "The MQTT version. `auto` tries 5, then 4, which is 3.1.1.",
    ),
    keepaliveSeconds: setting(
      20,
      wholeNumber(1, 65_535),
      "How often to ask a quiet broker whether it is there.",
    ),
    maxPayload: setting(100_000, wholeNumber(1_000, 268_435_455), "Bytes in one message; more is windowed."),
    publishRate: setting(1_000, wholeNumber(0, 1_000_000), "Messages in a second. 0 is no limit."),
  },
  broker: {
    host: setting(
      "127.0.0.1",
      shapes.host,
      "Where the embedded broker listens. Beyond loopback it demands `mqtt.username` and `mqtt.password`.",
    ),
    port: setting(1883, wholeNumber(0, 65_535), "The port of the embedded broker. 0 takes a free one."),
  },
  player: {
    url: setting("", shapes.optionalPlayerUrl, "One player, in short: its address.", "credentials"),
    id: setting("player", shapes.playerId, "Its id, which is a level of its topics."),
    name: setting("", text, "Its name. Empty takes the id."),
  },
  device: {
    pathPrefix: setting(
      "auto",
      shapes.pathPrefix,
      "The word before a player's operations. `auto` asks under `Device`, then the known makers' names, and keeps what answers.",
    ),
    timeoutMs: setting(5_000, wholeNumber(1, 600_000), "The longest that one request may take."),
    gapMs: setting(
      150,
      wholeNumber(0, 60_000),
      "The least pause between two polls of one player. A command does not wait for it.",
    ),
    offlineAfter: setting(3, wholeNumber(1, 1_000), "Failed requests in a row that make a player `offline`."),
    maxBodyBytes: setting(64 * 2 ** 20, wholeNumber(1_024, 2 ** 30), "The longest answer that is read."),
  },
  poll: {
    video: setting("*/2 * * * * *", cron, "When to read the video status."),
    playlist: setting("*/10 * * * * *", cron, "When to read the video playlist."),
    queue: setting(
      "*/10 * * * * *",
      cron,
      "When to read the music queue; of a player that marks its changes, when to look at the mark.",
    ),
    audio: setting("*/5 * * * * *", cron, "When to read the inputs and outputs."),
    state: setting("*/5 * * * * *", cron, "When to read what can be heard, and how loud."),
    idleFactor: setting(
      2,
      wholeNumber(1, 1_000),
      "While nothing plays, only every n-th poll happens; the same for music beside a film, and a film beside music.",
    ),
  },
  publish: {
    positionIntervalMs: setting(
      5_000,
      wholeNumber(0, 3_600_000),
      "The least time between two positions; up to a tenth less where the player is read as often as that.",
    ),
    pictures: setting(
      false,
      flag,
      "Publish the picture of what is heard itself, asked once of the player, on `music/picture/data`.",
    ),
    pictureMaxBytes: setting(
      1_048_576,
      wholeNumber(1_000, 16_777_216),
      "A picture that is larger is left out. `mqtt.maxPayload` does not count for it, the broker's own limit does.",
    ),
  },
  queue: {
    publish: setting(
      "window",
      oneOf("window", "all", "none"),
      "How much of the music queue: the entries around the current one, every page, or nothing.",
    ),
    window: setting(50, wholeNumber(1, 10_000), "Entries in that window."),
    fields: setting("essential", oneOf("essential", "all"), "The fields a person reads, or all."),
  },
  commands: {
    deadlineMs: setting(
      5_000,
      wholeNumber(1, 600_000),
      "A command that waited longer is `expired`; the time for which its player is being woken does not count.",
    ),
    inboxSize: setting(32, wholeNumber(1, 10_000), "Commands that may wait for one player."),
  },
  controls: {
    experimental: setting(
      false,
      flag,
      "Use operations of which it is not certain that they are right. Which: see docs/operations-of-the-player.md.",
    ),
    paths: setting<Readonly<Partial<Record<OperationName, string>>>>(
      {},
      shapes.operationPaths,
      "Paths that are otherwise with this player, by the names in docs/operations-of-the-player.md; `{p}` is the path prefix. JSON where it is given as text.",
    ),
    wakeAddress: setting(
      "255.255.255.255",
      shapes.wakeAddress,
      "Where packets are sent that wake a player: a broadcast address, or the player's. With a port, to that alone.",
    ),
  },
  homeassistant: {
    enabled: setting(true, flag, "Announce players to Home Assistant. Off takes away what was announced."),
    prefix: setting("homeassistant", shapes.discoveryPrefix, "Home Assistant's own discovery prefix."),
    mediaPlayer: setting(
      false,
      flag,
      "Announce players with videos to the custom integration mqtt_media_player, too.",
    ),
  },
  http: {
    host: setting("127.0.0.1", shapes.host, "Where health and metrics are served. `0.0.0.0` is everywhere."),
    port: setting(8099, wholeNumber(0, 65_535), "Their port. 0 serves nothing."),
    token: setting(
      "",
      shapes.token,
      "What the page asks for before it shows anything. Beyond loopback there is no page without it.",
      "value",
    ),
    ingress: setting(
      false,
      flag,
      "Trust whoever Home Assistant's Supervisor forwards to the page, which is right for its App alone.",
    ),
  },
  fleet: {
    shardCount: setting(
      1,
      wholeNumber(1, 1_000),
      "How many bridges share the list of players, each with the same list.",
    ),
    shardIndex: setting(
      "0",
      shapes.shardIndex,
      "Which of them this is, from 0. `auto` takes the number at the end of the host name, as a StatefulSet gives it.",
    ),
  },
  log: {
    level: setting(
      "info",
      oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
      "The least important line that is still written.",
    ),
    mqtt: setting(
      "warn",
      oneOf("off", "error", "warn", "info"),
      "The least important line that is told on the topic `bridge/log`, too.",
    ),
    format: setting("auto", oneOf("auto", "pretty", "json"), "`auto` is pretty on a terminal, else JSON."),
  },
} as const;

type ValuesOf<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends Setting<infer Value> ? Value : never;
};

/** The value of every setting but the list of players. */
export type Settings = { readonly [Key in keyof typeof sections]: ValuesOf<(typeof sections)[Key]> };

import { createHash } from "node:crypto";
import type { SimulatedPlayer } from "./simulated-player.ts";
import type { Input, OwnSetting } from "./sound.ts";
import { element, field } from "./xml.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const silence = -100;

export function documentOf(root: string): string {
  return declaration + root;
}

/** How a request is refused, with HTTP status 200. */
export function errorDocument(message: string, detail?: string): string {
  if (detail === undefined) return documentOf(element("error", {}, message));
  return documentOf(
    element("error", { type: "request" }, [field("message", message), field("detail", detail)]),
  );
}

/** An answer of one value, such as `<state>play</state>`. */
export function valueDocument(name: string, value: string | number): string {
  return documentOf(element(name, {}, value));
}

/** Identity, volume and group. */
export function syncStatus(player: SimulatedPlayer): string {
  if (player.isUpgrading) return documentOf(element("UpgradeStatusStage1", {}, "12"));
  const { brand, model, modelName, class: kind } = player.model;
  const [volume, muted] = player.showsMuteInSync
    ? volumeAttributes(player)
    : volumeAttributes({ level: player.level, isMuted: false, isFixed: player.isFixed });
  const slaves = player.slaves.map((address) => slaveElement(player, address));
  const attributes = {
    version: player.version,
    id: player.address,
    ...volume,
    ...muted,
    name: player.name,
    model,
    modelName,
    class: kind,
    icon: `/images/players/${model}_nt.png`,
    brand,
    schemaVersion: player.version === undefined ? 25 : 34,
    initialized: true,
    group: slaves.length === 0 ? undefined : groupName(player),
    mac: player.identity,
  };
  const [ip, port] = (player.master ?? "").split(":");
  const reconnecting = player.isReconnecting ? true : undefined;
  const { battery } = player;
  const content = [
    ...(player.master === undefined ? [] : [element("master", { port, reconnecting }, ip)]),
    ...slaves,
    element("pairWithSub", {}),
    ...(battery === undefined
      ? []
      : [element("battery", { level: battery.level, charging: battery.isCharging, icon: "/images/b.png" })]),
  ];
  const syncStat = player.syncStat(JSON.stringify([attributes, content]));
  return documentOf(element("SyncStatus", { etag: syncStat, syncStat, ...attributes }, content));
}

/** Playback; of a secondary, that of its primary. */
export function status(player: SimulatedPlayer): string {
  const shown = player.leader;
  // The position is no part of the token: it would change with every second.
  const etag = digest(statusFields(shown, undefined).join(""));
  return documentOf(element("status", { etag }, statusFields(shown, Math.floor(shown.seconds))));
}

export function volume(player: SimulatedPlayer): string {
  const [shown, muted] = volumeAttributes(player);
  const attributes = { db: shown.db, mute: player.isMuted ? 1 : 0, ...muted, offsetDb: 0, source: "" };
  const etag = digest(JSON.stringify(attributes) + shown.volume);
  return documentOf(element("volume", { ...attributes, etag }, shown.volume));
}

export function etagOf(document: string): string {
  return /etag="([^"]*)"/.exec(document)?.[1] ?? "";
}

/** A part of the queue, ends included. */
export function playlist(player: SimulatedPlayer, from: number, to: number): string {
  const songs = player.queue
    .slice(from, to + 1)
    .map((track, index) =>
      element(
        "song",
        {
          id: from + index,
          service: track.service,
          songid: track.songid,
          albumid: `${track.service}:album:${track.album}`,
          isFavourite: 0,
        },
        [
          field("title", track.title),
          field("art", track.artist),
          field("alb", track.album),
          field("fn", track.songid),
          field("time", track.seconds),
          field("quality", track.quality),
          field("image", track.image),
        ],
      ),
    );
  return documentOf(element("playlist", playlistAttributes(player), songs));
}

export function playlistAttributes(player: SimulatedPlayer) {
  const { pid, queue, shuffle, repeat } = player;
  return { name: "", modified: 0, length: queue.length, id: pid, shuffle: shuffle ? 1 : 0, repeat };
}

export function presetList(player: SimulatedPlayer): string {
  const entries = player.presets.map(({ id, name, url, image, volume: level }) =>
    element("preset", { id, name, url, image, volume: level }),
  );
  return documentOf(element("presets", { prid: player.prid }, entries));
}

/** The inputs that are visible in the vendor's app. */
export function inputList(player: SimulatedPlayer): string {
  const items = player.inputs.map(({ id, typeIndex, inputType, text, url }) =>
    element("item", {
      id,
      typeIndex,
      inputType,
      text,
      URL: encodeURIComponent(url),
      image: `/images/inputs/${inputType}.png`,
      type: "audio",
    }),
  );
  return documentOf(element("radiotime", { service: "Capture" }, items));
}

/** A page of settings; undefined if there is none of this name. */
export function settingsPage(player: SimulatedPlayer, page: string): string | undefined {
  if (page !== "audio" && page !== "player" && page !== "capture") return undefined;
  const inputs = page === "capture" ? player.inputs.map(inputMenu) : [];
  const entries = player.settings.filter((setting) => setting.page === page).map(settingElement);
  const group = element("menuGroup", { id: page, displayName: page }, [...inputs, ...entries]);
  return documentOf(element("settings", { schemaVersion: 34 }, [group]));
}

function inputMenu({ inputType, text }: Input, index: number): string {
  return element("menuGroup", {
    id: `capture-input${index}`,
    displayName: text ?? inputType,
    icon: `/images/inputs/${inputType}.png`,
  });
}

function settingElement({ id, displayName, url, class: kind, value, ...rest }: OwnSetting): string {
  const values = Object.entries(rest.values ?? {}).map(([name, shown]) =>
    element("value", { name, displayName: shown }),
  );
  const range = rest.range === undefined ? [] : [element("value", { ...rest.range })];
  const [name, needed] = rest.dependsOn ?? [];
  const depends = name === undefined ? [] : [element("dependsOn", { name, value: needed })];
  return element("setting", { id, name: id, displayName, url, class: kind, value }, [
    ...values,
    ...range,
    ...depends,
  ]);
}

type OwnVolume = Pick<SimulatedPlayer, "level" | "isMuted" | "isFixed">;

function volumeAttributes({ level, isMuted, isFixed }: OwnVolume) {
  if (isFixed) return [{ db: 0, volume: -1 }, {}] as const;
  const own = decibels(level);
  const muted = isMuted ? { muteVolume: level, muteDb: own } : {};
  return [{ db: isMuted ? silence : own, volume: isMuted ? 0 : level }, muted] as const;
}

/** Level 100 is the top of the range of the player, here -80 to 0 dB. */
export function decibels(level: number): number {
  return level === 0 ? silence : Math.round((level * 0.8 - 80) * 10) / 10;
}

function slaveElement(player: SimulatedPlayer, address: string): string {
  const other = player.network.at(address);
  const [id, port] = address.split(":");
  const model = other?.model.model;
  return element("slave", { id, port, name: other?.name, model, icon: `/images/players/${model}_nt.png` });
}

function groupName(player: SimulatedPlayer): string {
  const [first, ...others] = player.slaves;
  if (others.length > 0) return `${player.name} + ${player.slaves.length}`;
  return `${player.name}+${player.network.at(first ?? "")?.name ?? ""}`;
}

/** The mean of the own levels of a group. */
function groupVolume(player: SimulatedPlayer): number {
  const members = [player, ...player.slaves.flatMap((address) => player.network.at(address) ?? [])];
  return Math.round(members.reduce((sum, { level }) => sum + level, 0) / members.length);
}

function statusFields(player: SimulatedPlayer, seconds: number | undefined): string[] {
  const [shown, muted] = volumeAttributes(player);
  const isGroup = player.slaves.length > 0;
  const { pid, prid, shuffle, repeat, sleepMinutes, state } = player;
  // The page is only asked for its token here.
  const syncStat = etagOf(syncStatus(player));
  return [
    ...soundFields(player),
    field("volume", shown.volume),
    field("db", shown.db),
    field("mute", player.isMuted ? 1 : 0),
    field("muteVolume", muted.muteVolume),
    field("muteDb", muted.muteDb),
    field("groupName", isGroup ? groupName(player) : undefined),
    field("groupVolume", isGroup ? groupVolume(player) : undefined),
    field("cursor", player.queue.length),
    field("indexing", 0),
    field("mid", 0),
    field("mode", 1),
    field("pid", pid),
    field("prid", prid),
    field("repeat", repeat),
    field("shuffle", shuffle ? 1 : 0),
    field("sid", 1),
    element("sleep", {}, sleepMinutes === 0 ? "" : sleepMinutes),
    field("state", state),
    field("syncStat", syncStat),
    field("secs", seconds),
  ];
}

function soundFields(player: SimulatedPlayer): string[] {
  const { heard, song, track } = player;
  if (heard?.kind === "input") {
    const { inputType, text, typeIndex, id, url } = heard.input;
    const name = text ?? inputType;
    // Missing for the first moments, when `streamUrl` is already right.
    const isKnown = player.state !== "connecting";
    const isService = typeIndex === undefined && id !== undefined && !id.startsWith("input");
    return [
      field("service", isService ? id : "Capture"),
      field("serviceName", isService ? id : "Capture"),
      field("serviceType", isService ? "CloudService" : "AudioInputs"),
      ...lineFields([name, "", ""]),
      field("image", `/images/inputs/${inputType}.png`),
      field("inputId", isKnown ? id : undefined),
      field("inputTypeIndex", isKnown ? typeIndex : undefined),
      field("streamUrl", url),
      field("canSeek", 0),
      field("canMovePlayback", true),
    ];
  }
  if (heard?.kind === "stream") {
    const actions = Object.entries(heard.actions ?? {}).map(([name, url]) =>
      element("action", { name, url }),
    );
    return [
      ...(actions.length === 0 ? [] : [element("actions", {}, actions)]),
      field("artist", heard.artist),
      field("album", heard.album),
      field("service", heard.service),
      field("serviceName", heard.serviceName || undefined),
      field("serviceType", heard.serviceType || undefined),
      ...lineFields(heard.lines),
      field("image", heard.image),
      field("streamUrl", heard.streamUrl),
      field("quality", heard.quality),
      field("streamFormat", heard.format),
      field("totlen", heard.seconds),
      field("canSeek", heard.seconds === undefined ? 0 : 1),
      field("canMovePlayback", true),
    ];
  }
  if (track === undefined) return [];
  return [
    element("actions", {}, [
      element("action", { name: "back", url: "/Action?service=Tidal&back=1" }),
      element("action", { name: "skip", url: "/Action?service=Tidal&skip=1" }),
    ]),
    field("name", track.title),
    field("artist", track.artist),
    field("album", track.album),
    field("service", track.service),
    field("serviceName", "TIDAL"),
    field("serviceType", "CloudService"),
    ...lineFields([track.title, track.artist, track.album]),
    field("fn", track.songid),
    field("songid", track.songid),
    field("image", track.image),
    field("quality", track.quality),
    field("streamFormat", track.format),
    field("song", song),
    field("totlen", track.seconds),
    field("canSeek", 1),
    field("canMovePlayback", true),
  ];
}

function lineFields([first, second, third]: readonly [string, string, string]): string[] {
  return [
    field("title1", first),
    field("title2", second || undefined),
    field("title3", third || undefined),
    field("twoline_title1", first),
    field("twoline_title2", second || undefined),
  ];
}

function digest(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

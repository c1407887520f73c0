import type { Call } from "../fault.ts";
import { coverImage, iconImage } from "../pictures.ts";
import { bytesReply, redirectReply, type Reply, textReply } from "../reply.ts";
import { browse, tracksFor } from "./browse.ts";
import {
  decibels,
  documentOf,
  errorDocument,
  etagOf,
  inputList,
  playlist,
  playlistAttributes,
  presetList,
  settingsPage,
  status,
  syncStatus,
  valueDocument,
  volume,
} from "./documents.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";
import { addressStream } from "./sound.ts";
import { element, field } from "./xml.ts";

interface Asked {
  readonly player: SimulatedPlayer;
  /** The player whose playback it is about: the primary of a group. */
  readonly leader: SimulatedPlayer;
  readonly query: URLSearchParams;
}

/** The address for everything that is not found, as firmware 4.16 answers it. */
export const notFound = textReply("text/plain; charset=utf-8", "404 page not found\n", 404);
const emptyNotFound = textReply("text/plain", "", 404);
const sleepSteps = [0, 15, 30, 45, 60, 90];

export function xmlReply(document: string): Reply {
  return textReply("application/xml", document);
}

/** Documents with a token, which are held until it no longer matches. */
const tokened = { Status: status, SyncStatus: syncStatus, Volume: volume } as const;

/** Every request by its name, with what it answers at once. */
const routes = {
  Status: ({ player }) => status(player),
  SyncStatus: ({ player }) => syncStatus(player),
  GitVersion: ({ player }) =>
    documentOf(element("GitVersion", {}, [field("version", player.version ?? "4.6.3")])),
  Volume: setVolume,
  Play: play,
  Pause({ leader, query }) {
    if (query.get("toggle") === "1" && leader.state === "pause") leader.resume();
    else leader.pause();
    return valueDocument("state", leader.state);
  },
  Stop({ leader }) {
    leader.stop();
    return valueDocument("state", "stop");
  },
  Skip: ({ leader }) => skip(leader, 1),
  // Within four seconds to the previous track, later to the start of this one.
  Back: ({ leader }) => skip(leader, leader.seconds < 4 ? -1 : 0),
  Shuffle({ leader, query }) {
    // Bare, it switches shuffle off, as measured.
    leader.shuffle = query.get("state") === "1";
    leader.changed();
    return documentOf(element("playlist", playlistAttributes(leader)));
  },
  Repeat({ leader, query }) {
    const state = Number(query.get("state") ?? Number.NaN);
    if (state !== 0 && state !== 1 && state !== 2)
      return errorDocument("Invalid repeat state", "expected 0, 1 or 2");
    leader.repeat = state;
    leader.changed();
    return documentOf(element("playlist", playlistAttributes(leader)));
  },
  Playlist({ leader, query }) {
    if (query.get("length") === "1") return documentOf(element("playlist", playlistAttributes(leader)));
    const last = leader.queue.length - 1;
    return playlist(leader, wholeNumber(query, "start") ?? 0, wholeNumber(query, "end") ?? last);
  },
  Delete({ leader, query }) {
    const place = wholeNumber(query, "id");
    if (place === undefined || leader.queue[place] === undefined) return errorDocument("No such song", "");
    leader.queue = leader.queue.toSpliced(place, 1);
    const song = place < leader.song ? leader.song - 1 : leader.song;
    leader.song = Math.max(0, Math.min(song, leader.queue.length - 1));
    leader.queueEdited();
    return valueDocument("deleted", place);
  },
  Move({ leader, query }) {
    const [from, to] = [wholeNumber(query, "old"), wholeNumber(query, "new")];
    const track = from === undefined ? undefined : leader.queue[from];
    if (from === undefined || to === undefined || track === undefined || leader.queue[to] === undefined)
      return errorDocument("No such song", "");
    const current = leader.queue[leader.song];
    leader.queue = leader.queue.toSpliced(from, 1).toSpliced(to, 0, track);
    leader.song = Math.max(
      0,
      leader.queue.findIndex((one) => one === current),
    );
    leader.queueEdited();
    return valueDocument("moved", "moved");
  },
  Clear({ leader }) {
    leader.queue = [];
    leader.song = 0;
    if (leader.heard?.kind === "queue") leader.endQueue();
    leader.queueEdited();
    return documentOf(element("playlist", playlistAttributes(leader)));
  },
  Save({ leader, query }) {
    const name = query.get("name") ?? "";
    if (name === "") return errorDocument("Missing name", "");
    leader.savedLists.set(name, leader.queue);
    return documentOf(element("saved", {}, [field("entries", leader.queue.length)]));
  },
  // What it does not know, such as an address of one's own, is accepted and ignored.
  Add({ leader, query }) {
    const added = tracksFor(leader, query).map((track) => ({ ...track }));
    // Where it does not say, and while nothing plays, it is at the end.
    const isNext = query.get("where") === "nextAlbum" && leader.queue.length > 0;
    const first = isNext ? leader.song + 1 : leader.queue.length;
    leader.queue = [...leader.queue.slice(0, first), ...added, ...leader.queue.slice(first)];
    leader.queueEdited();
    if (query.get("playnow") === "1" && added.length > 0) leader.playQueue(first);
    const attributes = { id: leader.pid, count: added.length, length: leader.queue.length };
    return documentOf(element("addsong", attributes));
  },
  Browse: ({ leader, query }) => browse(leader, query.get("key"), query.get("q") ?? ""),
  Presets: ({ leader }) => presetList(leader),
  Preset: selectPreset,
  RadioBrowse: ({ player, query }) =>
    query.get("service") === "Capture" ? inputList(player) : errorDocument("Unknown service"),
  Sleep({ leader, query }) {
    const minutes = wholeNumber(query, "minutes");
    // Bare, it is a step and no read.
    leader.sleepMinutes = minutes ?? sleepSteps[sleepSteps.indexOf(leader.sleepMinutes) + 1] ?? 0;
    leader.changed();
    return valueDocument("sleep", leader.sleepMinutes);
  },
  AddSlave: addSlaves,
  RemoveSlave: removeSlaves,
  SetMaster({ player }) {
    // Undocumented and bare: a secondary leaves its group.
    if (player.master !== undefined) leave(player.network.at(player.master), player);
    return syncStatus(player);
  },
  Action({ query }) {
    if (query.has("skip")) return documentOf(element("skip", {}));
    if (query.has("back")) return documentOf(element("back", {}));
    return valueDocument("love", query.get("love") ?? "1");
  },
  Name({ player, query }) {
    player.name = query.get("set") ?? player.name;
    player.changed();
    return valueDocument("name", player.name);
  },
  Artwork: artwork,
  audiomodes: setOwn,
  alsa_setting: setOwn,
  setting: setOwn,
} satisfies Record<string, (asked: Asked) => string | Reply>;

export type RouteName = keyof typeof routes;
export const routeNames = Object.keys(routes) as RouteName[];

/** What a player answers without a fault, at once or when it is time. */
export async function answerCall(player: SimulatedPlayer, call: Call): Promise<Reply> {
  const { operation, query, signal } = call;
  const heldSeconds = Number(query.get("timeout") ?? 0);
  const etag = query.get("etag") ?? "";
  const render = operation === undefined ? undefined : tokened[operation as keyof typeof tokened];
  if (render !== undefined && heldSeconds > 0) {
    const isOver = (): boolean => etagOf(render(player)) !== etag;
    await player.network.until(isOver, heldSeconds * 1000, player.clock, signal);
    if (player.isCut) return { ...notFound, deliver: () => {} };
  }
  return answerNow(player, operation, query);
}

export function answerNow(
  player: SimulatedPlayer,
  operation: string | undefined,
  query = new URLSearchParams(),
): Reply {
  const name = routeNames.find((one) => one === operation);
  if (name === undefined) return notFound;
  const answer = routes[name]({ player, leader: player.leader, query });
  return typeof answer === "string" ? xmlReply(answer) : answer;
}

/** Pictures that belong to the program of the player. */
export function image(): Reply {
  return bytesReply("image/png", iconImage("plug"));
}

/** The pages of settings, on their own port. */
export function settingsReply(player: SimulatedPlayer, query: URLSearchParams): Reply {
  const schema = wholeNumber(query, "schemaVersion") ?? 34;
  if (schema < 28 || schema > 99) return textReply("text/plain", "", 400);
  const page = settingsPage(player, query.get("id") ?? "");
  return page === undefined ? notFound : xmlReply(page);
}

function play({ player, leader, query }: Asked): string | Reply {
  const address = query.get("url");
  const typeIndex = query.get("inputTypeIndex");
  const number = wholeNumber(query, "inputIndex");
  if (typeIndex !== null || number !== undefined) {
    // Bluetooth and services are not counted.
    const counted = player.inputs.filter(({ inputType }) => !/bluetooth|spotify/.test(inputType));
    const input =
      typeIndex === null
        ? counted[(number ?? 0) - 1]
        : player.inputs.find((one) => one.typeIndex === typeIndex);
    if (input === undefined) return emptyNotFound;
    leader.select({ kind: "input", input });
    return valueDocument("state", "stream");
  }
  if (address !== null) {
    const input = player.inputs.find(({ url }) => url === address);
    const preset = leader.presets.find(({ url }) => url === address);
    if (input !== undefined) leader.select({ kind: "input", input });
    else if (typeof preset?.plays === "object") leader.select(preset.plays);
    else leader.select(addressStream(address));
    return valueDocument("state", "stream");
  }
  const place = wholeNumber(query, "id");
  const seek = wholeNumber(query, "seek");
  if (place !== undefined && place < leader.queue.length) leader.playQueue(place, seek ?? 0);
  else if (seek !== undefined && leader.lengthSeconds !== undefined && leader.state !== "stop") {
    leader.resume();
    // It lands up to three seconds late, as measured.
    leader.seconds = seek + 1;
    leader.changed();
  }
  // What it does not know is ignored: it simply resumes.
  else leader.resume();
  return valueDocument("state", leader.state);
}

function skip(leader: SimulatedPlayer, by: number): string {
  if (leader.heard?.kind === "queue") leader.playQueue(leader.song + by);
  return valueDocument("id", leader.song);
}

function setVolume({ player, query }: Asked): string {
  const isWholeGroup = query.get("tell_slaves") === "1";
  const slaves = player.slaves.flatMap((address) => player.network.at(address) ?? []);
  for (const one of isWholeGroup ? [player, ...slaves] : [player]) setOwnVolume(one, query);
  player.changed();
  return volume(player);
}

function setOwnVolume(player: SimulatedPlayer, query: URLSearchParams): void {
  if (player.isFixed) return;
  const mute = query.get("mute");
  if (mute === "1" || mute === "0") player.isMuted = mute === "1";
  const level = wholeNumber(query, "level");
  const absolute = query.get("abs_db");
  const relative = query.get("db");
  const db = relative === null ? Number(absolute ?? Number.NaN) : decibels(player.level) + Number(relative);
  const wanted = level ?? (db + 80) / 0.8;
  if (Number.isNaN(wanted)) return;
  player.level = Math.round(Math.max(0, Math.min(100, wanted)));
  // Whether a level also unmutes is open; here it does.
  player.isMuted = false;
}

function selectPreset({ leader, query }: Asked): string | Reply {
  const wanted = query.get("id") ?? "";
  const { presets } = leader;
  const current = presets.findIndex(({ plays }) => plays === leader.heard);
  // A raw + is a space in a query.
  const step = { "+1": 1, " 1": 1, "-1": -1 }[wanted];
  const preset =
    step === undefined
      ? presets.find(({ id }) => String(id) === wanted)
      : presets.at((current + step) % Math.max(1, presets.length));
  if (preset === undefined) return textReply("text/html", "<h1>Preset Not Found</h1>");
  if (preset.volume !== undefined && !leader.isFixed) leader.level = preset.volume;
  if (typeof preset.plays === "object") {
    leader.select(preset.plays);
    return valueDocument("state", "stream");
  }
  leader.pid += 1;
  leader.playQueue(0);
  return documentOf(
    element("loaded", { service: "LocalMusic" }, [
      field("entries", Math.min(preset.plays, leader.queue.length)),
    ]),
  );
}

/** The addresses in `slave` and `port`, or in the lists `slaves` and `ports`. */
function addressesIn(query: URLSearchParams): string[] {
  const ips = (query.get("slave") ?? query.get("slaves") ?? "").split(",");
  const ports = (query.get("port") ?? query.get("ports") ?? "").split(",");
  return ips.flatMap((ip, index) => (ip === "" ? [] : [`${ip}:${ports[index] || "11000"}`]));
}

function addSlaves({ player, query }: Asked): string {
  const added: string[] = [];
  for (const address of addressesIn(query)) {
    const other = player.network.at(address);
    if (other === undefined) return errorDocument(`Cannot reach ${address}`);
    if (other === player || other.master !== undefined) continue;
    other.master = player.address;
    // A fresh group is one-sided for up to a second.
    player.afterGroupLag(() => {
      if (other.master === player.address) player.slaves = [...new Set([...player.slaves, address])];
    });
    const [id, port] = address.split(":");
    added.push(element("slave", { id, port }));
  }
  player.changed();
  return documentOf(element("addSlave", {}, added));
}

function removeSlaves({ player, query }: Asked): string {
  // The answer is measured to be the old one.
  const before = syncStatus(player);
  for (const address of addressesIn(query)) {
    if (address === player.address) dissolve(player);
    const other = player.network.at(address);
    // A secondary that lost its primary cannot be told by anybody else.
    if (other?.master === player.address) leave(player, other);
    else player.slaves = player.slaves.filter((slave) => slave !== address);
  }
  player.changed();
  return before;
}

/** The primary itself leaves: the rest of three or more stays together. */
function dissolve(player: SimulatedPlayer): void {
  const members = player.slaves.flatMap((address) => player.network.at(address) ?? []);
  const [next, ...others] = members;
  player.slaves = [];
  for (const member of members) member.master = undefined;
  if (next === undefined || others.length === 0) return;
  for (const other of others) other.master = next.address;
  next.slaves = others.map(({ address }) => address);
}

function leave(primary: SimulatedPlayer | undefined, secondary: SimulatedPlayer): void {
  secondary.master = undefined;
  secondary.isReconnecting = false;
  secondary.heard = undefined;
  secondary.state = "stop";
  secondary.changed();
  primary?.afterGroupLag(() => {
    primary.slaves = primary.slaves.filter((slave) => slave !== secondary.address);
  });
}

function artwork({ leader, query }: Asked): Reply {
  if (leader.track === undefined && query.get("songid") === null)
    return xmlReply(documentOf(element("artwork", {}, [field("error", "no artwork")])));
  if (query.get("followRedirects") !== "1") return redirectReply("http://art.example.net/cover.png");
  const number = Array.from(query.get("songid") ?? "").reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return bytesReply("image/png", coverImage(String(number)));
}

function setOwn({ player, query }: Asked): Reply {
  for (const [name, value] of query) {
    const setting = player.settings.find(({ id }) => id === name);
    if (setting !== undefined && isAllowed(setting, value)) setting.value = value;
  }
  player.changed();
  return xmlReply("");
}

function isAllowed(setting: SimulatedPlayer["settings"][number], value: string): boolean {
  if (setting.class === "boolean") return value === "ON" || value === "OFF";
  if (setting.range === undefined) return Object.hasOwn(setting.values ?? {}, value);
  return value !== "" && Number(value) >= setting.range.min && Number(value) <= setting.range.max;
}

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? "";
  return /^\d+(?:\.0*)?$/.test(text) ? Number(text) : undefined;
}

import { createHash } from "node:crypto";
import type { Server, ServerResponse } from "node:http";
import { type PlayerClock, type Reply, ServedPlayer } from "../served-player.ts";
import type { Bluos, Input, Preset, Stream, Zone } from "./arbitrary.ts";
import { groupLevelOf, groupOf, inputOf, isService, leaderOf, trackOf } from "./model.ts";
import { type Element, element, writeXml } from "./write-xml.ts";

/** A document, or the text of what is not there. */
type Answer = Element | string;
type Query = URLSearchParams;

/** A request that waits for a change. */
interface Held {
  readonly etag: string;
  readonly now: () => Element;
  readonly answer: () => void;
}

/** One of the two zones at its address. */
interface Place {
  readonly zone: Zone;
  readonly address: string;
  readonly mac: string;
  readonly held: Set<Held>;
  /** What its `SyncStatus` was when it was last counted. */
  sync: { readonly content: string; readonly count: number };
  /** When its position was last set. */
  setAt: number;
  /** How often each path was asked for. */
  readonly asked: Map<string, number>;
}

/** Requests that read, and those that change something, with the parameters that the specification knows. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  "/Status": ["timeout", "etag"],
  "/SyncStatus": ["timeout", "etag"],
  "/GitVersion": [],
  "/Volume": ["level", "mute", "tell_slaves"],
  "/RadioBrowse": ["service"],
  "/Presets": [],
  "/Playlist": ["start", "end"],
  "/Play": ["seek", "id", "url", "inputTypeIndex"],
  "/Pause": [],
  "/Stop": [],
  "/Skip": [],
  "/Back": [],
  "/Action": ["service", "do"],
  "/Shuffle": ["state"],
  "/Repeat": ["state"],
  "/Sleep": ["minutes"],
  "/Preset": ["id"],
  "/AddSlave": ["slave", "port"],
  "/RemoveSlave": ["slave", "port"],
  "/SetMaster": [],
};
/** What makes nothing else of a bare request than a read. */
const neverBare = new Set(["/Shuffle", "/Repeat", "/Sleep", "/Playlist", "/AddSlave", "/RemoveSlave"]);
/** Long after the longest time that a house takes, in seconds. */
const shortestHold = 10;

/** The model's players at their HTTP addresses, by the specification. */
export class BluosHttpPlayer extends ServedPlayer {
  readonly bluos: Bluos;
  /** As the bridge calls it. */
  readonly id: string;
  readonly #places: readonly Place[];
  readonly #startedAt: number;

  private constructor(bluos: Bluos, servers: readonly Server[], number: number, clock: PlayerClock) {
    super(servers, { clock, ...bluos.dialect, holds: true });
    this.bluos = bluos;
    this.id = `p${number}`;
    this.#startedAt = clock.now();
    this.#places = [bluos.zone, bluos.mate].map((zone, at) => ({
      zone,
      address: this.addressAt(at),
      mac: `02:5E:00:00:01:${(2 * number + at).toString(16).padStart(2, "0").toUpperCase()}`,
      held: new Set(),
      sync: { content: "", count: 40 + at },
      setAt: clock.now(),
      asked: new Map(),
    }));
  }

  /** Starts one of many. */
  static async start(bluos: Bluos, number: number, clock: PlayerClock): Promise<BluosHttpPlayer> {
    return new BluosHttpPlayer(bluos, await this.listen(2), number, clock);
  }

  placeOf(zone: Zone): Place {
    const place = this.#places.find((one) => one.zone === zone);
    if (place === undefined) throw new Error("a zone has no address");
    return place;
  }

  /** Where the music is now, in seconds. */
  secondsOf(zone: Zone): number {
    const elapsed = (this.clock.now() - this.placeOf(zone).setAt) / 1000;
    return Math.min(lengthOf(zone) ?? Infinity, zone.seconds + (zone.state === "play" ? elapsed : 0));
  }

  /** Changes something, and answers the requests that wait for it. */
  override change(how: () => void): void {
    for (const place of this.#places) {
      place.zone.seconds = this.secondsOf(place.zone);
      place.setAt = this.clock.now();
    }
    how();
    for (const { held } of this.#places)
      for (const one of held) if (one.now().attributes["etag"] !== one.etag) one.answer();
  }

  protected override async answer(url: string, response: ServerResponse, at: number): Promise<Reply> {
    const place = this.#places[at] as Place;
    const [path = "", text = ""] = url.split("?");
    this.#keepRules(place, path, text, url);
    const query = new URLSearchParams(text.replaceAll("+", "%2B"));
    const document = { "/Status": () => this.#status(place), "/SyncStatus": () => this.#syncStatus(place) }[
      path
    ];
    const etag = query.get("etag");
    if (document !== undefined && query.has("timeout") && etag === document().attributes["etag"])
      await this.#hold(place, etag, Number(query.get("timeout")), document, response);
    const answer = document?.() ?? this.#answer(place, path, query);
    return typeof answer === "string"
      ? { status: 404, body: answer, type: "text/plain" }
      : { body: writeXml(answer, this.bluos.dialect) };
  }

  /** Holds an answer until it differs. Nobody's deadline is to be met by a hair on a busy machine, so it returns early. */
  #hold(
    { held }: Place,
    etag: string,
    seconds: number,
    now: () => Element,
    response: ServerResponse,
  ): Promise<void> {
    if (!(seconds >= shortestHold)) this.misdeeds.push(`held for ${seconds} s`);
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        held.delete(waiting);
        resolve();
      };
      const cancel = this.clock.after(seconds * 500, end);
      const waiting = { etag, now, answer: end };
      held.add(waiting);
      response.once("close", end);
    });
  }

  #keepRules({ asked }: Place, path: string, text: string, url: string): void {
    const known = parameters[path];
    // A player of an unknown make is asked in the manner of each.
    if (known === undefined && !/^\/(?:(?:Device|Zidoo)\w+\/|httpapi\.asp$)/.test(path))
      this.misdeeds.push(`unknown: ${url}`);
    const names = [...new URLSearchParams(text).keys()];
    const odd = names.filter((name) => known?.includes(name) === false);
    if (odd.length > 0) this.misdeeds.push(`with ${odd.join(", ")}: ${url}`);
    if (names.length === 0 && neverBare.has(path)) this.misdeeds.push(`bare: ${url}`);
    if (path === "/Volume" && names.length > 0 && !names.includes("tell_slaves"))
      this.misdeeds.push(`without tell_slaves: ${url}`);
    if (/[+ ]/.test(text)) this.misdeeds.push(`not percent-encoded: ${url}`);
    // Never two for one resource within a second: what comes late on a busy machine only makes it fewer.
    if (path !== "/Status" && path !== "/SyncStatus" && path !== "/Playlist") return;
    const count = (asked.get(path) ?? 0) + 1;
    asked.set(path, count);
    const seconds = (this.clock.now() - this.#startedAt) / 1000;
    if (count > seconds + 20) this.misdeeds.push(`${count} times in ${Math.round(seconds)} s: ${path}`);
  }

  #answer(place: Place, path: string, query: Query): Answer {
    const { zone } = place;
    const { dialect } = this.bluos;
    switch (path) {
      case "/GitVersion":
        return dialect.version === "asked" ? element("git", {}, [element("version", {}, "4.6.3")]) : notFound;
      case "/RadioBrowse":
        return inputList(zone.inputs);
      case "/Presets":
        return dialect.presets === "none" ? notFound : presetList(zone.presets);
      case "/Playlist":
        return queuePage(this.#leader(zone), query, dialect.songsHaveIds, pidOf(this.#leader(zone)));
      case "/Volume":
        return query.size === 0 ? volumeOf(zone) : this.#setVolume(zone, query);
      case "/AddSlave":
      case "/RemoveSlave":
      case "/SetMaster":
        return this.#regroup(place, path, query);
      case "/Play":
        return this.#play(this.#leader(zone), query);
      case "/Preset":
        return this.#playPreset(zone, query.get("id"));
      default:
        return this.#call(this.#leader(zone), path, query);
    }
  }

  /** Of a member of a group, everything but volume and inputs is that of the primary. */
  #leader(zone: Zone): Zone {
    return groupOf(this.bluos).includes(zone) ? leaderOf(this.bluos) : zone;
  }

  /** What the player answers to a request that changes something. */
  #obeys(call: string, how: () => void, answer: () => Element, mayTrail = true): Element {
    if (this.obey(call, how, mayTrail)) return answer();
    return this.calls.length % 2 === 0
      ? element("error", {}, "busy")
      : element("error", { type: "x" }, [element("message", {}, "busy"), element("detail", {}, "later")]);
  }

  #shownState(leader: Zone): Element {
    return element("state", {}, shownState(leader, this.bluos.dialect.playingStream));
  }

  #call(leader: Zone, path: string, query: Query): Answer {
    const state = (): Element => this.#shownState(leader);
    const head = (): Element => queueHead(leader);
    const isQueue = leader.source.from === "queue";
    const wish = Number(query.get("state"));
    const calls: Readonly<
      Record<string, readonly [how: () => unknown, answer: () => Element, mayTrail?: boolean]>
    > = {
      "/Pause": [() => pause(leader), state],
      "/Stop": [() => (leader.state = "stop"), state],
      "/Skip": [() => isQueue && step(leader, 1), state],
      "/Back": [() => isQueue && goBack(leader), state],
      "/Action": [() => act(leader, query.get("do")), () => element("skip", {})],
      "/Shuffle": [() => (leader.isShuffled = wish === 1), head, false],
      "/Repeat": [() => (leader.repeat = wish as Zone["repeat"]), head, false],
      "/Sleep": [
        () => (leader.sleepMinutes = Number(query.get("minutes"))),
        () => element("sleep", {}, String(leader.sleepMinutes)),
        false,
      ],
    };
    const [how, answer, mayTrail] = calls[path] ?? [];
    if (how === undefined || answer === undefined) return notFound;
    return this.#obeys(`${path}?${[...query.keys()].join("&")}`, how, answer, mayTrail);
  }

  /** An unknown or disabled input is not there; what the player does not understand resumes. */
  #play(leader: Zone, query: Query): Answer {
    const { inputs } = leader;
    const [seek, id, url, typeIndex] = ["seek", "id", "url", "inputTypeIndex"].map((name) => query.get(name));
    const place = inputs.findIndex((input) =>
      typeIndex ? input.typeIndex === typeIndex : input.url === url,
    );
    const call = `/Play?${[...query.keys()].join("&")}`;
    if (inputs[place]?.isDisabled === true) this.calls.push(call);
    if (inputs[place]?.isDisabled === true || (typeIndex && place < 0)) return "";
    const play = (): unknown => {
      if (id)
        return (
          Number(id) < leader.queue.length &&
          Object.assign(leader, { source: { from: "queue" }, song: Number(id), seconds: 0, state: "play" })
        );
      if (seek) return canSeek(leader) && Object.assign(leader, { seconds: Number(seek), state: "play" });
      if (!url && !typeIndex) return leader.state === "pause" && (leader.state = "play");
      const source = place < 0 ? { from: "stream", stream: streamAt(url ?? "") } : { from: "input", place };
      return Object.assign(leader, { source, seconds: 0, state: "play" });
    };
    return this.#obeys(call, play, () => this.#shownState(leader));
  }

  #playPreset(zone: Zone, id: string | null): Answer {
    const preset = zone.presets.find((one) => one.id === id);
    if (preset === undefined) return "<h1>Preset Not Found</h1>";
    const loaded = element("loaded", { service: "LocalMusic" }, [element("entries", {}, "2")]);
    const played = preset.isList ? loaded : element("state", {}, "stream");
    const answer = this.manner === "ignores" ? element("empty", {}) : played;
    return this.#obeys(
      "/Preset",
      () => playPreset(this.#leader(zone), preset),
      () => answer,
    );
  }

  #setVolume(zone: Zone, query: Query): Answer {
    const group = groupOf(this.bluos);
    const isGroup = query.get("tell_slaves") === "1";
    const all = isGroup && group.includes(zone) ? group : [zone];
    const [level, mute] = [query.get("level"), query.get("mute")];
    const set = (): void => {
      for (const one of all.filter((each) => each.level !== undefined)) {
        if (level !== null) one.level = Number(level);
        if (mute !== null) one.isMuted = mute === "1";
      }
    };
    const call = `/Volume?${level === null ? "mute" : "level"}${isGroup ? " of the group" : ""}`;
    return this.#obeys(call, set, () => volumeOf(zone), false);
  }

  /** Only one that is alone can be added. */
  #regroup(place: Place, path: string, query: Query): Answer {
    const { bluos } = this;
    const isFirst = place.zone === bluos.zone;
    const other = this.#otherThan(place);
    const isOther = other.address === `${query.get("slave")}:${query.get("port")}`;
    if (path === "/AddSlave") {
      const children = [element("slave", { id: query.get("slave") ?? "" })];
      if (bluos.role !== "none" || !isOther) return element("addSlave", {});
      const join = (): unknown => (bluos.role = isFirst ? "primary" : "secondary");
      return this.#obeys(path, join, () => element("addSlave", {}, children));
    }
    const isPrimary = bluos.role !== "none" && place.zone === leaderOf(bluos);
    const isLeaving = path === "/SetMaster" ? !isPrimary : isPrimary && isOther;
    const before = this.#syncStatus(place);
    return this.#obeys(
      path,
      () => isLeaving && (bluos.role = "none"),
      () => before,
    );
  }

  #otherThan(place: Place): Place {
    return this.#places.find((one) => one !== place) ?? place;
  }

  #syncStatus(place: Place): Element {
    const { zone, address, mac } = place;
    const { dialect } = this.bluos;
    const [, port = ""] = address.split(":");
    const isIn = groupOf(this.bluos).length > 1;
    const isPrimary = isIn && zone === leaderOf(this.bluos);
    const other = this.#otherThan(place);
    const [host = "", otherPort = ""] = other.address.split(":");
    const attributes = {
      ...(dialect.version === "told" && { version: "4.16.6" }),
      id: address,
      mac: dialect.macHasPort ? `${mac}:${port}` : mac,
      name: zone.name,
      brand: "Random",
      model: "R1",
      modelName: "RANDOM ONE",
      class: "streamer",
      icon: "/images/players/R1.png",
      ...shownLevel(zone.level, zone.isMuted),
      ...(isPrimary && { group: `${zone.name}+${other.zone.name}` }),
      initialized: "true",
      schemaVersion: 34,
    };
    const children = [
      element("zoneOptions", {}, [element("option", { zoneMaster: "true" }, "left")]),
      zone.battery &&
        element("battery", {
          level: zone.battery.level,
          charging: String(zone.battery.isCharging),
          icon: "/images/battery.png",
        }),
      isPrimary
        ? element("slave", { id: host, port: otherPort, name: other.zone.name, model: "R1" })
        : undefined,
      isIn && !isPrimary ? element("master", { port: otherPort }, host) : undefined,
    ];
    const content = JSON.stringify([attributes, children]);
    if (content !== place.sync.content) place.sync = { content, count: place.sync.count + 1 };
    const { count } = place.sync;
    return element("SyncStatus", { etag: count, syncStat: count, ...attributes }, children);
  }

  #status({ zone }: Place): Element {
    const { bluos } = this;
    const { dialect } = bluos;
    const leader = this.#leader(zone);
    const isIn = groupOf(bluos).length > 1;
    const isMember = isIn && leader !== zone;
    const ofSync = isMember && dialect.secondarySyncStat === "of the primary" ? leader : zone;
    const level = isIn ? groupLevelOf(bluos) : zone.level;
    const isMuted = isIn ? groupOf(bluos).every((one) => one.isMuted) : zone.isMuted;
    const fields: Readonly<Record<string, string | number | undefined>> = {
      canMovePlayback: "true",
      ...playingFields(leader, dialect),
      state: shownState(leader, dialect.playingStream),
      pid: pidOf(leader),
      prid: dialect.presets === "marked" ? pridOf(leader) : 0,
      sleep: leader.sleepMinutes === 0 ? "" : leader.sleepMinutes,
      syncStat: this.#syncStatus(this.placeOf(ofSync)).attributes["syncStat"],
      ...shownLevel(level, isMuted),
      mute: isMuted ? 1 : 0,
      ...(isIn && leader === zone && { groupName: "A + B", groupVolume: level }),
      mode: 1,
      cursor: leader.queue.length,
    };
    const told = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || dialect.missing.includes(name) ? [] : [element(name, {}, String(value))],
    );
    const children = dialect.isReversed ? told.toReversed() : told;
    const actions = leader.source.from === "stream" ? [actionsOf(leader.source.stream)] : [];
    const etag = hash(JSON.stringify([children, actions, leader.seconds]));
    const secs =
      leader.source.from === "input" ? [] : [element("secs", {}, shownSeconds(this.secondsOf(leader)))];
    return element(
      "status",
      { etag: dialect.etag === "hex" ? etag : Number.parseInt(etag.slice(0, 8), 16) },
      [...children, ...actions, ...secs],
    );
  }
}

const notFound = "404 page not found";

/** What is muted has the volume 0. */
function shownLevel(level: number | undefined, isMuted: boolean) {
  return {
    volume: level === undefined ? -1 : isMuted ? 0 : level,
    db: level === undefined ? 0 : isMuted ? -100 : -30.5,
    ...(isMuted && { muteVolume: level, muteDb: -30.5 }),
  };
}

/** It may have fractions. */
function shownSeconds(seconds: number): string {
  return seconds % 2 < 1 ? String(Math.floor(seconds)) : (Math.floor(seconds * 10) / 10).toFixed(1);
}

function hash(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/** The id of the queue's content; longer than any number in JavaScript. */
export function pidOf({ queue }: Zone): string {
  return String(BigInt(`0x${hash(JSON.stringify(queue)).slice(0, 20)}`));
}

function pridOf({ presets }: Zone): number {
  return Number.parseInt(hash(JSON.stringify(presets)).slice(0, 6), 16);
}

function lengthOf(zone: Zone): number | undefined {
  const { source } = zone;
  if (source.from === "stream") return source.stream.seconds || undefined;
  return trackOf(zone)?.seconds || undefined;
}

export function canSeek(zone: Zone): boolean {
  const isAllowed = zone.source.from === "stream" ? zone.source.stream.canSeek : trackOf(zone) !== undefined;
  return isAllowed && lengthOf(zone) !== undefined;
}

/** Text and icon of an action, and the address that carries it out; without one it is not available. */
function actionsOf({ actions }: Stream): Element {
  return element(
    "actions",
    {},
    (["skip", "back", "love"] as const).map((name) => {
      const isThere = name !== "love" && actions.includes(name);
      return element("action", { name, url: isThere ? `/Action?service=Radio&do=${name}` : undefined });
    }),
  );
}

function shownState({ state, source }: Zone, playingStream: "play" | "stream"): string {
  return state === "play" && source.from !== "queue" ? playingStream : state;
}

function playingFields(
  zone: Zone,
  { selected }: Bluos["dialect"],
): Readonly<Record<string, string | number | undefined>> {
  const { source } = zone;
  const order = { shuffle: zone.isShuffled ? 1 : 0, repeat: zone.repeat };
  if (source.from === "stream") {
    const { stream } = source;
    const { service, url, station, title, artist, album, seconds, image } = stream;
    const names = { title1: station, title2: title, title3: [artist, album].filter(Boolean).join(" • ") };
    return {
      ...names,
      twoline_title1: title,
      twoline_title2: station,
      ...(artist !== "" && { artist }),
      ...(album !== "" && { album }),
      service,
      serviceName: `The ${service}`,
      serviceType: "RadioService",
      streamUrl: url,
      image,
      totlen: seconds || undefined,
      canSeek: stream.canSeek ? 1 : 0,
      quality: "320000",
      streamFormat: "MP3 320 kb/s",
      // They do not apply.
      ...order,
      song: zone.song,
    };
  }
  if (source.from === "input") {
    const input = inputOf(zone);
    if (input === undefined) return {};
    const name = input.text ?? input.inputType;
    const isAlone = isService(input);
    const isTold = selected === "names" && !isAlone && !input.isRemote;
    return {
      title1: name,
      service: isAlone ? input.id : "Capture",
      serviceName: isAlone ? input.id : "Capture",
      serviceType: isAlone ? "CloudService" : "AudioInputs",
      streamUrl: input.url,
      ...(isTold && { inputTypeIndex: input.typeIndex, inputId: input.id, settingsGroupId: "capture-x" }),
    };
  }
  const track = trackOf(zone);
  if (source.from === "nothing") return {};
  if (track === undefined) return order;
  const { title, artist, album, seconds, service } = track;
  return {
    title1: title,
    title2: artist,
    title3: album,
    twoline_title1: title,
    twoline_title2: `${artist} • ${album}`,
    name: title,
    artist,
    album,
    fn: "/mnt/NAS/s3cret/a.flac",
    service,
    serviceName: service === "LocalMusic" ? "Library" : service,
    image: "/Artwork?service=LocalMusic&albumid=9&key=a%20b",
    song: zone.song,
    totlen: seconds || undefined,
    canSeek: seconds > 0 ? 1 : 0,
    quality: "cd",
    streamFormat: "FLAC 24/44.1",
    ...order,
  };
}

function volumeOf({ level, isMuted }: Zone): Element {
  const { volume, ...others } = shownLevel(level, isMuted);
  const attributes = { mute: isMuted ? 1 : 0, offsetDb: 0, etag: "a", source: "x" };
  return element("volume", { ...others, ...attributes }, String(volume));
}

function inputList(inputs: readonly Input[]): Element {
  const item = (input: Input): Element =>
    element(input.isRemote ? "remoteitem" : "item", {
      id: input.id,
      typeIndex: input.typeIndex,
      inputType: input.inputType || undefined,
      text: input.text,
      URL: encodeURIComponent(input.url),
      image: "/images/input.png",
      type: "audio",
    });
  const remote = inputs.filter(({ isRemote }) => isRemote);
  return element("radiotime", { service: "Capture" }, [
    ...inputs.filter(({ isRemote }) => !isRemote).map(item),
    remote.length > 0 ? element("category", { text: "Hub" }, remote.map(item)) : undefined,
  ]);
}

function presetList(presets: readonly Preset[]): Element {
  return element(
    "presets",
    { prid: 0 },
    presets.map(({ id, name, isList }) =>
      element("preset", {
        id,
        name,
        url: isList ? `/Load?service=LocalMusic&id=s3cret${id}` : urlOf(id),
        image: "https://pictures.example/a.png?key=s3cret",
      }),
    ),
  );
}

function urlOf(id: string): string {
  return `Radio:station/${id}?serial=s3cret`;
}

function playPreset(zone: Zone, { id, name, isList }: Preset): void {
  if (isList) {
    const track = (place: number) => ({
      title: `${name} ${place}`,
      artist: "A",
      album: `list ${id}`,
      seconds: 200,
      service: "LocalMusic",
    });
    Object.assign(zone, { queue: [track(1), track(2)], song: 0, source: { from: "queue" } });
  } else zone.source = { from: "stream", stream: { ...streamAt(urlOf(id)), station: name } };
  Object.assign(zone, { state: "play", seconds: 0 });
}

/** An address that was to be played: its title is that of the server. */
function streamAt(url: string): Stream {
  return {
    service: "Radio",
    url,
    station: "Somewhere",
    title: "On air",
    artist: "",
    album: "",
    seconds: 0,
    canSeek: false,
    actions: [],
    image: "https://pictures.example/live.png?key=s3cret",
  };
}

function queueHead({ queue, isShuffled, repeat }: Zone): Element {
  return element("playlist", { length: queue.length, id: "1", shuffle: isShuffled ? 1 : 0, repeat });
}

/** Both ends are included. */
function queuePage({ queue }: Zone, query: Query, haveIds: boolean, pid: string): Element {
  const [start, end] = [Number(query.get("start")), Number(query.get("end"))];
  return element(
    "playlist",
    { name: "Evening", modified: 0, length: queue.length, id: pid },
    queue
      .slice(start, end + 1)
      .map(({ title, artist, album, seconds, service }, at) =>
        element("song", { ...(haveIds && { id: start + at }), service, songid: `${service}:${start + at}` }, [
          element("title", {}, title),
          element("art", {}, artist),
          element("alb", {}, album),
          seconds > 0 ? element("time", {}, String(seconds)) : undefined,
          element("fn", {}, `/mnt/NAS/s3cret/${start + at}.flac`),
          element("quality", {}, "cd"),
          element("image", {}, "/Artwork?service=LocalMusic&key=s3cret"),
        ]),
      ),
  );
}

/** A player that has stopped becomes paused if it has a queue. */
function pause(zone: Zone): void {
  if (zone.state === "stop" && zone.queue.length === 0) return;
  if (zone.state === "stop") zone.source = { from: "queue" };
  zone.state = "pause";
}

function step(zone: Zone, by: number): void {
  const { queue } = zone;
  if (queue.length === 0) return;
  Object.assign(zone, { song: (zone.song + by + queue.length) % queue.length, seconds: 0 });
}

/** After four seconds it is the beginning of the track, if there is one. */
function goBack(zone: Zone): void {
  if (zone.seconds < 4 || zone.queue.length === 0) step(zone, -1);
  else zone.seconds = 0;
}

function act(zone: Zone, what: string | null): void {
  const { source } = zone;
  if (source.from !== "stream" || (what !== "skip" && what !== "back")) return;
  const { stream } = source;
  const title = what === "skip" ? `${stream.title} →` : `← ${stream.title}`;
  Object.assign(zone, { source: { from: "stream", stream: { ...stream, title } }, seconds: 0 });
}

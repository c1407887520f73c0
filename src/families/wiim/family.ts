import { isIPv4 } from "node:net";
import type { Firmware } from "../../core/resources/firmware.ts";
import type { GroupState } from "../../core/resources/group.ts";
import type { MusicMode, RepeatMode } from "../../core/resources/music.ts";
import { mdnsSearch } from "../network/mdns.ts";
import { ssdpSearch } from "../network/ssdp.ts";
import { defineMake } from "../polled/define-make.ts";
import type { Fields } from "../polled/fields.ts";
import { presets, routing } from "../polled/lists.ts";
import type { Answers, Make, Player } from "../polled/make.ts";
import { music, volume } from "../polled/music.ts";
import { equalizerOf, setEqualizer } from "./equalizer.ts";
import { queue } from "../polled/queue.ts";
import { inputAt, inputsOf, isFollowing, kindOf, outputAt, outputsOf } from "./jacks.ts";
import { parseAnswer } from "./parse-answer.ts";
import { browse, parseQueue, playEntry, playQueue, queueFrom } from "./play-queue.ts";
import { decodedTrack, shown, trackIn } from "./texts.ts";
import { timesOf } from "./times.ts";

type Source =
  | "status"
  | "player"
  | "meta"
  | "leaderPlayer"
  | "leaderMeta"
  | "output"
  | "presets"
  | "equalizer"
  | "equalizers"
  | "members"
  | "queue";

function command(text: string): string {
  return `/httpapi.asp?command=${text}`;
}

function act(text: string): string {
  return command(`setPlayerCmd:${text}`);
}

const playerPaths = [command("getPlayerStatusEx"), command("getPlayerStatus")];

/** What tells that the metadata may be another's; while titles agree, they stay so. */
const playedAt = (player: Fields): readonly string[] =>
  ["mode", "status", "Title", "Artist", "Album", "totlen", "plicurr"].map((name) => player.text(name));
const agreeForMs = 20_000;

function keepsMeta(player: Fields, meta: Fields): number {
  const title = decodedTrack(player).title;
  return title === "" || title === trackIn(meta.part("metaData")).title ? agreeForMs : 0;
}

/** The player whose answers tell what plays: its leader's where it has one and that answers. */
function playingOf({ player, meta, leaderPlayer, leaderMeta }: Answers<Source>) {
  return leaderPlayer.isTold ? { player: leaderPlayer, meta: leaderMeta } : { player, meta };
}

const states = {
  play: "playing",
  pause: "paused",
  stop: "idle",
  none: "idle",
  load: "loading",
  loading: "loading",
} as const;

/** The number of each order. */
const orders: readonly (readonly [shuffle: boolean, repeat: RepeatMode])[] = [
  [false, "all"],
  [false, "one"],
  [true, "all"],
  [true, "off"],
  [false, "off"],
  [true, "one"],
];

function orderOf(answers: Answers<Source>) {
  const [shuffle, repeat] = orders[playingOf(answers).player.number("loop") ?? -1] ?? [];
  return { shuffle, repeat };
}

function setOrder(shuffle: boolean, repeat: RepeatMode): string {
  const loop = orders.findIndex(([isShuffled, repeats]) => isShuffled === shuffle && repeats === repeat);
  return act(`loopmode:${loop}`);
}

/** A list may be repeated or not: what it is stays. */
function setMode(mode: MusicMode, repeat: RepeatMode = "off"): string {
  if (mode === "single") return setOrder(false, "one");
  return setOrder(mode === "shuffle", repeat === "one" ? "off" : repeat);
}

function leaderOf({ status, player }: Answers<Source>): string | undefined {
  const address = status.text("master_ip");
  const isThere = isIPv4(address.replace(/:\d+$/, "")) && !address.startsWith("0.0.0.0");
  return isFollowing(status, player) && isThere ? address : undefined;
}

/** Players are named by their addresses alone. */
function nameAt(address: string, { port }: Player): string {
  return `${address.replace(/:\d+$/, "")}:${port}`;
}

function groupOf(answers: Answers<Source>, player: Player): GroupState {
  const { status, player: own, members } = answers;
  const told = ["eth0", "eth2", "apcli0"]
    .map((name) => status.text(name))
    .find((address) => isIPv4(address) && address !== "0.0.0.0");
  const self = nameAt(isIPv4(player.host) ? player.host : (told ?? player.host), player);
  const leader = leaderOf(answers);
  const primary = leader === undefined ? undefined : nameAt(leader, player);
  const below = members.list("slave_list");
  const isPrimary = below.length > 0;
  const levels = [own, ...below].map((one) => one.number("vol", "volume") ?? 0);
  return {
    role: isFollowing(status, own) ? "secondary" : isPrimary ? "primary" : "none",
    name: isPrimary || primary !== undefined ? status.text("GroupName") || undefined : undefined,
    self,
    primary: primary ?? (isPrimary ? self : undefined),
    members: isPrimary
      ? [self, ...below.map((one) => nameAt(one.text("ip"), player))]
      : primary === undefined
        ? []
        : [primary, self],
    // The loudest member is what the leader's control shows.
    volume: isPrimary ? Math.max(...levels) : undefined,
    isMuted: isPrimary ? [own, ...below].every((one) => one.flag("mute") === true) : undefined,
  };
}

/** The members keep their differences. */
function setGroupVolume(level: number, { player, members }: Answers<Source>): readonly string[] {
  const own = player.number("vol") ?? 0;
  const below = members
    .list("slave_list")
    .map((one) => ({ ip: one.text("ip"), at: one.number("volume") ?? 0 }));
  const loudest = Math.max(own, ...below.map(({ at }) => at));
  const scaled = (at: number): number => (loudest === 0 ? level : Math.round((at / loudest) * level));
  return [
    act(`vol:${scaled(own)}`),
    ...below.map(({ ip, at }) => command(`multiroom:SlaveVolume:${ip}:${scaled(at)}`)),
  ];
}

/** The newer version counts while a flag says so; not every model has that flag. */
function firmwareOf({ status }: Answers<Source>): Firmware | undefined {
  const isNewer = status.flag("VersionUpdate");
  const latest = status.text(isNewer === true ? "NewVer" : "firmware");
  return isNewer === undefined || latest === "" ? undefined : { latest };
}

/** WiiM and others whose inside is LinkPlay's: Arylic, Audio Pro and more. */
export const table: Make<Source> = {
  name: "wiim",
  places: [
    { scheme: "https", port: 443 },
    { scheme: "http", port: 80 },
    { scheme: "https", port: 4443 },
    { scheme: "http", port: 49_152 },
  ],
  acceptsSelfSigned: true,
  service: playQueue,
  discovery: [mdnsSearch("_linkplay._tcp.local"), ssdpSearch],
  parse: parseAnswer,
  words: [
    [/^OK\b/i, "done"],
    [/^unknown command/i, "lacking"],
    [/^(?:fail(?:ed)?|error)\b/i, "refused"],
  ],
  // Slow models lose their network when they are asked more often.
  gapMs: 500,
  sources: {
    status: {
      get: [command("getStatusEx"), command("getStatus")],
      keepMs: 60_000,
      // It names the leader of a group.
      mark: ({ player }) => [player.text("type"), player.text("mode") === "99"],
    },
    // What is read for one resource counts for the next.
    player: { get: playerPaths, hasTitles: true, keepMs: 900 },
    meta: {
      get: command("getMetaInfo"),
      isOptional: true,
      hasTitles: true,
      keepMs: ({ player, meta }) => keepsMeta(player, meta),
      mark: ({ player }) => playedAt(player),
    },
    leaderPlayer: { get: playerPaths, isOptional: true, ofLeader: true, hasTitles: true },
    leaderMeta: {
      get: command("getMetaInfo"),
      isOptional: true,
      ofLeader: true,
      hasTitles: true,
      keepMs: ({ leaderPlayer, leaderMeta }) => keepsMeta(leaderPlayer, leaderMeta),
      mark: ({ leaderPlayer }) => playedAt(leaderPlayer),
    },
    output: { get: command("getNewAudioOutputHardwareMode"), isOptional: true },
    presets: { get: command("getPresetInfo"), isOptional: true, hasTitles: true },
    // The second one does not name what is loaded.
    equalizer: { get: [command("EQGetBand"), command("EQGetStat")], isOptional: true },
    equalizers: { get: command("EQGetList"), isOptional: true, keepMs: 3_600_000 },
    members: { get: command("multiroom:getSlaveList"), isOptional: true },
    queue: { get: ({ queue: known }) => browse(known), parse: parseQueue },
  },
  resources: {
    model: {
      from: ["status"],
      value: ({ status }) => {
        const project = status.text("project", "priv_prj").replace(/^Muzo_Mini$/, "WiiM_Mini");
        if (project === "" || status.text("firmware") === "") return undefined;
        const mac = ["MAC", "ETH_MAC", "STA_MAC"]
          .map((name) => status.text(name))
          .find((text) => /[1-9a-f]/i.test(text));
        return {
          maker: /^wiim/i.test(project) ? "WiiM" : "LinkPlay",
          model: project.replace(/_(?:with_.*|\d+layer)$/, "").replaceAll("_", " "),
          firmware: status.text("firmware"),
          mac,
          name: status.text("DeviceName"),
        };
      },
    },
    music: {
      everyMs: [3300, 6000],
      // Whether it follows another player is in its status.
      from: ["player", "status", "meta", "leaderPlayer", "leaderMeta"],
      value: music((answers, at) => {
        const { player: own, status } = answers;
        const { player, meta } = playingOf(answers);
        const mode = player.number("mode") ?? 0;
        const state = player.text("status").toLowerCase();
        return {
          playing: Object.hasOwn(states, state) ? states[state as keyof typeof states] : "unknown",
          source: String(mode),
          kind: kindOf(mode),
          tracks: [trackIn(meta.part("metaData")), decodedTrack(player)],
          place: player.text("plicurr"),
          ...timesOf(player, at),
          ...orderOf(answers),
          volume: volume(own.number("vol")),
          isMuted: own.flag("mute"),
          inputTag: isFollowing(status, own) ? undefined : inputAt(mode),
        };
      }),
    },
    audio: {
      everyMs: [30_000, 30_000],
      from: ["status", "player", "output"],
      value: ({ status, player, output }) => {
        const mode = player.number("mode") ?? 0;
        return routing({
          inputs: inputsOf(status, mode),
          input: isFollowing(status, player) ? undefined : inputAt(mode),
          outputs: outputsOf(status, output),
          output: outputAt(output),
        });
      },
    },
    musicPresets: {
      from: ["presets"],
      everyMs: [300_000, 300_000],
      value: ({ presets: told }, player) =>
        told.isTold
          ? presets(
              told
                .list("preset_list")
                .map((one) => ({
                  id: one.text("number"),
                  name: shown(one.text("name")),
                  picture: shown(one.text("picurl")),
                })),
              player,
            )
          : undefined,
    },
    equalizers: {
      from: ["equalizer", "equalizers"],
      everyMs: [60_000, 300_000],
      value: ({ equalizer, equalizers }) => equalizerOf(equalizer, equalizers),
    },
    queue: {
      from: ["status", "player", "queue"],
      everyMs: [60_000, 120_000],
      value: queue(({ queue: told, status, player }) => {
        if (!told.isTold) return undefined;
        // Its own queue waits while it plays that of its leader.
        return isFollowing(status, player) ? { entries: [] } : queueFrom(told);
      }),
    },
    group: { from: ["status", "player", "members"], everyMs: [30_000, 60_000], value: groupOf },
    firmware: { from: ["status"], value: firmwareOf },
    power: {
      from: ["status"],
      everyMs: [900_000, 900_000],
      value: () => [{ tag: "reboot", name: "Reboot" }],
    },
  },
  calls: {
    toggleMusic: ({ to }, answers) => {
      if (to === "paused") return act("pause");
      // What is stopped has nothing to resume, but its list begins again.
      return act(playingOf(answers).player.text("status") === "pause" ? "resume" : "play");
    },
    stopMusic: () => act("stop"),
    nextTrack: () => act("next"),
    previousTrack: () => act("prev"),
    seekMusic: ({ seconds }) => act(`seek:${Math.round(seconds)}`),
    setVolume: ({ level }) => act(`vol:${level}`),
    setMute: ({ isMuted }) => act(`mute:${Number(isMuted)}`),
    setShuffle: ({ isOn }, answers) => setOrder(isOn, orderOf(answers).repeat ?? "off"),
    setRepeat: ({ repeat }, answers) => setOrder(orderOf(answers).shuffle ?? false, repeat),
    setMusicMode: ({ mode }, answers) => setMode(mode, orderOf(answers).repeat),
    selectInput: ({ tag }) => act(`switchmode:${tag}`),
    selectOutput: ({ tag }) => command(`setNewAudioOutputHardwareMode:${tag}`),
    setEqualizer: ({ index }, { equalizer, equalizers }) =>
      setEqualizer(index, equalizer, equalizers)?.map(command),
    playMusicPreset: ({ preset }) => command(`MCUKeyShortClick:${preset}`),
    playQueueEntry: ({ index }) => playEntry(index),
    // It is taken as it is, up to its end.
    playStream: ({ stream }) => act(`play:${stream.address.replace(/[^!-~]/gu, encodeURIComponent)}`),
    setGroupVolume: ({ level }, answers) => setGroupVolume(level, answers),
    setGroupMute: ({ isMuted }, { members }) => [
      act(`mute:${Number(isMuted)}`),
      ...members
        .list("slave_list")
        .map((one) => command(`multiroom:SlaveMute:${one.text("ip")}:${Number(isMuted)}`)),
    ],
    setPower: () => ({ anyOf: [command("StartRebootTime:0"), command("reboot")] }),
  },
  leader: leaderOf,
  grouping: {
    join: (primary) => command(`ConnectMasterAp:JoinGroupMaster:eth${primary}:wifi0.0.0.0`),
    remove: (member) => command(`multiroom:SlaveKickout:${member}`),
    end: { anyOf: [command("multiroom:Ungroup"), command("multiroom:ungroup")] },
  },
  extraTopics: [
    "audio/output",
    "audio/output/name",
    "audio/output/options",
    "music/mode",
    "music/shuffle",
    "music/repeat",
    "music/album",
    "music/format",
    "mute",
  ],
  publicTexts: {
    words: ["wiim", "linkplay", "arylic"],
    titleKeys: /^(?:Title|Artist|Album|vendor|name|picurl|ssid|essid|GroupName|DeviceName)$/,
    isOwnPath: (text) => text.startsWith("/httpapi.asp"),
  },
};

export const wiim = defineMake(table);

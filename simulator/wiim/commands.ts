import { coverImage } from "../pictures.ts";
import { bytesReply, type Reply, textReply } from "../reply.ts";
import { queueActions } from "./play-queue.ts";
import { equalizers, stations } from "./presets.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

type Json = Readonly<Record<string, unknown>> | readonly string[];

const ok = textReply("text/html", "OK");
const failed = textReply("text/html", "Failed");
const unknown = textReply("text/html", "unknown command");

/** The reads by their names; undefined from one that this model lacks. */
const reads: Readonly<Record<string, (player: SimulatedPlayer) => Json | undefined>> = {
  getStatusEx: statusOf,
  getPlayerStatus: playerStatusOf,
  getPlayerStatusEx: (player) => (player.model.hasExtendedStatus ? playerStatusOf(player) : undefined),
  getMetaInfo: metaInfoOf,
  getPresetInfo: () => ({
    preset_num: String(stations.length),
    preset_list: stations.map(({ name, url }, index) => ({
      number: index + 1,
      name,
      url,
      source: "Radio",
      picurl: "https://pictures.example.net/station.png",
    })),
  }),
  getNewAudioOutputHardwareMode: ({ model, output }) =>
    model.hasOutputs ? { hardware: output, source: "0", audiocast: "0" } : undefined,
  EQGetList: ({ model }) => (model.hasEqualizer ? equalizers : undefined),
  EQGetBand: ({ model, isEqualized, equalizer }) =>
    model.hasEqualizer
      ? {
          status: "OK",
          source_name: "wifi",
          EQStat: isEqualized ? "On" : "Off",
          Name: equalizer,
          EQBand: [{ index: 0, param_name: "band31hz", value: 50 }],
        }
      : undefined,
  "multiroom:getSlaveList": ({ members }) => ({
    slaves: String(members.length),
    slave_list: members.map((one) => ({
      name: one.name,
      ip: one.host,
      volume: String(one.level),
      mute: String(Number(one.isMuted)),
    })),
  }),
};

/** What acts, by how its command begins. */
const acts: Readonly<Record<string, (player: SimulatedPlayer, argument: string) => void>> = {
  "setPlayerCmd:play:": (player, url) => player.playStream(url),
  "setPlayerCmd:play": (player) => player.playTrack(player.index),
  "setPlayerCmd:pause": (player) => player.pause(),
  "setPlayerCmd:resume": (player) => player.resume(),
  "setPlayerCmd:stop": (player) => player.stop(),
  "setPlayerCmd:next": (player) => player.playTrack(player.index + 1),
  "setPlayerCmd:prev": (player) => player.playTrack(player.index - 1),
  "setPlayerCmd:seek:": (player, seconds) => {
    player.seconds = Number(seconds);
  },
  "setPlayerCmd:vol:": (player, level) => {
    player.level = Number(level);
  },
  "setPlayerCmd:mute:": (player, word) => {
    player.isMuted = word === "1";
  },
  "setPlayerCmd:loopmode:": (player, loop) => {
    player.loop = Number(loop);
  },
  "setPlayerCmd:switchmode:": (player, word) => player.selectInput(word),
  "setNewAudioOutputHardwareMode:": (player, output) => {
    player.output = output;
  },
  "MCUKeyShortClick:": (player, number) => player.playStream(stations[Number(number) - 1]?.url ?? ""),
  EQOn: (player) => {
    player.isEqualized = true;
  },
  EQOff: (player) => {
    player.isEqualized = false;
  },
  "EQLoad:": (player, name) => {
    player.equalizer = name;
  },
  "ConnectMasterAp:JoinGroupMaster:eth": (player, text) => {
    player.leader = leaderIn(player, text);
  },
  "multiroom:SlaveKickout:": (player, host) => {
    for (const member of player.members) if (member.host === host) member.leader = undefined;
  },
  "multiroom:Ungroup": (player) => {
    for (const member of player.members) member.leader = undefined;
    player.leader = undefined;
  },
  "multiroom:SlaveVolume:": (player, text) => {
    const { member, value } = memberIn(player, text);
    if (member !== undefined) member.level = value;
  },
  "multiroom:SlaveMute:": (player, text) => {
    const { member, value } = memberIn(player, text);
    if (member !== undefined) member.isMuted = value === 1;
  },
  reboot: (player) => player.reboot(),
};

/** Why it does not: what is wrong with the argument, or what the model lacks. */
const refusals: Readonly<Record<string, (player: SimulatedPlayer, argument: string) => Reply | undefined>> = {
  "setPlayerCmd:switchmode:": (player, word) => (player.hasInput(word) ? undefined : unknown),
  "setNewAudioOutputHardwareMode:": ({ model }, output) => {
    if (!model.hasOutputs) return unknown;
    return /^[1-7]$/.test(output) ? undefined : failed;
  },
  "MCUKeyShortClick:": (_player, number) => (stations[Number(number) - 1] === undefined ? failed : undefined),
  EQOn: withoutEqualizer,
  EQOff: withoutEqualizer,
  "EQLoad:": (player, name) => withoutEqualizer(player) ?? (equalizers.includes(name) ? undefined : failed),
  "ConnectMasterAp:JoinGroupMaster:eth": (player, text) =>
    leaderIn(player, text) === undefined ? failed : undefined,
};

/** The names of the operations, for faults. */
export const commandNames: readonly string[] = [
  ...Object.keys(reads).map(wordOf),
  ...new Set(Object.keys(acts).map(wordOf)),
  ...queueActions,
];

/** A command without its argument, in letters: `setPlayerCmd:vol:5` is `setPlayerCmd_vol`. */
export function wordOf(command: string): string {
  return (beginOf(command) ?? command).replace(/:(?:eth)?$/, "").replaceAll(":", "_");
}

function beginOf(command: string): string | undefined {
  return Object.keys(acts).find((begin) =>
    /:(?:eth)?$/.test(begin) ? command.startsWith(begin) : command === begin,
  );
}

export function isRead(operation: string): boolean {
  return operation.startsWith("Browse") || Object.keys(reads).some((name) => wordOf(name) === operation);
}

/** The answer to a request; the command is taken as it was sent, up to its end. */
export function answerTo(player: SimulatedPlayer, path: string, query: string): Reply {
  player.playOn();
  if (path === "/cover.jpg") return bytesReply("image/jpeg", coverImage(String(player.index)));
  if (path !== "/httpapi.asp") return textReply("text/html", "<html>Not Found</html>", 404);
  const command = decodeURIComponent(query.replace(/^command=/, ""));
  const read = reads[command];
  if (read !== undefined) {
    const answer = read(player);
    return answer === undefined ? unknown : textReply("text/html", JSON.stringify(answer));
  }
  const begin = beginOf(command);
  if (begin === undefined) return unknown;
  const argument = command.slice(begin.length);
  const refusal = refusals[begin]?.(player, argument);
  if (refusal === undefined) acts[begin]?.(player, argument);
  return refusal ?? ok;
}

function withoutEqualizer({ model }: SimulatedPlayer): Reply | undefined {
  return model.hasEqualizer ? undefined : unknown;
}

/** The player that is joined; not every address is one. */
function leaderIn(player: SimulatedPlayer, text: string): SimulatedPlayer | undefined {
  const leader = player.network.players.get(text.replace(/:wifi.*$/, ""));
  return leader === player ? undefined : leader;
}

function memberIn(player: SimulatedPlayer, text: string) {
  const [, host, value] = /^(.*):(\d+)$/.exec(text) ?? [];
  return { member: player.members.find((one) => one.host === host), value: Number(value) };
}

function statusOf({ model, name, leader, members, newFirmware }: SimulatedPlayer): Json {
  return {
    uuid: `FF31F09E${model.mac.replaceAll(":", "").toUpperCase()}`,
    DeviceName: name,
    GroupName: name,
    firmware: model.firmware,
    VersionUpdate: newFirmware === "" ? "0" : "1",
    NewVer: newFirmware || "0",
    project: model.project,
    priv_prj: model.project,
    MAC: model.mac,
    STA_MAC: "00:00:00:00:00:00",
    group: leader === undefined ? "0" : "1",
    ...(leader !== undefined && { master_ip: leader.address, master_uuid: "FF31F09E" }),
    plm_support: model.inputs,
    preset_key: "12",
    wmrm_version: members.length > 0 ? "4.3" : "4.2",
  };
}

function playerStatusOf(player: SimulatedPlayer): Json {
  const { model, leader, shown, level, isMuted, loop } = player;
  const isFollowing = leader !== undefined;
  const text = (value: string): string => {
    if (isFollowing) return "";
    if (!model.writesHex) return value.replaceAll("&", "&amp;");
    return Buffer.from((value || "unknow").replaceAll("&", "&amp;"))
      .toString("hex")
      .toUpperCase();
  };
  return {
    type: isFollowing ? "1" : "0",
    ch: "0",
    mode: String(isFollowing ? 99 : player.mode),
    loop: String(loop),
    eq: "0",
    status: player.state,
    curpos: String(isFollowing ? 0 : Math.round(player.seconds * model.perSecond)),
    totlen: String(isFollowing ? 0 : (player.track?.seconds ?? 0) * model.perSecond),
    Title: text(shown?.title ?? ""),
    Artist: text(shown?.artist ?? ""),
    Album: text(shown?.album ?? ""),
    plicount: "4",
    plicurr: String(player.index + 1),
    vol: String(level),
    mute: String(Number(isMuted)),
  };
}

function metaInfoOf({ model, shown, mode }: SimulatedPlayer): Json | undefined {
  if (!model.hasMetaInfo) return undefined;
  const isService = mode === 32;
  return {
    metaData: {
      album: shown?.album ?? "unknow",
      title: shown?.title ?? "unknow",
      artist: shown?.artist ?? "unknow",
      albumArtURI: isService ? "/cover.jpg" : "un_known",
      sampleRate: isService ? "96000" : "44100",
      bitDepth: isService ? "24" : "16",
      bitRate: isService ? "2304" : "128",
    },
  };
}

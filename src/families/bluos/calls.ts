import type { FamilyCall } from "../../core/controls/call.ts";
import type { GroupRequests } from "../polled/change-group.ts";
import { actionOf, isStream, modeOf } from "./map-status.ts";
import { textOf, type XmlElement } from "../http/xml.ts";

const repeats = { all: 0, one: 1, off: 2 } as const;

/** What a player may be known to do now. */
export interface CallContext {
  readonly status: XmlElement;
  /** The request that selects an input; undefined for an unknown one. */
  readonly requestOfInput: (tag: string) => string | undefined;
}

type Request<C extends FamilyCall> = (call: C, context: CallContext) => readonly string[] | undefined;

/** The paths of the requests of each call, one after another; undefined for one that cannot be made now. */
const requests: {
  readonly [N in FamilyCall["operation"]]?: Request<FamilyCall & { readonly operation: N }>;
} = {
  selectInput: ({ tag }, { requestOfInput }) => listOf(requestOfInput(tag)),
  toggleMusic: ({ to }, { status }) => (to === "paused" ? ["/Pause"] : playPaths(status)),
  stopMusic: () => ["/Stop"],
  nextTrack: (_call, { status }) => (isStream(status) ? listOf(actionOf(status, "skip")) : ["/Skip"]),
  previousTrack: (_call, { status }) => (isStream(status) ? listOf(actionOf(status, "back")) : ["/Back"]),
  seekMusic: ({ seconds }, { status }) => {
    const seek = `/Play?seek=${Math.round(seconds)}`;
    return textOf(status, "state") === "pause" ? [seek, "/Pause"] : [seek];
  },
  setMusicMode: ({ mode }, { status }) => {
    // It would change the order of the queue, which does not play.
    if (modeOf(status) === undefined) return undefined;
    const [shuffle, before] = [mode === "shuffle" ? "1" : "0", textOf(status, "repeat")];
    // A list may be repeated or not: what it is stays.
    const repeat = mode === "single" ? "1" : before === "1" ? "2" : before;
    return [
      ...(textOf(status, "shuffle") === shuffle ? [] : [`/Shuffle?state=${shuffle}`]),
      ...(before === repeat ? [] : [`/Repeat?state=${repeat}`]),
    ];
  },
  setShuffle: ({ isOn }) => [`/Shuffle?state=${Number(isOn)}`],
  setRepeat: ({ repeat }) => [`/Repeat?state=${repeats[repeat]}`],
  playQueueEntry: ({ index }) => [`/Play?id=${index}`],
  clearQueue: () => ["/Clear"],
  removeQueueEntry: ({ index }) => [`/Delete?id=${index}`],
  moveQueueEntry: ({ from, to }) => [`/Move?old=${from}&new=${to}`],
  // The title and the picture are those of the server.
  playStream: ({ stream }) => [`/Play?url=${encodeURIComponent(stream.address)}`],
  // Without `tell_slaves`, it depends on the player whether its group follows.
  setVolume: ({ level }) => [`/Volume?level=${level}&tell_slaves=0`],
  setMute: ({ isMuted }) => [`/Volume?mute=${Number(isMuted)}&tell_slaves=0`],
  setGroupVolume: ({ level }) => [`/Volume?level=${level}&tell_slaves=1`],
  setGroupMute: ({ isMuted }) => [`/Volume?mute=${Number(isMuted)}&tell_slaves=1`],
  // Without minutes, the request steps to the next time.
  setSleep: ({ minutes }) => [`/Sleep?minutes=${minutes}`],
};

/** The calls of these players; those that are not in the table have more to do than requests. */
export const ownCalls: readonly FamilyCall["operation"][] = [
  ...(Object.keys(requests) as FamilyCall["operation"][]),
  "playMusicPreset",
  "playServiceItem",
  "setSetting",
  "changeGroup",
  "setPower",
];

export const groupRequests: GroupRequests<string> = {
  isLed: true,
  join: (_primary, secondaries) => slaves("Add", secondaries),
  remove,
  // Of three, the others stay together without their primary.
  end: ({ role, self, members }) => {
    if (role !== "primary") return "/SetMaster";
    return remove(members.length > 2 ? self : (members.find((member) => member !== self) ?? self));
  },
};

function remove(secondary: string): string {
  return slaves("Remove", [secondary]);
}

function slaves(act: "Add" | "Remove", players: readonly string[]): string {
  const plural = players.length > 1 ? "s" : "";
  const [hosts, ports] = [0, 1].map((part) => players.map((player) => player.split(":")[part]).join(","));
  return `/${act}Slave?slave${plural}=${hosts}&port${plural}=${ports}`;
}

export function requestsOf(call: FamilyCall, context: CallContext): readonly string[] | undefined {
  const request = requests[call.operation] as Request<FamilyCall> | undefined;
  return request?.(call, context);
}

/**
 * What has stopped does not resume: an entry of the queue is played again. After a stream no entry is told; then a pause makes
 * the queue playable, as measured.
 */
function playPaths(status: XmlElement): readonly string[] {
  if (textOf(status, "state") !== "stop" || isStream(status)) return ["/Play"];
  const song = textOf(status, "song");
  return /^\d{1,6}$/.test(song) ? [`/Play?id=${song}`] : ["/Pause", "/Play"];
}

export function listOf(path: string | undefined): readonly string[] | undefined {
  return path === undefined ? undefined : [path];
}

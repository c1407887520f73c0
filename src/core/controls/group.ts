import type { GroupState } from "../resources/group.ts";
import { type Amount, parseAmount, targetLevel } from "./amount.ts";
import type { Call } from "./call.ts";
import { act, actBlindly, type Decision } from "./effect.ts";
import { defineControl, malformed, notReportedYet, quote, rejected, unchanged, unknown } from "./control.ts";
import type { KnownPlayer } from "./known-player.ts";
import { switchControl } from "./value-control.ts";
import { muteWord, tooLoud, volumeRestrictions } from "./volume.ts";
import { translatable } from "../../lib/phrase.ts";

/** What a request asks for: to leave, or something with other players, by id or `host:port`. */
interface GroupRequest {
  readonly word: "join" | "leave" | "add" | "remove";
  /** Several for `add` alone. */
  readonly whom: readonly string[];
}

const player = /^(?:[\w.:-]+|\[[\da-f:]+\](?::\d+)?)$/i;
/** More than a house has rooms. */
const mostAdded = 32;

function readRequest(text: string): GroupRequest | undefined {
  const [first = "", ...whom] = text.split(/\s+/);
  const word = first.toLowerCase();
  if (word === "leave") return whom.length === 0 ? { word, whom } : undefined;
  if (word !== "join" && word !== "add" && word !== "remove") return undefined;
  const most = word === "add" ? mostAdded : 1;
  const isRequest = whom.length > 0 && whom.length <= most && whom.every((one) => player.test(one));
  return isRequest ? { word, whom } : undefined;
}

/** The players of a group need a moment until both sides show it. */
const groupsForMs = 8000;

/** Joins and leaves groups, and changes that of this player. The family proves it at the other player, too. */
const group = defineControl({
  expected: "join, add or remove with a player's id or host:port, or leave",
  about:
    "`join <id>`: play what that player plays; `leave`; `add <id>`, `remove <id>`: a member of the group of this player; `add <id> <id> …` adds several at once; `host:port` names a player that this bridge does not have. `applied` once both players show it, unless the one that is removed or left is off",
  examples: ["leave"],
  resource: "group",
  operations: ["changeGroup"],
  fresh: ["group"],
  read: readRequest,
  isStep: ({ word }) => word === "add" || word === "remove",
  takesMs: () => groupsForMs,
  decide: ({ word, whom }, session) => {
    const state = session.player.group;
    if (state === undefined) return notReportedYet;
    const known = routesTo(session);
    const routes = Object.keys(known).length > 0 ? { routes: known } : {};
    if (word === "leave")
      return state.role === "none"
        ? unchanged
        : actBlindly({ operation: "changeGroup", to: "leave", ...routes });
    const others = new Set<string>();
    for (const one of whom) {
      const other = addressOf(one, session);
      if (other === undefined)
        return rejected(malformed(`the id of a player of this bridge, or host:port, not ${quote(one)}`));
      if (other === state.self) return rejected(malformed("another player"));
      if (!isDone(word, other, state)) others.add(other);
    }
    const [other, ...more] = others;
    if (other === undefined) return unchanged;
    const call: Call =
      more.length > 0
        ? { operation: "changeGroup", to: "gather", others: [other, ...more], ...routes }
        : { operation: "changeGroup", to: word, other, ...routes };
    // This player shows its own side alone, maybe before the other one does.
    return actBlindly(call);
  },
});

function isDone(
  word: Exclude<GroupRequest["word"], "leave">,
  other: string,
  { primary, members }: GroupState,
): boolean {
  switch (word) {
    case "join":
      return primary === other;
    case "add":
      return members.includes(other) && primary !== other;
    case "remove":
      return !members.includes(other);
  }
}

/** The `host:port` by which players know one of this bridge, or as given; undefined for an unknown id. */
function addressOf(whom: string, { bridge: { neighbors } }: KnownPlayer): string | undefined {
  const wanted = neighbors.get(whom) ?? whom;
  for (const [address, id] of neighbors) if (id === wanted) return address;
  return /:\d{1,5}$/.test(whom) ? whom : undefined;
}

function routesTo({ bridge: { neighbors } }: KnownPlayer): Readonly<Record<string, string>> {
  const reached = new Map([...neighbors].map(([address, id]) => [id, address]));
  const elsewhere = [...neighbors].flatMap(([address, id]) => {
    const route = reached.get(id);
    return route === undefined || route === address ? [] : [[address, route] as const];
  });
  return Object.fromEntries(elsewhere);
}

/** Why the volume of the group is not set here: it is known at the primary alone. */
function withoutVolume({ role }: GroupState): Decision {
  return role === "primary"
    ? volumeRestrictions.disabled
    : rejected(translatable("group.not-primary", "only possible at the primary of a group"));
}

const percents = { min: 0, max: 100 } as const;

/** Sets the volume of the whole group, at its primary. */
const groupVolume = defineControl({
  expected: "0 to 100, or a step such as +5",
  about: "as for one player, at the primary, within [its limit](#the-loudest-volume)",
  examples: ["+5", "-5"],
  resource: "group",
  operations: ["setGroupVolume"],
  fresh: ["group"],
  read: parseAmount,
  isStep: ({ isRelative }) => isRelative,
  decide: (amount: Amount, { player: { group: state }, config: { maxVolumePercent } }) => {
    if (state === undefined) return notReportedYet;
    const { volume } = state;
    if (volume === undefined) return withoutVolume(state);
    const wanted = targetLevel(amount, { level: volume, ...percents }, notReportedYet);
    if (typeof wanted !== "number") return wanted;
    const isTooLoud = amount.isRelative
      ? wanted > volume && volume >= maxVolumePercent
      : wanted > maxVolumePercent;
    if (isTooLoud) return tooLoud(percents, maxVolumePercent);
    if (wanted === volume) return unchanged;
    // A step stops at the loudest volume, as it does at the end of the range.
    const level = Math.min(wanted, maxVolumePercent);
    return act(
      { operation: "setGroupVolume", level },
      {
        proof: "group",
        isShown: ({ player }) => player.group?.volume === level,
        shown: ({ player }) =>
          translatable("shown.volume", "volume {level}", { level: player.group?.volume ?? unknown }),
      },
    );
  },
});

const groupMute = switchControl({
  resource: "group",
  operation: "setGroupMute",
  current: ({ player: { group: state } }) =>
    state === undefined ? notReportedYet : (state.isMuted ?? withoutVolume(state)),
  callFor: (isMuted) => ({ operation: "setGroupMute", isMuted }),
  shown: ({ player }) => muteWord(player.group),
});

export const controlsOfGroup = { group, "group/volume": groupVolume, "group/mute": groupMute };

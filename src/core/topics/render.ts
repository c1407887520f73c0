import type { KnownPlayer } from "../controls/known-player.ts";
import { libraryListsOf, searchedListsOf } from "../library.ts";
import { announceSupport } from "../controls/announce.ts";
import { queueEditsOf } from "../controls/music.ts";
import { actsOnGroup, controlNames, controlSupport, controlSupports } from "../controls/table.ts";
import {
  combinedTopics,
  expectedResourceNames,
  publicNameOf,
  type ResourceName,
  resourceLeaves,
  resourceNames,
  resourceOf,
} from "../resources/player.ts";
import type { PlayerModel } from "../resources/model.ts";
import { powerWordsOf } from "../resources/power.ts";
import { queuePagesLeaf } from "../resources/queue.ts";
import { settingLeaves } from "../resources/settings.ts";
import { volumeSource } from "../resources/video-volume.ts";
import type { Payload, PayloadLimits } from "../resources/property.ts";
import { renderTopics, wasRequested } from "../resources/resource.ts";
import { type ChangedPart, changedParts } from "../session/changed-parts.ts";
import { withoutLostValues } from "../session/unanswered.ts";
import { renderDescription } from "./description.ts";
import { type Message, retained } from "./message.ts";
import { type PlayerLeaf, playerTopic } from "./topics.ts";

export interface PlayerTarget {
  readonly base: string;
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

export type RenderTarget = PlayerTarget & PayloadLimits;

/** A topic of a player and its new payload; an empty payload clears it. */
export interface ChangedTopic {
  readonly leaf: PlayerLeaf;
  readonly payload: Payload;
}

interface Group {
  /** What a player has and can do stays, although its values are lost. */
  readonly keepsLost?: true;
  readonly dependsOn: readonly ChangedPart[];
  /** While these are the same, so are the payloads, even if a part has changed. */
  readonly facts?: (player: KnownPlayer) => readonly unknown[];
  readonly render: (player: KnownPlayer, target: RenderTarget) => ReadonlyMap<string, Payload>;
}

const none: ReadonlyMap<string, Payload> = new Map();

const availability: Group = {
  dependsOn: ["presence.availability"],
  render: ({ presence }) =>
    presence.availability === "unknown" ? none : new Map([["availability", presence.availability]]),
};

/** What a player is and can do. Of the larger parts, only a few facts decide. */
const abilities: Group = {
  keepsLost: true,
  dependsOn: [
    "profile.family",
    "profile.address",
    "presence.availability",
    "bridge.identity",
    "bridge.former",
    "config.presets",
    "operations",
    "model",
    "music",
    "videoVolume",
    "group",
    "power",
    "settings",
    "declared",
    ...resourceNames.map((name) => `${name}.support` as const),
  ],
  facts: (known) => {
    const { profile, bridge, player, operations, resources } = known;
    return [
      isRecognized(known),
      isExplored(known),
      profile.family,
      profile.address,
      bridge.identity,
      modelOf(known),
      operations,
      volumeSource({ player }),
      typeof player.music?.isMuted,
      typeof player.music?.display,
      isGrouped(player),
      player.power,
      powerWordsOf(known).join(" "),
      player.settings,
      player.declared,
      known.config.presets,
      ...Object.values(resources).map(({ support }) => support),
    ];
  },
  // What an earlier run knew of the family must not be overwritten before it was read.
  render: (known, target) =>
    new Map([
      ...(isRecognized(known) ? [["info", renderInfo(known, target)] as const] : []),
      ...(isExplored(known)
        ? [["description", renderDescription(known, target.maxPayloadBytes)] as const]
        : []),
    ]),
};

/** Whether everything was requested once that does not wait for a film: what grows with each answer helps nobody. */
export function isExplored({ resources }: Pick<KnownPlayer, "resources">): boolean {
  return resourceNames.every(
    (name) =>
      resourceOf(name).readOn === "film" ||
      resources[name].support !== "unknown" ||
      wasRequested(resources[name]),
  );
}

function modelOf({ player, bridge }: Pick<KnownPlayer, "player" | "bridge">): PlayerModel | undefined {
  return player.model ?? bridge.former?.model;
}

function isRecognized({ profile, presence }: Pick<KnownPlayer, "profile" | "presence">): boolean {
  return profile.family !== undefined || presence.availability === "online";
}

/** All topics of a player, in the order of a snapshot. */
const groups: readonly Group[] = [availability, abilities, ...resourceNames.map(groupOf), ...combinedTopics];
const publishedParts: ReadonlySet<ChangedPart> = new Set(groups.flatMap(({ dependsOn }) => dependsOn));

function groupOf(name: ResourceName): Group {
  const { topics, dependsOn = [], ifUnsupported = {}, readOn } = resourceOf(name);
  // It is read with the next film. Until then, an earlier run may have left the lists of a film that has ended.
  const isOver = ({ player: { video } }: KnownPlayer): boolean =>
    readOn === "film" && video?.state === "idle";
  return {
    dependsOn: [name, ...(readOn === "film" ? (["video.state"] as const) : []), ...dependsOn],
    render: (player, target) => {
      const value = player.player[name];
      const support = isOver(player) ? "unsupported" : player.resources[name].support;
      const rendered = renderTopics(topics, value, support, player, target);
      if (support !== "unsupported") return rendered;
      return new Map([...rendered, ...Object.entries(ifUnsupported)]);
    },
  };
}

export function render(
  target: RenderTarget,
  previous: KnownPlayer | undefined,
  next: KnownPlayer,
  parts: ReadonlySet<ChangedPart> | undefined = previous && changedParts(previous, next),
): readonly ChangedTopic[] {
  const changes: ChangedTopic[] = [];
  if (parts !== undefined && !someOf(parts, publishedParts)) return changes;
  const change = (leaf: string, payload: Payload): void => {
    changes.push({ leaf: leaf as PlayerLeaf, payload });
  };
  const was = previous && withoutLostValues(previous);
  const is = withoutLostValues(next);
  for (const { dependsOn, facts, keepsLost, render: renderGroup } of groups) {
    if (parts !== undefined && !dependsOn.some((name) => parts.has(name))) continue;
    if (previous !== undefined && facts !== undefined && areSame(facts(previous), facts(next))) continue;
    const [old, fresh] = keepsLost === true ? [previous, next] : [was, is];
    const before = old === undefined ? none : renderGroup(old, target);
    const after = renderGroup(fresh, target);
    // A topic that is no longer published is cleared, so that later subscribers do not receive an old value.
    for (const [leaf, payload] of before) {
      if (payload !== "" && !after.has(leaf)) change(leaf, "");
    }
    for (const [leaf, payload] of after) {
      if (before.get(leaf) !== payload) change(leaf, payload);
    }
  }
  return changes;
}

/** All topics of a player, as they are now. */
export function renderPlayer(
  base: string,
  { id, name, address, state }: Omit<PlayerTarget, "base"> & { readonly state: KnownPlayer },
  { maxPayloadBytes, largestPayloadBytes }: PayloadLimits,
): readonly ChangedTopic[] {
  return render({ base, id, name, address, maxPayloadBytes, largestPayloadBytes }, undefined, state);
}

/** Availability uses QoS 1, since automations rely on it; pages and pictures must not hold up a selection. */
export function messagesOf(
  { base, id }: Pick<PlayerTarget, "base" | "id">,
  changes: readonly ChangedTopic[],
): Message<Payload>[] {
  return changes.map(({ leaf, payload }) => {
    const message = retained(playerTopic(base, id, leaf), payload);
    if (leaf === "availability") return { ...message, qos: 1 };
    return isLarge(leaf) ? { ...message, lowPriority: true } : message;
  });
}

/** A player that is no longer polled is published as offline: it cannot be commanded. */
export function playerOffline(base: string, id: string): Message {
  return retained(playerTopic(base, id, "availability"), "offline", 1);
}

/** Clears every topic of a player except the pages of its queue; its availability last. */
export function clearPlayer(base: string, id: string): Message[] {
  const leaves = [...resourceLeaves, "history", "state", "description", "info", "availability"] as const;
  return leaves.map((leaf) => retained(playerTopic(base, id, leaf), "", 1));
}

/** Clears the topics of settings that are no longer allowed. */
export function clearSettings(base: string, id: string, tags: readonly string[]): Message[] {
  const leaves = tags.flatMap((tag) => settingLeaves(tag));
  return leaves.map((leaf) => retained(playerTopic(base, id, leaf), "", 1));
}

export function clearPage(base: string, id: string, page: number): Message {
  return retained(playerTopic(base, id, `${queuePagesLeaf}/${page}`), "", 1);
}

function isLarge(leaf: PlayerLeaf): boolean {
  return leaf.startsWith(queuePagesLeaf) || /\/(?:picture|backdrop)\//.test(leaf);
}

function someOf<Part>(parts: ReadonlySet<Part>, wanted: ReadonlySet<Part>): boolean {
  for (const part of parts) if (wanted.has(part)) return true;
  return false;
}

function areSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.every((fact, index) => fact === after[index]);
}

function isGrouped({ group }: KnownPlayer["player"]): boolean {
  return group !== undefined && group.role !== "none";
}

function groupControls(known: KnownPlayer): readonly string[] {
  return controlNames.filter((name) => actsOnGroup(name) && controlSupport(known, name) !== "unsupported");
}

function renderInfo(known: KnownPlayer, target: PlayerTarget): string {
  const model = modelOf(known);
  const queueEdits = queueEditsOf(known);
  const families = Object.fromEntries(
    expectedResourceNames.map((name) => [publicNameOf(name), known.resources[name].support]),
  );
  return JSON.stringify({
    id: target.id,
    identity: known.bridge.identity,
    name: target.name,
    family: known.profile.family,
    address: known.profile.address ?? target.address,
    ...model?.details,
    model: model?.model,
    firmware: model?.firmware,
    mac: model?.mac,
    wifiMac: model?.wifiMac,
    families,
    controls: {
      ...controlSupports(known),
      announce: announceSupport(known),
      ...(known.config.presets.length > 0 && { preset: "supported" }),
    },
    ...(queueEdits.length > 0 && { queueEdits }),
    ...(isGrouped(known.player) && { groupControls: groupControls(known) }),
    ...(known.config.readsLibrary && {
      library: libraryListsOf(known),
      librarySearch: searchedListsOf(known),
    }),
  });
}

import { isDeepStrictEqual } from "node:util";
import type { Absence } from "./directory.ts";
import { nowPlaying, playingText } from "./now-playing.ts";
import {
  followPlayer,
  linkFor,
  type PlayerConfig,
  shorten,
  statusOf,
  statusOfAbsence,
} from "./player-node.ts";
import type { FlowMessage, Red, RedNode, Status } from "./red.ts";
import { isPosition, readValue, type TopicValue, treeOf } from "./topic-value.ts";

interface StateConfig extends PlayerConfig {
  /** A topic below the player, `online`, or empty for the whole player. */
  readonly follow: string;
  /** Whether the value at deploy and after a reconnect is sent. */
  readonly initial: boolean;
  /** Whether the whole player is sent when only a position moved. */
  readonly positions: boolean;
}

/** A change is several messages of the bridge: the whole player is sent when they have ended. */
const quietMs = 200;

export function registerStateNode(red: Red): void {
  red.nodes.registerType("player2mqtt-state", function construct(this: RedNode, config: StateConfig) {
    red.nodes.createNode(this, config);
    const link = linkFor(red, this, config);
    if (link === undefined) return;
    const { follow, initial, positions } = config;
    const id = config.player.trim();
    const topic =
      follow === "" || follow === "online" ? `${link.base}/${id}` : `${link.base}/${id}/${follow}`;
    let last: string | undefined;
    let sent: ReadonlyMap<string, TopicValue> = new Map();
    /** Whether the next value may be as old as the last deploy or connection. */
    let isStale = true;
    let timer: NodeJS.Timeout | undefined;
    const show = statusOf(this);

    const readWhole = (absence: Absence | undefined): object => {
      const info = link.directory.players.get(id)?.info ?? {};
      const name = link.directory.nameOf(id);
      return { id, name, online: absence === undefined, info, ...treeOf(values) };
    };
    /** An empty topic has no retained message. */
    const readTopic = (): TopicValue | object | undefined => {
      if (follow !== "info") return values.get(follow);
      const { info = {} } = link.directory.players.get(id) ?? {};
      return Object.keys(info).length === 0 ? undefined : info;
    };
    const readPresent = (): TopicValue | object => readTopic() ?? readValue(follow, Buffer.alloc(0));
    const readOnline = (absence: Absence | undefined): FlowMessage => ({
      payload: absence === undefined,
      ...(absence && { reason: absence }),
    });
    const send = (
      absence: Absence | undefined,
      compared: unknown,
      message: () => FlowMessage,
      isThere = true,
    ): void => {
      const text = JSON.stringify(compared) ?? "";
      const isFirst = last === undefined;
      const isSilent = text === last || (isFirst && !(initial && isThere));
      const retain = isStale;
      last = text;
      // That the bridge is gone is news. What comes when it is back may be old, and another bridge may be back first.
      isStale = isAway(absence) || (isStale && link.directory.isAwaited(id));
      if (!isSilent) this.send({ topic, ...message(), player: id, retain });
      if (!isSilent || isFirst) sent = new Map(values);
    };
    const sendWhole = (absence: Absence | undefined): void => {
      const whole = readWhole(absence);
      const compared = positions ? whole : { ...whole, ...treeOf(withoutPositions(values)) };
      const changed = last === undefined ? [] : differing(sent, values);
      send(absence, compared, () => ({ payload: red.util.cloneMessage(whole), changed }));
    };
    /** What goes may take others with it: a bridge its players, a broker the bridge. Only the last reason counts. */
    const refreshOnline = (absence: Absence | undefined): void => {
      clearTimeout(timer);
      const sendOnline = (): void => send(absence, absence ?? "online", () => readOnline(absence));
      if (absence === undefined || last === undefined) sendOnline();
      else timer = setTimeout(sendOnline, quietMs);
    };
    const refresh = (absence: Absence | undefined): void => {
      show(absence === undefined ? statusOfValue(follow, values) : statusOfAbsence(link, absence));
      if (follow === "online") return refreshOnline(absence);
      if (follow !== "") {
        if (isAway(absence)) isStale = true;
        const isThere = readTopic() !== undefined;
        // At deploy there is nothing to send of an empty topic, but what comes after that is a change.
        if (!isThere && last === undefined && isAway(absence)) return;
        const value = readPresent();
        return send(absence, value, () => ({ payload: red.util.cloneMessage(value) }), isThere);
      }
      clearTimeout(timer);
      const isUrgent = last === undefined || (isAway(absence) && !isStale);
      timer = setTimeout(() => sendWhole(absence), isUrgent ? 0 : quietMs);
    };
    const read = (absence: Absence | undefined): FlowMessage => {
      if (follow === "online") return { topic, ...readOnline(absence) };
      const value = follow === "" ? readWhole(absence) : readPresent();
      return { topic, payload: red.util.cloneMessage(value) };
    };
    const { values } = followPlayer({ node: this, show, link, refresh, read }, id);
    this.on("close", (_, done) => {
      clearTimeout(timer);
      done();
    });
  });
}

/** Whether nothing is heard of the player, so that its values may change unseen. */
function isAway(absence: Absence | undefined): boolean {
  return absence === "broker" || absence === "bridge";
}

/** The topics that differ. */
function differing(
  before: ReadonlyMap<string, TopicValue>,
  after: ReadonlyMap<string, TopicValue>,
): readonly string[] {
  const leaves = new Set([...before.keys(), ...after.keys()]);
  return [...leaves].filter((leaf) => !isDeepStrictEqual(before.get(leaf), after.get(leaf)));
}

function withoutPositions(values: ReadonlyMap<string, TopicValue>): ReadonlyMap<string, TopicValue> {
  return new Map([...values].map(([leaf, value]) => [leaf, isPosition(leaf) ? null : value]));
}

function statusOfValue(follow: string, values: ReadonlyMap<string, TopicValue>): Status {
  const value = follow === "" || follow === "online" ? undefined : values.get(follow);
  const text = value === undefined || value === null ? "" : shownValue(value);
  const shown = text || playingText(nowPlaying(values, true));
  return { fill: "green", shape: "dot", text: shown === "" ? "player2mqtt.status.online" : shorten(shown) };
}

function shownValue(value: string | number | object): string {
  return typeof value === "object" ? "" : String(value);
}

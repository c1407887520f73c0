import { linkOf } from "./bridge-node.ts";
import type { Absence } from "./directory.ts";
import { nowPlaying, playingText } from "./now-playing.ts";
import { absenceStatus, followPlayer, linkFor, type PlayerConfig, shorten } from "./player-node.ts";
import type { FlowMessage, Red, RedNode, Status } from "./red.ts";
import { isPosition, type TopicValue, treeOf } from "./topic-value.ts";

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

/** Registers the type `player2mqtt-state`. */
export function registerStateNode(red: Red): void {
  red.nodes.registerType("player2mqtt-state", function construct(this: RedNode, config: StateConfig) {
    red.nodes.createNode(this, config);
    const link = linkFor(linkOf(red, config.bridge), this, config.player);
    if (link === undefined) return;
    const { player: id, follow, initial, positions } = config;
    const topic =
      follow === "" || follow === "online" ? `${link.base}/${id}` : `${link.base}/${id}/${follow}`;
    let last: string | undefined;
    let isInitial = true;
    let timer: NodeJS.Timeout | undefined;
    let changed = new Set<string>();

    const send = (compared: unknown, message: FlowMessage): void => {
      const text = JSON.stringify(compared) ?? "";
      const isSilent = text === last || (last === undefined && !initial);
      const retain = isInitial;
      last = text;
      isInitial = false;
      if (!isSilent) this.send({ topic, ...message, player: id, retain });
    };
    const sendWhole = (absence: Absence | undefined): void => {
      const info = link.directory.players.get(id)?.info ?? {};
      const whole = {
        id,
        name: link.directory.nameOf(id),
        online: absence === undefined,
        info,
        ...treeOf(values),
      };
      const compared = positions ? whole : { ...whole, ...treeOf(withoutPositions(values)) };
      const leaves = [...changed];
      changed = new Set();
      send(compared, { payload: red.util.cloneMessage(whole), changed: leaves });
    };
    const sendOnline = (absence: Absence | undefined): void => {
      send(absence ?? "online", { payload: absence === undefined, ...(absence && { reason: absence }) });
    };
    const refresh = (absence: Absence | undefined, leaves: readonly string[]): void => {
      // A state that is known without a connection may be old: then only the absence itself is news.
      if (absence === "broker" || absence === "bridge") isInitial ||= follow !== "online";
      this.status(absence === undefined ? statusOf(follow, values) : absenceStatus[absence]);
      if (follow === "online") return sendOnline(absence);
      if (follow !== "") {
        const known = link.directory.players.get(id);
        const value = follow === "info" ? known?.info : values.get(follow);
        if (value !== undefined) send(value, { payload: red.util.cloneMessage(value) });
        return;
      }
      for (const leaf of leaves) changed.add(leaf);
      clearTimeout(timer);
      timer = setTimeout(() => sendWhole(absence), isInitial ? 0 : quietMs);
    };
    const { values } = followPlayer({ node: this, link, refresh }, id);
    this.on("close", (_, done) => {
      clearTimeout(timer);
      done();
    });
  });
}

function withoutPositions(values: ReadonlyMap<string, TopicValue>): ReadonlyMap<string, TopicValue> {
  return new Map([...values].map(([leaf, value]) => [leaf, isPosition(leaf) ? null : value]));
}

function statusOf(follow: string, values: ReadonlyMap<string, TopicValue>): Status {
  const value = follow === "" || follow === "online" ? undefined : values.get(follow);
  const text = value === undefined || value === null ? "" : shownValue(value);
  const shown = text || playingText(nowPlaying(values, true));
  return { fill: "green", shape: "dot", text: shown === "" ? "player2mqtt.status.online" : shorten(shown) };
}

function shownValue(value: string | number | object): string {
  return typeof value === "object" ? "" : String(value);
}

import type { Rows } from "./combobox.ts";
import type { DialogNode, EditorNode, JQuery, RedEditor } from "./red-editor.ts";

declare const RED: RedEditor;
declare const $: JQuery;

type ConfigNode = Pick<EditorNode, "id" | "changed"> & Readonly<Record<string, unknown>>;

interface Connection {
  readonly isConnected: boolean;
  readonly isRefused: boolean;
}

interface PlayersAnswer extends Connection {
  readonly base: string;
  readonly bridges: readonly { readonly name: string; readonly state: string; readonly version: string }[];
  readonly players: readonly {
    readonly id: string;
    readonly name: string;
    readonly model: string;
    readonly absence?: string;
  }[];
}

interface PlayerAnswer extends Connection {
  readonly isKnown: boolean;
  readonly controls: readonly {
    readonly name: string;
    readonly title: string;
    readonly support: string;
    readonly current: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
  }[];
  readonly topics: readonly { readonly leaf: string; readonly title: string; readonly value: string }[];
}

/** Why a list is empty; the message is the key of its text. */
class ListProblem extends Error {}

/**
 * Where the runtime answers for a config node: by its id, or by its broker and base topic while it is not deployed. The node that
 * asks, and the tab it is in, tell what environment variables mean.
 */
function addressOf(config: ConfigNode, node: DialogNode): (rest: string) => string {
  const part = (value: unknown): string => encodeURIComponent(typeof value === "string" ? value : "");
  const asking = `node=${part(node.id)}&tab=${part(node["z"])}`;
  if (config.changed !== true) return (rest) => `player2mqtt/bridge/${part(config.id)}/${rest}?${asking}`;
  const base = part(config["baseTopic"] || "player2mqtt");
  return (rest) => `player2mqtt/broker/${part(config["broker"])}/${rest}?base=${base}&${asking}`;
}

async function request(config: ConfigNode | null, node: DialogNode, rest: string): Promise<unknown> {
  if (config === null) throw new ListProblem("noBridge");
  try {
    return await $.getJSON(addressOf(config, node)(rest));
  } catch (error) {
    const { status, responseJSON } = error as {
      readonly status?: number;
      readonly responseJSON?: { readonly problem?: string };
    };
    if (status === 404) throw new ListProblem(responseJSON?.problem ?? "notDeployed", { cause: error });
    throw new ListProblem(status === 401 || status === 403 ? "forbidden" : "unreachable", { cause: error });
  }
}

function problemOf(error: unknown): string {
  return error instanceof ListProblem ? error.message : "unreachable";
}

async function listed(node: DialogNode, read: () => Promise<Rows>): Promise<Rows> {
  try {
    return await read();
  } catch (error) {
    return { rows: [], note: node._(`list.${problemOf(error)}`) };
  }
}

export function listPlayers(node: DialogNode, bridge: string): Promise<Rows> {
  return listed(node, async () => {
    const answer = (await request(RED.nodes.node(bridge), node, "players")) as PlayersAnswer;
    const rows = answer.players.map(({ id, name, model, absence }) => ({
      value: id,
      label: name || id,
      detail: joined(model, absence === undefined ? "" : node._(`player2mqtt.status.${absence}`)),
      isDim: absence !== undefined,
    }));
    return { rows, note: rows.length > 0 ? "" : emptyNote(node, answer) };
  });
}

function connectionNote(node: DialogNode, { isConnected, isRefused }: Connection): string {
  return isConnected ? "" : node._(isRefused ? "list.refused" : "list.broker");
}

function emptyNote(node: DialogNode, answer: PlayersAnswer): string {
  const { isConnected, bridges, base } = answer;
  if (!isConnected) return connectionNote(node, answer);
  return node._(bridges.length === 0 ? "list.noBridgeFound" : "list.noPlayers", { base });
}

/** Says in one line which bridges were found with a broker and a base topic. */
export async function describeBridges(
  node: DialogNode,
  broker: string,
  baseTopic: string,
): Promise<{ readonly text: string; readonly isFound: boolean }> {
  try {
    const draft = { id: node.id, changed: true, broker, baseTopic };
    const answer = (await request(draft, node, "players")) as PlayersAnswer;
    const { bridges, players, isConnected } = answer;
    if (!isConnected || bridges.length === 0) return { text: emptyNote(node, answer), isFound: false };
    const names = bridges.map(({ name, state, version }) =>
      [name, version, state === "online" ? "" : node._("player2mqtt.status.bridge")]
        .filter(Boolean)
        .join(" "),
    );
    const text = node._("list.found", { bridges: names.join(", "), players: players.length });
    return { text, isFound: bridges.some(({ state }) => state === "online") };
  } catch (error) {
    const problem = problemOf(error);
    return {
      text: node._(problem === "notDeployed" ? "list.brokerNotDeployed" : `list.${problem}`),
      isFound: false,
    };
  }
}

function readPlayer(node: DialogNode, bridge: string, player: string): Promise<PlayerAnswer> {
  return request(
    RED.nodes.node(bridge),
    node,
    `players/${encodeURIComponent(player)}`,
  ) as Promise<PlayerAnswer>;
}

function playerNote(node: DialogNode, answer: PlayerAnswer): string {
  const isUnknown = answer.isConnected && !answer.isKnown;
  return isUnknown ? node._("list.unknownPlayer") : connectionNote(node, answer);
}

export function listTopics(node: DialogNode, bridge: string, player: string): Promise<Rows> {
  return listed(node, async () => {
    const own = [
      { value: "", label: node._("follow.whole") },
      { value: "online", label: node._("follow.online") },
    ];
    if (player === "") return { rows: own, note: node._("list.choosePlayer") };
    const answer = await readPlayer(node, bridge, player);
    const rows = answer.topics.map(({ leaf, title, value }) => ({
      value: leaf,
      label: leaf,
      detail: joined(nameOf(node, leaf, title), value),
    }));
    return { rows: [...own, ...rows], note: playerNote(node, answer) };
  });
}

export function listControls(node: DialogNode, bridge: string, player: string): Promise<Rows> {
  return listed(node, async () => {
    // It may come with the message.
    if (player === "") return { rows: [], note: node._("list.playerByMessage") };
    const answer = await readPlayer(node, bridge, player);
    const rows = answer.controls.map(({ name, title, support, current }) => ({
      value: name,
      label: name,
      detail: joined(
        nameOf(node, name, title),
        support === "supported" ? current || whatPlays(node, name) : node._(`support.${support}`),
      ),
      isDim: support === "unsupported" || support === "off",
    }));
    return { rows, note: playerNote(node, answer) };
  });
}

/** In the language of the editor, if the palette knows the name; a bridge of tomorrow has titles of its own. */
function nameOf(node: DialogNode, key: string, title: string): string {
  const path = `topic.${key}`;
  const name = node._(path);
  return name.endsWith(path) ? title : name;
}

function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" · ");
}

function whatPlays(node: DialogNode, control: string): string {
  return control === "playback" || control === "position" ? node._("list.whatPlays") : "";
}

/** The values of a control. */
export function listOptions(
  node: DialogNode,
  bridge: string,
  player: string,
  control: string,
): Promise<Rows> {
  return listed(node, async () => {
    if (player === "" || control === "") return { rows: [], note: node._("list.chooseControl") };
    const answer = await readPlayer(node, bridge, player);
    const { options = [], current = "" } = answer.controls.find(({ name }) => name === control) ?? {};
    const rows = options.map(({ value, label }) => ({
      value,
      label,
      ...(current !== "" && (value === current || label === current) && { detail: node._("list.current") }),
    }));
    return { rows, note: rows.length > 0 ? playerNote(node, answer) : node._("list.noOptions") };
  });
}

import type { Rows } from "./combobox.ts";
import type { DialogNode, EditorNode, JQuery, RedEditor } from "./red-editor.ts";

declare const RED: RedEditor;
declare const $: JQuery;

interface PlayersAnswer {
  readonly isConnected: boolean;
  readonly base: string;
  readonly bridges: readonly { readonly name: string; readonly state: string; readonly version: string }[];
  readonly players: readonly {
    readonly id: string;
    readonly name: string;
    readonly model: string;
    readonly absence?: string;
  }[];
}

interface PlayerAnswer {
  readonly isConnected: boolean;
  readonly isKnown: boolean;
  readonly controls: readonly {
    readonly name: string;
    readonly support: string;
    readonly current: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
  }[];
  readonly topics: readonly { readonly leaf: string; readonly value: string }[];
}

/** Why a list is empty; the keys of its texts. */
type Problem = "noBridge" | "notDeployed" | "forbidden" | "unreachable";

class ListProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** Where the runtime answers for a config node: by its id, or by its broker and base topic while it is not deployed. */
function addressOf(
  config: Pick<EditorNode, "id" | "changed"> & Readonly<Record<string, unknown>>,
): (rest: string) => string {
  const part = (value: unknown): string => encodeURIComponent(typeof value === "string" ? value : "");
  if (config.changed !== true) return (rest) => `player2mqtt/bridge/${part(config.id)}/${rest}`;
  const base = part(config["baseTopic"] || "player2mqtt");
  return (rest) => `player2mqtt/broker/${part(config["broker"])}/${rest}?base=${base}`;
}

async function request(config: Parameters<typeof addressOf>[0] | null, rest: string): Promise<unknown> {
  if (config === null) throw new ListProblem("noBridge");
  try {
    return await $.getJSON(addressOf(config)(rest));
  } catch (error) {
    const { status } = error as { readonly status?: number };
    throw new ListProblem(
      status === 404 ? "notDeployed" : status === 401 || status === 403 ? "forbidden" : "unreachable",
    );
  }
}

async function listed(node: DialogNode, read: () => Promise<Rows>): Promise<Rows> {
  try {
    return await read();
  } catch (error) {
    const problem = error instanceof ListProblem ? error.problem : "unreachable";
    return { rows: [], note: node._(`list.${problem}`) };
  }
}

/** The players of a config node. */
export function listPlayers(node: DialogNode, bridge: string): Promise<Rows> {
  return listed(node, async () => {
    const answer = (await request(RED.nodes.node(bridge), "players")) as PlayersAnswer;
    const rows = answer.players.map(({ id, name, model, absence }) => ({
      value: id,
      label: name || id,
      detail: [model, absence === undefined ? "" : node._(`player2mqtt.status.${absence}`)]
        .filter(Boolean)
        .join(" · "),
      isDim: absence !== undefined,
    }));
    return { rows, note: rows.length > 0 ? "" : emptyNote(node, answer) };
  });
}

function emptyNote(node: DialogNode, { isConnected, bridges, base }: PlayersAnswer): string {
  if (!isConnected) return node._("list.broker");
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
    const answer = (await request(draft, "players")) as PlayersAnswer;
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
    const problem = error instanceof ListProblem ? error.problem : "unreachable";
    return {
      text: node._(problem === "notDeployed" ? "list.brokerNotDeployed" : `list.${problem}`),
      isFound: false,
    };
  }
}

function readPlayer(bridge: string, player: string): Promise<PlayerAnswer> {
  return request(RED.nodes.node(bridge), `players/${encodeURIComponent(player)}`) as Promise<PlayerAnswer>;
}

function playerNote(node: DialogNode, { isConnected, isKnown }: PlayerAnswer): string {
  return isConnected ? (isKnown ? "" : node._("list.unknownPlayer")) : node._("list.broker");
}

/** The topics of a player that can be followed. */
export function listTopics(node: DialogNode, bridge: string, player: string): Promise<Rows> {
  return listed(node, async () => {
    const own = [
      { value: "", label: node._("follow.whole") },
      { value: "online", label: node._("follow.online") },
    ];
    if (player === "") return { rows: own, note: node._("list.choosePlayer") };
    const answer = await readPlayer(bridge, player);
    const rows = answer.topics.map(({ leaf, value }) => ({ value: leaf, label: leaf, detail: value }));
    return { rows: [...own, ...rows], note: playerNote(node, answer) };
  });
}

/** The controls of a player. */
export function listControls(node: DialogNode, bridge: string, player: string): Promise<Rows> {
  return listed(node, async () => {
    if (player === "") return { rows: [], note: node._("list.choosePlayer") };
    const answer = await readPlayer(bridge, player);
    const rows = answer.controls.map(({ name, support, current }) => ({
      value: name,
      label: name,
      detail: support === "supported" ? current || whatPlays(node, name) : node._(`support.${support}`),
      isDim: support === "unsupported" || support === "off",
    }));
    return { rows, note: playerNote(node, answer) };
  });
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
    const answer = await readPlayer(bridge, player);
    const { options = [], current = "" } = answer.controls.find(({ name }) => name === control) ?? {};
    const rows = options.map(({ value, label }) => ({
      value,
      label,
      ...(current !== "" && (value === current || label === current) && { detail: node._("list.current") }),
    }));
    return { rows, note: rows.length > 0 ? playerNote(node, answer) : node._("list.noOptions") };
  });
}

import type { BridgeLink } from "./bridge-link.ts";
import { commandPayload, defaultSeconds, isControl, isForOffline, readTopic } from "./controls.ts";
import { isPlayerId } from "./directory.ts";
import {
  isUnsetVariable,
  linkFor,
  type PlayerConfig,
  settled,
  shorten,
  statusOfAbsence,
} from "./player-node.ts";
import type { FlowMessage, Red, RedNode, Status } from "./red.ts";

interface CommandConfig extends PlayerConfig {
  readonly control: string;
  readonly value: string;
  readonly valueType: string;
  /** Seconds; empty for what suits the control. */
  readonly timeout: string;
  /** Whether what was not done is raised as an error too, for catch nodes. */
  readonly raise?: boolean;
}

/** The bridge's outcome, or one of the node's own. */
interface OutcomeFields {
  readonly outcome: string;
  readonly reason?: string;
  readonly [field: string]: unknown;
}

/** What is to be done, as the message or the node has it. */
interface Given {
  readonly player: unknown;
  readonly command: string;
  readonly request: unknown;
}

interface Settled extends OutcomeFields {
  readonly player: string;
  readonly command: string;
}

interface NodeOutcome extends OutcomeFields, Given {}

const interrupted = { outcome: "interrupted", reason: "the flow was deployed meanwhile" } as const;

const absences = {
  broker: "no connection to the broker",
  bridge: "the bridge is offline",
  player: "the player is offline",
} as const;

/** Why nothing is sent, with a status for the editor, whose text is a key. */
class NotSent extends Error {
  readonly status: Status;

  constructor(reason: string, status: Status) {
    super(reason);
    this.status = status;
  }

  /** Something is wrong with the message or the node. */
  static because(key: string, reason: string): NotSent {
    return new NotSent(reason, { fill: "red", shape: "ring", text: `player2mqtt.status.${key}` });
  }

  static absent(link: BridgeLink, absence: keyof typeof absences): NotSent {
    const isRefused = absence === "broker" && link.isRefused;
    const reason = isRefused ? "the broker refuses the user name or the password" : absences[absence];
    return new NotSent(reason, statusOfAbsence(link, absence));
  }
}

/** Registers the type `player2mqtt-command`. */
export function registerCommandNode(red: Red): void {
  red.nodes.registerType("player2mqtt-command", function construct(this: RedNode, config: CommandConfig) {
    red.nodes.createNode(this, config);
    const link = linkFor(red, this, { ...config, player: undefined });
    const chosen = config.player.trim();
    const tracked = isPlayerId(chosen) ? link?.track(chosen) : undefined;
    const waiting = new Map<string, (outcome: OutcomeFields) => void>();
    let isClosed = false;

    /** What a message asks for, as it is written. */
    const readCommand = async (message: FlowMessage): Promise<Given> => {
      const named = readTopic(link?.base ?? "", textOf(message["topic"]));
      return {
        player: chosen || message["player"] || named.player,
        command: config.control || textOf(message["control"]) || named.control,
        request: asText(await evaluate(red, this, config, message)),
      };
    };
    /** Carries a command out. Throws `NotSent`. */
    const run = async ({ player, command: control, request }: Given): Promise<Settled> => {
      if (link === undefined) throw NotSent.because("noBridge", "no bridge is configured");
      if (Array.isArray(player))
        throw NotSent.because("playerList", "msg.player is a list: send one message for each player");
      const name = typeof player === "number" ? String(player) : textOf(player).trim();
      if (name === "") throw NotSent.because("noPlayer", "no player is chosen");
      if (isUnsetVariable(name))
        throw NotSent.because("environment", `an environment variable is not set: ${name}`);
      if (control === "") throw NotSent.because("noControl", "no control is chosen");
      if (!isControl(control)) throw NotSent.because("notControl", `not a control: ${control}`);
      if (control !== "refresh" && (request === undefined || request === ""))
        throw NotSent.because("noValue", "no value");
      this.status({ fill: "blue", shape: "ring", text: shorten(`${control} ${shown(request)}`) });
      await settled(link);
      if (isClosed) return { player: name, command: control, ...interrupted };
      const id = findPlayer(link, name);
      const { topics, stop } = link.track(id);
      await settled(link, topics);
      stop();
      if (isClosed) return { player: id, command: control, ...interrupted };
      const absence = link.absenceOf(id);
      const isSent = absence === undefined || absence === "unknown" || isForOffline(control);
      if (!isSent || absence === "bridge" || absence === "broker") throw NotSent.absent(link, absence);
      // The outcome has the topic of the control where its name has several meanings.
      return { player: id, command: control, ...(await send(link, id, control, request)) };
    };
    /** Sends a command, and resolves with the bridge's outcome or the reason why there is none. */
    const send = (link: BridgeLink, id: string, command: string, request: unknown): Promise<OutcomeFields> =>
      new Promise((resolve) => {
        const transaction = `node-red-${red.util.generateId()}`;
        const seconds = Number(config.timeout) || defaultSeconds(command, request);
        const settle = (outcome: OutcomeFields): void => {
          clearTimeout(timer);
          waiting.delete(transaction);
          resolve({ ...outcome, transaction });
        };
        const timer = setTimeout(() => {
          settle({ outcome: "timeout", reason: `no outcome within ${seconds} s` });
        }, seconds * 1000);
        waiting.set(transaction, settle);
        try {
          link.publish(id, command, commandPayload(command, request, transaction), (error) => {
            if (error) settle({ outcome: "not sent", reason: String(error) });
          });
        } catch {
          settle({ outcome: "not sent", reason: absences.broker });
        }
      });

    const unlisten = link?.listen({
      settled: (_, outcome) => {
        if (typeof outcome["outcome"] !== "string") return;
        waiting.get(String(outcome["transaction"]))?.({ ...outcome, outcome: outcome["outcome"] });
      },
    });
    const answer = async (message: FlowMessage, send: RedNode["send"]): Promise<string | undefined> => {
      const given = await readCommand(message);
      let refusal: NotSent | undefined;
      const outcome = await run(given).catch((error: unknown) => {
        if (!(error instanceof NotSent)) throw error;
        refusal = error;
        return { outcome: "not sent", reason: error.message };
      });
      const result: NodeOutcome = { ...given, ...outcome };
      const isDone = result.outcome === "applied" || result.outcome === "unchanged";
      if (!isClosed) this.status(refusal?.status ?? statusOf(result, isDone));
      const what = `${shown(result.player)}/${result.command}`;
      const topic = [link?.base, shown(result.player), result.command].filter(Boolean).join("/");
      // A catch node gets the message of the input: it has the outcome as well.
      Object.assign(message, { topic, player: result.player, payload: result });
      send(isDone ? [message, null] : [null, message]);
      return isDone || config.raise !== true ? undefined : `${what}: ${result.reason ?? result.outcome}`;
    };
    this.on("input", async (message, send, done) => {
      try {
        done(await answer(message, send));
      } catch (error) {
        // What an expression throws is no error, but has the message of one.
        done(error instanceof Error ? error : String(Object(error).message ?? error));
      }
    });
    this.on("close", (_, done) => {
      isClosed = true;
      unlisten?.();
      for (const settle of waiting.values()) settle(interrupted);
      tracked?.stop();
      this.status({});
      // Waiting messages leave the node before it is gone.
      setImmediate(done);
    });
  });
}

/** The id of a player that is named by its id or its name. Where no players are known, any id may be one. Throws `NotSent`. */
function findPlayer(link: BridgeLink, name: string): string {
  const [id = name, ...others] = link.directory.idsOf(name);
  if (others.length > 0) {
    const ids = [id, ...others].join(", ");
    throw NotSent.because("severalPlayers", `several players are called ${name}: ${ids}`);
  }
  const absence = link.absenceOf(id);
  if (absence === "broker" || absence === "bridge") throw NotSent.absent(link, absence);
  if (absence === "unknown" && (link.directory.players.size > 0 || !isPlayerId(id)))
    throw NotSent.because("unknown", `unknown player: ${name}`);
  return id;
}

async function evaluate(
  red: Red,
  node: RedNode,
  config: CommandConfig,
  message: FlowMessage,
): Promise<unknown> {
  const { value, valueType } = config;
  // An option that was chosen in the editor is its text.
  if (valueType === "option" || valueType === "str") return value;
  return new Promise((resolve, reject) => {
    red.util.evaluateNodeProperty(value || "payload", valueType || "msg", node, message, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
}

/** A switch of a dashboard sends true and false, a dropdown may send a list of one. */
function asText(value: unknown): unknown {
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value : typeof value === "number" ? String(value) : value;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function shown(request: unknown): string {
  return typeof request === "string" ? request : request === undefined ? "" : JSON.stringify(request);
}

function statusOf({ command, request, outcome, reason }: NodeOutcome, isDone: boolean): Status {
  const what = [command, shown(request)].filter(Boolean).join(" ");
  if (isDone) return { fill: "green", shape: "dot", text: shorten(`✓ ${what}`) };
  // The bridge gives the reason of these in English.
  const isExplained = outcome === "rejected" || outcome === "failed";
  const text = isExplained ? shorten(`${what}: ${reason ?? outcome}`) : `player2mqtt.outcome.${outcome}`;
  return { fill: "red", shape: outcome === "timeout" ? "ring" : "dot", text };
}

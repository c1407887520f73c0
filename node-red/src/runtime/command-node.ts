import type { BridgeLink } from "./bridge-link.ts";
import { linkOf } from "./bridge-node.ts";
import { commandPayload, defaultSeconds, isControl, isForOffline, resolveControl } from "./controls.ts";
import type { Absence } from "./directory.ts";
import { linkFor, type PlayerConfig, shorten } from "./player-node.ts";
import type { FlowMessage, Red, RedNode, Status } from "./red.ts";

interface CommandConfig extends PlayerConfig {
  readonly control: string;
  readonly value: string;
  readonly valueType: string;
  /** Seconds; empty for what suits the control. */
  readonly timeout: string;
}

/** The bridge's outcome, or one of the node's own. */
interface OutcomeFields {
  readonly outcome: string;
  readonly reason?: string;
  readonly [field: string]: unknown;
}

/** The payload that leaves the node. */
interface NodeOutcome extends OutcomeFields {
  readonly player: string;
  readonly command: string;
  readonly request: unknown;
}

interface Settled extends OutcomeFields {
  readonly command: string;
}

/** How long a command waits for the connection, such as directly after a deploy. */
const connectMs = 5000;

const interrupted = { outcome: "interrupted", reason: "the flow was deployed meanwhile" } as const;
const reasons: Readonly<Record<Absence, string>> = {
  broker: "no connection to the broker",
  bridge: "the bridge is offline",
  player: "the player is offline",
  unknown: "unknown player",
};

/** Registers the type `player2mqtt-command`. */
export function registerCommandNode(red: Red): void {
  red.nodes.registerType("player2mqtt-command", function construct(this: RedNode, config: CommandConfig) {
    red.nodes.createNode(this, config);
    const link = linkFor(linkOf(red, config.bridge), this, undefined);
    const tracked = link === undefined || config.player === "" ? undefined : link.track(config.player);
    const waiting = new Map<string, (outcome: OutcomeFields) => void>();
    let isClosed = false;

    /** Resolves with what is to leave the node. */
    const run = async (message: FlowMessage): Promise<NodeOutcome> => {
      const id = config.player || textOf(message["player"]);
      const control = config.control || textOf(message["control"]) || textOf(message["topic"]);
      const request = asText(await evaluate(red, this, config, message));
      const given = { player: id, command: control, request };
      const notSent = (reason: string): NodeOutcome => ({ ...given, outcome: "not sent", reason });
      if (link === undefined) return notSent("no bridge is configured");
      if (!/^[a-z0-9_-]{1,32}$/.test(id)) return notSent("no player is chosen");
      if (!isControl(control)) return notSent("no control is chosen");
      if (control !== "refresh" && (request === undefined || request === "")) return notSent("no value");
      this.status({ fill: "blue", shape: "ring", text: shorten(`${control} ${shown(request)}`) });
      const { topics, stop } = link.track(id);
      await ready(link, topics);
      const command = resolveControl(control, topics.values);
      stop();
      if (isClosed) return { ...given, command, ...interrupted };
      const absence = link.absenceOf(id);
      if (absence !== undefined && isRefused(absence, command, link))
        return { ...notSent(reasons[absence]), command };
      return { ...given, ...(await send(link, id, command, request)), player: id };
    };
    /** Sends a command, and resolves with the bridge's outcome or the reason why there is none. */
    const send = (link: BridgeLink, id: string, command: string, request: unknown): Promise<Settled> =>
      new Promise((resolve) => {
        const transaction = `node-red-${red.util.generateId()}`;
        const seconds = Number(config.timeout) || defaultSeconds(command, request);
        const settle = (outcome: OutcomeFields): void => {
          clearTimeout(timer);
          waiting.delete(transaction);
          resolve({ command, ...outcome, transaction });
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
          settle({ outcome: "not sent", reason: reasons.broker });
        }
      });

    const unlisten = link?.listen({
      settled: (_, outcome) => {
        if (typeof outcome["outcome"] !== "string") return;
        waiting.get(String(outcome["transaction"]))?.({ ...outcome, outcome: outcome["outcome"] });
      },
    });
    const answer = async (message: FlowMessage, send: RedNode["send"]): Promise<void> => {
      const result = await run(message);
      const isDone = result.outcome === "applied" || result.outcome === "unchanged";
      if (!isClosed) this.status(statusOf(red, result, isDone));
      const topic = `${result.player}/${result.command}`;
      const left = { ...message, topic, player: result.player, payload: result };
      send(isDone ? [left, null] : [null, left]);
    };
    this.on("input", async (message, send, done) => {
      try {
        await answer(message, send);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
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

/** Whether a command would come to nothing. An id is only called unknown where other players are known. */
function isRefused(absence: Absence, command: string, link: BridgeLink): boolean {
  if (absence === "player") return !isForOffline(command);
  return absence === "unknown" ? link.directory.players.size > 0 : true;
}

/** Resolves when all retained messages are there, or after a while without. */
function ready(link: BridgeLink, topics: { readonly isSettled: boolean }): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (link.isSettled && topics.isSettled) end();
    };
    const unlisten = link.listen({ topicsChanged: check, presenceChanged: check });
    const end = (): void => {
      clearTimeout(timer);
      unlisten();
      resolve();
    };
    const timer = setTimeout(end, connectMs);
    check();
  });
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

function statusOf(red: Red, { command, request, outcome, reason }: NodeOutcome, isDone: boolean): Status {
  const what = [command, shown(request)].filter(Boolean).join(" ");
  const text = `${what}: ${reason ?? red._(`outcome.${outcome}`)}`;
  const isLate = outcome === "timeout" || outcome === "not sent";
  return { fill: isDone ? "green" : "red", shape: isLate ? "ring" : "dot", text: shorten(text) };
}

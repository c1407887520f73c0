import { Behaviors } from "../behaviors.ts";
import { clockOf, type SimulatorClock } from "../clock.ts";
import { type Reply, textReply } from "../reply.ts";
import { requestListener } from "../request-listener.ts";
import { startServer, type SwitchableServer } from "../switchable-server.ts";
import { Traffic } from "../traffic.ts";
import type { SourceName } from "./external-source.ts";
import { answerSetting, operationNames, operations, operationsByPath } from "./operations.ts";
import { parseBehavior } from "./parse-behavior.ts";
import { PowerSwitch } from "./power-switch.ts";
import { type PresetName, presets } from "./presets.ts";
import { type SimulatedRenderer, startRenderer } from "./renderer.ts";
import { statusReply } from "./reply.ts";
import { createPlayer, type SimulatedPlayer, wirelessMac } from "./simulated-player.ts";
import { listenForWake } from "./wake-listener.ts";

export const usualPort = 9529;

export interface SimulatorOptions extends Partial<SimulatorClock> {
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly prefix?: string;
  readonly preset?: PresetName;
  /** A player that has an address already, and gets a further one. */
  readonly player?: SimulatedPlayer;
  readonly name?: string;
  readonly mac?: string;
  readonly queueSize?: number;
  /** Whether a film and music may play at once, which no real player does; true without a value. */
  readonly playsTogether?: boolean;
  readonly source?: SourceName;
  /** Whether a missing operation is reported by a body status (801, 804) or by HTTP 404. */
  readonly refuseWith?: Refusal;
  readonly random?: () => number;
  readonly keepAliveTimeoutMs?: number;
  /** The UDP port for its magic packet; 0 takes a free one, undefined ignores magic packets. */
  readonly wakePort?: number;
  /** The UDP port on which searches for its DLNA renderer are answered; undefined has no renderer. */
  readonly ssdpPort?: number;
  readonly bootMs?: number;
  readonly deafMs?: number;
}

/** A media player in software, answering over HTTP. */
export interface Simulator extends Omit<SwitchableServer, "refuse">, AsyncDisposable {
  readonly wakePort: number | undefined;
  readonly renderer: SimulatedRenderer | undefined;
  readonly power: PowerSwitch;
  readonly player: SimulatedPlayer;
  readonly traffic: Traffic;
  readonly behaviors: Behaviors<SimulatedPlayer>;
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", prefix = "Device", preset = "video", refuseWith = "body" } = options;
  const { random = Math.random, keepAliveTimeoutMs = 5000 } = options;
  const clock = clockOf(options);
  const player = options.player ?? createPlayer(presets[preset], clock.now, options);
  const answer = (operation: string | undefined, query = new URLSearchParams()): Reply =>
    plainAnswer(player, refuseWith, operation, query);
  const traffic = new Traffic();
  const behaviors = new Behaviors({ player, clock, random, answer }, parseBehavior);
  const operationAt = operationsByPath(prefix, presets[preset].answersWithoutPrefix);
  const listener = requestListener({
    traffic,
    behaviors,
    clock,
    operationAt: (path) => operationAt.get(path) ?? (player.settings?.has(path) === true ? path : undefined),
    answer: ({ operation, query }, { method, path }) => {
      if (method !== "GET") return onlyGet;
      // What the settings tree of a player has is set there, whatever else has the same path.
      const isInTree = player.settings?.has(path) === true && player.groups.has("settings");
      return isInTree ? answerSetting(player, path, query) : answer(operation, query);
    },
  });
  const { port = 0 } = options;
  const server = await startServer({ host, port, keepAliveTimeoutMs }, traffic, listener);
  const power = new PowerSwitch({
    clock,
    bootMs: options.bootMs ?? 15_000,
    deafMs: options.deafMs ?? 15_000,
    sleep: () => server.sleep(),
    wake: () => server.wake(),
  });
  if (options.player === undefined) player.performPower = (tag) => power.perform(tag);
  const wakeListener =
    options.wakePort === undefined
      ? undefined
      : await listenForWake(
          host,
          options.wakePort,
          () => [player.identity.mac, wirelessMac(player.identity.mac)],
          () => power.receivePacket(),
        );
  const renderer =
    options.ssdpPort === undefined ? undefined : await startRenderer(host, options.ssdpPort, player);
  return {
    ...server,
    wakePort: wakeListener?.port,
    renderer,
    power,
    player,
    traffic,
    behaviors,
    [Symbol.asyncDispose]: async () => {
      power[Symbol.dispose]();
      await wakeListener?.[Symbol.asyncDispose]();
      await renderer?.[Symbol.asyncDispose]();
      await server.sleep();
    },
  };
}

const onlyGet = textReply("text/plain", "only GET", 405);

/** How a player reports that an operation does not exist: by the body's status, or by HTTP 404. */
type Refusal = "body" | "http";

/** The answer of a player without faults; an undefined operation is an unknown path. */
function plainAnswer(
  player: SimulatedPlayer,
  refuseWith: Refusal,
  name: string | undefined,
  query: URLSearchParams,
): Reply {
  const known = operationNames.find((one) => one === name);
  const operation = known === undefined ? undefined : operations[known];
  const isLacking = name !== undefined && player.lacks.has(name);
  if (operation !== undefined && player.groups.has(operation.group) && !isLacking)
    return operation.answer(player, query);
  if (isLacking && refuseWith === "body") return statusReply(player.dialect, 405);
  if (refuseWith === "http") return textReply("text/plain", "not found", 404);
  return statusReply(player.dialect, operation === undefined ? 804 : 801);
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Behaviours } from "./behaviours.ts";
import type { SourceName } from "./external-source.ts";
import { type OperationName, operations } from "./operations.ts";
import { PowerSwitch } from "./power-switch.ts";
import { type PresetName, presets } from "./presets.ts";
import { type Reply, statusReply, textReply } from "./reply.ts";
import { requestListener } from "./request-listener.ts";
import { createPlayer, type SimulatedPlayer, wirelessMac } from "./simulated-player.ts";
import { Traffic } from "./traffic.ts";
import { listenForWake } from "./wake-listener.ts";

/** The port of real players. */
export const usualPort = 9529;

/** Options of a simulated player. */
export interface SimulatorOptions {
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The maker's prefix of the paths. */
  readonly prefix?: string;
  readonly preset?: PresetName;
  readonly name?: string;
  readonly mac?: string;
  /** The number of tracks in the music queue. */
  readonly queueSize?: number;
  /** Whether a film and music may play at once, which no real player does; true without a value. */
  readonly playsTogether?: boolean;
  /** The source it plays at first, instead of its own film or music. */
  readonly source?: SourceName;
  /** Whether a missing operation is reported by a body status (801, 804) or by HTTP 404. */
  readonly refuseWith?: Refusal;
  /** Playback advances by this time alone. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly keepAliveTimeoutMs?: number;
  /** The UDP port for its magic packet; 0 takes a free one, undefined ignores magic packets. */
  readonly wakePort?: number;
  readonly bootMs?: number;
  readonly deafMs?: number;
}

/** A media player in software, answering over HTTP. */
export interface Simulator extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The port for its magic packet. */
  readonly wakePort: number | undefined;
  /** Puts it to sleep and wakes it, as its own operations do. */
  readonly power: PowerSwitch;
  readonly player: SimulatedPlayer;
  readonly traffic: Traffic;
  readonly behaviours: Behaviours;
  /** Stops listening and cuts every connection, like a player that is switched off. */
  sleep(): Promise<void>;
  /** Listens again on the same port. */
  wake(): Promise<void>;
}

/** Starts a simulated player and resolves when it listens. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", prefix = "Device", preset = "video", refuseWith = "body" } = options;
  const { now = Date.now, random = Math.random, keepAliveTimeoutMs = 5000 } = options;
  const player = createPlayer(presets[preset], now, options);
  const answer = (operation: OperationName | undefined, query = new URLSearchParams()): Reply =>
    plainAnswer(player, refuseWith, operation, query);
  const traffic = new Traffic();
  const behaviours = new Behaviours({ player, now, random, answer });

  const listener = requestListener({ prefix, traffic, behaviours, now, answer });
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, listener);
  const connections = new Set<Promise<void>>();
  server.on("connection", (socket) => {
    const end = traffic.open(socket);
    const closed = new Promise<void>((resolve) => {
      socket.once("close", () => {
        end();
        connections.delete(closed);
        resolve();
      });
    });
    connections.add(closed);
  });

  const listen = async (port: number): Promise<void> => {
    if (server.listening) return;
    server.listen(port, host);
    await once(server, "listening");
  };
  const sleep = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    // The server's close event comes before the requests of the last connections have ended.
    await Promise.all([closed, ...connections]);
  };

  await listen(options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const power = new PowerSwitch({
    now,
    bootMs: options.bootMs ?? 15_000,
    deafMs: options.deafMs ?? 15_000,
    sleep,
    wake: () => listen(port),
  });
  player.performPower = (tag) => power.perform(tag);
  const wakeListener =
    options.wakePort === undefined
      ? undefined
      : await listenForWake(
          host,
          options.wakePort,
          () => [player.identity.mac, wirelessMac(player.identity.mac)],
          () => power.receivePacket(),
        );
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    port,
    wakePort: wakeListener?.port,
    power,
    player,
    traffic,
    behaviours,
    sleep,
    wake: () => listen(port),
    [Symbol.asyncDispose]: async () => {
      power[Symbol.dispose]();
      await wakeListener?.[Symbol.asyncDispose]();
      await sleep();
    },
  };
}

/** How a player reports that an operation does not exist: by the body's status, or by HTTP 404. */
type Refusal = "body" | "http";

/** The answer of a player without faults; an undefined operation is an unknown path. */
function plainAnswer(
  player: SimulatedPlayer,
  refuseWith: Refusal,
  name: OperationName | undefined,
  query: URLSearchParams,
): Reply {
  const operation = name === undefined ? undefined : operations[name];
  const isLacking = name !== undefined && player.lacks.has(name);
  if (operation !== undefined && player.families.has(operation.family) && !isLacking)
    return operation.answer(player, query);
  if (isLacking && refuseWith === "body") return statusReply(player.dialect, 405);
  if (refuseWith === "http") return textReply("text/plain", "not found", 404);
  return statusReply(player.dialect, operation === undefined ? 804 : 801);
}

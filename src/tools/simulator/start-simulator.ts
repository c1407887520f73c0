import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Behaviours } from "./behaviours.ts";
import type { OperationName } from "./operations.ts";
import { plainAnswer, type Refusal } from "./plain-answer.ts";
import { PowerSwitch } from "./power-switch.ts";
import { type PresetName, presets } from "./presets.ts";
import type { Reply } from "./reply.ts";
import { requestListener } from "./request-listener.ts";
import { createPlayer, type SimulatedPlayer } from "./simulated-player.ts";
import { Traffic } from "./traffic.ts";
import { listenForWake } from "./wake-ear.ts";

/** What a simulated player is like; all of it may be left out. */
export interface SimulatorOptions {
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The maker's word in the paths. */
  readonly prefix?: string;
  readonly preset?: PresetName;
  readonly name?: string;
  readonly mac?: string;
  /** The number of tracks in the music queue. */
  readonly queueSize?: number;
  /** Whether a body status of 801 or 804 or an HTTP 404 says that something does not exist. */
  readonly refuseWith?: Refusal;
  /** Playback advances from this time, and from nothing else. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly keepAliveTimeoutMs?: number;
  /** The UDP port on which it hears its magic packet while it sleeps; 0 takes a free one, nothing makes it deaf. */
  readonly wakePort?: number;
  readonly bootMs?: number;
  readonly deafMs?: number;
}

/** A media player in software, answering over HTTP. */
export interface Simulator extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Where it hears its magic packet. */
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
    // The server's own event comes before the last connections have told their requests that they are gone.
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
  player.obeyPower = (tag) => power.obey(tag);
  const ear =
    options.wakePort === undefined
      ? undefined
      : await listenForWake(
          host,
          options.wakePort,
          () => player.identity.mac,
          () => power.hear(),
        );
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    port,
    wakePort: ear?.port,
    power,
    player,
    traffic,
    behaviours,
    sleep,
    wake: () => listen(port),
    [Symbol.asyncDispose]: async () => {
      power[Symbol.dispose]();
      await ear?.[Symbol.asyncDispose]();
      await sleep();
    },
  };
}

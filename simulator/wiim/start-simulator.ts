import { Behaviors } from "../behaviors.ts";
import { clockOf, type SimulatorClock } from "../clock.ts";
import { requestListener } from "../request-listener.ts";
import { selfSigned } from "../self-signed.ts";
import { startServer, type SwitchableServer } from "../switchable-server.ts";
import { Traffic } from "../traffic.ts";
import { answerTo, wordOf } from "./commands.ts";
import { parseBehavior } from "./faults.ts";
import { actionIn, answerOverUpnp } from "./play-queue.ts";
import { presets, type PresetName } from "./presets.ts";
import { type SimulatedNetwork, SimulatedPlayer } from "./simulated-player.ts";

export interface SimulatorOptions extends Partial<SimulatorClock> {
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Where it tells its queue, which real ones do on port 49152; by default it does not. */
  readonly upnpPort?: number;
  readonly preset?: PresetName;
  readonly name?: string;
  /** The players that can be grouped with it. */
  readonly network?: SimulatedNetwork;
  readonly random?: () => number;
  readonly bootMs?: number;
  /** How long what it shows is that of the former source. */
  readonly trailsForMs?: number;
}

export interface Simulator extends SwitchableServer, AsyncDisposable {
  readonly player: SimulatedPlayer;
  readonly traffic: Traffic;
  readonly behaviors: Behaviors<SimulatedPlayer>;
  /** Where it tells its queue, if it does. */
  readonly upnp: SwitchableServer | undefined;
}

/** Time to send the answer before it goes. */
const replyMs = 30;

/** Starts a simulated player and resolves when it listens. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", random = Math.random, bootMs = 15_000, trailsForMs = 3000 } = options;
  const clock = clockOf(options);
  const model = presets[options.preset ?? "pro"];
  const network = options.network ?? { players: new Map<string, SimulatedPlayer>() };
  const player = new SimulatedPlayer(model, network, clock, trailsForMs);
  player.name = options.name ?? player.name;
  const traffic = new Traffic();
  const answer = (operation: string) => answerTo(player, "/httpapi.asp", `command=${operation}`);
  const behaviors = new Behaviors({ player, clock, random, answer }, parseBehavior);
  const common = { host, keepAliveTimeoutMs: 5000 };
  const parts = { traffic, behaviors, clock };
  const upnp =
    options.upnpPort === undefined
      ? undefined
      : await startServer(
          { ...common, port: options.upnpPort },
          traffic,
          requestListener({
            ...parts,
            operationAt: (_path, _query, body) => actionIn(body),
            answer: (_call, { path, body }) => answerOverUpnp(player, path, body),
          }),
        );
  const server = await startServer(
    { ...common, port: options.port ?? 0, ...(model.isSecure && { tls: selfSigned("www.linkplay.com") }) },
    traffic,
    requestListener({
      ...parts,
      operationAt: (path, query) =>
        path === "/httpapi.asp" ? wordOf(query.replace(/^command=/, "")) : undefined,
      answer: (_call, { path, query }) => answerTo(player, path, query),
    }),
  ).catch(async (error: unknown) => {
    await upnp?.sleep();
    throw error;
  });
  player.host = host;
  player.address = `${host}:${server.port}`;
  network.players.set(host, player);
  const sleep = async (): Promise<void> => {
    await Promise.all([server.sleep(), upnp?.sleep()]);
  };
  const wake = async (): Promise<void> => {
    await Promise.all([server.wake(), upnp?.wake()]);
  };
  const restart = async (): Promise<void> => {
    await sleep();
    player.stop();
    clock.after(bootMs, () => void wake());
  };
  player.reboot = () => {
    clock.after(replyMs, () => void restart());
  };
  return {
    ...server,
    sleep,
    wake,
    player,
    traffic,
    behaviors,
    upnp,
    async [Symbol.asyncDispose]() {
      network.players.delete(host);
      await sleep();
    },
  };
}

import type { RequestListener } from "node:http";
import { Behaviors } from "../behaviors.ts";
import { clockOf, type SimulatorClock } from "../clock.ts";
import { redirectReply, type Reply, textReply } from "../reply.ts";
import { requestListener } from "../request-listener.ts";
import { startServer, type SwitchableServer } from "../switchable-server.ts";
import { Traffic } from "../traffic.ts";
import { parseBehavior } from "./faults.ts";
import { Network } from "./network.ts";
import type { PresetName } from "./presets.ts";
import { answerCall, answerNow, image, notFound, routeNames, settingsReply } from "./routes.ts";
import { SimulatedPlayer } from "./simulated-player.ts";

/** The port of real players. */
export const usualPort = 11_000;

export interface SimulatorOptions extends Partial<SimulatorClock> {
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The port of the web pages, where it is rebooted; 80 at real players. */
  readonly webPort?: number;
  readonly preset?: PresetName;
  readonly name?: string;
  readonly mac?: string;
  readonly queueSize?: number;
  /** Makes it a further zone of this one's chassis. */
  readonly chassis?: Simulator;
  /** The players that can be grouped with it. */
  readonly network?: Network<SimulatedPlayer>;
  readonly random?: () => number;
  readonly keepAliveTimeoutMs?: number;
  readonly bootMs?: number;
  /** How long a stream or an input is `connecting`. */
  readonly bufferMs?: number;
  /** How long a primary does not show a new secondary. */
  readonly groupLagMs?: number;
}

/** A player in software, answering over HTTP. */
export interface Simulator extends Omit<SwitchableServer, "refuse">, AsyncDisposable {
  readonly player: SimulatedPlayer;
  readonly traffic: Traffic;
  readonly behaviors: Behaviors<SimulatedPlayer>;
  readonly webPort: number;
  readonly settingsPort: number;
  /** A power cut: no connection ends, nothing is answered any more, and nobody can connect. */
  cutPower(): void;
}

/** Starts a simulated player and resolves when it listens. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", chassis, random = Math.random } = options;
  const clock = clockOf(options);
  const { bootMs = 15_000, keepAliveTimeoutMs = 5000 } = options;
  const { network = chassis?.player.network ?? new Network<SimulatedPlayer>() } = options;
  const player = new SimulatedPlayer({
    preset: options.preset ?? "node",
    name: options.name,
    mac: chassis?.player.mac ?? options.mac,
    queueSize: options.queueSize,
    isFurtherZone: chassis !== undefined,
    clock,
    network,
    bufferMs: options.bufferMs ?? 2000,
    groupLagMs: options.groupLagMs ?? 1000,
  });
  const answer = (operation: string): Reply => answerNow(player, operation);
  const traffic = new Traffic();
  const behaviors = new Behaviors({ player, clock, random, answer }, parseBehavior);
  const serve = (port: number, listener: RequestListener): Promise<SwitchableServer> =>
    startServer({ host, port, keepAliveTimeoutMs }, traffic, listener);

  let settingsPort = 0;
  const control = await serve(
    options.port ?? 0,
    requestListener({
      traffic,
      behaviors,
      clock,
      operationAt: (path) => routeNames.find((name) => path === `/${name}`),
      answer(call, { path }) {
        if (path === "/Settings") {
          const query = call.query.toString();
          return redirectReply(`http://${host}:${settingsPort}/Settings?${query}`, 301);
        }
        if (path.startsWith("//")) return redirectReply(path.replace(/^\/+/, "/"), 301);
        return path.startsWith("/images/") ? image() : answerCall(player, call);
      },
    }),
  );
  player.port = control.port;
  player.address = `${host}:${control.port}`;
  network.join(player);

  const settings = await serve(0, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://player");
    const reply = pathname === "/Settings" ? settingsReply(player, searchParams) : notFound;
    void reply.deliver(response, reply, new AbortController().signal);
  });
  settingsPort = settings.port;

  // All zones of a chassis start again at once.
  const servers = [control, settings];
  const sleep = async (): Promise<void> => {
    network.leave(player);
    await Promise.all(servers.map((server) => server.sleep()));
  };
  let silence: Disposable | undefined;
  const wake = async (): Promise<void> => {
    // After a power cut, old connections are only reset now.
    if (player.isCut) await Promise.all(servers.map((server) => server.sleep()));
    player.isCut = false;
    silence?.[Symbol.dispose]();
    await Promise.all(servers.map((server) => server.wake()));
    network.join(player);
  };
  player.reboot = () => {
    clock.after(replyMs, () => void sleep().then(() => player.restart(bootMs, wake)));
  };
  if (chassis !== undefined) {
    const { reboot } = chassis.player;
    const { reboot: own } = player;
    chassis.player.reboot = () => {
      reboot();
      own();
    };
  }
  const web = chassis === undefined ? await serve(options.webPort ?? 0, webPages(player)) : undefined;
  if (web !== undefined) servers.push(web);
  return {
    ...control,
    webPort: web?.port ?? chassis?.webPort ?? 0,
    settingsPort,
    player,
    traffic,
    behaviors,
    sleep,
    wake,
    cutPower() {
      network.leave(player);
      silence = behaviors.add("hang");
      player.isCut = true;
      for (const server of servers) server.refuse();
    },
    async [Symbol.asyncDispose]() {
      player[Symbol.dispose]();
      await sleep();
    },
  };
}

/** Time to send the answer before it goes. */
const replyMs = 30;

/** The web pages of a chassis: only the reboot acts. */
function webPages(player: SimulatedPlayer): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isReboot =
        request.method === "POST" &&
        request.url === "/reboot" &&
        Buffer.concat(chunks).toString() === "yes=1";
      const reply =
        request.url === "/reboot" ? textReply("text/html", "<html><body>Rebooting</body></html>") : notFound;
      void reply.deliver(response, reply, new AbortController().signal);
      if (isReboot) player.reboot();
    });
  };
}

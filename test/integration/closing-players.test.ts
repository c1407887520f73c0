import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import type { Behavior } from "../../simulator/fault.ts";
import type { Deliver } from "../../simulator/reply.ts";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { ask } from "../extensions/http/served.ts";
import { Bridged } from "../support/bridge/bridged.ts";
import { until } from "../support/bridge/until.ts";

/** How often the bridge's clock ticks faster than that of the player. */
const speed = 10;
const polls = 15;

type Close = (response: ServerResponse) => void;

/** A player that delivers each answer with these headers and treats the connection in its own way afterwards. */
function closing(close: Close, headers: Readonly<Record<string, string>> = {}): Behavior {
  const deliver: Deliver = (response, reply) => {
    close(response);
    response
      .writeHead(reply.httpStatus, { ...reply.headers, ...headers, "content-length": reply.body.length })
      .end(reply.body);
  };
  return {
    text: "closes",
    start: () => ({ handle: async (_call, next) => ({ ...(await next()), deliver }) }),
  };
}

const afterwards =
  (ms: number): Close =>
  (response) => {
    const { socket } = response;
    response.once("finish", () => setTimeout(() => socket?.end(), ms / speed));
  };

const answered = new WeakMap<object, number>();
const afterThree: Close = ({ socket }) => {
  if (socket === null) return;
  const count = (answered.get(socket) ?? 0) + 1;
  answered.set(socket, count);
  if (count === 3) setImmediate(() => socket.end());
};

const byReset: Close = (response) => {
  const { socket } = response;
  response.once("finish", () => setTimeout(() => socket?.resetAndDestroy(), 1));
};

const manners: [string, Behavior][] = [
  ...[1, 4000].map((ms): [string, Behavior] => [`after ${ms} ms`, closing(afterwards(ms))]),
  ["at once, but promises to keep it", closing(afterwards(0), { "keep-alive": "timeout=60, max=1000" })],
  ["after three answers", closing(afterThree)],
  ["by a reset", closing(byReset)],
];

it.each(manners)(
  "a player that closes its connection %s, without saying so, is online with a path prefix that was detected, and no poll fails",
  async (_name, behavior) => {
    await using sim = await startSimulator({ prefix: "Zidoo" });
    sim.behaviors.add(behavior);
    await using bridged = await Bridged.settled(sim, { speed, hasHttp: true });
    expect(bridged.payload("availability")).toBe("online");
    const asked = sim.traffic.count();
    await until(() => sim.traffic.count() > asked + polls);
    const { body } = await ask(bridged.bridge.httpUrl ?? "", "/metrics");
    expect(body).toMatch(/^player2mqtt_player_failed_polls_total\{player="den"\} 0$/m);
  },
);

import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BridgeLink } from "../../node-red/src/runtime/bridge-link.ts";
import { registerCommandNode } from "../../node-red/src/runtime/command-node.ts";
import { registerEventsNode } from "../../node-red/src/runtime/events-node.ts";
import { registerNowPlayingNode } from "../../node-red/src/runtime/now-playing-node.ts";
import type { BrokerNode, Red, RedNode } from "../../node-red/src/runtime/red.ts";
import { registerStateNode } from "../../node-red/src/runtime/state-node.ts";

type Construct = (this: RedNode, config: object) => void;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const mute = { control: "mute", value: "on", valueType: "str", timeout: "" };

it.each(
  (
    [
      ["a command node without a player", registerCommandNode, { player: "", ...mute }],
      ["a command node", registerCommandNode, { player: "den", ...mute }],
      ["an events node", registerEventsNode, { player: "den" }],
      ["a now playing node", registerNowPlayingNode, { player: "den" }],
      ["a state node", registerStateNode, { player: "den", follow: "" }],
    ] as const
  ).flatMap(([kind, ...node]) => [0, 500, 1500, 2500, 60_000].map((ms) => [kind, ms, ...node] as const)),
)(
  "%s that is deployed %i ms after a message leaves nothing at the link, waits for nothing and shows nothing more",
  async (_kind, ms, register, config) => {
    const subscribed = new Map<string, (topic: string, payload: Uint8Array) => void>();
    const broker = {
      connected: true,
      register: () => {},
      subscribe: (filter: string, _options: object, listener: () => void) =>
        void subscribed.set(filter, listener),
      unsubscribe: (filter: string) => void subscribed.delete(filter),
      publish: () => {},
    } as unknown as BrokerNode;
    const link = new BridgeLink(broker, "base", "test");
    link.open();
    subscribed.get("base/+/state")?.("base/bridge/state", Buffer.from("online"));
    subscribed.get("base/+/availability")?.("base/den/availability", Buffer.from("online"));
    const before = [...subscribed.keys()];
    const listening = new Set<object>();
    const listen = link.listen.bind(link);
    link.listen = (listener) => {
      const unlisten = listen(listener);
      listening.add(listener);
      return () => listening.delete(listener) && unlisten();
    };
    let construct: Construct = () => {};
    const red = {
      nodes: {
        createNode: () => {},
        registerType: (_type: string, made: Construct) => (construct = made),
        getNode: () => ({ link }),
      },
      util: { generateId: () => "1", cloneMessage: structuredClone },
    } as unknown as Red;
    register(red);
    const shows = vi.fn();
    const node = Object.assign(new EventEmitter(), { status: shows, send: shows });
    construct.call(node as unknown as RedNode, { bridge: "", ...config });
    expect(listening.size).toBe(1);
    const done = vi.fn();
    const isAsked = node.emit("input", { player: "den" }, () => {}, done);
    await vi.advanceTimersByTimeAsync(ms);
    subscribed.get("base/+/availability")?.("base/den/availability", Buffer.from("offline"));
    node.emit("close", false, () => {});
    shows.mockClear();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toHaveBeenCalledTimes(isAsked ? 1 : 0);
    expect(shows).not.toHaveBeenCalled();
    expect(listening.size).toBe(0);
    expect([...subscribed.keys()]).toEqual(before);
    expect(vi.getTimerCount()).toBe(0);
  },
);

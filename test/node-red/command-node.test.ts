import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BridgeLink } from "../../node-red/src/runtime/bridge-link.ts";
import { registerCommandNode } from "../../node-red/src/runtime/command-node.ts";
import type { BrokerNode, Red, RedNode } from "../../node-red/src/runtime/red.ts";

type Construct = (this: RedNode, config: object) => void;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([0, 500, 1500, 2500, 60_000])(
  "a command node that is deployed %i ms after a message leaves nothing subscribed, and waits for nothing",
  async (ms) => {
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
    let construct: Construct = () => {};
    const red = {
      nodes: {
        createNode: () => {},
        registerType: (_type: string, made: Construct) => (construct = made),
        getNode: () => ({ link }),
      },
      util: { generateId: () => "1" },
    } as unknown as Red;
    registerCommandNode(red);
    const listeners = new Map<string, (...args: readonly unknown[]) => unknown>();
    const node = {
      status: () => {},
      on: (event: string, listener: () => void) => listeners.set(event, listener),
    } as unknown as RedNode;
    construct.call(node, {
      bridge: "",
      player: "",
      control: "mute",
      value: "on",
      valueType: "str",
      timeout: "",
    });
    const done = vi.fn();
    listeners.get("input")?.({ player: "den" }, () => {}, done);
    await vi.advanceTimersByTimeAsync(ms);
    listeners.get("close")?.(false, () => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toHaveBeenCalledOnce();
    expect([...subscribed.keys()]).toEqual(before);
    expect(vi.getTimerCount()).toBe(0);
  },
);

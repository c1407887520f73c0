import { describe, expect, it } from "vitest";
import { reachableHost, withoutSecrets } from "../../src/lib/addresses.ts";

describe("the host under which a server is reached from here", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["broker.local", "broker.local"],
    ["0.0.0.0", "127.0.0.1"],
    ["::", "127.0.0.1"],
    ["::1", "[::1]"],
  ])("of one that listens on %s is %s", (host, wanted) => {
    expect(reachableHost(host)).toBe(wanted);
  });
});

describe("an address as it may be shown", () => {
  it.each([
    ["mqtt://me:pass@broker:1883", "mqtt://broker:1883"],
    ["wss://broker/mqtt?token=abc", "wss://broker/mqtt"],
    ["http://192.168.1.20:9529/", "http://192.168.1.20:9529"],
  ])("%s is %s", (address, wanted) => {
    expect(withoutSecrets(address)).toBe(wanted);
  });
});

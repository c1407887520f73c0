import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { describe, expect, it, vi } from "vitest";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { searchNetwork } from "../../../src/tools/finder/search-network.ts";
import { discovery } from "../../../src/families/zidoo/discovery.ts";
import { network } from "./network.ts";

const sender = "192.168.1.20";

function hosts(name: string, answer: string): readonly string[] | undefined {
  return discovery.find((way) => way.name === name)?.hostsIn(Buffer.from(answer), sender);
}

describe("a search method", () => {
  it.each([
    ["the address among its lines", "name: Box\r\nhost: 192.168.1.7\r\nx: y", ["192.168.1.7"]],
    ["one with a port", "host:192.168.1.7:9529\n", ["192.168.1.7"]],
    ["nothing in a name", "host: evil.example.com\n", []],
    ["nothing in its own question", "JOIN", []],
    ["nothing in an empty datagram", "", []],
    ["nothing in one of empty lines, without delay", "\n".repeat(65_000), []],
  ])("multicast finds %s", (_words, answer, found) => {
    expect(hosts("multicast", answer)).toEqual(found);
  });

  it.each([
    ["the sender of an answer", "HTTP/1.1 200 OK\r\nLOCATION: http://198.51.100.1/\r\n\r\n", [sender]],
    ["nothing in a notification", "NOTIFY * HTTP/1.1\r\n\r\n", []],
    ["nothing in a question", "M-SEARCH * HTTP/1.1\r\n\r\n", []],
  ])("SSDP finds %s", (_words, answer, found) => {
    expect(hosts("SSDP", answer)).toEqual(found);
  });
});

describe("a search", () => {
  it("finds nothing while no file can be opened, since the networks are unknown then", async () => {
    const interfaces = vi.spyOn(os, "networkInterfaces").mockImplementation(() => {
      throw new Error("uv_interface_addresses returned Unknown system error 24");
    });
    syncBuiltinESMExports();
    const onCandidate = vi.fn();
    try {
      const search = { methods: discovery, clock: systemClock, listenMs: 0, onCandidate };
      await searchNetwork(search, new AbortController().signal);
      expect(interfaces).toHaveBeenCalled();
    } finally {
      interfaces.mockRestore();
      syncBuiltinESMExports();
    }
    expect(onCandidate).not.toHaveBeenCalled();
  });

  it.each<[string, () => readonly string[]]>([
    ["a method that throws", () => JSON.parse("{") as string[]],
    ["a method that yields no list", () => 1 as never],
    ["a method that yields no addresses", () => ["the den"]],
    ["a method that yields no texts", () => [1 as never]],
  ])("goes on after an answer to %s", async (_what, hostsIn) => {
    const [good, bad] = [await network("gossip", "127.0.0.1"), await network("gossip", "127.0.0.1")];
    const read = vi.fn(hostsIn);
    const onCandidate = vi.fn();
    const methods = [{ ...bad, hostsIn: read }, good];
    const search = { methods, clock: fastClock(1), listenMs: 100, onCandidate };
    await searchNetwork(search, new AbortController().signal);
    expect(read).toHaveBeenCalled();
    expect(onCandidate).toHaveBeenCalledWith({ host: "127.0.0.1", way: "gossip" });
  });
});

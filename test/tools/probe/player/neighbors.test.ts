import { describe, expect, it } from "vitest";
import { addressesBeside, parseNeighbors } from "../../../../src/tools/probe/player/neighbors.ts";

describe("neighbors", () => {
  it("are read from Linux's table, except those that did not answer", () => {
    const table = [
      "IP address       HW type     Flags       HW address            Mask     Device",
      "192.0.2.1        0x1         0x2         02:FC:00:00:00:05     *        eth0",
      "192.0.2.2        0x1         0x0         00:00:00:00:00:00     *        eth0",
      "192.0.2.3        0x1         0x2         00:00:00:00:00:00     *        eth0",
      "garbage",
      "",
    ].join("\n");
    expect(parseNeighbors(table)).toEqual([{ address: "192.0.2.1", mac: "02:fc:00:00:00:05" }]);
  });

  it("are searched only on a local network, and without this machine", () => {
    const beside = addressesBeside("192.0.2.77", ["198.51.100.4", "192.0.2.1"]);
    expect(beside).toHaveLength(253);
    expect(beside).not.toContain("192.0.2.1");
    expect(addressesBeside("203.0.113.1", ["192.0.2.1"])).toEqual([]);
    expect(addressesBeside("player.local", ["192.0.2.1"])).toEqual([]);
  });
});

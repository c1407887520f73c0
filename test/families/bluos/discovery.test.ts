import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { bluos } from "../../../src/families/bluos/family.ts";
import { lsdpHosts } from "../../../src/families/bluos/discovery.ts";
import { unlessTruncated } from "../unless-truncated.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { findPlayers } from "../../../src/tools/finder/find-players.ts";
import { mergeFound } from "../../../src/tools/finder/follow-players.ts";
import { suggestEntry } from "../../../src/tools/finder/suggest-entry.ts";
import { identityOfMac } from "../../../src/extensions/home-assistant/discovery/identity.ts";
import { network } from "../../tools/finder/network.ts";
import { startScripted } from "../zidoo/scripted-player.ts";
import { syncStatus } from "./payloads.ts";

/** A text with its length before it. */
const field = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};
const block = (...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([content.length + 1]), content]);
};
const record = (kind: number, texts: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    Buffer.from([0, kind, Object.keys(texts).length]),
    ...Object.entries(texts).flatMap(([key, value]) => [field(key), field(value)]),
  ]);
const announce = (ip: readonly number[], ...records: Buffer[]): Buffer =>
  block(
    Buffer.from("A"),
    field(Buffer.from([2, 0, 0, 0, 0, 1])),
    field(Buffer.from(ip)),
    Buffer.from([records.length]),
    ...records,
  );
const header = Buffer.from("064c53445001", "hex");

describe("an announcement", () => {
  it("names a player and the zones of its chassis, each with its port", () => {
    const datagram = Buffer.concat([
      header,
      block(Buffer.from("?unknown")),
      announce([192, 168, 1, 5], record(1, { name: "One", port: "11000" }), record(3, { port: "11010" })),
      announce(
        [192, 168, 1, 5],
        record(8, { port: "11000" }),
        record(4, { port: "11431" }),
        record(3, { name: "Three" }),
      ),
    ]);
    expect(lsdpHosts(datagram)).toEqual(["192.168.1.5:11000", "192.168.1.5:11010", "192.168.1.5"]);
  });

  it("is not made of what anybody may send", () => {
    const hostsIn = (datagram: Buffer) => unlessTruncated(() => lsdpHosts(datagram));
    expect(hostsIn(Buffer.from("06xxxxx1"))).toEqual([]);
    const datagram = Buffer.concat([header, announce([10, 0, 0, 1], record(1, { port: "11000" }))]);
    for (let length = 0; length < datagram.length; length += 1)
      expect(hostsIn(datagram.subarray(0, length))).toEqual([]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
        Array.isArray(hostsIn(Buffer.concat([header, bytes]))),
      ),
    );
  });
});

describe("the search", () => {
  it("finds the zones of a chassis as players of their own, which keep their ids", async () => {
    const zone = (name: string, mac: string) => startScripted([syncStatus({ name, mac })]);
    await using one = await zone("Den", "02:B1:05:00:00:01");
    await using two = await zone("Bath", "02:B1:05:00:00:01:11010");
    const hosts = [one, two].map(({ url }) => new URL(url).host);
    const known = await network("gossip", "");
    const family = { ...bluos, discovery: [{ ...known, hostsIn: () => hosts }] };
    const found = await findPlayers(
      { families: [family], listenMs: 300, clock: systemClock },
      new AbortController().signal,
    );
    const entries = found.map(suggestEntry);
    expect(entries.map(({ name }) => name).toSorted()).toEqual(["Bath", "Den"]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2);
    expect(entries.every(({ id, mac }) => /^node-0001-\d+$/.test(id) && mac === undefined)).toBe(true);
    const identities = found.map(({ model }) => identityOfMac(model.mac ?? "", model.unit));
    expect(new Set(identities).size).toBe(2);
    expect(identities[0]).toMatch(/^player2mqtt_02b105000001_\d+$/);
    // Another address is that of the same player.
    const [first] = found;
    if (first === undefined) throw new Error("nothing was found");
    const moved = mergeFound(entries, [{ ...first, url: "http://127.0.0.9:11000" }]);
    expect(moved).toHaveLength(2);
    expect(moved.find(({ id }) => id === suggestEntry(first).id)?.url).toBe("http://127.0.0.9:11000");
  });
});

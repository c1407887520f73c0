import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mdnsHosts, mdnsQuestion } from "../../../src/families/network/mdns.ts";
import { unlessTruncated } from "../unless-truncated.ts";

const service = "_eversolo._tcp.local";
const sender = "192.168.1.20";
const types = { address: 1, pointer: 12, text: 16, service: 33 };

function name(text: string): Buffer {
  return Buffer.concat([
    ...text.split(".").map((word) => Buffer.from([word.length, ...Buffer.from(word)])),
    zero,
  ]);
}
const zero = Buffer.from([0]);
/** A pointer to the name right after the header. */
const firstName = Buffer.from([0xc0, 12]);

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  return Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 120, 0, data.length]), data]);
}

function answer(...records: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0x84, 0, 0, 0, 0, records.length, 0, 0, 0, 0]), ...records]);
}

const pointer = record(
  name(service),
  types.pointer,
  Buffer.concat([Buffer.from([3]), Buffer.from("one"), firstName]),
);
const password = record(
  firstName,
  types.text,
  Buffer.concat([Buffer.from([13]), Buffer.from("password=pass")]),
);

describe("an answer about the service", () => {
  it("yields its sender if it contains no address", () => {
    expect(mdnsHosts(answer(pointer, password), service, sender)).toEqual([sender]);
  });

  it("yields the addresses it contains", () => {
    const addresses = [
      record(firstName, types.address, Buffer.from([10, 0, 0, 7])),
      record(name("box.local"), types.address, Buffer.from([10, 0, 0, 8])),
    ];
    expect(mdnsHosts(answer(pointer, ...addresses), service, sender)).toEqual(["10.0.0.7", "10.0.0.8"]);
  });

  it("yields the port of each instance, where that is the port of the API", () => {
    const place = (port: number) =>
      record(
        name(`den.${service}`),
        types.service,
        Buffer.concat([Buffer.from([0, 0, 0, 0, port >> 8, port & 255]), zero]),
      );
    const address = record(name("box.local"), types.address, Buffer.from([10, 0, 0, 8]));
    const datagram = answer(pointer, place(11_010), place(11_020), address);
    expect(mdnsHosts(datagram, service, sender, true)).toEqual(["10.0.0.8:11010", "10.0.0.8:11020"]);
    expect(mdnsHosts(datagram, service, sender)).toEqual(["10.0.0.8"]);
    expect(mdnsHosts(answer(pointer, address), service, sender, true)).toEqual(["10.0.0.8"]);
  });

  it("is recognized in upper and lower case", () => {
    const loud = record(name("_EverSolo._TCP.local"), types.pointer, name("a.local"));
    expect(mdnsHosts(answer(loud), service, sender)).toEqual([sender]);
  });

  it("may repeat the question", () => {
    const question = mdnsQuestion(service);
    const both = Buffer.concat([question, record(firstName, types.pointer, name("a.local"))]);
    both.writeUInt16BE(1, 6);
    expect(mdnsHosts(both, service, sender)).toEqual([sender]);
  });
});

describe("an answer about something else", () => {
  it.each([
    ["another service", answer(record(name("_printer._tcp.local"), types.pointer, firstName))],
    ["an address alone", answer(record(name("box.local"), types.address, Buffer.from([10, 0, 0, 7])))],
    ["nothing", answer()],
    ["an end in the middle of a record", answer(pointer, password).subarray(0, 60)],
    ["a name that leads to itself", answer(record(firstName, types.pointer, firstName))],
    [
      "more records than it can hold",
      Buffer.concat([Buffer.from([0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])]),
    ],
    ["a single byte", zero],
  ])("yields no address: %s", (_words, datagram) => {
    expect(unlessTruncated(() => mdnsHosts(datagram, service, sender))).toEqual([]);
  });

  it("never fails, whatever its bytes are", () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(answer(pointer, password), mdnsQuestion(service)),
        fc.array(fc.tuple(fc.nat(90), fc.nat(255))),
      )
      .map(([datagram, changes]) => {
        const bytes = Buffer.from(datagram);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return bytes;
      });
    const arbitrary = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.oneof(mutated, arbitrary), (datagram) => {
        const hosts = unlessTruncated(() => mdnsHosts(datagram, service, sender));
        for (const host of hosts) expect(host).toMatch(/^\d{1,3}(\.\d{1,3}){3}$/);
        expect(hosts.join()).not.toContain("pass");
      }),
      { numRuns: 2000 },
    );
  });
});

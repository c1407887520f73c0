import { label, mdnsWay, type SearchWay } from "../beacon.ts";
import type { SimulatedPlayer } from "./simulated-player.ts";

const magic = Buffer.from([6, 0x4c, 0x53, 0x44, 0x50, 1]);
const lsdpPort = 11_430;
/** A player, and a further zone of a chassis. */
const classes = { player: 1, zone: 3, all: 0xffff };
const broadcastQuery = 0x51;
const unicastQuery = 0x52;

/** The ways in which players are found; all zones of one chassis answer together. */
export function searchWays(zones: readonly SimulatedPlayer[]): readonly SearchWay[] {
  const [first] = zones;
  if (first === undefined) return [];
  const announcement = (address: string): Buffer => announce(address, zones);
  const ways: readonly SearchWay[] = [
    mdns("_musc._tcp.local", [first]),
    mdns("_musp._tcp.local", zones.slice(1)),
    {
      name: "LSDP",
      group: undefined,
      port: lsdpPort,
      isAsked: (question) => queryOf(question) === broadcastQuery,
      answer: (_question, address) => announcement(address),
      answersTo: (address) => ({ address: broadcastOf(address), port: lsdpPort }),
    },
    {
      name: "LSDP by unicast",
      group: undefined,
      port: lsdpPort,
      isAsked: (question) => queryOf(question) === unicastQuery,
      answer: (_question, address) => announcement(address),
    },
  ];
  return ways.filter(({ name }) => zones.length > 1 || !name.includes("_musp"));
}

function mdns(service: string, zones: readonly SimulatedPlayer[]): SearchWay {
  const instances = zones.map(({ name, mac, port, version, model, isFurtherZone }) => {
    const texts = [`version=${version ?? ""}`, `model=${model.model}`, "zs=0"];
    return { name, mac, port, texts: isFurtherZone ? texts : [...texts, `mac=${mac}`] };
  });
  return mdnsWay(service.startsWith("_musc") ? "mDNS" : `mDNS (${service})`, service, instances);
}

/** The kind of a query for players; undefined for anything else. */
function queryOf(datagram: Buffer): number | undefined {
  if (datagram.length < 9 || !datagram.subarray(0, 6).equals(magic)) return undefined;
  const kind = datagram[7];
  if (kind !== broadcastQuery && kind !== unicastQuery) return undefined;
  const wanted = Array.from({ length: datagram[8] ?? 0 }, (_, index) => 9 + 2 * index)
    .filter((at) => at + 2 <= datagram.length)
    .map((at) => datagram.readUInt16BE(at));
  const own: readonly number[] = Object.values(classes);
  return wanted.some((each) => own.includes(each)) ? kind : undefined;
}

/** One block with all zones of a chassis. */
function announce(address: string, zones: readonly SimulatedPlayer[]): Buffer {
  const mac = (zones[0]?.mac ?? "").split(":").map((pair) => Number.parseInt(pair, 16));
  const records = zones.map((zone) => {
    const texts = Object.entries({
      name: zone.name,
      port: String(zone.port),
      model: zone.model.model,
      version: zone.version ?? "",
      zs: "0",
    });
    return Buffer.concat([
      Buffer.from([0, zone.isFurtherZone ? classes.zone : classes.player, texts.length]),
      ...texts.flatMap(([key, value]) => [label(key), label(value)]),
    ]);
  });
  const body = Buffer.concat([
    Buffer.from([0x41, 6, ...mac, 4, ...address.split(".").map(Number), records.length]),
    ...records,
  ]);
  return Buffer.concat([magic, Buffer.from([body.length + 1]), body]);
}

/** Where a broadcast of this address goes, on loopback and in a network of 256 addresses. */
function broadcastOf(address: string): string {
  return address.startsWith("127.") ? "127.255.255.255" : address.replace(/\.\d+$/, ".255");
}

import { isIPv4 } from "node:net";
import { mdnsHosts, mdnsQuestion } from "./mdns.ts";

/** One way of asking a network for players: a question to a group, and how to read what comes back. */
export interface Way {
  readonly name: string;
  readonly group: string;
  readonly port: number;
  readonly question: Buffer;
  /** The addresses of what may be players, in an answer that anybody may have sent. */
  hostsIn(answer: Buffer, sender: string): readonly string[];
}

const service = "_eversolo._tcp.local";

const searchForRenderers = [
  "M-SEARCH * HTTP/1.1",
  "HOST: 239.255.255.250:1900",
  'MAN: "ssdp:discover"',
  "MX: 1",
  "ST: urn:schemas-upnp-org:device:MediaRenderer:1",
  "",
  "",
].join("\r\n");

/** All known ways. What they find is only a candidate: many a renderer is no player of ours. */
export const ways: readonly Way[] = [
  {
    name: "multicast",
    group: "239.39.3.9",
    port: 18_239,
    question: Buffer.from("JOIN"),
    hostsIn: (answer) => {
      const host = /^\s*host\s*[:=]\s*(\S+?)(?::\d+)?\s*$/im.exec(answer.toString("latin1"))?.[1];
      return host !== undefined && isIPv4(host) ? [host] : [];
    },
  },
  {
    name: "mDNS",
    group: "224.0.0.251",
    port: 5353,
    question: mdnsQuestion(service),
    hostsIn: (answer, sender) => mdnsHosts(answer, service, sender),
  },
  {
    name: "SSDP",
    group: "239.255.255.250",
    port: 1900,
    question: Buffer.from(searchForRenderers),
    hostsIn: (answer, sender) => (/^HTTP\/1\.1 200\b/.test(answer.toString("latin1", 0, 16)) ? [sender] : []),
  },
];

import { ssdpAnswer } from "./renderer.ts";
import { answerHeader, domainName, label, record, type SearchWay } from "../beacon.ts";

const service = "_eversolo._tcp.local";

export const searchWays = (name: string, renderer?: string): readonly SearchWay[] => [
  {
    name: "multicast",
    group: "239.39.3.9",
    port: 18_239,
    isAsked: (question) => question.toString("latin1") === "JOIN",
    answer: (_question, address) => Buffer.from(`name: ${name}\nhost: ${address}\nversion: 1\n`),
  },
  {
    name: "mDNS",
    group: "224.0.0.251",
    port: 5353,
    isAsked: (question) => question.includes(domainName(service)) && question.readUInt16BE(2) < 0x8000,
    answer: (question) =>
      Buffer.concat([
        answerHeader(question, 1, 1),
        record(service, 12, Buffer.concat([label(name), domainName(service)])),
        // A real player announces the password of its file share here.
        record(service, 16, label("password=a-secret-of-the-house")),
      ]),
  },
  {
    name: "SSDP",
    group: "239.255.255.250",
    port: 1900,
    isAsked: (question) => /^M-SEARCH\b[^]*MediaRenderer:1/.test(question.toString("latin1")),
    answer: (_question, address) => ssdpAnswer(renderer ?? `http://${address}:49152/description.xml`),
  },
];

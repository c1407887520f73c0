import { isIPv4 } from "node:net";
import type { SearchMethod } from "../family.ts";
import { mdnsSearch } from "../network/mdns.ts";
import { ssdpSearch } from "../network/ssdp.ts";

/** All known methods. They find candidates only: many renderers are not players. */
export const discovery: readonly SearchMethod[] = [
  {
    name: "multicast",
    group: "239.39.3.9",
    port: 18_239,
    question: Buffer.from("JOIN"),
    hostsIn: (answer) => {
      const host = /^[ \t]*host[ \t]*[:=][ \t]*(\S+?)(?::\d+)?[ \t]*$/im.exec(answer.toString("latin1"))?.[1];
      return host !== undefined && isIPv4(host) ? [host] : [];
    },
  },
  mdnsSearch("_eversolo._tcp.local"),
  ssdpSearch,
];

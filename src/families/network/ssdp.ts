import { createSocket } from "node:dgram";
import type { Clock } from "../../lib/clock.ts";

/** Where renderers listen for searches. */
const ssdpPort = 1900;
const ssdpGroup = "239.255.255.250";

/** The question for renderers of the network. */
const searchForRenderers = Buffer.from(
  [
    "M-SEARCH * HTTP/1.1",
    `HOST: ${ssdpGroup}:${ssdpPort}`,
    'MAN: "ssdp:discover"',
    "MX: 1",
    "ST: urn:schemas-upnp-org:device:MediaRenderer:1",
    "",
    "",
  ].join("\r\n"),
);

/** Datagrams get lost. */
const sentAtMs = [0, 500, 1500];
const listenMs = 3000;

/** Whether this is an answer to a search, from anybody. */
function isSsdpAnswer(answer: Buffer): boolean {
  return /^HTTP\/1\.1 200\b/.test(answer.toString("latin1", 0, 16));
}

/** Finds whatever renders: many renderers are no players. */
export const ssdpSearch = {
  name: "SSDP",
  group: ssdpGroup,
  port: ssdpPort,
  question: searchForRenderers,
  hostsIn: (answer: Buffer, sender: string) => (isSsdpAnswer(answer) ? [sender] : []),
};

/**
 * The address of the description of the renderer at an IP address, as it says itself; undefined if none answers. Nobody
 * else is listened to. Some renderers answer only the group, others, behind a router, only a question of their own.
 */
export async function findRenderer(
  ip: string,
  clock: Pick<Clock, "after">,
  signal: AbortSignal,
): Promise<string | undefined> {
  const socket = createSocket("udp4");
  // The group is not on the network of a machine with itself.
  const targets = ip.startsWith("127.") ? [ip] : [ip, ssdpGroup];
  const ask = (): void => {
    for (const target of targets) socket.send(searchForRenderers, ssdpPort, target, () => {});
  };
  const cancels = sentAtMs.map((ms) => clock.after(ms, ask));
  let end = (): void => {};
  try {
    return await new Promise((resolve) => {
      end = () => resolve(undefined);
      cancels.push(clock.after(listenMs, end));
      signal.addEventListener("abort", end);
      socket.on("error", end);
      socket.on("message", (answer, { address }) => {
        const location = /^location:[^\S\n]*(\S+)/im.exec(answer.toString("latin1"))?.[1];
        if (address === ip && isSsdpAnswer(answer) && location !== undefined) resolve(location);
      });
    });
  } finally {
    signal.removeEventListener("abort", end);
    for (const cancel of cancels) cancel();
    socket.close();
  }
}

import { connect as connectTcp, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

/** The broker's address, and the TLS material as content, not as file names. */
export interface StreamOptions {
  readonly url: string;
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

const defaultPorts = { mqtt: 1883, mqtts: 8883, ws: 80, wss: 443 } as const;

/** We open the stream ourselves, to control TCP_NODELAY, back-pressure and the certificate. Throws for unusable certificates. */
export async function openStream({ url, ca, cert, key }: StreamOptions): Promise<Duplex> {
  const { scheme, host, port, webSocketUrl } = parseBrokerUrl(url);
  if (scheme === "mqtt" || scheme === "mqtts") {
    // SNI takes host names only.
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket =
      scheme === "mqtt"
        ? connectTcp({ host, port })
        : connectTls({ host, port, ca, cert, key, ...servername });
    // Otherwise small packets wait for the previous acknowledgement: 40 ms instead of 1.
    return socket.setNoDelay(true);
  }
  // Few brokers are reached through a WebSocket; ws sets TCP_NODELAY itself.
  const { WebSocket, createWebSocketStream } = await import("ws");
  const socket = new WebSocket(webSocketUrl, ["mqtt"], { ca, cert, key });
  const stream = createWebSocketStream(socket);
  socket.on("close", () => stream.destroy());
  return stream;
}

/** Parses the address; throws for an unsupported scheme. */
export function parseBrokerUrl(address: string) {
  const { protocol, hostname, port, pathname, search } = new URL(address);
  const scheme = (["mqtt", "mqtts", "ws", "wss"] as const).find((name) => protocol === `${name}:`);
  if (scheme === undefined) throw new Error(`unsupported scheme "${protocol}"`);
  const number = port === "" ? defaultPorts[scheme] : Number(port);
  return {
    scheme,
    // Without the brackets of an IPv6 address.
    host: hostname.replace(/^\[|\]$/g, ""),
    port: number,
    // Without credentials.
    webSocketUrl: `${scheme}://${hostname}:${number}${pathname}${search}`,
  };
}

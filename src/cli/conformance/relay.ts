import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { connect as connectSecure, createServer as createSecure } from "node:tls";
import { selfSigned } from "../../../simulator/self-signed.ts";

/** Another address of a simulated player, which speaks a scheme by itself: over TLS with a certificate that nobody vouches for. */
export async function startRelay(
  player: string,
  scheme: "http" | "https",
): Promise<AsyncDisposable & { readonly url: string }> {
  const { hostname: host, port, protocol } = new URL(player);
  const to = { host, port: Number(port) };
  const sockets = new Set<Socket>();
  const join = (from: Socket): void => {
    const onwards = protocol === "https:" ? connectSecure({ ...to, rejectUnauthorized: false }) : connect(to);
    for (const [one, other] of [
      [from, onwards],
      [onwards, from],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => {});
      one.once("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  };
  const server: Server = scheme === "https" ? createSecure(selfSigned("player"), join) : createServer(join);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

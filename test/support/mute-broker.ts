import { createServer, type Socket } from "node:net";
import { listen } from "./free-port.ts";

/** A broker that takes connections and never says anything, or no more than that they are accepted. */
export async function startMuteBroker(
  welcome?: Buffer,
): Promise<AsyncDisposable & { readonly url: string; readonly sockets: ReadonlySet<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).resume();
    if (welcome !== undefined) socket.once("data", () => socket.write(welcome));
  });
  return {
    url: `mqtt://127.0.0.1:${await listen(server)}`,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

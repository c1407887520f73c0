import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** The network between Node-RED and the broker, which can be cut and mended. */
export interface Cable extends AsyncDisposable {
  readonly port: number;
  /** What the broker sent, in parts as they came. */
  readonly carried: string[];
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function layCable(to: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  const carried: string[] = [];
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      // An end that is gone takes the other one along; why it went is nobody's business.
      socket.on("error", end).on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    near.pipe(far).pipe(near);
    far.on("data", (data) => carried.push(data.toString("latin1")));
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("a server without a port");
    return address.port;
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  return {
    port,
    carried,
    cut,
    mend: async () => {
      await listen(port);
    },
    [Symbol.asyncDispose]: cut,
  };
}

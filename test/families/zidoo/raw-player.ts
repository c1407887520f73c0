import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A player of bytes: it logs each request with its connection, and answers as it is told. */
export interface RawPlayer extends AsyncDisposable {
  readonly port: number;
  /** Requests in the order they came: the connection's number, and the path. */
  readonly asked: readonly string[];
  readonly texts: readonly string[];
  readonly sockets: readonly Socket[];
}

/** Starts a player that answers requests with these bytes in turn, the last ones for ever; a function writes by hand. */
export async function startRaw(
  replies: readonly (string | ((socket: Socket) => void))[],
  host = "127.0.0.1",
): Promise<RawPlayer> {
  const asked: string[] = [];
  const texts: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      texts.push(text);
      const reply = replies[Math.min(asked.push(`${connection} ${text.split(" ")[1]}`), replies.length) - 1];
      if (typeof reply === "function") reply(socket);
      else socket.write(reply ?? "", "latin1");
    });
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    texts,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { listen } from "./free-port.ts";

/** A request, with its whole body. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A server of somebody else, whose answers a test gives. */
export async function startHttp(
  answer: (asked: Asked, response: ServerResponse) => unknown,
  port = 0,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      answer({ method, path, headers, text }, response);
    });
  });
  // Who leaves a connection open shall be found.
  server.keepAliveTimeout = 0;
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

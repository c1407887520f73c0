import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/** Lets a server listen on a free port of this machine alone; gives the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

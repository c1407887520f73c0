import { createServer } from "node:net";
import { Aedes } from "aedes";

/* The broker that the bridge embeds, in a process of its own, for the floors and the peers. */

const aedes = await Aedes.createBroker();
const server = createServer((socket) => {
  socket.setNoDelay(true);
  aedes.handle(socket);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.on("disconnect", () => process.exit());

import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { wiim } from "../../../simulator/wiim/simulated-make.ts";
import { startSimulator } from "../../../simulator/wiim/start-simulator.ts";
import { opened } from "../../support/opened.ts";

it("closes all of a player whose port is taken", async () => {
  const host = "127.0.64.1";
  const other = createServer().listen(0, host);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const given = {
    has: () => false,
    word: () => undefined,
    wholeNumber: () => undefined,
    choice: () => undefined,
  };
  await expect(wiim.start(given, { host, port })).rejects.toMatchObject({ code: "EADDRINUSE", port });
  // Its other port is free again.
  opened(await startSimulator({ host, upnpPort: 49_152 }));
  other.close();
});

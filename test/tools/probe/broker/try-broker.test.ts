import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../../src/config/load.ts";
import { startEmbeddedBroker } from "../../../../src/mqtt/embedded-broker.ts";
import type { Finding } from "../../../../src/tools/probe/finding.ts";
import { tryBroker } from "../../../../src/tools/probe/broker/try-broker.ts";
import { anyPort } from "../../../support/any-port.ts";
import { newFolder } from "../../../support/new-folder.ts";
import { quick } from "../../doctor/examined.ts";

function findingsOf(args: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  const config = loadConfig({ args, env: {}, cwd: "/nowhere", requirePlayers: false });
  return tryBroker(config, quick, new AbortController().signal);
}

async function faultsOf(args: Readonly<Record<string, string>>): Promise<Finding[]> {
  return (await findingsOf(args)).filter(({ verdict }) => verdict === "fault");
}

describe("the test of a broker in set-up", () => {
  it("says the same of each path of a server that is no broker", async () => {
    const server = createServer((_request, response) => response.writeHead(200).end());
    server.on("upgrade", ({ url }, socket) => {
      socket.end(`HTTP/1.1 ${url === "/admin" ? "401 Unauthorized" : "404 Not Found"}\r\n\r\n`);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const of = (path: string) => faultsOf({ "mqtt.url": `ws://127.0.0.1:${port}${path}` });
    const [there, missing] = [await of("/admin"), await of("/nothing")];
    expect(there).toEqual(missing);
    expect(there).toMatchObject([{ check: "login", text: "no MQTT broker answers on that port" }]);
    server.close();
  });

  it("does not say whether a file exists on the machine of the bridge", async () => {
    await using broker = await startEmbeddedBroker(anyPort);
    const folder = newFolder();
    writeFileSync(join(folder, "notes.txt"), "no certificate");
    const of = (file: string) =>
      faultsOf({ "mqtt.url": `mqtts://127.0.0.1:${broker.port}`, "mqtt.ca": join(folder, file) });
    const [there, missing] = [await of("notes.txt"), await of("nothing.txt")];
    expect(there).toEqual(missing);
    expect(there).toMatchObject([{ text: "the files of mqtt.ca, mqtt.cert and mqtt.key cannot be used" }]);
  });

  it("calls a wrong password so, also at a broker that knows only MQTT 3.1.1", async () => {
    const login = { username: "anna", password: "long enough" };
    await using broker = await startEmbeddedBroker({ ...anyPort, ...login });
    const given = { "mqtt.username": "anna", "mqtt.password": "wrong" };
    expect(await faultsOf({ "mqtt.url": `mqtt://127.0.0.1:${broker.port}`, ...given })).toMatchObject([
      { check: "login", text: expect.stringContaining("refuses the username or the password") },
    ]);
  });

  it("tells of the broker, and not of the bridges that run there already", async () => {
    await using broker = await startEmbeddedBroker(anyPort);
    const found = await findingsOf({ "mqtt.url": broker.url, "homeassistant.enabled": "false" });
    expect(found.map(({ check }) => check)).toEqual([
      "login",
      "protocol",
      "limits",
      "write",
      "commands",
      "retain",
    ]);
  });
});

import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { expect, it } from "vitest";
import { selfSigned } from "../../simulator/self-signed.ts";
import { openStream, parseBrokerUrl } from "../../src/mqtt/open-stream.ts";

it.each([
  ["mqtt://broker.example", { scheme: "mqtt", host: "broker.example", port: 1883 }],
  ["mqtt://192.168.1.10:1884/", { scheme: "mqtt", host: "192.168.1.10", port: 1884 }],
  ["mqtts://broker.example", { scheme: "mqtts", host: "broker.example", port: 8883 }],
  ["mqtts://[2001:db8::1]:8884", { scheme: "mqtts", host: "2001:db8::1", port: 8884 }],
])("finds host and port of %s", (url, address) => {
  expect(parseBrokerUrl(url)).toMatchObject(address);
});

it.each([
  ["ws://broker.example", "ws://broker.example:80/"],
  ["ws://anna:secret@[::1]:9001/mqtt", "ws://[::1]:9001/mqtt"],
  ["wss://broker.example/a/b?c=d", "wss://broker.example:443/a/b?c=d"],
])("opens the WebSocket of %s without credentials", (url, webSocketUrl) => {
  expect(parseBrokerUrl(url)).toMatchObject({ webSocketUrl });
});

it("refuses any other scheme", () => {
  expect(() => parseBrokerUrl("http://broker.example")).toThrow('unsupported scheme "http:"');
});

it.each(["mqtts", "wss"])("trusts its own authority and shows its certificate over %s", async (scheme) => {
  const [own, client] = [selfSigned("localhost"), selfSigned("bridge")];
  const server = createServer({
    ...own,
    ca: client.cert,
    requestCert: true,
    rejectUnauthorized: false,
  }).listen(0, "localhost");
  await once(server, "listening");
  const url = `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
  const stream = await openStream({ url, ca: own.cert, cert: client.cert, key: client.key });
  stream.on("error", () => {});
  const [socket] = (await once(server, "secureConnection")) as [TLSSocket];
  expect([socket.getPeerCertificate().subject, socket.authorized, socket.servername]).toEqual([
    { CN: "bridge" },
    true,
    "localhost",
  ]);
  stream.destroy();
  server.closeAllConnections();
  server.close();
});

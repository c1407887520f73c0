import { expect, it } from "vitest";
import { clientOptions, type ConnectionOptions } from "../../src/mqtt/client-options.ts";

function optionsOf(url: string, given: Partial<ConnectionOptions> = {}): object {
  const options = {
    url,
    username: "",
    password: "",
    ca: undefined,
    cert: undefined,
    key: undefined,
    clientId: "ours",
    keepaliveSeconds: 20,
    connectTimeoutMs: 10_000,
    will: undefined,
    ...given,
  };
  return clientOptions(options, 5);
}

it.each([
  ["mqtt://broker.example", { protocol: "mqtt", host: "broker.example" }],
  ["mqtt://192.168.1.10:1884/", { protocol: "mqtt", host: "192.168.1.10", port: 1884 }],
  ["mqtts://[2001:db8::1]:8883", { protocol: "mqtts", host: "2001:db8::1", port: 8883 }],
  ["ws://broker.example:9001", { protocol: "ws", host: "broker.example", port: 9001, path: "/" }],
  ["ws://[::1]:9001/mqtt", { protocol: "ws", host: "[::1]", port: 9001, path: "/mqtt" }],
  ["wss://broker.example/a/b?c=d", { protocol: "wss", host: "broker.example", path: "/a/b?c=d" }],
])("finds the way to %s", (url, place) => {
  const options: Record<string, unknown> = { ...optionsOf(url) };
  const { protocol, host, port, path } = options;
  expect(JSON.parse(JSON.stringify({ protocol, host, port, path }))).toEqual(place);
});

it("takes who it is from the address, unless that is set apart", () => {
  const url = "ws://anna:a%3Ab%40c@broker.example/?clientId=theirs";
  expect(optionsOf(url)).toMatchObject({ username: "anna", password: "a:b@c", clientId: "ours" });
  expect(optionsOf(url, { username: "bert", password: "d" })).toMatchObject({
    username: "bert",
    password: "d",
  });
});

it("knows no other way", () => {
  expect(() => optionsOf("http://broker.example")).toThrow("http: is no way to a broker");
});

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

it("takes the credentials from the address unless they are configured", () => {
  const url = "ws://anna:a%3Ab%40c@broker.example/?clientId=theirs";
  expect(optionsOf(url)).toMatchObject({ username: "anna", password: "a:b@c", clientId: "ours" });
  expect(optionsOf(url, { username: "bert", password: "d" })).toMatchObject({
    username: "bert",
    password: "d",
  });
});

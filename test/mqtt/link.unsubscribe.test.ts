import { PassThrough } from "node:stream";
import type { MqttClient } from "mqtt";
import { expect, it } from "vitest";
import { Connection } from "../../src/mqtt/connection.ts";
import { limitsFrom } from "../../src/mqtt/limits.ts";

it("subscribes again only when the broker has confirmed what was unsubscribed before", async () => {
  const sent: string[] = [];
  let confirm = (): void => {};
  const client = {
    unsubscribe: (filters: string[], done: () => void) => {
      sent.push(`unsubscribe ${filters.join(" ")}`);
      confirm = done;
    },
    subscribe: (request: object, done: (error: null, asked: [], packet: { granted: number[] }) => void) => {
      sent.push(`subscribe ${Object.keys(request).join(" ")}`);
      done(null, [], { granted: [0x80] });
    },
  } as unknown as MqttClient;
  const info = { protocol: 4, limits: limitsFrom(undefined), allowsWildcards: true } as const;
  const connection = new Connection(client, new PassThrough(), info, new Promise(() => {}));
  const subscription = { filter: "base/+/set", wantsRetained: true };
  connection.unsubscribe([subscription]);
  const subscribing = connection.subscribe([subscription]);
  await Promise.resolve();
  expect(sent).toEqual(["unsubscribe base/+/set"]);
  confirm();
  expect(await subscribing).toEqual(["base/+/set"]);
  expect(sent).toEqual(["unsubscribe base/+/set", "subscribe base/+/set"]);
});

import { expect, it } from "vitest";
import { checkBridge } from "../../../../src/tools/probe/broker/check-bridge.ts";

it.each([
  ["offline", "online", "offline", "online"],
  ["offline", "online"],
])("a bridge whose state changes during the check fights with another one: %j", (...states) => {
  const messages = states.map((text) => ({ topic: "base/bridge/state", text }));
  const found = [...checkBridge(messages, { base: "base", clientId: "", member: "", playerIds: [] })];
  expect(found.map(({ check, verdict }) => `${check}: ${verdict}`)).toEqual([
    states.length > 3 ? "bridge: warning" : "bridge: good",
  ]);
});

import { expect, it } from "vitest";
import { isUnsetVariable, statusOf } from "../../node-red/src/runtime/player-node.ts";
import type { RedNode, Status } from "../../node-red/src/runtime/red.ts";

it("a status goes to the editors once, however often it is the same", () => {
  const sent: Status[] = [];
  const node: Pick<RedNode, "status"> = { status: (status) => void sent.push(status) };
  const show = statusOf(node);
  const [online, offline]: readonly Status[] = [
    { fill: "green", shape: "dot", text: "online" },
    { fill: "grey", shape: "ring", text: "offline" },
  ];
  for (const status of [online, { ...online }, online, offline, online]) show({ ...status });
  expect(sent).toEqual([online, offline, online]);
});

it.each([
  ["${NOPE}", true],
  ["den-${NOPE}", true],
  ["den", false],
  ["", false],
])("%j names an environment variable that is not set: %s", (text, isUnset) => {
  expect(isUnsetVariable(text)).toBe(isUnset);
});

import { expect, it } from "vitest";
import type { Reply } from "../../../src/core/controls/call.ts";
import type { GroupState } from "../../../src/core/resources/group.ts";
import { changeGroup } from "../../../src/families/polled/change-group.ts";
import { FakeClock } from "../../support/fake-clock.ts";

const alone = (self: string): GroupState => ({
  role: "none",
  name: undefined,
  self,
  primary: undefined,
  members: [],
  volume: undefined,
  isMuted: undefined,
});

const member = (self: string, reply: Reply) => ({
  read: async () => ({ kind: "reading", reading: { resource: "group", value: alone(self) } }) as const,
  send: async () => reply,
  [Symbol.asyncDispose]: async () => {},
});

it("names those that did not come, whatever they answer", async () => {
  const replies: Readonly<Record<string, Reply>> = {
    "b:1": { kind: "confused", reason: "busy" },
    "c:1": { kind: "unsupported" },
  };
  const reply = await changeGroup(
    {
      call: { operation: "changeGroup", to: "gather", others: Object.keys(replies) },
      requests: { join: () => "/join", remove: () => "/remove", end: () => "/end" },
      own: member("a:1", { kind: "done" }),
      open: (address) => member(address, replies[address] ?? { kind: "done" }),
      clock: new FakeClock(),
    },
    new AbortController().signal,
  );
  expect(reply).toMatchObject({ kind: "refused", reason: { values: { players: "b:1, c:1" } } });
});
